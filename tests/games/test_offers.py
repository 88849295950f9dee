"""Draws, moves taken back, pauses and days given: by consent, for one position only."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games import cards, clocks, errors, offers, results
from games.errors import PlayError
from games.models import Match, Study
from games.services.leave import match_resign
from games.services.offers import (
    day_give,
    offer_accept,
    offer_decline,
    offer_make,
    offer_withdraw,
)
from games.services.play import match_play
from games.services.timeouts import match_flag
from ratings.models import Change
from tests.factories import bot, fingerprint, match_of, person, play

pytestmark = pytest.mark.django_db

START = datetime.now(UTC).replace(microsecond=0)  # pages look at the real clock
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


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


def make(match: Match, user: User, kind: str, now: datetime = START, **more: Any) -> Match:
    ply = Match.objects.get(pk=match.pk).ply
    offer_make(match_id=match.pk, user_id=user.pk, kind=kind, **{"ply": ply, "now": now, **more})
    return Match.objects.get(pk=match.pk)


def seen(match: Match, user: User, kind: str, **more: Any) -> dict[str, Any]:
    """The arguments of an answer to the offer as it stands."""
    offer = Match.objects.get(pk=match.pk).offers[kind]
    return {
        "match_id": match.pk,
        "user_id": user.pk,
        "kind": kind,
        "ply": offer["ply"],
        "version": offer["version"],
        "now": START,
        **more,
    }


def accept(match: Match, user: User, kind: str, **more: Any) -> Match:
    offer_accept(**seen(match, user, kind, **more))
    return Match.objects.get(pk=match.pk)


def replays() -> bool:
    call_command("replay_matches", stdout=StringIO())  # raises if a record is wrong
    return True


# --- draws ---------------------------------------------------------------------------------


def test_a_draw_needs_both_and_is_rated() -> None:
    ann, ben = person("ann"), person("ben")
    match = play(match_of(ann, ben, now=START), "Rd4", now=START)
    match = make(match, ann, "draw")
    assert match.offers["draw"] == {"seat": 0, "yes": [0], "ply": 1, "version": match.version}
    assert match.status == Match.Status.ACTIVE
    match = accept(match, ben, "draw", now=START + HOUR)
    assert (match.status, match.reason, match.offers) == (Match.Status.FINISHED, "agreed", {})
    assert match.record == "Rd4/0 ~1d/3600"
    assert [seat.place for seat in match.seat_rows] == [1, 1]
    assert {change.place for change in Change.objects.all()} == {1}
    assert results.verdict(match, match.seat_rows[0]) == "Draw"
    assert "The players agreed to a draw." in signed_in(ann).get(match.get_absolute_url()).text
    assert replays()


def test_offers_of_a_draw_that_cross_are_an_agreement() -> None:
    ann, ben = person(), person()
    match = match_of(ann, ben, now=START)
    make(match, ann, "draw")
    match = make(match, ben, "draw")
    assert (match.status, match.reason) == (Match.Status.FINISHED, "agreed")


def test_of_four_all_who_still_play_must_agree_and_leavers_come_behind() -> None:
    ann, ben, cec, dan = people = [person() for _ in range(4)]
    match = match_of(*people, game="dots-and-boxes", now=START)
    play(match, "h0,0", "v0,0", "h0,1", "v1,0", "h3,3", now=START)  # dan closes a box
    match_resign(match_id=match.pk, user_id=cec.pk, now=START)
    match = make(match, ann, "draw")
    match = accept(match, ben, "draw")
    assert match.status == Match.Status.ACTIVE
    assert match.offers["draw"]["yes"] == [0, 1]
    refused(match, errors.HasLeft, lambda: accept(match, cec, "draw"))
    refused(match, errors.OwnOffer, lambda: accept(match, ben, "draw"))
    match = accept(match, dan, "draw")
    assert [seat.place for seat in match.seat_rows] == [1, 1, 4, 1]
    assert [seat.score for seat in match.seat_rows] == [0, 0, 0, 1]
    assert replays()


def test_who_left_earlier_comes_lower_in_a_draw() -> None:
    ann, ben, cec, dan = people = [person() for _ in range(4)]
    match = match_of(*people, now=START)
    match_resign(match_id=match.pk, user_id=dan.pk, now=START)
    match_resign(match_id=match.pk, user_id=ben.pk, now=START)
    make(match, cec, "draw")
    match = accept(match, ann, "draw")
    assert [seat.place for seat in match.seat_rows] == [1, 3, 1, 4]


@pytest.mark.parametrize("game", ["quabble", "qualos", "fast-quabble", "conquare", "fast-conquare"])
def test_a_game_without_draws_has_none(game: str) -> None:
    ann, ben = person(), person()
    match = match_of(ann, ben, game=game, now=START)
    refused(match, errors.NoDraws, lambda: make(match, ann, "draw"))
    assert "Offer a draw" not in signed_in(ann).get(match.get_absolute_url()).text


def test_a_bot_answers_at_once_that_it_plays_on() -> None:
    ann = person()
    match = match_of(ann, bot(), now=START)
    refused(match, errors.BotPlaysOn, lambda: make(match, ann, "draw"))


def test_a_move_kills_the_offer() -> None:
    ann, ben = person(), person()
    match = match_of(ann, ben, now=START)
    make(match, ben, "draw")
    late = seen(match, ann, "draw")
    match = play(match, "Rd4", now=START)
    assert match.offers == {}
    refused(match, errors.StaleOffer, lambda: offer_accept(**late))
    refused(match, errors.StaleOffer, lambda: offer_decline(**late))
    refused(match, errors.StaleOffer, lambda: offer_withdraw(**{**late, "user_id": ben.pk}))


def test_an_answer_is_for_the_offer_that_was_seen() -> None:
    ann, ben = person(), person()
    match = match_of(ann, ben, now=START)
    make(match, ann, "pause", days=1)
    short = seen(match, ben, "pause")
    offer_withdraw(**seen(match, ann, "pause"))
    refused(match, errors.StaleOffer, lambda: offer_accept(**short))
    make(match, ann, "pause", days=14)
    refused(match, errors.StaleOffer, lambda: offer_accept(**short))


def test_one_offer_of_a_kind_and_no_second_after_a_refusal() -> None:
    ann, ben = person("ann"), person("ben")
    match = match_of(ann, ben, now=START)
    make(match, ann, "draw")
    refused(match, errors.OfferOpen, lambda: make(match, ann, "draw"))
    refused(match, errors.OwnOffer, lambda: accept(match, ann, "draw"))
    refused(match, errors.OwnOffer, lambda: offer_decline(**seen(match, ann, "draw")))
    refused(match, errors.NotYourOffer, lambda: offer_withdraw(**seen(match, ben, "draw")))
    declining = seen(match, ben, "draw")
    offer_decline(**declining)
    refused(match, errors.StaleOffer, lambda: offer_accept(**declining))
    refused(match, errors.OfferDeclined, lambda: make(match, ann, "draw"))
    assert "ben has declined the draw." in signed_in(ann).get(match.get_absolute_url()).text
    assert "You have declined." in signed_in(ben).get(match.get_absolute_url()).text
    make(match, ben, "draw")  # the other may still ask
    assert Match.objects.get(pk=match.pk).offers["draw"]["seat"] == 1
    play(match, "Rd4", now=START)
    make(match, ann, "draw")  # and the first again after the next move


def test_who_may_not_offer_changes_nothing() -> None:
    ann, ben, stranger = person(), person(), person()
    match = match_of(ann, ben, clock="1d", now=START)
    refused(match, errors.NotSeated, lambda: make(match, stranger, "draw"))
    refused(match, errors.StalePosition, lambda: make(match, ann, "draw", ply=1))
    refused(match, errors.BadDays, lambda: make(match, ann, "pause", days=0))
    refused(match, errors.BadDays, lambda: make(match, ann, "pause", days=15))
    make(match, ann, "draw")
    answer = seen(match, ben, "draw", now=START + DAY)
    with pytest.raises(errors.MatchOver):  # ann's time was over first
        offer_accept(**answer)
    match.refresh_from_db()
    assert (match.reason, match.record) == ("last_left", "~0t/86400")
    refused(match, errors.MatchOver, lambda: make(match, ann, "draw"))


# --- moves taken back ------------------------------------------------------------------------


def test_the_last_own_move_and_what_followed_is_taken_back() -> None:
    ann, ben = person("ann"), person("ben")
    match = match_of(ann, ben, rated=False, now=START)
    match = play(match, "Rd4", "Yd5", "Gc4", "Wb4", now=START)
    before = match.rules.replay(["Rd4", "Yd5"])
    match = make(match, ann, "takeback")
    assert match.offers["takeback"]["to"] == 2
    match = accept(match, ben, "takeback", now=START + HOUR)
    assert match.record.endswith(" ~0u2/3600")
    assert (match.ply, match.to_move, match.mover, match.offers) == (5, 0, ann, {})
    assert match.load_position() == before
    assert (match.turn_started_at, match.deadline) == (START + HOUR, START + HOUR + 3 * DAY)
    match = play(match, "Wc4", now=START + 2 * HOUR)
    assert match.load_position() == match.rules.replay(["Rd4", "Yd5", "Wc4"])
    assert replays()


def test_whoever_is_to_move_takes_back_the_move_before() -> None:
    ann, ben = person(), person()
    match = play(match_of(ann, ben, rated=False, now=START), "Rd4", "Yd5", "Gc4", now=START)
    make(match, ann, "takeback")  # ben has not answered yet
    match = accept(match, ben, "takeback")
    assert match.record.endswith(" ~0u2/0")
    make(match, ben, "takeback")  # ben's own move was the one before
    match = accept(match, ann, "takeback")
    assert match.record.endswith(" ~0u2/0 ~1u1/0")
    assert (match.to_move, match.load_position()) == (1, match.rules.replay(["Rd4"]))
    make(match, ann, "takeback")
    match = accept(match, ben, "takeback")
    assert match.load_position() == match.rules.initial()
    refused(match, errors.NothingToTakeBack, lambda: make(match, ann, "takeback"))
    refused(match, errors.NothingToTakeBack, lambda: make(match, ben, "takeback"))
    assert replays()


def test_a_move_that_was_taken_back_is_not_taken_back_again() -> None:
    ann, ben = person(), person()
    match = play(match_of(ann, ben, rated=False, now=START), "Rd4", "Yd5", "Gc4", now=START)
    make(match, ann, "takeback")
    accept(match, ben, "takeback")
    match = play(match, "Wc4", now=START)  # plies: Rd4 Yd5 Gc4 u Wc4
    make(match, ann, "takeback")
    match = accept(match, ben, "takeback")
    assert match.record.endswith(" Wc4/0 ~0u4/0")
    make(match, ann, "takeback")  # now the very first: the way back goes round what was undone
    match = accept(match, ben, "takeback")
    assert match.record.endswith(" ~0u0/0")
    assert match.load_position() == match.rules.initial()
    assert replays()


def test_in_rated_games_moves_stand_and_the_page_says_why() -> None:
    ann, ben = person(), person()
    match = play(match_of(ann, ben, now=START), "Rd4", now=START)
    refused(match, errors.RatedMoveStands, lambda: make(match, ann, "takeback"))
    page = signed_in(ann).get(match.get_absolute_url()).text
    assert "No move is taken back in a rated game" in page
    assert "Ask to take a move back" not in page


def test_nothing_is_taken_back_past_somebody_who_left() -> None:
    ann, ben, cec = person(), person(), person()
    match = play(match_of(ann, ben, cec, rated=False, now=START), "Rd4", "Yd5", now=START)
    match_resign(match_id=match.pk, user_id=cec.pk, now=START)
    refused(match, errors.NothingToTakeBack, lambda: make(match, ann, "takeback"))
    play(match, "Gc4", now=START)
    make(match, ann, "takeback")
    match = accept(match, ben, "takeback")
    assert match.record.endswith(" ~0u3/0")
    assert [seat.out for seat in match.seat_rows] == ["", "", "r"]
    assert replays()


def test_a_turn_of_several_moves_is_taken_back_whole() -> None:
    ann, ben = person(), person()
    match = match_of(ann, ben, game="dots-and-boxes", rated=False, now=START)
    play(match, "h0,0", "v0,0", "h0,1", now=START)
    match_play(match_id=match.pk, user_id=ben.pk, ply=3, moves=["v1,0", "h3,3"], now=START + HOUR)
    make(match, ben, "takeback")
    match = accept(match, ann, "takeback")
    assert match.record.endswith(" v1,0/3600 h3,3/0 ~1u3/0")
    assert match.rules.scores(match.load_position()) == (0, 0)
    assert match.to_move == 1
    assert replays()


def test_a_swap_of_sides_is_taken_back_with_the_colours() -> None:
    ann, ben = person(), person()
    match = match_of(ann, ben, game="quabble", rated=False, now=START)
    play(match, "a1", "swap", now=START)
    make(match, ben, "takeback")
    match = accept(match, ann, "takeback")
    assert match.load_position() == match.rules.replay(["a1"])
    assert match.to_move == 1
    assert replays()


def test_a_bot_agrees_at_once_where_it_may() -> None:
    ann = person()
    match = play(match_of(ann, bot(), rated=False, now=START), "Rd4", "Yd5", now=START)
    match = make(match, ann, "takeback", now=START + HOUR)
    assert (match.record, match.to_move) == ("Rd4/0 Yd5/0 ~0u0/3600", 0)
    rated = play(match_of(ann, bot("sage", "Sage"), now=START), "Rd4", "Yd5", now=START)
    refused(rated, errors.RatedMoveStands, lambda: make(rated, ann, "takeback"))


def test_plans_of_all_are_dropped() -> None:
    ann, ben = person(), person()
    match = play(match_of(ann, ben, rated=False, now=START), "Rd4", "Yd5", now=START)
    for user in (ann, ben):
        Study.objects.create(
            match=match,
            user=user,
            plan=[["Gc4", "Wb4"]],
            plan_ply=2,
            lines=[{"ply": 1, "moves": ["Gc4"]}],
        )
    make(match, ann, "takeback")
    accept(match, ben, "takeback")
    for study in Study.objects.all():
        assert (study.plan, study.plan_ply, study.version) == ([], None, 1)
        assert study.lines == [{"ply": 1, "moves": ["Gc4"]}]  # what was tried stays


def test_the_increment_comes_off_again_and_no_more() -> None:
    ann, ben = person(), person()
    match = match_of(ann, ben, clock="5d+1d/10d", rated=False, now=START)
    play(match, "Rd4", now=START + 2 * DAY)  # ann: 5 − 2 + 1 = 4
    play(match, "Yd5", now=START + 3 * DAY)  # ben: 5 − 1 + 1 = 5
    make(match, ann, "takeback", now=START + 3 * DAY)
    match = accept(match, ben, "takeback", now=START + 4 * DAY)  # ann had used one day more
    assert [seat.bank for seat in match.seat_rows] == [2 * DAY, 4 * DAY]
    assert match.turn_left == 2 * DAY
    assert match.deadline == START + 6 * DAY


def test_with_a_minute_left_a_taken_back_move_leaves_one_increment() -> None:
    ann, ben = person(), person()
    match = match_of(ann, ben, clock="5d+1d/10d", rated=False, now=START)
    almost = START + 5 * DAY - timedelta(minutes=1)
    play(match, "Rd4", now=almost)
    make(match, ann, "takeback", now=almost)
    match = accept(match, ben, "takeback", now=almost)
    assert match.seat_rows[0].bank == DAY
    assert match.deadline == almost + DAY
    assert match.seat_rows[1].bank == 5 * DAY


def test_undoing_never_lengthens_a_clock() -> None:
    control = clocks.control("5d+1d/10d")
    assert control.undone(4 * DAY, 1) == 3 * DAY
    assert control.undone(4 * DAY, 9) == DAY
    assert control.undone(HOUR, 1) == HOUR
    assert control.undone(HOUR, 0) == HOUR
    assert clocks.control("3d").undone(3 * DAY, 1) == 3 * DAY
    assert clocks.control("none").undone(None, 1) is None


def test_everything_that_reads_by_ply_is_right_after_a_take_back() -> None:
    ann, ben = person("ann"), person("ben")
    match = play(match_of(ann, ben, rated=False, now=START), "Rd4", "Yd5", "Gc4", now=START)
    make(match, ann, "takeback")
    match = accept(match, ben, "takeback")
    snapshot = signed_in(ann).get(reverse("api:match", args=[match.code])).json()
    assert [ply["x"] for ply in snapshot["plies"]] == ["", "", "", "u"]
    assert (snapshot["plies"][3]["l"], snapshot["plies"][3]["s"]) == ([], 0)
    assert "c4" not in snapshot["plies"][3]["d"] or snapshot["plies"][3]["d"]["c4"] is None
    marks = dict(snapshot["start"])
    for ply in snapshot["plies"]:
        marks |= ply["d"]
    assert marks["c4"] is None  # the deltas lead to the earlier board
    assert (marks["d4"] is None, marks["d5"] is None) == (False, False)
    texts = {match.rules.format_move(m) for m in match.rules.legal(match.load_position())}
    assert {move["t"] for move in snapshot["legal"]} == texts
    [card] = cards.match_cards([match], ben)
    assert (card["last"], card["last_by"]) == ("took a move back", "ann")
    assert "4. seat 1 took back to 2\n" in cards.record_text(match)
    for ply in range(5):
        url = reverse("board_svg", args=[match.code]) + f"?ply={ply}"
        assert Client().get(url).status_code == 200
    line = reverse("api:line", args=[match.code])
    answer = Client().get(line, {"ply": 4, "moves": "Gc4"})
    assert answer.status_code == 200
    assert Client().get(line, {"ply": 3, "moves": "Gc4"}).status_code == 422  # it lies there
    page = signed_in(ann).get(match.get_absolute_url()).text
    assert "ann: took a move back</a>" in page


def test_the_ply_of_a_take_back_is_what_it_says_for_all_kinds_of_postings() -> None:
    from games.records import Entry, taken_back

    entries = [Entry("a", 5), Entry("b", 0), Entry("c", 9), Entry("d", 0, how="f")]
    assert offers.takeback_to(entries, [0, 0, 1, 0], 0) == 0  # d was forced: with a and b
    assert offers.takeback_to(entries, [0, 0, 1, 0], 1) == 2
    assert offers.takeback_to([*entries, taken_back(1, 2, 4)], [0, 0, 1, 0, 1], 1) is None
    assert offers.takeback_to([*entries, taken_back(1, 2, 4)], [0, 0, 1, 0, 1], 0) == 0
    assert offers.takeback_to([], [], 0) is None


# --- pauses --------------------------------------------------------------------------------


def test_a_pause_stops_the_clock_from_the_moment_of_consent() -> None:
    ann, ben = person(), person()
    match = match_of(ann, ben, clock="2d", now=START)
    make(match, ben, "pause", days=3)
    assert Match.objects.get(pk=match.pk).deadline == START + 2 * DAY
    match = accept(match, ann, "pause", now=START + DAY)
    assert match.pauses == [[(START + DAY).isoformat(), (START + 4 * DAY).isoformat()]]
    assert (match.deadline, match.offers, match.ply) == (START + 5 * DAY, {}, 0)
    match_flag(match_id=match.pk, now=START + 5 * DAY - timedelta(seconds=1))
    match.refresh_from_db()
    assert match.status == Match.Status.ACTIVE
    match = play(match, "Rd4", now=START + 2 * DAY)  # moving is allowed all the same
    assert match.deadline == START + 6 * DAY  # the rest of the pause counts for ben
    match_flag(match_id=match.pk, now=START + 6 * DAY)
    match.refresh_from_db()
    assert match.status == Match.Status.FINISHED


def test_pauses_that_overlap_count_once() -> None:
    ann, ben = person(), person()
    match = match_of(ann, ben, clock="2d", now=START)
    make(match, ben, "pause", days=3)
    accept(match, ann, "pause")
    make(match, ann, "pause", days=3, now=START + DAY)
    match = accept(match, ben, "pause", now=START + DAY)
    assert match.deadline == START + 6 * DAY
    assert len(match.pauses) == 2


def test_the_page_says_until_when_and_where() -> None:
    from django.utils import timezone

    now = timezone.now()
    ann, ben = person(time_zone="Asia/Kathmandu"), person()
    match = match_of(ann, ben, clock="2d", now=now)
    make(match, ben, "pause", days=3, now=now)
    accept(match, ann, "pause", now=now)
    page = signed_in(ann).get(match.get_absolute_url()).text
    assert "Pause: the clock is stopped until" in page
    assert "(Asia/Kathmandu)" in page


def test_bots_take_every_pause_and_without_a_clock_there_is_none() -> None:
    ann = person()
    match = match_of(ann, bot(), clock="2d", now=START)
    match = make(match, ann, "pause", days=1)
    assert match.deadline == START + 3 * DAY
    timeless = match_of(ann, person(), clock="none", now=START)
    refused(timeless, errors.NoClock, lambda: make(timeless, ann, "pause", days=1))


# --- a day ---------------------------------------------------------------------------------


@pytest.mark.parametrize("clock", ["2d", "2d+12h/4d"])
def test_a_day_more_once_for_each_move(clock: str) -> None:
    ann, ben = person(), person()
    match = match_of(ann, ben, clock=clock, now=START)

    def give(user: User, **more: Any) -> Match:
        arguments = {"match_id": match.pk, "user_id": user.pk, "ply": 0, "now": START, **more}
        return day_give(**arguments)

    refused(match, errors.OwnTime, lambda: give(ann))
    refused(match, errors.StalePosition, lambda: give(ben, ply=1))
    refused(match, errors.NotSeated, lambda: give(person()))
    give(ben)
    match.refresh_from_db()
    assert (match.turn_left, match.deadline, match.ply) == (3 * DAY, START + 3 * DAY, 0)
    assert match.warn_at == START + 3 * DAY * 0.8
    refused(match, errors.DayGiven, lambda: give(ben))
    match_flag(match_id=match.pk, now=START + 3 * DAY - timedelta(seconds=1))
    play(match, "Rd4", now=START + 2 * DAY + HOUR)
    refused(match, errors.OwnTime, lambda: give(ben, ply=1, now=START + 2 * DAY + HOUR))
    give(ann, ply=1, now=START + 2 * DAY + HOUR)


def test_of_three_one_day_in_all() -> None:
    ann, ben, cec = person(), person(), person()
    match = match_of(ann, ben, cec, clock="2d", now=START)
    day_give(match_id=match.pk, user_id=cec.pk, ply=0, now=START)
    refused(
        match,
        errors.DayGiven,
        lambda: day_give(match_id=match.pk, user_id=ben.pk, ply=0, now=START),
    )


def test_without_a_clock_there_is_no_day_to_give() -> None:
    ann, ben = person(), person()
    match = match_of(ann, ben, clock="none", now=START)
    refused(
        match, errors.NoClock, lambda: day_give(match_id=match.pk, user_id=ben.pk, ply=0, now=START)
    )


# --- doors and pages -------------------------------------------------------------------------


def test_the_json_door() -> None:
    ann, ben = person("ann"), person("ben")
    match = match_of(ann, ben)
    ours, theirs = signed_in(ann), signed_in(ben)

    def post(client: Client, kind: str, act: str, **body: Any) -> Any:
        url = reverse("api:offer", args=[match.code, kind, act])
        return client.post(url, body, content_type="application/json")

    answer = post(ours, "draw", "make", ply=0)
    assert answer.status_code == 200
    [offer] = answer.json()["offers"]
    assert (offer["kind"], offer["mine"], offer["asked"]) == ("draw", True, False)
    assert offer["text"] == "You have offered a draw. Waiting for the answer of ben."
    assert answer.json()["can"]["draw"] is False
    [offer] = theirs.get(reverse("api:match", args=[match.code])).json()["offers"]
    assert (offer["asked"], offer["text"]) == (True, "ann offers a draw.")
    assert Client().get(reverse("api:match", args=[match.code])).json()["offers"] == []
    answer = post(theirs, "draw", "accept", ply=0, version=offer["version"] + 1)
    assert (answer.status_code, answer.json()["error"]) == (409, "stale_offer")
    assert answer.json()["match"]["offers"]
    for body in ({}, {"ply": "x"}, {"ply": -1}, {"ply": 0, "version": [1]}):
        answer = post(theirs, "draw", "accept", **body)
        assert (answer.status_code, answer.json()["error"]) == (400, "bad_request")
    assert post(theirs, "tea", "make", ply=0).status_code == 404
    assert post(theirs, "draw", "drink", ply=0).status_code == 404
    assert post(Client(), "draw", "make", ply=0).status_code in (401, 403)
    assert post(theirs, "pause", "make", ply=0, days=99).json()["error"] == "bad_days"
    answer = post(theirs, "draw", "accept", ply=0, version=offer["version"])
    assert (answer.status_code, answer.json()["status"]) == (200, "finished")
    day = reverse("api:day", args=[match.code])
    answer = ours.post(day, {"ply": 0}, content_type="application/json")
    assert (answer.status_code, answer.json()["error"]) == (409, "match_over")


def test_without_script() -> None:
    ann, ben = person("ann"), person("ben")
    match = play(match_of(ann, ben, rated=False), "Rd4")
    ours, theirs = signed_in(ann), signed_in(ben)
    menu = ours.get(match.get_absolute_url()).text
    for words in ("Offer a draw", "Ask to take a move back", "Suggest a pause", "Give a day"):
        assert words in menu
    assert "Give a day" not in theirs.get(match.get_absolute_url()).text
    url = reverse("match_offer", args=[match.code, "pause", "make"])
    ours.post(url, {"ply": 1, "days": 2})
    offer = Match.objects.get(pk=match.pk).offers["pause"]
    page = theirs.get(match.get_absolute_url()).text
    assert "ann suggests a pause: the clock is stopped for 2 days." in page
    assert "ann suggests a pause" in theirs.get("/").text
    assert "ann suggests a pause" not in Client().get(match.get_absolute_url()).text
    answer = reverse("match_offer", args=[match.code, "pause", "accept"])
    assert "does not stand any more" in theirs.post(answer, {"ply": 1}, follow=True).text
    theirs.post(answer, {"ply": 1, "version": offer["version"]})
    assert len(Match.objects.get(pk=match.pk).pauses) == 1
    given = ours.post(reverse("match_day", args=[match.code]), {"ply": 1}, follow=True)
    assert "ben has one more day for this move." in given.text
    nonsense = ours.post(reverse("match_day", args=[match.code]), {"ply": "x"}, follow=True)
    assert "ben has one more day" not in nonsense.text
    assert ours.post(reverse("match_offer", args=[match.code, "tea", "make"])).status_code == 404
    assert ours.get(url).status_code == 405


def test_every_refusal_has_a_code_of_its_own() -> None:
    found = [
        getattr(errors, name)
        for name in ("StaleOffer", "OfferOpen", "OfferDeclined", "OwnOffer", "NotYourOffer",
                     "NoDraws", "BotPlaysOn", "RatedMoveStands", "NothingToTakeBack", "NoClock",
                     "BadDays", "OwnTime", "DayGiven", "HasLeft", "TooLate")
    ]  # fmt: skip
    codes = [error.code for error in found]
    every = [cls.code for cls in PlayError.__subclasses__()]
    assert all(every.count(code) == 1 for code in codes)
