"""Ending a match early: calling it off before it has really begun, or once it is decided."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from games import offers, records
from games.errors import NotSeated, StalePosition
from games.models import Match, Seat
from games.services.store import match_advance, match_read, whole_seconds
from games.services.timeouts import check_in_time

TRIES = 10
"""What does not depend on the position is tried so often when something comes in between."""


def seat_for(match: Match, user_id: int, act: str, *, now: datetime) -> Seat:
    """The seat of a user who may do `act` in `match` at `now`; raises what refuses it."""
    seat = next((seat for seat in match.seat_rows if seat.user_id == user_id), None)
    if seat is None:
        raise NotSeated
    check_in_time(match, now=now)
    if refused := offers.refusal(match, seat, act):
        raise refused
    return seat


def match_abort(*, match_id: int, user_id: int, now: datetime | None = None) -> Match:
    """Call a match off that has hardly begun: no result, no rating, for nobody.

    Any seat may, before the second ply. Raises `NotSeated`, `NotStarted`, `MatchOver`, `HasLeft`,
    `TooLate`.
    """
    now = now or timezone.now()
    for _ in range(TRIES):
        match = match_read(match_id)
        seat = seat_for(match, user_id, "abort", now=now)
        assert match.last_at is not None  # it is being played
        entry = records.called_off(seat.index, whole_seconds(match.last_at, now))
        try:
            with transaction.atomic():
                match = match_advance(
                    match, entries=[entry], state=match.load_position(), now=now, cancelled=True
                )
                Seat.objects.filter(pk=seat.pk).update(seen_end=True)
        except StalePosition:
            continue
        return match
    raise StalePosition


def match_end(*, match_id: int, user_id: int, now: datetime | None = None) -> Match:
    """End a match whose result cannot change any more; it counts as if it had been played out.

    Any seat that still plays may. Raises `NotSeated`, `NotStarted`, `MatchOver`, `HasLeft`,
    `NotDecided`.
    """
    now = now or timezone.now()
    for _ in range(TRIES):
        match = match_read(match_id)
        seat = seat_for(match, user_id, "end", now=now)
        assert match.last_at is not None  # it is being played
        state = match.load_position()
        entry = records.ended(seat.index, whole_seconds(match.last_at, now))
        try:
            return match_advance(
                match, entries=[entry], state=state, now=now, outcome=match.rules.decided(state)
            )
        except StalePosition:
            continue
    raise StalePosition
