"""The board of Dots and Boxes: dots 100 units apart."""

from __future__ import annotations

from games.boards.lines import LinesBoard, Point
from games.rules.text import gettext_noop, ngettext_noop


class DotsAndBoxesBoard(LinesBoard):
    css = "lines"
    inset = 0.91
    glyph = 50
    closes_one = gettext_noop("Line {line}, closes a box")
    closes_two = gettext_noop("Line {line}, closes two boxes")
    points = ngettext_noop("{n} box", "{n} boxes")
    points_more = gettext_noop("{n} + {more} boxes")
    free_lines = gettext_noop("Free lines: {free}. Boxes that lack one line: {open}.")

    def point(self, x: int, y: int) -> Point:
        return (x * 100, y * 100)

    def centre(self, row: int, column: int) -> Point:
        return (column * 100 + 50, row * 100 + 50)

    def corners(self, row: int, column: int) -> tuple[tuple[int, int], ...]:
        return ((column, row), (column + 1, row), (column + 1, row + 1), (column, row + 1))


BOARD = DotsAndBoxesBoard
