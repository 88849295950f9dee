"""Signs and numbers that one database takes and the other does not: refused in words by every door.

PostgreSQL stores no NUL, and Python reads no number of more than 4300 digits; both come from
clients that mean harm, and none of them may find a fault of the site.
"""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Match
from tests.factories import bot, fingerprint, match_of, person, play

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.parametrize(
        "database", ["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)]
    ),
]

DIGITS = "9" * 5000
NUL = "a\0b"


def browser(user: Any) -> Client:
    client = Client(raise_request_exception=False)
    client.force_login(user)
    return client


FORMS: list[tuple[str, dict[str, str]]] = [
    ("match_plan", {"version": DIGITS}),
    ("match_plan", {"version": "١٢"}),
    ("match_plan", {"version": "²"}),
    ("match_plan", {"version": "0", "moves": NUL}),
    ("match_move", {"ply": "2", "move": "Gd6", "key": NUL}),
    ("match_move", {"ply": "2", "move": NUL}),
    ("match_move", {"ply": DIGITS, "move": "Gd6"}),
    ("match_day", {"ply": DIGITS}),
    ("match_talk", {"text": NUL, "key": NUL}),
    ("match_notes", {"text": NUL, "version": DIGITS}),
    ("play_bot", {"game": "speckles", "bot": NUL}),
    ("play_bot", {"game": NUL}),
    ("play_bot", {"game": "speckles", "moves": NUL}),
    ("invite_link", {"game": NUL, "clock": NUL}),
    ("invite_link", {"game": "speckles", "clock": DIGITS}),
    ("new_match", {"game": "speckles", "seats": DIGITS, "with_1": "player", "name_1": NUL}),
    ("accounts:language", {"language": NUL, "next": NUL}),
]


@pytest.mark.parametrize(("name", "form"), FORMS)
def test_forms(name: str, form: dict[str, str], database: str) -> None:
    bot()
    ann, ben = person(), person()
    match = play(match_of(ann, ben, rated=False), "Rd4", "Yd5")
    about_match = name.startswith("match_")
    address = reverse(name, args=[match.code] if about_match else [])
    answer = browser(ann).post(address, form)
    assert answer.status_code < 500


@pytest.mark.parametrize(
    ("act", "field"),
    [("make", "days"), ("make", "ply"), ("accept", "version"), ("decline", "ply")],
)
def test_offers(act: str, field: str, database: str) -> None:
    ann, ben = person(), person()
    match = play(match_of(ann, ben, rated=False), "Rd4", "Yd5")
    before = fingerprint(match)
    good = {"ply": 2, "version": 0, "days": 3}
    for kind in ("pause", "nothing"):
        page = reverse("match_offer", args=[match.code, kind, act])
        door = reverse("api:offer", args=[match.code, kind, act])
        for bad in (DIGITS, "-1", "²", NUL, "1e9"):
            answer = browser(ann).post(page, {**good, field: bad})
            assert answer.status_code in (302, 404)
            answer = browser(ann).post(
                door, json.dumps({**good, field: bad}), content_type="application/json"
            )
            assert answer.status_code in (400, 404, 409, 422)
            assert set(answer.json()) >= {"error", "message"}
    assert fingerprint(match) == before


@pytest.mark.parametrize(
    "address",
    [
        "/play/?game=a%00b",
        "/play/next/?after=a%00b",
        "/play/new/?game=speckles&seats=" + DIGITS,
        "/play/new/?game=speckles&player=a%00b",
        "/u/a%00b/",
        "/u/a%00b/card.png",
        "/ladders/?game=a%00b",
        "/ladders/speckles/?page=" + DIGITS,
        "/ladders/speckles/?page=%C2%B2",
        "/rules/speckles/?x=a%00b",
        "/boards/speckles/line/?seats=%D9%A2",
        "/boards/speckles/line/?moves=a%00b",
        "/boards/speckles/line/?size=%D9%A7",
        "/card.png?lang=a%00b",
        "/accounts/reset/%00/%00/",
        "/accounts/letters/stop/%00/",
        "/accounts/login/?next=a%00b",
        "/accounts/login/?next=profile",
        "/accounts/join/?next=no-such-page",
    ],
)
def test_addresses(address: str, database: str) -> None:
    assert browser(person()).get(address).status_code < 500


@pytest.mark.parametrize(
    ("name", "body"),
    [
        ("moves", {"ply": 2, "moves": ["Gd6"], "key": NUL}),
        ("moves", {"ply": 2, "moves": [NUL]}),
        ("moves", {"ply": 2, "moves": ["\ud800"]}),
        ("moves", {"ply": 10**40, "moves": ["Gd6"]}),
        ("moves", {"ply": 2, "moves": [[["Gd6"]]]}),
        ("moves", [[[]]]),
        ("messages", {"text": "hello", "key": "\ud800"}),
        ("study_lines", {"version": 10**40, "ply": 0, "moves": ["Rd4"]}),
        ("study_lines", {"version": 0, "ply": 0, "moves": ["\ud800"]}),
        ("study_plan", {"version": 0, "ply": 2, "moves": ["R\u0664"]}),
    ],
)
def test_json(name: str, body: Any, database: str) -> None:
    ann, ben = person(), person()
    match = play(match_of(ann, ben), "Rd4", "Yd5")
    before = fingerprint(match)
    answer = browser(ann).post(
        reverse(f"api:{name}", args=[match.code]), json.dumps(body), content_type="application/json"
    )
    assert 400 <= answer.status_code < 500
    assert set(answer.json()) >= {"error", "message"}
    assert fingerprint(match) == before


@pytest.mark.parametrize(
    "body",
    [
        {"first": "0001-01-01", "last": "9999-12-31"},
        {"first": "9999-12-31", "last": "9999-12-31"},
        {"days": 10**40},
        {"days": -(10**40)},
        {"first": "2026-12-01\0", "last": "2026-12-02"},
        {"days": 1, "first": "2026-12-01"},
    ],
)
def test_vacations(body: Any, database: str) -> None:
    ann = person()
    answer = browser(ann).post(
        reverse("api:vacations"), json.dumps(body), content_type="application/json"
    )
    assert 400 <= answer.status_code < 500
    form = {f"vacation_plan-{key}": str(value) for key, value in body.items()}
    page = reverse("accounts:settings_save", args=["vacation_plan"])
    assert browser(ann).post(page, form).status_code == 400
    assert not ann.vacations.exists()


def test_moves_in_other_digits_are_no_moves(database: str) -> None:
    ann, ben = person(), person()
    match = match_of(ann, ben)
    answer = browser(ann).post(
        reverse("match_move", args=[match.code]), {"ply": "0", "move": "Rd٤", "key": "k"}
    )
    assert answer.status_code == 302
    assert Match.objects.get(pk=match.pk).ply == 0
