"""`manage.py messages`: collect all messages, keep the translations, say what is missing."""

from __future__ import annotations

import shutil
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.core.management.commands import makemessages


class _Collect(makemessages.Command):
    """Knows the one mark of ours that Django does not: see `games.rules.text`."""

    xgettext_options = [*makemessages.Command.xgettext_options, "--keyword=ngettext_noop:1,2"]


class Command(BaseCommand):
    """Needs GNU gettext and the test requirements; changes only the catalogues."""

    help = "Collect the messages for translators and compile the catalogues."

    def add_arguments(self, parser: Any) -> None:
        """`--compile`: only check and compile, which needs no gettext."""
        parser.add_argument("--compile", action="store_true", help="collect nothing, only compile")

    def handle(self, *args: Any, **options: Any) -> None:
        """Raises `CommandError` without gettext, or when something is not translated."""
        from plypost import catalogues

        if not options["compile"]:
            if shutil.which("xgettext") is None:
                raise CommandError("Install GNU gettext first; it collects the messages.")
            call_command(
                _Collect(),
                locale=list(catalogues.LANGUAGES),
                ignore_patterns=[".venv", "var", "tests", "node_modules"],
                no_location=True,
                no_wrap=True,
                no_obsolete=True,
                verbosity=0,
            )
        problems = []
        for language in catalogues.LANGUAGES:
            catalogues.tidy(language)
            problems += [f"{language}: {line}" for line in catalogues.faults(language)]
        for line in problems:
            self.stderr.write(line)
        if problems:
            raise CommandError(f"{len(problems)} messages need a translator.")
        self.stdout.write("All messages are translated.")
