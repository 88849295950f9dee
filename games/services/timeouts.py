"""The clock's way to end a turn: computed from the deadline, never by a timer per match."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from games import clocks, records
from games.errors import MatchOver, StalePosition
from games.models import Match, Seat
from games.services.absences import match_lock, match_refresh, turns_save
from games.services.mails import LOST
from games.services.notices import notice_file
from games.services.store import check_active, match_advance, match_read, whole_seconds

log = logging.getLogger(__name__)

GRACE = timedelta(seconds=5)
"""The sweep leaves so much time to moves that were received before the deadline and are still
being played; the deadline itself does not move."""

OVERDUE = timedelta(minutes=5)
"""A match that is overdue by more than this was overlooked: beat or the workers are away."""

BATCH = 200


def match_flag(*, match_id: int, now: datetime | None = None, by_sweep: bool = False) -> Match:
    """Take the seat to move out of the match if its time is over; else do nothing.

    Safe to call at any time and any number of times. The stored deadline only says where to look:
    what counts is computed again from the rows once the match is locked, so that a move that came
    first wins and a turn whose clock stands still goes on. Before that the player's vacation may
    begin by itself (see `turns_save`). The sweep leaves `GRACE` to moves on their way, and matches
    alone that somebody is at.
    """
    now = now or timezone.now()
    moment = now - GRACE if by_sweep else now
    match = match_read(match_id)
    if not _seems_over(match, moment):
        return match
    if match.vacations and match.mover is not None:
        turns_save(user=match.mover, until=moment)
    try:
        with transaction.atomic():
            locked = match_lock(match_id, skip_locked=by_sweep)
            if locked is None or not _seems_over(locked, moment):
                return match_read(match_id)
            match = match_refresh(locked)
            if not _seems_over(match, moment):
                return match
            return _time_out(match, now)
    except (StalePosition, MatchOver):
        return match_read(match_id)


def match_seen(match: Match, *, now: datetime | None = None) -> Match:
    """The match as it is once its clock has been looked at: for pages, which ask before they show.

    Nobody has to wait for the sweep to learn that a turn is over. Costs nothing in time.
    """
    now = now or timezone.now()
    return match_flag(match_id=match.pk, now=now) if _seems_over(match, now) else match


def _seems_over(match: Match, now: datetime) -> bool:
    return match.status == Match.Status.ACTIVE and not clocks.in_time(now, match.deadline)


def _time_out(match: Match, now: datetime) -> Match:
    """The seat to move of a locked match leaves it; a match of two that is decided ends by that.

    With two seats the time of a decided game turns nothing: waiting must not pay, nor cost.
    """
    assert match.to_move is not None  # by constraint
    assert match.last_at is not None
    assert match.deadline is not None  # it has passed
    loser, due = match.mover, match.deadline
    state, seconds = match.load_position(), whole_seconds(match.last_at, now)
    outcome = match.rules.decided(state) if match.size == 2 else None
    if outcome is not None:
        entry = records.ended(match.to_move, seconds)
    else:
        state = match.rules.retire(state, match.to_move)
        entry = records.left(match.to_move, Seat.Out.TIMED_OUT, seconds)
    # exact: a pause or a day that was given in the meantime moves the deadline
    match = match_advance(match, entries=[entry], state=state, now=now, outcome=outcome, exact=True)
    if outcome is None and loser is not None:
        notice_file(user=loser, kind=LOST, match=match, at=due)
    return match


def check_in_time(match: Match, *, now: datetime) -> None:
    """Raise unless `match` is being played and its clock has not run down; else flag it first.

    For what is asked for beside the moves. Raises `NotStarted`, `MatchOver` or, if others play on
    without the one whose time is over, `StalePosition`.
    """
    check_active(match)
    if clocks.in_time(now, match.deadline):
        return
    after = match_flag(match_id=match.pk, now=now)
    check_active(after)
    if after.ply != match.ply or not clocks.in_time(now, after.deadline):
        raise StalePosition


def overdue_flag(*, now: datetime | None = None) -> int:
    """Flag every match that is overdue, oldest deadline first; returns how many were looked at.

    A match that cannot be flagged is logged as an error and holds up none of the others; one that
    somebody is at this moment is left to the next sweep. Each match is looked at once, so that the
    sweep has an end. Matches that nobody looked at in time are an error in the log.
    """
    now = now or timezone.now()
    if late := overdue_count(now=now):
        log.error("%s active matches are overdue by more than %s", late, OVERDUE)
    seen = 0
    after: tuple[datetime, int] | None = None
    while True:
        due = Match.objects.filter(status=Match.Status.ACTIVE, deadline__lte=now - GRACE)
        if after is not None:
            due = due.filter(Q(deadline__gt=after[0]) | Q(deadline=after[0], pk__gt=after[1]))
        batch = list(due.order_by("deadline", "pk").values_list("deadline", "pk")[:BATCH])
        for _deadline, match_id in batch:
            try:
                match_flag(match_id=match_id, now=now, by_sweep=True)
            except Exception:
                log.exception("Match %s is overdue and could not be flagged", match_id)
        seen += len(batch)
        if len(batch) < BATCH:
            return seen
        deadline, pk = batch[-1]
        assert deadline is not None  # by the query
        after = deadline, pk


def overdue_count(*, now: datetime | None = None) -> int:
    """How many active matches have been overdue for so long that nobody can be sweeping."""
    now = now or timezone.now()
    return Match.objects.filter(status=Match.Status.ACTIVE, deadline__lt=now - OVERDUE).count()
