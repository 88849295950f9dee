"""One subscription per socket process; every hint is passed on to the sockets that want it.

A channel layer would cost a Redis round trip and an encoding for each socket; here a frame is
encoded once for all watchers of a match. A slow socket is dropped rather than waited for: its page
connects again and fetches what it has missed.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from collections import defaultdict
from typing import Any, Protocol

import redis.asyncio
from django.conf import settings

from games.events import CHANNEL

log = logging.getLogger(__name__)

RETRY_SECONDS = 1.0


class Listener(Protocol):
    """A socket, as far as the hub knows it."""

    def offer(self, frame: str) -> None:
        """Take a frame to send; must not wait."""
        ...


class Hub:
    """Who listens to what in this process. All methods run in the event loop's thread."""

    def __init__(self) -> None:
        self.listeners: defaultdict[str, set[Listener]] = defaultdict(set)
        self.task: asyncio.Task[None] | None = None
        self.ready = asyncio.Event()

    async def join(self, topics: list[str], listener: Listener) -> None:
        """Pass on the frames of `topics` ("match:<code>", "user:<id>", …) from now on.

        Returns when the subscription stands, so that nothing published later is missed.
        """
        for topic in topics:
            self.listeners[topic].add(listener)
        if self.task is None or self.task.done():
            self.ready.clear()
            self.task = asyncio.create_task(self._listen(), name="hub")
        # without Redis the socket still opens: the page's own polling goes on
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.ready.wait(), timeout=2)

    def leave(self, topics: list[str], listener: Listener) -> None:
        """Stop passing on; forgets topics without listeners."""
        for topic in topics:
            self.listeners[topic].discard(listener)
            if not self.listeners[topic]:
                del self.listeners[topic]

    def dispatch(self, message: str) -> None:
        """Hand one published hint to all that want it."""
        hint = json.loads(message)
        if "to" in hint:
            self._dispatch_talk(hint["hint"], hint["to"], hint["apart"])
            return
        users = hint.pop("users", {})
        if "match" in hint:
            frame = json.dumps(hint, separators=(",", ":"))
            for listener in list(self.listeners.get(f"match:{hint['match']}", ())):
                listener.offer(frame)
        for user, turns in users.items():
            frame = json.dumps({"turns": turns}, separators=(",", ":"))
            for listener in list(self.listeners.get(f"user:{user}", ())):
                listener.offer(frame)

    def _dispatch_talk(self, hint: dict[str, Any], topics: list[str], apart: list[int]) -> None:
        """A hint for these topics, once for each socket, without those of users in `apart`."""
        frame = json.dumps(hint, separators=(",", ":"))
        wanted = {each for topic in topics for each in self.listeners.get(topic, ())}
        for user in apart:
            wanted -= self.listeners.get(f"user:{user}", set())
        for listener in wanted:
            listener.offer(frame)

    async def _listen(self) -> None:
        """Follow the channel for ever, through losses of the connection."""
        while True:
            client = redis.asyncio.Redis.from_url(settings.REDIS_URL)
            try:
                async with client.pubsub(ignore_subscribe_messages=False) as pubsub:
                    await pubsub.subscribe(CHANNEL)
                    async for item in pubsub.listen():
                        if item["type"] == "subscribe":
                            self.ready.set()
                        elif item["type"] == "message":
                            self.dispatch(item["data"])
            except (redis.RedisError, OSError) as error:
                log.warning("The hub lost Redis and tries again: %s", error)
            finally:
                self.ready.clear()
                with contextlib.suppress(redis.RedisError, OSError):
                    await client.aclose()
            await asyncio.sleep(RETRY_SECONDS)


_hubs: dict[asyncio.AbstractEventLoop, Hub] = {}


def hub() -> Hub:
    """The hub of the running event loop."""
    loop = asyncio.get_running_loop()
    for other in [other for other in _hubs if other.is_closed()]:
        del _hubs[other]
    return _hubs.setdefault(loop, Hub())
