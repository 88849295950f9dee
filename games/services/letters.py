"""Letters that say whose turn it is: found by a sweep, written once, sent at least once.

Nothing is queued when a move is played. The sweep reads which turns nobody was told of yet, so
that a worker or a beat that was away loses no letter and two of them write none twice.
"""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db import IntegrityError, models, transaction
from django.db.models import F
from django.utils import timezone

from accounts.models import User
from games import clocks, timing
from games.models import Letter, Match, Notice, Seat
from games.selectors import SOONEST
from games.services.mails import OFFER, TURN, WARN, letter_make, offered_text, wanted

log = logging.getLogger(__name__)

GAPS = {
    User.TurnMail.AT_ONCE: timedelta(0),
    User.TurnMail.HOURLY: timedelta(hours=1),
    User.TurnMail.DAILY: timedelta(days=1),
}
"""The least time between two letters to one player, by their own choice."""

SETTLE = timedelta(minutes=2)
"""So old is a turn or an offer before it is written about: who is at the board needs no letter."""

OLDEST = timedelta(days=3)
"""Turns that began earlier are not written about any more."""

AGAIN = timedelta(minutes=5)
"""An attempt that is so old without success was given up by its worker."""

MOST_TRIES = 6


def turns_write(*, now: datetime | None = None) -> list[int]:
    """Write the letters that are due and send them; returns the ids of those written.

    One letter to a player names all games in which it has become their turn. Safe to run any
    number of times at once: see `Letter`.
    """
    now = now or timezone.now()
    waiting: defaultdict[User, list[Match]] = defaultdict(list)
    for match in _turns_untold(now):
        assert match.mover is not None  # by the query
        waiting[match.mover].append(match)
    written = []
    for user, matches in waiting.items():
        number, sent = last_letter(user, TURN)
        if sent is not None and now - sent < GAPS[User.TurnMail(user.turn_mail)]:
            continue
        turns = [(each, each.turn_started_at) for each in matches if each.turn_started_at]
        letter = letter_write(user=user, kind=TURN, number=number + 1, about=turns, now=now)
        if letter is not None:
            written.append(letter.pk)
            letter_send(letter_id=letter.pk, now=now)
    return written


def unsent_send(*, now: datetime | None = None) -> int:
    """Try the letters again that were written and not sent; returns how many were tried."""
    now = now or timezone.now()
    late = Letter.objects.filter(
        sent_at=None, tries__lt=MOST_TRIES, created_at__gt=now - timedelta(days=1)
    ).filter(models.Q(tried_at=None) | models.Q(tried_at__lte=now - AGAIN))
    late = late.exclude(kind=OFFER, created_at__gt=now - SETTLE)
    return sum(
        letter_send(letter_id=pk, now=now)
        for pk in late.order_by("created_at").values_list("pk", flat=True)[:500]
    )


def letter_send(*, letter_id: int, now: datetime | None = None) -> bool:
    """Send a letter unless it is sent or somebody is at it; whether this call made the attempt.

    Games in which it is no longer the player's turn are left out; if none is left, there is no
    mail. What the mail server refuses is tried again by `unsent_send`.
    """
    now = now or timezone.now()
    letter = Letter.objects.select_related("user").get(pk=letter_id)
    if letter.sent_at is not None or (letter.tried_at and letter.tried_at > now - AGAIN):
        return False
    claimed = Letter.objects.filter(pk=letter_id, tries=letter.tries, sent_at=None).update(
        tries=letter.tries + 1, tried_at=now
    )
    if not claimed:
        return False
    user = letter.user
    notices = letter.notices.select_related("match").order_by(
        F("match__deadline").asc(nulls_last=True), "pk"
    )
    still = [notice.match for notice in notices if _holds(notice, user, now)]
    if still and wanted(user, letter.kind):
        try:
            letter_make(letter, user, still, now).send()
        except OSError as error:  # SMTP's errors are OSErrors too
            log.warning("Letter %s was not sent: %s", letter.pk, error)
            return True
    Letter.objects.filter(pk=letter_id).update(sent_at=now)
    return True


# --- parts ------------------------------------------------------------------------------------


def _turns_untold(now: datetime) -> Iterable[Match]:
    """Active matches whose player to move wants a letter and has had none for this turn.

    Not against bots alone: they answer while one is looking.
    """
    told = Notice.objects.filter(
        match=models.OuterRef("pk"),
        user=models.OuterRef("mover"),
        kind=TURN,
        at=models.OuterRef("turn_started_at"),
    )
    others = Seat.objects.filter(match=models.OuterRef("pk"), user__bot="").exclude(
        user=models.OuterRef("mover")
    )
    return (
        Match.objects.filter(
            models.Exists(others),
            ~models.Exists(told),
            status=Match.Status.ACTIVE,
            turn_started_at__gt=now - OLDEST,
            turn_started_at__lte=now - SETTLE,
            mover__bot="",
            mover__is_guest=False,
            mover__is_active=True,
        )
        .exclude(mover__email="")
        .exclude(mover__turn_mail=User.TurnMail.OFF)
        .select_related("mover")
        .order_by(SOONEST, "pk")
        .iterator(chunk_size=500)
    )


def last_letter(user: User, kind: str) -> tuple[int, datetime | None]:
    """The number and time of the newest letter of a kind to `user`; (0, None) before the first."""
    newest = Letter.objects.filter(user=user, kind=kind).order_by("-number")
    return newest.values_list("number", "created_at").first() or (0, None)


def letter_write(
    *, user: User, kind: str, number: int, about: Iterable[tuple[Match, datetime]], now: datetime
) -> Letter | None:
    """The letter and its notices in one transaction; None if somebody was first."""
    try:
        with transaction.atomic():
            letter = Letter.objects.create(user=user, kind=kind, number=number, created_at=now)
            Notice.objects.bulk_create(
                Notice(letter=letter, user=user, kind=kind, match=match, at=at)
                for match, at in about
            )
    except IntegrityError:
        return None
    return letter


def _holds(notice: Notice, user: User, now: datetime) -> bool:
    """Whether what a letter is about is still so."""
    if notice.kind == OFFER:
        return bool(offered_text(notice.match, user))
    if notice.kind not in (TURN, WARN):
        return True
    match = notice.match
    if match.mover_id != user.pk or match.turn_started_at != notice.at:
        return False
    return notice.kind == TURN or _is_short(match, now)


def _is_short(match: Match, now: datetime) -> bool:
    """Whether the time of the running turn is short and runs."""
    return (
        match.warn_at is not None
        and match.warn_at <= now
        and clocks.in_time(now, match.deadline)
        and timing.clock_of(match, now).stopped is None
    )
