"""Letters about the clock (time is short, a vacation began by itself, time was up) and offers."""

from __future__ import annotations

from collections import defaultdict
from datetime import datetime, timedelta

from django.db import models
from django.db.models import F
from django.utils import timezone

from accounts.models import User
from games import clocks, timing
from games.models import Letter, Match, Notice
from games.services.letters import last_letter, letter_send, letter_write
from games.services.mails import OFFER, WARN, offered_text, wanted

CALM = timedelta(hours=1)
"""Challenges and rematches that come sooner after one another are found on the home page."""

RECENT = timedelta(hours=12)
"""What has been short for longer, by its own clock, is not warned of any more: the worker was away,
or the site is new to warnings."""

_TRIES = 5


def warnings_write(*, now: datetime | None = None) -> list[int]:
    """Write to those whose time has become short, once for a turn; the ids of the letters."""
    now = now or timezone.now()
    told = Notice.objects.filter(
        match=models.OuterRef("pk"),
        user=models.OuterRef("mover"),
        kind=WARN,
        at=models.OuterRef("turn_started_at"),
    )
    short = (
        Match.objects.filter(
            ~models.Exists(told),
            status=Match.Status.ACTIVE,
            warn_at__lte=now,
            deadline__gt=now,
            mover__warn_mail=True,
        )
        .select_related("mover")
        .prefetch_related("seats__user")
        .order_by("deadline", "pk")
    )
    waiting: defaultdict[User, list[tuple[Match, datetime]]] = defaultdict(list)
    found = list(short)
    shown = timing.clocks_of(found, now)
    for match in found:
        assert match.mover is not None  # by the query
        assert match.turn_started_at is not None
        left = shown[match.pk].left
        if left is None or match.turn_left is None or shown[match.pk].stopped is not None:
            continue
        if wanted(match.mover, WARN) and match.turn_left / clocks.WARNING - left <= RECENT:
            waiting[match.mover].append((match, match.turn_started_at))
    written = []
    for user, about in waiting.items():
        number, _ = last_letter(user, WARN)
        letter = letter_write(user=user, kind=WARN, number=number + 1, about=about, now=now)
        if letter is not None:
            written.append(letter.pk)
            letter_send(letter_id=letter.pk, now=now)
    return written


def notice_file(
    *, user: User, kind: str, match: Match, at: datetime, now: datetime | None = None
) -> Letter | None:
    """A letter about one thing, in the transaction in which it happens; the next sweep sends it.

    None if the player wants none, or has been told.
    """
    if not wanted(user, kind):
        return None
    told = Notice.objects.filter(user=user, kind=kind, match=match, at=at)
    for _attempt in range(_TRIES):
        if told.exists():
            return None
        number, _ = last_letter(user, kind)
        letter = letter_write(
            user=user, kind=kind, number=number + 1, about=[(match, at)], now=now or timezone.now()
        )
        if letter is not None:
            return letter
    return None


def offer_file(match: Match, *, at: datetime, now: datetime) -> None:
    """Letters to all whose answer the offers of `match` wait for; one for every moment `at`.

    `at` is the same for all that is offered at one ply, so that nobody can write letter after
    letter by offering and withdrawing; of new games by one person, one in `CALM` is written about.
    """
    for seat in match.seat_rows:
        person = seat.invited if match.status == Match.Status.OPEN else seat.user
        if person is None or not offered_text(match, person):
            continue
        if match.status == Match.Status.OPEN and _called(person, match.created_by, now):
            continue
        notice_file(user=person, kind=OFFER, match=match, at=at, now=now)


def _called(person: User, by: User, now: datetime) -> bool:
    """Whether a letter about a new game has just gone from one to the other, and none began."""
    return Notice.objects.filter(
        user=person,
        kind=OFFER,
        match__created_by=by,
        match__status__in=[Match.Status.OPEN, Match.Status.CANCELLED],
        at=F("match__created_at"),
        at__gt=now - CALM,
    ).exists()
