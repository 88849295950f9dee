"""What every page shows of games."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest

from games.events import turns_of


def turns(request: HttpRequest) -> dict[str, Any]:
    """How many moves wait for the signed-in player."""
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated:
        return {}
    return {"turns_count": turns_of(user.pk)}
