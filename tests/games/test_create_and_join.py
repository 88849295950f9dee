"""Setting up a match, taking seats, calling it off."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.errors import (
    AlreadySeated,
    BadMove,
    BadTable,
    MatchOver,
    NoSeat,
    NotSeated,
    PlayError,
    UnknownPlayer,
)
from games.models import Match, Seat
from games.selectors import open_matches
from games.services.create import OPEN_LIMIT, SeatSpec, match_create
from games.services.join import (
    match_cancel,
    match_decline,
    match_join,
    offers_expire,
    seat_leave,
)
from tests.factories import bot, fingerprint, guest, match_of, person

pytestmark = pytest.mark.django_db


def create(creator: User, *seats: SeatSpec, **terms: Any) -> Match:
    return match_create(
        **{
            "creator": creator,
            "game": "speckles",
            "options": {},
            "seats": [SeatSpec("me"), *seats],
            "clock": "3d",
            "rated": True,
            **terms,
        }
    )


def test_an_open_match_starts_when_the_last_seat_is_taken() -> None:
    ann, ben, cec = person(), person(), person()
    match = create(ann, SeatSpec("anyone"), SeatSpec("anyone"))
    assert (match.status, match.listed, match.deadline) == (Match.Status.OPEN, True, None)
    match = match_join(match_id=match.pk, user=ben)
    assert match.status == Match.Status.OPEN
    match = match_join(match_id=match.pk, user=cec)
    assert (match.status, match.mover, match.ply) == (Match.Status.ACTIVE, ann, 0)
    assert [seat.user for seat in match.seats.order_by("index")] == [ann, ben, cec]


def test_a_match_against_a_bot_starts_at_once() -> None:
    ann, pip = person(), bot()
    match = create(ann, SeatSpec("bot", "Pip"))
    assert (match.status, match.mover) == (Match.Status.ACTIVE, ann)
    assert match.seats.get(index=1).user == pip


def test_a_named_player_is_asked_and_keeps_the_seat() -> None:
    ann, ben, cec = person("ann"), person("ben"), person("cec")
    match = create(ann, SeatSpec("player", "BEN"))
    assert not match.listed
    before = fingerprint(match)
    with pytest.raises(NoSeat):
        match_join(match_id=match.pk, user=cec)
    assert fingerprint(match) == before
    assert match_join(match_id=match.pk, user=ben).status == Match.Status.ACTIVE


def test_the_options_are_stored_whole() -> None:
    match = create(person(), SeatSpec("anyone"), game="dots-and-boxes", options={"rows": 5})
    assert match.options == {"rows": "5", "columns": "4", "misere": "false", "border": "false"}


def test_guests_play_unrated() -> None:
    match = create(person(), SeatSpec("link"))
    match = match_join(match_id=match.pk, user=guest())
    assert (match.status, match.rated) == (Match.Status.ACTIVE, False)


@pytest.mark.parametrize(
    ("seats", "terms", "error", "code"),
    [
        ([SeatSpec("anyone")], {"game": "chess"}, BadMove, "bad_option"),
        ([SeatSpec("anyone")], {"options": {"size": "9"}}, BadMove, "bad_option"),
        ([SeatSpec("anyone")], {"options": {"colours": "RR"}}, BadMove, "bad_option"),
        ([SeatSpec("anyone")] * 4, {}, BadMove, "bad_option"),
        ([], {}, BadMove, "bad_option"),
        ([SeatSpec("anyone")], {"clock": "4d"}, BadTable, "bad_table"),
        ([SeatSpec("me")], {}, BadTable, "bad_table"),
        ([SeatSpec("anyone"), SeatSpec("link")], {}, BadTable, "bad_table"),
        ([SeatSpec("player", "nobody")], {}, UnknownPlayer, "unknown_player"),
        ([SeatSpec("player", "creator")], {}, BadTable, "bad_table"),
        ([SeatSpec("player", "Pip")], {}, UnknownPlayer, "unknown_player"),
        ([SeatSpec("bot", "creator")], {}, UnknownPlayer, "unknown_player"),
        ([SeatSpec("bot", "Pip"), SeatSpec("bot", "pip")], {}, BadTable, "bad_table"),
    ],
)
def test_terms_that_make_no_sense_create_nothing(
    seats: list[SeatSpec], terms: dict[str, Any], error: type[PlayError], code: str
) -> None:
    creator = person("creator")
    bot()
    with pytest.raises(error) as caught:
        create(creator, *seats, **terms)
    assert caught.value.code == code
    assert not Match.objects.exists()
    assert not Seat.objects.exists()


def test_boards_for_analysis_are_not_offered() -> None:
    with pytest.raises(BadTable):
        create(person(), SeatSpec("anyone"), game="dots-and-boxes", options={"rows": "1"})
    assert not Match.objects.exists()


def test_one_person_cannot_flood_the_lobby() -> None:
    ann = person()
    for _ in range(OPEN_LIMIT):
        create(ann, SeatSpec("anyone"))
    with pytest.raises(BadTable, match=str(OPEN_LIMIT)):
        create(ann, SeatSpec("anyone"))
    assert Match.objects.count() == OPEN_LIMIT


def test_nobody_sits_down_twice() -> None:
    ann = person()
    match = create(ann, SeatSpec("anyone"), SeatSpec("anyone"))
    before = fingerprint(match)
    with pytest.raises(AlreadySeated):
        match_join(match_id=match.pk, user=ann)
    assert fingerprint(match) == before


def test_a_full_match_has_no_seat() -> None:
    match = match_of(person(), person())
    before = fingerprint(match)
    with pytest.raises(NoSeat):
        match_join(match_id=match.pk, user=person())
    assert fingerprint(match) == before


def test_declining_calls_the_match_off() -> None:
    ann, ben = person(), person("ben")
    match = create(ann, SeatSpec("player", "ben"))
    with pytest.raises(NotSeated):
        match_decline(match_id=match.pk, user=ann)
    match = match_decline(match_id=match.pk, user=ben)
    assert match.status == Match.Status.CANCELLED
    before = fingerprint(match)
    for refused in (match_join, match_decline):
        with pytest.raises(MatchOver):
            refused(match_id=match.pk, user=ben)
    assert fingerprint(match) == before


def test_only_the_creator_takes_an_offer_back() -> None:
    ann, ben = person(), person()
    match = create(ann, SeatSpec("anyone"), SeatSpec("anyone"))
    match_join(match_id=match.pk, user=ben)
    before = fingerprint(match)
    with pytest.raises(NotSeated):
        match_cancel(match_id=match.pk, user=ben)
    assert fingerprint(match) == before
    assert match_cancel(match_id=match.pk, user=ann).status == Match.Status.CANCELLED


def test_a_running_match_is_not_called_off() -> None:
    ann, ben = person(), person()
    match = match_of(ann, ben)
    before = fingerprint(match)
    for refused in (match_cancel, seat_leave):
        with pytest.raises(MatchOver):
            refused(match_id=match.pk, user=ann)
    with pytest.raises(NotSeated):
        match_decline(match_id=match.pk, user=ben)
    assert fingerprint(match) == before


def test_a_seat_can_be_given_back_before_the_start() -> None:
    ann, ben, cec = person(), person(), person()
    match = create(ann, SeatSpec("anyone"), SeatSpec("anyone"))
    match_join(match_id=match.pk, user=ben)
    seat_leave(match_id=match.pk, user=ben)
    assert match.seats.get(index=1).user is None
    before = fingerprint(match)
    for user in (ann, cec):
        with pytest.raises(NotSeated):
            seat_leave(match_id=match.pk, user=user)
    assert fingerprint(match) == before


def test_what_nobody_joins_is_taken_down_after_thirty_days_and_the_owner_is_told() -> None:
    ann, ben = person(), person()
    now = timezone.now()
    old = create(ann, SeatSpec("anyone"), now=now - timedelta(days=30))
    asked = create(ann, SeatSpec("player", ben.username), now=now - timedelta(days=31))
    young = create(ann, SeatSpec("anyone"), now=now - timedelta(days=29))
    running = match_of(ann, ben, now=now - timedelta(days=60))
    before = fingerprint(young), fingerprint(running)
    assert offers_expire(now=now) == 2
    assert offers_expire(now=now) == 0
    for match in (old, asked):
        match.refresh_from_db()
        assert (match.status, match.reason) == (Match.Status.CANCELLED, "expired")
    assert (fingerprint(young), fingerprint(running)) == before
    client = Client()
    client.force_login(ann)
    sentence = "Nobody took the free seat for 30 days"
    assert sentence in client.get(reverse("home")).content.decode()
    for match in (old, asked):
        assert sentence in client.get(match.get_absolute_url()).content.decode()
    assert sentence not in client.get(reverse("home")).content.decode()
    with pytest.raises(MatchOver):
        match_join(match_id=old.pk, user=ben)


def test_a_stranger_neither_sees_nor_takes_a_seat_that_is_kept() -> None:
    ann, ben, stranger = person(), person(), person()
    match = create(ann, SeatSpec("player", ben.username))
    assert match not in open_matches(stranger)
    before = fingerprint(match)
    with pytest.raises(NoSeat):
        match_join(match_id=match.pk, user=stranger)
    with pytest.raises(AlreadySeated):  # nor does one play oneself
        match_join(match_id=match.pk, user=ann)
    assert fingerprint(match) == before
