"""The board of Fast Quabble."""

from games.boards.net import NetBoard

BOARD = NetBoard
