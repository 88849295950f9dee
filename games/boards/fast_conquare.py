"""The board of Fast Conquare."""

from games.boards.net import CornerBoard

BOARD = CornerBoard
