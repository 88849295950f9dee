"""Positions that are only looked at: past plies and moves that nobody has posted."""

from __future__ import annotations

from typing import Any

from games import records
from games.errors import BadMove, PlayError
from games.models import Match
from games.rules.core import Game, RulesError
from games.rules.text import gettext_noop

LONGEST = 500


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
    return records.replay(rules, match.entries[:ply], checked=False)[-1]


def position_after(rules: Game[Any], state: Any, moves: str) -> Any:
    """The position after `moves` (texts parted by `;`) from `state`; raises `BadMove`."""
    texts = [text for text in moves.split(";") if text]
    if len(texts) > LONGEST:
        raise PlayError(gettext_noop("These are too many moves."))
    try:
        for text in texts:
            state = rules.play(state, text)
    except RulesError as error:
        raise BadMove(error) from error
    return state
