"""Reads about people."""

from __future__ import annotations

from django.db.models import QuerySet

from accounts import names
from accounts.models import User


def user_by_name(name: str) -> User | None:
    """The account with this name, upper or lower case."""
    name = name.strip()
    # No name is like this, PostgreSQL compares with no NUL, and SQLite with nothing very long.
    if not name.isprintable() or len(name) > names.LONGEST:
        return None
    return User.objects.filter(username__iexact=name).first()


def user_by_login(login: str) -> User | None:
    """The account with this name or mail address; the two cannot be confused: no name has an @."""
    login = login.strip()
    if "@" in login:
        return User.objects.filter(email__iexact=login).first()
    return User.objects.filter(username__iexact=login).first()


def name_is_taken(name: str, *, by_other_than: User | None = None) -> bool:
    """Whether somebody has a name that looks like `name`."""
    found = User.objects.filter(name_key=names.skeleton(name))
    if by_other_than is not None:
        found = found.exclude(pk=by_other_than.pk)
    return found.exists()


def mail_is_taken(email: str, *, by_other_than: User | None = None) -> bool:
    """Whether another account has this address."""
    found = User.objects.filter(email__iexact=email)
    if by_other_than is not None:
        found = found.exclude(pk=by_other_than.pk)
    return found.exists()


def bots() -> QuerySet[User]:
    """All bots that play, by name."""
    return User.objects.filter(is_active=True).exclude(bot="").order_by("username")
