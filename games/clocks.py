"""When a turn must be over: arithmetic on UTC datetimes, nothing else. Pure Python.

All intervals are half-open: a move received at `t` is in time if and only if `t < deadline`.
"""

from __future__ import annotations

import re
from datetime import datetime, timedelta

DAYS = (1, 2, 3, 5, 7, 10, 14)
"""The days per move that are offered."""

DEFAULT_DAYS = 3

_PER_MOVE = re.compile(r"([1-9][0-9]?)d")


def per_move(days: int) -> str:
    """The text of a clock that gives `days` for every turn; raises ValueError if not offered."""
    if days not in DAYS:
        raise ValueError(f"{days} days per move are not offered")
    return f"{days}d"


def allowance(control: str) -> timedelta:
    """The time for one turn under the clock written as `control` ("3d")."""
    found = _PER_MOVE.fullmatch(control)
    if found is None:
        raise ValueError(f"no such clock: {control!r}")
    return timedelta(days=int(found[1]))


def deadline(control: str, turn_started: datetime) -> datetime:
    """When the turn that began at `turn_started` must be over.

    The deadline belongs to the turn: while the same seat stays to move it is not renewed, so that
    extra moves (Dots) buy no time.
    """
    return turn_started + allowance(control)


def in_time(moment: datetime, due: datetime) -> bool:
    """Whether something received at `moment` is early enough."""
    return moment < due
