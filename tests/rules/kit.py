"""What the tests of all games share: which games there are, and random games of them.

Everything here works on `registry.games()`, so a game that is added to the catalog is tested
without an edit.
"""

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

from games.rules.core import Game
from games.rules.registry import games, make

CASES = [(key, seats) for key, game in games().items() for seats in game.players]
"""All games with each number of seats."""

CASE_IDS = [f"{key}-{seats}" for key, seats in CASES]


def variants(key: str, seats: int, limit: int | None = None) -> list[Game[Any]]:
    """The game with its offered options, the default ones first; at most `limit`, evenly taken."""
    default = make(key, seats)
    others = [make(key, seats, values) for values in default.variants(seats)]
    others = [game for game in others if game is not default]
    if limit is not None and len(others) > limit - 1:
        others = [others[i * len(others) // (limit - 1)] for i in range(limit - 1)]
    return [default, *others]


def smallest(key: str, seats: int) -> Game[Any]:
    """The variant with the shortest games: quick to play to the end."""
    return min(variants(key, seats), key=lambda game: game.max_plies())


def random_game(
    game: Game[Any], rng: Random, state: Any = None
) -> Iterator[tuple[Any, int | None]]:
    """The positions of a random game, from the start or from `state`, with the move made in each.

    In the last position the move is None.
    """
    state = game.initial() if state is None else state
    while state.to_move >= 0:
        move = game.random_move(state, rng)
        yield state, move
        state = game.apply(state, move)
    yield state, None


def sample(rng: Random, items: list[Any], size: int) -> list[Any]:
    """At most `size` of the items."""
    return items if len(items) <= size else rng.sample(items, size)


def some_states(game: Game[Any], seed: int, size: int) -> list[Any]:
    """`size` positions with somebody to move, evenly taken from one random game."""
    states = [state for state, move in random_game(game, Random(seed)) if move is not None]
    return list(islice(states, 0, None, -(-len(states) // size)))
