"""The clock of a match as it is stored: banks, pauses, no clock, and moves the site plays."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta

import pytest

from accounts.models import User, Vacation
from games import records
from games.errors import BadTable, OutOfTime
from games.models import Match
from games.services.create import SeatSpec, match_create
from games.services.play import match_play
from games.services.timeouts import match_flag, overdue_flag
from games.services.turns import deadline_values
from tests.factories import match_of, person, play

pytestmark = pytest.mark.django_db

START = datetime(2026, 5, 4, 12, tzinfo=UTC)  # a Monday
DAY = timedelta(days=1)


def banks(match: Match) -> list[timedelta | None]:
    return [seat.bank for seat in match.seats.order_by("index")]


def test_a_bank_loses_what_is_used_and_gains_the_increment() -> None:
    match = match_of(person(), person(), clock="5d+1d/10d", now=START)
    assert banks(match) == [5 * DAY, 5 * DAY]
    assert match.deadline == START + 5 * DAY
    match = play(match, "Rd4", now=START + 2 * DAY)
    assert banks(match) == [4 * DAY, 5 * DAY]
    assert match.deadline == START + 7 * DAY
    match = play(match, "Ye5", now=START + 2 * DAY + timedelta(hours=1))
    assert banks(match) == [4 * DAY, 6 * DAY - timedelta(hours=1)]
    assert match.deadline == START + 6 * DAY + timedelta(hours=1)


def test_a_bank_never_grows_above_its_cap() -> None:
    match = match_of(
        person(),
        person(),
        game="dots-and-boxes",
        rows="9",
        columns="9",
        clock="2d+12h/4d",
        now=START,
    )
    match = play(match, *(f"h{column},{row}" for row in (0, 3) for column in range(6)), now=START)
    assert banks(match) == [4 * DAY, 4 * DAY]


def test_several_moves_of_one_turn_are_one_turn() -> None:
    match = match_of(
        person(),
        person(),
        game="dots-and-boxes",
        rows="2",
        columns="2",
        clock="5d+1d/10d",
        now=START,
    )
    match = play(match, "h0,0", "h0,1", "v0,0", now=START)
    assert (match.to_move, banks(match)) == (1, [7 * DAY, 6 * DAY])
    match = play(match, "v1,0", now=START + DAY)  # closes a box: the same turn goes on
    assert (match.to_move, match.deadline) == (1, START + 6 * DAY)
    match = play(match, "h1,0", now=START + 2 * DAY)
    assert (match.to_move, banks(match)) == (0, [7 * DAY, 5 * DAY])


def test_out_of_time_by_the_bank() -> None:
    ann, ben = person(), person()
    match = play(match_of(ann, ben, clock="2d+12h/4d", now=START), "Rd4", now=START + DAY)
    late = START + 3 * DAY
    with pytest.raises(OutOfTime):
        match_play(match_id=match.pk, user_id=ben.pk, ply=1, moves=["Ye5"], now=late)
    match.refresh_from_db()
    assert match.status == Match.Status.FINISHED
    assert match.record.endswith(" ~1t/172800")


def test_without_a_clock_nobody_is_ever_out_of_time() -> None:
    ann, ben = person(), person()
    match = match_of(ann, ben, clock="none", rated=True, now=START)
    assert (match.rated, match.deadline, match.warn_at) == (False, None, None)
    much_later = START + 4000 * DAY
    assert overdue_flag(now=much_later) == 0
    assert match_flag(match_id=match.pk, now=much_later).status == Match.Status.ACTIVE
    match = play(match, "Rd4", now=much_later)
    assert (match.to_move, match.deadline, banks(match)) == (1, None, [None, None])


@pytest.mark.parametrize("terms", [{"clock": "4d"}, {"clock": ""}, {"weekend": "Atlantis"}])
def test_clocks_that_are_not_offered(terms: dict[str, str]) -> None:
    with pytest.raises(BadTable):
        match_create(
            creator=person(),
            game="speckles",
            options={},
            seats=[SeatSpec("me"), SeatSpec("link")],
            rated=True,
            **{"clock": "3d", **terms},  # type: ignore[arg-type]
        )
    assert not Match.objects.exists()


def test_weekends_nights_pauses_and_vacations_move_the_deadline() -> None:
    sleeper = person(time_zone="America/New_York", sleep_begin=time(22), sleep_finish=time(6))
    weekend = match_of(person(), person(), weekend="Europe/Copenhagen", clock="5d", now=START)
    assert weekend.deadline == START + 7 * DAY
    asleep = match_of(sleeper, person(), clock="1d", now=START)
    assert asleep.nights == "22:00-06:00 America/New_York"
    assert asleep.deadline == START + DAY + timedelta(hours=8)
    # The hours belong to the turn: changing them changes no turn that has begun.
    User.objects.filter(pk=sleeper.pk).update(sleep_begin=None, sleep_finish=None)
    asleep = Match.objects.get(pk=asleep.pk)
    assert deadline_values(asleep)["deadline"] == asleep.deadline

    away = person()
    Vacation.objects.create(user=away, start=START + DAY, end=START + 4 * DAY)
    assert match_of(away, person(), now=START).deadline == START + 6 * DAY
    assert match_of(away, person(), vacations=False, now=START).deadline == START + 3 * DAY
    paused = match_of(person(), person(), now=START)
    paused.pauses = [[(START + DAY).isoformat(), (START + 2 * DAY).isoformat()]]
    assert deadline_values(paused)["deadline"] == START + 4 * DAY


def test_the_time_away_is_not_taken_from_the_bank() -> None:
    away, ben = person(), person()
    Vacation.objects.create(user=away, start=START + DAY, end=START + 4 * DAY)
    match = match_of(away, ben, clock="5d+1d/10d", now=START)
    match = play(match, "Rd4", now=START + 5 * DAY)
    assert banks(match) == [4 * DAY, 5 * DAY]


# --- the only legal move --------------------------------------------------------------------------


def nearly_full(*players: User) -> Match:
    """Dots and Boxes with two lines left."""
    match = match_of(*players, game="dots-and-boxes", rows="2", columns="2", now=START)
    while match.rules.count_legal(state := match.load_position()) > 2:
        match = play(match, match.rules.format_move(match.rules.legal(state)[0]), now=START)
    return match


def draw_one(match: Match) -> Match:
    return play(
        match, match.rules.format_move(match.rules.legal(match.load_position())[0]), now=START
    )


def test_the_only_legal_move_is_played_for_those_who_want_it() -> None:
    before = nearly_full(person(play_forced=True), person(play_forced=True))
    match = draw_one(before)
    assert match.status == Match.Status.FINISHED
    assert match.ply == before.ply + 2
    assert match.entries[-1].how == records.FORCED
    assert match.entries[-2].how == ""
    assert records.replay(match.rules, match.record)[-1] == match.load_position()


def test_nobody_else_is_moved_for() -> None:
    before = nearly_full(person(), person())
    match = draw_one(before)
    assert (match.status, match.ply) == (Match.Status.ACTIVE, before.ply + 1)


def test_a_reply_that_fails_leaves_the_move_that_was_played(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = match_of(person(), person(), now=START)
    monkeypatch.setattr("games.services.replies.forced_move", lambda match, state: "Rd4")
    match = play(match, "Rd4", now=START)
    assert (match.ply, match.status) == (1, Match.Status.ACTIVE)
    assert match.record == "Rd4/0"
