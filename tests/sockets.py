"""A WebSocket client that talks to an ASGI application without a server.

`channels.testing` has one too, but importing it needs Daphne and so Twisted.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from asgiref.testing import ApplicationCommunicator


class Socket(ApplicationCommunicator):
    """One connection to `path` with these request headers."""

    def __init__(self, application: Any, path: str, headers: Sequence[tuple[bytes, bytes]]) -> None:
        super().__init__(
            application,
            {
                "type": "websocket",
                "path": path,
                "query_string": b"",
                "headers": list(headers),
                "subprotocols": [],
                "client": ("127.0.0.1", 1),
                "server": ("localhost", 80),
            },
        )

    async def connect(self) -> tuple[bool, int | None]:
        """Whether the handshake was accepted, and the close code if it was not."""
        await self.send_input({"type": "websocket.connect"})
        answer = await self.receive_output(5)
        if answer["type"] == "websocket.accept":
            return True, None
        return False, answer.get("code")

    async def hear(self) -> Any:
        """The next object that the server sends."""
        return json.loads((await self.receive_output(5))["text"])

    async def say(self, text: str | None = None, data: bytes | None = None) -> None:
        """Send a frame."""
        await self.send_input({"type": "websocket.receive", "text": text, "bytes": data})

    async def leave(self) -> None:
        """Close the connection and wait until the application has noticed."""
        await self.send_input({"type": "websocket.disconnect", "code": 1000})
        await self.wait(5)
