"""`match_play`: what it stores, and everything it refuses without a trace."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from games import records
from games.errors import (
    BadMove,
    MatchOver,
    NotSeated,
    NotStarted,
    NotYourTurn,
    OutOfTime,
    PlayError,
    StalePosition,
)
from games.models import Match
from games.services.create import SeatSpec, match_create
from games.services.play import match_play
from ratings.models import Change, Rating
from tests.factories import WIN_FOR_RED, fingerprint, match_of, person, play

pytestmark = pytest.mark.django_db

START = datetime(2026, 5, 1, 12, tzinfo=UTC)


def test_a_move_is_stored_with_its_time_and_passes_the_turn() -> None:
    ann, ben = person("ann"), person("ben")
    match = match_of(ann, ben, now=START)
    later = START + timedelta(hours=2, seconds=5)
    match_play(match_id=match.pk, user_id=ann.pk, ply=0, moves=["Rd4"], now=later)
    match.refresh_from_db()
    assert match.record == "Rd4/7205"
    assert (match.ply, match.to_move, match.mover) == (1, 1, ben)
    assert match.deadline == later + timedelta(days=3)
    assert match.position == match.rules.dump(match.rules.replay(["Rd4"]))


def test_the_version_grows_with_every_change() -> None:
    match = match_of(person(), person())
    before = match.version
    assert play(match, "Rd4").version == before + 1


def test_extra_moves_in_dots_keep_the_deadline_of_the_turn() -> None:
    ann, ben = person(), person()
    match = match_of(ann, ben, game="dots-and-boxes", rows="2", columns="2", now=START)
    match = play(match, "h0,0", "v0,0", "h0,1", now=START)
    deadline = match.deadline
    match = match_play(
        match_id=match.pk, user_id=ben.pk, ply=3, moves=["v1,0"], now=START + timedelta(days=1)
    )
    assert (match.to_move, match.deadline) == (1, deadline)


def test_a_whole_turn_is_posted_at_once() -> None:
    ann, ben = person(), person()
    match = match_of(ann, ben, game="dots-and-boxes", rows="2", columns="2")
    match = play(match, "h0,0", "v0,0", "h0,1")
    match = match_play(match_id=match.pk, user_id=ben.pk, ply=3, moves=["v1,0", "h1,0"])
    assert (match.ply, match.to_move) == (5, 0)
    assert [entry.text for entry in match.entries[-2:]] == ["v1,0", "h1,0"]


def test_a_turn_with_one_bad_move_is_not_played_at_all() -> None:
    ann, ben = person(), person()
    match = play(
        match_of(ann, ben, game="dots-and-boxes", rows="2", columns="2"), "h0,0", "v0,0", "h0,1"
    )
    before = fingerprint(match)
    with pytest.raises(BadMove, match="already drawn"):
        match_play(match_id=match.pk, user_id=ben.pk, ply=3, moves=["v1,0", "v1,0"])
    with pytest.raises(BadMove, match="Your turn was over"):
        match_play(match_id=match.pk, user_id=ben.pk, ply=3, moves=["h1,0", "v1,0"])
    with pytest.raises(BadMove, match="Choose a move"):
        match_play(match_id=match.pk, user_id=ben.pk, ply=3, moves=[])
    assert fingerprint(match) == before


def test_the_last_move_ends_and_rates_the_match() -> None:
    ann, ben = person(), person()
    match = play(match_of(ann, ben), *WIN_FOR_RED)
    assert match.status == Match.Status.FINISHED
    assert (match.to_move, match.mover, match.deadline) == (None, None, None)
    assert match.reason == "line"
    assert [seat.place for seat in match.seat_rows] == [1, 2]
    assert [(c.user, c.before, c.after) for c in Change.objects.order_by("user")] == [
        (ann, 1200.0, 1220.0),
        (ben, 1200.0, 1180.0),
    ]


def test_an_unrated_match_moves_no_rating() -> None:
    play(match_of(person(), person(), rated=False), *WIN_FOR_RED)
    assert not Rating.objects.exists()


def _refuse_not_your_turn(match: Match) -> tuple[int, int, str]:
    return match.seat_rows[1].user_id or 0, match.ply, "Yd5"


def _refuse_stranger(match: Match) -> tuple[int, int, str]:
    return person("stranger").pk, match.ply, "Yd5"


def _refuse_stale(match: Match) -> tuple[int, int, str]:
    return match.mover_id or 0, match.ply - 1, "Yd5"


def _refuse_future(match: Match) -> tuple[int, int, str]:
    return match.mover_id or 0, match.ply + 1, "Yd5"


def _refuse_illegal(match: Match) -> tuple[int, int, str]:
    return match.mover_id or 0, match.ply, "Rd5"


def _refuse_malformed(match: Match) -> tuple[int, int, str]:
    return match.mover_id or 0, match.ply, "d5R"


@pytest.mark.parametrize(
    ("attempt", "error", "code", "status"),
    [
        (_refuse_not_your_turn, NotYourTurn, "not_your_turn", 403),
        (_refuse_stranger, NotSeated, "not_seated", 403),
        (_refuse_stale, StalePosition, "stale_position", 409),
        (_refuse_future, StalePosition, "stale_position", 409),
        (_refuse_illegal, BadMove, "illegal_move", 422),
        (_refuse_malformed, BadMove, "bad_notation", 422),
    ],
)
def test_a_refused_move_changes_nothing(
    attempt: object, error: type[PlayError], code: str, status: int
) -> None:
    match = play(match_of(person(), person()), "Rd4", "Ye4")
    user_id, ply, text = attempt(match)  # type: ignore[operator]
    before = fingerprint(match)
    with pytest.raises(error) as caught:
        match_play(match_id=match.pk, user_id=user_id, ply=ply, moves=[text])
    assert (caught.value.code, caught.value.status) == (code, status)
    assert str(caught.value).endswith(".")
    assert fingerprint(match) == before


def test_a_finished_match_takes_no_move() -> None:
    match = play(match_of(person(), person()), *WIN_FOR_RED)
    before = fingerprint(match)
    for seat in match.seat_rows:
        with pytest.raises(MatchOver):
            match_play(match_id=match.pk, user_id=seat.user_id or 0, ply=match.ply, moves=["Be1"])
    assert fingerprint(match) == before


def test_a_match_that_waits_for_players_takes_no_move() -> None:
    ann = person()
    match = match_create(
        creator=ann,
        game="speckles",
        options={},
        seats=[SeatSpec("me"), SeatSpec("anyone")],
        clock="3d",
        rated=True,
    )
    before = fingerprint(match)
    with pytest.raises(NotStarted):
        match_play(match_id=match.pk, user_id=ann.pk, ply=0, moves=["Rd4"])
    assert fingerprint(match) == before


def test_the_deadline_is_half_open() -> None:
    ann = person()
    match = match_of(ann, person(), now=START)
    assert match.deadline is not None
    just_in_time = match.deadline - timedelta(microseconds=1)
    match_play(match_id=match.pk, user_id=ann.pk, ply=0, moves=["Rd4"], now=just_in_time)
    match.refresh_from_db()
    assert match.ply == 1


def test_a_move_at_the_deadline_is_late_and_ends_the_match() -> None:
    ann, ben = person(), person()
    match = match_of(ann, ben, now=START)
    with pytest.raises(OutOfTime) as caught:
        match_play(match_id=match.pk, user_id=ann.pk, ply=0, moves=["Rd4"], now=match.deadline)
    assert (caught.value.code, caught.value.status) == ("out_of_time", 409)
    match.refresh_from_db()
    assert match.status == Match.Status.FINISHED
    assert match.record == "~0t/259200"
    assert [seat.place for seat in match.seat_rows] == [2, 1]
    assert [seat.out for seat in match.seat_rows] == [records.TIMED_OUT, ""]
    assert Change.objects.count() == 2


def test_the_same_posting_twice_plays_once_and_answers_twice() -> None:
    ann = person()
    match = match_of(ann, person())
    for _ in range(3):
        match = match_play(match_id=match.pk, user_id=ann.pk, ply=0, moves=["Rd4"], key="k1")
    assert match.ply == 1
    with pytest.raises(StalePosition):
        match_play(match_id=match.pk, user_id=ann.pk, ply=0, moves=["Rd4"], key="k2")


def test_a_doubled_posting_of_an_extra_move_plays_once() -> None:
    ann, ben = person(), person()
    match = match_of(ann, ben, game="dots-and-boxes", rows="2", columns="2")
    match = play(match, "h0,0", "v0,0", "h0,1")
    match_play(match_id=match.pk, user_id=ben.pk, ply=3, moves=["v1,0"], key="k")
    again = match_play(match_id=match.pk, user_id=ben.pk, ply=3, moves=["v1,0"], key="k")
    assert again.ply == 4
    with pytest.raises(StalePosition):
        match_play(match_id=match.pk, user_id=ben.pk, ply=3, moves=["h1,0"], key="other")


def test_the_last_posting_of_a_match_can_be_repeated_too() -> None:
    match = play(match_of(person(), person()), *WIN_FOR_RED[:3])
    loser = match.mover_id or 0
    for _ in range(2):
        ended = match_play(match_id=match.pk, user_id=loser, ply=3, moves=["Rd1"], key="k")
        assert ended.status == Match.Status.FINISHED
    assert Change.objects.count() == 2


def test_hints_go_out_only_after_the_commit(
    django_capture_on_commit_callbacks: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    from games import events

    sent: list[dict[str, object]] = []
    monkeypatch.setattr(events, "publish", lambda hint, users: sent.append({**hint, "to": users}))
    ann, ben = person(), person()
    match = match_of(ann, ben)
    sent.clear()
    with django_capture_on_commit_callbacks() as callbacks:  # type: ignore[operator]
        match_play(match_id=match.pk, user_id=ann.pk, ply=0, moves=["Rd4"])
        assert sent == []
    for callback in callbacks:
        callback()
    match.refresh_from_db()
    assert sent == [
        {"match": match.code, "version": match.version, "ply": 1, "to": {ann.pk, ben.pk}}
    ]
