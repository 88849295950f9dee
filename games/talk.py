"""Who may read and write what beside a match, and the reads of it.

A match has two rooms. The players write in one; while the match runs, nobody without a seat reads
it. Spectators with an account write in the other; while the match runs, players do not read it, and
neither do visitors and guests, for anybody can become one. From the end on everybody reads both.
People with a block between them never see each other's messages.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import timedelta
from typing import Any, Final

from django.db.models import Count, F, Q, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format

from accounts import blocks
from accounts.models import User
from games.errors import AccountNeeded, NoSuchMessage, NotSeated, PlayError, TalkClosed
from games.models import Match, Message, Note, Report
from games.rules.text import gettext_noop
from games.selectors import seat_of
from games.texts import say

OPEN_AFTER_END: Final = timedelta(days=7)
"""So long can be written after the end; then the messages stay to be read."""

PAGE: Final = 50
"""So many messages at once."""

_ROOMS = Message.Room


# --- who may -----------------------------------------------------------------------------------


def people_of(match: Match) -> list[User]:
    """The players of a match that are not bots."""
    return [seat.user for seat in match.seat_rows if seat.user and not seat.user.is_bot]


def is_possible(match: Match) -> bool:
    """Whether there is any talk in this match: it has begun, and not against bots only."""
    return match.started_at is not None and len(people_of(match)) > 1


def is_spectator(match: Match, user: Any) -> bool:
    """Whether `user` has an account and no seat."""
    return bool(getattr(user, "is_person", False)) and seat_of(match, user) is None


def room_of(match: Match, user: Any) -> Message.Room | None:
    """Where `user` writes, if anywhere."""
    if seat_of(match, user) is not None:
        return _ROOMS.PLAYERS
    return _ROOMS.SPECTATORS if is_spectator(match, user) else None


def rooms_read(match: Match, user: Any) -> list[Message.Room]:
    """The rooms that `user`, perhaps a visitor, may read now."""
    if not is_possible(match):
        return []
    if match.is_over:
        return list(_ROOMS)
    room = room_of(match, user)
    return [room] if room is not None else []


def check_may_write(match: Match, user: Any) -> Message.Room:
    """The room in which `user` writes. Raises `TalkClosed` or `AccountNeeded`."""
    if not is_possible(match):
        raise TalkClosed(gettext_noop("There is nobody to write to in this game."))
    room = room_of(match, user)
    if room is None:
        raise AccountNeeded
    if match.finished_at and timezone.now() > match.finished_at + OPEN_AFTER_END:
        raise TalkClosed(gettext_noop("Messages were closed a week after the end of the game."))
    if room == _ROOMS.PLAYERS:
        apart = blocks.apart(user)
        others = [other for other in people_of(match) if other.pk != user.pk]
        if all(other.pk in apart for other in others):
            for other in others:
                if blocks.has_blocked(user, other):
                    raise TalkClosed(
                        gettext_noop("You have blocked {name}. Unblock them to write here."),
                        name=other.username,
                    )
            raise TalkClosed
    return room


# --- messages ----------------------------------------------------------------------------------


def messages_for(match: Match, user: Any) -> QuerySet[Message]:
    """All messages of `match` that `user` may read, oldest first. Every door reads by this one."""
    rows = Message.objects.filter(match=match, room__in=rooms_read(match, user))
    return _near(rows, user).select_related("user").order_by("pk")


def message_for(match: Match, user: Any, pk: int) -> Message:
    """One of them. Raises `NoSuchMessage`."""
    message = messages_for(match, user).filter(pk=pk).first()
    if message is None:
        raise NoSuchMessage
    return message


def page_of(
    match: Match, user: Any, *, after: int | None = None, before: int | None = None
) -> tuple[list[Message], bool]:
    """Up to `PAGE` messages, oldest first, and whether there are more in that direction.

    The first ones after `after`, or the last ones before `before`, or the last ones.
    """
    rows = messages_for(match, user)
    if after is not None:
        found = list(rows.filter(pk__gt=after)[: PAGE + 1])
        return found[:PAGE], len(found) > PAGE
    if before is not None:
        rows = rows.filter(pk__lt=before)
    found = list(rows.order_by("-pk")[: PAGE + 1])
    return found[:PAGE][::-1], len(found) > PAGE


def messages_json(match: Match, user: Any, messages: Sequence[Message]) -> list[dict[str, Any]]:
    """One entry for each message, for templates and programs; a hidden one has no text."""
    seats = {seat.user_id: seat.index for seat in match.seat_rows if seat.user_id}
    pk = getattr(user, "pk", None)
    reported = set(
        Report.objects.filter(by=pk, message__in=messages).values_list("message", flat=True)
        if pk
        else ()
    )
    may_report = seat_of(match, user) is not None or is_spectator(match, user)
    return [
        {
            "id": message.pk,
            "room": str(message.room),
            "seat": seats.get(message.user_id or 0) if message.room == _ROOMS.PLAYERS else None,
            "name": writer.username if writer else "",
            "url": reverse("profile", args=[writer.username]) if writer else None,
            "me": pk is not None and message.user_id == pk,
            "text": "" if message.hidden else message.text,
            "hidden": message.hidden,
            "ply": message.ply,
            "at": message.at.isoformat(),
            "reported": message.pk in reported,
            "can_report": may_report and message.user_id != pk and not message.hidden,
        }
        for message in messages
        for writer in [message.user if message.user and message.user.is_active else None]
    ]


def unread(user: User, match: Match | None = None) -> dict[int, int]:
    """How many messages of the other players `user` has not seen, by match; only those with any.

    In one match, or in all that run or have ended in the last weeks.
    """
    rows = Message.objects.filter(
        match__seats__user=user,
        pk__gt=F("match__seats__read_to"),
        room=_ROOMS.PLAYERS,
        hidden=False,
    ).exclude(user=user)
    if match is not None:
        rows = rows.filter(match=match)
    else:
        recent = timezone.now() - 2 * OPEN_AFTER_END
        rows = rows.filter(Q(match__finished_at=None) | Q(match__finished_at__gt=recent))
    return dict(_near(rows, user).order_by().values_list("match").annotate(Count("pk")))


def _near(rows: QuerySet[Message], user: Any) -> QuerySet[Message]:
    apart = blocks.apart(user)
    return rows.exclude(user__in=apart) if apart else rows


# --- notes -------------------------------------------------------------------------------------


def note_of(match: Match, user: Any) -> Note:
    """The note of `user` about `match`, a blank one with version 0 if there is none.

    Raises `NotSeated`: notes are for players.
    """
    if seat_of(match, user) is None:
        raise NotSeated
    found = Note.objects.filter(match=match, user=user).first()
    return found or Note(match=match, user=user, text="", version=0)


# --- pages -------------------------------------------------------------------------------------


def panel(match: Match, user: Any, *, tab: str = "", before: int | None = None) -> dict[str, Any]:
    """What the tabs beside the board show; messages only in the tab that is open."""
    seat = seat_of(match, user)
    possible = is_possible(match)
    tabs = {"moves": True, "messages": possible, "notes": seat is not None}
    tab = tab if tabs.get(tab) else "moves"
    shown: dict[str, Any] = {
        "tab": tab,
        "code": match.code,
        "page": match.get_absolute_url(),
        "messages": possible,
        "notes": tabs["notes"],
        "room": room_of(match, user) if possible else None,
        "unread": unread(user, match).get(match.pk, 0) if seat and possible else 0,
        "url": reverse("match_talk", args=[match.code]),
        "api": reverse("api:messages", args=[match.code]),
        "seen_api": reverse("api:messages_seen", args=[match.code]) if seat else "",
        "notes_url": reverse("match_notes", args=[match.code]),
        "notes_api": reverse("api:notes", args=[match.code]),
        "ended": match.is_over,
        "rows": None,
        "key": secrets.token_urlsafe(12),
    }
    if tabs["notes"]:
        shown["note"] = note_of(match, user)
    if possible:
        shown |= {"closed": "", "until": None, "account_needed": False}
        try:
            check_may_write(match, user)
        except AccountNeeded:
            shown["account_needed"] = True
        except PlayError as error:
            shown["closed"] = say(error.text)
        else:
            if match.finished_at:
                shown["until"] = match.finished_at + OPEN_AFTER_END
    if tab == "messages":
        found, more = page_of(match, user, before=before)
        rows = messages_json(match, user, found)
        colours = match.rules.colours(match.load_position())
        for row, message in zip(rows, found, strict=True):
            row["colours"] = colours[row["seat"]] if row["seat"] is not None else ()
            row["stones"] = any("black" in own for own in colours)
            row["time"] = timezone.localtime(message.at)
            row["when"] = _when(message)
        shown |= {"rows": rows, "older": found[0].pk if more else None, "newer": before is not None}
    return shown


def _when(message: Message) -> str:
    """The time of a message of today, else the day."""
    local = timezone.localtime(message.at)
    today = timezone.localtime().date() == local.date()
    return date_format(local, "TIME_FORMAT" if today else "MONTH_DAY_FORMAT")


# --- sockets -----------------------------------------------------------------------------------


def topics_of(code: str, user: Any) -> list[str]:
    """What a socket beside match `code` listens to besides the match: the spectators' room."""
    if not getattr(user, "is_person", False):
        return []
    running = Match.objects.filter(code=code, status=Match.Status.ACTIVE)
    return [spectators_topic(code)] if running.exclude(seats__user=user).exists() else []


def spectators_topic(code: str) -> str:
    """The topic of the spectators' room of a match that runs."""
    return f"spectators:{code}"
