"""`manage.py overdue`: how many active matches nobody has looked at in time, for alerting."""

from __future__ import annotations

import json
import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.services.timeouts import overdue_count


class Command(BaseCommand):
    """Prints one number; changes nothing."""

    help = (
        "Print how many active matches are overdue by more than five minutes; exit with 1 if any."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """`--json`: an object instead of a number."""
        parser.add_argument("--json", action="store_true", help='print {"overdue": n}')

    def handle(self, *args: Any, **options: Any) -> None:
        """Exits with 1 if there are any: beat or the workers are not at work."""
        late = overdue_count()
        self.stdout.write(json.dumps({"overdue": late}) if options["json"] else str(late))
        if late:
            sys.exit(1)
