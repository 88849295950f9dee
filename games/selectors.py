"""Which matches: the queries behind lists and pages."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db.models import F, Q, QuerySet

from accounts import blocks
from accounts.models import User
from games.models import Follow, Match, Seat

SOONEST = F("deadline").asc(nulls_last=True)
"""Least time first; matches without a clock last, on every database."""


def matches_with_seats() -> QuerySet[Match]:
    """All matches, seats and their users prefetched."""
    return Match.objects.prefetch_related("seats__user", "seats__invited")


def match_by_code(code: str) -> Match:
    """The match with this public id; raises `Match.DoesNotExist`."""
    return matches_with_seats().get(code=code)


def seat_of(match: Match, user: Any) -> Seat | None:
    """The seat of `user` in `match`, or None (spectators, visitors)."""
    if not getattr(user, "is_authenticated", False):
        return None
    return next((seat for seat in match.seat_rows if seat.user_id == user.pk), None)


def turns_for(user: User) -> QuerySet[Match]:
    """Matches in which `user` is to move, least time first."""
    return (
        matches_with_seats().filter(mover=user, status=Match.Status.ACTIVE).order_by(SOONEST, "pk")
    )


def waiting_for(user: User) -> QuerySet[Match]:
    """Active matches of `user` in which somebody else is to move, longest wait first."""
    return (
        matches_with_seats()
        .filter(seats__user=user, status=Match.Status.ACTIVE)
        .exclude(mover=user)
        .order_by("turn_started_at", "pk")
    )


def followed_by(user: User) -> QuerySet[Match]:
    """Active matches that `user` follows, the newest first."""
    return (
        matches_with_seats()
        .filter(follows__user=user, status=Match.Status.ACTIVE)
        .order_by("-follows__at", "-pk")
    )


def follows(match: Match, user: Any) -> bool:
    """Whether `user` follows `match`; visitors follow none."""
    if not getattr(user, "is_authenticated", False):
        return False
    return Follow.objects.filter(match=match, user=user).exists()


def unseen_for(user: User, *, also: Iterable[int] = (), limit: int = 6) -> QuerySet[Match]:
    """Ended matches that `user` has not looked at since the end, newest first.

    Also those that were called off by somebody else, or by the site, for a reason; and those among
    `also`, ids of matches of `user` in which there is something else to see.
    """
    ended = Q(match__status=Match.Status.FINISHED) | Q(
        ~Q(match__reason=""), match__status=Match.Status.CANCELLED
    )
    news = Q(seen_end=False) | Q(match__in=list(also))
    return (
        matches_with_seats()
        .filter(seats__in=Seat.objects.filter(ended, news, user=user))
        .order_by("-finished_at")[:limit]
    )


def finished_of(user: User, limit: int = 10) -> QuerySet[Match]:
    """The newest finished matches of `user`."""
    return (
        matches_with_seats()
        .filter(seats__user=user, status=Match.Status.FINISHED)
        .order_by("-finished_at", "-pk")[:limit]
    )


def invitations_of(user: User) -> QuerySet[Match]:
    """Matches in which a seat is kept for `user`."""
    return (
        matches_with_seats()
        .filter(
            status=Match.Status.OPEN,
            seats__in=Seat.objects.filter(invited=user, user__isnull=True),
        )
        .order_by("-pk")
    )


def offers_of(user: User) -> QuerySet[Match]:
    """Matches that `user` has set up or joined and that wait for others."""
    return matches_with_seats().filter(status=Match.Status.OPEN, seats__user=user).order_by("-pk")


def open_matches(user: Any, game: str = "", limit: int = 50) -> QuerySet[Match]:
    """Listed matches with a seat that `user` may take, newest first."""
    found = (
        matches_with_seats()
        .filter(
            status=Match.Status.OPEN,
            listed=True,
            seats__in=Seat.objects.filter(user__isnull=True, invited__isnull=True),
        )
        .distinct()
        .order_by("-pk")
    )
    if game:
        found = found.filter(game=game)
    if getattr(user, "is_authenticated", False):
        found = found.exclude(seats__user=user)
    if apart := blocks.apart(user):
        met = Seat.objects.filter(user__in=apart).values("match")
        found = found.exclude(created_by__in=apart).exclude(pk__in=met)
    return found[:limit]


def next_match_for(user: User, *, after: str = "") -> Match | None:
    """The match with least time left in which `user` is to move, other than `after` if possible."""
    turns = Match.objects.filter(mover=user, status=Match.Status.ACTIVE).order_by(SOONEST, "pk")
    if after.isalnum():  # as codes are; PostgreSQL compares with no NUL
        return turns.exclude(code=after).first() or turns.first()
    return turns.first()
