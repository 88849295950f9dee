"""Clocks follow vacations: deadlines of running turns, and only those that may."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse

from accounts import vacations
from games.errors import OutOfTime, StalePosition
from games.models import Match
from games.services import absences
from games.services.play import match_play
from games.services.timeouts import overdue_flag
from tests.factories import fingerprint, match_of, person, play

pytestmark = pytest.mark.django_db

START = datetime(2026, 5, 4, 12, tzinfo=UTC)
DAY = timedelta(days=1)


def due(match: Match) -> datetime | None:
    return Match.objects.get(pk=match.pk).deadline


def test_a_vacation_moves_the_deadlines_that_may_move() -> None:
    ann, ben = person(), person()
    plain = match_of(ann, ben, now=START)
    strict = match_of(ann, ben, vacations=False, now=START)
    endless = match_of(ann, ben, clock="none", now=START)
    theirs = match_of(ben, ann, now=START)
    before = [fingerprint(match) for match in (strict, endless, theirs)]
    vacations.vacation_begin(user=ann, days=5, now=START + DAY)
    assert due(plain) == START + 8 * DAY
    plain.refresh_from_db()
    assert plain.warn_at == START + timedelta(days=0.8 * 3 + 5)
    assert [fingerprint(match) for match in (strict, endless, theirs)] == before


def test_coming_back_and_cancelling_move_them_back() -> None:
    ann = person()
    match = match_of(ann, person(), now=START)
    row = vacations.vacation_begin(user=ann, days=5, now=START + DAY)
    vacations.vacation_end(user=ann, pk=row.pk, now=START + 2 * DAY)
    assert due(match) == START + 4 * DAY
    planned = vacations.vacation_plan(
        user=ann,
        first=(START + 3 * DAY).date(),
        last=(START + 4 * DAY).date(),
        now=START + 2 * DAY,
    )
    assert due(match) == START + 6 * DAY
    vacations.vacation_end(user=ann, pk=planned.pk, now=START + 2 * DAY)
    assert due(match) == START + 4 * DAY


def test_a_turn_that_is_over_already_stays_over() -> None:
    ann, ben = person(auto_vacation=False), person()
    match = match_of(ann, ben, clock="1d", now=START)
    late = START + DAY + timedelta(hours=1)  # the sweep was away
    before = fingerprint(match)
    vacations.vacation_begin(user=ann, days=5, now=late)
    assert fingerprint(match) == before
    with pytest.raises(OutOfTime):
        match_play(match_id=match.pk, user_id=ann.pk, ply=0, moves=["Rd4"], now=late)
    match.refresh_from_db()
    assert match.status == Match.Status.FINISHED


def test_turns_that_begin_on_vacation_wait_for_its_end() -> None:
    ann, ben = person(), person()
    vacations.vacation_begin(user=ben, days=10, now=START)
    match = play(match_of(ann, ben, clock="5d+1d/10d", now=START), "Rd4", now=START + DAY)
    assert match.deadline == START + 15 * DAY
    match = play(match, "Ye5", now=START + 9 * DAY)
    assert match.seats.get(index=1).bank == 6 * DAY


def test_a_match_that_somebody_changes_meanwhile_is_tried_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ann = person()
    match = match_of(ann, person(), now=START)
    real, calls = absences.match_update, []

    def first_is_late(*args: object, **kwargs: object) -> Match:
        calls.append(args)
        if len(calls) == 1:
            Match.objects.filter(pk=match.pk).update(version=99)
            raise StalePosition
        return real(*args, **kwargs)  # type: ignore[arg-type]

    monkeypatch.setattr(absences, "match_update", first_is_late)
    vacations.vacation_begin(user=ann, days=5, now=START)
    stored = Match.objects.get(pk=match.pk)
    assert (stored.deadline, stored.version, len(calls)) == (START + 8 * DAY, 100, 2)


def test_the_home_page_says_that_one_is_away(client: Client) -> None:
    ann = person()
    client.force_login(ann)
    home = reverse("home")
    assert "30 days are left this year." in client.get(home).content.decode()
    vacations.vacation_begin(user=ann, days=2)
    page = client.get(home).content.decode()
    assert "Your clocks stand still until" in page
    assert client.get(home).context["vacation"]["left"] == 28


def test_nobody_is_flagged_on_vacation() -> None:
    ann = person()
    match = match_of(ann, person(), clock="1d", now=START)
    vacations.vacation_begin(user=ann, days=3, now=START)
    assert overdue_flag(now=START + 3 * DAY) == 0
    assert due(match) == START + 4 * DAY
