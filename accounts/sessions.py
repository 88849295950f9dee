"""Who is at the other end of a request."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.contrib.auth import login
from django.http import HttpRequest

from accounts import limits
from accounts.models import User
from accounts.services import guest_create

BACKEND: Final = "django.contrib.auth.backends.ModelBackend"
GUESTS_PER_ADDRESS: Final = 30  # new guests from one address in an hour


def address_of(request: HttpRequest) -> str:
    """The network address of the browser, as far as the web server knows it.

    Behind a proxy it is the last one of `X-Forwarded-For`: that one the proxy has written, the
    others anybody may have.
    """
    forwarded = request.META.get("HTTP_X_FORWARDED_FOR", "").rpartition(",")[2].strip()
    if settings.BEHIND_PROXY and forwarded:
        return str(forwarded)
    return str(request.META.get("REMOTE_ADDR", ""))


def sign_in(request: HttpRequest, user: User) -> None:
    """Open a session of `user` for this browser."""
    login(request, user, backend=BACKEND)


def player_of(request: HttpRequest) -> User:
    """Who is signed in; a visitor becomes a guest. Raises `TooMany` for a flood of guests."""
    if isinstance(request.user, User):
        return request.user
    address = address_of(request)
    limits.check("guest", address, most=GUESTS_PER_ADDRESS)
    limits.count("guest", address, seconds=60 * 60)
    guest = guest_create()
    sign_in(request, guest)
    return guest
