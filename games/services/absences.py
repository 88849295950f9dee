"""Clocks follow when a player goes on vacation, comes back or changes what was planned."""

from __future__ import annotations

from typing import Any

from django.dispatch import receiver

from accounts.models import User, Vacation
from accounts.signals import absence_changed
from games import clocks
from games.errors import MatchOver, StalePosition
from games.models import Match
from games.services.store import match_read, match_update
from games.services.turns import deadline_values

_TRIES = 10


@receiver(absence_changed, sender=Vacation, dispatch_uid="games.clocks_follow")
def clocks_follow(*, user: User, **_: Any) -> None:
    """Compute the deadlines anew of all matches in which `user` is to move and may be on vacation.

    A turn that is over already stays over: a vacation that begins later changes nothing of it.
    """
    waiting = Match.objects.filter(mover=user, status=Match.Status.ACTIVE, vacations=True)
    for pk in waiting.exclude(clock=clocks.NONE).values_list("pk", flat=True):
        match_follow(match_id=pk, user_id=user.pk)


def match_follow(*, match_id: int, user_id: int) -> None:
    """Store the deadline that follows from the rows; tried again when somebody changes the match.

    Where the player has moved meanwhile there is nothing to do: the next turn was computed from
    what is true now.
    """
    for _attempt in range(_TRIES):
        match = match_read(match_id)
        if match.status != Match.Status.ACTIVE or match.mover_id != user_id:
            return
        values = deadline_values(match)
        if all(getattr(match, name) == value for name, value in values.items()):
            return
        try:
            match_update(match, people=[match.mover], **values)
        except (StalePosition, MatchOver):
            continue
        return
