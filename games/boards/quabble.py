"""The board of Quabble."""

from games.boards.net import NetBoard

BOARD = NetBoard
