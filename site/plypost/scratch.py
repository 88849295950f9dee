"""A site of its own for a while: with a database, a Valkey and a port that nobody else uses."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from tempfile import TemporaryDirectory

from django.core.management.base import CommandError

from plypost import local
from plypost.showcase import Showcase

OURS = ("DATABASE_URL", "REDIS_URL", "PLYPOST_", "DJANGO_", "EMAIL_")
"""Settings of the real site, of which the scratch site must know nothing."""

SEED = """
import json, sys
from dataclasses import asdict
from {module} import seed
json.dump(asdict(seed()), sys.stdout)
"""


def free_port() -> int:
    """A port on which nobody listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def scratch_site(port: int = 0, seeds: str = "plypost.showcase") -> Iterator[tuple[str, Showcase]]:
    """A running site with what `seed` of the module `seeds` makes: its address, and its pages.

    It is started as `manage.py up` starts one, and gone afterwards. Raises `CommandError`.
    """
    port = port or free_port()
    manage = [sys.executable, str(local.ROOT / "manage.py")]
    with TemporaryDirectory(prefix="plypost-") as folder:
        environ = {name: value for name, value in os.environ.items() if not name.startswith(OURS)}
        environ["PLYPOST_VAR"] = folder
        # Before anything runs: a worker would find games of last month to be out of time.
        _run([*manage, "prepare", "--no-static"], environ)
        command = ["shell", "--verbosity", "0", "--command", SEED.format(module=seeds)]
        shown = Showcase(**json.loads(_run([*manage, *command], environ)))
        process = subprocess.Popen(
            [*manage, "up", "--port", str(port)],
            env=environ,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        try:
            assert process.stdout is not None
            assert process.stderr is not None
            if f":{port}/" not in process.stdout.readline():
                said = process.stderr.read().strip()
                raise CommandError(f"The scratch site did not start. {said}")
            yield f"http://127.0.0.1:{port}", shown
        finally:
            process.terminate()
            process.communicate(timeout=60)


def _run(command: list[str], environ: dict[str, str]) -> str:
    """What the command says. Raises `CommandError` if it fails."""
    ran = subprocess.run(command, env=environ, capture_output=True, text=True)
    if ran.returncode != 0:
        raise CommandError(f"The scratch site could not be filled.\n{ran.stderr}")
    return ran.stdout


def chromium() -> str | None:
    """The browser of the system, if there is one; None: the one that Playwright has downloaded."""
    names = ("chromium", "chromium-browser", "google-chrome")
    return next((path for name in names if (path := shutil.which(name))), None)
