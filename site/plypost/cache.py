"""The cache on Redis, for a site that goes on without it: what cannot be read is a miss.

Everything kept in it can be made again (pictures, replays) or stands in the database too
(sessions). Limits on tries are counted by each process for itself while it is away: they bind
less, and nobody can try for ever.
"""

from __future__ import annotations

import functools
import logging
from collections.abc import Callable
from typing import Any

import redis
from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache, RedisCacheClient

log = logging.getLogger(__name__)


def _or(answer: Callable[..., Any], method: Callable[..., Any]) -> Callable[..., Any]:
    """`method`, or what `answer` makes of the same arguments when Redis does not answer."""

    @functools.wraps(method)
    def wrapped(self: Any, *args: Any, **kwargs: Any) -> Any:
        try:
            return method(self, *args, **kwargs)
        except redis.RedisError as error:
            log.warning("The cache does not answer: %s", error)
            return answer(*args, **kwargs)

    return wrapped


def _missing(key: str, delta: int = 1) -> int:
    raise ValueError(f"Key '{key}' not found.")  # as for a key that has expired


_counts = LocMemCache("counts", {"MAX_ENTRIES": 10_000})


def _or_count(
    counted: Callable[..., Any], answer: Callable[..., Any], method: Callable[..., Any]
) -> Callable[..., Any]:
    """The same, but for keys of limits (accounts/limits.py), which are counted here meanwhile."""
    return _or(
        lambda key, *args, **kwargs: (
            counted(key, *args, **kwargs) if ":limit:" in key else answer(key, *args, **kwargs)
        ),
        method,
    )


class Client(RedisCacheClient):
    """Django's client; each call answers as an empty cache would when Redis is away."""

    add = _or_count(_counts.add, lambda *_: False, RedisCacheClient.add)
    get = _or_count(_counts.get, lambda key, default=None: default, RedisCacheClient.get)
    set = _or(lambda *_: None, RedisCacheClient.set)
    touch = _or(lambda *_: False, RedisCacheClient.touch)
    delete = _or_count(_counts.delete, lambda *_: False, RedisCacheClient.delete)
    get_many = _or(lambda *_: {}, RedisCacheClient.get_many)
    has_key = _or(lambda *_: False, RedisCacheClient.has_key)
    incr = _or_count(_counts.incr, _missing, RedisCacheClient.incr)
    set_many = _or(lambda *_: None, RedisCacheClient.set_many)
    delete_many = _or(lambda *_: None, RedisCacheClient.delete_many)
    clear = _or(lambda *_: False, RedisCacheClient.clear)


class ForgivingRedisCache(RedisCache):
    """`django.core.cache.backends.redis.RedisCache` with that client."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = Client
