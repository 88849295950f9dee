"""People (and bots, which play by the same doors)."""

from __future__ import annotations

from typing import Any, ClassVar

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser, BaseUserManager, PermissionsMixin
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts import names


class UserManager(BaseUserManager["User"]):
    """Creates rows; the rules about names stand in `accounts.services`."""

    def create_user(
        self, username: str, email: str = "", password: str | None = None, **extra: Any
    ) -> User:
        """A saved user; without a password nobody can sign in to it."""
        user = self.model(username=username, email=self.normalize_email(email), **extra)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(
        self, username: str, email: str = "", password: str | None = None, **extra: Any
    ) -> User:
        """A user with every permission, for `manage.py createsuperuser`."""
        return self.create_user(
            username, email, password, is_staff=True, is_superuser=True, **extra
        )

    def get_by_natural_key(self, username: str | None) -> User:
        """Signing in does not care about upper and lower case."""
        return self.get(username__iexact=username)


class User(AbstractBaseUser, PermissionsMixin):
    """Somebody who has a seat in matches: a person, a guest or a bot.

    `name_key` is the skeleton of the name: two users can never have names that look alike.
    A guest plays without a name of their own until they register; a bot never signs in.
    """

    class Theme(models.TextChoices):
        SYSTEM = "", _("Like the system")
        LIGHT = "light", _("Light")
        DARK = "dark", _("Dark")

    class TurnMail(models.TextChoices):
        AT_ONCE = "once", _("At once, one for each move")
        HOURLY = "hourly", _("At most one an hour, for all games")
        DAILY = "daily", _("At most one a day, for all games")
        OFF = "off", _("None")

    class LegalDots(models.TextChoices):
        ALWAYS = "always", _("Always")
        HOVER = "hover", _("While the pointer is on the board")
        NEVER = "never", _("Never")

    class AfterPost(models.TextChoices):
        STAY = "stay", _("Stay in the game")
        NEXT = "next", _("Go on to the next game")

    username = models.CharField(_("name"), max_length=names.LONGEST, unique=True)
    name_key = models.CharField(max_length=2 * names.LONGEST, unique=True, editable=False)
    email = models.EmailField(_("email address"), blank=True)
    is_staff = models.BooleanField(_("staff"), default=False)
    is_active = models.BooleanField(_("active"), default=True)
    is_guest = models.BooleanField(_("guest"), default=False)
    bot = models.CharField(
        _("bot"), max_length=30, blank=True, help_text=_("Which bot plays for it; empty: a person.")
    )
    about = models.CharField(_("about"), max_length=200, blank=True)
    language = models.CharField(_("language"), max_length=8, blank=True)
    last_language = models.CharField(max_length=8, blank=True, editable=False)
    """That of the last page, where none was chosen: letters know no browser."""
    time_zone = models.CharField(_("time zone"), max_length=40, blank=True)
    theme = models.CharField(_("appearance"), max_length=5, choices=Theme.choices, blank=True)
    turn_mail = models.CharField(
        _("letters when it is your move"),
        max_length=6,
        choices=TurnMail.choices,
        default=TurnMail.HOURLY,
    )
    coordinates = models.BooleanField(_("coordinates"), default=True)
    legal_dots = models.CharField(
        _("dots where a move is possible"),
        max_length=6,
        choices=LegalDots.choices,
        default=LegalDots.ALWAYS,
    )
    links = models.BooleanField(_("lines between connected stones"), default=True)
    bold_glyphs = models.BooleanField(_("bold signs on pieces"), default=False)
    after_post = models.CharField(
        _("after a move"), max_length=4, choices=AfterPost.choices, default=AfterPost.STAY
    )
    shortcuts = models.BooleanField(_("keys without Ctrl or Alt"), default=True)
    warn_mail = models.BooleanField(_("letters when time is short"), default=True)
    away_mail = models.BooleanField(_("letters when time was up"), default=True)
    offer_mail = models.BooleanField(_("letters about offers"), default=True)
    sleep_begin = models.TimeField(_("sleeping hours begin"), null=True, blank=True)
    sleep_finish = models.TimeField(_("sleeping hours end"), null=True, blank=True)
    auto_vacation = models.BooleanField(_("vacation at the last moment"), default=True)
    play_forced = models.BooleanField(_("play my only legal move for me"), default=False)
    last_choices = models.JSONField(default=dict, blank=True, editable=False)
    """What was chosen for the last new game, as its form says it."""
    joined_at = models.DateTimeField(_("joined"), default=timezone.now)

    USERNAME_FIELD = "username"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = ["email"]

    objects = UserManager()

    class Meta:
        verbose_name = _("user")
        verbose_name_plural = _("users")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                Lower("email"),
                name="accounts_user_email_once",
                condition=~models.Q(email=""),
                violation_error_message=_("There is an account with this email address already."),
            ),
        ]

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Keeps `name_key` true to the name."""
        self.name_key = names.skeleton(self.username)
        fields = kwargs.get("update_fields")
        if fields is not None and "username" in fields:
            kwargs["update_fields"] = {*fields, "name_key"}
        super().save(*args, **kwargs)

    def __str__(self) -> str:
        return self.username

    @property
    def letter_language(self) -> str:
        """The code of the language of mails: the chosen one, else that of the last page seen."""
        return self.language or self.last_language or settings.LANGUAGE_CODE

    @property
    def board_looks(self) -> str:
        """What is unusual about boards as this person wants them, as words for `data-looks`."""
        looks = {
            "no-coordinates": not self.coordinates,
            "hover-dots": self.legal_dots == self.LegalDots.HOVER,
            "no-dots": self.legal_dots == self.LegalDots.NEVER,
            "no-links": not self.links,
            "bold": self.bold_glyphs,
        }
        return " ".join(word for word, wanted in looks.items() if wanted)

    @property
    def is_bot(self) -> bool:
        """Whether a program plays for this account."""
        return bool(self.bot)

    @property
    def is_person(self) -> bool:
        """Somebody with an account of their own: neither a guest nor a bot."""
        return not self.is_guest and not self.bot


class Block(models.Model):
    """`user` wants nothing to do with `other`."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="blocks")
    other = models.ForeignKey(User, on_delete=models.CASCADE, related_name="blocks_of")
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("block")
        verbose_name_plural = _("blocks")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["user", "other"], name="accounts_block_once"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} blocks {self.other_id}"


class Vacation(models.Model):
    """`user` is away from `start` up to `end`; `automatic` ones were begun at the last moment."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="vacations")
    start = models.DateTimeField()
    end = models.DateTimeField()
    automatic = models.BooleanField(default=False)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("vacation")
        verbose_name_plural = _("vacations")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(
                name="accounts_vacation_ends_later", condition=models.Q(end__gt=models.F("start"))
            ),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["user", "end"], name="accounts_vacation_of_user"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} from {self.start:%Y-%m-%d} to {self.end:%Y-%m-%d}"
