"""`manage.py bots_sync`: every bot has an account. Changes nothing when all have one."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from accounts.models import User
from games import bots


class Command(BaseCommand):
    """Creates the missing accounts."""

    help = "Create the accounts of the bots that have none."

    def handle(self, *args: Any, **options: Any) -> None:
        """Raises `CommandError` if a person has a bot's name."""
        known = set(User.objects.exclude(bot="").values_list("bot", flat=True))
        for key, level in bots.LEVELS.items():
            if key in known:
                continue
            with transaction.atomic():
                if User.objects.filter(username__iexact=level.name).exists():
                    raise CommandError(f"The name {level.name} belongs to a person.")
                User.objects.create_user(level.name, bot=key)
            self.stdout.write(f"Created the bot {level.name}.")
