"""The only listener to the only signal: a finished match is rated in the same transaction."""

from __future__ import annotations

from typing import Any

from django.dispatch import receiver

from games.models import Match
from games.signals import match_finished
from ratings.services import match_rate


@receiver(match_finished, dispatch_uid="ratings")
def rate(match: Match, **_: Any) -> None:
    """Rate the match that ends."""
    match_rate(match=match)
