"""`match_play`: the one door for moves. Pages, API and bots all come through here."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from games import clocks, records
from games.errors import BadMove, MatchOver, NotSeated, NotYourTurn, OutOfTime, StalePosition
from games.models import Match
from games.rules.core import IllegalMove, RulesError
from games.rules.text import gettext_noop
from games.services.replies import replies_play
from games.services.store import check_active, match_advance, match_read, whole_seconds
from games.services.timeouts import match_flag


def match_play(
    *,
    match_id: int,
    user_id: int,
    ply: int,
    moves: Sequence[str],
    key: str = "",
    now: datetime | None = None,
) -> Match:
    """Play `moves` for the seat of `user_id` on the position that the caller saw at `ply`.

    Usually one move. Where a player goes on after a move (Dots), a whole turn may be posted at
    once; it is played entirely or not at all. `key` marks one posting: sending the same posting
    again (a lost answer, a double tap) returns the match and plays nothing. `now` is when the
    request was received. What the site plays in reply (see `games.services.replies`) is played in
    the same transaction, so that nobody ever sees the one without the other.

    The first failing check wins: over, out of time, ply, seat, notation, legality. Raises
    `MatchOver`, `NotStarted`, `OutOfTime`, `StalePosition`, `NotSeated`, `NotYourTurn`, `BadMove`.
    """
    now = now or timezone.now()
    match = match_read(match_id)
    seat = next((seat for seat in match.seat_rows if seat.user_id == user_id), None)
    posting = (seat.index, key) if seat and key else None
    if _is_played(match, posting, ply):
        return match
    check_active(match)
    if not clocks.in_time(now, match.deadline):
        before = match.ply
        match = match_flag(match_id=match.pk, now=now)
        if match.is_over or match.ply != before or not clocks.in_time(now, match.deadline):
            raise OutOfTime
        # A vacation has begun at the last moment, and the turn goes on.
    assert match.last_at is not None
    if ply != match.ply:
        raise StalePosition
    if seat is None:
        raise NotSeated
    if seat.index != match.to_move:
        raise NotYourTurn

    state = match.load_position()
    entries = []
    seconds = whole_seconds(match.last_at, now)
    try:
        if not moves:
            raise IllegalMove(gettext_noop("Choose a move first."))
        for text in moves:
            if state.to_move != seat.index:
                raise IllegalMove(
                    gettext_noop("Your turn was over before “{move}”."), move=str(text)
                )
            state = match.rules.play(state, text)
            entries.append(records.Entry(text, seconds))
            seconds = 0
    except RulesError as error:
        raise BadMove(error) from error
    try:
        with transaction.atomic():
            match = match_advance(match, entries=entries, state=state, now=now, key=posting)
            return replies_play(match, now=now)
    except (StalePosition, MatchOver):
        # What was first may have been this very posting: a double tap, a resend that overtook.
        match = match_read(match_id)
        if _is_played(match, posting, ply):
            return match
        raise


def _is_played(match: Match, posting: tuple[int, str] | None, ply: int) -> bool:
    """Whether this posting (seat, key) is the last one that was played for its seat."""
    if posting is None:
        return False
    seat, key = posting
    return bool(match.post_keys.get(str(seat)) == f"{ply}:{key}")
