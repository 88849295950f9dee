"""A site with every game in every state that takes room beside its board, for `scratch_site`."""

from __future__ import annotations

from datetime import datetime, timedelta
from random import Random
from typing import Any

from django.urls import reverse
from django.utils import timezone

from accounts import vacations
from accounts.models import User
from games.models import Match
from games.rules import registry
from games.rules.core import Game
from games.services.create import SeatSpec, match_create
from games.services.join import match_join
from games.services.leave import match_resign
from games.services.offers import offer_accept, offer_make
from plypost.showcase import ME, Showcase, ladder, played, session_of

LONG = "Margarethe-of-Odense"
"""As long as a name may be."""

AWAY = "Maximiliane"
"""She is on vacation."""

OTHERS = (LONG, AWAY, "tobias_h")

PLIES = {"dots-and-boxes": 12, "dots-and-hexagons": 16}
"""After so many, if not after eight."""


def seed() -> Showcase:
    """Fill an empty site; `pages` are named "key state" if a game, else by what they are."""
    now = timezone.now()
    people = {
        name: User.objects.create_user(name, f"{name}@example.org", None) for name in (ME, *OTHERS)
    }
    vacations.vacation_begin(user=people[AWAY], days=9, now=now)
    ladder(people, now)
    shown = Showcase(session=session_of(people[ME]))

    def show(key: str, state: str, match: Match) -> None:
        shown.pages[f"{key} {state}"] = (match.get_absolute_url(), True)

    for key, game in registry.games().items():
        show(key, "normal", match_on(key, [ME, LONG], ME, now))
        show(key, "busy", offered(paused(match_on(key, [ME, LONG], ME, now), now), people, now))
        show(key, "waiting", paused(match_on(key, [ME, AWAY], AWAY, now), now))
        for count in set(game.players) - {2}:
            names = [ME, *OTHERS][:count]
            show(key, f"{count} players", match_on(key, names, ME, now))
            busy = offered(match_on(key, names, ME, now), people, now)
            show(key, f"{count} players busy", busy)
    over = match_on("conquare", [ME, LONG], LONG, now)
    show("conquare", "over", match_resign(match_id=over.pk, user_id=people[LONG].pk, now=now))
    shown.pages |= {
        "home": (reverse("home"), True),
        "new game": (reverse("new_match"), True),
        "new game of four": (f"{reverse('new_match')}?game=blokus", True),
        "play": (reverse("lobby"), True),
        "ladder": (reverse("ladder", args=["speckles"]), True),
        "profile": (reverse("profile", args=[LONG]), True),
        "rules": (reverse("rules", args=["tink"]), True),
        "settings": (reverse("accounts:settings"), True),
        "visitors' home": (reverse("home"), False),
        "join": (reverse("accounts:join"), False),
        "log in": (reverse("accounts:login"), False),
    }
    return shown


def match_on(key: str, names: list[str], turn: str, now: datetime) -> Match:
    """An unrated match that goes on, with a bank for each player, in which `turn` is to move."""
    rules = registry.make(key, len(names))
    plies, seat = PLIES.get(key, 8), names.index(turn)
    moves = next(found for n in range(99) if (found := line(rules, Random(n), plies, seat)))
    people = {user.username: user for user in User.objects.filter(username__in=names)}
    step = timedelta(hours=1)
    begin = now - step * (len(moves) + 1)
    creator, *others = (people[name] for name in names)
    match = match_create(
        creator=creator,
        game=key,
        options={},
        seats=[SeatSpec("me"), *(SeatSpec("player", user.username) for user in others)],
        clock="5d+1d/10d",
        rated=False,
        now=begin,
    )
    for user in others:
        match = match_join(match_id=match.pk, user=user, now=begin)
    return played(match, moves, now - step, step)


def line(rules: Game[Any], rng: Random, plies: int, seat: int) -> list[str] | None:
    """At least so many moves after which `seat` is to move; None if the game is over before."""
    state = rules.initial()
    moves: list[str] = []
    while len(moves) < plies or state.to_move != seat:
        if state.to_move < 0:
            return None
        move = rules.random_move(state, rng)
        moves.append(rules.format_move(move))
        state = rules.apply(state, move)
    return moves if state.to_move >= 0 else None


def offered(match: Match, people: dict[str, User], now: datetime) -> Match:
    """The match after another player has offered all that can be offered."""
    by = people[LONG].pk
    kinds = ["takeback", "pause", *(["draw"] if match.rules.can_draw else [])]
    for kind in kinds:
        match = offer_make(match_id=match.pk, user_id=by, kind=kind, ply=match.ply, days=5, now=now)
    return match


def paused(match: Match, now: datetime) -> Match:
    """The match after all have agreed to a pause."""
    first, second = (seat.user_id for seat in match.seat_rows)
    match = offer_make(
        match_id=match.pk, user_id=first, kind="pause", ply=match.ply, days=3, now=now
    )
    return offer_accept(
        match_id=match.pk,
        user_id=second,
        kind="pause",
        ply=match.ply,
        version=match.offers["pause"]["version"],
        now=now,
    )
