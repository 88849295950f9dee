"""Leaving a match by one's own will."""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone

from games import records
from games.errors import BadMove, NotSeated, StalePosition
from games.models import Match, Seat
from games.rules.core import RulesError
from games.services.store import check_active, match_advance, match_read, whole_seconds

_TRIES = 10


def match_resign(*, match_id: int, user_id: int, now: datetime | None = None) -> Match:
    """Resign the seat of `user_id`, on turn or not; with 3 or 4 seats the others play on.

    Resigning does not depend on the position, so when a move comes in between it is tried again
    on the new one. Raises `NotSeated`, `NotStarted`, `MatchOver`, `BadMove` (left before).
    """
    now = now or timezone.now()
    for _ in range(_TRIES):
        match = match_read(match_id)
        seat = next((seat for seat in match.seat_rows if seat.user_id == user_id), None)
        if seat is None:
            raise NotSeated
        check_active(match)
        assert match.last_at is not None
        try:
            state = match.rules.retire(match.load_position(), seat.index)
        except RulesError as error:
            raise BadMove(error) from error
        entry = records.left(seat.index, Seat.Out.RESIGNED, whole_seconds(match.last_at, now))
        try:
            return match_advance(match, entries=[entry], state=state, now=now)
        except StalePosition:
            continue
    raise StalePosition
