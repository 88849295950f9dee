"""What can be wrong with an account. A refused call has changed nothing."""

from __future__ import annotations

from typing import ClassVar

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class AccountError(Exception):
    """A refusal: `code` for programs, `messages` for people, `field` says where they belong."""

    code: ClassVar[str] = "account_error"
    status: ClassVar[int] = 400
    field: str | None = None

    def __init__(self, *messages: str | Promise, field: str | None = None) -> None:
        self.messages = [str(message) for message in messages]
        self.field = field or type(self).field
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


class BadVacation(AccountError):
    """No such days: in the past, too far ahead, too few, too many."""

    code = "bad_vacation"


class VacationOverlap(AccountError):
    """There is a vacation at that time already."""

    code = "vacation_overlap"
    status = 409


class NoDaysLeft(AccountError):
    """More days than are left in that year."""

    code = "no_days_left"
    status = 409


class NoSuchVacation(AccountError):
    """It is over, or somebody else's."""

    code = "no_such_vacation"
    status = 404

    def __init__(self) -> None:
        super().__init__(_("You have no such vacation, or it is over."))


class NotForGuests(AccountError):
    """Only who has an account of their own has vacations."""

    code = "not_for_guests"
    status = 403

    def __init__(self) -> None:
        super().__init__(_("Guests have no vacation. Choose a name first."))
