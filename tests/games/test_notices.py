"""Letters about the clock: time is short, a vacation began by itself, time was up; each once."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse

from accounts import stops, vacations
from accounts.models import User
from games.models import Letter, Match, Notice
from games.services.letters import unsent_send
from games.services.notices import warnings_write
from games.services.timeouts import overdue_flag
from tests.factories import bot, guest, match_of, person, play
from tests.games.test_races import at_once

pytestmark = pytest.mark.django_db

START = datetime(2026, 5, 4, 12, tzinfo=UTC)  # a Monday
DAY, HOUR = timedelta(days=1), timedelta(hours=1)
SHORT = START + 4 * DAY + HOUR
"""Of five days a fifth and less is left."""


def subjects(user: User) -> list[str]:
    return [letter.subject for letter in mail.outbox if letter.to == [user.email]]


def test_a_warning_comes_when_a_fifth_is_left_once_for_a_turn() -> None:
    ann, ben = person(), person("marta")
    match = match_of(ann, ben, clock="5d", now=START)
    warnings_write(now=SHORT - 2 * HOUR)
    assert mail.outbox == []
    for minutes in range(0, 240, 20):
        warnings_write(now=SHORT + minutes * timedelta(minutes=1))
    assert subjects(ann) == ["23 hours left for your move against marta (Speckles)"]
    assert subjects(ben) == []
    [letter] = mail.outbox
    assert "little time is left for your move in this game:" in letter.body
    match = play(match, "Rd4", "Ye5", now=SHORT + 5 * HOUR)
    warnings_write(now=SHORT + 5 * HOUR + 4 * DAY + HOUR)
    assert len(subjects(ann)) == 2


def test_games_that_are_short_at_once_share_a_warning() -> None:
    ann = person()
    for _ in range(3):
        match_of(ann, person(), clock="5d", now=START)
    warnings_write(now=SHORT)
    assert subjects(ann) == ["Your time is short in 3 games"]
    assert Notice.objects.filter(user=ann, kind="warn").count() == 3


def test_no_warning_where_the_turn_is_over_or_the_clock_stands_still() -> None:
    ann = person()
    moved = match_of(ann, person(), clock="5d", now=START)
    play(moved, "Rd4", now=SHORT - 2 * HOUR)
    paused = match_of(ann, person(), clock="5d", now=START)
    vacations.vacation_begin(user=ann, days=2, now=START + 4 * DAY)
    warnings_write(now=SHORT)
    assert mail.outbox == []
    warnings_write(now=SHORT + 2 * DAY)
    assert Notice.objects.get().match == paused
    over = match_of(person(), person(), clock="1d", now=START)
    warnings_write(now=START + DAY)
    assert not Notice.objects.filter(match=over).exists()


def test_a_warning_that_could_not_be_sent_is_dropped_when_one_has_moved(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ann = person()
    match = match_of(ann, person(), clock="5d", now=START)
    with monkeypatch.context() as patched:
        patched.setattr("django.core.mail.EmailMultiAlternatives.send", _refuse)
        warnings_write(now=SHORT)
    play(match, "Rd4", now=SHORT + HOUR)
    unsent_send(now=SHORT + 2 * HOUR)
    assert mail.outbox == []
    assert Letter.objects.get().sent_at is not None


def _refuse(*args: Any, **kwargs: Any) -> int:
    raise OSError("the mail server is away")


def test_what_has_been_short_for_long_is_not_warned_of() -> None:
    """A site that is new to warnings, or whose worker was away, sends no flood."""
    match_of(person(), person(), clock="14d", now=START)
    warnings_write(now=START + 13 * DAY)
    assert mail.outbox == []


def test_no_warning_for_those_who_want_none() -> None:
    unwilling = person(warn_mail=False)
    for user in (unwilling, guest(), bot()):
        match_of(user, person(), clock="5d", now=START)
    warnings_write(now=SHORT)
    assert mail.outbox == []


def test_two_distinct_notices_of_one_sweep() -> None:
    """KNOWN_FAULTS 6: the strict game is lost, the other one saved, and both are told."""
    ann = person(auto_vacation=True, time_zone="Europe/Copenhagen")
    plain = match_of(ann, person("marta"), clock="1d", now=START)
    strict = match_of(ann, person("yuki"), clock="1d", vacations=False, now=START)
    overdue_flag(now=START + DAY + HOUR)
    for _ in range(3):
        unsent_send(now=START + DAY + HOUR)
    assert sorted(subjects(ann)) == [
        "You ran out of time (Speckles against yuki)",
        "Your vacation has begun by itself (Speckles against marta)",
    ]
    saved = next(letter.body for letter in mail.outbox if "vacation has begun" in letter.subject)
    assert "Your clocks stand still until Wednesday 13:59 (Europe/Copenhagen)." in saved
    assert "29 days of vacation are left this year." in saved
    assert plain.get_absolute_url() in saved
    lost = next(letter.body for letter in mail.outbox if "ran out" in letter.subject)
    assert "The terms of this game say that vacations do not stop the clock." in lost
    assert strict.get_absolute_url() in lost


def test_days_in_a_row_are_told_of_at_the_beginning_and_at_the_last() -> None:
    ann = person(auto_vacation=True)
    match_of(ann, person(), clock="1d", now=START)
    for days in range(1, 32):
        overdue_flag(now=START + days * DAY + HOUR)
        unsent_send(now=START + days * DAY + HOUR)
    told = [subject.partition(" (")[0] for subject in subjects(ann)]
    assert told == [
        "Your vacation has begun by itself",
        "Your vacation has begun by itself",
        "You ran out of time",
    ]
    assert "No day of vacation is left this year." in mail.outbox[1].body


def test_none_of_these_for_those_who_want_none() -> None:
    ann = person(auto_vacation=True, away_mail=False)
    match_of(ann, person(), clock="1d", now=START)
    match_of(ann, person(), clock="1d", vacations=False, now=START)
    overdue_flag(now=START + DAY + HOUR)
    unsent_send(now=START + DAY + HOUR)
    assert subjects(ann) == []


@pytest.mark.parametrize("kind", ["warn", "away"])
def test_the_link_at_the_foot_ends_its_own_kind(kind: str) -> None:
    ann = person()
    url = reverse("accounts:stop_mail", args=[stops.token(user=ann, kind=kind)])
    assert "End these letters?" in Client().get(url).content.decode()
    assert "No more letters" in Client().post(url).content.decode()
    ann.refresh_from_db()
    assert (ann.warn_mail, ann.away_mail) == (kind != "warn", kind != "away")
    assert ann.turn_mail == User.TurnMail.HOURLY


def test_a_link_of_an_unknown_kind_ends_nothing() -> None:
    ann = person()
    url = reverse("accounts:stop_mail", args=[stops.token(user=ann, kind="all")])
    assert Client().post(url).status_code == 404
    ann.refresh_from_db()
    assert (ann.warn_mail, ann.away_mail, ann.turn_mail) == (True, True, User.TurnMail.HOURLY)


def test_the_letters_carry_their_link_and_their_setting() -> None:
    ann = person()
    match_of(ann, person(), clock="5d", now=START)
    warnings_write(now=SHORT)
    [letter] = mail.outbox
    assert "#warn_mail" in letter.body
    link = letter.extra_headers["List-Unsubscribe"].strip("<>").partition("/accounts/")[2]
    assert Client().post(f"/accounts/{link}").status_code == 200
    ann.refresh_from_db()
    assert not ann.warn_mail


@pytest.mark.parametrize("name", ["warn_mail", "away_mail"])
def test_the_settings_of_each(client: Client, name: str) -> None:
    ann = person()
    client.force_login(ann)
    url = reverse("accounts:settings_save", args=[name])
    assert client.post(url, {f"{name}-{name}": "False"}).status_code == 302
    ann.refresh_from_db()
    assert getattr(ann, name) is False
    assert client.post(url, {f"{name}-{name}": "often"}).status_code == 400


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_workers_that_sweep_at_once_write_once() -> None:
    """KNOWN_FAULTS 3 and 17."""
    now = datetime.now(UTC)
    short = person()
    match_of(short, person(), clock="5d", now=now - 4 * DAY - HOUR)
    losers = [person() for _ in range(3)]
    for loser in losers:
        match_of(loser, person(), clock="1d", now=now - 2 * DAY)
    at_once(*[warnings_write] * 3, *[overdue_flag] * 3)
    overdue_flag()
    at_once(*[unsent_send] * 3)
    assert len(subjects(short)) == 1
    assert [len(subjects(loser)) for loser in losers] == [1, 1, 1]
    assert Match.objects.filter(status=Match.Status.FINISHED).count() == 3
