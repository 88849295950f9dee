"""What a seat may ask for in a match as it stands, and why not.

One list for services, which refuse by it, and for pages, which show only what is possible.
"""

from __future__ import annotations

from games.errors import HasLeft, MatchOver, NotStarted, PlayError, TooLate
from games.models import Match, Seat

ABORT_BEFORE = 2
"""A match may be called off while its ply is smaller than this."""


def refusal(match: Match, seat: Seat, act: str) -> PlayError | None:
    """Why `seat` may not do `act` in `match` now; None if it may."""
    if match.status == Match.Status.OPEN:
        return NotStarted()
    if match.is_over:
        return MatchOver()
    if seat.out:
        return HasLeft()
    return _REFUSALS[act](match, seat)


def _abort(match: Match, seat: Seat) -> PlayError | None:
    return TooLate() if match.ply >= ABORT_BEFORE else None


_REFUSALS = {"abort": _abort}


def possible(match: Match, seat: Seat | None) -> dict[str, bool]:
    """By act, whether `seat` may do it now; nothing for those without a seat."""
    return {act: seat is not None and refusal(match, seat, act) is None for act in _REFUSALS}
