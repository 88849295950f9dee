"""`manage.py replay_matches`: replay every record and compare with the stored position."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games import records
from games.models import Match
from games.rules.core import RulesError


class Command(BaseCommand):
    """Reads only; run it nightly and after an update of the rules."""

    help = "Replay the record of every match and compare it with the stored position."

    def handle(self, *args: Any, **options: Any) -> None:
        """Raises `CommandError` if any record does not lead to its position."""
        wrong = seen = 0
        for match in Match.objects.exclude(position="").iterator(chunk_size=500):
            seen += 1
            try:
                state = records.replay(match.rules, match.record)[-1]
                problem = "" if match.rules.dump(state) == match.position else "another position"
                if not problem and len(match.entries) != match.ply:
                    problem = f"{len(match.entries)} entries, ply {match.ply}"
            except (RulesError, ValueError) as error:
                problem = str(error)
            if problem:
                wrong += 1
                self.stderr.write(f"{match.code} ({match.game}): {problem}")
        self.stdout.write(f"{seen} matches replayed, {wrong} wrong.")
        if wrong:
            raise CommandError("Some records do not lead to their positions.")
