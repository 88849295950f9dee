"""What the clocks of matches show: why they stand still, until when, and what is left. Reads only.

Everything follows from rows and from the moment that is asked about (see `games.clocks`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext

from accounts.models import User, Vacation
from games import clocks
from games.boards.words import WORDS
from games.models import Match, Seat
from games.rules.text import gettext_noop

VACATION, PAUSE, WEEKEND, NIGHT = "vacation", "pause", "weekend", "night"

STANDS: Final = {
    VACATION: gettext_noop("Vacation: the clock is stopped until {time}"),
    PAUSE: gettext_noop("Pause: the clock is stopped until {time}"),
    WEEKEND: gettext_noop("Weekend: the clock is stopped until {time}"),
    NIGHT: gettext_noop("Asleep: the clock is stopped until {time}"),
}
"""Why a clock stands still, the first that holds being told."""

NEAR: Final = timedelta(days=6)
"""So near is a day that its name is enough."""


class Stop(NamedTuple):
    """The clock stands still from `start` to `end`; `reason` is a key of `STANDS`."""

    start: datetime
    end: datetime
    reason: str


@dataclass(frozen=True, slots=True)
class Shown:
    """A clock at the moment `at`.

    What is `left` of the running time (None: no clock), the `stops` from now to the deadline, and
    who is `away` (user id → end of the vacation).
    """

    left: timedelta | None
    stops: Sequence[Stop]
    away: Mapping[int, datetime]
    at: datetime

    @property
    def stopped(self) -> Stop | None:
        """The stop that holds now."""
        return self.stops[0] if self.stops and self.stops[0].start <= self.at else None

    def of_seat(self, match: Match, seat: Seat) -> timedelta | None:
        """What a seat has left, where every seat has a bank of its own or it is to move."""
        if match.status != Match.Status.ACTIVE or seat.out:
            return None
        if seat.index == match.to_move:
            return self.left
        return seat.bank if match.control.kind == "bank" else None


def named_reasons(
    match: Match, vacations: Iterable[Vacation], *, nights: str
) -> list[tuple[str, clocks.Reason]]:
    """What stops the clock of a match by its terms, with the name; `vacations` are the mover's."""
    reasons: list[tuple[str, clocks.Reason]] = []
    if match.vacations:
        reasons += [(VACATION, clocks.Span(each.start, each.end)) for each in vacations]
    reasons += [
        (PAUSE, clocks.Span(datetime.fromisoformat(start), datetime.fromisoformat(end)))
        for start, end in match.pauses
    ]
    if match.weekend:
        reasons.append((WEEKEND, clocks.Weekend(clocks.zone(match.weekend))))
    if nights:
        reasons.append((NIGHT, clocks.nights(nights)))
    return reasons


def reasons_of(match: Match, mover: User, *, since: datetime, nights: str) -> list[clocks.Reason]:
    """What stops the clock of `mover` in `match` from `since` on."""
    away: Iterable[Vacation] = ()
    if match.vacations and not mover.is_bot:
        away = Vacation.objects.filter(user=mover, end__gt=since)
    return [reason for _, reason in named_reasons(match, away, nights=nights)]


def clock_of(match: Match, now: datetime | None = None) -> Shown:
    """The clock of one match."""
    return clocks_of([match], now)[match.pk]


def clocks_of(matches: Sequence[Match], now: datetime | None = None) -> dict[int, Shown]:
    """The clocks of many matches by their id, in one statement; seats and users are prefetched."""
    now = now or timezone.now()
    active = [match for match in matches if match.status == Match.Status.ACTIVE]
    people = {
        seat.user_id
        for match in active
        for seat in match.seat_rows
        if seat.user is not None and not seat.user.is_bot
    }
    vacations: defaultdict[int, list[Vacation]] = defaultdict(list)
    if people:
        for each in Vacation.objects.filter(user__in=people, end__gt=now).order_by("start"):
            vacations[each.user_id].append(each)
    return {match.pk: _shown(match, vacations, now) for match in matches}


def _shown(match: Match, vacations: Mapping[int, Sequence[Vacation]], now: datetime) -> Shown:
    away = {
        seat.user_id: each.end
        for seat in match.seat_rows
        for each in vacations.get(seat.user_id or 0, ())
        if seat.user_id is not None and each.start <= now
    }
    due = match.deadline
    if match.status != Match.Status.ACTIVE or due is None:
        return Shown(None, (), away, now)
    mine = vacations.get(match.mover_id or 0, ())
    named = named_reasons(match, mine, nights=match.nights)
    reasons = [reason for _, reason in named]
    stops = [
        Stop(each.start, each.end, _name(named, each.start))
        for each in clocks.stops(reasons, now, max(now, due))
    ]
    return Shown(clocks.running(now, due, reasons), stops, away, now)


def _name(named: Sequence[tuple[str, clocks.Reason]], moment: datetime) -> str:
    """Which reason holds at a moment at which one does."""
    return next(
        name
        for name, reason in named
        for each in reason.intervals(moment, moment + clocks.TICK)
        if each.start <= moment < each.end
    )


# --- in words -----------------------------------------------------------------------------------


POSTED: Final = ((2 * 24 * 60, 24 * 60, "posted_d"), (60, 60, "posted_h"), (1, 1, "posted_min"))
"""From so many minutes on, in units of so many minutes, these words."""


def posted_text(at: datetime, now: datetime) -> str:
    """When somebody has posted their last move: "posted 20 h ago"; as `posted` in clock.js."""
    minutes = int((now - at).total_seconds()) // 60
    for least, unit, words in POSTED:
        if minutes >= least:
            return gettext(WORDS[words]).format(n=minutes // unit)
    return gettext(WORDS["posted_now"])


def stop_text(stop: Stop, now: datetime) -> str:
    """Why and until when: "Weekend: the clock is stopped until Monday 00:00 (Europe/Paris)"."""
    return gettext(STANDS[stop.reason]).format(time=moment_text(stop.end, now))


def moment_text(moment: datetime, now: datetime) -> str:
    """A moment in the reader's time zone, which is named: "Monday 00:00 (Europe/Copenhagen)"."""
    local = timezone.localtime(moment)
    return gettext("{day} {time} ({zone})").format(
        day=day_text(moment, now),
        time=date_format(local, "TIME_FORMAT"),
        zone=timezone.get_current_timezone_name().replace("_", " "),
    )


def day_text(moment: datetime, now: datetime) -> str:
    """The day of a moment for the reader: "Monday" if it is near, else "12 August"."""
    local = timezone.localtime(moment)
    near = timedelta(0) <= moment - now < NEAR
    return str(date_format(local, "l" if near else "MONTH_DAY_FORMAT"))


def away_text(end: datetime, now: datetime) -> str:
    """Said of a player on vacation: "away until Monday"."""
    return gettext("away until {day}").format(day=day_text(end, now))
