"""Clocks follow when a player goes on vacation; a vacation begins when a clock has run down."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db import transaction
from django.dispatch import receiver

from accounts import vacations
from accounts.models import User, Vacation
from accounts.signals import absence_changed
from games import clocks
from games.errors import MatchOver, StalePosition
from games.models import Match
from games.services.mails import AWAY
from games.services.notices import notice_file
from games.services.store import match_read, match_update
from games.services.turns import deadline_values

_TRIES = 10


@receiver(absence_changed, sender=Vacation, dispatch_uid="games.clocks_follow")
def clocks_follow(*, user: User, **_: Any) -> None:
    """Compute the deadlines anew of all matches in which `user` is to move and may be on vacation.

    A turn that is over already stays over: a vacation that begins later changes nothing of it.
    """
    waiting = Match.objects.filter(mover=user, status=Match.Status.ACTIVE, vacations=True)
    for pk in waiting.exclude(clock=clocks.NONE).values_list("pk", flat=True):
        match_follow(match_id=pk, user_id=user.pk)


def match_follow(*, match_id: int, user_id: int) -> None:
    """Store the deadline that follows from the rows; tried again when somebody changes the match.

    Where the player has moved meanwhile there is nothing to do: the next turn was computed from
    what is true now.
    """
    for _attempt in range(_TRIES):
        match = match_read(match_id)
        if match.status != Match.Status.ACTIVE or match.mover_id != user_id:
            return
        try:
            match_refresh(match)
        except (StalePosition, MatchOver):
            continue
        return


def match_refresh(match: Match) -> Match:
    """Store the deadline that follows from the rows, if it is another one.

    Raises `StalePosition` or `MatchOver` if the match is not any more as it was read.
    """
    values = deadline_values(match)
    if any(getattr(match, name) != value for name, value in values.items()):
        match_update(match, people=[match.mover], **values)
    return match


def match_lock(match_id: int, *, skip_locked: bool = False) -> Match | None:
    """An active match, its row locked until the transaction ends; None if it is not active.

    With `skip_locked` also None if somebody else has it: whoever that is does what is to be done.
    """
    rows = Match.objects.select_for_update(no_key=True, skip_locked=skip_locked)
    if rows.filter(pk=match_id, status=Match.Status.ACTIVE).first() is None:
        return None
    return match_read(match_id)


# --- at the last moment -----------------------------------------------------------------------


def turns_save(*, user: User, until: datetime) -> int:
    """Begin the vacations that save turns of `user` whose time is over; returns how many.

    A vacation of one day begins at the deadline, whenever this is called, turn by turn in order of
    the deadlines, until `until` is covered or no day is left. So it makes no difference whether
    somebody looked every quarter of a minute or after two days. Only for who wants it, and in
    matches whose terms allow it.
    """
    if not (user.is_person and user.auto_vacation):
        return 0
    begun = 0
    lost: set[int] = set()
    while True:
        due = (
            Match.objects.filter(mover=user, status=Match.Status.ACTIVE, vacations=True)
            .filter(deadline__lte=until)
            .exclude(pk__in=lost)
        )
        match_id = due.order_by("deadline", "pk").values_list("pk", flat=True).first()
        if match_id is None:
            return begun
        vacation = _turn_save(match_id, user.pk, until, lost)
        if vacation is not None:
            begun += 1
            clocks_follow(user=user)


def _turn_save(match_id: int, user_id: int, until: datetime, lost: set[int]) -> Vacation | None:
    """One step of `turns_save`: user and match are locked, in this order, and looked at again."""
    with transaction.atomic():
        user = vacations.user_lock(user_id)
        match = match_lock(match_id)
        if match is None or match.mover_id != user_id:
            return None  # moved meanwhile: it is not found again
        match = match_refresh(match)
        if match.deadline is None or match.deadline > until:
            return None
        if not user.auto_vacation:
            lost.add(match_id)
            return None
        vacation = vacations.vacation_at_last_moment(user=user, due=match.deadline)
        if vacation is None:
            lost.add(match_id)
            return None
        match_refresh(match)
        # A row of such days is told of when it begins, and when the last day is taken.
        following = Vacation.objects.filter(user=user, automatic=True, end=vacation.start).exists()
        if not following or not vacations.days_left(user, vacation.end.year):
            notice_file(user=user, kind=AWAY, match=match, at=vacation.start)
        return vacation
