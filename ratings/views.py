"""Ladders and profiles."""

from __future__ import annotations

from typing import Any

from django.db.models import Count
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from accounts import blocks
from accounts.models import User
from accounts.selectors import user_by_name
from games import cards, outside, shares
from games.models import Match
from games.pages import HERO
from games.rules import registry
from games.selectors import finished_of
from ratings import selectors
from ratings.models import Rating


def _games() -> list[dict[str, Any]]:
    return [
        {"key": key, "name": gettext(game.name), "url": reverse("ladder", args=[key])}
        for key, game in registry.games().items()
    ]


@require_safe
def ladders(request: HttpRequest) -> HttpResponse:
    """All ladders with how many are on each."""
    counts = dict(
        Rating.objects.filter(games__gt=0).values_list("ladder").annotate(players=Count("pk"))
    )
    shown = [
        {
            **game,
            "players": counts.get(game["key"], 0),
            "url": reverse("ladder", args=[game["key"]]),
        }
        for game in cards.games_shown()
    ]
    return render(request, "ratings/ladders.html", {"ladders": shown, "sprite": cards.sprite_for()})


@require_safe
def ladder(request: HttpRequest, key: str) -> HttpResponse:
    """One ladder: the top, one's own neighbourhood, the histogram."""
    if key not in registry.games():
        raise Http404
    people_only = request.GET.get("people") == "1"
    whole = request.GET.get("all") == "1"
    extract = selectors.ladder_extract(key, request.user, people_only=people_only, whole=whole)
    rows = [row for row in extract if row is not None]
    moved = selectors.changes_since(
        key, [rating.user_id for _, rating in rows], selectors.month_ago()
    )
    mine = request.user.pk if request.user.is_authenticated else None

    def shown(rank: int, rating: Rating) -> dict[str, Any]:
        return {
            "rank": rank,
            "name": rating.user.username,
            "url": reverse("profile", args=[rating.user.username]),
            "bot": rating.user.is_bot,
            "rating": round(rating.elo),
            "change30": moved.get(rating.user_id, 0),
            "games": rating.games,
            "won": rating.won,
            "drawn": rating.drawn,
            "lost": rating.lost,
            "won_share": round(100 * rating.won / rating.games),
            "drawn_share": round(100 * rating.drawn / rating.games),
            "lost_share": round(100 * rating.lost / rating.games),
            "last": rating.last_at,
            "mine": rating.user_id == mine,
        }

    table = [{"gap": True} if row is None else shown(*row) for row in extract]
    total = selectors.ladder_rows(key, people_only=people_only).count()
    context = {
        "game": {"key": key, "name": gettext(registry.find(key).name)},
        "games": _games(),
        "rows": table,
        "mine": next((row for row in table if row.get("mine")), None),
        "histogram": selectors.histogram(key, people_only=people_only),
        "bin": selectors.BIN,
        "people_only": people_only,
        "whole": whole,
        "rated_count": total,
        "share": shares.share(
            request,
            title=gettext("{game} ladder").format(game=gettext(registry.find(key).name)),
            description=gettext("Who is how strong at {game}: ranks, ratings, results.").format(
                game=gettext(registry.find(key).name)
            ),
            path=reverse("ladder", args=[key]),
            card=reverse("ladder_card", args=[key]),
        ),
    }
    return render(request, "ratings/ladder.html", context)


@outside.in_words
def ladder_card(request: HttpRequest, key: str) -> HttpResponseBase:
    """The card of a ladder: who leads."""
    if key not in registry.games():
        raise Http404

    def card() -> shares.Card:
        leaders = selectors.ladder_rows(key)[:4]
        return shares.Card(
            shares.game_board(key),
            gettext("{game} ladder").format(game=gettext(registry.find(key).name)),
            "",
            tuple(
                (
                    (),
                    gettext("{rank}. {name}, {rating}").format(
                        rank=rank, name=rating.user.username, rating=round(rating.elo)
                    ),
                )
                for rank, rating in enumerate(leaders, 1)
            ),
        )

    return outside.card_answer(request, card)


def _person(username: str) -> User:
    person = user_by_name(username)
    if person is None or not person.is_active:
        raise Http404
    return person


@outside.in_words
def profile_card(request: HttpRequest, username: str) -> HttpResponseBase:
    """The card of a player: the ratings in the games played most."""
    person = _person(username)
    rated = [
        rating
        for rating in person.ratings.filter(games__gt=0).order_by("-games", "ladder")[:4]
        if rating.ladder in registry.games()
    ]

    def card() -> shares.Card:
        return shares.Card(
            shares.game_board(rated[0].ladder if rated else HERO),
            person.username,
            gettext("Player at Plypost"),
            tuple(
                (
                    (),
                    gettext("{game}: {rating}").format(
                        game=gettext(registry.find(rating.ladder).name), rating=round(rating.elo)
                    ),
                )
                for rating in rated
            ),
        )

    return outside.card_answer(request, card)


@require_safe
def profile(request: HttpRequest, username: str) -> HttpResponse:
    """A person, guest or bot: ratings, chart, newest games, numbers."""
    person = _person(username)
    rated = list(person.ratings.filter(games__gt=0).order_by("-games", "ladder"))
    chosen = request.GET.get("game", "")
    if chosen not in {rating.ladder for rating in rated}:
        chosen = rated[0].ladder if rated else ""
    own = request.user.is_authenticated and request.user.pk == person.pk
    seats = person.seats.filter(match__status=Match.Status.FINISHED)
    between = None
    if request.user.is_authenticated and not own:
        between = selectors.results_between(request.user, person)
    context = {
        "person": person,
        "own": own,
        "marks": [
            {
                "key": rating.ladder,
                "game": gettext(registry.find(rating.ladder).name),
                "name": gettext(registry.find(rating.ladder).name),
                "rating": round(rating.elo),
                "rank": selectors.rank_of(rating),
                "url": reverse("ladder", args=[rating.ladder]),
            }
            for rating in rated
            if rating.ladder in registry.games()
        ],
        "chart_game": {"key": chosen, "name": gettext(registry.find(chosen).name)}
        if chosen
        else None,
        "chart": selectors.history(person, chosen) if chosen else [],
        "recent": cards.match_cards(finished_of(person), person),
        "numbers": {
            "finished": seats.count(),
            "active": person.seats.filter(match__status=Match.Status.ACTIVE).count(),
            "won": sum(rating.won for rating in rated),
            "drawn": sum(rating.drawn for rating in rated),
            "lost": sum(rating.lost for rating in rated),
            "timed_out": seats.filter(out="t").count(),
        },
        "most_played": [
            {**met._asdict(), "url": reverse("profile", args=[met.name])}
            for met in selectors.most_played(person)
        ],
        "between": between,
        "blocked": blocks.has_blocked(request.user, person),
        "sprite": cards.sprite_for(),
        "share": shares.share(
            request,
            title=person.username,
            description=gettext("{name} at Plypost: ratings and newest games.").format(
                name=person.username
            ),
            path=reverse("profile", args=[person.username]),
            card=reverse("profile_card", args=[person.username]),
        ),
    }
    return render(request, "ratings/profile.html", context)
