"""What people write beside a match: messages, private notes, and reports to the staff."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.match import Match


class Message(models.Model):
    """One message of one person, in one of the two rooms of a match. The text never changes.

    Who may read it is decided in `games.talk` alone. `ply` is where the match stood. `user` is
    empty once the account is gone. `key` tells one posting from the next (a double tap is one).
    """

    class Room(models.TextChoices):
        PLAYERS = "players", _("players")
        SPECTATORS = "spectators", _("spectators")

    LONGEST: ClassVar = 500

    match = models.ForeignKey(
        Match, on_delete=models.CASCADE, related_name="messages", db_index=False
    )
    room = models.CharField(max_length=10, choices=Room.choices)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
    )
    text = models.CharField(max_length=LONGEST)
    ply = models.PositiveIntegerField()
    at = models.DateTimeField(default=timezone.now)
    key = models.CharField(max_length=64, blank=True, editable=False)
    hidden = models.BooleanField(
        _("hidden"), default=False, help_text=_("Nobody can read the text any more.")
    )

    class Meta:
        verbose_name = _("message")
        verbose_name_plural = _("messages")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["match", "user", "key"],
                name="games_message_once",
                condition=~models.Q(key=""),
            ),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["match", "-id"], name="games_message_of_match"),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}: {self.text[:40]}"


class Note(models.Model):
    """What a player writes down about a match for themselves. `version` counts the savings."""

    LONGEST: ClassVar = 5000

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="+", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    text = models.TextField(max_length=LONGEST, blank=True)
    version = models.PositiveIntegerField(default=1)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("note")
        verbose_name_plural = _("notes")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["match", "user"], name="games_note_once"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} about {self.match_id}"


class Report(models.Model):
    """That a reader asks the staff to look at a message."""

    message = models.ForeignKey(Message, on_delete=models.CASCADE, related_name="reports")
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    at = models.DateTimeField(default=timezone.now)
    done = models.BooleanField(_("done"), default=False)

    class Meta:
        verbose_name = _("report")
        verbose_name_plural = _("reports")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["message", "by"], name="games_report_once"),
        ]

    def __str__(self) -> str:
        return f"{self.message_id} by {self.by_id}"
