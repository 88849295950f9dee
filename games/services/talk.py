"""Writing beside a match: messages, notes, reports."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from typing import Final

from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts import blocks, limits
from accounts.models import User
from games import events, talk
from games.errors import (
    AccountNeeded,
    EmptyMessage,
    NotSeated,
    OwnMessage,
    SameAgain,
    StaleNote,
    TextTooLong,
    TooManyMessages,
)
from games.models import Match, Message, Note, Report, Seat
from games.services.store import match_read

A_MINUTE: Final = 10  # messages of one person in a minute …
AN_HOUR: Final = 100  # … and in an hour, in all matches
REPORTS: Final = 20  # reports of one person in an hour

# What turns or hides the text around it: overrides, embeddings and isolates of the direction of
# writing, and marks without a use in plain text. Joiners stay: scripts and emoji need them.
_UNWANTED = re.compile("[\u061c\u200b\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\uffff]")
_BLANK = "\u115f\u1160\u2800\u3164\uffa0"  # letters that show nothing
_ACCENTS: Final = 4  # marks on one letter; more only paint over the lines around


def text_clean(text: str) -> str:
    """The text as it is kept: composed, with plain line ends and without invisible tricks.

    Control characters, lone surrogates and marks that change the direction of writing are taken
    out; of more than two line ends in a row two stay. Empty if nothing is left to be seen.
    """
    text = unicodedata.normalize("NFC", _without_controls(text))
    kept: list[str] = []
    marks = 0
    for sign in text:
        marks = marks + 1 if unicodedata.category(sign) in ("Mn", "Me") else 0
        if marks <= _ACCENTS:
            kept.append(sign)
    text = re.sub(r"\n{3,}", "\n\n", re.sub(r"[ \t]+\n", "\n", "".join(kept))).strip()
    return text if any(_is_seen(sign) for sign in text) else ""


def _without_controls(text: str) -> str:
    text = re.sub("\r\n?|[\u2028\u2029\x85]", "\n", text).replace("\t", " ")
    text = _UNWANTED.sub("", text)
    return "".join(
        sign for sign in text if sign == "\n" or unicodedata.category(sign) not in ("Cc", "Cs")
    )


def _is_seen(sign: str) -> bool:
    return unicodedata.category(sign)[0] not in "CZM" and sign not in _BLANK


def _fitting(text: str, most: int) -> str:
    """The cleaned text; raises `TextTooLong`, and at once for what no cleaning could shorten."""
    text = text_clean(text) if len(text) <= 4 * most else text
    if len(text) > most:
        raise TextTooLong(most=str(most), count=str(len(text)))
    return text


def message_post(*, match_id: int, user: User, text: str, key: str = "") -> Message:
    """Write `text` in the room of `user` beside a match, and tell those who may read it.

    The same text with the same `key` is the same posting: it returns the message that is there.
    Raises `TalkClosed`, `AccountNeeded`, `EmptyMessage`, `TextTooLong`, `SameAgain`,
    `TooManyMessages`.
    """
    match = match_read(match_id)
    text = _fitting(text, Message.LONGEST)
    once = _digest(key, text) if key else ""
    if once and (found := _posted(match, user, once)):
        return found
    room = talk.check_may_write(match, user)
    if not text:
        raise EmptyMessage
    own = Message.objects.filter(match=match, user=user).order_by("-pk")
    if list(own.values_list("text", flat=True)[:2]) == [text, text]:
        raise SameAgain
    _check_flood(user)
    try:
        with transaction.atomic():
            message = Message.objects.create(
                match=match, room=room, user=user, text=text, ply=match.ply, key=once
            )
            _tell_on_commit(match, message, user)
    except IntegrityError:
        # the same posting at the same moment by another request
        again = _posted(match, user, once)
        if again is None:
            raise
        return again
    return message


def _digest(key: str, text: str) -> str:
    return hashlib.sha256(f"{key}\n{text}".encode()).hexdigest()


def _posted(match: Match, user: User, once: str) -> Message | None:
    return Message.objects.filter(match=match, user=user, key=once).first()


def _check_flood(user: User) -> None:
    who = str(user.pk)
    if limits.used("talk-hour", who) >= AN_HOUR or (
        limits.count("talk", who, seconds=60) > A_MINUTE
    ):
        raise TooManyMessages
    limits.count("talk-hour", who, seconds=60 * 60)


def _tell_on_commit(match: Match, message: Message, user: User) -> None:
    """A hint to everybody who may read the message, and to nobody else."""
    apart = blocks.apart(user)
    if match.is_over:
        topics = [f"match:{match.code}"]
    elif message.room == Message.Room.SPECTATORS:
        topics = [talk.spectators_topic(match.code)]
    else:
        topics = [f"user:{person.pk}" for person in talk.people_of(match)]
    hint = {"talk": match.code, "last": message.pk}
    transaction.on_commit(lambda: events.talked(hint, topics, apart))


def messages_seen(*, match_id: int, user: User, last: int) -> None:
    """The player has seen the messages up to number `last`. Raises `NotSeated`."""
    newest = Message.objects.filter(match=match_id).order_by("-pk").values_list("pk", flat=True)
    last = min(last, newest.first() or 0)
    seat = Seat.objects.filter(match=match_id, user=user)
    if not seat.filter(read_to__lt=last).update(read_to=last) and not seat.exists():
        raise NotSeated


def message_report(*, match_id: int, user: User, message_id: int) -> Report:
    """Ask the staff to look at a message; once is enough.

    Raises `NoSuchMessage`, `AccountNeeded`, `OwnMessage`, `TooManyMessages`.
    """
    match = match_read(match_id)
    message = talk.message_for(match, user, message_id)
    if talk.room_of(match, user) is None:
        raise AccountNeeded
    if message.user_id == user.pk:
        raise OwnMessage
    found = Report.objects.filter(message=message, by=user).first()
    if found is not None:
        return found
    if limits.count("report", str(user.pk), seconds=60 * 60) > REPORTS:
        raise TooManyMessages
    return Report.objects.get_or_create(message=message, by=user)[0]


def note_save(*, match_id: int, user: User, text: str, version: int | None = None) -> Note:
    """Keep what the player noted about a match.

    `version` is the one that was read; if there is a newer one, nothing is kept. None: whatever
    is there is replaced. Raises `NotSeated`, `TextTooLong`, `StaleNote`.
    """
    match = match_read(match_id)
    note = talk.note_of(match, user)
    text = _fitting(text, Note.LONGEST)
    if note.text == text:
        return note
    if version is not None and version != note.version:
        raise StaleNote
    at = timezone.now()
    if note.version == 0:
        made, is_new = Note.objects.get_or_create(
            match=match, user=user, defaults={"text": text, "at": at}
        )
        if is_new:
            return made
        if version is not None:
            raise StaleNote
        note = made
    rows = Note.objects.filter(pk=note.pk)
    if version is not None:
        rows = rows.filter(version=version)
    note.text, note.at = text, at
    note.version += 1
    if not rows.update(text=text, at=at, version=note.version):
        raise StaleNote
    return note
