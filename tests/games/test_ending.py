"""Ending a match early."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games import cards, results, selectors
from games.errors import (
    HasLeft,
    MatchOver,
    NotDecided,
    NotSeated,
    NotStarted,
    PlayError,
    TooLate,
)
from games.models import Match
from games.services.bots import bot_play
from games.services.create import SeatSpec, match_create
from games.services.ending import match_abort, match_end
from games.services.leave import match_resign
from games.services.timeouts import match_flag
from ratings.models import Change
from tests.factories import bot, fingerprint, match_of, person, play

pytestmark = pytest.mark.django_db

START = datetime(2026, 5, 1, 12, tzinfo=UTC)


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def refused(match: Match, error: type[PlayError], call: Callable[[], Any]) -> None:
    """The call raises exactly this, and nothing at all has changed."""
    before = fingerprint(match)
    with pytest.raises(PlayError) as caught:
        call()
    assert type(caught.value) is error
    assert fingerprint(match) == before


# --- calling off ----------------------------------------------------------------------------------


@pytest.mark.parametrize("moves", [(), ("Rd4",)])
@pytest.mark.parametrize("who", [0, 1])
def test_before_the_second_ply_either_calls_off(moves: tuple[str, ...], who: int) -> None:
    players = person("ann"), person("ben")
    match = play(match_of(*players, now=START), *moves, now=START)
    match_abort(match_id=match.pk, user_id=players[who].pk, now=START + timedelta(hours=1))
    match.refresh_from_db()
    assert (match.status, match.reason) == (Match.Status.CANCELLED, "called_off")
    assert match.record == " ".join([*(f"{move}/0" for move in moves), f"~{who}a/3600"])
    assert (match.ply, match.offers) == (len(moves) + 1, {})
    assert match.finished_at == START + timedelta(hours=1)
    for empty in ("to_move", "mover", "turn_started_at", "turn_left", "deadline", "warn_at"):
        assert getattr(match, empty) is None
    assert [(seat.place, seat.score, seat.out) for seat in match.seat_rows] == [
        (None, None, "")
    ] * 2
    assert not Change.objects.exists()


def test_what_is_refused_changes_nothing() -> None:
    ann, ben, cec, stranger = person(), person(), person(), person()
    match = match_of(ann, ben, cec, now=START)

    def abort(user: User, now: datetime = START) -> Callable[[], Match]:
        return lambda: match_abort(match_id=match.pk, user_id=user.pk, now=now)

    refused(match, NotSeated, abort(stranger))
    match_resign(match_id=match.pk, user_id=ben.pk, now=START)
    refused(match, HasLeft, abort(ben))
    play(match, "Rd4", now=START)
    refused(match, TooLate, abort(ann))
    match_resign(match_id=match.pk, user_id=cec.pk, now=START)
    refused(match, MatchOver, abort(ann))


def test_nothing_is_called_off_before_the_start() -> None:
    ann = person()
    match = match_create(
        creator=ann,
        game="speckles",
        options={},
        seats=[SeatSpec("me"), SeatSpec("link")],
        clock="1d",
        rated=True,
    )
    refused(match, NotStarted, lambda: match_abort(match_id=match.pk, user_id=ann.pk))


def test_whose_time_is_over_has_lost_and_cannot_call_off() -> None:
    ann, ben = person(), person()
    match = match_of(ann, ben, clock="1d", now=START)
    with pytest.raises(MatchOver):
        match_abort(match_id=match.pk, user_id=ann.pk, now=START + timedelta(days=1))
    match.refresh_from_db()
    assert (match.status, match.record) == (Match.Status.FINISHED, "~0t/86400")


def test_against_a_bot_too_and_the_bot_plays_no_more() -> None:
    ann, pip = person(), bot()
    match = play(match_of(ann, pip), "Rd4")
    match_abort(match_id=match.pk, user_id=ann.pk)
    before = fingerprint(match)
    assert bot_play(match_id=match.pk, ply=1) is False
    assert bot_play(match_id=match.pk, ply=2) is False
    assert fingerprint(match) == before


def test_the_others_are_told_on_their_home_page_and_who_did_it_is_not() -> None:
    ann, ben = person("ann"), person("ben")
    match = play(match_of(ann, ben), "Rd4")
    match_abort(match_id=match.pk, user_id=ben.pk)
    assert list(selectors.unseen_for(ben)) == []
    page = signed_in(ann).get("/").content.decode()
    assert "ben called this game off. It does not count." in page
    game = signed_in(ann).get(match.get_absolute_url()).content.decode()
    assert "ben called this game off. It does not count." in game
    assert "ben: called the game off</a>" in game  # in the log
    assert list(selectors.unseen_for(ann)) == []
    own = signed_in(ben).get(match.get_absolute_url()).content.decode()
    assert "You called this game off. It does not count." in own


def test_a_called_off_match_is_read_right_everywhere() -> None:
    ann, ben = person("ann"), person("ben")
    match = play(match_of(ann, ben), "Rd4")
    match_abort(match_id=match.pk, user_id=ann.pk)
    match = Match.objects.get(pk=match.pk)
    snapshot = signed_in(ben).get(reverse("api:match", args=[match.code])).json()
    assert (snapshot["status"], snapshot["outcome"], snapshot["to_move"]) == (
        "cancelled",
        None,
        None,
    )
    assert [ply["x"] for ply in snapshot["plies"]] == ["", "a"]
    assert snapshot["can"]["abort"] is False
    assert results.verdict(match, None) == "Called off"
    [card] = cards.match_cards([match], ben)
    assert (card["stamp"], card["last"], card["last_by"]) == ("", "called the game off", "ann")
    assert "2. seat 1 called the game off\n" in cards.record_text(match)
    assert "Result: called_off" in cards.record_text(match)
    for path in ("board.svg", "board.svg?ply=0", "board.svg?ply=1"):
        assert Client().get(match.get_absolute_url() + path).status_code == 200
    assert list(selectors.finished_of(ann)) == []


def test_offers_that_never_began_are_no_news() -> None:
    ann = person()
    match = match_create(
        creator=ann,
        game="speckles",
        options={},
        seats=[SeatSpec("me"), SeatSpec("link")],
        clock="1d",
        rated=True,
    )
    signed_in(ann).post(reverse("match_cancel", args=[match.code]))
    match.refresh_from_db()
    assert match.status == Match.Status.CANCELLED
    assert list(selectors.unseen_for(ann)) == []


def test_the_doors_to_calling_off() -> None:
    ann, ben = person(), person()
    match = match_of(ann, ben)
    api = reverse("api:abort", args=[match.code])
    assert Client().post(api).status_code in (401, 403)
    answer = signed_in(person()).post(api)
    assert (answer.status_code, answer.json()["error"]) == (403, "not_seated")
    assert "Call it off" in signed_in(ben).get(match.get_absolute_url()).content.decode()
    assert signed_in(ben).post(reverse("match_abort", args=[match.code])).status_code == 302
    match.refresh_from_db()
    assert match.status == Match.Status.CANCELLED
    answer = signed_in(ann).post(api)
    assert (answer.status_code, answer.json()["error"]) == (409, "match_over")
    assert answer.json()["match"]["status"] == "cancelled"
    second = match_of(ann, ben)
    answer = signed_in(ann).post(reverse("api:abort", args=[second.code]))
    assert (answer.status_code, answer.json()["status"]) == (200, "cancelled")
    assert signed_in(ann).get(reverse("api:abort", args=[second.code])).status_code == 405


def test_after_two_plies_the_menu_does_not_offer_it() -> None:
    ann, ben = person(), person()
    match = play(match_of(ann, ben), "Rd4", "Yd5")
    assert "Call it off" not in signed_in(ann).get(match.get_absolute_url()).content.decode()
    answer = signed_in(ann).post(reverse("api:abort", args=[match.code]))
    assert (answer.status_code, answer.json()["error"]) == (409, "too_late")


def test_of_three_who_see_a_leaver_the_game_can_still_be_called_off() -> None:
    ann, ben, cec = person(), person(), person()
    match = match_of(ann, ben, cec)
    match_resign(match_id=match.pk, user_id=ben.pk)
    match_abort(match_id=match.pk, user_id=cec.pk)
    match.refresh_from_db()
    assert (match.status, Change.objects.count()) == (Match.Status.CANCELLED, 0)


# --- decided games --------------------------------------------------------------------------------

SMALL = {"game": "dots-and-boxes", "rows": "3", "columns": "3"}


def decided_match(*players: User, **options: Any) -> Match:
    """A match of Dots and Boxes in which somebody leads by more than what is left."""
    now = options.setdefault("now", START)
    match = match_of(*players, **SMALL, **options)
    while True:
        state = match.load_position()
        if match.rules.decided(state) is not None:
            return match
        # Whoever is to move takes a box where there is one, so that somebody gets ahead.
        moves = match.rules.legal(state)
        best = max(moves, key=lambda move: sum(match.rules.scores(match.rules.apply(state, move))))
        match = play(match, match.rules.format_move(best), now=now)
        assert match.status == Match.Status.ACTIVE


@pytest.mark.parametrize("who", [0, 1])
@pytest.mark.parametrize("misere", ["false", "true"])
def test_a_decided_game_is_ended_by_either(who: int, misere: str) -> None:
    players = person("ann"), person("ben")
    match = decided_match(*players, misere=misere)
    expected = match.rules.decided(match.load_position())
    assert expected is not None
    match_end(match_id=match.pk, user_id=players[who].pk, now=START + timedelta(hours=1))
    match = Match.objects.get(pk=match.pk)
    assert (match.status, match.reason) == (Match.Status.FINISHED, "decided")
    assert match.record.endswith(f" ~{who}e/3600")
    assert tuple(seat.place for seat in match.seat_rows) == expected.places
    assert tuple(seat.score for seat in match.seat_rows) == expected.scores
    assert Change.objects.filter(match=match).count() == 2
    call_command("replay_matches", stdout=StringIO())
    page = signed_in(players[who]).get(match.get_absolute_url()).text
    assert "The result could not change any more." in page


def test_time_turns_nothing_in_a_decided_game_of_two() -> None:
    ann, ben = person(), person()
    match = decided_match(ann, ben)
    mover = match.to_move
    expected = match.rules.decided(match.load_position())
    assert expected is not None
    match_flag(match_id=match.pk, now=START + timedelta(days=60))
    match = Match.objects.get(pk=match.pk)
    assert (match.status, match.reason) == (Match.Status.FINISHED, "decided")
    assert tuple(seat.place for seat in match.seat_rows) == expected.places
    assert match.record.rpartition(" ")[2].startswith(f"~{mover}e/")
    assert [seat.out for seat in match.seat_rows] == ["", ""]


def test_of_three_whose_time_is_over_leaves_as_ever() -> None:
    people = [person() for _ in range(3)]
    match = match_of(*people, game="dots-and-boxes", now=START)
    match_flag(match_id=match.pk, now=START + timedelta(days=60))
    match.refresh_from_db()
    assert (match.status, match.seat_rows[0].out) == (Match.Status.ACTIVE, "t")


def test_what_is_not_decided_is_not_ended() -> None:
    ann, ben, stranger = person(), person(), person()
    match = match_of(ann, ben, **SMALL, now=START)
    speckles = match_of(ann, ben, now=START)
    for each in (match, speckles):
        refused(
            each,
            NotDecided,
            lambda each=each: match_end(match_id=each.pk, user_id=ann.pk, now=START),
        )
    decided = decided_match(ann, ben)
    refused(
        decided,
        NotSeated,
        lambda: match_end(match_id=decided.pk, user_id=stranger.pk, now=START),
    )
    match_end(match_id=decided.pk, user_id=ann.pk, now=START)
    refused(decided, MatchOver, lambda: match_end(match_id=decided.pk, user_id=ben.pk, now=START))


def test_the_page_of_a_decided_game_offers_to_end_it() -> None:
    ann, ben = person(), person()
    match = decided_match(ann, ben, now=timezone.now())
    for user in (ann, ben):
        page = signed_in(user).get(match.get_absolute_url()).text
        assert "The result cannot change any more.</span>" in page
        button = page[: page.index("End the game</button>")].rpartition("<button")[2]
        assert "hidden" not in button
    watched = Client().get(match.get_absolute_url()).text
    assert "End the game" not in watched
    answer = signed_in(ben).post(reverse("match_end", args=[match.code]))
    assert answer.status_code == 302
    assert Match.objects.get(pk=match.pk).reason == "decided"
    answer = signed_in(ann).post(reverse("api:end", args=[match.code]))
    assert (answer.status_code, answer.json()["error"]) == (409, "match_over")
