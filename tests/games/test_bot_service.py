"""Bots move through the door of everybody, once, whatever happens to their tasks."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from accounts.models import User
from games import bots, tasks
from games.models import Match
from games.services.bots import bot_play, overlooked_bot_turns
from tests.factories import WIN_FOR_RED, bot, fingerprint, match_of, person, play

pytestmark = pytest.mark.django_db


def test_the_bot_answers() -> None:
    match = play(match_of(person(), bot()), "Rd4")
    assert bot_play(match_id=match.pk, ply=1) is True
    match.refresh_from_db()
    assert (match.ply, match.to_move) == (2, 0)


def test_a_task_that_runs_twice_or_late_plays_once() -> None:
    match = play(match_of(person(), bot()), "Rd4")
    for _ in range(3):
        tasks.bot_move(match.pk, 1)
    match.refresh_from_db()
    assert match.ply == 2
    before = fingerprint(match)
    tasks.bot_move(match.pk, 0)
    tasks.bot_move(match.pk, 2)  # it is the person's turn
    assert fingerprint(match) == before


def test_a_finished_match_wakes_no_bot() -> None:
    match = play(match_of(person(), bot()), *WIN_FOR_RED)
    before = fingerprint(match)
    tasks.bot_move(match.pk, match.ply)
    assert fingerprint(match) == before


@pytest.mark.parametrize("fault", ["raises", "illegal"])
def test_a_bot_that_fails_resigns_so_that_nobody_waits(
    fault: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    match = play(match_of(person(), bot()), "Rd4")

    def broken(game: Any, state: Any, **_: Any) -> int:
        if fault == "raises":
            raise RuntimeError("out of ideas")
        return int(game.parse_move("Rd4"))

    monkeypatch.setattr(bots, "choose", broken)
    assert bot_play(match_id=match.pk, ply=1) is False
    match.refresh_from_db()
    assert match.status == Match.Status.FINISHED
    assert [seat.place for seat in match.seat_rows] == [1, 2]
    assert any(record.levelname == "ERROR" for record in caplog.records)


def test_a_lost_task_is_found_again_by_deadline() -> None:
    long_ago = timezone.now() - timedelta(minutes=5)
    pip = bot()
    slow = play(match_of(person(), pip, clock="7d", now=long_ago), "Rd4", now=long_ago)
    fast = play(match_of(person(), pip, clock="1d", now=long_ago), "Rd4", now=long_ago)
    play(match_of(person(), pip), "Rd4")  # not yet overlooked
    match_of(person(), pip, now=long_ago)  # waits for the person
    assert overlooked_bot_turns() == [(fast.pk, 1), (slow.pk, 1)]


def test_the_accounts_of_the_bots_are_made_once() -> None:
    for _ in range(2):
        call_command("bots_sync", verbosity=0)
    assert sorted(User.objects.exclude(bot="").values_list("bot", flat=True)) == sorted(bots.LEVELS)
    assert not User.objects.get(bot="pip").has_usable_password()


def test_a_person_keeps_the_name_that_a_bot_would_take() -> None:
    person("Pip")
    with pytest.raises(CommandError, match="Pip belongs to a person"):
        call_command("bots_sync", verbosity=0)


def test_every_record_is_replayed_and_compared(capsys: pytest.CaptureFixture[str]) -> None:
    good = play(match_of(person(), person()), "Rd4", "Ye4")
    call_command("replay_matches")
    assert "1 matches replayed, 0 wrong." in capsys.readouterr().out
    Match.objects.filter(pk=good.pk).update(record="Rd4/1 Re5/1")
    with pytest.raises(CommandError):
        call_command("replay_matches")
    assert good.code in capsys.readouterr().err
