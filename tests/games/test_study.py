"""What somebody tries out for themselves: kept, bounded, and seen by nobody else."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games import branches
from games.models import Match, Study
from games.services.create import SeatSpec, match_create
from games.services.leave import match_resign
from games.services.study import line_add
from tests.factories import fingerprint, guest, match_of, person, play

pytestmark = pytest.mark.django_db


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def send(
    user: User, match: Match, ply: int, moves: list[str], *, version: int = 0, how: str = "post"
) -> Any:
    return getattr(signed_in(user), how)(
        reverse("api:study_lines", args=[match.code]),
        {"version": version, "ply": ply, "moves": moves},
        content_type="application/json",
    )


def kept(user: User, match: Match) -> list[tuple[int, list[str]]]:
    """The branches of `user` as the API shows them."""
    study = signed_in(user).get(reverse("api:study", args=[match.code])).json()
    return [(line["ply"], [move["t"] for move in line["moves"]]) for line in study["lines"]]


def test_a_branch_is_kept_and_shown_in_words() -> None:
    ann, ben = person(), person()
    match = play(match_of(ann, ben), "Rd4")
    answer = send(ann, match, 1, ["Ye4", "Ge5"])
    assert answer.status_code == 200
    assert answer.json()["version"] == 1
    [line] = answer.json()["lines"]
    assert line == {
        "ply": 1,
        "moves": [
            {"t": "Ye4", "w": "Yellow on e4", "s": 1},
            {"t": "Ge5", "w": "Green on e5", "s": 0},
        ],
    }


def test_branches_form_a_tree() -> None:
    ann, ben = person(), person()
    match = play(match_of(ann, ben), "Rd4")
    send(ann, match, 1, ["Ye4"])
    send(ann, match, 0, ["Rc3"], version=1)
    send(ann, match, 1, ["Ye4", "Ge5"], version=2)
    send(ann, match, 1, ["Ye4", "Wf4"], version=3)
    assert kept(ann, match) == [(0, ["Rc3"]), (1, ["Ye4", "Ge5"]), (1, ["Ye4", "Wf4"])]
    # the first move of the branch is the game's own: the branch leaves it later
    send(ann, match, 0, ["Rd4", "Yc4"], version=4)
    assert kept(ann, match)[-1] == (1, ["Yc4"])


def test_a_branch_that_the_game_follows_moves_on_with_it() -> None:
    ann, ben = person(), person()
    match = play(match_of(ann, ben), "Rd4")
    send(ann, match, 1, ["Ye4", "Ge5"])
    match = play(match, "Ye4")
    assert kept(ann, match) == [(2, ["Ge5"])]
    match = play(match, "Ge5")
    assert kept(ann, match) == []


def test_deleting_a_move_and_what_comes_after_it() -> None:
    ann, ben = person(), person()
    match = play(match_of(ann, ben), "Rd4")
    send(ann, match, 1, ["Ye4", "Ge5", "Wf4"])
    send(ann, match, 1, ["Yc4"], version=1)
    assert send(ann, match, 1, ["Ye4", "Ge5"], version=2, how="delete").status_code == 200
    assert kept(ann, match) == [(1, ["Ye4"]), (1, ["Yc4"])]
    assert send(ann, match, 1, ["Rh8"], version=3, how="delete").status_code == 200
    assert kept(ann, match) == [(1, ["Ye4"]), (1, ["Yc4"])]
    assert send(ann, match, 0, [], version=4, how="delete").json()["lines"] == []


@pytest.mark.parametrize(
    ("ply", "moves", "status", "code"),
    [
        (1, ["Rd4"], 422, "illegal_move"),
        (1, ["nonsense"], 422, "bad_notation"),
        (1, ["Ye4", "Ye4"], 422, "illegal_move"),
        (9, ["Ye4"], 400, "refused"),
        (1, [], 400, "bad_request"),
        (-1, ["Ye4"], 400, "bad_request"),
        (1, ["Ye4"] * 201, 400, "bad_request"),
    ],
)
def test_what_is_no_branch_is_refused(ply: int, moves: list[str], status: int, code: str) -> None:
    ann, ben = person(), person()
    match = play(match_of(ann, ben), "Rd4")
    line_add(match_id=match.pk, user_id=ann.pk, version=0, ply=1, moves=["Yc4"])
    before = fingerprint(match)
    answer = send(ann, match, ply, moves, version=1)
    assert (answer.status_code, answer.json()["error"]) == (status, code)
    assert answer.json()["message"]
    assert fingerprint(match) == before
    # nor is a row made for somebody who keeps nothing
    assert send(ben, match, ply, moves).status_code == status
    assert fingerprint(match) == before


def test_two_windows_do_not_lose_each_others_branches() -> None:
    ann, ben = person(), person()
    match = play(match_of(ann, ben), "Rd4")
    assert send(ann, match, 1, ["Ye4"], version=0).status_code == 200
    before = fingerprint(match)
    late = send(ann, match, 1, ["Yc4"], version=0)
    assert (late.status_code, late.json()["error"]) == (409, "stale_study")
    assert [move["t"] for move in late.json()["study"]["lines"][0]["moves"]] == ["Ye4"]
    assert late.json()["study"]["version"] == 1
    gone = send(ann, match, 1, ["Ye4"], version=0, how="delete")
    assert gone.status_code == 409
    assert fingerprint(match) == before
    assert send(ann, match, 1, ["Yc4"], version=1).status_code == 200
    assert kept(ann, match) == [(1, ["Ye4"]), (1, ["Yc4"])]


def test_more_than_is_allowed_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(branches, "MOST_LINES", 2)
    ann, ben = person(), person()
    match = match_of(ann, ben)
    send(ann, match, 0, ["Ra1"])
    send(ann, match, 0, ["Rb2"], version=1)
    before = fingerprint(match)
    answer = send(ann, match, 0, ["Rc3"], version=2)
    assert (answer.status_code, answer.json()["error"]) == (400, "too_many_lines")
    assert fingerprint(match) == before
    # a line that goes on is no new one
    assert send(ann, match, 0, ["Ra1", "Yb1"], version=2).status_code == 200


def test_nobody_sees_the_branches_of_another() -> None:
    ann, ben, eve = person(), person(), person()
    match = play(match_of(ann, ben), "Rd4", "Ye4")
    assert send(ann, match, 2, ["Ge5"]).status_code == 200
    for who in (signed_in(ben), signed_in(eve), Client()):
        for url in (match.get_absolute_url(), reverse("api:match", args=[match.code])):
            text = who.get(url).content.decode()
            assert "Ge5" not in text
            assert "Green on e5" not in text
    for user in (ben, eve):
        assert kept(user, match) == []
        # another one's version is of no use, and deleting touches only one's own
        assert send(user, match, 2, ["Ge5"], version=1, how="delete").status_code == 409
        assert send(user, match, 2, ["Ge5"], version=0, how="delete").status_code == 200
    assert kept(ann, match) == [(2, ["Ge5"])]


def test_who_is_not_signed_in_keeps_nothing() -> None:
    match = match_of(person(), person())
    for how in ("post", "delete"):
        answer = getattr(Client(), how)(
            reverse("api:study_lines", args=[match.code]),
            {"version": 0, "ply": 0, "moves": ["Ra1"]},
            content_type="application/json",
        )
        assert (answer.status_code, answer.json()["error"]) == (403, "not_signed_in")
    study = Client().get(reverse("api:study", args=[match.code])).json()
    assert (study["keep"], study["lines"], study["plan"]) == (False, [], [])
    assert not Study.objects.exists()


def test_spectators_and_guests_keep_their_own_also_after_the_end() -> None:
    ann, ben, eve = person(), guest(), person()
    match = play(match_of(ann, person(), rated=False), "Rd4")
    assert send(eve, match, 1, ["Ye4"]).status_code == 200
    assert send(ben, match, 1, ["Yc4"]).status_code == 200
    match_resign(match_id=match.pk, user_id=ann.pk)
    assert send(ann, match, 1, ["Ye4", "Ge5"]).status_code == 200
    assert kept(eve, match) == [(1, ["Ye4"])]
    assert kept(ben, match) == [(1, ["Yc4"])]
    assert kept(ann, match) == [(1, ["Ye4", "Ge5"])]
    # the position after the end has no moves
    match.refresh_from_db()
    assert send(ann, match, match.ply, ["Ye4"], version=1).status_code == 422


def test_a_game_that_has_not_begun_has_nothing_to_try() -> None:
    ann = person()
    match = match_create(
        creator=ann,
        game="speckles",
        options={},
        seats=[SeatSpec("me"), SeatSpec("anyone")],
        clock="3d",
        rated=True,
    )
    answer = send(ann, match, 0, ["Ra1"])
    assert (answer.status_code, answer.json()["error"]) == (409, "not_started")
    assert not Study.objects.exists()


def test_a_game_that_is_not_there() -> None:
    answer = signed_in(person()).get(reverse("api:study", args=["nowhere"]))
    assert answer.status_code == 404


def test_after_a_backup_nothing_is_shown_that_was_kept_before_it() -> None:
    """The same numbers (match, ply, version) may then stand for something else."""
    ann, ben = person(), person()
    match = play(match_of(ann, ben), "Rd4")
    send(ann, match, 1, ["Ye4"])
    page = signed_in(ann).get(match.get_absolute_url()).content.decode()
    assert "Red on d4" in page
    state = match.rules.replay(["Ba1"])
    Match.objects.filter(pk=match.pk).update(record="Ba1/5", position=match.rules.dump(state))
    Study.objects.filter(match=match).update(lines=[{"ply": 1, "moves": ["Wb1"]}])
    api = signed_in(ann).get(reverse("api:match", args=[match.code])).json()
    assert [ply["w"] for ply in api["plies"]] == ["Blue on a1"]
    assert kept(ann, match) == [(1, ["Wb1"])]
