#!/usr/bin/env python3
"""Plypost's command line: `up` runs the site, `test` runs the tests, the rest is Django's.

This file must parse on any Python 3, so that an old one gets a sentence instead of a traceback.
"""

import os
import sys

ROOT = os.path.dirname(os.path.abspath(__file__))
OLDEST = (3, 11)


def main(arguments):
    if sys.version_info < OLDEST:
        sys.stderr.write(
            "Plypost needs Python %d.%d or newer, and this is Python %d.%d.\n"
            % (OLDEST + tuple(sys.version_info[:2]))
        )
        return 1
    sys.path[:0] = [ROOT, os.path.join(ROOT, "site")]
    from plypost import bootstrap

    if arguments[:1] in (["up"], ["test"]):
        return bootstrap.main(arguments)
    bootstrap.enter_venv([os.path.abspath(__file__), *arguments])
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "plypost.settings")
    from django.core.management import execute_from_command_line

    execute_from_command_line(["manage.py", *arguments])
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
