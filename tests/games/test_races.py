"""Simultaneous calls on PostgreSQL, with real threads and real transactions."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.db import connection, connections
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.errors import PlayError
from games.models import Match
from games.services.create import SeatSpec, match_create
from games.services.join import match_join
from games.services.leave import match_resign
from games.services.play import match_play
from games.services.timeouts import match_flag
from ratings.models import Change, Rating
from tests.factories import WIN_FOR_RED, match_of, person, play

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def at_once(*calls: Callable[[], Any]) -> list[Any]:
    """Run the calls at the same moment, each in its own thread; their results or exceptions."""
    barrier = threading.Barrier(len(calls))
    results: list[Any] = [None] * len(calls)

    def run(index: int, call: Callable[[], Any]) -> None:
        barrier.wait()
        try:
            results[index] = call()
        except Exception as error:
            results[index] = error
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=item) for item in enumerate(calls)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


def post(user: User, match: Match, move: str) -> Callable[[], int]:
    client = Client()
    client.force_login(user)
    url = reverse("api:moves", args=[match.code])

    def call() -> int:
        answer = client.post(
            url, {"ply": match.ply, "moves": [move]}, content_type="application/json"
        )
        return answer.status_code

    return call


def test_of_two_hundred_pairs_of_simultaneous_moves_one_is_played_each() -> None:
    ann, ben = person(), person()
    rng = Random(1)
    match = match_of(ann, ben)
    for _ in range(200):
        if match.status != Match.Status.ACTIVE:
            match = match_of(ann, ben)
        state = match.load_position()
        legal = [match.rules.format_move(move) for move in match.rules.legal(state)]
        mover = match.mover
        assert mover is not None
        moves = [rng.choice(legal), rng.choice(legal)]
        statuses = at_once(*(post(mover, match, move) for move in moves))
        assert sorted(statuses) == [200, 409]
        ply, version = match.ply, match.version
        match = Match.objects.get(pk=match.pk)
        assert (match.ply, match.version) == (ply + 1, version + 1)
        assert match.entries[-1].text == moves[statuses.index(200)]


def test_one_posting_sent_eight_times_at_once_is_answered_alike_and_played_once() -> None:
    """Where one goes on after a move, the second posting would find a legal position again."""
    for number in range(12):
        ann, ben = person(), person()
        match = match_of(ann, ben, game="dots-and-boxes", rows="2", columns="2")
        match = play(match, "h0,0", "v0,0", "h0,1")

        def post_box(match: Match = match, ben: User = ben, key: str = f"k{number}") -> Match:
            return match_play(match_id=match.pk, user_id=ben.pk, ply=3, moves=["v1,0"], key=key)

        answers = at_once(*[post_box] * 8)
        assert [type(answer) for answer in answers] == [Match] * 8
        assert {(answer.ply, answer.version) for answer in answers} == {(4, match.version + 1)}
        assert Match.objects.get(pk=match.pk).to_move == 1


def test_a_move_against_a_resignation_leaves_one_history() -> None:
    ann, ben = person(), person()
    for _ in range(20):
        match = match_of(ann, ben)
        at_once(
            lambda match=match: match_play(match_id=match.pk, user_id=ann.pk, ply=0, moves=["Rd4"]),
            lambda match=match: match_resign(match_id=match.pk, user_id=ben.pk),
        )
        match = Match.objects.get(pk=match.pk)
        assert match.status == Match.Status.FINISHED
        assert len(match.entries) == match.ply
        assert [seat.place for seat in match.seat_rows] == [1, 2]
        assert Change.objects.filter(match=match).count() == 2


def test_a_match_is_ended_and_rated_once_however_many_try() -> None:
    for _ in range(10):
        match = match_of(person(), person(), clock="1d", now=timezone.now() - timedelta(days=2))
        at_once(*[lambda match=match: match_flag(match_id=match.pk)] * 8)
        assert Change.objects.filter(match=match).count() == 2
        assert Match.objects.get(pk=match.pk).ply == 1


def test_ten_matches_of_one_player_that_end_at_once_all_count() -> None:
    ann = person()
    matches = [play(match_of(ann, person()), *WIN_FOR_RED[:3]) for _ in range(10)]
    at_once(
        *(
            lambda match=match: match_play(
                match_id=match.pk, user_id=match.mover_id or 0, ply=3, moves=["Rd1"]
            )
            for match in matches
        )
    )
    changes = list(Change.objects.filter(user=ann).order_by("before"))
    assert len(changes) == 10
    assert [change.before for change in changes[1:]] == [change.after for change in changes[:-1]]
    assert Rating.objects.get(user=ann).elo == changes[-1].after
    assert sum(change.after - change.before for change in Change.objects.all()) == pytest.approx(0)


def test_the_last_seat_is_taken_once() -> None:
    for _ in range(10):
        match = match_create(
            creator=person(),
            game="speckles",
            options={},
            seats=[SeatSpec("me"), SeatSpec("anyone")],
            clock="1d",
            rated=True,
        )
        guests = [person() for _ in range(6)]
        results = at_once(
            *(lambda user=user, pk=match.pk: match_join(match_id=pk, user=user) for user in guests)
        )
        assert sum(isinstance(result, PlayError) for result in results) == 5
        assert Match.objects.get(pk=match.pk).status == Match.Status.ACTIVE


def test_two_who_take_the_last_two_seats_start_the_match() -> None:
    for _ in range(10):
        match = match_create(
            creator=person(),
            game="speckles",
            options={},
            seats=[SeatSpec("me"), SeatSpec("anyone"), SeatSpec("anyone")],
            clock="1d",
            rated=True,
        )
        users = [person(), person()]
        pk = match.pk
        at_once(*(lambda user=user, pk=pk: match_join(match_id=pk, user=user) for user in users))
        match = Match.objects.get(pk=match.pk)
        assert match.status == Match.Status.ACTIVE
        assert match.seats.filter(user=None).count() == 0


def test_my_turn_and_the_due_scan_use_their_indexes() -> None:
    """The two questions asked all the time must not read the whole table."""
    ann = person()
    now = timezone.now()
    turn = {"status": "active", "game": "speckles", "size": 2, "clock": "3d", "to_move": 0}
    Match.objects.bulk_create(
        Match(**turn, created_by=ann, mover=user, deadline=now + timedelta(minutes=number))
        for user in [person() for _ in range(40)]
        for number in range(40)
    )
    with connection.cursor() as cursor:
        cursor.execute("analyze games_match")
        for query, index in (
            (
                Match.objects.filter(mover=ann, status="active").order_by("deadline"),
                "games_match_my_turn",
            ),
            (
                Match.objects.filter(status="active", deadline__lte=now).order_by("deadline")[:9],
                "games_match_due",
            ),
        ):
            assert index in query.explain()
