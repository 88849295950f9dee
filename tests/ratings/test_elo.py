"""The arithmetic of ratings."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings import elo

ratings = st.floats(min_value=100, max_value=3000)


def test_equals_gain_and_lose_half_of_k() -> None:
    assert elo.changes([1200, 1200], [0, 0], [1, 2]) == (20.0, -20.0)
    assert elo.changes([1200, 1200], [0, 0], [1, 1]) == (0.0, 0.0)


def test_a_draw_lifts_the_weaker() -> None:
    weaker, stronger = elo.changes([1200, 1600], [50, 50], [1, 1])
    assert weaker == pytest.approx(24 * (0.5 - 1 / 11))
    assert stronger == -weaker


def test_the_k_factor_falls_with_the_games_played() -> None:
    assert [elo.k_factor(games) for games in (0, 19, 20, 99, 100)] == [40, 40, 24, 24, 16]


def test_four_players_are_six_small_games() -> None:
    assert elo.changes([1200] * 4, [0] * 4, [1, 2, 3, 4]) == pytest.approx(
        (20, 20 / 3, -20 / 3, -20)
    )
    assert elo.changes([1200] * 3, [0] * 3, [1, 2, 2]) == pytest.approx((20, -10, -10))


@given(
    st.lists(st.tuples(ratings, st.integers(1, 4)), min_size=2, max_size=4),
)
def test_with_equal_k_nothing_is_made_or_lost(players: list[tuple[float, int]]) -> None:
    values, places = zip(*players, strict=True)
    changes = elo.changes(values, [0] * len(values), places)
    assert sum(changes) == pytest.approx(0, abs=1e-6)
    assert all(abs(change) <= 40 for change in changes)


@given(ratings, ratings)
def test_winning_never_costs_and_losing_never_pays(own: float, other: float) -> None:
    gain, loss = elo.changes([own, other], [0, 0], [1, 2])
    assert gain >= 0 >= loss
