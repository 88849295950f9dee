"""Counting in the cache how often something was tried, so that nobody can try for ever."""

from __future__ import annotations

import hashlib

from django.core.cache import cache
from django.utils.translation import gettext as _

from accounts.errors import TooMany


def _key(what: str, who: str) -> str:
    return f"limit:{what}:{hashlib.sha256(who.encode()).hexdigest()[:32]}"


def count(what: str, who: str, *, seconds: int) -> int:
    """Count one more `what` by `who`; how many there were in the window that is running.

    The window begins with the first one and lasts `seconds`.
    """
    key = _key(what, who)
    if cache.add(key, 1, seconds):
        return 1
    try:
        return cache.incr(key)
    except ValueError:  # the window ended between the two calls
        cache.set(key, 1, seconds)
        return 1


def used(what: str, who: str) -> int:
    """How many were counted in the window that is running."""
    return int(cache.get(_key(what, who), 0))


def forget(what: str, who: str) -> None:
    """Start again at nothing."""
    cache.delete(_key(what, who))


def check(what: str, who: str, *, most: int) -> None:
    """Raise `TooMany` when `most` were counted already."""
    if used(what, who) >= most:
        raise TooMany(_("That was tried too often. Please wait a quarter of an hour."))
