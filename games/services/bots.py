"""Bots move by the same door as people, in a worker process: the web never thinks."""

from __future__ import annotations

import logging
from datetime import timedelta
from random import Random

from django.utils import timezone

from games import bots
from games.errors import PlayError
from games.models import Match
from games.selectors import SOONEST
from games.services.leave import match_resign
from games.services.play import match_play
from games.services.store import match_read

log = logging.getLogger(__name__)

OVERLOOKED = timedelta(seconds=10)
"""A bot that has not moved for so long was perhaps forgotten: its task may have been lost."""


def bot_play(*, match_id: int, ply: int) -> bool:
    """Let the bot to move choose and play, if the match still stands at `ply`; says whether it did.

    A task that runs twice, late or on a match that went on does nothing. A bot that fails resigns,
    so that nobody waits for it, and the fault is logged as an error.
    """
    match = match_read(match_id)
    if match.status != Match.Status.ACTIVE or match.ply != ply:
        return False
    mover = match.mover
    if mover is None or not mover.is_bot:
        return False
    try:
        state = match.load_position()
        move = bots.choose(match.rules, state, bot=mover.bot, rng=Random())
        text = match.rules.format_move(move)
    except Exception:
        log.exception("The bot %s failed in match %s at ply %s", mover, match.code, ply)
        match_resign(match_id=match_id, user_id=mover.pk)
        return False
    try:
        match_play(match_id=match_id, user_id=mover.pk, ply=ply, moves=[text])
    except PlayError as error:
        if error.status != 409:  # 409: somebody was first, which is no fault
            log.error("The bot %s played %s in %s: %s", mover, text, match.code, error)
            match_resign(match_id=match_id, user_id=mover.pk)
        return False
    return True


def overlooked_bot_turns() -> list[tuple[int, int]]:
    """(match id, ply) of matches that wait for a bot longer than they should, by deadline."""
    return list(
        Match.objects.filter(
            status=Match.Status.ACTIVE,
            turn_started_at__lte=timezone.now() - OVERLOOKED,
            last_at__lte=timezone.now() - OVERLOOKED,
        )
        .exclude(mover__bot="")
        .order_by(SOONEST)
        .values_list("pk", "ply")[:500]
    )
