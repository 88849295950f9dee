"""Resigning, running out of time, and what the sweep does."""

from __future__ import annotations

import ast
from datetime import UTC, datetime, timedelta
from itertools import permutations
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games import clocks
from games.errors import BadMove, MatchOver, NotSeated, NotStarted
from games.models import Match
from games.services.create import SeatSpec, match_create
from games.services.leave import match_resign
from games.services.timeouts import GRACE, match_flag, overdue_flag
from ratings.models import Change
from tests.factories import fingerprint, match_of, person, play

pytestmark = pytest.mark.django_db

START = datetime(2026, 5, 1, 12, tzinfo=UTC)


@pytest.mark.parametrize("who", [0, 1])
def test_with_two_seats_the_other_wins(who: int) -> None:
    players = person(), person()
    match = match_of(*players)
    match = match_resign(match_id=match.pk, user_id=players[who].pk)
    match.refresh_from_db()
    assert match.status == Match.Status.FINISHED
    assert match.reason == "last_left"
    assert [seat.place for seat in match.seats.order_by("index")] == [
        1 + (who == 0),
        1 + (who == 1),
    ]
    assert Change.objects.count() == 2


def test_with_three_seats_the_others_play_on() -> None:
    ann, ben, cec = person(), person(), person()
    match = play(match_of(ann, ben, cec), "Rd4")
    match_resign(match_id=match.pk, user_id=ben.pk)
    match.refresh_from_db()
    assert (match.status, match.to_move, match.mover) == (Match.Status.ACTIVE, 2, cec)
    match = play(match, "Ye4")
    assert match.mover == ann
    match_resign(match_id=match.pk, user_id=cec.pk)
    match.refresh_from_db()
    assert [seat.place for seat in match.seat_rows] == [1, 3, 2]
    assert Change.objects.filter(match=match).count() == 3


def test_leaving_off_turn_does_not_touch_the_turn_of_another() -> None:
    ann, ben, cec = person(), person(), person()
    match = match_of(ann, ben, cec, now=START)
    match_resign(match_id=match.pk, user_id=cec.pk, now=START + timedelta(days=1))
    match.refresh_from_db()
    assert (match.mover, match.deadline, match.ply) == (ann, START + timedelta(days=3), 1)


def test_refused_resignations_change_nothing() -> None:
    ann, ben, cec, stranger = person(), person(), person(), person()
    match = match_of(ann, ben, cec)
    match_resign(match_id=match.pk, user_id=ben.pk)
    before = fingerprint(match)
    with pytest.raises(NotSeated):
        match_resign(match_id=match.pk, user_id=stranger.pk)
    with pytest.raises(BadMove, match="already left"):
        match_resign(match_id=match.pk, user_id=ben.pk)
    assert fingerprint(match) == before
    match_resign(match_id=match.pk, user_id=cec.pk)
    before = fingerprint(match)
    with pytest.raises(MatchOver):
        match_resign(match_id=match.pk, user_id=ann.pk)
    assert fingerprint(match) == before


def test_nobody_resigns_before_the_start() -> None:
    ann = person()
    match = match_create(
        creator=ann,
        game="speckles",
        options={},
        seats=[SeatSpec("me"), SeatSpec("link")],
        clock="1d",
        rated=True,
    )
    before = fingerprint(match)
    with pytest.raises(NotStarted):
        match_resign(match_id=match.pk, user_id=ann.pk)
    assert fingerprint(match) == before


def test_the_sweep_ends_what_is_overdue_and_nothing_else() -> None:
    late = match_of(person(), person(), clock="1d", now=START)
    early = match_of(person(), person(), clock="2d", now=START)
    now = START + timedelta(days=1) + GRACE
    assert overdue_flag(now=now) == 1
    late.refresh_from_db()
    early.refresh_from_db()
    assert (late.status, early.status) == (Match.Status.FINISHED, Match.Status.ACTIVE)
    assert late.record == "~0t/86405"


def test_the_sweep_may_run_as_often_as_it_likes() -> None:
    match = match_of(person(), person(), clock="1d", now=START)
    now = START + timedelta(days=60)
    for _ in range(5):
        overdue_flag(now=now)
        match_flag(match_id=match.pk, now=now)
    assert Change.objects.count() == 2


def test_the_sweep_leaves_a_moment_to_moves_that_came_in_time() -> None:
    match = match_of(person(), person(), clock="1d", now=START)
    assert overdue_flag(now=START + timedelta(days=1)) == 0
    match.refresh_from_db()
    assert match.status == Match.Status.ACTIVE


def test_before_the_deadline_a_flag_does_nothing() -> None:
    match = match_of(person(), person(), clock="1d", now=START)
    before = fingerprint(match)
    match_flag(match_id=match.pk, now=START + timedelta(days=1) - timedelta(microseconds=1))
    assert fingerprint(match) == before


def test_several_seats_run_out_of_time_one_after_the_other() -> None:
    players = [person() for _ in range(4)]
    match = match_of(*players, clock="1d", now=START)
    day = START
    for _ in range(3):
        day += timedelta(days=1) + GRACE
        overdue_flag(now=day)
    match.refresh_from_db()
    assert match.status == Match.Status.FINISHED
    assert [seat.place for seat in match.seat_rows] == [4, 3, 2, 1]


def test_a_match_that_cannot_be_flagged_holds_up_no_other(
    caplog: pytest.LogCaptureFixture,
) -> None:
    broken = match_of(person(), person(), clock="1d", now=START)
    sound = match_of(person(), person(), clock="1d", now=START + timedelta(hours=1))
    Match.objects.filter(pk=broken.pk).update(position="no position")
    assert overdue_flag(now=START + timedelta(days=3)) == 2
    broken.refresh_from_db()
    sound.refresh_from_db()
    assert (broken.status, sound.status) == (Match.Status.ACTIVE, Match.Status.FINISHED)
    assert [record.message.partition(" are ")[0] for record in caplog.records] == [
        "2 active matches",  # overlooked for days
        f"Match {broken.pk} is overdue and could not be flagged",
    ]


# --- every order in which four can leave ---------------------------------------------------------

CAUSES = ("resigns", "runs out of time")


@pytest.mark.parametrize("game", ["blokus", "dots-and-boxes"])
def test_four_seats_leave_in_every_order_for_every_reason(game: str) -> None:
    """After each leaving somebody who still plays is to move; the last one left wins."""
    for number, order in enumerate(permutations(range(4))):
        players = [person() for _ in range(4)]
        match = match_of(*players, game=game, now=START, clock="1d")
        now = START
        for step, seat in enumerate(order[:3]):
            # Resignations come on and off turn; time runs out only for whoever is to move.
            if CAUSES[(number + step) % 2] == "resigns" or match.to_move != seat:
                match = match_resign(match_id=match.pk, user_id=players[seat].pk, now=now)
            else:
                assert match.deadline is not None
                now = match.deadline + GRACE
                assert overdue_flag(now=now) == 1
            match = Match.objects.get(pk=match.pk)
            if step < 2:
                assert match.status == Match.Status.ACTIVE
                assert match.to_move in set(range(4)) - set(order[: step + 1])
                assert match.mover == players[match.to_move or 0]
                assert match.deadline is not None
        places = [row.place for row in match.seat_rows]
        assert (match.status, match.reason) == (Match.Status.FINISHED, "last_left")
        assert [places[seat] for seat in order] == [4, 3, 2, 1]
        assert Change.objects.filter(match=match).count() == 4


def test_all_run_out_of_time_in_one_sweep_after_two_days_without_beat() -> None:
    """Each seat has its own day, so that one sweep that comes late finds one of them overdue."""
    players = [person() for _ in range(4)]
    match = match_of(*players, clock="1d", now=START)
    assert overdue_flag(now=START + timedelta(days=2)) == 1
    match.refresh_from_db()
    # The next turn began when the first one was ended, not while nobody looked.
    assert (match.to_move, match.deadline) == (1, START + timedelta(days=3))
    assert match.status == Match.Status.ACTIVE


# --- nobody is forgotten --------------------------------------------------------------------------


def test_every_active_match_has_a_deadline_unless_it_has_no_clock() -> None:
    """KNOWN_FAULTS 4: sixty days on, one sweep, whatever was never moved in."""
    for clock in clocks.offered():
        match_of(person(), person(), clock=clock, weekend="Europe/Copenhagen", now=START)
    overdue_flag(now=START + timedelta(days=60))
    left = Match.objects.filter(status=Match.Status.ACTIVE)
    assert [match.clock for match in left] == [clocks.NONE]
    assert not left.filter(deadline=None).exclude(clock=clocks.NONE).exists()


def test_beat_was_off_for_two_days(caplog: pytest.LogCaptureFixture) -> None:
    overdue = [match_of(person(), person(), clock="1d", now=START) for _ in range(3)]
    sound = match_of(person(), person(), clock="5d", now=START)
    overdue_flag(now=START + timedelta(days=3))
    assert {Match.objects.get(pk=match.pk).status for match in overdue} == {Match.Status.FINISHED}
    sound.refresh_from_db()
    assert sound.deadline == START + timedelta(days=5)
    assert [record.message for record in caplog.records] == [
        "3 active matches are overdue by more than 0:05:00"
    ]
    caplog.clear()
    overdue_flag(now=START + timedelta(days=3, seconds=15))
    assert caplog.records == []


@pytest.mark.parametrize("as_json", [False, True])
def test_the_command_for_alerting(as_json: bool, capsys: pytest.CaptureFixture[str]) -> None:
    def run() -> tuple[int, str]:
        code = 0
        try:
            call_command("overdue", json=as_json)
        except SystemExit as end:
            code = int(end.code or 0)
        return code, capsys.readouterr().out.strip()

    now = timezone.now()
    assert run() == (0, '{"overdue": 0}' if as_json else "0")
    match_of(person(), person(), clock="1d", now=now - timedelta(days=1, minutes=4))
    assert run()[0] == 0
    match_of(person(), person(), clock="1d", now=now - timedelta(days=1, minutes=6))
    assert run() == (1, '{"overdue": 1}' if as_json else "1")


def test_no_task_waits_for_its_hour_in_the_broker() -> None:
    """KNOWN_FAULTS 3: Redis hands a task with an ETA out again and again."""
    root = Path(__file__).parents[2]
    delayed = [
        f"{path.relative_to(root)}:{node.lineno}"
        for app in ("accounts", "games", "ratings", "site")
        for path in (root / app).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.keyword) and node.arg in ("eta", "countdown")
    ]
    assert delayed == []


@pytest.mark.parametrize("door", ["match", "api:match"])
def test_whoever_looks_finds_a_turn_over_that_no_sweep_has_seen(door: str) -> None:
    ann, ben = person(), person()
    match = match_of(ann, ben, clock="1d", now=timezone.now() - timedelta(days=2))
    answer = Client().get(reverse(door, args=[match.code]))
    assert answer.status_code == 200
    match.refresh_from_db()
    assert (match.status, match.reason) == (Match.Status.FINISHED, "last_left")
    assert f"{ann.username} ran out of time." in answer.content.decode()
    assert Change.objects.filter(match=match).count() == 2
    before = fingerprint(match)
    Client().get(reverse(door, args=[match.code]))
    assert fingerprint(match) == before


@pytest.mark.parametrize("door", ["match", "api:match"])
def test_looking_in_time_changes_nothing(door: str) -> None:
    match = match_of(person(), person(), clock="1d")
    before = fingerprint(match)
    Client().get(reverse(door, args=[match.code]))
    assert fingerprint(match) == before
