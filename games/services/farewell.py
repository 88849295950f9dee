"""Leaving the site: a player takes leave of every match and then of the account."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime

from django.utils import timezone

from accounts import services as accounts
from accounts.models import User
from games.errors import PlayError
from games.models import Follow, Match, Note, Study
from games.services.join import match_cancel, match_decline, seat_leave
from games.services.leave import match_resign


def person_leave(*, user: User, password: str = "", now: datetime | None = None) -> User:
    """Delete the account of `user`: resign what is played, call off what waits, keep the records.

    The matches of others go on and stay rated; in them the name becomes "deleted-" and a number.
    Raises `BadPassword` or `BadChoice` of accounts; then nothing has changed. Each match is left by
    the usual door and by itself: what broke off in the middle is finished by calling it again.
    """
    accounts.leave_check(user=user, password=password)
    now = now or timezone.now()
    _matches_leave(user, now)
    Study.objects.filter(user=user).delete()
    Note.objects.filter(user=user).delete()
    Follow.objects.filter(user=user).delete()
    user = accounts.user_empty(user=user)
    # Another tab may have taken a seat just now. Closing the account has waited for that, and from
    # here on `check_still_here` refuses it.
    _matches_leave(user, now)
    return user


def _matches_leave(user: User, now: datetime) -> None:
    mine = Match.objects.filter(seats__user=user)
    for pk in mine.filter(status=Match.Status.OPEN).values_list("pk", flat=True):
        with suppress(PlayError):  # it has begun, or was called off, just now
            if Match.objects.filter(pk=pk, created_by=user).exists():
                match_cancel(match_id=pk, user=user)
            else:
                seat_leave(match_id=pk, user=user)
    asked = Match.objects.filter(status=Match.Status.OPEN, seats__invited=user, seats__user=None)
    for pk in set(asked.values_list("pk", flat=True)):
        with suppress(PlayError):
            match_decline(match_id=pk, user=user)
    playing = mine.filter(status=Match.Status.ACTIVE, seats__out="")
    for pk in set(playing.values_list("pk", flat=True)):
        with suppress(PlayError):  # over just now, or left before
            match_resign(match_id=pk, user_id=user.pk, now=now)
