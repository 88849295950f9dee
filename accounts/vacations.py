"""Vacations: thirty days a year, begun at once, planned, or at the last moment.

Everything is computed from the rows: there is no counter that could be wrong. A vacation is paid
in whole days; each of its days belongs to the year (UTC) in which the day's middle lies, which is
the year on the player's own calendar for days that begin at their midnight.
"""

from __future__ import annotations

import math
from collections import Counter
from datetime import UTC, date, datetime, time, timedelta
from typing import Final

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.errors import (
    BadVacation,
    NoDaysLeft,
    NoSuchVacation,
    NotForGuests,
    VacationOverlap,
)
from accounts.models import User, Vacation
from accounts.signals import absence_changed

DAYS_A_YEAR: Final = 30
"""So many days of vacation has everyone in a calendar year."""

AHEAD: Final = timedelta(days=366)
"""So far ahead may a vacation begin that is planned now."""

DAY: Final = timedelta(days=1)
SLACK: Final = timedelta(hours=1)
"""When clocks are changed a day of 25 hours is still one day."""

LAST_MOMENT: Final = timedelta.resolution
"""A vacation that saves a turn begins so long before the deadline: at the deadline it is over."""


# --- what the rows say --------------------------------------------------------------------------


def days_of(start: datetime, end: datetime) -> Counter[int]:
    """How many days a vacation takes from each year; one at least."""
    days = max(1, math.ceil((end - start - SLACK) / DAY))
    return Counter((start + n * DAY + DAY / 2).year for n in range(days))


def days_left(user: User, year: int) -> int:
    """How many days of vacation `user` has left in `year`, planned ones taken off."""
    around = (datetime(year, 1, 1, tzinfo=UTC) - 2 * DAY, datetime(year + 1, 1, 1, tzinfo=UTC))
    rows = Vacation.objects.filter(user=user, end__gt=around[0], start__lt=around[1])
    return DAYS_A_YEAR - sum(days_of(row.start, row.end)[year] for row in rows)


def current(user: User, now: datetime | None = None) -> Vacation | None:
    """The vacation that `user` is on."""
    now = now or timezone.now()
    return Vacation.objects.filter(user=user, start__lte=now, end__gt=now).first()


def coming(user: User, now: datetime | None = None) -> QuerySet[Vacation]:
    """The vacation that `user` is on and those planned, in order."""
    return Vacation.objects.filter(user=user, end__gt=now or timezone.now()).order_by("start")


# --- writes -------------------------------------------------------------------------------------


def vacation_begin(*, user: User, days: int, now: datetime | None = None) -> Vacation:
    """Go on vacation at once, for so many days of 24 hours.

    Raises `BadVacation`, `VacationOverlap`, `NoDaysLeft`, `NotForGuests`.
    """
    now = now or timezone.now()
    if not 1 <= days <= DAYS_A_YEAR:
        raise BadVacation(
            _("A vacation has 1 to %(most)s days.") % {"most": DAYS_A_YEAR}, field="days"
        )
    return _store(user, now, now + days * DAY, field="days")


def vacation_plan(*, user: User, first: date, last: date, now: datetime | None = None) -> Vacation:
    """Plan a vacation from the day `first` to the day `last`, by the active time zone.

    Raises `BadVacation`, `VacationOverlap`, `NoDaysLeft`, `NotForGuests`.
    """
    now = now or timezone.now()
    today = timezone.localtime(now).date()
    if first < today:
        raise BadVacation(_("The first day is over already."), field="first")
    if first - today > AHEAD:
        raise BadVacation(_("Plan at most a year ahead."), field="first")
    if last < first:
        raise BadVacation(_("The last day comes before the first."), field="last")
    if last - first >= DAYS_A_YEAR * 2 * DAY:
        raise BadVacation(
            _("That is more than %(most)s days.") % {"most": DAYS_A_YEAR}, field="last"
        )
    start, end = max(now, _midnight(first)), _midnight(last + DAY)
    if end - start < DAY - SLACK:
        raise BadVacation(
            _("A vacation lasts a day at least. Choose a later last day, or go at once."),
            field="last",
        )
    return _store(user, start, end, field="last")


def vacation_end(*, user: User, pk: int, now: datetime | None = None) -> None:
    """Cancel a vacation that is planned, or come back from the one that runs.

    The days that have begun stay taken, one at least. Raises `NoSuchVacation`.
    """
    now = now or timezone.now()
    with transaction.atomic():
        user_lock(user.pk)
        row = Vacation.objects.filter(user=user, pk=pk, end__gt=now).first()
        if row is None:
            raise NoSuchVacation
        if row.start > now:
            row.delete()
        else:
            row.end = max(now, row.start + timedelta.resolution)
            row.save(update_fields=["end"])
    absence_changed.send(sender=Vacation, user=user)


def vacation_at_last_moment(*, user: User, due: datetime) -> Vacation | None:
    """A day of vacation that saves the turn that would be over at `due`; None if no day is left.

    Call it in a transaction that has locked the row of `user`, at a moment at which no vacation
    runs. It ends where the next one begins.
    """
    start = due - LAST_MOMENT
    end = start + DAY
    following = Vacation.objects.filter(user=user, start__gte=start, start__lt=end)
    for row in following.order_by("start")[:1]:
        end = row.start
    [year] = days_of(start, end)
    if end <= start or days_left(user, year) < 1:
        return None
    return Vacation.objects.create(user=user, start=start, end=end, automatic=True)


def user_lock(user_id: int) -> User:
    """The row of a user, locked until the transaction ends: one change of vacations at a time."""
    return User.objects.select_for_update(no_key=True).get(pk=user_id)


def _store(user: User, start: datetime, end: datetime, *, field: str) -> Vacation:
    if not user.is_person:
        raise NotForGuests
    with transaction.atomic():
        user_lock(user.pk)
        for row in Vacation.objects.filter(user=user, end__gt=start, start__lt=end)[:1]:
            gaps = {"start": _day(row.start), "end": _day(row.end)}
            raise VacationOverlap(
                _("You have a vacation from %(start)s to %(end)s already.") % gaps, field=field
            )
        for year, days in days_of(start, end).items():
            left = days_left(user, year)
            if days > left:
                raise NoDaysLeft(
                    ngettext(
                        "In %(year)s you have %(left)s day of vacation left.",
                        "In %(year)s you have %(left)s days of vacation left.",
                        left,
                    )
                    % {"year": year, "left": max(0, left)},
                    field=field,
                )
        stored = Vacation.objects.create(user=user, start=start, end=end)
    # After the commit: a turn that begins from here on sees the row by itself.
    absence_changed.send(sender=Vacation, user=user)
    return stored


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time(0), timezone.get_current_timezone()).astimezone(UTC)


def _day(moment: datetime) -> str:
    return str(date_format(timezone.localtime(moment), "DATE_FORMAT"))
