"""Telling the world, after the commit: hints to the sockets, work to the bots.

A hint says only that a match has a new version, how many moves wait for somebody, or that there
is a message (to those alone who may read it); whoever cares fetches the rest. So a lost hint costs
a few seconds and never a position. One plain Redis PUBLISH carries it (a channel layer's
`group_send` costs thirty times as much).
"""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

import redis
from django.conf import settings
from django.db import transaction

from accounts.models import User
from games.models import Match

log = logging.getLogger(__name__)

CHANNEL = f"{settings.REDIS_PREFIX}events"
"""The one channel that every socket process listens to."""


@lru_cache(maxsize=1)
def _redis() -> redis.Redis:
    # A page that waits for a dead Redis is worse than a hint that is not sent.
    return redis.Redis.from_url(
        settings.REDIS_URL, socket_timeout=1, socket_connect_timeout=1, retry_on_timeout=False
    )


def turns_of(user_id: int) -> int:
    """How many moves wait for this user."""
    return Match.objects.filter(mover=user_id, status=Match.Status.ACTIVE).count()


def changed_on_commit(match: Match, *, people: Iterable[User | None]) -> None:
    """Once the transaction is committed, tell about `match` and the turn counts of `people`."""
    users = {user.pk for user in people if user is not None and not user.is_bot}
    code, pk, ply = match.code, match.pk, match.ply
    for_bot = match.mover is not None and match.mover.is_bot

    def tell() -> None:
        version = match.version
        publish({"match": code, "version": version, "ply": ply}, users)
        if for_bot:
            _queue_bot(pk, ply)

    transaction.on_commit(tell)


def talked(hint: dict[str, Any], topics: Iterable[str], apart: Iterable[int]) -> None:
    """Send a hint about a message to these topics, but not to the sockets of users in `apart`."""
    _send({"to": list(topics), "apart": sorted(apart), "hint": hint})


def publish(hint: dict[str, Any], users: Iterable[int]) -> None:
    """Send a hint; what fails is logged and harmless, for pages look again by themselves."""
    _send({**hint, "users": {str(user): turns_of(user) for user in users}})


def _send(message: dict[str, Any]) -> None:
    try:
        _redis().publish(CHANNEL, json.dumps(message, separators=(",", ":")))
    except redis.RedisError as error:
        log.warning("A hint was not sent: %s", error)


def _queue_bot(match_id: int, ply: int) -> None:
    """Ask a worker for the bot's move; if the broker is away the next sweep finds it."""
    from kombu.exceptions import OperationalError

    from games.tasks import bot_move

    try:
        bot_move.delay(match_id, ply)
    except OperationalError as error:
        log.warning("A bot was not woken: %s", error)
