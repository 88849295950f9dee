"""Simultaneous offers, answers and moves on PostgreSQL, with real threads and transactions."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.errors import MatchOver, OwnOffer, StaleOffer, StalePosition, TooLate
from games.models import Match
from games.services.ending import match_abort, match_end
from games.services.join import match_decline
from games.services.leave import match_resign
from games.services.offers import day_give, offer_accept, offer_make, offer_withdraw
from games.services.play import match_play
from games.services.rematch import match_rematch
from games.services.timeouts import match_flag
from ratings.models import Change
from tests.factories import match_of, person, play
from tests.games.test_ending import decided_match
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


def offered(match: Match, user: Any, kind: str, **more: Any) -> dict[str, Any]:
    """Make an offer; the arguments with which it is answered."""
    match = offer_make(match_id=match.pk, user_id=user.pk, kind=kind, ply=match.ply, **more)
    offer = match.offers[kind]
    return {"match_id": match.pk, "kind": kind, "ply": offer["ply"], "version": offer["version"]}


def test_consent_against_a_move_either_draws_or_plays() -> None:
    ann, ben = person(), person()
    for _ in range(20):
        match = play(match_of(ann, ben, rated=False), "Rd4")
        answer = offered(match, ben, "draw")
        accepted, moved = at_once(
            lambda answer=answer: offer_accept(**answer, user_id=ann.pk),
            lambda match=match: match_play(match_id=match.pk, user_id=ben.pk, ply=1, moves=["Yd5"]),
        )
        match = Match.objects.get(pk=match.pk)
        assert len(match.entries) == match.ply == 2
        assert match.offers == {}
        if match.status == Match.Status.FINISHED:
            assert (type(moved), match.entries[-1].cause) == (MatchOver, "d")
        else:
            assert (type(accepted), match.entries[-1].text) == (StaleOffer, "Yd5")


def test_a_take_back_against_the_answer_to_the_move() -> None:
    ann, ben = person(), person()
    for _ in range(20):
        match = play(match_of(ann, ben, rated=False), "Rd4")
        answer = offered(match, ann, "takeback")
        accepted, moved = at_once(
            lambda answer=answer: offer_accept(**answer, user_id=ben.pk),
            lambda match=match: match_play(match_id=match.pk, user_id=ben.pk, ply=1, moves=["Yd5"]),
        )
        match = Match.objects.get(pk=match.pk)
        assert (match.ply, match.offers) == (2, {})
        if match.entries[-1].cause == "u":
            assert (type(moved), match.to_move) == (StalePosition, 0)
        else:
            assert (type(accepted), match.to_move) == (StaleOffer, 0)


def test_two_who_agree_at_once_are_both_counted() -> None:
    ann, ben, cec = person(), person(), person()
    for _ in range(20):
        match = match_of(ann, ben, cec)
        answer = offered(match, ann, "draw")
        at_once(
            lambda answer=answer: offer_accept(**answer, user_id=ben.pk),
            lambda answer=answer: offer_accept(**answer, user_id=cec.pk),
        )
        match = Match.objects.get(pk=match.pk)
        assert (match.status, match.ply) == (Match.Status.FINISHED, 1)
        assert Change.objects.filter(match=match).count() == 3


def test_one_who_agrees_eight_times_draws_once() -> None:
    ann, ben = person(), person()
    match = match_of(ann, ben)
    answer = offered(match, ann, "draw")
    results = at_once(*[lambda: offer_accept(**answer, user_id=ben.pk)] * 8)
    assert sum(isinstance(result, Match) for result in results) == 1
    assert {type(result) for result in results} <= {Match, MatchOver, StaleOffer}
    assert Change.objects.filter(match=match).count() == 2


def test_two_offers_that_cross_in_the_same_moment_are_an_agreement() -> None:
    ann, ben = person(), person()
    for _ in range(10):
        match = match_of(ann, ben)
        at_once(
            *(
                lambda match=match, user=user: offer_make(
                    match_id=match.pk, user_id=user.pk, kind="draw", ply=0
                )
                for user in (ann, ben)
            )
        )
        match = Match.objects.get(pk=match.pk)
        assert (match.status, match.record) in (
            (Match.Status.FINISHED, "~0d/0"),
            (Match.Status.FINISHED, "~1d/0"),
        )


def test_what_is_withdrawn_in_the_same_moment_is_not_agreed_on() -> None:
    ann, ben = person(), person()
    for _ in range(20):
        match = match_of(ann, ben)
        answer = offered(match, ann, "draw")
        accepted, withdrawn = at_once(
            lambda answer=answer: offer_accept(**answer, user_id=ben.pk),
            lambda answer=answer: offer_withdraw(**answer, user_id=ann.pk),
        )
        over = Match.objects.get(pk=match.pk).status == Match.Status.FINISHED
        assert isinstance(accepted, Match) is over
        assert isinstance(withdrawn, Match) is not over
        assert type(withdrawn if over else accepted) in (MatchOver, StaleOffer, OwnOffer)


def test_a_day_given_in_time_counts_against_the_sweep() -> None:
    now = timezone.now()
    ann, ben = person(), person()
    for _ in range(10):
        match = match_of(ann, ben, clock="1d", now=now - timedelta(days=1))
        given, _ = at_once(
            lambda match=match: day_give(
                match_id=match.pk, user_id=ben.pk, ply=0, now=now - timedelta(seconds=1)
            ),
            lambda match=match: match_flag(match_id=match.pk, now=now),
        )
        match = Match.objects.get(pk=match.pk)
        assert isinstance(given, Match) is (match.status == Match.Status.ACTIVE)
        if match.status == Match.Status.ACTIVE:
            assert match.deadline == now + timedelta(days=1)
        else:
            assert match.record == "~0t/86400"


def test_however_many_ask_there_is_one_rematch() -> None:
    for _ in range(5):
        people = [person() for _ in range(4)]
        match = match_of(*people)
        for user in people[:3]:
            match_resign(match_id=match.pk, user_id=user.pk)
        calls = [
            lambda match=match, user=user: match_rematch(match_id=match.pk, user=user)
            for user in [*people, *people]
        ]
        results = at_once(*calls)
        assert {type(result) for result in results} == {Match}
        again = Match.objects.get(rematch_of=match)
        assert again.status == Match.Status.ACTIVE
        assert [seat.user for seat in again.seat_rows] == [*people[1:], people[0]]


def test_asking_for_a_rematch_against_declining_it() -> None:
    ann, ben = person(), person()
    for _ in range(10):
        match = match_of(ann, ben)
        match_resign(match_id=match.pk, user_id=ann.pk)
        again = match_rematch(match_id=match.pk, user=ann)
        accepted, declined = at_once(
            lambda match=match: match_rematch(match_id=match.pk, user=ben),
            lambda again=again: match_decline(match_id=again.pk, user=ben),
        )
        begun = Match.objects.get(pk=again.pk).status == Match.Status.ACTIVE
        assert isinstance(accepted, Match) is begun
        assert isinstance(declined, Match) is not begun


def test_a_decided_game_ends_once_by_hand_or_by_the_last_move() -> None:
    ann, ben = person(), person()
    for _ in range(10):
        match = decided_match(ann, ben, now=timezone.now())
        [*_, last] = [match.rules.format_move(m) for m in match.rules.legal(match.load_position())]
        at_once(
            lambda match=match: match_end(match_id=match.pk, user_id=ben.pk),
            lambda match=match: match_end(match_id=match.pk, user_id=ann.pk),
            lambda match=match, last=last: match_play(
                match_id=match.pk, user_id=match.mover_id or 0, ply=match.ply, moves=[last]
            ),
        )
        match = Match.objects.get(pk=match.pk)
        assert match.status == Match.Status.FINISHED
        assert len(match.entries) == match.ply
        assert Change.objects.filter(match=match).count() == 2
