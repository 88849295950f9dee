"""The WebSocket door. Read only: moves come by HTTP, where the CSRF token guards them."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer

from games.events import turns_of
from games.hub import hub
from games.models import Match
from games.talk import topics_of

BACKLOG = 50
"""Frames that may wait for one socket; more means that nobody reads, and it is closed."""


class HintConsumer(AsyncWebsocketConsumer):
    """Sends hints about one match and the turn count of the signed-in user.

    On joining it sends where both stand, so that whatever happened between the page and the
    socket shows as a newer version.
    """

    async def connect(self) -> None:
        """Accept anyone who has the link of the match; unknown matches are refused."""
        code = self.scope["url_route"]["kwargs"].get("code", "")
        user = self.scope.get("user")
        self.topics: list[str] = []
        self.frames: asyncio.Queue[str] = asyncio.Queue(BACKLOG)
        self.sender: asyncio.Task[None] | None = None
        self.given_up = False
        if code:
            if await _standing(code) is None:
                await self.close(code=4404)
                return
            self.topics.append(f"match:{code}")
        if user is not None and user.is_authenticated:
            self.topics.append(f"user:{user.pk}")
            if code:
                self.topics += await database_sync_to_async(topics_of)(code, user)
        await self.accept()
        self.sender = asyncio.create_task(self._send_frames())
        await hub().join(self.topics, self)
        if code and (now := await _standing(code)) is not None:
            await self.send_json({"match": code, "version": now[0], "ply": now[1]})
        if user is not None and user.is_authenticated:
            await self.send_json({"turns": await database_sync_to_async(turns_of)(user.pk)})

    def offer(self, frame: str) -> None:
        """Queue a frame; a socket that nobody reads is given up."""
        if self.given_up:  # cancelling once more would break off the closing
            return
        try:
            self.frames.put_nowait(frame)
        except asyncio.QueueFull:
            self.given_up = True
            if self.sender is not None:
                self.sender.cancel()

    async def send_json(self, content: Any) -> None:
        """Send one object."""
        import json

        await self.send(text_data=json.dumps(content, separators=(",", ":")))

    async def _send_frames(self) -> None:
        try:
            while True:
                await self.send(text_data=await self.frames.get())
        except asyncio.CancelledError:
            with contextlib.suppress(RuntimeError):
                await self.close(code=4408)
            raise

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Clients have nothing to say; whatever they send is ignored."""

    async def disconnect(self, code: int) -> None:
        """Leave the hub."""
        hub().leave(self.topics, self)
        if self.sender is not None:
            self.sender.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self.sender


@database_sync_to_async
def _standing(code: str) -> tuple[int, int] | None:
    return Match.objects.filter(code=code).values_list("version", "ply").first()
