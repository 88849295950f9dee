"""The JSON door to messages and notes; who sees and writes what is said in `games.talk`."""

from __future__ import annotations

from typing import Any, cast

from rest_framework.exceptions import ValidationError
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.models import User
from games import talk
from games.api.serializers import MessageIn, NoteIn, SeenIn
from games.errors import PlayError
from games.models import Note
from games.selectors import match_by_code, seat_of
from games.services.talk import message_post, message_report, messages_seen, note_save
from games.texts import say


class MessagesView(APIView):
    """`GET ?after=id` or `?before=id`: messages, oldest first. `POST {text, key}`: write one."""

    permission_classes = [AllowAny]

    def get_permissions(self) -> list[Any]:
        """Anyone may ask, and is told what they may read; writing needs a session."""
        return [IsAuthenticated() if self.request.method == "POST" else AllowAny()]

    def get(self, request: Request, code: str) -> Response:
        """`{messages, more, room, closed, unread}`; `closed` says why one cannot write."""
        match = match_by_code(code)
        found, more = talk.page_of(
            match, request.user, after=_number(request, "after"), before=_number(request, "before")
        )
        closed = ""
        try:
            talk.check_may_write(match, request.user)
        except PlayError as error:
            closed = say(error.text)
        seat = seat_of(match, request.user)
        unread = talk.unread(_user(request), match).get(match.pk, 0) if seat else 0
        return Response(
            {
                "messages": talk.messages_json(match, request.user, found),
                "more": more,
                "room": talk.room_of(match, request.user),
                "closed": closed,
                "unread": unread,
            }
        )

    def post(self, request: Request, code: str) -> Response:
        """See `message_post` for what may be refused."""
        match = match_by_code(code)
        data = MessageIn(data=request.data)
        data.is_valid(raise_exception=True)
        message = message_post(match_id=match.pk, user=_user(request), **data.validated_data)
        return Response(talk.messages_json(match, request.user, [message])[0], status=201)


class SeenView(APIView):
    """`PUT {last}`: the player has seen the messages up to this number."""

    permission_classes = [IsAuthenticated]

    def put(self, request: Request, code: str) -> Response:
        """`{unread}`, what is left. See `messages_seen` for what may be refused."""
        match = match_by_code(code)
        data = SeenIn(data=request.data)
        data.is_valid(raise_exception=True)
        messages_seen(match_id=match.pk, user=_user(request), last=data.validated_data["last"])
        return Response({"unread": talk.unread(_user(request), match).get(match.pk, 0)})


class ReportView(APIView):
    """`POST`: ask the staff to look at a message."""

    permission_classes = [IsAuthenticated]

    def post(self, request: Request, code: str, pk: int) -> Response:
        """See `message_report` for what may be refused."""
        match = match_by_code(code)
        message_report(match_id=match.pk, user=_user(request), message_id=pk)
        return Response({"reported": True}, status=201)


class NotesView(APIView):
    """`GET`: the player's own notes. `PUT {text, version}`: replace them."""

    permission_classes = [IsAuthenticated]

    def get(self, request: Request, code: str) -> Response:
        """`{text, version, at}`, version 0 before the first saving; players only."""
        return Response(_note(talk.note_of(match_by_code(code), request.user)))

    def put(self, request: Request, code: str) -> Response:
        """See `note_save` for what may be refused."""
        match = match_by_code(code)
        data = NoteIn(data=request.data)
        data.is_valid(raise_exception=True)
        note = note_save(match_id=match.pk, user=_user(request), **data.validated_data)
        return Response(_note(note))


def _note(note: Note) -> dict[str, Any]:
    return {
        "text": note.text,
        "version": note.version,
        "at": note.at.isoformat() if note.version else None,
    }


def _user(request: Request) -> User:
    """The signed-in user."""
    return cast("User", request.user)


def _number(request: Request, name: str) -> int | None:
    """A number of a message from the query, None if it is missing."""
    text = request.query_params.get(name, "")
    if not text:
        return None
    if not (text.isascii() and text.isdecimal() and len(text) <= 18):
        raise ValidationError({name: "not a number"})
    return int(text)
