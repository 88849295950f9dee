"""Elo for 2 to 4 players: every pair of a match counts as a small match. Pure Python."""

from __future__ import annotations

from collections.abc import Sequence

START = 1200.0
"""The rating of somebody without a rated game."""


def k_factor(games: int) -> float:
    """How far one match moves a rating, by the number of rated games before it.

    40 for the first 20 games, so that newcomers find their place soon, then 24, from 100 on 16.
    """
    return 40.0 if games < 20 else 24.0 if games < 100 else 16.0


def expected(own: float, other: float) -> float:
    """The share of the point that a player rated `own` should take from one rated `other`.

    >>> expected(1200, 1200)
    0.5
    >>> round(expected(1600, 1200), 3)
    0.909
    """
    return float(1 / (1 + 10 ** ((other - own) / 400)))


def changes(
    ratings: Sequence[float], games: Sequence[int], places: Sequence[int]
) -> tuple[float, ...]:
    """What each player gains or loses; all sequences in seat order.

    In a match of n players each meets n - 1 others: a better place is a win, the same place half
    a point. The sum of (score - expected) is divided by n - 1, so that a match of four moves a
    rating no further than a match of two. With equal K-factors the changes add up to zero.

    >>> changes([1200, 1200], [0, 0], [1, 2])
    (20.0, -20.0)
    """
    result = []
    for own, (rating, played, place) in enumerate(zip(ratings, games, places, strict=True)):
        surplus = 0.0
        for other, (other_rating, other_place) in enumerate(zip(ratings, places, strict=True)):
            if other != own:
                score = 1.0 if place < other_place else 0.5 if place == other_place else 0.0
                surplus += score - expected(rating, other_rating)
        result.append(k_factor(played) * surplus / (len(ratings) - 1))
    return tuple(result)
