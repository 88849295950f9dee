"""The Quabble family against the independent reference, move by move, in random games."""

import os
from collections import Counter
from random import Random

import pytest

from games.rules.core import OVER
from games.rules.quabble_core import SWAP, Position
from tests.rules.quabble_lay import game, kinds
from tests.rules.reference import POSITIONS

DEEP = os.environ.get("PLYPOST_DEEP") == "1"
GAMES = {2: 200, 3: 250, 4: 200, 5: 150, 6: 90, 7: 50, 11: 4}
"""Random games of each kind and size."""


@pytest.mark.parametrize("size", GAMES)
@pytest.mark.parametrize(("key", "claims"), kinds())
def test_legal_moves_and_outcomes_are_those_of_the_reference(
    key: str, claims: str, size: int
) -> None:
    rules, rng = game(key, size, claims), Random(size)
    count = GAMES[size] * (20 if DEEP else 1)
    if "conquare" in key:
        count //= 2  # nearly twice as many points
    for number in range(count):
        state = rules.initial()
        other = POSITIONS[key](2, size=str(size), **({"claims": claims} if claims else {}))
        moves: list[str] = []
        while True:
            assert state.to_move == other.to_move, moves
            texts = sorted(map(rules.format_move, rules.legal(state)))
            assert texts == other.legal(), moves
            assert rules.count_legal(state) == len(texts), moves
            if state.to_move == OVER:
                break
            move = rules.random_move(state, rng)
            if state.ply == 1 and number % 2:
                move = SWAP
            moves.append(rules.format_move(move))
            assert moves[-1] in texts
            before, state = state, rules.apply(state, move)
            other.play(moves[-1])
            gone = before.mine | before.theirs
            assert sum(rules.stones(state)) & gone == gone, moves
        outcome = rules.outcome(state)
        assert outcome is not None
        assert (outcome.places, outcome.scores) == other.outcome(), moves
        assert outcome.reason == "connection"
        assert len(moves) <= rules.max_plies()


@pytest.mark.parametrize(("key", "claims"), kinds())
@pytest.mark.parametrize("stage", [0, 1, 2, 6, -3, -1])
def test_random_moves_are_uniform(key: str, claims: str, stage: int) -> None:
    rules, rng = game(key, 5, claims), Random(stage)
    states: list[Position] = []
    while len(states) < 9:
        states, state = [], rules.initial()
        while state.to_move != OVER:
            states.append(state)
            state = rules.apply(state, rules.random_move(state, rng))
    state = states[stage]
    legal = rules.legal(state)
    draws = 300 * len(legal)
    seen = Counter(rules.random_move(state, rng) for _ in range(draws))
    assert set(seen) == set(legal)
    # the sum of squares has mean k - 1 and variance 2 (k - 1): six deviations above it
    free = len(legal) - 1
    squares = sum((seen[move] - 300) ** 2 / 300 for move in legal)
    assert squares <= free + 6 * (2 * free) ** 0.5


@pytest.mark.parametrize(("key", "claims"), kinds())
def test_checking_one_move_agrees_with_the_list(key: str, claims: str) -> None:
    rules, rng = game(key, 5, claims), Random(1)
    for _ in range(8):
        state = rules.initial()
        while state.to_move != OVER:
            legal = set(rules.legal(state))
            for move in rules.moves.values():
                assert (rules.refusal(state, move) is None) == (move in legal)
            assert rules.load(rules.dump(state)) == state
            state = rules.apply(state, rules.random_move(state, rng))
