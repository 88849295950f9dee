"""Letters to players, and what each of them was about."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.match import Match


class Letter(models.Model):
    """One mail to one player.

    The letters of a kind are numbered, and the insert is the lock: of several workers that write
    a player's letter number n at once, one succeeds.
    `sent_at` is empty until the mail server has taken it. `tries` counts the attempts, each of
    which is claimed by a compare-and-set; all carry the same Message-ID.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    kind = models.CharField(max_length=10)
    number = models.PositiveIntegerField()
    created_at = models.DateTimeField(default=timezone.now)
    tried_at = models.DateTimeField(null=True, blank=True)
    tries = models.PositiveSmallIntegerField(default=0)
    sent_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("letter")
        verbose_name_plural = _("letters")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["user", "kind", "number"], name="games_letter_once"),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(
                fields=["created_at"],
                name="games_letter_unsent",
                condition=models.Q(sent_at__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.number} to {self.user_id}"


class Notice(models.Model):
    """That a player is told one thing about a match once; `at` is the moment it is about.

    For the kind "turn" that is when the turn began: a turn of several moves is one turn.
    """

    letter = models.ForeignKey(Letter, on_delete=models.CASCADE, related_name="notices")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    kind = models.CharField(max_length=10)
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="+")
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("notice")
        verbose_name_plural = _("notices")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["match", "user", "kind", "at"], name="games_notice_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} of {self.match_id} to {self.user_id}"
