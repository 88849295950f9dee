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
from games.services.create import SeatSpec, match_create
from games.services.join import match_cancel, match_decline, match_join
from games.services.letters import unsent_send
from games.services.notices import warnings_write
from games.services.offers import offer_accept, offer_make, offer_withdraw
from games.services.rematch import match_rematch
from games.services.timeouts import overdue_flag
from tests.factories import WIN_FOR_RED, bot, guest, match_of, person, play
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


@pytest.mark.parametrize("kind", ["warn", "away", "offer"])
def test_the_link_at_the_foot_ends_its_own_kind(kind: str) -> None:
    ann = person()
    url = reverse("accounts:stop_mail", args=[stops.token(user=ann, kind=kind)])
    assert "End these letters?" in Client().get(url).content.decode()
    assert "No more letters" in Client().post(url).content.decode()
    ann.refresh_from_db()
    choices = {"warn": ann.warn_mail, "away": ann.away_mail, "offer": ann.offer_mail}
    assert choices == {each: each != kind for each in choices}
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


# --- offers ---------------------------------------------------------------------------------------


SOON = timedelta(minutes=1)
LATER = timedelta(minutes=3)


def offered(match: Match, user: User, kind: str, *, now: datetime = START, days: int = 0) -> Match:
    match = Match.objects.get(pk=match.pk)
    return offer_make(
        match_id=match.pk, user_id=user.pk, kind=kind, ply=match.ply, days=days, now=now
    )


@pytest.mark.parametrize(
    ("kind", "sentence"),
    [
        ("draw", "ann offers a draw."),
        ("takeback", "ann asks to take back their last move, and what followed it."),
        ("pause", "ann suggests a pause: the clock is stopped for 2 days."),
    ],
)
def test_an_offer_that_still_waits_after_a_while_is_written_about(kind: str, sentence: str) -> None:
    ann, ben, cec = person("ann"), person("ben"), person("cec")
    match = match_of(ann, ben, cec, moves=["Rd4"], rated=False, now=START)
    match = offered(match, ann, kind, days=2)
    unsent_send(now=START + SOON)
    assert mail.outbox == []
    version = match.offers[kind]["version"]
    offer_accept(
        match_id=match.pk, user_id=cec.pk, kind=kind, ply=match.ply, version=version, now=START
    )
    unsent_send(now=START + LATER)
    unsent_send(now=START + 2 * LATER)
    assert subjects(ben) == ["An offer waits for your answer (Speckles against ann, cec)"]
    assert (subjects(ann), subjects(cec)) == ([], [])  # who asks or has agreed needs none
    [letter] = mail.outbox
    assert sentence in letter.body
    assert match.get_absolute_url() in letter.body
    assert "#offer_mail" in letter.body


def test_offering_again_and_again_writes_one_letter_for_a_move() -> None:
    ann, ben = person("ann"), person("ben")
    match = match_of(ann, ben, moves=["Rd4"], now=START)
    for minute in range(5):
        now = START + minute * SOON
        match = offered(match, ann, "draw", now=now)
        version = match.offers["draw"]["version"]
        match = offer_withdraw(
            match_id=match.pk, user_id=ann.pk, kind="draw", ply=1, version=version, now=now
        )
        unsent_send(now=now)
    offered(match, ann, "draw", now=START + 5 * SOON)
    unsent_send(now=START + HOUR)
    assert Notice.objects.filter(user=ben, kind="offer", at=match.last_at).count() == 1
    assert len(mail.outbox) <= 1


def challenge(ann: User, *seats: SeatSpec, now: datetime = START) -> Match:
    return match_create(
        creator=ann,
        game="speckles",
        options={},
        seats=[SeatSpec("me"), *seats],
        clock="3d",
        rated=True,
        now=now,
    )


def test_who_is_challenged_gets_one_letter_and_nobody_can_fill_a_letter_box() -> None:
    ann, ben, cec = person("ann"), person("ben"), person("cec")
    match = challenge(ann, SeatSpec("player", "ben"), SeatSpec("anyone"))
    challenge(ann, SeatSpec("player", "ben"), now=START + SOON)
    challenge(cec, SeatSpec("player", "ben"), now=START + SOON)
    unsent_send(now=START + timedelta(minutes=1))
    assert mail.outbox == []  # who is at home sees it there
    unsent_send(now=START + LATER)
    assert sorted(subjects(ben)) == [
        "ann challenges you to a game of Speckles",
        "cec challenges you to a game of Speckles",
    ]
    body = next(letter.body for letter in mail.outbox if "ann" in letter.subject)
    assert "ann challenges you." in body
    assert match.get_absolute_url() in body
    challenge(ann, SeatSpec("player", "ben"), now=START + 2 * HOUR)
    unsent_send(now=START + 3 * HOUR)
    assert len(subjects(ben)) == 3
    assert subjects(ann) == subjects(cec) == []


def test_a_challenge_that_is_answered_or_called_back_is_not_written_about() -> None:
    ann, ben, cec, dan = person("ann"), person("ben"), person("cec"), person("dan")
    match_join(match_id=challenge(ann, SeatSpec("player", "ben")).pk, user=ben, now=START)
    match_decline(match_id=challenge(ann, SeatSpec("player", "cec")).pk, user=cec)
    match_cancel(match_id=challenge(ann, SeatSpec("player", "dan")).pk, user=ann)
    unsent_send(now=START + LATER)
    assert mail.outbox == []
    assert not Letter.objects.filter(user=dan, sent_at=None).exists()


def test_nothing_is_written_about_an_offer_that_is_gone_or_to_those_who_want_none() -> None:
    ann, ben = person("ann"), person("ben")
    gone = offered(match_of(ann, ben, moves=["Rd4"], now=START), ann, "draw")
    play(gone, "Yd5", now=START + SOON)
    bot("pip")
    unwilling = person("cec", offer_mail=False)
    offered(match_of(ann, unwilling, moves=["Rd4"], now=START), ann, "draw")
    unsent_send(now=START + HOUR)
    assert mail.outbox == []


def test_a_rematch_is_asked_for_by_letter_and_not_once_it_has_begun() -> None:
    ann, ben, cec = person("ann"), person("ben"), person("cec")
    for other in (ben, cec):
        match = match_of(ann, other, moves=WIN_FOR_RED, now=START)
        again = match_rematch(match_id=match.pk, user=ann, now=START)
        if other == cec:
            match_rematch(match_id=match.pk, user=cec, now=START)
    unsent_send(now=START + LATER)
    assert subjects(cec) == []
    assert subjects(ben) == ["An offer waits for your answer (Speckles against ann)"]
    [letter] = mail.outbox
    assert "ann asks for a rematch." in letter.body
    assert again.get_absolute_url() not in letter.body


@pytest.mark.parametrize("name", ["warn_mail", "away_mail", "offer_mail"])
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
