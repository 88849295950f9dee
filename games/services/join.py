"""Taking a seat, declining one, calling a match off."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games import events
from games.errors import AlreadySeated, MatchOver, NoSeat, NotSeated
from games.models import Match, Seat
from games.rules.text import gettext_noop
from games.services.company import check_not_apart, check_still_here
from games.services.create import match_start_if_full

KEPT = timedelta(days=30)
"""So long does a match wait for players."""


def match_join(*, match_id: int, user: User, now: datetime | None = None) -> Match:
    """Give `user` the seat kept for them, else the first free one that anyone may take.

    The match starts when its last seat is taken. Raises `AlreadySeated`, `NoSeat`,
    `NotAvailable`, `MatchOver`.
    """
    now = now or timezone.now()

    def take(match: Match) -> None:
        seats = list(match.seats.select_related("user"))
        if any(seat.user_id == user.pk for seat in seats):
            raise AlreadySeated
        free = [seat for seat in seats if seat.user_id is None]
        mine = next((seat for seat in free if seat.invited_id == user.pk), None)
        seat = mine or next((seat for seat in free if seat.invited_id is None), None)
        if match.status != Match.Status.OPEN or seat is None:
            raise NoSeat
        check_not_apart(user, [match.created_by, *(each.user for each in seats)])
        seat.user = user
        seat.save(update_fields=["user"])
        check_still_here(user)
        match_start_if_full(match, now=now)

    return _under_lock(match_id, take)


def match_decline(*, match_id: int, user: User) -> Match:
    """Refuse an invitation: the whole match is called off. Raises `NotSeated`, `MatchOver`."""

    def refuse(match: Match) -> None:
        if not match.seats.filter(invited=user, user=None).exists():
            raise NotSeated(gettext_noop("You are not invited to this game."))
        _call_off(match)

    return _under_lock(match_id, refuse)


def match_cancel(*, match_id: int, user: User) -> Match:
    """Take back an offer that has not started. Raises `NotSeated`, `MatchOver`."""

    def withdraw(match: Match) -> None:
        if match.created_by_id != user.pk:
            raise NotSeated(gettext_noop("Only the player who made this offer can take it back."))
        _call_off(match)

    return _under_lock(match_id, withdraw)


def seat_leave(*, match_id: int, user: User) -> Match:
    """Give a seat back while the match still waits for others. Raises `NotSeated`, `MatchOver`."""

    def stand_up(match: Match) -> None:
        if match.status != Match.Status.OPEN:
            raise MatchOver(gettext_noop("This game has started already."))
        if match.created_by_id == user.pk or not match.seats.filter(user=user).update(user=None):
            raise NotSeated

    return _under_lock(match_id, stand_up)


def offers_expire(*, now: datetime | None = None) -> int:
    """Call off every match that has waited for players for `KEPT`; returns how many.

    Whoever has a seat in one finds it on their home page until they have looked at it. Safe to run
    any number of times: each match is looked at again under its lock.
    """
    now = now or timezone.now()
    old = Match.objects.filter(status=Match.Status.OPEN, created_at__lte=now - KEPT)

    def expire(match: Match) -> None:
        _call_off(match, reason="expired", now=now)

    expired = 0
    for pk in list(old.order_by("created_at").values_list("pk", flat=True)):
        with suppress(MatchOver):  # it has begun, or was called off, just now
            _under_lock(pk, expire)
            expired += 1
    return expired


def _call_off(match: Match, *, reason: str = "", now: datetime | None = None) -> None:
    if match.status != Match.Status.OPEN:
        raise MatchOver(gettext_noop("This game has started already."))
    match.status = Match.Status.CANCELLED
    match.reason = reason
    match.finished_at = now or timezone.now()
    match.save(update_fields=["status", "reason", "finished_at"])


def _under_lock(match_id: int, change: Callable[[Match], None]) -> Match:
    """Run `change` on the locked match row, raise its version and tell the world on commit.

    The lock makes two people who take the last two seats at once see each other; SQLite's
    immediate transactions do the same.
    """
    with transaction.atomic():
        match = Match.objects.select_for_update(no_key=True).get(pk=match_id)
        if match.is_over:
            raise MatchOver
        change(match)
        match.version += 1
        match.save(update_fields=["version"])
        people = [
            person
            for seat in Seat.objects.filter(match=match).select_related("user", "invited")
            for person in (seat.user, seat.invited)
            if person is not None
        ]
        events.changed_on_commit(match, people=people)
    return match
