"""The HTML door: pages and forms. Each view calls a selector or a service and renders."""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, Any, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, pgettext
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import blocks
from accounts import selectors as people
from accounts.errors import AccountError
from accounts.models import User
from accounts.sessions import player_of
from games import cards, clocks, pages, selectors, shares, talk
from games.boards import svg, wire
from games.boards.core import Board
from games.boards.registry import board_of
from games.errors import BadMove, PlayError
from games.lines import position_after
from games.models import Match, Message, Note, Seat
from games.offers import KINDS
from games.rules import registry
from games.rules.core import OptionError
from games.services.blocks import person_block
from games.services.create import SeatSpec, match_create
from games.services.ending import match_abort, match_end
from games.services.follow import match_follow, match_unfollow
from games.services.join import match_cancel, match_decline, match_join, seat_leave
from games.services.leave import match_resign
from games.services.offers import ACTS, day_give
from games.services.plans import plan_delete
from games.services.play import match_play
from games.services.rematch import match_rematch
from games.services.talk import message_post, message_report, messages_seen, note_save
from games.services.timeouts import match_seen
from games.texts import say

if TYPE_CHECKING:
    from collections.abc import Callable

    from games.rules.core import Game


def refusals_shown(
    view: Callable[..., HttpResponseBase],
) -> Callable[..., HttpResponseBase]:
    """Turn a refusal into a message on the page of the match, or on the page one came from."""

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        try:
            return view(request, *args, **kwargs)
        except PlayError as error:
            messages.error(request, say(error.text))
        except AccountError as error:
            messages.error(request, str(error))
        code = kwargs.get("code")
        return redirect("match", code) if code else redirect("home")

    return wrapped


def _match(code: str) -> Match:
    try:
        return selectors.match_by_code(code)
    except Match.DoesNotExist:
        raise Http404 from None


def _posted(request: HttpRequest, name: str) -> int:
    """A posted whole number; −1, which fits nothing, where there is none."""
    number = _number(request, name)
    return -1 if number is None else number


def _key(request: HttpRequest) -> str:
    """The idempotency key of a posted form; NUL, which no database keeps, is taken out."""
    return request.POST.get("key", "")[:64].replace("\0", "")


def _user(request: HttpRequest) -> User:
    """The signed-in user of a view behind `login_required`."""
    return cast("User", request.user)


# --- home, lobby --------------------------------------------------------------------------------


@require_safe
@ensure_csrf_cookie
def home(request: HttpRequest) -> HttpResponse:
    """The front page: what the site is, or one's own games."""
    if request.user.is_authenticated:
        return render(request, "games/home_player.html", pages.home_player(_user(request)))
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
    match = selectors.next_match_for(_user(request), after=request.GET.get("after", ""))
    if match is None:
        messages.info(request, gettext("No moves waiting."))
        return redirect("home")
    return redirect(match)


@ensure_csrf_cookie
def new_match(request: HttpRequest) -> HttpResponse:
    """The form for a new match, and its answer; a visitor who posts it becomes a guest."""
    from games.forms import NewMatchForm

    data = request.POST if request.method == "POST" else None
    game = (data or request.GET).get("game", "")
    form = NewMatchForm(data, game=game, user=request.user, initial=request.GET.dict())
    if data is not None and form.is_valid():
        try:
            match = match_create(creator=player_of(request), **form.terms())
        except PlayError as error:
            form.add_error(None, say(error.text))
        except AccountError as error:
            form.add_error(None, str(error))
        else:
            return redirect(match)
    context = {"form": form, "games": cards.games_shown(), "sprite": cards.sprite_for()}
    return render(request, "games/new_match.html", context, status=400 if form.errors else 200)


@require_POST
@refusals_shown
def play_bot(request: HttpRequest) -> HttpResponseBase:
    """Start a game against a bot at once; a visitor becomes a guest.

    `moves` (texts parted by `;`) are played first: the front page's board has them already.
    """
    bots = list(people.bots())
    name = request.POST.get("bot") or (bots[0].username if bots else "")
    moves = [text for text in request.POST.get("moves", "").split(";") if text][:1]
    game = request.POST.get("game", "")
    try:
        rules = registry.make(game, registry.find(game).players[0])
        if moves:
            position_after(rules, rules.initial(), ";".join(moves))
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
    )
    if moves:
        match_play(match_id=match.pk, user_id=user.pk, ply=0, moves=moves)
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


# --- one match ----------------------------------------------------------------------------------


@require_safe
@ensure_csrf_cookie
def match_page(request: HttpRequest, code: str) -> HttpResponse:
    """The game page; for an open match the invitation."""
    match = match_seen(_match(code))
    seat = selectors.seat_of(match, request.user)
    if match.status == Match.Status.OPEN and seat is None:
        context = {**pages.invite(match, request.user), "share": _share(request, match)}
        return render(request, "games/invite.html", context)
    if seat is not None and match.is_over and not seat.seen_end:
        Seat.objects.filter(pk=seat.pk).update(seen_end=True)
    panel = talk.panel(
        match, request.user, tab=request.GET.get("tab", ""), before=_number(request, "before")
    )
    if seat is not None and panel.get("rows"):
        messages_seen(match_id=match.pk, user=_user(request), last=panel["rows"][-1]["id"])
        panel["unread"] = talk.unread(_user(request), match).get(match.pk, 0)
    return _match_page(request, match, panel)


def _match_page(
    request: HttpRequest, match: Match, panel: dict[str, Any], status: int = 200
) -> HttpResponse:
    picks = [pick for pick in request.GET.get("shape", "").split("|") if pick][:6]
    context = {
        **pages.match_page(match, request.user, picks),
        "talk": panel,
        "share": _share(request, match),
        "embed_code": shares.embed_code(request, match),
    }
    return render(request, "games/match.html", context, status=status)


def _number(request: HttpRequest, name: str) -> int | None:
    """A number from the form or the query; None for what is none."""
    text = (request.POST if request.method == "POST" else request.GET).get(name, "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= 18 else None


def _share(request: HttpRequest, match: Match) -> shares.Share:
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


@require_POST
@login_required
@refusals_shown
def match_move(request: HttpRequest, code: str) -> HttpResponseBase:
    """A posted move without script: `ply` and `move` (texts parted by `;` or blanks)."""
    now = timezone.now()
    match = _match(code)
    match = match_play(
        match_id=match.pk,
        user_id=_user(request).pk,
        ply=_posted(request, "ply"),
        moves=request.POST.get("move", "").replace(";", " ").split(),
        key=_key(request),
        now=now,
    )
    user = _user(request)
    if user.after_post == User.AfterPost.NEXT and match.mover_id != user.pk:
        following = selectors.next_match_for(user, after=match.code)
        return redirect(following or match)
    return redirect(match)


@require_POST
@refusals_shown
def join(request: HttpRequest, code: str) -> HttpResponseBase:
    """Take a free seat; a visitor becomes a guest where that is possible."""
    match = _match(code)
    return redirect(match_join(match_id=match.pk, user=player_of(request)))


@require_POST
@login_required
@refusals_shown
def decline(request: HttpRequest, code: str) -> HttpResponseBase:
    """Refuse an invitation."""
    match_decline(match_id=_match(code).pk, user=_user(request))
    messages.success(request, gettext("You have declined. The game will not be played."))
    return redirect("home")


@require_POST
@login_required
@refusals_shown
def cancel(request: HttpRequest, code: str) -> HttpResponseBase:
    """Take back one's own offer, or give back a seat in somebody else's."""
    match = _match(code)
    if match.created_by_id == _user(request).pk:
        match_cancel(match_id=match.pk, user=_user(request))
    else:
        seat_leave(match_id=match.pk, user=_user(request))
    messages.success(request, pgettext("an offer", "Taken back."))
    return redirect("home")


@require_POST
@login_required
@refusals_shown
def match_plan(request: HttpRequest, code: str) -> HttpResponseBase:
    """Delete conditional moves without script: `moves` of one line (parted by `;`), or all."""
    match = _match(code)
    plan_delete(
        match_id=match.pk,
        user_id=_user(request).pk,
        version=_posted(request, "version"),
        moves=[text for text in request.POST.get("moves", "").split(";") if text],
    )
    return redirect(match.get_absolute_url() + "#plan")


@require_POST
@refusals_shown
def follow(request: HttpRequest, code: str) -> HttpResponseBase:
    """Follow a match; who is not signed in is asked to, and comes back to the game."""
    match = _match(code)
    if not request.user.is_authenticated:
        return redirect_to_login(match.get_absolute_url())
    match_follow(match_id=match.pk, user=_user(request))
    messages.success(request, gettext("You find this game on your home page until it ends."))
    return redirect(match)


@require_POST
@login_required
@refusals_shown
def unfollow(request: HttpRequest, code: str) -> HttpResponseBase:
    """No longer follow a match."""
    match = _match(code)
    match_unfollow(match_id=match.pk, user=_user(request))
    return redirect(match)


@require_POST
@login_required
@refusals_shown
def resign(request: HttpRequest, code: str) -> HttpResponseBase:
    """Resign without script."""
    return redirect(match_resign(match_id=_match(code).pk, user_id=_user(request).pk))


@require_POST
@login_required
@refusals_shown
def abort(request: HttpRequest, code: str) -> HttpResponseBase:
    """Call a game off that has hardly begun."""
    return redirect(match_abort(match_id=_match(code).pk, user_id=_user(request).pk))


@require_POST
@login_required
@refusals_shown
def end(request: HttpRequest, code: str) -> HttpResponseBase:
    """End a game whose result cannot change any more."""
    return redirect(match_end(match_id=_match(code).pk, user_id=_user(request).pk))


@require_POST
@login_required
@refusals_shown
def rematch(request: HttpRequest, code: str) -> HttpResponseBase:
    """Ask for a rematch, or accept one; on to the new game."""
    return redirect(match_rematch(match_id=_match(code).pk, user=_user(request)))


@require_POST
@login_required
@refusals_shown
def offer(request: HttpRequest, code: str, kind: str, act: str) -> HttpResponseBase:
    """Make or answer an offer: `ply`, `version` of an offer that is answered, `days` of a pause."""
    now = timezone.now()
    match = _match(code)
    if kind not in KINDS or act not in ACTS:
        raise Http404
    match = ACTS[act](
        match_id=match.pk,
        user_id=_user(request).pk,
        kind=kind,
        ply=_posted(request, "ply"),
        version=_posted(request, "version"),
        days=_posted(request, "days"),
        now=now,
    )
    return redirect(match)


@require_POST
@login_required
@refusals_shown
def give_day(request: HttpRequest, code: str) -> HttpResponseBase:
    """Give the player to move one more day."""
    match = day_give(
        match_id=_match(code).pk,
        user_id=_user(request).pk,
        ply=_posted(request, "ply"),
        now=timezone.now(),
    )
    name = match.mover.username if match.mover else ""
    messages.success(request, gettext("{name} has one more day for this move.").format(name=name))
    return redirect(match)


@require_safe
def record(request: HttpRequest, code: str) -> HttpResponse:
    """The record as a text file."""
    match = _match(code)
    answer = HttpResponse(cards.record_text(match), content_type="text/plain; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="plypost-{match.code}.txt"'
    return answer


# --- beside the board ---------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
def match_talk(request: HttpRequest, code: str) -> HttpResponseBase:
    """The messages alone, for the script to fetch; a posted form writes one."""
    if request.method == "POST":
        return _message(request, code=code)
    panel = talk.panel(
        _match(code), request.user, tab="messages", before=_number(request, "before")
    )
    return render(request, "games/includes/talk_messages.html", {"talk": panel})


@require_POST
@login_required
def _message(request: HttpRequest, code: str) -> HttpResponseBase:
    match = _match(code)
    text = request.POST.get("text", "")
    try:
        message_post(match_id=match.pk, user=_user(request), text=text, key=_key(request))
    except PlayError as error:
        panel = talk.panel(match, request.user, tab="messages")
        panel |= {"text": text[: 4 * Message.LONGEST], "error": say(error.text)}
        return _match_page(request, match, panel, error.status)
    return redirect(match.get_absolute_url() + "?tab=messages#log")


@require_POST
@login_required
@refusals_shown
def report(request: HttpRequest, code: str, pk: int) -> HttpResponseBase:
    """Ask the staff to look at a message."""
    match = _match(code)
    message_report(match_id=match.pk, user=_user(request), message_id=pk)
    messages.success(request, gettext("The staff will look at this message."))
    return redirect(match.get_absolute_url() + "?tab=messages#log")


@require_POST
@login_required
def notes(request: HttpRequest, code: str) -> HttpResponseBase:
    """Keep the player's notes."""
    match = _match(code)
    text, version = request.POST.get("text", ""), _number(request, "version")
    if version is None and request.POST.get("version"):
        version = -1  # there is no such version, and nothing is to be written over unread
    try:
        note_save(match_id=match.pk, user=_user(request), text=text, version=version)
    except PlayError as error:
        panel = talk.panel(match, request.user, tab="notes")
        panel |= {"note_text": text[: 4 * Note.LONGEST], "note_error": say(error.text)}
        return _match_page(request, match, panel, error.status)
    return redirect(match.get_absolute_url() + "?tab=notes#log")


# --- blocks -------------------------------------------------------------------------------------


@require_POST
@login_required
@refusals_shown
def block(request: HttpRequest, username: str) -> HttpResponseBase:
    """Block a player."""
    other = people.user_by_name(username)
    if other is None:
        raise Http404
    person_block(user=_user(request), other=other)
    messages.success(
        request,
        gettext("You will not meet {name} in new games. Games that run go on.").format(
            name=other.username
        ),
    )
    return redirect("profile", other.username)


@require_POST
@login_required
def unblock(request: HttpRequest, username: str) -> HttpResponseBase:
    """Take a block back, on the profile or (`back=settings`) in the list of the settings."""
    other = people.user_by_name(username)
    if other is None:
        raise Http404
    blocks.block_remove(user=_user(request), other=other)
    messages.success(request, gettext("{name} is unblocked.").format(name=other.username))
    if request.POST.get("back") == "settings":
        return redirect(reverse("accounts:settings") + "#blocked")
    return redirect("profile", other.username)


# --- rules --------------------------------------------------------------------------------------


@require_safe
def rules_index(request: HttpRequest) -> HttpResponse:
    """All games."""
    context = {"games": cards.games_shown(), "sprite": cards.sprite_for()}
    return render(request, "games/rules_index.html", context)


@require_safe
@ensure_csrf_cookie
def rules(request: HttpRequest, key: str) -> HttpResponse:
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
        **selectors.line_json(game, state),
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
    return JsonResponse({"message": selectors.why_text(game, state, picks)})


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
