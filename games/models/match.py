"""Matches and seats."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from functools import cached_property
from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games import clocks, records
from games.rules import registry
from games.rules.core import Game

# Letters and digits that cannot be mistaken for one another when a link is read aloud.
_CODE_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
CODE_LENGTH = 10


def new_code() -> str:
    """A random public id of a match (about 49 bits): only its link finds an unlisted match."""
    return "".join(secrets.choice(_CODE_LETTERS) for _ in range(CODE_LENGTH))


class Match(models.Model):
    """A match between 2 to 4 seats, from the invitation to the result.

    `record` is the truth (see `games.records`), `position` a cache of the position after it,
    `ply` its number of entries. `version` grows with every change that somebody may want to see.
    While the match is active, `to_move` is the seat and `mover` the user whose turn it is.

    The clock (see `games.clocks`): the turn began at `turn_started_at` with `turn_left` on the
    clock. It stands still in the sleeping hours that the mover had when it began (`nights`), on
    weekends in the time zone `weekend`, in the agreed `pauses` ([[start, end], …], ISO, UTC) and,
    if `vacations` says so, while the mover is on vacation. `deadline` follows from all this, as
    does `warn_at`; both are empty without a clock.

    `offers` are those made at the present ply: kind → {"seat", "yes": seats that agree, …}. Every
    new entry of the record clears them.
    """

    class Status(models.TextChoices):
        OPEN = "open", _("open")
        ACTIVE = "active", _("active")
        FINISHED = "finished", _("finished")
        CANCELLED = "cancelled", _("cancelled")

    code = models.CharField(max_length=CODE_LENGTH, unique=True, default=new_code, editable=False)
    game = models.CharField(max_length=30)
    options = models.JSONField(default=dict, blank=True)
    rules_version = models.PositiveSmallIntegerField(default=1)
    size = models.PositiveSmallIntegerField(help_text=_("number of seats"))
    clock = models.CharField(max_length=20)
    weekend = models.CharField(
        max_length=40, blank=True, help_text=_("time zone of the weekends without a clock")
    )
    vacations = models.BooleanField(default=True, help_text=_("vacations stop the clock"))
    rated = models.BooleanField(default=True)
    listed = models.BooleanField(default=True, help_text=_("open seats are shown to everyone"))
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.OPEN)
    created_by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(default=timezone.now)
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    rematch_of = models.OneToOneField(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="rematch"
    )

    record = models.TextField(blank=True)
    position = models.TextField(blank=True)
    ply = models.PositiveIntegerField(default=0)
    version = models.PositiveIntegerField(default=0)
    to_move = models.SmallIntegerField(null=True, blank=True)
    mover = models.ForeignKey(
        User, on_delete=models.PROTECT, null=True, blank=True, related_name="+", db_index=False
    )
    last_at = models.DateTimeField(null=True, blank=True)
    turn_started_at = models.DateTimeField(null=True, blank=True)
    turn_left = models.DurationField(null=True, blank=True)
    nights = models.CharField(max_length=60, blank=True)
    pauses = models.JSONField(default=list, blank=True)
    deadline = models.DateTimeField(null=True, blank=True)
    warn_at = models.DateTimeField(null=True, blank=True)
    offers = models.JSONField(default=dict, blank=True)
    reason = models.CharField(max_length=12, blank=True)
    post_keys = models.JSONField(
        default=dict, blank=True, help_text=_("the last idempotency key of each seat")
    )

    class Meta:
        verbose_name = _("match")
        verbose_name_plural = _("matches")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(
                name="games_match_active_has_turn",
                condition=~models.Q(status="active")
                | models.Q(to_move__isnull=False, mover__isnull=False),
            ),
            models.CheckConstraint(
                name="games_match_active_has_deadline",
                condition=~models.Q(status="active")
                | models.Q(deadline__isnull=False)
                | models.Q(clock=clocks.NONE),
            ),
            models.CheckConstraint(
                name="games_match_no_clock_unrated",
                condition=~models.Q(clock=clocks.NONE) | models.Q(rated=False),
            ),
            models.CheckConstraint(
                name="games_match_ended_has_no_turn",
                condition=models.Q(status="active")
                | models.Q(to_move__isnull=True, mover__isnull=True, deadline__isnull=True),
            ),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(
                fields=["mover", "deadline"],
                name="games_match_my_turn",
                condition=models.Q(status="active"),
            ),
            models.Index(
                fields=["deadline"], name="games_match_due", condition=models.Q(status="active")
            ),
            models.Index(
                fields=["warn_at"],
                name="games_match_warn",
                condition=models.Q(status="active", warn_at__isnull=False),
            ),
            models.Index(
                fields=["turn_started_at"],
                name="games_match_turn_began",
                condition=models.Q(status="active"),
            ),
            models.Index(
                fields=["-id"],
                name="games_match_listed",
                condition=models.Q(status="open", listed=True),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.code}"

    def get_absolute_url(self) -> str:
        """The page of the match."""
        return reverse("match", args=[self.code])

    @cached_property
    def rules(self) -> Game[Any]:
        """The rules of this match, shared within the process."""
        return registry.make(self.game, self.size, self.options)

    def load_position(self) -> Any:
        """The present position as the rules understand it."""
        return self.rules.load(self.position)

    @property
    def is_over(self) -> bool:
        """Finished or cancelled: nothing can change any more."""
        return self.status in (self.Status.FINISHED, self.Status.CANCELLED)

    @property
    def entries(self) -> list[records.Entry]:
        """What happened, in order."""
        return records.parse(self.record)

    @property
    def control(self) -> clocks.Control:
        """The clock of this match."""
        return clocks.control(self.clock)

    @property
    def seat_rows(self) -> Sequence[Seat]:
        """All seats in seat order, from the prefetched rows where there are any."""
        return sorted(self.seats.all(), key=lambda seat: seat.index)


class Seat(models.Model):
    """A place in a match: free, kept for somebody who was invited, or taken.

    `user` is who plays. `invited` is the only one who may take it while it is free; without it
    anyone may. `place` and `score` are filled in when the match is finished.
    """

    class Out(models.TextChoices):
        NOT = "", _("plays")
        RESIGNED = records.RESIGNED, _("resigned")
        TIMED_OUT = records.TIMED_OUT, _("out of time")

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="seats")
    index = models.PositiveSmallIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="seats",
    )
    invited = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="invitations",
    )
    out = models.CharField(max_length=1, choices=Out.choices, blank=True)
    bank = models.DurationField(
        null=True, blank=True, help_text=_("what is on the clock when the next turn begins")
    )
    place = models.PositiveSmallIntegerField(null=True, blank=True)
    score = models.IntegerField(null=True, blank=True)
    seen_end = models.BooleanField(
        default=False, help_text=_("the player has looked at the finished match")
    )
    read_to = models.BigIntegerField(
        default=0, help_text=_("the newest message that the player has seen")
    )

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        ordering: ClassVar[list[str]] = ["index"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["match", "index"], name="games_seat_once"),
            models.UniqueConstraint(fields=["match", "user"], name="games_seat_one_each"),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["user", "-match"], name="games_seat_of_user"),
            models.Index(
                fields=["invited"],
                name="games_seat_invited",
                condition=models.Q(user__isnull=True, invited__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match} seat {self.index}"
