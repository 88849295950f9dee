"""The front page, the list of open games, and on to the next game."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe

from games import pages, selectors, shares
from games.views.common import user_of


@require_safe
@ensure_csrf_cookie
def home(request: HttpRequest) -> HttpResponse:
    """The front page: what the site is, or one's own games."""
    if request.user.is_authenticated:
        return render(request, "games/home_player.html", pages.home_player(user_of(request)))
    context = pages.home_visitor()
    context["share"] = shares.share(
        request,
        title=gettext("Board games by post"),
        description=gettext("Strategy games against people and bots, one move a day."),
        path=reverse("home"),
        card=reverse("front_card"),
    )
    return render(request, "games/home_visitor.html", context)


@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    """Matches that wait for somebody."""
    return render(
        request, "games/lobby.html", pages.lobby(request.user, request.GET.get("game", ""))
    )


@require_safe
@login_required
def next_game(request: HttpRequest) -> HttpResponse:
    """On to the match with the least time left in which it is one's turn."""
    match = selectors.next_match_for(user_of(request), after=request.GET.get("after", ""))
    if match is None:
        messages.info(request, gettext("No moves waiting."))
        return redirect("home")
    return redirect(match)
