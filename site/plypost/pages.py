"""Serves a WSGI application inside an ASGI server, from a fixed pool of threads.

Our views are ordinary synchronous code. Django's own ASGI handler runs each request through several
hops between the event loop and a fresh thread, with a fresh database connection: several times the
work of the view itself. Here a request costs one hop, and each thread keeps its connection. Sockets
need the event loop and stay on it.
"""

import asyncio
import io
import logging
import sys
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeAlias

Message: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]
Environ: TypeAlias = dict[str, Any]
WsgiApp: TypeAlias = Callable[[Environ, Callable[..., Any]], Iterable[bytes]]

LONGEST_BODY = 2 * 1024 * 1024  # bytes; above Django's own limit, so that Django words the refusal

log = logging.getLogger(__name__)


class Disconnected(Exception):
    """The caller went away before the whole request was here."""


class TooLong(Exception):
    """The body is longer than LONGEST_BODY."""


class Pages:
    """`application` as an ASGI application for the "http" protocol.

    At most `threads` requests are worked on at a time; more of them wait. A response is complete
    before its first byte is sent, which suits pages and small files, not streams.
    """

    def __init__(self, application: WsgiApp, *, threads: int) -> None:
        self.application = application
        self.pool = ThreadPoolExecutor(threads, thread_name_prefix="pages")

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        try:
            body = await read_body(receive)
        except Disconnected:
            return
        except TooLong:
            plain = [(b"content-type", b"text/plain")]
            await reply(send, 413, plain, b"The request is too long.\n")
            return
        environ = wsgi_environ(scope, body)
        loop = asyncio.get_running_loop()
        status, headers, content = await loop.run_in_executor(self.pool, self.answer, environ)
        await reply(send, status, headers, content)

    def answer(self, environ: Environ) -> tuple[int, list[tuple[bytes, bytes]], bytes]:
        """Status, headers and content, computed in the calling thread."""
        started: list[tuple[int, list[tuple[bytes, bytes]]]] = []

        def start_response(
            status: str, headers: list[tuple[str, str]], exc_info: object = None
        ) -> None:
            encoded = [
                (name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers
            ]
            started[:] = [(int(status[:3]), encoded)]

        response = self.application(environ, start_response)
        try:
            content = b"".join(response)
        finally:
            # Django ends the request here: request_finished lets go of a stale connection.
            close = getattr(response, "close", None)
            if close is not None:
                close()
        status, headers = started[0]
        return status, headers, content


async def read_body(receive: Receive) -> bytes:
    """The whole body. Raises Disconnected or TooLong."""
    parts: list[bytes] = []
    length = 0
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise Disconnected
        part = message.get("body", b"")
        length += len(part)
        if length > LONGEST_BODY:
            raise TooLong
        parts.append(part)
        if not message.get("more_body"):
            return b"".join(parts)


async def reply(send: Send, status: int, headers: list[tuple[bytes, bytes]], body: bytes) -> None:
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def wsgi_environ(scope: Message, body: bytes) -> Environ:
    """The WSGI environment (PEP 3333) of an ASGI request."""
    server = scope.get("server") or ("localhost", 80)
    environ: Environ = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": scope.get("root_path", "").encode().decode("latin-1"),
        "PATH_INFO": scope["path"].encode().decode("latin-1"),
        "QUERY_STRING": scope.get("query_string", b"").decode("latin-1"),
        "SERVER_NAME": server[0],
        "SERVER_PORT": str(server[1] or 0),
        "SERVER_PROTOCOL": "HTTP/" + scope.get("http_version", "1.1"),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope.get("scheme", "http"),
        "wsgi.input": io.BytesIO(body),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    if scope.get("client"):
        environ["REMOTE_ADDR"] = scope["client"][0]
    for raw_name, raw_value in scope["headers"]:
        name, value = raw_name.decode("latin-1"), raw_value.decode("latin-1")
        if "_" in name:  # would look like another header, say one that only the proxy may set
            continue
        if name in {"content-type", "content-length"}:
            environ[name.upper().replace("-", "_")] = value
            continue
        key = "HTTP_" + name.upper().replace("-", "_")
        if key in environ:
            value = environ[key] + ("; " if name == "cookie" else ",") + value
        environ[key] = value
    # A chunked request has no length of its own, and Django reads no further than this.
    environ["CONTENT_LENGTH"] = str(len(body))
    return environ
