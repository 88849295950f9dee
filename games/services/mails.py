"""What stands in a letter: subject, sentences, a link for each game; in the player's language."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext, ngettext

from accounts import stops, vacations
from accounts.models import User
from games import offers, timing
from games.models import Letter, Match
from games.selectors import seat_of
from games.studies import plan_dropped, study_of

TURN, WARN, AWAY, LOST, OFFER = "turn", "warn", "away", "lost", "offer"
"""It is your move; your time is short; a vacation began by itself; your time was up; somebody
waits for your answer."""

STOPS = {TURN: TURN, WARN: WARN, AWAY: AWAY, LOST: AWAY, OFFER: OFFER}
"""The choice in the settings that each kind of letter follows."""


def wanted(user: User, kind: str) -> bool:
    """Whether `user` gets letters of this kind."""
    choice = {
        TURN: user.turn_mail != User.TurnMail.OFF,
        WARN: user.warn_mail,
        AWAY: user.away_mail,
        OFFER: user.offer_mail,
    }
    return bool(user.email) and user.is_active and user.is_person and choice[STOPS[kind]]


@dataclass(frozen=True, slots=True)
class _Words:
    subject: str
    lead: str
    tail: str = ""


def letter_make(
    letter: Letter, user: User, matches: Sequence[Match], now: datetime
) -> EmailMultiAlternatives:
    """The mail about `matches`, in the language and the time zone of the player."""
    zone = ZoneInfo(user.time_zone or "UTC")
    with translation.override(user.letter_language), timezone.override(zone):
        games = [_game(match, user, now, letter.kind) for match in matches]
        words = _WORDS[letter.kind](user, matches, games, now)
        choice = STOPS[letter.kind]
        stop = settings.SITE_URL + reverse(
            "accounts:stop_mail", args=[stops.token(user=user, kind=choice)]
        )
        context = {
            "person": user,
            "games": games,
            "lead": words.lead,
            "tail": words.tail,
            "stop": stop,
            "settings": settings.SITE_URL + reverse("accounts:settings") + f"#{choice}_mail",
            "site": settings.SITE_URL,
        }
        mail = EmailMultiAlternatives(
            " ".join(words.subject.split()),
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


# --- words --------------------------------------------------------------------------------------


def _turn(
    user: User, matches: Sequence[Match], games: list[dict[str, str]], now: datetime
) -> _Words:
    n = len(games)
    lead = ngettext("it is your move in this game:", "it is your move in these games:", n)
    if n > 1:
        subject = ngettext("Your move in {n} game", "Your move in {n} games", n)
    elif games[0]["time"]:
        subject = gettext("Your move against {names} ({game}, {time})")
    else:
        subject = gettext("Your move against {names} ({game})")
    return _Words(subject.format(n=n, **games[0]), lead)


def _warn(
    user: User, matches: Sequence[Match], games: list[dict[str, str]], now: datetime
) -> _Words:
    n = len(games)
    lead = ngettext(
        "little time is left for your move in this game:",
        "little time is left for your moves in these games:",
        n,
    )
    if n > 1:
        subject = ngettext("Your time is short in {n} game", "Your time is short in {n} games", n)
    else:
        subject = gettext("{time} left for your move against {names} ({game})")
    return _Words(subject.format(n=n, **games[0]), lead)


def _away(
    user: User, matches: Sequence[Match], games: list[dict[str, str]], now: datetime
) -> _Words:
    subject = gettext("Your vacation has begun by itself ({game} against {names})")
    vacation = vacations.current(user, now)
    lead = gettext(
        "your time for a move was up in the game below. So that you do not lose by it, a day of"
        " vacation has begun by itself."
    )
    if vacation is not None:
        until = timing.moment_text(vacation.end, now)
        lead = gettext(
            "your time for a move was up in the game below. So that you do not lose by it, a day of"
            " vacation has begun by itself. Your clocks stand still until {until}."
        ).format(until=until)
    left = vacations.days_left(user, now.year)
    if left > 0:
        tail = ngettext(
            "{n} day of vacation is left this year. It is taken in the same way if you do not"
            " move.",
            "{n} days of vacation are left this year. They are taken in the same way, one at a"
            " time, if you do not move.",
            left,
        ).format(n=left)
    else:
        tail = gettext("No day of vacation is left this year.")
    return _Words(subject.format(**games[0]), lead, tail)


def _lost(
    user: User, matches: Sequence[Match], games: list[dict[str, str]], now: datetime
) -> _Words:
    subject = gettext("You ran out of time ({game} against {names})")
    tail = ""
    if not matches[0].vacations:
        tail = gettext("The terms of this game say that vacations do not stop the clock.")
    return _Words(
        subject.format(**games[0]), gettext("your time for a move was up in this game:"), tail
    )


def _offer(
    user: User, matches: Sequence[Match], games: list[dict[str, str]], now: datetime
) -> _Words:
    [match], [game] = matches, games
    if match.status == Match.Status.OPEN and match.rematch_of_id is None:
        subject = gettext("{name} challenges you to a game of {game}")
        return _Words(
            subject.format(name=match.created_by.username, game=game["game"]),
            gettext("there is a game for you to accept or decline:"),
        )
    subject = gettext("An offer waits for your answer ({game} against {names})")
    return _Words(subject.format(**game), gettext("an offer waits for your answer in this game:"))


_WORDS = {TURN: _turn, WARN: _warn, AWAY: _away, LOST: _lost, OFFER: _offer}


def _game(match: Match, user: User, now: datetime, kind: str) -> dict[str, str]:
    names = [
        seat.user.username
        for seat in match.seats.select_related("user").order_by("index")
        if seat.user is not None and seat.user_id != user.pk
    ]
    left = timing.clock_of(match, now).left if match.mover_id == user.pk else None
    gaps = {
        "names": ", ".join(names),
        "game": gettext(match.rules.name),
        "time": _time(left) if left is not None else "",
    }
    if left is None:
        line = gettext("{game} against {names}").format(**gaps)
    else:
        line = gettext("{game} against {names}, {time} left").format(**gaps)
    notes = {TURN: _note, OFFER: offered_text}
    return {
        **gaps,
        "line": line,
        "url": settings.SITE_URL + match.get_absolute_url(),
        "note": notes[kind](match, user) if kind in notes else "",
    }


def offered_text(match: Match, user: User) -> str:
    """What a match offers to `user` and waits for an answer, in sentences; empty if nothing does.

    An open match in which a seat is kept for the user is a challenge, or the rematch of another.
    """
    if match.status == Match.Status.OPEN:
        if not any(row.invited_id == user.pk and row.user_id is None for row in match.seat_rows):
            return ""
        text = gettext("{name} asks for a rematch.")
        if match.rematch_of_id is None:
            text = gettext("{name} challenges you.")
        return text.format(name=match.created_by.username)
    seat = seat_of(match, user)
    return " ".join(each["text"] for each in offers.offers_json(match, seat) if each["asked"])


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
