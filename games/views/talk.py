"""Beside the board: messages, reports, notes."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST

from games import talk
from games.errors import PlayError
from games.models import Message, Note
from games.services.talk import message_post, message_report, note_save
from games.texts import say
from games.views.common import act_of_user, key_of, match_of, user_of, whole_number
from games.views.match import match_answer


@require_http_methods(["GET", "HEAD", "POST"])
def match_talk(request: HttpRequest, code: str) -> HttpResponseBase:
    """The messages alone, for the script to fetch; a posted form writes one."""
    if request.method == "POST":
        return _message(request, code=code)
    panel = talk.panel(
        match_of(code), request.user, tab="messages", before=whole_number(request, "before")
    )
    return render(request, "games/includes/talk_messages.html", {"talk": panel})


@require_POST
@login_required
def _message(request: HttpRequest, code: str) -> HttpResponseBase:
    match = match_of(code)
    text = request.POST.get("text", "")
    try:
        message_post(match_id=match.pk, user=user_of(request), text=text, key=key_of(request))
    except PlayError as error:
        panel = talk.panel(match, request.user, tab="messages")
        panel |= {"text": text[: 4 * Message.LONGEST], "error": say(error.text)}
        return match_answer(request, match, panel, error.status)
    return redirect(match.get_absolute_url() + "?tab=messages#log")


@act_of_user
def report(request: HttpRequest, code: str, pk: int) -> HttpResponseBase:
    """Ask the staff to look at a message."""
    match = match_of(code)
    message_report(match_id=match.pk, user=user_of(request), message_id=pk)
    messages.success(request, gettext("The staff will look at this message."))
    return redirect(match.get_absolute_url() + "?tab=messages#log")


@require_POST
@login_required
def notes(request: HttpRequest, code: str) -> HttpResponseBase:
    """Keep the player's notes."""
    match = match_of(code)
    text, version = request.POST.get("text", ""), whole_number(request, "version")
    if version is None and request.POST.get("version"):
        version = -1  # there is no such version, and nothing is to be written over unread
    try:
        note_save(match_id=match.pk, user=user_of(request), text=text, version=version)
    except PlayError as error:
        panel = talk.panel(match, request.user, tab="notes")
        panel |= {"note_text": text[: 4 * Note.LONGEST], "note_error": say(error.text)}
        return match_answer(request, match, panel, error.status)
    return redirect(match.get_absolute_url() + "?tab=notes#log")
