"""What a block between two people means for matches: none begins; those that run go on."""

from __future__ import annotations

from django.db import transaction

from accounts import blocks
from accounts.models import User
from games.errors import MatchOver, NotSeated
from games.models import Match
from games.services.join import match_cancel, match_decline


def person_block(*, user: User, other: User) -> None:
    """Block `other`, and call off what either has invited the other to and has not begun.

    Raises `BadChoice` of accounts.
    """
    with transaction.atomic():
        blocks.block_add(user=user, other=other)
        for by, to in ((user, other), (other, user)):
            invitations = Match.objects.filter(
                status=Match.Status.OPEN, created_by=by, seats__invited=to, seats__user=None
            )
            for pk in set(invitations.values_list("pk", flat=True)):
                try:
                    if by == user:
                        match_cancel(match_id=pk, user=user)
                    else:
                        match_decline(match_id=pk, user=user)
                except (MatchOver, NotSeated):  # it has begun, or was called off, just now
                    continue
