"""The page of a match, its record, and what a spectator does there."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_POST, require_safe

from games import cards, pages, selectors, shares, talk
from games.models import Match, Seat
from games.services.follow import match_follow, match_unfollow
from games.services.talk import messages_seen
from games.services.timeouts import match_seen
from games.views.common import act_of_user, match_of, refusals_shown, user_of, whole_number


@require_safe
@ensure_csrf_cookie
def match_page(request: HttpRequest, code: str) -> HttpResponse:
    """The game page; for an open match the invitation."""
    match = match_seen(match_of(code))
    seat = selectors.seat_of(match, request.user)
    if match.status == Match.Status.OPEN and seat is None:
        context = {**pages.invite(match, request.user), "share": share_of(request, match)}
        return render(request, "games/invite.html", context)
    if seat is not None and match.is_over and not seat.seen_end:
        Seat.objects.filter(pk=seat.pk).update(seen_end=True)
    panel = talk.panel(
        match, request.user, tab=request.GET.get("tab", ""), before=whole_number(request, "before")
    )
    if seat is not None and panel.get("rows"):
        messages_seen(match_id=match.pk, user=user_of(request), last=panel["rows"][-1]["id"])
        panel["unread"] = talk.unread(user_of(request), match).get(match.pk, 0)
    return match_answer(request, match, panel)


def match_answer(
    request: HttpRequest, match: Match, panel: dict[str, Any], status: int = 200
) -> HttpResponse:
    """The game page with this panel beside the board; `?shape=a|b` are the picks of a draft."""
    picks = [pick for pick in request.GET.get("shape", "").split("|") if pick][:6]
    context = {
        **pages.match_page(match, request.user, picks),
        "talk": panel,
        "share": share_of(request, match),
        "embed_code": shares.embed_code(request, match),
    }
    return render(request, "games/match.html", context, status=status)


def share_of(request: HttpRequest, match: Match) -> shares.Share:
    """The words of a link to this match."""
    title, description = shares.match_words(match)
    return shares.share(
        request,
        title=title,
        description=description,
        path=match.get_absolute_url(),
        card=reverse("match_card", args=[match.code]),
        listed=match.listed,
        edition=match.version,
    )


@require_safe
def record(request: HttpRequest, code: str) -> HttpResponse:
    """The record as a text file."""
    match = match_of(code)
    answer = HttpResponse(cards.record_text(match), content_type="text/plain; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="plypost-{match.code}.txt"'
    return answer


@require_POST
@refusals_shown
def follow(request: HttpRequest, code: str) -> HttpResponseBase:
    """Follow a match; who is not signed in is asked to, and comes back to the game."""
    match = match_of(code)
    if not request.user.is_authenticated:
        return redirect_to_login(match.get_absolute_url())
    match_follow(match_id=match.pk, user=user_of(request))
    messages.success(request, gettext("You find this game on your home page until it ends."))
    return redirect(match)


@act_of_user
def unfollow(request: HttpRequest, code: str) -> HttpResponseBase:
    """No longer follow a match."""
    match = match_of(code)
    match_unfollow(match_id=match.pk, user=user_of(request))
    return redirect(match)
