"""Deleting one's account while another tab is busy, on PostgreSQL with real threads."""

from __future__ import annotations

from functools import partial

import pytest

from accounts import vacations
from accounts.errors import NoSuchVacation
from accounts.models import User
from games.errors import PlayError
from games.models import Match, Seat
from games.services.create import SeatSpec, match_create
from games.services.farewell import person_leave
from games.services.join import match_join
from games.services.play import match_play
from ratings.models import Change
from tests.factories import match_of, person
from tests.games.test_races import at_once

PASSWORD = "a long password"

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def player() -> User:
    user = person()
    user.set_password(PASSWORD)
    user.save(update_fields=["password"])
    return user


def open_match(creator: User, *, clock: str = "3d") -> Match:
    return match_create(
        creator=creator,
        game="speckles",
        options={},
        seats=[SeatSpec("me"), SeatSpec("anyone")],
        clock=clock,
        rated=True,
    )


def leaving(user: User) -> partial[User]:
    # its own object, as in a request: the account is changed in place
    return partial(person_leave, user=User.objects.get(pk=user.pk), password=PASSWORD)


def gone(user: User) -> bool:
    """The account is closed, and nobody waits for it anywhere."""
    playing = Seat.objects.filter(user=user, out="", match__status=Match.Status.ACTIVE)
    waiting = Seat.objects.filter(user=user, match__status=Match.Status.OPEN)
    user.refresh_from_db()
    return not (user.is_active or playing.exists() or waiting.exists())


@pytest.mark.parametrize("mover_leaves", [True, False])
def test_against_a_move(mover_leaves: bool) -> None:
    for _ in range(8):
        ann, ben = player(), player()
        match = match_of(ann, ben)
        leaver = ann if mover_leaves else ben
        left, _moved = at_once(
            leaving(leaver),
            partial(match_play, match_id=match.pk, user_id=ann.pk, ply=0, moves=["Rd4"]),
        )
        assert isinstance(left, User)
        assert gone(leaver)
        match = Match.objects.get(pk=match.pk)
        assert match.status == Match.Status.FINISHED
        assert [seat.place for seat in match.seat_rows] == ([2, 1] if mover_leaves else [1, 2])
        assert Change.objects.filter(match=match).count() == 2


def test_against_taking_a_seat() -> None:
    """Without a clock nobody would ever end such a match."""
    for _ in range(8):
        ann, ben = player(), player()
        matches = [open_match(ben, clock="none") for _ in range(4)]
        left, *joined = at_once(
            leaving(ann), *(partial(match_join, match_id=m.pk, user=ann) for m in matches)
        )
        assert isinstance(left, User)
        assert gone(ann)
        assert all(isinstance(one, (Match, PlayError)) for one in joined)


def test_against_a_new_match() -> None:
    for _ in range(8):
        ann = player()
        left, *made = at_once(leaving(ann), *[partial(open_match, ann)] * 4)
        assert isinstance(left, User)
        assert gone(ann)
        assert all(isinstance(one, (Match, PlayError)) for one in made)


def test_twice() -> None:
    ann, ben = player(), player()
    match = match_of(ann, ben)
    at_once(*[leaving(ann) for _ in range(4)])
    assert gone(ann)
    assert User.objects.get(pk=ann.pk).username == f"deleted-{ann.pk}"
    assert Match.objects.get(pk=match.pk).ply == 1
    assert Change.objects.filter(match=match).count() == 2


def test_a_vacation_ended_eight_times_at_once_is_over() -> None:
    ann = person()
    row = vacations.vacation_begin(user=ann, days=5)
    results = at_once(*[partial(vacations.vacation_end, user=ann, pk=row.pk)] * 8)
    assert None in results
    assert {type(result) for result in results} <= {type(None), NoSuchVacation}
    assert vacations.current(ann) is None
