"""Who wants nothing to do with whom. A block counts in both directions."""

from __future__ import annotations

from typing import Any, Final

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from accounts.errors import BadChoice
from accounts.models import Block, User

MOST: Final = 500


def block_add(*, user: User, other: User) -> None:
    """Let `user` block `other`; once is enough. Raises `BadChoice`: oneself, bots, too many."""
    if user.pk == other.pk:
        raise BadChoice(_("You cannot block yourself."))
    if other.is_bot:
        raise BadChoice(_("A bot plays only when somebody asks it to; there is nothing to block."))
    if Block.objects.filter(user=user).count() >= MOST:
        raise BadChoice(_("Your list of blocked players is full."))
    Block.objects.get_or_create(user=user, other=other)


def block_remove(*, user: User, other: User) -> None:
    """Take a block back; nothing happens where there is none."""
    Block.objects.filter(user=user, other=other).delete()


def blocked_by(user: User) -> QuerySet[User]:
    """Whom `user` has blocked, by name."""
    return User.objects.filter(blocks_of__user=user).order_by("username")


def has_blocked(user: Any, other: User) -> bool:
    """Whether `user`, perhaps a visitor, has blocked `other`."""
    return Block.objects.filter(user=user.pk, other=other).exists() if user.pk else False


def apart(user: Any) -> set[int]:
    """The ids of all whom `user` has blocked or who have blocked `user`; none for visitors."""
    if not getattr(user, "pk", None):
        return set()
    pairs = Block.objects.filter(Q(user=user.pk) | Q(other=user.pk)).values_list("user", "other")
    return {pk for pair in pairs for pk in pair} - {user.pk}
