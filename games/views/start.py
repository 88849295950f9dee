"""A game begins, or does not: created, joined, declined, called back."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_http_methods, require_POST

from accounts import selectors as people
from accounts.errors import AccountError
from accounts.services import choices_keep
from accounts.sessions import player_of
from games import cards, clocks
from games.errors import BadMove, PlayError
from games.lines import position_after
from games.pages import HERO, HERO_OPENING
from games.rules import registry
from games.rules.core import OptionError
from games.services.create import SeatSpec, match_create
from games.services.join import match_cancel, match_decline, match_join, seat_leave
from games.services.play import match_play
from games.texts import say
from games.views.common import act_of_user, match_of, refusals_shown, user_of


@require_http_methods(["GET", "HEAD", "POST"])
@ensure_csrf_cookie
def new_match(request: HttpRequest) -> HttpResponse:
    """The form for a new match, and its answer; a visitor who posts it becomes a guest."""
    from games.forms import NewMatchForm, remembered

    data = request.POST if request.method == "POST" else None
    initial = remembered(request.user, request.GET.dict())
    game = (initial if data is None else data).get("game", "")
    form = NewMatchForm(data, game=game, user=request.user, initial=initial)
    if data is not None and form.is_valid():
        try:
            user = player_of(request)
            match = match_create(creator=user, **form.terms())
        except PlayError as error:
            form.add_error(None, say(error.text))
        except AccountError as error:
            form.add_error(None, str(error))
        else:
            choices_keep(user=user, choices=form.choices())
            return redirect(match)
    context = {"form": form, "games": cards.games_shown(), "sprite": cards.sprite_for()}
    return render(request, "games/new_match.html", context, status=400 if form.errors else 200)


@require_POST
@refusals_shown
def play_bot(request: HttpRequest) -> HttpResponseBase:
    """Start a game against a bot at once; a visitor becomes a guest.

    `moves` (texts parted by `;`) are played first: the front page's board has them already. That
    game has begun with the moves of `HERO_OPENING`, which `opening` says.
    """
    bots = list(people.bots())
    name = request.POST.get("bot") or (bots[0].username if bots else "")
    moves = [text for text in request.POST.get("moves", "").split(";") if text][:1]
    game = request.POST.get("game", "")
    try:
        rules = registry.make(game, registry.find(game).players[0])
        opening = HERO_OPENING if request.POST.get("opening") and game == HERO else ()
        if moves:
            position_after(rules, rules.initial(), ";".join([*opening, *moves]))
    except OptionError as error:
        raise BadMove(error) from error
    user = player_of(request)
    match = match_create(
        creator=user,
        game=game,
        options={},
        seats=[SeatSpec("me"), SeatSpec("bot", name)],
        clock=clocks.per_move(clocks.DEFAULT_DAYS),
        rated=not user.is_guest,
        opening=opening,
    )
    if moves:
        match_play(match_id=match.pk, user_id=user.pk, ply=match.ply, moves=moves)
    return redirect(match)


@require_POST
@refusals_shown
def invite_link(request: HttpRequest) -> HttpResponseBase:
    """Make a match for oneself and whoever opens its link; a visitor becomes a guest."""
    clock = request.POST.get("clock", "")
    match = match_create(
        creator=player_of(request),
        game=request.POST.get("game", ""),
        options={},
        seats=[SeatSpec("me"), SeatSpec("link")],
        clock=clock if clock in clocks.offered() else clocks.per_move(clocks.DEFAULT_DAYS),
        rated=True,
    )
    return redirect(match)


@require_POST
@refusals_shown
def join(request: HttpRequest, code: str) -> HttpResponseBase:
    """Take a free seat; a visitor becomes a guest where that is possible."""
    match = match_of(code)
    return redirect(match_join(match_id=match.pk, user=player_of(request)))


@act_of_user
def decline(request: HttpRequest, code: str) -> HttpResponseBase:
    """Refuse an invitation."""
    match_decline(match_id=match_of(code).pk, user=user_of(request))
    messages.success(request, gettext("You have declined. The game will not be played."))
    return redirect("home")


@act_of_user
def cancel(request: HttpRequest, code: str) -> HttpResponseBase:
    """Cancel one's own open game, or give back a seat in somebody else's."""
    match = match_of(code)
    if match.created_by_id == user_of(request).pk:
        match_cancel(match_id=match.pk, user=user_of(request))
        messages.success(request, gettext("You have cancelled the game."))
    else:
        seat_leave(match_id=match.pk, user=user_of(request))
        messages.success(request, gettext("You have left this game."))
    return redirect("home")
