"""The JSON door: answers, statuses and codes; a refused call changes nothing."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.models import Match
from tests.factories import WIN_FOR_RED, fingerprint, match_of, person, play

pytestmark = pytest.mark.django_db


def signed_in(user: User, **defaults: Any) -> Client:
    client = Client(**defaults)
    client.force_login(user)
    return client


def post_moves(client: Client, match: Match, ply: int, *moves: str, **more: Any) -> Any:
    return client.post(
        reverse("api:moves", args=[match.code]),
        {"ply": ply, "moves": list(moves), **more},
        content_type="application/json",
    )


def test_the_snapshot_has_all_that_the_page_needs() -> None:
    ann, ben = person("ann"), person("ben")
    match = play(match_of(ann, ben), "Rd4", "Ye4")
    snapshot = signed_in(ann).get(reverse("api:match", args=[match.code])).json()
    assert (snapshot["id"], snapshot["ply"], snapshot["to_move"], snapshot["me"]) == (
        match.code,
        2,
        0,
        0,
    )
    assert [seat["name"] for seat in snapshot["seats"]] == ["ann", "ben"]
    assert [ply["t"] for ply in snapshot["plies"]] == ["Rd4", "Ye4"]
    state = match.load_position()
    texts = {match.rules.format_move(move) for move in match.rules.legal(state)}
    assert {move["t"] for move in snapshot["legal"]} == texts
    assert snapshot["geometry"]["shapes"]
    assert "d4" in snapshot["plies"][0]["d"]


def test_only_the_player_to_move_gets_the_legal_moves() -> None:
    ann, ben = person(), person()
    match = match_of(ann, ben)
    url = reverse("api:match", args=[match.code])
    assert len(signed_in(ann).get(url).json()["legal"]) == 320
    assert signed_in(ben).get(url).json()["legal"] == []
    assert Client().get(url).json()["legal"] == []


def test_the_slim_snapshot_leaves_out_what_never_changes() -> None:
    match = match_of(person(), person())
    snapshot = Client().get(reverse("api:match", args=[match.code]), {"slim": "1"}).json()
    assert "geometry" not in snapshot
    assert "plies" in snapshot


def test_a_posted_move_answers_with_the_new_snapshot() -> None:
    ann = person()
    match = match_of(ann, person())
    answer = post_moves(signed_in(ann), match, 0, "Rd4", key="once")
    assert answer.status_code == 200
    assert answer.json()["ply"] == 1
    again = post_moves(signed_in(ann), match, 0, "Rd4", key="once")
    assert (again.status_code, again.json()["ply"]) == (200, 1)


def _anonymous(match: Match) -> tuple[Client, int, list[str]]:
    return Client(), match.ply, ["Bd5"]


def _stranger(match: Match) -> tuple[Client, int, list[str]]:
    return signed_in(person()), match.ply, ["Bd5"]


def _out_of_turn(match: Match) -> tuple[Client, int, list[str]]:
    return signed_in(match.seat_rows[1].user or person()), match.ply, ["Bd5"]


def _stale(match: Match) -> tuple[Client, int, list[str]]:
    return signed_in(match.mover or person()), 0, ["Bd5"]


def _illegal(match: Match) -> tuple[Client, int, list[str]]:
    return signed_in(match.mover or person()), match.ply, ["Rd5"]


def _malformed(match: Match) -> tuple[Client, int, list[str]]:
    return signed_in(match.mover or person()), match.ply, ["<script>"]


def _empty(match: Match) -> tuple[Client, int, list[str]]:
    return signed_in(match.mover or person()), match.ply, []


def _negative(match: Match) -> tuple[Client, int, list[str]]:
    return signed_in(match.mover or person()), -1, ["Bd5"]


def _endless(match: Match) -> tuple[Client, int, list[str]]:
    return signed_in(match.mover or person()), match.ply, ["Bd5" * 1000]


@pytest.mark.parametrize(
    ("attempt", "status", "code"),
    [
        (_anonymous, 403, "not_signed_in"),
        (_stranger, 403, "not_seated"),
        (_out_of_turn, 403, "not_your_turn"),
        (_stale, 409, "stale_position"),
        (_illegal, 422, "illegal_move"),
        (_malformed, 422, "bad_notation"),
        (_empty, 400, "bad_request"),
        (_negative, 400, "bad_request"),
        (_endless, 400, "bad_request"),
    ],
)
def test_a_refused_posting_says_why_and_changes_nothing(
    attempt: Any, status: int, code: str
) -> None:
    match = play(match_of(person(), person()), "Rd4", "Ye4")
    client, ply, moves = attempt(match)
    before = fingerprint(match)
    answer = post_moves(client, match, ply, *moves)
    assert (answer.status_code, answer.json()["error"]) == (status, code)
    assert answer.json()["message"].endswith(".")
    assert fingerprint(match) == before


def test_a_409_brings_the_present_snapshot() -> None:
    match = play(match_of(person(), person()), "Rd4", "Ye4")
    answer = post_moves(signed_in(match.mover or person()), match, 0, "Bd5")
    assert answer.json()["match"]["ply"] == 2


def test_a_finished_match_answers_409() -> None:
    match = play(match_of(person(), person()), *WIN_FOR_RED)
    before = fingerprint(match)
    client = signed_in(match.seat_rows[0].user or person())
    answer = post_moves(client, match, match.ply, "Be1")
    assert (answer.status_code, answer.json()["error"]) == (409, "match_over")
    assert answer.json()["match"]["outcome"]["places"] == [1, 2]
    assert client.post(reverse("api:resign", args=[match.code])).status_code == 409
    assert fingerprint(match) == before


def test_a_late_move_is_refused_and_the_time_has_run_out() -> None:
    ann = person()
    match = match_of(ann, person(), clock="1d", now=timezone.now() - timedelta(days=1, minutes=1))
    answer = post_moves(signed_in(ann), match, 0, "Rd4")
    assert (answer.status_code, answer.json()["error"]) == (409, "out_of_time")
    assert answer.json()["match"]["status"] == "finished"


@pytest.mark.parametrize(
    "body", ["", "{", "[]", "3", '{"ply": "x", "moves": 3}', "null", "[" * 5000]
)
def test_a_body_that_is_no_posting_is_refused(body: str) -> None:
    match = match_of(person(), person())
    before = fingerprint(match)
    answer = signed_in(match.mover or person()).post(
        reverse("api:moves", args=[match.code]), body, content_type="application/json"
    )
    assert (answer.status_code, answer.json()["error"]) == (400, "bad_request")
    assert fingerprint(match) == before


def test_without_the_csrf_token_nothing_is_played() -> None:
    ann = person()
    match = match_of(ann, person())
    before = fingerprint(match)
    client = signed_in(ann, enforce_csrf_checks=True)
    assert post_moves(client, match, 0, "Rd4").status_code == 403
    assert client.post(reverse("api:resign", args=[match.code])).status_code == 403
    for name in ("match_move", "match_join", "match_resign", "match_cancel", "match_decline"):
        url = reverse(name, args=[match.code])
        assert client.post(url, {"ply": 0, "move": "Rd4"}).status_code == 403
    assert fingerprint(match) == before


def test_an_unknown_match_is_404_at_every_address() -> None:
    client = signed_in(person())
    for name in ("api:match", "api:line", "api:why"):
        answer = client.get(reverse(name, args=["nowhere"]))
        assert (answer.status_code, answer.json()["error"]) == (404, "not_found")
    for name in ("api:moves", "api:resign"):
        assert client.post(reverse(name, args=["nowhere"])).status_code == 404


def test_reading_is_not_writing() -> None:
    client = signed_in(person())
    match = match_of(person(), person())
    assert client.get(reverse("api:moves", args=[match.code])).status_code == 405
    assert client.get(reverse("match_resign", args=[match.code])).status_code == 405


def test_resigning_answers_with_the_end() -> None:
    ann = person()
    match = match_of(ann, person())
    answer = signed_in(ann).post(reverse("api:resign", args=[match.code]))
    assert answer.json()["outcome_text"] == "You resigned."
    assert [seat["place"] for seat in answer.json()["seats"]] == [2, 1]
    assert [seat["change"] for seat in answer.json()["seats"]] == [-20, 20]


def test_a_line_is_tried_without_playing_it() -> None:
    match = match_of(person(), person(), game="dots-and-boxes", rows="2", columns="2")
    match = play(match, "h0,0", "v0,0", "h0,1")
    before = fingerprint(match)
    url = reverse("api:line", args=[match.code])
    line = Client().get(url, {"ply": 3, "moves": "v1,0"}).json()
    assert (line["to_move"], line["scores"], len(line["legal"])) == (1, [0, 1], 8)
    earlier = Client().get(url, {"ply": 1}).json()
    assert (earlier["to_move"], len(earlier["legal"])) == (1, 11)
    assert fingerprint(match) == before


@pytest.mark.parametrize(
    ("query", "status", "code"),
    [
        ({"ply": "3", "moves": "h0,0"}, 422, "illegal_move"),
        ({"ply": "3", "moves": "x"}, 422, "bad_notation"),
        ({"ply": "99"}, 400, "refused"),
        ({"ply": "-1"}, 400, "bad_request"),
        ({"ply": "²"}, 400, "bad_request"),
        ({"ply": "3", "moves": "x;" * 600}, 400, "refused"),
    ],
)
def test_a_line_that_cannot_be_is_refused(query: dict[str, str], status: int, code: str) -> None:
    match = match_of(person(), person(), game="dots-and-boxes", rows="2", columns="2")
    match = play(match, "h0,0", "v0,0", "h0,1")
    answer = Client().get(reverse("api:line", args=[match.code]), query)
    assert (answer.status_code, answer.json()["error"]) == (status, code)


def test_why_a_pick_is_not_possible_is_said_in_words() -> None:
    match = play(match_of(person(), person()), "Rd4")
    url = reverse("api:why", args=[match.code])
    message = Client().get(url, {"picks": "tray-R|d5"}).json()["message"]
    assert message == "Red may not touch the red chip on d4."
    assert Client().get(url, {"picks": "tray-Y|d5"}).json()["message"] == ""
    assert Client().get(url, {"picks": "nonsense|<b>"}).json()["message"] != ""


def test_figures_show_positions_that_nobody_plays() -> None:
    url = reverse("game_line", args=["speckles"])
    answer = Client().get(url, {"full": "1", "moves": "Rd4"}).json()
    assert len(answer["legal"]) == 32
    assert answer["geometry"]["shapes"]
    dots = reverse("game_line", args=["dots-and-hexagons"])
    assert len(Client().get(dots, {"rows": "2", "columns": "2"}).json()["legal"]) == 19


@pytest.mark.parametrize(
    ("key", "query", "status"),
    [
        ("chess", {}, 422),
        ("speckles", {"moves": "Rd4;Rd5"}, 422),
        ("speckles", {"seats": "5"}, 200),
        ("speckles", {"colour": "red"}, 422),
    ],
)
def test_figures_of_what_does_not_exist(key: str, query: dict[str, str], status: int) -> None:
    assert Client().get(reverse("game_line", args=[key]), query).status_code == status
