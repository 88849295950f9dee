"""People and matches for tests: one function per kind of row, no shared rows."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from itertools import count
from typing import Any

from accounts.models import User
from games.models import Letter, Match, Study
from games.services.create import SeatSpec, match_create
from games.services.join import match_join
from games.services.play import match_play

_numbers = count(1)


def person(name: str = "", **extra: Any) -> User:
    """A registered player; names are made up where none is given.

    Without vacations that begin by themselves: who lets their time run out shall lose by it.
    """
    extra.setdefault("auto_vacation", False)
    number = next(_numbers)
    name = name or "player" + "".join(chr(97 + int(digit)) for digit in str(number))
    return User.objects.create_user(name, f"{name}@example.org", "correct horse", **extra)


def guest() -> User:
    """A guest."""
    return User.objects.create_user(f"Guest-{next(_numbers)}", is_guest=True)


def bot(level: str = "pip", name: str = "") -> User:
    """A bot's account."""
    return User.objects.create_user(name or level.title(), bot=level)


def match_of(
    *players: User,
    game: str = "speckles",
    moves: Sequence[str] = (),
    clock: str = "3d",
    rated: bool = True,
    weekend: str = "",
    vacations: bool = True,
    now: datetime | None = None,
    **options: str,
) -> Match:
    """A running match with these players in seat order, after `moves`.

    The letters about its challenges are gone: nobody waits for an answer any more.
    """
    creator, *others = players
    match = match_create(
        creator=creator,
        game=game,
        options=options,
        seats=[
            SeatSpec("me"),
            *(SeatSpec("bot" if user.is_bot else "player", user.username) for user in others),
        ],
        clock=clock,
        rated=rated,
        weekend=weekend,
        vacations=vacations,
        now=now,
    )
    for user in others:
        if not user.is_bot:
            match = match_join(match_id=match.pk, user=user, now=now)
    Letter.objects.filter(notices__match=match).delete()
    return play(match, *moves, now=now)


def play(match: Match, *moves: str, now: datetime | None = None) -> Match:
    """Play moves, each for whoever is to move."""
    for text in moves:
        match = Match.objects.get(pk=match.pk)
        assert match.mover_id is not None
        match = match_play(
            match_id=match.pk, user_id=match.mover_id, ply=match.ply, moves=[text], now=now
        )
    return Match.objects.get(pk=match.pk)


def fingerprint(match: Match) -> dict[str, Any]:
    """Everything stored of a match, its seats and studies, and the ratings."""
    from ratings.models import Change, Rating

    return {
        "match": Match.objects.filter(pk=match.pk).values().get(),
        "studies": list(Study.objects.filter(match=match).order_by("pk").values()),
        "seats": list(match.seats.order_by("index").values()),
        "ratings": list(Rating.objects.order_by("pk").values()),
        "changes": list(Change.objects.order_by("pk").values()),
    }


WIN_FOR_RED = ("Ra1", "Yb1", "Gc1", "Rd1")
"""Speckles: seat 1 completes red's line on its second move, so seat 0 wins (SP4)."""
