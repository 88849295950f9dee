"""Speckles and Tink against the independent reference, ply by ply, in random games.

PLYPOST_DEEP=1 plays many more games.
"""

import os
from random import Random

import pytest

from games.rules.core import OVER
from games.rules.registry import make
from tests.rules.reference import POSITIONS

DEEP = os.environ.get("PLYPOST_DEEP") == "1"

CASES = [
    ("speckles", 2, {}, 48),
    ("speckles", 3, {}, 32),
    ("speckles", 4, {}, 32),
    ("speckles", 2, {"colours": "WB"}, 20),
    ("speckles", 3, {"colours": "GWR"}, 20),
    ("speckles", 4, {"colours": "BWYR"}, 20),
    ("tink", 2, {}, 48),
    ("tink", 3, {}, 24),
    ("tink", 4, {}, 16),
]
"""Game, seats, options, number of random games."""


@pytest.mark.parametrize("leaving", [False, True], ids=["", "leaving"])
@pytest.mark.parametrize(
    ("key", "seats", "options", "count"),
    CASES,
    ids=[f"{key}-{seats}-{options.get('colours', '')}" for key, seats, options, _ in CASES],
)
def test_positions_are_those_of_the_reference(
    key: str, seats: int, options: dict[str, str], count: int, leaving: bool
) -> None:
    game = make(key, seats, options)
    rng = Random(f"{key} {seats} {options} {leaving}")
    for _ in range(count * (40 if DEEP else 1)):
        state, other = game.initial(), POSITIONS[key](seats, **options)
        events: list[str] = []
        staying = set(range(seats))
        rate = rng.choice([0.02, 0.1, 0.3]) if leaving else 0.0
        while True:
            assert state.to_move == other.to_move, events
            texts = sorted(map(game.format_move, game.legal(state)))
            assert texts == other.legal(), events
            assert game.count_legal(state) == len(texts), events
            staying -= set(state.left)
            if state.to_move == OVER:
                break
            if rng.random() < rate:
                seat = rng.choice(sorted(staying))
                events.append(f"{seat} leaves")
                state = game.retire(state, seat)
                other.leave(seat)
            else:
                text = game.format_move(game.random_move(state, rng))
                events.append(text)
                state = game.play(state, text)
                other.play(text)
        outcome = game.outcome(state)
        assert outcome is not None
        assert (outcome.places, outcome.scores) == other.outcome(), events


@pytest.mark.parametrize("key", ["speckles", "tink"])
def test_checking_one_move_agrees_with_the_list(key: str) -> None:
    game, rng = make(key, 3), Random(6)
    seen: set[int] = set()
    states = []
    for _ in range(3):
        state = game.initial()
        while state.to_move != OVER:
            states.append(state)
            move = game.random_move(state, rng)
            seen.add(move)
            state = game.apply(state, move)
    for state in rng.sample(states, min(60, len(states))):
        legal = set(game.legal(state))
        for move in seen | legal:
            assert (game.refusal(state, move) is None) == (move in legal), game.format_move(move)


@pytest.mark.parametrize("width", [2, 9])
def test_long_games_of_tink_end_as_in_the_reference(width: int) -> None:
    """Players who swap whenever they can, among few moves, come back to the same boards."""
    game, rng = make("tink", 2), Random(width)
    near = ["c3", "e3", "c4", "e4", "d4", "f5", "f6", "h6"]
    reasons = set()
    for _ in range(300 if DEEP else 6):
        state, other = game.initial(), POSITIONS["tink"](2)
        while state.to_move != OVER:
            legal = [game.format_move(move) for move in game.legal(state)]
            few = [text for text in legal if ">" in text] or [t for t in legal if t in near]
            text = rng.choice((few or legal)[:width])
            state = game.play(state, text)
            other.play(text)
            assert state.to_move == other.to_move
        outcome = game.outcome(state)
        assert outcome is not None
        assert (outcome.places, None) == other.outcome()
        reasons.add(outcome.reason)
        assert game.load(game.dump(state)) == state
    assert ("length" if width > 2 else "repetition") in reasons
