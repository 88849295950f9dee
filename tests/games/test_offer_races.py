"""Simultaneous offers, answers and moves on PostgreSQL, with real threads and transactions."""

from __future__ import annotations

import pytest

from games.errors import MatchOver, TooLate
from games.models import Match
from games.services.ending import match_abort
from games.services.play import match_play
from ratings.models import Change
from tests.factories import match_of, person, play
from tests.games.test_races import at_once

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def test_calling_off_against_the_second_move_ends_the_match_or_does_not() -> None:
    ann, ben = person(), person()
    for _ in range(20):
        match = play(match_of(ann, ben), "Rd4")
        moved, off = at_once(
            lambda match=match: match_play(match_id=match.pk, user_id=ben.pk, ply=1, moves=["Yd5"]),
            lambda match=match: match_abort(match_id=match.pk, user_id=ann.pk),
        )
        match = Match.objects.get(pk=match.pk)
        assert len(match.entries) == match.ply == 2
        assert Change.objects.count() == 0
        if match.status == Match.Status.CANCELLED:
            assert (type(moved), match.entries[-1].cause) == (MatchOver, "a")
        else:
            assert (type(off), match.entries[-1].text) == (TooLate, "Yd5")
