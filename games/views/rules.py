"""The rules of the games, and positions that nobody plays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe

from games import cards, pages, shares, snapshots
from games.boards import svg, wire
from games.boards.core import Board
from games.boards.registry import board_of
from games.errors import BadMove, PlayError
from games.lines import position_after
from games.rules import registry
from games.rules.core import OptionError
from games.texts import say

if TYPE_CHECKING:
    from games.rules.core import Game


@require_safe
def rules_index(request: HttpRequest) -> HttpResponse:
    """All games."""
    context = {"games": cards.games_shown(), "sprite": cards.sprite_for()}
    return render(request, "games/rules_index.html", context)


@require_safe
@ensure_csrf_cookie
def game_rules(request: HttpRequest, key: str) -> HttpResponse:
    """The rules of one game, with positions to try."""
    if key not in registry.games():
        raise Http404
    context = pages.rules_page(key)
    context["share"] = shares.share(
        request,
        title=gettext("{game} rules").format(game=context["game"]["name"]),
        description=context["game"]["summary"],
        path=reverse("rules", args=[key]),
        card=reverse("rules_card", args=[key]),
    )
    return render(request, f"games/rules/{key}.html", context)


@require_safe
def game_line(request: HttpRequest, key: str) -> HttpResponse:
    """A position that nobody plays, as JSON: `?seats=&moves=a;b&<option>=…`, for figures.

    With `?full=1` the geometry comes along, and the board as SVG.
    """
    try:
        game, state = figure_position(key, request.GET.dict())
    except PlayError as error:
        return JsonResponse({"error": error.code, "message": say(error.text)}, status=error.status)
    answer: dict[str, Any] = {
        "game": key,
        **snapshots.line_json(game, state),
    }
    if request.GET.get("full") == "1":
        board: Board[Any, Any] = board_of(game)
        answer["geometry"] = wire.geometry_json(board, say)
        answer["svg"] = svg.draw(board, board.marks(state), label=gettext(game.name), say=say)
    answer["urls"] = {
        "line": request.path,
        "why": reverse("game_why", args=[key]),
    }
    return JsonResponse(answer)


@require_safe
def game_why(request: HttpRequest, key: str) -> HttpResponse:
    """Why `?picks=x|y` make no legal move in such a position."""
    try:
        game, state = figure_position(key, request.GET.dict())
    except PlayError as error:
        return JsonResponse({"error": error.code, "message": say(error.text)}, status=error.status)
    picks = request.GET.get("picks", "").split("|")[:6]
    return JsonResponse({"message": snapshots.why_text(game, state, picks)})


def figure_position(key: str, query: dict[str, str]) -> tuple[Game[Any], Any]:
    """The game and position that a query names; raises `PlayError`."""
    asked = {k: v for k, v in query.items() if k not in ("seats", "moves", "picks", "full")}
    try:
        found = registry.find(key)
        seats = query.get("seats", "")
        game = registry.make(
            key, int(seats) if seats in "234" and seats else found.players[0], asked
        )
    except OptionError as error:
        raise BadMove(error) from error
    return game, position_after(game, game.initial(), query.get("moves", ""))
