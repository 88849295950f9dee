"""Other engines for the same games, to compare with: random games by each one's own means.

None of them is needed to play here; `requirements-bench.txt` names them.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

Play = Callable[[Random], int]
"""Play one random game, with all legal moves of every ply listed; the number of plies."""


class Missing(Exception):
    """The engine is not installed here; the text says so in a sentence."""


def _load(module: str, package: str) -> Any:
    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise Missing(f"{package} is not installed here and is left out ({error}).") from error


def blokus_rl() -> Play:
    """`blokus-rl`: a Rust core; four colours, fixed corners. Raises `Missing`."""
    engine = _load("blokus_rl._blokus", "blokus-rl").PyBlokus()
    numpy = _load("numpy", "blokus-rl")

    def play(rng: Random) -> int:
        engine.reset()
        plies = 0
        while not engine.is_over:
            mask = engine.observe(engine.agent_selection).action_mask
            moves = numpy.flatnonzero(numpy.frombuffer(mask, dtype=bool))
            engine.step(int(moves[rng.randrange(len(moves))]) if len(moves) else None)
            plies += len(moves) > 0
        return plies

    return play


def colosseumrl() -> Play:
    """`colosseumrl`: Python with numba; four colours, fixed corners. Raises `Missing`."""
    module = _load("colosseumrl.envs.blokus", "colosseumrl")
    environment = module.BlokusEnvironment()

    def play(rng: Random) -> int:
        state, players = environment.new_state(num_players=4)
        plies = 0
        over = False
        while not over:
            moves = environment.valid_actions(state, players[0])
            state, players, _, over, _ = environment.next_state(state, players, [rng.choice(moves)])
            plies += 1
        return plies

    return play


def open_spiel() -> Play:
    """`open_spiel`: C++; Dots and Boxes of four by four. Raises `Missing`."""
    engine = _load("pyspiel", "open_spiel")
    game = engine.load_game("dots_and_boxes(num_rows=4,num_cols=4)")

    def play(rng: Random) -> int:
        state = game.new_initial_state()
        plies = 0
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
            plies += 1
        return plies

    return play


class Peer(NamedTuple):
    """An engine, and the game and options of ours that it plays."""

    name: str
    module: str
    game: str
    seats: int
    options: dict[str, str]
    load: Callable[[], Play]


PEERS = (
    Peer("blokus-rl", "blokus_rl", "blokus", 4, {"corners": "fixed"}, blokus_rl),
    Peer("colosseumrl", "colosseumrl", "blokus", 4, {"corners": "fixed"}, colosseumrl),
    Peer("open_spiel", "pyspiel", "dots-and-boxes", 2, {"rows": "4", "columns": "4"}, open_spiel),
)
