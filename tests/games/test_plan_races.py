"""A move against saving or deleting a plan at the same moment, on PostgreSQL with real threads."""

from __future__ import annotations

from functools import partial

import pytest

from games import records
from games.errors import PlanNotNow, PlayError, StalePosition, StaleStudy
from games.models import Match, Study
from games.services.plans import plan_add, plan_delete
from games.services.play import match_play
from games.services.study import line_add
from tests.factories import match_of, person, play
from tests.games.test_races import at_once

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]

ROUNDS = 12


def test_a_move_against_a_plan_that_is_being_saved() -> None:
    """Either the plan was there and has answered, or its owner hears that it came too late."""
    for _ in range(ROUNDS):
        ann, ben = person(), person()
        match = play(match_of(ann, ben), "Rd4")
        saved, _moved = at_once(
            partial(
                plan_add, match_id=match.pk, user_id=ann.pk, version=0, ply=1, moves=["Yd5", "Gd6"]
            ),
            partial(match_play, match_id=match.pk, user_id=ben.pk, ply=1, moves=["Yd5"]),
        )
        match = Match.objects.get(pk=match.pk)
        texts = [(entry.text, entry.how) for entry in match.entries]
        if isinstance(saved, Study):
            assert texts == [("Rd4", ""), ("Yd5", ""), ("Gd6", "p")]
        else:
            assert isinstance(saved, (StalePosition, PlanNotNow))
            assert texts == [("Rd4", ""), ("Yd5", "")]
        assert not Study.objects.filter(match=match, plan_ply__isnull=False).exists()
        assert match.position == match.rules.dump(records.replay(match.rules, match.record)[-1])


def test_a_move_against_a_plan_that_is_being_deleted() -> None:
    """A deleted plan never comes back, and one that fires goes on as it stood."""
    for _ in range(ROUNDS):
        ann, ben = person(), person()
        match = play(match_of(ann, ben), "Rd4")
        line = ["Yd5", "Gd6", "Wc4", "Bc5"]
        plan_add(match_id=match.pk, user_id=ann.pk, version=0, ply=1, moves=line)
        gone, _moved = at_once(
            partial(plan_delete, match_id=match.pk, user_id=ann.pk, version=1),
            partial(match_play, match_id=match.pk, user_id=ben.pk, ply=1, moves=["Yd5"]),
        )
        match = Match.objects.get(pk=match.pk)
        study = Study.objects.get(match=match, user=ann)
        if isinstance(gone, Study):
            assert (match.ply, study.plan, study.plan_ply) == (2, [], None)
        else:
            assert isinstance(gone, StaleStudy)
            assert (match.ply, study.plan, study.plan_ply) == (3, [["Wc4", "Bc5"]], 3)


def test_branches_and_a_plan_that_fires_do_not_overwrite_each_other() -> None:
    for _ in range(ROUNDS):
        ann, ben = person(), person()
        match = play(match_of(ann, ben), "Rd4")
        line = ["Yd5", "Gd6", "Wc4", "Bc5"]
        plan_add(match_id=match.pk, user_id=ann.pk, version=0, ply=1, moves=line)
        kept, moved = at_once(
            partial(line_add, match_id=match.pk, user_id=ann.pk, version=1, ply=0, moves=["Ra1"]),
            partial(match_play, match_id=match.pk, user_id=ben.pk, ply=1, moves=["Yd5"]),
        )
        assert isinstance(moved, Match)
        study = Study.objects.get(match=match, user=ann)
        assert (study.plan, study.plan_ply) == ([["Wc4", "Bc5"]], 3)
        if isinstance(kept, PlayError):
            assert isinstance(kept, StaleStudy)
            assert (study.lines, study.version) == ([], 2)
        else:
            assert study.lines == [{"ply": 0, "moves": ["Ra1"]}]
            assert study.version == 3


def test_of_two_windows_that_keep_a_branch_at_once_one_is_told() -> None:
    for _ in range(ROUNDS):
        ann, ben = person(), person()
        match = play(match_of(ann, ben), "Rd4")
        results = at_once(
            *(
                partial(line_add, match_id=match.pk, user_id=ann.pk, version=0, ply=1, moves=[text])
                for text in ("Yd5", "Bd5", "Wd5")
            )
        )
        assert sum(isinstance(result, StaleStudy) for result in results) == 2
        study = Study.objects.get(match=match, user=ann)
        assert (study.version, len(study.lines)) == (1, 1)
