"""Seats leave games of three and four in every order, at every moment: state machines.

Moves and departures are mixed by Hypothesis; after each step somebody is to move or the game is
over, and a seat that is out never plays again. The places at the end follow the order in which
seats went out, by themselves (Tink) or by leaving.
"""

from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from games.rules.core import OVER, IllegalMove
from tests.rules.kit import CASES, variants

WITH_MORE = [(key, seats) for key, seats in CASES if seats > 2]


class Leaving(RuleBasedStateMachine):
    """A game in which seats leave; subclassed with `key` and `seats`."""

    key: str
    seats: int

    @initialize(variant=st.integers(0, 7))
    def start(self, variant: int) -> None:
        games = variants(self.key, self.seats, 8)
        self.game = games[variant % len(games)]
        self.state: Any = self.game.initial()
        self.plies = 0
        self.out: list[set[int]] = []  # seats that went out, those of one step together

    @property
    def seats_out(self) -> set[int]:
        return set().union(*self.out)

    def step_to(self, state: Any) -> None:
        self.state = state
        gone = {
            seat
            for seat in range(self.seats)
            if seat not in self.seats_out and not self.stays(seat)
        }
        if gone:
            self.out.append(gone)

    def stays(self, seat: int) -> bool:
        """Whether the seat can still leave, which is to say that it is not out already."""
        if self.state.to_move == OVER:
            return True
        try:
            self.game.retire(self.state, seat)
        except IllegalMove:
            return False
        return True

    @precondition(lambda self: self.state.to_move != OVER)
    @rule(seed=st.integers(0, 999), moves=st.integers(1, 25))
    def play(self, seed: int, moves: int) -> None:
        rng = Random(seed)
        for _ in range(moves):
            if self.state.to_move != OVER:
                self.plies += 1
                self.step_to(self.game.apply(self.state, self.game.random_move(self.state, rng)))

    @precondition(lambda self: self.state.to_move != OVER)
    @rule(seat=st.integers(0, 3))
    def leave(self, seat: int) -> None:
        staying = [seat for seat in range(self.seats) if seat not in self.seats_out]
        seat = staying[seat % len(staying)]
        before = self.game.dump(self.state)
        state = self.game.retire(self.state, seat)
        assert self.game.dump(self.state) == before
        self.out.append({seat})
        self.step_to(state)
        assert len(staying) > 2 or self.state.to_move == OVER

    @precondition(lambda self: self.state.to_move != OVER and self.out)
    @rule()
    def nobody_leaves_twice(self) -> None:
        for seat in self.seats_out:
            with pytest.raises(IllegalMove):
                self.game.retire(self.state, seat)

    @precondition(lambda self: self.state.to_move == OVER)
    @rule(seat=st.integers(0, 3))
    def nobody_leaves_a_finished_game(self, seat: int) -> None:
        with pytest.raises(IllegalMove):
            self.game.retire(self.state, seat % self.seats)

    @invariant()
    def somebody_is_to_move_or_the_game_is_over(self) -> None:
        assert self.plies <= self.game.max_plies()
        outcome = self.game.outcome(self.state)
        if self.state.to_move != OVER:
            assert outcome is None
            assert self.state.to_move in set(range(self.seats)) - self.seats_out
            assert self.game.legal(self.state)
            assert self.game.load(self.game.dump(self.state)) == self.state
            return
        assert not self.game.legal(self.state)
        assert outcome is not None
        for place in outcome.places:
            assert place == 1 + sum(other < place for other in outcome.places)
        groups = [*self.out, set(range(self.seats)) - self.seats_out]
        for earlier, later in pairwise(groups):
            assert min(outcome.places[s] for s in earlier) > max(outcome.places[s] for s in later)


@pytest.mark.parametrize(("key", "seats"), WITH_MORE, ids=[f"{k}-{n}" for k, n in WITH_MORE])
def test_seats_leave_in_every_order(key: str, seats: int) -> None:
    machine = type(f"Leaving{key.title()}{seats}", (Leaving,), {"key": key, "seats": seats})
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=80,
            stateful_step_count=12,
            derandomize=True,  # a failure repeats; the examples are the same on every machine
            database=None,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
