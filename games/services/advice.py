"""What a bot would play in a position of a game that is over: thought out by a worker."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Sequence
from random import Random

from django.core.cache import cache

from accounts import limits
from games import bots
from games.errors import NoAdvice, NoAdviceNow, PlayError, TooManyQuestions
from games.lines import position_after, position_at
from games.models import Match, Seat
from games.rules.core import OVER
from games.rules.text import gettext_noop
from games.studies import Advice

log = logging.getLogger(__name__)

ADVISER = "sorter"
"""The bot that is asked: the strongest; it thinks for less than a second."""

PER_MINUTE = 20
PATIENCE = 30
"""Seconds for which a question is not asked again: then the worker has lost it."""
DAY = 86_400


def advice_ask(*, match_id: int, user_id: int, ply: int, moves: Sequence[str]) -> Advice | None:
    """The move that the bot suggests after `moves` from `ply`; None while it is thinking.

    Asked again it is the same question. Raises `NoAdvice` (the game is not over), `NoAdviceNow`
    (tried moves could rebuild a game that is running), `BadMove`, `TooManyQuestions`, `PlayError`
    (no such ply; nobody is to move).
    """
    match = Match.objects.get(pk=match_id)
    if match.status != Match.Status.FINISHED:
        raise NoAdvice
    if moves and _plays_people(user_id, match.game):
        raise NoAdviceNow
    key = _key(match, ply, moves)
    found = cache.get(key)
    if found is not None:
        return Advice(*found)
    state = position_after(match.rules, position_at(match, ply), ";".join(moves))
    if state.to_move == OVER:
        raise PlayError(gettext_noop("The game is over."))
    if cache.get(f"{key}:asked"):
        return None
    if limits.count("advice", str(user_id), seconds=60) > PER_MINUTE:
        raise TooManyQuestions
    cache.set(f"{key}:asked", 1, PATIENCE)
    _queue(match_id, ply, list(moves))
    return None


def _plays_people(user_id: int, game: str) -> bool:
    """Whether the user has a running match of this game against somebody who is no bot."""
    running = Match.objects.filter(status=Match.Status.ACTIVE, game=game, seats__user=user_id)
    people = Seat.objects.filter(match__in=running, user__bot="")
    return people.exclude(user=user_id).exists()


def advice_find(*, match_id: int, ply: int, moves: Sequence[str]) -> Advice:
    """Think, and keep the answer for `advice_ask`; in a worker. Asked twice it says the same."""
    match = Match.objects.get(pk=match_id)
    key = _key(match, ply, moves)
    found = cache.get(key)
    if found is None:
        state = position_after(match.rules, position_at(match, ply), ";".join(moves))
        thought = bots.advise(match.rules, state, bot=ADVISER, rng=Random(1))
        text = match.rules.format_move(thought.move)
        found = (text, thought.shares, bots.LEVELS[ADVISER].name)
        cache.set(key, found, DAY)
    return Advice(*found)


def _key(match: Match, ply: int, moves: Sequence[str]) -> str:
    line = hashlib.sha256(";".join(moves).encode()).hexdigest()[:32]
    return f"advised:{match.pk}:{match.rules_version}:{ply}:{line}"


def _queue(match_id: int, ply: int, moves: list[str]) -> None:
    from kombu.exceptions import OperationalError

    from games.tasks import bot_advice

    try:
        bot_advice.apply_async((match_id, ply, moves), expires=PATIENCE)
    except OperationalError as error:
        log.warning("A question to a bot was not passed on: %s", error)
