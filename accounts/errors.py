"""What can be wrong with an account. A refused call has changed nothing."""

from __future__ import annotations

from typing import ClassVar

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class AccountError(Exception):
    """A refusal: `code` for programs, `messages` for people, `field` says where they belong."""

    code: ClassVar[str] = "account_error"
    field: str | None = None

    def __init__(self, *messages: str | Promise) -> None:
        self.messages = [str(message) for message in messages]
        super().__init__(" ".join(self.messages))

    @property
    def message(self) -> str:
        """All sentences as one text."""
        return " ".join(self.messages)


class NameNotAllowed(AccountError):
    """The name breaks a rule of `accounts.names`."""

    code = "name_not_allowed"
    field = "username"


class NameTaken(AccountError):
    """Somebody has this name, or one that looks like it."""

    code = "name_taken"
    field = "username"


class MailTaken(AccountError):
    """There is an account with this address."""

    code = "mail_taken"
    field = "email"


class BadPassword(AccountError):
    """The new password is too weak, or the present one is wrong."""

    code = "bad_password"
    field = "password"


class BadChoice(AccountError):
    """No such language, time zone or appearance."""

    code = "bad_choice"


class NotAGuest(AccountError):
    """Only a guest can be given a name."""

    code = "not_a_guest"


class CannotSignIn(AccountError):
    """Wrong name or password; the sentence does not say which."""

    code = "cannot_sign_in"

    def __init__(self) -> None:
        super().__init__(_("This name and password do not belong together. Please try again."))


class TooMany(AccountError):
    """Asked too often; it works again after a while."""

    code = "too_many"
