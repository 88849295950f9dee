"""Links in letters that end the letters of one kind, without signing in."""

from __future__ import annotations

from typing import Final

from django.core import signing

from accounts.models import User

SALT: Final = "accounts.stops"


def token(*, user: User, kind: str) -> str:
    """What stands in the link; only this site can make it, and it ends nothing but `kind`."""
    return signing.dumps([user.pk, kind], salt=SALT)


def read(text: str) -> tuple[User, str] | None:
    """Whose letters of which kind a link ends, or None if it is not one of ours."""
    try:
        pk, kind = signing.loads(text, salt=SALT)
        return User.objects.get(pk=pk), str(kind)
    except (signing.BadSignature, ValueError, TypeError, User.DoesNotExist):
        return None
