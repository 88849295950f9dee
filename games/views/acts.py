"""What a player does in a match without script: moves, offers, the end."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext

from accounts.models import User
from games import selectors
from games.offers import KINDS
from games.services.ending import match_abort, match_end
from games.services.leave import match_resign
from games.services.offers import ACTS, day_give
from games.services.plans import plan_delete
from games.services.play import match_play
from games.services.rematch import match_rematch
from games.views.common import act_of_user, key_of, match_of, posted, user_of


@act_of_user
def match_move(request: HttpRequest, code: str) -> HttpResponseBase:
    """A posted move without script: `ply` and `move` (texts parted by `;` or blanks)."""
    now = timezone.now()
    match = match_of(code)
    match = match_play(
        match_id=match.pk,
        user_id=user_of(request).pk,
        ply=posted(request, "ply"),
        moves=request.POST.get("move", "").replace(";", " ").split(),
        key=key_of(request),
        now=now,
    )
    user = user_of(request)
    if user.after_post == User.AfterPost.NEXT and match.mover_id != user.pk:
        following = selectors.next_match_for(user, after=match.code)
        return redirect(following or match)
    return redirect(match)


@act_of_user
def match_plan(request: HttpRequest, code: str) -> HttpResponseBase:
    """Delete conditional moves without script: `moves` of one line (parted by `;`), or all."""
    match = match_of(code)
    plan_delete(
        match_id=match.pk,
        user_id=user_of(request).pk,
        version=posted(request, "version"),
        moves=[text for text in request.POST.get("moves", "").split(";") if text],
    )
    return redirect(match.get_absolute_url() + "#plan")


@act_of_user
def resign(request: HttpRequest, code: str) -> HttpResponseBase:
    """Resign without script."""
    return redirect(match_resign(match_id=match_of(code).pk, user_id=user_of(request).pk))


@act_of_user
def abort(request: HttpRequest, code: str) -> HttpResponseBase:
    """Call a game off that has hardly begun."""
    return redirect(match_abort(match_id=match_of(code).pk, user_id=user_of(request).pk))


@act_of_user
def end(request: HttpRequest, code: str) -> HttpResponseBase:
    """End a game whose result cannot change any more."""
    return redirect(match_end(match_id=match_of(code).pk, user_id=user_of(request).pk))


@act_of_user
def rematch(request: HttpRequest, code: str) -> HttpResponseBase:
    """Ask for a rematch, or accept one; on to the new game."""
    return redirect(match_rematch(match_id=match_of(code).pk, user=user_of(request)))


@act_of_user
def offer(request: HttpRequest, code: str, kind: str, act: str) -> HttpResponseBase:
    """Make or answer an offer: `ply`, `version` of an offer that is answered, `days` of a pause."""
    now = timezone.now()
    match = match_of(code)
    if kind not in KINDS or act not in ACTS:
        raise Http404
    match = ACTS[act](
        match_id=match.pk,
        user_id=user_of(request).pk,
        kind=kind,
        ply=posted(request, "ply"),
        version=posted(request, "version"),
        days=posted(request, "days"),
        now=now,
    )
    return redirect(match)


@act_of_user
def give_day(request: HttpRequest, code: str) -> HttpResponseBase:
    """Give the player to move one more day."""
    match = day_give(
        match_id=match_of(code).pk,
        user_id=user_of(request).pk,
        ply=posted(request, "ply"),
        now=timezone.now(),
    )
    name = match.mover.username if match.mover else ""
    messages.success(request, gettext("{name} has one more day for this move.").format(name=name))
    return redirect(match)
