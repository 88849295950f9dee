"""Matches as cards and rows of the lists: plain dicts for templates, few statements for many."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from functools import lru_cache
from typing import Any

from django.core.cache import cache
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext, ngettext

from games import offers, records, results, selectors, snapshots, standings, terms, timing
from games.boards import sprite, svg
from games.boards.registry import board_of
from games.models import Match
from games.rules import registry
from games.rules.core import Game
from games.samples import SAMPLES, Sample
from games.texts import say

SHORT = timedelta(hours=6)
"""With less than this, or less than a quarter of the time, the time left is shown in red."""


def left_text(left: timedelta) -> str:
    """Time left as people say it: "3 d", "1 d 4 h", "14 h", "3 h 12 min", "42 min"."""
    minutes = max(0, int(left.total_seconds()) // 60)
    hours, days = minutes // 60, minutes // 1440
    if days >= 2:
        # rounded: three days are not two as soon as the first second has passed
        return gettext("{d} d").format(d=(minutes + 720) // 1440)
    if days == 1:
        return gettext("{d} d {h} h").format(d=1, h=hours - 24)
    if hours >= 6:
        return gettext("{h} h").format(h=hours)
    if hours >= 1:
        return gettext("{h} h {min} min").format(h=hours, min=minutes % 60)
    return gettext("{min} min").format(min=minutes)


def is_soon(left: timedelta, whole: timedelta | None) -> bool:
    """Whether the time left is short, of the `whole` that the turn began with."""
    return left < SHORT or (whole is not None and left < whole / 4)


def mini(match: Match) -> SafeString:
    """The small picture of the present position; kept, for it never changes for a (match, ply)."""
    key = f"mini:{match.pk}:{match.ply}:{match.status}:{get_language()}"
    drawn: str | None = cache.get(key)
    if drawn is None:
        state = match.load_position() if match.position else match.rules.initial()
        entries = match.entries
        last: tuple[str, ...] = ()
        if entries and entries[-1].is_move:
            story = snapshots.plies_json(match)
            last = tuple(story["plies"][-1]["l"])
        drawn = picture(match.rules, state, last)
        cache.set(key, drawn, snapshots.WEEK)
    return mark_safe(drawn)  # noqa: S308  # drawn by games.boards.svg, which escapes its texts


def picture(rules: Game[Any], state: Any, last: tuple[str, ...] = ()) -> str:
    """A mini board of any position."""
    board = board_of(rules)
    return svg.draw(
        board,
        board.marks(state),
        label=gettext("{game} board").format(game=gettext(rules.name)),
        drawings=board.drawings(state),
        last=last,
        mini=True,
        say=say,
    )


def match_cards(matches: Iterable[Match], user: Any) -> list[dict[str, Any]]:
    """One dict per match, in order; keys as the templates' leading comments list them."""
    rows = list(matches)
    ratings = standings.provider().of_matches(rows)
    shown = timing.clocks_of(rows)
    return [_card(match, user, ratings.get(match.pk, {}), shown[match.pk]) for match in rows]


def _card(
    match: Match, user: Any, ratings: dict[int, standings.Standing], clock: timing.Shown
) -> dict[str, Any]:
    rules = match.rules
    mine = selectors.seat_of(match, user)
    colours = rules.colours(match.load_position() if match.position else rules.initial())
    entries = match.entries
    last, last_by = "", ""
    if entries:
        ply = snapshots.plies_json(match)["plies"][-1]
        user_row = match.seat_rows[ply["s"]].user
        last, last_by = ply["w"], user_row.username if user_row else ""
    left, stopped = clock.left, clock.stopped
    standing = ratings.get(mine.user_id or 0) if mine else None
    return {
        "code": match.code,
        "url": match.get_absolute_url(),
        "game": {"key": match.game, "name": gettext(rules.name)},
        "facts": terms.facts(match),
        "size": terms.size_text(rules),
        "mini": mini(match),
        "others": [
            {
                "name": seat.user.username if seat.user else "",
                "invited": seat.invited.username if seat.invited and not seat.user else "",
                "url": snapshots.profile_url(seat.user) or "",
                "rating": ratings.get(seat.user_id or 0, standings.UNKNOWN).rating,
                "colours": colours[seat.index],
                "bot": bool(seat.user and seat.user.is_bot),
                "guest": bool(seat.user and seat.user.is_guest),
                "out": seat.out,
                "place": seat.place,
            }
            for seat in match.seat_rows
            if mine is None or seat.index != mine.index
        ],
        "mine": {"colours": colours[mine.index]} if mine else None,
        "stones": any("black" in own for own in colours),
        "deadline": match.deadline,
        "left": left_text(left) if left is not None else "",
        "soon": left is not None and is_soon(left, match.turn_left),
        "stopped": timing.stop_text(stopped, clock.at) if stopped else "",
        "last": last,
        "last_by": last_by,
        "last_at": match.last_at,
        "to_move": next(
            (
                seat.user.username
                for seat in match.seat_rows
                if seat.user is not None and seat.index == match.to_move
            ),
            "",
        ),
        "status": match.status,
        "rated": match.rated,
        "clock_text": terms.clock_text(match.clock),
        "stamp": results.stamp(match, mine) if mine and mine.place else "",
        "place": mine.place if mine else None,
        "change": standing.change if standing else None,
        "moves": sum(entry.is_move for entry in entries),
        "offer": next(
            (each["text"] for each in offers.offers_json(match, mine) if each["asked"]), ""
        ),
        "called_off": results.outcome_text(match, match.seat_rows, mine)
        if match.status == Match.Status.CANCELLED
        else "",
        "finished_at": match.finished_at,
    }


@lru_cache(maxsize=64)
def shown_position(key: str) -> tuple[Game[Any], Any, tuple[str, ...]]:
    """A game to show: rules, a position of its sample, the last move in it. It never changes.

    A game without a sample shows its first position.
    """
    sample = SAMPLES.get(key) or Sample(key, registry.find(key).players[0], (), 0)
    rules = sample.rules()
    state = rules.initial()
    last: tuple[str, ...] = ()
    for text in sample.moves[: sample.shown]:
        move = rules.parse_move(text)
        last = board_of(rules).touched(state, move)
        state = rules.play(state, text)
    return rules, state, last


@lru_cache(maxsize=64)
def _shown(key: str, language: str) -> str:
    """The small picture of a game, in this language."""
    return picture(*shown_position(key))


def players_text(players: tuple[int, ...]) -> str:
    """How many play: "2 players", "2 to 4 players"."""
    if len(players) == 1:
        return ngettext("{n} player", "{n} players", players[0]).format(n=players[0])
    return gettext("{least} to {most} players").format(least=players[0], most=players[-1])


def games_shown() -> list[dict[str, Any]]:
    """All games for shelves and lists: key, name, summary, players, family, picture, address."""
    language = get_language() or ""
    return [
        {
            "key": key,
            "name": gettext(game.name),
            "summary": gettext(game.summary),
            "players": players_text(game.players),
            "family": game.family or key,
            "mini": mark_safe(_shown(key, language)),  # noqa: S308  # our own drawing
            "url": reverse("rules", args=[key]),
        }
        for key, game in registry.games().items()
    ]


def sprite_for(*keys: str) -> SafeString:
    """The symbols that the boards of these games use (of all games without an argument)."""
    names: set[str] = set()
    for key in keys or registry.games():
        game = registry.find(key)
        names |= sprite.symbols(board_of(registry.make(key, game.players[-1])))
    return mark_safe(svg.sprite(sorted(names)))  # noqa: S308  # our own drawing


_CAUSES = {
    records.RESIGNED: "resigned",
    records.TIMED_OUT: "out of time",
    records.DRAWN: "agreed to a draw",
    records.ENDED: "ended the decided game",
    records.TAKEN_BACK: "took back to",
    records.CALLED_OFF: "called the game off",
}


def record_text(match: Match) -> str:
    """The record as a file for people and programs: headers, then the moves with their numbers."""
    seats = match.seat_rows
    lines = [
        f"Site: Plypost {match.code}",
        f"Game: {match.game}",
        "Options: " + " ".join(f"{k}={v}" for k, v in sorted(match.options.items())),
        *(
            f"Seat {seat.index + 1}: {seat.user.username if seat.user else '?'}"
            + (f" (place {seat.place})" if seat.place else "")
            for seat in seats
        ),
        f"Started: {match.started_at.isoformat() if match.started_at else '-'}",
        f"Result: {match.reason or match.status}",
        "",
    ]
    for number, entry in enumerate(match.entries, 1):
        what = entry.text
        if not entry.is_move:
            what = f"seat {entry.seat + 1} {_CAUSES[entry.cause]}"
            if entry.to >= 0:
                what += f" {entry.to}"
        lines.append(f"{number}. {what}")
    return "\n".join(lines) + "\n"
