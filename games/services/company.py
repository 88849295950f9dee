"""Whether people may meet in a new match."""

from __future__ import annotations

from collections.abc import Iterable

from accounts import blocks
from accounts.models import User
from games.errors import NotAvailable
from games.rules.text import gettext_noop


def check_not_apart(user: User, others: Iterable[User | None]) -> None:
    """Raise `NotAvailable` if there is a block between `user` and one of `others`.

    Only who has blocked learns that it is the reason.
    """
    apart = blocks.apart(user)
    for other in others:
        if other is not None and other.pk in apart:
            if blocks.has_blocked(user, other):
                raise NotAvailable(
                    gettext_noop("You have blocked {name}. Unblock them to play together."),
                    name=other.username,
                )
            raise NotAvailable


def check_still_here(user: User) -> None:
    """Raise `NotAvailable` if the account of `user` has been closed in the meantime.

    For use in the transaction that gives them a seat: it locks the row of the account, so that
    whoever closes it waits and then sees the seat.
    """
    if not User.objects.select_for_update(no_key=True).get(pk=user.pk).is_active:
        raise NotAvailable
