from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandParser


class Command(BaseCommand):
    help = (
        "Makes the database and the static files fit the code. For every update, before the start."
    )

    requires_system_checks = []  # `manage.py test` runs them; a start is no time to find faults

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--no-static", action="store_true", help="leave the static files alone")

    def handle(self, *args: Any, **options: Any) -> None:
        call_command("migrate", interactive=False, verbosity=0)
        call_command("bots_sync", verbosity=0)
        if not options["no_static"]:
            call_command("collectstatic", interactive=False, clear=True, verbosity=0)
