"""When a turn must be over: arithmetic on UTC datetimes, nothing else. Pure Python.

Three kinds of clock, written as short texts: `3d` (three days for every turn), `5d+1d/10d` (a bank
of five days, one more after every turn, never more than ten) and `none`.

A clock stands still for *reasons*: a vacation, a weekend, sleeping hours, a pause by agreement. A
reason is a set of half-open intervals of time that can be computed for any stretch; nothing is
started, stopped or reset by a job, so that a job that does not run changes nothing. What counts is
`running`: the wall time of a stretch less the union of all reasons. A turn that begins with `left`
on the clock is over at the first moment at which so much has run.

All intervals are half-open: a move received at `t` is in time if and only if `t < deadline`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Final, Literal, NamedTuple, Protocol
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

DAYS: Final = (1, 2, 3, 5, 7, 10, 14)
"""The days per move that are offered."""

DEFAULT_DAYS: Final = 3

BANKS: Final = ("2d+12h/4d", "5d+1d/10d", "10d+2d/20d")
"""The banks with an increment that are offered."""

NONE: Final = "none"
"""No clock: a turn may take for ever. For unrated matches only."""

LONGEST_SLEEP: Final = timedelta(hours=9)
"""So many of a day's hours may be somebody's sleeping hours."""

WARNING: Final = 5
"""A warning is due when one fifth of the time that a turn began with is left."""

NOTHING: Final = timedelta(0)

TICK: Final = timedelta.resolution
"""The shortest stretch of time there is here."""

_DAY: Final = timedelta(days=1)
_UNITS: Final = {"d": _DAY, "h": timedelta(hours=1)}
_CONTROL: Final = re.compile(
    r"(?P<base>[1-9][0-9]?[dh])(?:\+(?P<increment>[1-9][0-9]?[dh])/(?P<cap>[1-9][0-9]?[dh]))?"
)


# --- controls -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Control:
    """What a clock gives: `base` at the start of every turn, or once as a bank.

    With a bank, every turn that ends by a move adds `increment`, up to `cap`.
    """

    kind: Literal["per_move", "bank", "none"]
    base: timedelta = NOTHING
    increment: timedelta = NOTHING
    cap: timedelta = NOTHING

    def first(self) -> timedelta | None:
        """What a seat has on its clock before its first turn; None without a clock."""
        return None if self.kind == "none" else self.base

    def after(
        self, left: timedelta | None, used: timedelta, *, moved: bool = True
    ) -> timedelta | None:
        """What is on the clock after a turn that began with `left` and took `used`.

        `left` is never negative and grows by nothing but the increment, which only a turn that
        ended by a move (`moved`) earns.
        """
        if self.kind == "none" or left is None:
            return None
        if self.kind == "per_move":
            return self.base
        rest = max(NOTHING, left - used)
        return max(rest, min(rest + self.increment, self.cap)) if moved else rest

    def undone(self, left: timedelta | None, turns: int) -> timedelta | None:
        """What is on the clock once the moves that ended so many turns are taken back.

        Their increments come off again, but never what was less than one increment, nor below it.
        """
        if self.kind != "bank" or left is None:
            return left
        return max(left - turns * self.increment, min(left, self.increment))


def control(text: str) -> Control:
    """The clock that `text` stands for; raises ValueError for a text that is none."""
    if text == NONE:
        return Control("none")
    found = _CONTROL.fullmatch(text)
    if found is None:
        raise ValueError(f"no such clock: {text!r}")
    base = _length(found["base"])
    if found["cap"] is None:
        return Control("per_move", base)
    cap = _length(found["cap"])
    if cap < base:
        raise ValueError(f"the bank of {text!r} is larger than its cap")
    return Control("bank", base, _length(found["increment"]), cap)


def _length(text: str) -> timedelta:
    return int(text[:-1]) * _UNITS[text[-1]]


def per_move(days: int) -> str:
    """The text of a clock that gives `days` for every turn; raises ValueError if not offered."""
    if days not in DAYS:
        raise ValueError(f"{days} days per move are not offered")
    return f"{days}d"


def offered() -> tuple[str, ...]:
    """The texts of all clocks that a new match may have."""
    return (*map(per_move, DAYS), *BANKS, NONE)


# --- reasons to stand still -----------------------------------------------------------------------


class Interval(NamedTuple):
    """The moments from `start` up to, not including, `end`."""

    start: datetime
    end: datetime


class Reason(Protocol):
    """Why a clock stands still."""

    def intervals(self, start: datetime, end: datetime) -> Iterable[Interval]:
        """Every interval of this reason that touches [start, end), in any order."""
        ...


@dataclass(frozen=True, slots=True)
class Span:
    """One interval: a vacation, a pause by agreement."""

    start: datetime
    end: datetime

    def intervals(self, start: datetime, end: datetime) -> Iterator[Interval]:
        """The interval itself, if it touches the stretch."""
        if self.start < end and start < self.end:
            yield Interval(self.start, self.end)


@dataclass(frozen=True, slots=True)
class Weekend:
    """Every week from the first moment of Saturday to the first of Monday in `zone`."""

    zone: ZoneInfo

    def intervals(self, start: datetime, end: datetime) -> Iterator[Interval]:
        """The weekends that touch the stretch."""
        for day in _days(start, end, self.zone):
            if day.weekday() == 5:
                yield Interval(
                    _moment(day, time(0), self.zone),
                    _moment(day + timedelta(days=2), time(0), self.zone),
                )


@dataclass(frozen=True, slots=True)
class Nights:
    """Sleeping hours: every day from `begin` to `finish` on the clocks of `zone`.

    They may go over midnight. When those clocks are changed a night is an hour shorter or longer.
    """

    zone: ZoneInfo
    begin: time
    finish: time

    def intervals(self, start: datetime, end: datetime) -> Iterator[Interval]:
        """The nights that touch the stretch."""
        over = timedelta(days=1 if self.finish <= self.begin else 0)
        for day in _days(start, end, self.zone):
            yield Interval(
                _moment(day, self.begin, self.zone), _moment(day + over, self.finish, self.zone)
            )

    def __str__(self) -> str:
        return f"{self.begin:%H:%M}-{self.finish:%H:%M} {self.zone.key}"


def zone(name: str) -> ZoneInfo:
    """The time zone of this name; raises ValueError if there is none."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise ValueError(f"no such time zone: {name!r}") from error


def night_length(begin: time, finish: time) -> timedelta:
    """How long sleeping hours from `begin` to `finish` are by the clock on the wall."""
    minutes = (finish.hour - begin.hour) * 60 + finish.minute - begin.minute
    return timedelta(minutes=minutes % 1440)


def nights(text: str) -> Nights:
    """The sleeping hours written as `23:00-07:00 Europe/Copenhagen`; raises ValueError."""
    hours, _, name = text.partition(" ")
    begin, dash, finish = hours.partition("-")
    if not dash or not name:
        raise ValueError(f"no sleeping hours: {text!r}")
    found = Nights(zone(name), time.fromisoformat(begin), time.fromisoformat(finish))
    if not NOTHING < night_length(found.begin, found.finish) <= LONGEST_SLEEP:
        raise ValueError(f"sleeping hours are more than nothing and at most 9 hours: {text!r}")
    return found


def _days(start: datetime, end: datetime, zone: ZoneInfo) -> Iterator[date]:
    """The local dates from some days before `start` to the one after `end`."""
    day = start.astimezone(zone).date() - timedelta(days=3)
    last = end.astimezone(zone).date() + timedelta(days=1)
    while day <= last:
        yield day
        day += timedelta(days=1)


def _moment(day: date, at: time, zone: ZoneInfo) -> datetime:
    """The first moment at which the clocks of `zone` show this, in UTC.

    Where the clocks skip it, the moment at which they would have shown it unchanged.
    """
    return datetime.combine(day, at.replace(fold=0), zone).astimezone(ZoneInfo("UTC"))


# --- what counts --------------------------------------------------------------------------------


def stops(reasons: Iterable[Reason], start: datetime, end: datetime) -> list[Interval]:
    """When the clock stands still between `start` and `end`: disjoint, in order, cut to fit."""
    found = sorted(
        Interval(max(each.start, start), min(each.end, end))
        for reason in reasons
        for each in reason.intervals(start, end)
        if each.start < end and start < each.end and each.start < each.end
    )
    joined: list[Interval] = []
    for each in found:
        if joined and each.start <= joined[-1].end:
            joined[-1] = Interval(joined[-1].start, max(joined[-1].end, each.end))
        else:
            joined.append(each)
    return joined


def running(start: datetime, end: datetime, reasons: Sequence[Reason] = ()) -> timedelta:
    """How much of the time from `start` to `end` counts; nothing if `end` is not later."""
    if end <= start:
        return NOTHING
    paused = sum((each.end - each.start for each in stops(reasons, start, end)), NOTHING)
    return end - start - paused


def deadline(start: datetime, left: timedelta, reasons: Sequence[Reason] = ()) -> datetime:
    """The first moment at which `left` has run since `start`.

    While the same seat stays to move the deadline is not renewed: extra moves (Dots) buy no time.
    """
    moment = start
    while True:
        # A window that is long enough unless the clock stands still within it.
        end = moment + left + _DAY
        for each in [*stops(reasons, moment, end), Interval(end, end)]:
            if left <= each.start - moment:
                return moment + left
            left -= each.start - moment
            moment = each.end


def warning(start: datetime, left: timedelta, reasons: Sequence[Reason] = ()) -> datetime:
    """When only a fifth of the time that the turn began with is left."""
    return deadline(start, left - left / WARNING, reasons)


def resumes(moment: datetime, reasons: Sequence[Reason]) -> datetime | None:
    """If the clock stands still at `moment`, when it goes on; None if it runs."""
    end = moment
    while True:
        further = [
            each.end
            for reason in reasons
            for each in reason.intervals(end, end + _DAY)
            if each.start <= end < each.end
        ]
        if not further:
            return end if end > moment else None
        end = max(further)


def in_time(moment: datetime, due: datetime | None) -> bool:
    """Whether something received at `moment` is early enough; always, without a deadline."""
    return due is None or moment < due
