"""How fast a game's rules are: the figures of `python3 -m games.rules bench`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from time import process_time
from typing import Any

from games.rules.core import Game, Json

SAMPLE = 1000
"""So many positions of random games are listed and counted over and over."""


def bench(game: Game[Any], seconds: float, seed: int = 1) -> dict[str, Json]:
    """Rates per second of CPU time on one core, from about `seconds` of work with a fixed seed.

    - `random_games_per_s`: whole games by `random_move` and `apply`, with their `plies_per_game`;
    - `playouts_per_s`: whole games by `playout`, only where the game has this short cut;
    - `lists_per_s`, `counts_per_s`: `legal` and `count_legal` on positions of random games;
    - `checks_per_s`: `parse_move` and `check` of one legal move on such positions.
    """
    fast = getattr(game, "playout", None)
    share = seconds / (5 if fast else 4)
    rng = Random(seed)
    plies = 0

    def random_game() -> int:
        nonlocal plies
        state = game.initial()
        while state.to_move >= 0:
            state = game.apply(state, game.random_move(state, rng))
            plies += 1
        return 1

    games, spent = _run(random_game, share)
    result: dict[str, Json] = {"random_games_per_s": _rate(games, spent)}
    plies_per_game = plies / games
    if fast:
        start = game.initial()

        def playouts() -> int:
            for _ in range(50):
                fast(start, rng)
            return 50

        result["playouts_per_s"] = _rate(*_run(playouts, share))

    positions = _positions(game, Random(seed))
    chosen = [game.format_move(game.random_move(state, rng)) for state in positions]

    def over_positions(work: Callable[[int], object]) -> Callable[[], int]:
        numbers = _for_ever(len(positions))

        def batch() -> int:
            for _ in range(20):
                work(next(numbers))
            return 20

        return batch

    legal, count, check, parse = game.legal, game.count_legal, game.check, game.parse_move
    for name, work in (
        ("lists_per_s", lambda i: legal(positions[i])),
        ("counts_per_s", lambda i: count(positions[i])),
        ("checks_per_s", lambda i: check(positions[i], parse(chosen[i]))),
    ):
        result[name] = _rate(*_run(over_positions(work), share))
    result["plies_per_game"] = round(plies_per_game, 2)
    return result


def _positions(game: Game[Any], rng: Random) -> list[Any]:
    """All positions with somebody to move of the first random games, `SAMPLE` in number."""
    positions = []
    while True:
        state = game.initial()
        while state.to_move >= 0:
            positions.append(state)
            if len(positions) == SAMPLE:
                return positions
            state = game.apply(state, game.random_move(state, rng))


def _for_ever(length: int) -> Iterator[int]:
    while True:
        yield from range(length)


def _run(batch: Callable[[], int], seconds: float) -> tuple[int, float]:
    """Repeat `batch`, which says how much it did, for `seconds`: (amount done, seconds spent)."""
    done = 0
    start = process_time()
    while (spent := process_time() - start) < seconds or not done:
        done += batch()
    return done, spent


def _rate(amount: int, seconds: float) -> float:
    return round(amount / max(seconds, 1e-9), 1)
