"""Moves that the site plays for a player, at once and by the same door as the player's own."""

from __future__ import annotations

import logging
from datetime import datetime
from typing import Any

from games import records
from games.models import Match
from games.rules.core import RulesError
from games.services.plans import reply_planned
from games.services.store import match_advance

log = logging.getLogger(__name__)

MOST = 200
"""So many replies in a row at most; what is left then waits for the players."""


def replies_play(match: Match, *, now: datetime) -> Match:
    """Play for whoever is to move as long as it is known what they want to play.

    In the transaction of the move that is replied to, each reply with an entry of its own.
    """
    for _ in range(MOST):
        if match.status != Match.Status.ACTIVE:
            break
        state = match.load_position()
        how, found = records.PREDICTED, reply_planned(match)
        if not found:
            how, found = records.FORCED, forced_move(match, state)
        if not found:
            break
        try:
            for text in found:
                state = match.rules.play(state, text)
        except RulesError:
            log.exception("The reply %s of match %s is not legal", found, match.code)
            break
        entries = [records.Entry(text, 0, how=how) for text in found]
        match = match_advance(match, entries=entries, state=state, now=now)
    return match


def forced_move(match: Match, state: Any) -> list[str] | None:
    """The only legal move, if whoever is to move wants it to be played for them."""
    mover = match.mover
    if mover is None or not mover.play_forced or match.rules.count_legal(state) != 1:
        return None
    [move] = match.rules.legal(state)
    return [match.rules.format_move(move)]
