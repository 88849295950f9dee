"""Killed in the middle of its work: what was lost is found again after the next start."""

from __future__ import annotations

import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 120  # seconds until something that never comes counts as a failure
GAMES = 60

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        os.environ.get("PLYPOST_DEEP") != "1", reason="a minute: only with PLYPOST_DEEP=1"
    ),
]

PREPARE = f"""
from accounts.models import User
from games.models import Match
from games.services.create import SeatSpec, match_create
from games.services.play import match_play

ann = User.objects.create_user("annika", "annika@example.org", "correct horse")
bot = User.objects.get(bot="sorter")
for number in range({GAMES}):
    match = match_create(
        creator=ann, game="quabble", options={{}}, rated=False,
        seats=[SeatSpec("me"), SeatSpec("bot", bot.username)],
        clock=("1d", "3d", "7d")[number % 3],
    )
    rules = match.rules
    first = rules.format_move(rules.legal(match.load_position())[number])
    match_play(match_id=match.pk, user_id=ann.pk, ply=0, moves=[first])
"""


@pytest.fixture
def environ(tmp_path: Path) -> dict[str, str]:
    ours = ("DATABASE_URL", "REDIS_URL", "PLYPOST_", "PYTEST_", "DJANGO_")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    return {**kept, "PLYPOST_VAR": str(tmp_path)}


@contextmanager
def running(environ: dict[str, str]) -> Iterator[subprocess.Popen[str]]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    process = subprocess.Popen(
        [sys.executable, "manage.py", "up", "--port", str(port)],
        cwd=ROOT,
        env=environ,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        assert process.stdout is not None
        said = process.stdout.readline()
        assert f":{port}/" in said, said
        yield process
    finally:
        process.terminate()
        process.wait(60)
        process.stdout.close()


def records(folder: str) -> list[str]:
    """The records of all matches as they are stored."""
    [file] = Path(folder).glob("*.sqlite3")
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True, timeout=10)) as database:
        return [row[0] for row in database.execute("select record from games_match")]


def answered(folder: str) -> int:
    return sum(len(record.split()) == 2 for record in records(folder))


def workers_of(folder: str) -> list[int]:
    """The processes that run tasks of the site whose data are in `folder`."""
    found = []
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            command = (entry / "cmdline").read_bytes()
            own = (entry / "environ").read_bytes()
        except OSError:  # it has ended, or is somebody else's
            continue
        if b"celery" in command and b"worker" in command and folder.encode() in own:
            found.append(int(entry.name))
    return found


def until(true: object, seconds: float = PATIENCE) -> None:
    deadline = time.monotonic() + seconds
    while not true():  # type: ignore[operator]
        assert time.monotonic() < deadline, "it never came"
        time.sleep(0.05)


def test_bots_that_were_killed_while_thinking_move_once_after_the_next_start(
    environ: dict[str, str],
) -> None:
    folder = environ["PLYPOST_VAR"]
    with running(environ):
        pass  # makes the database and the bots
    shell = [sys.executable, "manage.py", "shell", "-c", PREPARE]
    subprocess.run(shell, cwd=ROOT, env=environ, check=True, stdout=subprocess.DEVNULL)
    assert len(records(folder)) == GAMES
    with running(environ):
        until(lambda: answered(folder) >= 3)
        workers = workers_of(folder)
        assert workers
        for pid in workers:
            os.kill(pid, signal.SIGKILL)
    done = answered(folder)
    assert done < GAMES  # else nothing was interrupted
    with running(environ):
        until(lambda: answered(folder) == GAMES)
        time.sleep(2)  # tasks that were delivered twice would move again now
        assert answered(folder) == GAMES
