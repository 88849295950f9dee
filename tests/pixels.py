"""Reads the pixels of a PNG as our renderer and Chromium make them: 8 bits, not interlaced."""

from __future__ import annotations

import struct
import zlib
from functools import cached_property


class Pixels:
    """`width` × `height` pixels; `at(x, y)` is one as `#rrggbb`, whatever its opacity."""

    def __init__(self, png: bytes) -> None:
        assert png[:8] == b"\x89PNG\r\n\x1a\n"
        place, self.packed = 8, b""
        while place < len(png):
            (length,) = struct.unpack(">I", png[place : place + 4])
            kind, body = png[place + 4 : place + 8], png[place + 8 : place + 8 + length]
            if kind == b"IHDR":
                self.width, self.height, bits, colour, _, _, interlaced = struct.unpack(
                    ">IIBBBBB", body
                )
                assert (bits, interlaced) == (8, 0)
                self.channels = {2: 3, 6: 4}[colour]
            elif kind == b"IDAT":
                self.packed += body
            place += 12 + length

    @cached_property
    def rows(self) -> list[bytes]:
        """The bytes of each row, from the top."""
        raw, step = zlib.decompress(self.packed), self.channels
        wide = step * self.width
        rows, above = [], bytes(wide)
        for start in range(0, len(raw), wide + 1):
            kind, row = raw[start], bytearray(raw[start + 1 : start + 1 + wide])
            for i in range(wide):
                left, up = row[i - step] if i >= step else 0, above[i]
                corner = above[i - step] if i >= step else 0
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
        column = self.channels * int(x)
        return "#" + self.rows[int(y)][column : column + 3].hex()

    def colours(self) -> int:
        """How many different colours there are on a coarse grid; 1 for a blank picture."""
        return len(
            {self.at(x, y) for x in range(0, self.width, 4) for y in range(0, self.height, 4)}
        )
