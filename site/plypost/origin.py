"""Who may open a WebSocket: only a page of this very site.

Browsers let any page open a socket to any host and send the cookies along; only the Origin header
tells them apart. The rule is the one Django's CSRF check uses for forms.
"""

from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.http.request import split_domain_port, validate_host

from plypost.pages import Message, Receive, Send

DEFAULT_PORTS = {"http": "80", "https": "443"}


class SameOrigin:
    """`application`, closed to a handshake whose Origin is missing or another site's.

    The origin's host and port must be those that the caller asked for, and an allowed host; or the
    origin must be listed in CSRF_TRUSTED_ORIGINS. The scheme is not compared: behind a proxy that
    ends TLS the socket arrives unencrypted.
    """

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        if origin_allowed(headers.get(b"origin", ""), headers.get(b"host", "")):
            await self.application(scope, receive, send)
            return
        await refused(scope, receive, send)


async def refused(_scope: Message, receive: Receive, send: Send) -> None:
    """Closes a socket before it is accepted, which answers the handshake with 403."""
    await receive()
    await send({"type": "websocket.close"})


def origin_allowed(origin: str, host: str) -> bool:
    """Whether a page of `origin` may open a socket that was addressed to `host`."""
    if origin in settings.CSRF_TRUSTED_ORIGINS:
        return True
    try:
        parts = urlsplit(origin)
    except ValueError:  # "http://[::1"
        return False
    default = DEFAULT_PORTS.get(parts.scheme)
    if default is None or not host:
        return False
    name, port = split_domain_port(parts.netloc)
    asked_name, asked_port = split_domain_port(host)
    return (
        bool(name)
        and (name, port or default) == (asked_name, asked_port or default)
        and validate_host(name, settings.ALLOWED_HOSTS)
    )
