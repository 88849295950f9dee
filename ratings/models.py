"""Ratings now, and every change that led to them."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.models import Match
from ratings import elo


class Rating(models.Model):
    """The Elo of one user on one ladder; a ladder is a game. Sum of its `Change` rows."""

    user = models.ForeignKey(User, on_delete=models.PROTECT, related_name="ratings")
    ladder = models.CharField(max_length=30)
    elo = models.FloatField(default=elo.START)
    games = models.PositiveIntegerField(default=0)
    won = models.PositiveIntegerField(default=0)
    drawn = models.PositiveIntegerField(default=0)
    lost = models.PositiveIntegerField(default=0)
    last_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("rating")
        verbose_name_plural = _("ratings")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["user", "ladder"], name="ratings_one_per_ladder"),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["ladder", "-elo", "user"], name="ratings_ladder"),
        ]

    def __str__(self) -> str:
        return f"{self.user} {self.ladder} {self.elo:.0f}"


class Change(models.Model):
    """What one match did to one user's rating. Written once, never changed."""

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="rating_changes")
    user = models.ForeignKey(User, on_delete=models.PROTECT, related_name="rating_changes")
    ladder = models.CharField(max_length=30)
    at = models.DateTimeField()
    before = models.FloatField()
    after = models.FloatField()
    place = models.PositiveSmallIntegerField()

    class Meta:
        verbose_name = _("rating change")
        verbose_name_plural = _("rating changes")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["match", "user"], name="ratings_change_once"),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(
                fields=["user", "ladder", "at"], include=["after"], name="ratings_history"
            ),
            models.Index(fields=["ladder", "at"], name="ratings_ladder_recent"),
        ]

    def __str__(self) -> str:
        return f"{self.user} {self.before:.0f} -> {self.after:.0f}"

    @property
    def points(self) -> int:
        """The change in whole points, as it is shown."""
        return round(self.after) - round(self.before)
