"""Decided positions: whatever is played from there, no place changes any more."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

import pytest

from games.rules import registry
from games.rules.core import OVER, Game, settled

DOTS = ("dots-and-boxes", "dots-and-hexagons")


def test_of_bounds_only_those_that_part_all_seats_settle_the_places() -> None:
    assert settled([3, 0], [3, 2]) == (1, 2)
    assert settled([3, 0], [3, 3]) is None  # a draw is still possible
    assert settled([3, 3], [3, 3]) == (1, 1)
    assert settled([3, 3], [3, 4]) is None
    assert settled([0, 9, 5], [4, 9, 5], left=[1]) == (2, 3, 1)
    assert settled([0, 9, 5], [9, 9, 5], left=[1, 2]) == (1, 3, 2)


# --- every game on a small board, whole ------------------------------------------------------


def ends_of(game: Game[Any]) -> Callable[[Any], frozenset[tuple[int, ...]]]:
    """By position, all places with which a game from there may end."""

    @cache
    def ends(state: Any) -> frozenset[tuple[int, ...]]:
        if state.to_move == OVER:
            outcome = game.outcome(state)
            assert outcome is not None
            return frozenset([outcome.places])
        found: frozenset[tuple[int, ...]] = frozenset()
        for move in game.legal(state):
            found |= ends(game.apply(state, move))
        decided = game.decided(state)
        if decided is not None:
            assert found == {decided.places}, state
            game.seen_decided += 1  # type: ignore[attr-defined]
        return found

    return ends


@pytest.mark.parametrize("misere", ["false", "true"])
@pytest.mark.parametrize(
    ("key", "seats", "rows", "columns", "border"),
    [
        ("dots-and-boxes", 2, "2", "2", "false"),
        ("dots-and-boxes", 2, "2", "3", "true"),
        ("dots-and-boxes", 3, "2", "4", "true"),
        ("dots-and-boxes", 3, "1", "8", "true"),
        ("dots-and-hexagons", 2, "2", "3", "true"),
        ("dots-and-hexagons", 2, "1", "3", "false"),
    ],
)
def test_small_boards_of_dots_to_the_end(
    key: str, seats: int, rows: str, columns: str, border: str, misere: str
) -> None:
    options = {"rows": rows, "columns": columns, "border": border, "misere": misere}
    game = registry.find(key)(seats, dict(registry.make(key, seats, options).values))
    game.seen_decided = 0  # type: ignore[attr-defined]
    ends_of(game)(game.initial())
    # three seats never part so far on boards that can be looked through
    assert (game.seen_decided > 0) == (seats == 2)  # type: ignore[attr-defined]


# --- large boards, by playing on ------------------------------------------------------------


def played(game: Game[Any], rng: Random, leaves: float) -> list[Any]:
    """The positions of a random game, in which seats may leave."""
    states = [game.initial()]
    while states[-1].to_move != OVER:
        state = states[-1]
        if rng.random() < leaves and len(state.left) < game.seats - 2:
            staying = [seat for seat in range(game.seats) if seat not in state.left]
            states.append(game.retire(state, rng.choice(staying)))
        else:
            states.append(game.apply(state, game.random_move(state, rng)))
    return states


def playout(game: Game[Any], state: Any, rng: Random, hero: int) -> tuple[int, ...]:
    """Places of a game played on: `hero` takes all it can get, the others hand it all they can."""
    while state.to_move != OVER:
        moves = rng.sample(game.legal(state), min(12, game.count_legal(state)))
        scored = []
        for move in moves:
            after = game.apply(state, move)
            scores = game.scores(after)
            assert scores is not None
            lead = scores[hero] - max(s for seat, s in enumerate(scores) if seat != hero)
            scored.append((lead, rng.random(), after))
        state = max(scored)[2] if rng.random() < 0.8 else rng.choice(scored)[2]
    outcome = game.outcome(state)
    assert outcome is not None
    return outcome.places


def check_from_random_games(game: Game[Any], rng: Random, games: int, leaves: float) -> int:
    found = 0
    for _ in range(games):
        states = played(game, rng, leaves)
        first = next((state for state in states if game.decided(state)), None)
        if first is None:
            continue
        found += 1
        decided = game.decided(first)
        assert decided is not None
        assert decided.reason == "decided"
        assert decided.scores == game.scores(first)
        after = states[states.index(first) + 1 :]
        for state in after:  # once decided, always decided, unless a seat leaves
            if state.left == first.left and state.to_move != OVER:
                again = game.decided(state)
                assert again is not None
                assert again.places == decided.places
        for seat in range(game.seats):
            for _ in range(4):
                assert playout(game, first, rng, seat) == decided.places
    return found


@pytest.mark.parametrize("misere", ["false", "true"])
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("key", DOTS)
def test_dots_played_on_never_changes_a_decided_place(key: str, seats: int, misere: str) -> None:
    game = registry.make(key, seats, {"misere": misere})
    assert check_from_random_games(game, Random(f"{key}{seats}{misere}"), 25, 0.02) > 0


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_blokus_played_on_never_changes_a_decided_place(seats: int) -> None:
    game = registry.make("blokus", seats)
    assert check_from_random_games(game, Random(seats), 8, 0.01) > 0


def test_in_blokus_nobody_ever_comes_to_more_than_the_bound() -> None:
    game: Any = registry.make("blokus", 4)
    rng = Random(5)
    for _ in range(6):
        states = played(game, rng, 0.0)
        final = [game.score(states[-1], colour) for colour in range(4)]
        for state in states[:-1]:
            for colour in range(4):
                assert game.score(state, colour) <= final[colour] <= game.most(state, colour)


def test_a_drawn_lead_is_not_decided() -> None:
    game = registry.make("dots-and-boxes", 2, {"rows": "2", "columns": "2"})
    # seat 0 has two of four boxes and two are open: a draw is possible
    state = game.replay(["h0,0", "v1,1", "h0,1", "v0,0"])
    assert game.decided(state) is None


@pytest.mark.parametrize("key", ["speckles", "tink", "quabble"])
def test_games_without_points_are_never_called_decided(key: str) -> None:
    game = registry.make(key, 2)
    rng = Random(1)
    state = game.initial()
    while state.to_move != OVER:
        assert game.decided(state) is None
        state = game.apply(state, game.random_move(state, rng))


def test_what_is_over_is_not_decided_but_over() -> None:
    for key in (*DOTS, "blokus"):
        game = registry.make(key, 2)
        assert game.decided(game.retire(game.initial(), 0)) is None
