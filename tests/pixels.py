"""Reads the pixels of a PNG such as our renderer makes: 8 bits a channel, not interlaced."""

from __future__ import annotations

import struct
import zlib


class Pixels:
    """`width` × `height` pixels; `at(x, y)` is one as `#rrggbb`, whatever its opacity."""

    def __init__(self, png: bytes) -> None:
        assert png[:8] == b"\x89PNG\r\n\x1a\n"
        place, packed = 8, b""
        while place < len(png):
            (length,) = struct.unpack(">I", png[place : place + 4])
            kind, body = png[place + 4 : place + 8], png[place + 8 : place + 8 + length]
            if kind == b"IHDR":
                self.width, self.height, bits, colour, _, _, interlaced = struct.unpack(
                    ">IIBBBBB", body
                )
                assert (bits, colour, interlaced) == (8, 6, 0)
            elif kind == b"IDAT":
                packed += body
            place += 12 + length
        self.rows = self._unfiltered(zlib.decompress(packed))

    def _unfiltered(self, raw: bytes) -> list[bytes]:
        wide = 4 * self.width
        rows, above = [], bytes(wide)
        for start in range(0, len(raw), wide + 1):
            kind, row = raw[start], bytearray(raw[start + 1 : start + 1 + wide])
            for i in range(wide):
                left, up = row[i - 4] if i > 3 else 0, above[i]
                corner = above[i - 4] if i > 3 else 0
                if kind == 1:
                    row[i] = (row[i] + left) & 255
                elif kind == 2:
                    row[i] = (row[i] + up) & 255
                elif kind == 3:
                    row[i] = (row[i] + (left + up) // 2) & 255
                elif kind == 4:
                    guess = left + up - corner
                    nearest = min((left, up, corner), key=lambda value: abs(guess - value))
                    row[i] = (row[i] + nearest) & 255
            above = bytes(row)
            rows.append(above)
        return rows

    def at(self, x: float, y: float) -> str:
        """The pixel at this place, which may be between two."""
        column = 4 * int(x)
        return "#" + self.rows[int(y)][column : column + 3].hex()

    def colours(self) -> int:
        """How many different colours there are on a coarse grid; 1 for a blank picture."""
        return len(
            {self.at(x, y) for x in range(0, self.width, 4) for y in range(0, self.height, 4)}
        )
