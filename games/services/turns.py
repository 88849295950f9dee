"""The clock of one turn: what stops it, when it is over, what is left after it."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from accounts.models import User
from games import clocks
from games.models import Match, Seat
from games.timing import reasons_of

NO_TURN: dict[str, Any] = {
    "to_move": None,
    "mover": None,
    "turn_started_at": None,
    "turn_left": None,
    "nights": "",
    "deadline": None,
    "warn_at": None,
}
"""The values of a match in which nobody is to move."""


def nights_of(user: User) -> str:
    """The sleeping hours of a player as a match keeps them for one turn; empty if there are none.

    They are kept with the turn, so that changing them never changes a turn that has begun.
    """
    if user.sleep_begin is None or user.sleep_finish is None:
        return ""
    return f"{user.sleep_begin:%H:%M}-{user.sleep_finish:%H:%M} {user.time_zone or 'UTC'}"


def turn_values(match: Match, seat: Seat, now: datetime) -> dict[str, Any]:
    """The values of a match in which a turn of `seat` begins at `now`."""
    assert seat.user is not None  # every seat of an active match is taken
    nights = nights_of(seat.user)
    values = {
        "to_move": seat.index,
        "mover": seat.user,
        "turn_started_at": now,
        "turn_left": seat.bank,
        "nights": nights,
        "deadline": None,
        "warn_at": None,
    }
    if seat.bank is not None:
        reasons = reasons_of(match, seat.user, since=now, nights=nights)
        values["deadline"] = clocks.deadline(now, seat.bank, reasons)
        values["warn_at"] = clocks.warning(now, seat.bank, reasons)
    return values


def deadline_values(match: Match) -> dict[str, Any]:
    """`deadline` and `warn_at` of the running turn, computed anew from what stops its clock now."""
    if match.turn_left is None or match.mover is None or match.turn_started_at is None:
        return {"deadline": None, "warn_at": None}
    since = match.turn_started_at
    reasons = reasons_of(match, match.mover, since=since, nights=match.nights)
    return {
        "deadline": clocks.deadline(since, match.turn_left, reasons),
        "warn_at": clocks.warning(since, match.turn_left, reasons),
    }


def left_after(match: Match, now: datetime, *, moved: bool) -> timedelta | None:
    """What the seat to move has on its clock if its turn ends at `now`."""
    if match.turn_left is None or match.mover is None or match.turn_started_at is None:
        return None
    since = match.turn_started_at
    reasons = reasons_of(match, match.mover, since=since, nights=match.nights)
    used = clocks.running(since, now, reasons)
    return match.control.after(match.turn_left, used, moved=moved)
