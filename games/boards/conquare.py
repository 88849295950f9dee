"""The board of Conquare."""

from games.boards.net import CornerBoard

BOARD = CornerBoard
