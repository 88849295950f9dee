"""The board of Dots and Hexagons: pointy-top hexagons, 100 units from centre to corner.

The rules speak of a brick wall. A column of dots is half a hexagon wide here, and a row of dots
zigzags: the middle dot on top of every brick (x + y odd) is the upper tip of a hexagon.
"""

from __future__ import annotations

from games.boards.lines import LinesBoard, Point
from games.rules.text import gettext_noop, ngettext_noop

HALF_WIDTH = 86.6  # 100 · √3 / 2


class DotsAndHexagonsBoard(LinesBoard):
    css = "lines hexa"
    inset = 0.93
    glyph = 63
    closes_one = gettext_noop("Line {line}, closes a hexagon")
    closes_two = gettext_noop("Line {line}, closes two hexagons")
    points = ngettext_noop("{n} hexagon", "{n} hexagons")
    points_more = gettext_noop("{n} + {more} hexagons")
    free_lines = gettext_noop("Free lines: {free}. Hexagons that lack one line: {open}.")

    def point(self, x: int, y: int) -> Point:
        return (round(x * HALF_WIDTH, 1), y * 150 + (0 if (x + y) % 2 else 50))

    def centre(self, row: int, column: int) -> Point:
        return (round((2 * column + row % 2 + 1) * HALF_WIDTH, 1), row * 150 + 100)

    def corners(self, row: int, column: int) -> tuple[tuple[int, int], ...]:
        x = 2 * column + row % 2
        above, below = row, row + 1
        return (
            (x, above),
            (x + 1, above),
            (x + 2, above),
            (x + 2, below),
            (x + 1, below),
            (x, below),
        )


BOARD = DotsAndHexagonsBoard
