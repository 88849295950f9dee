"""Dots and Boxes, Dots and Hexagons: take what is free, give away as little as can be.

Works by points alone (`Game.scores`), so it serves both games, all sizes and seats. In misère the
same looks are used with the sign turned: close nothing, and leave the others fields to close.
"""

from __future__ import annotations

from random import Random
from typing import Any

from games.rules.core import OVER, Game, Move


def choose_line(game: Game[Any], state: Any, *, rng: Random, careful: bool) -> Move:
    """A line to draw. Without `careful` what the line gives away is looked at one field deep."""
    misere = game.values.get("misere") == "true"
    moves = list(game.legal(state))
    rng.shuffle(moves)
    seat = state.to_move
    before = game.scores(state) or ()
    best, best_value = moves[0], -1e9
    for move in moves:
        following = game.apply(state, move)
        gained = (game.scores(following) or ())[seat] - before[seat]
        if gained:
            # after closing a field the turn goes on: another look comes with the next line
            value = -100.0 * gained if misere else 100.0 * gained
        elif following.to_move == OVER:
            value = 0.0
        else:
            given = _taken_by_next(game, following, most=30 if careful else 1)
            value = float(given if misere else -given)
        if value > best_value:
            best, best_value = move, value
    return best


def _taken_by_next(game: Game[Any], state: Any, *, most: int) -> int:
    """How many fields the next seat can close in one go, taking whatever is free."""
    seat = state.to_move
    total = 0
    while total < most and state.to_move == seat:
        before = (game.scores(state) or ())[seat]
        for move in game.legal(state):
            following = game.apply(state, move)
            gained = (game.scores(following) or ())[seat] - before
            if gained:
                total += gained
                state = following
                break
        else:
            break
    return total
