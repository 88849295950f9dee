"""Finds the board of a game: the module of `games.boards` named like the game's own."""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module
from typing import Any

from games.boards.core import Board
from games.rules.core import Game


@lru_cache(maxsize=256)
def board_of(game: Game[Any]) -> Board[Any, Any]:
    """The shared board of `game` (as made by `games.rules.registry.make`)."""
    module = import_module(f"games.boards.{game.key.replace('-', '_')}")
    board: Board[Any, Any] = module.BOARD(game)
    return board
