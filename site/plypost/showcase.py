"""People and matches that are the same each time: for pictures of pages, and to measure them.

Everything goes through the services, as if it had been played over the last weeks, so that a page
shows nothing that the site could not show. Random moves come from fixed seeds.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from importlib import import_module
from random import Random
from typing import Any

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.sessions import BACKEND
from games.models import Match
from games.rules import registry
from games.rules.core import Game
from games.services.create import SeatSpec, match_create
from games.services.join import match_join
from games.services.play import match_play

ME = "marta_k"
NAMES = (ME, "yuki.t", "ole_b", "dagny", "jonas-h", "camille", "priya", "tomasz", "ines", "bo.l")

OPENINGS = {  # a game with a plan looks better than one of random moves
    "speckles": "Rd4 Ye4 Gd5 Wc4 Be5 Yc3 Rf5 Gf4 Wd3 Be3 Yd6 Rc6 Wb5 Gf6",
}
WON_QUICKLY = ("Ra1", "Yb1", "Gc1", "Rd1")
"""Speckles: the first player wins."""


@dataclass
class Showcase:
    """`pages`: name of a picture -> path and whether one is signed in; `session`: that of `ME`."""

    session: str = ""
    pages: dict[str, tuple[str, bool]] = field(default_factory=dict)
    drafts: dict[str, bool] = field(default_factory=dict)


def seed() -> Showcase:
    """Fill an empty site."""
    now = timezone.now()
    people = {name: User.objects.create_user(name, f"{name}@example.org", None) for name in NAMES}
    me = people[ME]
    me.about = "Mostly in the evening, sometimes on the train."
    me.save(update_fields=["about"])
    ladder(people, now)
    shown = Showcase(session=session_of(me))
    games = {
        "speckles": match_on(["marta_k", "yuki.t", "ole_b"], "speckles", 14, now, turn=ME),
        "hexagons": match_on(["marta_k", "dagny"], "dots-and-hexagons", 24, now, turn=ME),
        "tink": match_on(["jonas-h", "marta_k"], "tink", 18, now, turn=ME),
        "blokus": match_on(["marta_k", "priya", "tomasz", "ines"], "blokus", 24, now, turn=ME),
        "quabble": match_on(["marta_k", "camille"], "quabble", 26, now, turn="camille"),
        "conquare": won(["marta_k", "bo.l"], "conquare", now),
        "boxes": match_on(["yuki.t", "marta_k"], "dots-and-boxes", 18, now, turn=ME),
        "qualos": match_on(["marta_k", "ole_b"], "qualos", 30, now, turn="ole_b"),
        "fast-quabble": match_on(["dagny", "marta_k"], "fast-quabble", 14, now, turn=ME),
        "fast-conquare": match_on(["marta_k", "priya"], "fast-conquare", 14, now, turn="priya"),
    }
    for name, match in games.items():
        shown.pages[f"game-{name}"] = (match.get_absolute_url(), True)
        shown.drafts[f"game-{name}"] = match.mover_id == me.pk
    offer = match_create(
        creator=people["camille"],
        game="quabble",
        options={},
        seats=[SeatSpec("me"), SeatSpec("link")],
        clock="3d",
        rated=True,
        now=now,
    )
    match_create(
        creator=people["tomasz"],
        game="tink",
        options={},
        seats=[SeatSpec("me"), SeatSpec("player", ME)],
        clock="5d",
        rated=True,
        now=now,
    )
    for name, game in (("ines", "speckles"), ("dagny", "blokus")):
        match_create(
            creator=people[name],
            game=game,
            options={},
            seats=[SeatSpec("me"), SeatSpec("anyone")],
            clock="3d",
            rated=True,
            now=now,
        )
    shown.pages |= {
        "home-visitor": (reverse("home"), False),
        "home-player": (reverse("home"), True),
        "new-game": (reverse("new_match"), True),
        "invite": (offer.get_absolute_url(), False),
        "play": (reverse("lobby"), True),
        "ladder": (reverse("ladder", args=["speckles"]), True),
        "profile": (reverse("profile", args=["yuki.t"]), True),
        "rules": (reverse("rules", args=["speckles"]), False),
        "settings": (reverse("accounts:settings"), True),
        "embed": (reverse("embed", args=[games["conquare"].code]), False),
    }
    return shown


def session_of(user: User) -> str:
    """The key of a new session in which `user` is signed in."""
    store = import_module(settings.SESSION_ENGINE).SessionStore()
    store[SESSION_KEY] = str(user.pk)
    store[BACKEND_SESSION_KEY] = BACKEND
    store[HASH_SESSION_KEY] = user.get_session_auth_hash()
    store.save()
    key: str = store.session_key
    return key


# --- matches ------------------------------------------------------------------------------------


def begun(names: list[str], game: str, at: datetime) -> Match:
    """A rated match of these people, in seat order."""
    people = {user.username: user for user in User.objects.filter(username__in=names)}
    creator, *others = (people[name] for name in names)
    match = match_create(
        creator=creator,
        game=game,
        options={},
        seats=[SeatSpec("me"), *(SeatSpec("player", user.username) for user in others)],
        clock="3d",
        rated=True,
        now=at,
    )
    for user in others:
        match = match_join(match_id=match.pk, user=user, now=at)
    return match


def played(match: Match, moves: list[str], now: datetime, step: timedelta) -> Match:
    """The match after these moves, the last of them one `step` ago."""
    for place, text in enumerate(moves):
        if match.mover_id is None:
            break
        match = match_play(
            match_id=match.pk,
            user_id=match.mover_id,
            ply=match.ply,
            moves=[text],
            now=now - step * (len(moves) - place),
        )
    return match


def match_on(names: list[str], game: str, plies: int, now: datetime, *, turn: str) -> Match:
    """A match that goes on, after at least so many plies, in which `turn` is to move."""
    seat = names.index(turn)
    rules = registry.make(game, len(names))
    moves = next(
        found
        for number in range(1000)
        if (found := line(rules, Random(number), plies, seat, OPENINGS.get(game, "").split()))
    )
    step = timedelta(hours=5)
    return played(begun(names, game, now - step * (len(moves) + 1)), moves, now, step)


def line(
    rules: Game[Any], rng: Random, plies: int, seat: int, opening: list[str]
) -> list[str] | None:
    """Moves after which `seat` is to move; None if the game is over before."""
    state = rules.initial()
    moves: list[str] = []
    while len(moves) < plies or state.to_move != seat:
        if state.to_move < 0 or len(moves) > plies + 40:
            return None
        move = rules.random_move(state, rng)
        if len(moves) < len(opening):
            given = rules.parse_move(opening[len(moves)])
            move = move if rules.refusal(state, given) else given
        moves.append(rules.format_move(move))
        state = rules.apply(state, move)
    return moves if state.to_move >= 0 else None


def won(names: list[str], game: str, now: datetime) -> Match:
    """A finished match that the first of these people has won."""
    rules = registry.make(game, len(names))
    for number in range(1000):
        rng, state, moves = Random(number), rules.initial(), []
        while state.to_move >= 0:
            move = rules.random_move(state, rng)
            moves.append(rules.format_move(move))
            state = rules.apply(state, move)
        outcome = rules.outcome(state)
        if outcome is not None and list(outcome.winners) == [0]:
            break
    step = timedelta(hours=3)
    return played(begun(names, game, now - step * (len(moves) + 1)), moves, now, step)


def ladder(people: dict[str, User], now: datetime) -> None:
    """Finished games of all against all, so that there are ladders and histories."""
    rng = Random("ladder")
    names = list(people)
    for day in range(55, 1, -1):
        first, second = sorted(rng.sample(range(len(names)), 2), key=lambda _: rng.random() < 0.6)
        at = now - timedelta(days=day)
        match = begun([names[first], names[second]], "speckles", at - timedelta(hours=5))
        played(match, list(WON_QUICKLY), at, timedelta(hours=1))
