"""Every write to accounts. All arguments by keyword; a refusal raises `AccountError`."""

from __future__ import annotations

import secrets
from datetime import time, timedelta
from typing import Any, Final

from django.conf import settings
from django.contrib.auth import authenticate
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError, models, transaction
from django.db.models import ProtectedError
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import limits, names, zones
from accounts.errors import (
    AccountError,
    BadChoice,
    BadPassword,
    CannotSignIn,
    MailTaken,
    NameNotAllowed,
    NameTaken,
    NotAGuest,
)
from accounts.models import User
from accounts.selectors import mail_is_taken, name_is_taken, user_by_login

SIGN_IN_TRIES: Final = 10  # wrong passwords for one name from one address …
SIGN_IN_WINDOW: Final = 15 * 60  # … in so many seconds
SHAPE_WORDS: Final = gettext_lazy(
    "A name is made of the letters a to z, digits, and single dots, hyphens and underscores."
)
LONGEST_SLEEP: Final = 9  # hours of a day
GUESTS_KEPT: Final = timedelta(days=30)


# --- names, addresses, passwords ---------------------------------------------------------------


def name_check(name: str) -> None:
    """Raise `NameNotAllowed`, in words that say how to do better, for a name nobody may take."""
    if not name.isascii():
        raise NameNotAllowed(SHAPE_WORDS)
    if len(name) < names.SHORTEST:
        raise NameNotAllowed(
            _("A name has at least %(count)s characters.") % {"count": names.SHORTEST}
        )
    if len(name) > names.LONGEST:
        raise NameNotAllowed(
            _("A name has at most %(count)s characters.") % {"count": names.LONGEST}
        )
    if not name[0].isalpha():
        raise NameNotAllowed(_("A name starts with a letter."))
    if not names.well_formed(name):
        raise NameNotAllowed(SHAPE_WORDS)
    if names.reserved(name):
        raise NameNotAllowed(_("This name is kept for the site. Please choose another one."))


def _password_check(password: str, user: User) -> None:
    try:
        validate_password(password, user)
    except ValidationError as error:
        raise BadPassword(*error.messages) from None


def _name_taken(user: User) -> AccountError | None:
    if not name_is_taken(user.username, by_other_than=user if user.pk else None):
        return None
    return NameTaken(
        _("Somebody has the name “%(name)s” already, or one that looks like it.")
        % {"name": user.username}
    )


def _mail_taken(user: User) -> AccountError | None:
    if not user.email or not mail_is_taken(user.email, by_other_than=user if user.pk else None):
        return None
    return MailTaken(_("There is an account with this email address already."))


def _taken(user: User) -> AccountError | None:
    """Which unique value of `user` another account has."""
    return _name_taken(user) or _mail_taken(user)


def _save_unique(user: User, fields: list[str] | None = None) -> None:
    """Save; when somebody was faster with the same name or address, say so instead of failing."""
    taken = _taken(user)
    if taken is not None:
        raise taken
    try:
        with transaction.atomic():
            user.save(update_fields=fields)
    except IntegrityError:
        taken = _taken(user)
        if taken is None:
            raise
        raise taken from None


# --- coming in ---------------------------------------------------------------------------------


def join_faults(
    *, username: str = "", email: str = "", password: str = "", guest: User | None = None
) -> list[AccountError]:
    """Everything for which `user_register` would refuse these; what is empty is not looked at."""
    user = User(pk=guest.pk if guest else None, username=username, email=email.strip())
    faults: list[AccountError] = []
    if username:
        try:
            name_check(username)
        except AccountError as error:
            faults.append(error)
        else:
            faults += filter(None, [_name_taken(user)])
    faults += filter(None, [_mail_taken(user)])
    if password:
        try:
            _password_check(password, user)
        except AccountError as error:
            faults.append(error)
    return faults


def user_register(*, username: str, email: str, password: str, guest: User | None = None) -> User:
    """A new account; `guest` keeps its row, and so its games and seats, and gets the name.

    Raises `NameNotAllowed`, `NameTaken`, `MailTaken`, `BadPassword` or `NotAGuest`.
    """
    name_check(username)
    email = User.objects.normalize_email(email.strip())
    with transaction.atomic():
        if guest is None:
            user = User(username=username, email=email)
        else:
            # Compare and set: of two tabs that register the same guest, one is refused.
            if not User.objects.filter(pk=guest.pk, is_guest=True).update(is_guest=False):
                raise NotAGuest(_("You have a name already."))
            user = User.objects.get(pk=guest.pk)
            user.username, user.email = username, email
        _password_check(password, user)
        user.set_password(password)
        _save_unique(user)
    return user


def user_check(*, login: str, password: str, address: str) -> User:
    """The account with this name or mail address and password. Raises `CannotSignIn`, `TooMany`.

    `address` is where the request came from: wrong tries are counted per name and address.
    """
    who = f"{login.strip().lower()} {address}"
    limits.check("sign-in", who, most=SIGN_IN_TRIES)
    found = user_by_login(login)
    # Also without an account, so that both answers take the same time.
    user = authenticate(username=found.username if found else "@", password=password)
    if not isinstance(user, User):
        limits.count("sign-in", who, seconds=SIGN_IN_WINDOW)
        raise CannotSignIn
    limits.forget("sign-in", who)
    return user


def guest_create() -> User:
    """A new guest, named by its number ("Guest-417"), who cannot sign in again elsewhere."""
    with transaction.atomic():
        user = User(username=f"guest-{secrets.token_hex(7)}", is_guest=True)
        user.set_unusable_password()
        user.save()
        user.username = f"Guest-{user.pk}"
        user.save(update_fields=["username"])
    return user


def guests_sweep() -> int:
    """Delete the guests that have been here for 30 days and hold no seat; how many."""
    old = User.objects.filter(is_guest=True, joined_at__lt=timezone.now() - GUESTS_KEPT)
    for relation in User._meta.get_fields(include_hidden=True):
        # Whoever points here and forbids deletion (a seat) keeps its guest; we know no seats.
        if isinstance(relation, models.ManyToOneRel) and relation.on_delete is models.PROTECT:
            rows = relation.related_model._base_manager.filter(
                **{relation.field.name: models.OuterRef("pk")}
            )
            old = old.exclude(models.Exists(rows))
    deleted = 0
    for guest in old.iterator():
        try:
            guest.delete()
        except ProtectedError:  # took a seat just now
            continue
        deleted += 1
    return deleted


# --- going -------------------------------------------------------------------------------------


def leave_check(*, user: User, password: str) -> None:
    """Raise `BadPassword` or `BadChoice` unless `user` may delete their account now.

    Guests have no password and are not asked for one.
    """
    if user.is_staff or user.is_bot:
        raise BadChoice(_("Accounts of the staff and of bots are deleted by an administrator."))
    if not user.is_guest and not user.check_password(password):
        raise BadPassword(_("This is not your present password."))


def user_empty(*, user: User) -> User:
    """Take everything personal out of the account and close it for ever; again changes nothing.

    The row stays, as "deleted-" and its number: the games of others need somebody who sat there.
    """
    with transaction.atomic():
        user.blocks.all().delete()  # who has blocked them still reads nothing of theirs
        user.vacations.all().delete()
        user.username = f"deleted-{user.pk}"
        user.email = user.about = user.time_zone = user.theme = ""
        user.language = user.last_language = ""
        user.sleep_begin = user.sleep_finish = None
        user.last_choices = {}
        user.turn_mail = User.TurnMail.OFF
        user.auto_vacation = user.play_forced = user.is_guest = user.is_active = False
        user.set_unusable_password()
        user.save()
    return user


# --- settings ----------------------------------------------------------------------------------


def user_set_email(*, user: User, email: str, password: str) -> User:
    """A new address; asks for the password, because the address can reset it.

    Raises `BadPassword` or `MailTaken`.
    """
    if not user.check_password(password):
        raise BadPassword(_("This is not your present password."))
    before = user.email
    user.email = User.objects.normalize_email(email.strip())
    try:
        _save_unique(user, ["email"])
    except AccountError:
        user.email = before
        raise
    return user


def user_set_password(*, user: User, old: str, new: str) -> User:
    """A new password; ends all other sessions. Raises `BadPassword`."""
    if not user.check_password(old):
        raise BadPassword(_("This is not your present password."))
    _password_check(new, user)
    user.set_password(new)
    user.save(update_fields=["password"])
    return user


def user_reset_password(*, user: User, new: str) -> User:
    """A new password for the holder of a reset link, who proved nothing but the mail address.

    Raises `BadPassword`.
    """
    _password_check(new, user)
    user.set_password(new)
    user.save(update_fields=["password"])
    return user


def user_set_about(*, user: User, about: str) -> User:
    """The line on the profile; white space is put in order."""
    user.about = " ".join(about.split())
    if len(user.about) > 200:
        raise BadChoice(_("Please use at most 200 characters."))
    user.save(update_fields=["about"])
    return user


def user_read_in(*, user: User, language: str) -> None:
    """Remember in which language somebody who chose none reads the pages, for the letters."""
    if user.last_language != language and user.is_person:
        user.last_language = language
        user.save(update_fields=["last_language"])


def user_set_language(*, user: User, language: str) -> User:
    """The language of pages and mails; "" is that of the browser. Raises `BadChoice`."""
    if language and language not in dict(settings.LANGUAGES):
        raise BadChoice(_("Please choose one of the languages in the list."))
    user.language = language
    user.save(update_fields=["language"])
    return user


def user_set_time_zone(*, user: User, time_zone: str) -> User:
    """The zone in which times are shown; "" is that of the browser. Raises `BadChoice`."""
    if time_zone and time_zone not in zones.known():
        raise BadChoice(_("Please choose one of the time zones in the list."))
    if not time_zone and user.sleep_begin is not None:
        raise BadChoice(_("Your sleeping hours need a time zone: choose one, or empty them first."))
    user.time_zone = time_zone
    user.save(update_fields=["time_zone"])
    return user


def user_set_theme(*, user: User, theme: str) -> User:
    """Light, dark, or like the system (""). Raises `BadChoice`."""
    if theme not in User.Theme.values:
        raise BadChoice(_("Please choose one of the three."))
    user.theme = theme
    user.save(update_fields=["theme"])
    return user


def user_set_board(
    *, user: User, coordinates: bool, legal_dots: str, links: bool, bold_glyphs: bool
) -> User:
    """How boards look. Raises `BadChoice`."""
    if legal_dots not in User.LegalDots.values:
        raise BadChoice(_("Please choose one of the three."))
    user.coordinates, user.legal_dots = coordinates, legal_dots
    user.links, user.bold_glyphs = links, bold_glyphs
    user.save(update_fields=["coordinates", "legal_dots", "links", "bold_glyphs"])
    return user


def user_set_manner(*, user: User, after_post: str, shortcuts: bool) -> User:
    """Where to go after a move, and whether single letters are keys. Raises `BadChoice`."""
    if after_post not in User.AfterPost.values:
        raise BadChoice(_("Please choose one of the two."))
    user.after_post, user.shortcuts = after_post, shortcuts
    user.save(update_fields=["after_post", "shortcuts"])
    return user


def user_set_turn_mail(*, user: User, turn_mail: str) -> User:
    """How often to write that it is the user's move. Raises `BadChoice`."""
    if turn_mail not in User.TurnMail.values:
        raise BadChoice(_("Please choose one of the four."))
    user.turn_mail = turn_mail
    user.save(update_fields=["turn_mail"])
    return user


def user_set_sleep(*, user: User, sleep_begin: time | None, sleep_finish: time | None) -> User:
    """Hours of every day at which the user's clocks stand still, for turns that begin from now on.

    Both None: there are none. They are hours of the account's time zone; if it has none, the active
    one is written down. Raises `BadChoice`.
    """
    if (sleep_begin is None) != (sleep_finish is None):
        raise BadChoice(_("Give both times, or none."), field="sleep_finish")
    if sleep_begin is not None and sleep_finish is not None:
        sleep_begin, sleep_finish = (
            moment.replace(second=0, microsecond=0, tzinfo=None)
            for moment in (sleep_begin, sleep_finish)
        )
        length = (
            sleep_finish.hour * 60
            + sleep_finish.minute
            - sleep_begin.hour * 60
            - sleep_begin.minute
        ) % 1440
        if not 0 < length <= LONGEST_SLEEP * 60:
            raise BadChoice(
                _("Sleeping hours last at most %(hours)s hours.") % {"hours": LONGEST_SLEEP},
                field="sleep_finish",
            )
        user.time_zone = user.time_zone or timezone.get_current_timezone_name()
    user.sleep_begin, user.sleep_finish = sleep_begin, sleep_finish
    user.save(update_fields=["sleep_begin", "sleep_finish", "time_zone"])
    return user


def user_set_auto_vacation(*, user: User, auto_vacation: bool) -> User:
    """Whether a vacation begins by itself when the user's time runs out."""
    user.auto_vacation = auto_vacation
    user.save(update_fields=["auto_vacation"])
    return user


def user_set_play_forced(*, user: User, play_forced: bool) -> User:
    """Whether the site plays the user's move where there is only one."""
    user.play_forced = play_forced
    user.save(update_fields=["play_forced"])
    return user


def user_set_warn_mail(*, user: User, warn_mail: bool) -> User:
    """Whether to write when the user's time for a move is short."""
    user.warn_mail = warn_mail
    user.save(update_fields=["warn_mail"])
    return user


def user_set_away_mail(*, user: User, away_mail: bool) -> User:
    """Whether to write when the user's time was up: lost, or saved by a vacation."""
    user.away_mail = away_mail
    user.save(update_fields=["away_mail"])
    return user


def user_set_offer_mail(*, user: User, offer_mail: bool) -> User:
    """Whether to write when somebody offers the user something that waits for an answer."""
    user.offer_mail = offer_mail
    user.save(update_fields=["offer_mail"])
    return user


def choices_keep(*, user: User, choices: dict[str, Any]) -> User:
    """Remember what was chosen for a new game, in place of what was."""
    user.last_choices = choices
    user.save(update_fields=["last_choices"])
    return user
