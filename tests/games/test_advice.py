"""A bot's advice: after the end, thought out in a worker, and not without bounds."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.models import Match
from games.services import advice
from games.services.leave import match_resign
from games.studies import percents
from games.tasks import bot_advice
from tests.factories import WIN_FOR_RED, bot, fingerprint, match_of, person, play

pytestmark = pytest.mark.django_db


def ask(user: User, match: Match, ply: int, *moves: str) -> Any:
    client = Client()
    client.force_login(user)
    return client.post(
        reverse("api:advice", args=[match.code]),
        {"ply": ply, "moves": list(moves)},
        content_type="application/json",
    )


def over(ann: User, ben: User) -> Match:
    match = play(match_of(ann, ben, game="dots-and-boxes", rows="2", columns="2"), "h0,0")
    return match_resign(match_id=match.pk, user_id=ann.pk)


def test_a_bot_is_asked_once_and_its_move_is_legal_there(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[Any, ...]] = []
    monkeypatch.setattr(bot_advice, "apply_async", lambda args, expires: asked.append(args))
    ann, ben = person(), person()
    match = over(ann, ben)
    before = fingerprint(match)
    for _ in range(3):
        answer = ask(ann, match, 0, "h0,0", "v0,0", "h0,1")
        assert (answer.status_code, answer.json()["move"]) == (202, None)
    [question] = asked
    bot_advice(*question)
    answer = ask(ben, match, 0, "h0,0", "v0,0", "h0,1")
    assert answer.status_code == 200
    # there is a box to close
    assert answer.json()["move"] == {"t": "v1,0", "w": "Line v1,0, closes a box", "s": 1}
    # and what the bot expects, in whole percents for each seat
    told = answer.json()
    assert told["by"] == "Sorter"
    assert len(told["percent"]) == 2
    assert sum(told["percent"]) == 100
    assert fingerprint(match) == before
    assert len(asked) == 1


@pytest.mark.parametrize(
    ("shares", "percent"),
    [
        ((0.5, 0.5), [50, 50]),
        ((1.0, 0.0), [100, 0]),
        ((1 / 3, 1 / 3, 1 / 3), [34, 33, 33]),
        ((0.126, 0.126, 0.374, 0.374), [13, 13, 37, 37]),
        ((0.299, 0.299, 0.402), [30, 30, 40]),
    ],
)
def test_percents_add_up(shares: tuple[float, ...], percent: list[int]) -> None:
    assert percents(shares) == percent


def test_there_is_no_advice_while_a_game_is_played() -> None:
    ann, ben = person(), person()
    match = play(match_of(ann, ben), "Rd4")
    for user in (ann, ben, person()):
        answer = ask(user, match, 1)
        assert (answer.status_code, answer.json()["error"]) == (403, "no_advice")
    page = Client()
    page.force_login(ann)
    button = 'data-act="try-ask" hidden>Ask a bot'  # the game may end while the page is open
    assert button in page.get(match.get_absolute_url()).content.decode()
    match_resign(match_id=match.pk, user_id=ben.pk)
    assert button in page.get(match.get_absolute_url()).content.decode()
    watcher = Client().get(match.get_absolute_url()).content.decode()
    assert "Ask a bot" not in watcher


def test_what_cannot_be_asked() -> None:
    ann, ben = person(), person()
    match = play(match_of(ann, ben), *WIN_FOR_RED)
    assert match.is_over
    for ply, moves, status in ((99, [], 400), (0, ["x"], 422), (4, [], 400), (-1, [], 400)):
        assert ask(ann, match, ply, *moves).status_code == status
    answer = Client().post(
        reverse("api:advice", args=[match.code]), {"ply": 0}, content_type="application/json"
    )
    assert answer.status_code == 403


def test_questions_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advice, "PER_MINUTE", 2)
    monkeypatch.setattr(bot_advice, "apply_async", lambda args, expires: None)
    ann, ben = person(), person()
    match = over(ann, ben)
    assert [ask(ann, match, 0, move).status_code for move in ("h0,0", "h0,1", "v0,0")] == [
        202,
        202,
        429,
    ]
    assert ask(ann, match, 0, "h0,0").status_code == 202  # asked already
    assert ask(ben, match, 0, "v0,0").status_code == 202


def test_who_plays_this_game_against_somebody_asks_only_about_what_was_played(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Else a running position could be rebuilt from the first move of any finished game."""
    monkeypatch.setattr(bot_advice, "apply_async", lambda args, expires: None)
    ann, ben = person(), person()
    match = over(ann, ben)
    assert ask(ann, match, 0, "h0,0").status_code == 202
    match_of(ann, bot(), game="dots-and-boxes")
    match_of(ann, person(), game="speckles")
    assert ask(ann, match, 0, "v0,0").status_code == 202
    running = match_of(person(), ann, game="dots-and-boxes")
    for moves in (["h0,0"], ["v0,0"], ["h1,0"]):
        answer = ask(ann, match, 0, *moves)
        assert (answer.status_code, answer.json()["error"]) == (403, "no_advice_now")
    assert ask(ann, match, 1).status_code == 202
    assert ask(ben, match, 0, "h1,0").status_code == 202
    match_resign(match_id=running.pk, user_id=ann.pk)
    assert ask(ann, match, 0, "h1,0").status_code == 202
