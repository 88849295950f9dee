"""Letters that say whose turn it is: found by a sweep, written once, sent at least once.

Nothing is queued when a move is played. The sweep reads which turns nobody was told of yet, so
that a worker or a beat that was away loses no letter and two of them write none twice.
"""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.db import IntegrityError, models, transaction
from django.db.models import F
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext, ngettext

from accounts import stops
from accounts.models import User
from games import timing
from games.models import Letter, Match, Notice, Seat
from games.selectors import SOONEST
from games.studies import plan_dropped, study_of

log = logging.getLogger(__name__)

TURN = "turn"

GAPS = {
    User.TurnMail.AT_ONCE: timedelta(0),
    User.TurnMail.HOURLY: timedelta(hours=1),
    User.TurnMail.DAILY: timedelta(days=1),
}
"""The least time between two letters to one player, by their own choice."""

SETTLE = timedelta(minutes=2)
"""So old is a turn before it is written about: who is at the board needs no letter."""

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
        number, sent = _last_letter(user)
        if sent is not None and now - sent < GAPS[User.TurnMail(user.turn_mail)]:
            continue
        letter = _letter_write(user, number + 1, matches, now)
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
    still = [
        notice.match
        for notice in letter.notices.select_related("match").order_by(
            F("match__deadline").asc(nulls_last=True), "pk"
        )
        if notice.match.mover_id == user.pk and notice.match.turn_started_at == notice.at
    ]
    if still and user.email and user.is_active and user.turn_mail != User.TurnMail.OFF:
        try:
            letter_make(letter, user, still, now).send()
        except OSError as error:  # SMTP's errors are OSErrors too
            log.warning("Letter %s was not sent: %s", letter.pk, error)
            return True
    Letter.objects.filter(pk=letter_id).update(sent_at=now)
    return True


def letter_make(
    letter: Letter, user: User, matches: Sequence[Match], now: datetime
) -> EmailMultiAlternatives:
    """The mail: in the player's language, with one link for each game."""
    with translation.override(user.letter_language):
        games = [_game(match, user, now) for match in matches]
        stop = settings.SITE_URL + reverse(
            "accounts:stop_mail", args=[stops.token(user=user, kind=TURN)]
        )
        if len(games) == 1:
            subject = games[0]["subject"]
        else:
            subject = ngettext(
                "Your move in {n} game", "Your move in {n} games", len(games)
            ).format(n=len(games))
        context = {
            "person": user,
            "games": games,
            "next": settings.SITE_URL + reverse("next_game"),
            "stop": stop,
            "settings": settings.SITE_URL + reverse("accounts:settings") + "#turn_mail",
            "site": settings.SITE_URL,
        }
        mail = EmailMultiAlternatives(
            " ".join(subject.split()),
            render_to_string("emails/turn.txt", context),
            to=[user.email],
            headers={
                "Message-ID": message_id(letter),
                "List-Unsubscribe": f"<{stop}>",
                "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
                "Auto-Submitted": "auto-generated",
            },
        )
        mail.attach_alternative(render_to_string("emails/turn.html", context), "text/html")
    return mail


def message_id(letter: Letter) -> str:
    """The same for every attempt, so that the receiver can tell a second copy from a new letter."""
    host = settings.SITE_URL.partition("://")[2].partition(":")[0]
    return f"<{letter.kind}.{letter.user_id}.{letter.number}.{letter.pk}@{host}>"


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


def _last_letter(user: User) -> tuple[int, datetime | None]:
    """The number and time of the newest turn letter to `user`; (0, None) before the first."""
    newest = Letter.objects.filter(user=user, kind=TURN).order_by("-number")
    return newest.values_list("number", "created_at").first() or (0, None)


def _letter_write(
    user: User, number: int, matches: Sequence[Match], now: datetime
) -> Letter | None:
    """The letter and its notices in one transaction; None if somebody was first."""
    try:
        with transaction.atomic():
            letter = Letter.objects.create(user=user, kind=TURN, number=number, created_at=now)
            Notice.objects.bulk_create(
                Notice(letter=letter, user=user, kind=TURN, match=match, at=match.turn_started_at)
                for match in matches
                if match.turn_started_at is not None
            )
    except IntegrityError:
        return None
    return letter


def _game(match: Match, user: User, now: datetime) -> dict[str, str]:
    names = [
        seat.user.username
        for seat in match.seats.select_related("user").order_by("index")
        if seat.user is not None and seat.user_id != user.pk
    ]
    left = timing.clock_of(match, now).left
    gaps = {"names": ", ".join(names), "game": gettext(match.rules.name)}
    if left is None:
        subject = gettext("Your move against {names} ({game})").format(**gaps)
        line = gettext("{game} against {names}").format(**gaps)
    else:
        gaps["time"] = _time(left)
        subject = gettext("Your move against {names} ({game}, {time})").format(**gaps)
        line = gettext("{game} against {names}, {time} left").format(**gaps)
    return {
        "subject": subject,
        "line": line,
        "url": settings.SITE_URL + match.get_absolute_url(),
        "note": _note(match, user),
    }


def _note(match: Match, user: User) -> str:
    """What else the player should know of this game; empty if there is nothing."""
    study = study_of(match, user)
    if study is None or not plan_dropped(study, match):
        return ""
    return gettext("Your conditional moves did not fit the move that came. They are deleted.")


def _time(left: timedelta) -> str:
    """The time left in whole words, as in a subject: "3 days", "14 hours"."""
    hours = max(1, round(left.total_seconds() / 3600))
    if hours >= 24:
        return ngettext("{n} day", "{n} days", round(hours / 24)).format(n=round(hours / 24))
    return ngettext("{n} hour", "{n} hours", hours).format(n=hours)
