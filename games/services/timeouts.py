"""The clock's way to end a turn: computed from the deadline, never by a timer per match."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

from django.utils import timezone

from games import clocks, records
from games.errors import MatchOver, StalePosition
from games.models import Match, Seat
from games.services.store import check_active, match_advance, match_read, whole_seconds

log = logging.getLogger(__name__)

GRACE = timedelta(seconds=5)
"""The sweep leaves so much time to moves that were received before the deadline and are still
being played; the deadline itself does not move."""

BATCH = 200


def match_flag(*, match_id: int, now: datetime | None = None) -> Match:
    """Take the seat to move out of the match if its deadline has passed; else do nothing.

    Safe to call at any time and any number of times: it acts only on what it reads at the moment,
    by the same compare-and-set as a move, so that a move that came first wins.
    """
    now = now or timezone.now()
    match = match_read(match_id)
    if match.status != Match.Status.ACTIVE:
        return match
    assert match.to_move is not None
    assert match.last_at is not None
    if clocks.in_time(now, match.deadline):
        return match
    state = match.rules.retire(match.load_position(), match.to_move)
    entry = records.left(match.to_move, Seat.Out.TIMED_OUT, whole_seconds(match.last_at, now))
    try:
        # exact: a pause or a day that was given in the meantime moves the deadline
        return match_advance(match, entries=[entry], state=state, now=now, exact=True)
    except (StalePosition, MatchOver):
        return match_read(match_id)


def check_in_time(match: Match, *, now: datetime) -> None:
    """Raise unless `match` is being played and its clock has not run down; else flag it first.

    For what is asked for beside the moves. Raises `NotStarted`, `MatchOver` or, if others play on
    without the one whose time is over, `StalePosition`.
    """
    check_active(match)
    if clocks.in_time(now, match.deadline):
        return
    check_active(match_flag(match_id=match.pk, now=now))
    raise StalePosition


def overdue_flag(*, now: datetime | None = None) -> int:
    """Flag every match that is overdue, oldest deadline first; returns how many were looked at.

    A match that cannot be flagged is logged as an error and holds up none of the others.
    """
    now = now or timezone.now()
    flagged = 0
    stuck: set[int] = set()
    while True:
        due = list(
            Match.objects.filter(status=Match.Status.ACTIVE, deadline__lte=now - GRACE)
            .exclude(pk__in=stuck)
            .order_by("deadline")
            .values_list("pk", flat=True)[:BATCH]
        )
        for match_id in due:
            try:
                match_flag(match_id=match_id, now=now)
            except Exception:
                log.exception("Match %s is overdue and could not be flagged", match_id)
                stuck.add(match_id)
            else:
                flagged += 1
        if len(due) < BATCH:
            return flagged + len(stuck)
