"""What somebody watches without playing in it."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.match import Match


class Follow(models.Model):
    """`user` wants to see `match` on their home page until it ends. Nobody else knows."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="follows")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="follows"
    )
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("followed match")
        verbose_name_plural = _("followed matches")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["user", "match"], name="games_follow_once"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} follows {self.match_id}"
