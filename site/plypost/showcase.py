"""People and matches that are the same each time: for pictures of pages, and to measure them.

Everything goes through the services, as if it had been played over the last weeks, so that a page
shows nothing that the site could not show. The games are those of `games.samples`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from importlib import import_module
from random import Random

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.sessions import BACKEND
from games.models import Match
from games.samples import SAMPLES
from games.services.create import SeatSpec, match_create
from games.services.join import match_join
from games.services.play import match_play

ME = "marta_k"
NAMES = (ME, "yuki.t", "ole_b", "dagny", "jonas-h", "camille", "priya", "tomasz", "ines", "bo.l")

FINISHED = (
    "Gd4 Re5 Be4 Gf5 Wd5 Wf4 Ye6 Ye3 Wd3 Bc4 Yc5 Gd6 Re2",
    "Gd4 Re5 Be4 Gf5 Wd5 Wf4 Ye6 Ye3 Wd3 Bc4 Yc5 Gd6 Bf6 Gf3 Yg5 Bg4 Rc3 Wd7 Bd2 Rf2 Yg3 Bc6",
    "Gd4 Be4 Ye5 We3 Yd3 Rd5 Yc5 Bc4 Wc3 Bd6 Gf4 Gb4 Gc6 Rf3 Rf5 Be2 Yf2 We6 Wb5 Gf6 Rc2",
    "Gd4 Be4 Ye5 We3 Yd3 Rd5 Yc5 Bc4 Wc3 Bd6 Gf4 Bg3",
    "Gd4 Be3 We4 Ye5 Rd5 Wc4 Gf4 Bf5 Yd3 Gf6 We6 Yg5 Bc3 Wg4 Yf3 Bd6 Re7 Yc5 Rd2",
    "Gd4 Be3 We4 Ye5 Rd5 Wc4 Gf4 Bf5 Yd3 Bc2",
)
"""Speckles, red against blue: red wins those with an even place, blue the others."""


DRAFTS = {  # shapes, of a whole move or of its beginning
    "speckles": "tray-R e7",
    "blokus": "piece-U5 n19",
    "tink": "c6 c7",
    "hexagons": "h6,3",
    "boxes": "v3,1",
    "fast-quabble": "i9",
}


@dataclass
class Showcase:
    """`pages`: name of a picture -> path and whether one is signed in; `session`: that of `ME`.

    `drafts`: name of a picture -> the shapes that `ME` picks in it, and does not post.
    """

    session: str = ""
    pages: dict[str, tuple[str, bool]] = field(default_factory=dict)
    drafts: dict[str, list[str]] = field(default_factory=dict)


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
        "speckles": sample(["yuki.t", ME], "speckles", now, left="3 h", clock="1d"),
        "blokus": sample([ME, "priya", "tomasz", "ines"], "blokus", now, left="9 h", clock="1d"),
        "tink": sample([ME, "jonas-h"], "tink", now, left="22 h", clock="2d"),
        "hexagons": sample([ME, "dagny"], "dots-and-hexagons", now, left="28 h"),
        "fast-quabble": sample(["dagny", ME], "fast-quabble", now, left="40 h"),
        "boxes": sample([ME, "yuki.t"], "dots-and-boxes", now, left="50 h"),
        "quabble": sample(["camille", ME], "quabble", now, left="47 h", clock="2d"),
        "qualos": sample(["ole_b", ME], "qualos", now, left="30 h"),
        "fast-conquare": sample(["priya", ME], "fast-conquare", now, left="20 h"),
        "conquare": sample([ME, "bo.l"], "conquare", now, left="60 h", end=True),
    }
    for name, match in games.items():
        shown.pages[f"game-{name}"] = (match.get_absolute_url(), True)
        if match.mover_id == me.pk:
            shown.drafts[f"game-{name}"] = DRAFTS[name].split()
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


def begun(
    names: list[str], game: str, options: Mapping[str, str], at: datetime, clock: str = "3d"
) -> Match:
    """A rated match of these people, in seat order."""
    people = {user.username: user for user in User.objects.filter(username__in=names)}
    creator, *others = (people[name] for name in names)
    match = match_create(
        creator=creator,
        game=game,
        options=dict(options),
        seats=[SeatSpec("me"), *(SeatSpec("player", user.username) for user in others)],
        clock=clock,
        rated=True,
        now=at,
    )
    for user in others:
        match = match_join(match_id=match.pk, user=user, now=at)
    return match


def played(match: Match, moves: Sequence[str], last: datetime, step: timedelta) -> Match:
    """The match after these moves, one a `step`, the last of them at `last`."""
    for place, text in enumerate(moves, start=1):
        match = match_play(
            match_id=match.pk,
            user_id=match.mover_id or 0,
            ply=match.ply,
            moves=[text],
            now=last - step * (len(moves) - place),
        )
    return match


def sample(
    names: list[str], game: str, now: datetime, *, left: str, clock: str = "3d", end: bool = False
) -> Match:
    """A game of `games.samples` as its pictures show it, or to its `end`; so much time is left."""
    found = SAMPLES[game]
    moves = found.moves if end else found.moves[: found.shown]
    hours = timedelta(hours=int(left.removesuffix(" h")), minutes=10)
    last = now - timedelta(days=int(clock.removesuffix("d"))) + hours
    step = timedelta(hours=5)
    match = begun(names, game, found.options, last - step * (len(moves) + 1), clock)
    return played(match, moves, last, step)


def ladder(people: dict[str, User], now: datetime) -> None:
    """Finished games of all against all, so that there are ladders and histories."""
    rng = Random("ladder")
    names = list(people)
    for day in range(55, 1, -1):
        winner, loser = sorted(rng.sample(range(len(names)), 2), key=lambda _: rng.random() < 0.6)
        which = rng.randrange(len(FINISHED))
        moves = FINISHED[which].split()
        pair = [names[winner], names[loser]][:: -1 if which % 2 else 1]
        at, step = now - timedelta(days=day), timedelta(hours=1)
        match = begun(pair, "speckles", {"colours": "RB"}, at - step * (len(moves) + 1))
        played(match, moves, at, step)
