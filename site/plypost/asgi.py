"""Pages and WebSockets on one port: the entry point of `manage.py up`."""

import os
from typing import Any

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "plypost.settings")

# Before any import that needs the apps to be loaded.
pages = get_wsgi_application()

from channels.auth import AuthMiddlewareStack  # noqa: E402
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from django.urls import re_path  # noqa: E402

from games.routing import websocket_urlpatterns  # noqa: E402
from plypost.origin import SameOrigin, refused  # noqa: E402
from plypost.pages import Pages  # noqa: E402

# An address that is none of ours is refused like a foreign page; it is no fault worth a traceback.
# The stubs know no plain URLPattern here.
sockets: list[Any] = [*websocket_urlpatterns, re_path("", refused)]  # type: ignore[arg-type]

application = ProtocolTypeRouter(
    {
        "http": Pages(pages, threads=4),
        "websocket": SameOrigin(AuthMiddlewareStack(URLRouter(sockets))),
    }
)
