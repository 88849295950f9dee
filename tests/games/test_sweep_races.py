"""The sweep against moves, against other sweeps and against vacations, on PostgreSQL."""

from __future__ import annotations

import threading
import time as wall
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection, connections, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import vacations
from accounts.models import Vacation
from games.models import Match
from games.services.play import match_play
from games.services.timeouts import match_flag, overdue_flag
from ratings.models import Change
from tests.factories import match_of, person
from tests.games.test_races import at_once

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]

DAY = timedelta(days=1)


def in_thread(call: Callable[[], Any]) -> tuple[threading.Thread, list[Any]]:
    found: list[Any] = []

    def run() -> None:
        try:
            found.append(call())
        except Exception as error:
            found.append(error)
        finally:
            connections.close_all()

    thread = threading.Thread(target=run)
    thread.start()
    return thread, found


def until_somebody_waits() -> None:
    """Return once another connection to this database waits for a lock."""
    for _ in range(1000):
        with connection.cursor() as cursor:
            cursor.execute("select pg_stat_clear_snapshot()")  # kept for a transaction else
            cursor.execute(
                "select count(*) from pg_stat_activity"
                " where datname = current_database() and wait_event_type = 'Lock'"
            )
            if cursor.fetchone()[0]:
                return
        wall.sleep(0.01)
    raise AssertionError("nobody waited for a lock")


def test_a_move_that_holds_the_lock_at_the_deadline_is_left_alone_by_the_sweep() -> None:
    """KNOWN_FAULTS 2: the move was received in time; its transaction ends after the deadline."""
    ann, ben = person(), person()
    match = match_of(ann, ben, clock="1d", now=timezone.now() - DAY)
    assert match.deadline is not None
    received, late = match.deadline - timedelta(seconds=1), match.deadline + timedelta(seconds=30)
    with transaction.atomic():
        match_play(match_id=match.pk, user_id=ann.pk, ply=0, moves=["Rd4"], now=received)
        # The sweep does not even wait …
        sweep, swept = in_thread(lambda: overdue_flag(now=late))
        sweep.join()
        # … and who must know waits for the move.
        door, flagged = in_thread(lambda: match_flag(match_id=match.pk, now=late).ply)
        until_somebody_waits()
    door.join()
    assert (swept, flagged) == ([1], [1])
    match = Match.objects.get(pk=match.pk)
    assert (match.status, match.ply, match.record) == (Match.Status.ACTIVE, 1, "Rd4/86399")
    assert Change.objects.count() == 0


def test_a_move_that_comes_while_the_match_is_flagged_is_refused_in_words() -> None:
    ann, ben = person(), person()
    match = match_of(ann, ben, clock="1d", now=timezone.now() - DAY + timedelta(seconds=30))
    assert match.deadline is not None
    client = Client()
    client.force_login(ann)
    url = reverse("api:moves", args=[match.code])
    with transaction.atomic():
        match_flag(match_id=match.pk, now=match.deadline)
        post, answers = in_thread(
            lambda: client.post(url, {"ply": 0, "moves": ["Rd4"]}, content_type="application/json")
        )
        until_somebody_waits()
    post.join()
    [answer] = answers
    assert (answer.status_code, answer.json()["error"]) == (409, "match_over")
    match.refresh_from_db()
    assert (match.status, match.ply) == (Match.Status.FINISHED, 1)
    assert Change.objects.filter(match=match).count() == 2


def test_a_deadline_that_was_moved_while_the_sweep_waited_holds() -> None:
    ann = person()
    match = match_of(ann, person(), clock="1d", now=timezone.now() - DAY)
    assert match.deadline is not None
    late = match.deadline + timedelta(seconds=30)
    with transaction.atomic():
        Match.objects.select_for_update(no_key=True).get(pk=match.pk)
        door, flagged = in_thread(lambda: match_flag(match_id=match.pk, now=late).status)
        until_somebody_waits()
        pause = [[match.turn_started_at.isoformat(), late.isoformat()]]  # type: ignore[union-attr]
        Match.objects.filter(pk=match.pk).update(pauses=pause)
    door.join()
    assert flagged == [Match.Status.ACTIVE]
    match.refresh_from_db()
    assert match.deadline == late + DAY
    assert Change.objects.count() == 0


def test_three_workers_that_sweep_at_once_do_everything_once() -> None:
    """KNOWN_FAULTS 3."""
    then = timezone.now() - 2 * DAY
    matches = [match_of(person(), person(), clock="1d", now=then) for _ in range(8)]
    at_once(*[overdue_flag] * 3)
    overdue_flag()
    for match in matches:
        match.refresh_from_db()
        assert (match.status, match.ply) == (Match.Status.FINISHED, 1)
        assert Change.objects.filter(match=match).count() == 2


def test_a_vacation_begins_once_however_many_look() -> None:
    for _ in range(5):
        ann = person(auto_vacation=True)
        then = timezone.now() - 3 * DAY - timedelta(hours=1)
        matches = [match_of(ann, person(), clock="1d", now=then) for _ in range(3)]
        results = at_once(
            overdue_flag,
            overdue_flag,
            *(lambda pk=match.pk: match_flag(match_id=pk) for match in matches),
        )
        assert [result for result in results if isinstance(result, Exception)] == []
        rows = list(Vacation.objects.filter(user=ann).order_by("start"))
        assert len(rows) == 3
        assert [row.start for row in rows[1:]] == [row.end for row in rows[:-1]]
        for match in matches:
            match.refresh_from_db()
            assert match.status == Match.Status.ACTIVE


def test_a_vacation_that_starts_while_moves_are_played_misses_no_match() -> None:
    for _ in range(5):
        ann, ben = person(), person()
        now = timezone.now()
        matches = [match_of(ben, ann, now=now) for _ in range(3)]
        matches += [match_of(ann, ben, now=now) for _ in range(3)]
        at_once(
            lambda ann=ann: vacations.vacation_begin(user=ann, days=5),
            *(
                lambda match=match: match_play(
                    match_id=match.pk, user_id=match.mover_id or 0, ply=0, moves=["Rd4"]
                )
                for match in matches
            ),
        )
        # A deadline that was computed a moment too early is set right when somebody looks.
        for match in matches:
            stored = match_flag(match_id=match.pk, now=now + timedelta(days=3, hours=1))
            if stored.mover_id == ann.pk:
                assert stored.deadline is not None
                assert stored.deadline > now + 7 * DAY
