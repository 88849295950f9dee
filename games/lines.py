"""Positions that are only looked at: past plies and moves that nobody has posted."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import Any

from django.core.cache import cache

from games import records
from games.boards.registry import board_of
from games.errors import BadMove, PlayError
from games.models import Match
from games.rules.core import Game, RulesError
from games.rules.text import gettext_noop

LONGEST = 500
STEP = 64
"""A position is kept in the cache every so many plies."""
WEEK = 7 * 24 * 3600  # seconds


def position_at(match: Match, ply: int | None) -> Any:
    """The position of `match` after `ply` entries of its record; None: the latest.

    Raises `PlayError` if the match is not so far.
    """
    rules = match.rules
    if not match.position:
        return rules.initial()
    if ply is None or ply == match.ply:
        return match.load_position()
    if ply > match.ply:
        raise PlayError(gettext_noop("This game has no such move."))
    return replayed(rules, match.entries, ply)


def replayed(rules: Game[Any], entries: Sequence[records.Entry], ply: int) -> Any:
    """The position after `ply` entries of a record, which is trusted.

    Most records are short, and playing one costs as little as asking the cache. In a long one every
    `STEP`th position is kept, so that nobody can make us play thousands of moves per request.
    """
    path = path_to(entries, ply)
    whole = len(path) // STEP * STEP
    state = rules.initial()
    if whole:
        # Named by what was played: another move at the same ply leads elsewhere.
        text = f"{rules.key} {rules.seats} {sorted(rules.values.items())} {rules.version}"
        digest = sha256(" ".join([text, *map(str, path[:whole])]).encode()).hexdigest()
        found: str | None = cache.get(f"position:{digest}")
        if found is None:
            state = played(rules, state, path[:whole])
            cache.set(f"position:{digest}", rules.dump(state), WEEK)
        else:
            state = rules.load(found)
    return played(rules, state, path[whole:])


def path_to(entries: Sequence[records.Entry], ply: int) -> list[records.Entry]:
    """The entries that lead to a ply, without moves that were taken back on the way."""
    path = []
    while ply > 0:
        entry = entries[ply - 1]
        if entry.cause == records.TAKEN_BACK:
            ply = entry.to
        else:
            path.append(entry)
            ply -= 1
    return path[::-1]


def played(rules: Game[Any], state: Any, path: Sequence[records.Entry]) -> Any:
    """The position after more entries, none of which takes a move back."""
    for entry in path:
        state = records.after(rules, [state], entry, checked=False)
    return state


def position_after(rules: Game[Any], state: Any, moves: str) -> Any:
    """The position after `moves` (texts parted by `;`) from `state`; raises `BadMove`."""
    return line_after(rules, state, moves)[0]


def line_after(rules: Game[Any], state: Any, moves: str) -> tuple[Any, tuple[str, ...]]:
    """The position after `moves`, and the shapes that the last of them touched."""
    texts = [text for text in moves.split(";") if text]
    if len(texts) > LONGEST:
        raise PlayError(gettext_noop("These are too many moves."))
    before = state
    try:
        for text in texts:
            before, state = state, rules.play(state, text)
    except RulesError as error:
        raise BadMove(error) from error
    last = board_of(rules).touched(before, rules.parse_move(texts[-1])) if texts else ()
    return state, tuple(last)
