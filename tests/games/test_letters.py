"""Letters when it is one's move: to whom, how often, and never twice."""

from __future__ import annotations

import re
import smtplib
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.conf import settings
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import stops
from accounts.models import User
from games.models import Letter, Match, Notice
from games.services import letters
from games.services.letters import SETTLE, letter_send, turns_write, unsent_send
from games.tasks import write_letters
from tests.factories import bot, guest, match_of, person, play
from tests.games.test_races import at_once

pytestmark = pytest.mark.django_db


def later(**spell: int) -> datetime:
    return timezone.now() + timedelta(**spell)


def to(user: User) -> list[str]:
    return [letter.subject for letter in mail.outbox if letter.to == [user.email]]


def choose(user: User, when: User.TurnMail) -> None:
    User.objects.filter(pk=user.pk).update(turn_mail=when)


def test_one_letter_says_whose_move_it_is_and_only_to_them() -> None:
    ann, ben = person(), person("marta")
    match = match_of(ann, ben, clock="1d")
    turns_write(now=later(minutes=3))
    assert to(ann) == ["Your move against marta (Speckles, 1 day)"]
    assert to(ben) == []
    [letter] = mail.outbox
    assert f"{settings.SITE_URL}{match.get_absolute_url()}\n" in letter.body


def test_nobody_is_written_to_while_at_the_board() -> None:
    match_of(person(), person())
    assert turns_write(now=timezone.now() + SETTLE - timedelta(seconds=9)) == []
    assert mail.outbox == []


def test_sweeps_without_end_write_once_for_a_turn() -> None:
    ann, ben = person(), person()
    choose(ann, User.TurnMail.AT_ONCE)
    match = match_of(ann, ben)
    for minute in range(3, 63):
        turns_write(now=later(minutes=minute))
    assert len(to(ann)) == 1
    play(match, "Ra1", "Yb1", now=later(minutes=70))
    turns_write(now=later(minutes=90))
    assert len(to(ann)) == 2
    assert Notice.objects.filter(user=ann).count() == 2


def test_a_turn_of_several_moves_is_one_turn() -> None:
    ann, ben = person(), person()
    choose(ben, User.TurnMail.AT_ONCE)
    match = match_of(ann, ben, game="dots-and-boxes")
    play(match, "h0,0", "v0,0", "h0,1", "v2,2", now=timezone.now())
    turns_write(now=later(minutes=3))
    play(match, "v1,0", now=later(minutes=5))
    match = Match.objects.get(pk=match.pk)
    told = match.mover
    assert told is not None
    turns_write(now=later(minutes=9))
    assert Notice.objects.filter(match=match, user=told).count() == 1


def test_all_games_of_an_hour_share_a_letter_and_the_next_waits() -> None:
    ann = person()
    first = [match_of(ann, person()) for _ in range(3)]
    turns_write(now=later(minutes=3))
    assert to(ann) == ["Your move in 3 games"]
    match_of(ann, person())
    turns_write(now=later(minutes=30))
    assert len(to(ann)) == 1
    turns_write(now=later(minutes=64))
    assert len(to(ann)) == 2
    assert Notice.objects.filter(user=ann).count() == len(first) + 1


@pytest.mark.parametrize(
    ("when", "count"),
    [(User.TurnMail.AT_ONCE, 6), (User.TurnMail.HOURLY, 3), (User.TurnMail.DAILY, 1)],
)
def test_how_often_is_ones_own_choice(when: User.TurnMail, count: int) -> None:
    ann = person()
    choose(ann, when)
    for half_hours in range(6):
        match_of(ann, person(), now=later(minutes=30 * half_hours))
        turns_write(now=later(minutes=30 * half_hours + 3))
    assert len(to(ann)) == count


def test_none_for_those_who_want_none_and_for_guests_and_against_bots_alone() -> None:
    ann, ben, pip = person(), guest(), bot()
    choose(ann, User.TurnMail.OFF)
    match_of(ann, person())
    User.objects.filter(pk=ben.pk).update(email="guest@example.org")
    match_of(ben, person())
    match_of(person(), pip)
    assert turns_write(now=later(minutes=9)) == []
    assert mail.outbox == []


def test_no_mail_about_a_turn_that_is_over() -> None:
    match = match_of(person(), person())
    now = later(minutes=3)
    letter = letters.letter_write(
        user=match.mover,  # type: ignore[arg-type]
        kind="turn",
        number=1,
        about=[(match, match.turn_started_at)],  # type: ignore[list-item]
        now=now,
    )
    assert letter is not None
    play(match, "Ra1")
    assert letter_send(letter_id=letter.pk, now=now)
    assert mail.outbox == []
    assert unsent_send(now=now + timedelta(hours=1)) == 0


def test_what_the_mail_server_refuses_is_tried_again_with_the_same_id(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ann = person()
    match_of(ann, person())

    def refuse(self: Any) -> int:
        raise smtplib.SMTPServerDisconnected

    with monkeypatch.context() as patch:
        patch.setattr(mail.EmailMultiAlternatives, "send", refuse)
        turns_write(now=later(minutes=3))
    assert mail.outbox == []
    assert unsent_send(now=later(minutes=4)) == 0  # its worker may still be at it
    assert unsent_send(now=later(minutes=9)) == 1
    assert unsent_send(now=later(minutes=19)) == 0
    assert len(to(ann)) == 1


def test_a_crash_between_sending_and_marking_repeats_the_same_letter_and_no_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ann = person()
    match_of(ann, person())
    send = mail.EmailMultiAlternatives.send

    def crash(self: Any) -> int:
        send(self)
        raise SystemExit

    with monkeypatch.context() as patch:
        patch.setattr(mail.EmailMultiAlternatives, "send", crash)
        with pytest.raises(SystemExit):
            turns_write(now=later(minutes=3))
    turns_write(now=later(minutes=10))
    unsent_send(now=later(minutes=10))
    turns_write(now=later(minutes=20))
    unsent_send(now=later(minutes=20))
    ids = {letter.extra_headers["Message-ID"] for letter in mail.outbox}
    assert len(mail.outbox) == 2
    assert len(ids) == 1  # for whoever receives them it is one letter
    assert Letter.objects.get().tries == 2


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_five_sweeps_at_once_and_a_second_beat_write_one_letter() -> None:
    for _ in range(10):
        mail.outbox.clear()
        ann = person()
        choose(ann, User.TurnMail.AT_ONCE)
        match_of(ann, person(), now=timezone.now() - timedelta(minutes=5))
        results = at_once(*[write_letters] * 5)
        write_letters()
        assert [result for result in results if result is not None] == []
        assert len(to(ann)) == 1
        assert Letter.objects.filter(user=ann).count() == 1


def test_the_link_at_the_foot_ends_the_letters_after_asking() -> None:
    ann = person()
    match_of(ann, person())
    turns_write(now=later(minutes=3))
    [letter] = mail.outbox
    found = re.search(r"/letters/stop/\S+/", letter.body)
    assert found is not None
    assert found[0] in letter.extra_headers["List-Unsubscribe"]
    link = letter.extra_headers["List-Unsubscribe"].strip("<>").removeprefix(settings.SITE_URL)
    client = Client(enforce_csrf_checks=True)  # mail programs have no cookie
    assert client.get(link).status_code == 200
    assert User.objects.get(pk=ann.pk).turn_mail == User.TurnMail.HOURLY
    assert client.post(link, {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert User.objects.get(pk=ann.pk).turn_mail == User.TurnMail.OFF


def test_a_forged_link_ends_nothing() -> None:
    ann = person()
    token = stops.token(user=ann, kind="turn")
    for wrong in (token[:-1] + ("A" if token[-1] != "A" else "B"), "x", token.replace(":", "")):
        url = reverse("accounts:stop_mail", args=[wrong])
        assert Client().post(url).status_code == 404
    assert User.objects.get(pk=ann.pk).turn_mail == User.TurnMail.HOURLY


def test_the_settings_keep_the_choice_and_refuse_others() -> None:
    ann = person()
    client = Client()
    client.force_login(ann)
    url = reverse("accounts:settings_save", args=["turn_mail"])
    assert client.post(url, {"turn_mail-turn_mail": "daily"}).status_code == 302
    assert User.objects.get(pk=ann.pk).turn_mail == User.TurnMail.DAILY
    assert client.post(url, {"turn_mail-turn_mail": "always"}).status_code == 400
    assert User.objects.get(pk=ann.pk).turn_mail == User.TurnMail.DAILY
