"""A process that dies between rating a match and committing leaves nothing behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from django.db import connection

from games.models import Match
from games.services.play import match_play
from games.services.timeouts import match_flag
from ratings.models import Change, Rating
from tests.factories import WIN_FOR_RED, fingerprint, match_of, person, play
from tests.games.test_races import at_once

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]

ROOT = Path(__file__).parents[2]

# The signal of the match's end is the last that happens in its transaction: ratings hear it first,
# then this listener kills its own process, as a power cut would.
DIES = """
import os, signal, sys
from django.conf import settings
settings.DATABASES["default"]["NAME"] = sys.argv[1]
import django
django.setup()
from games.services.play import match_play
from games.signals import match_finished
from ratings.models import Change

def die(match, **_):
    assert Change.objects.filter(match=match).count() == 2
    os.kill(os.getpid(), signal.SIGKILL)

match_finished.connect(die)
match_play(match_id=int(sys.argv[2]), user_id=int(sys.argv[3]), ply=3, moves=["Rd1"], key="k")
"""


def test_a_process_killed_between_rating_and_commit_has_done_nothing() -> None:
    match = play(match_of(person(), person()), *WIN_FOR_RED[:3])
    before = fingerprint(match)
    mover = match.mover_id or 0
    name = str(connection.settings_dict["NAME"])
    done = subprocess.run(
        [sys.executable, "-c", DIES, name, str(match.pk), str(mover)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": f"{ROOT}:{ROOT / 'site'}"},
        capture_output=True,
    )
    assert done.returncode == -signal.SIGKILL, done.stderr
    assert fingerprint(match) == before

    # the posting comes again, from twenty at once: it is played, ended and rated once
    results = at_once(
        *[lambda: match_play(match_id=match.pk, user_id=mover, ply=3, moves=["Rd1"], key="k")] * 20
    )
    assert [type(result) for result in results] == [Match] * 20
    match_flag(match_id=match.pk)
    match = Match.objects.get(pk=match.pk)
    assert (match.status, match.ply) == (Match.Status.FINISHED, 4)
    changes = list(Change.objects.filter(match=match))
    assert len(changes) == 2
    assert sum(change.after - change.before for change in changes) == pytest.approx(0)
    assert Rating.objects.filter(games=1).count() == 2
