"""Ratings as the pages of games show them, without knowing how they are made.

`ratings` registers its provider when it starts; imports point from it to here, never back.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple, Protocol

from accounts.models import User
from games.models import Match


class Standing(NamedTuple):
    """A rating in whole points (None: no rated game yet), and what a match changed."""

    rating: int | None
    change: int | None = None


UNKNOWN = Standing(None)


class Result(NamedTuple):
    """What a match did to a rating, in whole points.

    `rank` is the place on the ladder and `up` how many places it is better by this match; None once
    another rated game has been finished.
    """

    before: int
    after: int
    rank: int | None = None
    up: int = 0


class Provider(Protocol):
    """What the pages ask for."""

    def of_match(self, match: Match) -> dict[int, Standing]:
        """By user id: after a rated match its result, else the present rating on its ladder."""
        ...

    def of_matches(self, matches: Iterable[Match]) -> dict[int, dict[int, Standing]]:
        """`of_match` for many matches in a constant number of statements, by match id."""
        ...

    def result_of(self, match: Match, user_id: int) -> Result | None:
        """What a finished match did to a player; None if it was not rated."""
        ...

    def ladders_of(self, user: User) -> list[dict[str, Any]]:
        """The ladders `user` is on: {key, rank, rating, games}, most games first."""
        ...

    def on_ladders(self, users: Iterable[User]) -> dict[int, dict[str, int]]:
        """By user id: the rating on every ladder with a rated game."""
        ...


class _Nobody:
    """Before a provider is there nobody has a rating."""

    def of_match(self, match: Match) -> dict[int, Standing]:
        return {}

    def of_matches(self, matches: Iterable[Match]) -> dict[int, dict[int, Standing]]:
        return {}

    def result_of(self, match: Match, user_id: int) -> Result | None:
        return None

    def ladders_of(self, user: User) -> list[dict[str, Any]]:
        return []

    def on_ladders(self, users: Iterable[User]) -> dict[int, dict[str, int]]:
        return {}


_provider: Provider = _Nobody()


def register(provider: Provider) -> None:
    """Take `provider` for all pages from now on."""
    global _provider  # noqa: PLW0603  # set once, when the apps are ready
    _provider = provider


def provider() -> Provider:
    """Whoever knows the ratings."""
    return _provider
