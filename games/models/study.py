"""What a player tries and plans for one match; nobody else ever sees it."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.match import Match


class Study(models.Model):
    """The branches that `user` keeps of a match, and the conditional moves of a player in it.

    `lines` is a list of {"ply", "moves"}: moves tried from the position after `ply` entries.
    `plan` is a list of lists of moves that begin at `plan_ply` with the opponent's move;
    `plan_dropped_at` the ply at which the opponent left it, until the player has seen that.
    `version` grows with every change, so that two windows do not lose each other's work.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="studies")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="studies"
    )
    lines = models.JSONField(default=list, blank=True)
    plan = models.JSONField(default=list, blank=True)
    plan_ply = models.PositiveIntegerField(null=True, blank=True)
    plan_dropped_at = models.PositiveIntegerField(null=True, blank=True)
    version = models.PositiveIntegerField(default=0)

    class Meta:
        verbose_name = _("study")
        verbose_name_plural = _("studies")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["match", "user"], name="games_study_once"),
        ]

    def __str__(self) -> str:
        return f"{self.match} by {self.user_id}"
