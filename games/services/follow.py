"""Following a match that one does not play in."""

from __future__ import annotations

from accounts.models import User
from games.errors import PlaysHere, TooManyFollowed
from games.models import Follow, Match, Seat
from games.services.store import check_active

MOST = 100
"""So many matches may one person follow at the same time."""


def match_follow(*, match_id: int, user: User) -> None:
    """Show the match on the home page of `user` until it ends; again changes nothing.

    Raises `NotStarted`, `MatchOver`, `PlaysHere`, `TooManyFollowed`.
    """
    match = Match.objects.get(pk=match_id)
    check_active(match)
    if Seat.objects.filter(match=match, user=user).exists():
        raise PlaysHere
    others = Follow.objects.filter(user=user, match__status=Match.Status.ACTIVE)
    if others.exclude(match=match).count() >= MOST:
        raise TooManyFollowed(most=str(MOST))
    Follow.objects.get_or_create(match=match, user=user)


def match_unfollow(*, match_id: int, user: User) -> None:
    """No longer follow the match; whoever does not is left alone."""
    Follow.objects.filter(match=match_id, user=user).delete()
