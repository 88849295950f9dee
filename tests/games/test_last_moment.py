"""A vacation that begins by itself when the time is up: when, where, and whoever looks when."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import vacations
from accounts.models import User, Vacation
from games.errors import OutOfTime
from games.models import Match
from games.services.play import match_play
from games.services.timeouts import GRACE, match_flag, overdue_flag
from tests.factories import bot, guest, match_of, person

pytestmark = pytest.mark.django_db

START = datetime(2026, 5, 4, 12, tzinfo=UTC)
DAY, HOUR = timedelta(days=1), timedelta(hours=1)


def careful(**extra: Any) -> User:
    return person(auto_vacation=True, **extra)


def rows(user: User) -> list[tuple[datetime, datetime, bool]]:
    return [(row.start, row.end, row.automatic) for row in user.vacations.order_by("start")]


def test_it_begins_at_the_deadline_whenever_the_job_runs() -> None:
    for late in (GRACE, HOUR, 23 * HOUR):
        ann = careful()
        match = match_of(ann, person(), clock="1d", now=START)
        overdue_flag(now=START + DAY + late)
        [(start, end, automatic)] = rows(ann)
        assert START + DAY - start == vacations.LAST_MOMENT
        assert (end - start, automatic) == (DAY, True)
        match.refresh_from_db()
        assert (match.status, match.deadline) == (Match.Status.ACTIVE, START + 2 * DAY)


def test_it_is_repeated_until_now_is_covered_or_no_day_is_left() -> None:
    ann = careful()
    match = match_of(ann, person(), clock="1d", now=START)
    overdue_flag(now=START + 4 * DAY + HOUR)
    assert len(rows(ann)) == 4
    assert vacations.days_left(ann, 2026) == 26
    match.refresh_from_db()
    assert match.deadline == START + 5 * DAY
    overdue_flag(now=START + 31 * DAY + HOUR)
    match.refresh_from_db()
    assert match.status == Match.Status.FINISHED
    assert vacations.days_left(ann, 2026) == 0


def test_a_move_during_it_is_accepted_at_the_door() -> None:
    ann = careful()
    match = match_of(ann, person(), clock="1d", now=START)
    late = START + DAY + 2 * HOUR  # no sweep has looked yet
    match = match_play(match_id=match.pk, user_id=ann.pk, ply=0, moves=["Rd4"], now=late)
    assert (match.ply, match.to_move, len(rows(ann))) == (1, 1, 1)
    again = match_of(ann, person(), clock="1d", now=START + 10 * DAY)
    overdue_flag(now=START + 11 * DAY + HOUR)
    match_play(match_id=again.pk, user_id=ann.pk, ply=0, moves=["Rd4"], now=START + 11 * DAY + HOUR)


def test_never_where_the_terms_forbid_it() -> None:
    """KNOWN_FAULTS 6: the strict game is lost, the plain one paused."""
    ann, ben = careful(), person()
    plain = match_of(ann, ben, clock="1d", now=START)
    strict = match_of(ann, ben, clock="1d", vacations=False, now=START)
    overdue_flag(now=START + DAY + HOUR)
    plain.refresh_from_db()
    strict.refresh_from_db()
    assert (plain.status, strict.status) == (Match.Status.ACTIVE, Match.Status.FINISHED)
    only_strict = match_of(careful(), ben, clock="1d", vacations=False, now=START)
    with pytest.raises(OutOfTime):
        match_play(
            match_id=only_strict.pk,
            user_id=only_strict.mover_id or 0,
            ply=0,
            moves=["Rd4"],
            now=START + DAY,
        )
    assert Vacation.objects.exclude(user=ann).count() == 0


def test_only_for_those_who_want_it_and_have_an_account() -> None:
    unwilling, visitor, pip = person(), guest(), bot()
    User.objects.filter(pk=visitor.pk).update(auto_vacation=True)
    for user in (unwilling, visitor, pip):
        match = match_of(user, person(), clock="1d", now=START)
        overdue_flag(now=START + DAY + HOUR)
        match.refresh_from_db()
        assert match.status == Match.Status.FINISHED
    assert not Vacation.objects.exists()


def test_the_other_games_stand_still_too_and_go_in_order_of_their_deadlines() -> None:
    ann = careful()
    Vacation.objects.create(user=ann, start=START - 40 * DAY, end=START - 11 * DAY)  # one day left
    later = match_of(ann, person(), clock="2d", now=START)
    first = match_of(ann, person(), clock="1d", now=START)
    overdue_flag(now=START + 2 * DAY + HOUR)
    first.refresh_from_db()
    later.refresh_from_db()
    assert [row[0] for row in rows(ann)][1:] == [START + DAY - vacations.LAST_MOMENT]
    assert first.status == Match.Status.FINISHED  # its day is over, and there is no other
    assert (later.status, later.deadline) == (Match.Status.ACTIVE, START + 3 * DAY)


def test_it_ends_where_a_planned_vacation_begins() -> None:
    ann = careful()
    match = match_of(ann, person(), clock="1d", now=START)
    planned = vacations.vacation_begin(user=ann, days=3, now=START + DAY + 6 * HOUR)
    overdue_flag(now=START + DAY + 7 * HOUR)
    assert rows(ann) == [
        (START + DAY - vacations.LAST_MOMENT, planned.start, True),
        (planned.start, planned.end, False),
    ]
    match.refresh_from_db()
    # a moment is left, and runs when the planned one is over
    assert match.deadline == planned.end + vacations.LAST_MOMENT
    assert vacations.days_left(ann, 2026) == 26


def test_a_new_year_brings_new_days() -> None:
    ann = careful()
    begin = datetime(2026, 12, 29, 12, tzinfo=UTC)
    Vacation.objects.create(user=ann, start=begin - 40 * DAY, end=begin - 11 * DAY)
    match = match_of(ann, person(), clock="1d", now=begin)
    overdue_flag(now=begin + 4 * DAY)
    match.refresh_from_db()
    assert match.status == Match.Status.FINISHED  # 30 December was the last day of that year
    lucky = match_of(ann, person(), clock="1d", now=datetime(2026, 12, 31, 12, tzinfo=UTC))
    overdue_flag(now=datetime(2027, 1, 1, 13, tzinfo=UTC))
    lucky.refresh_from_db()
    assert lucky.status == Match.Status.ACTIVE
    assert vacations.days_left(ann, 2027) == 29


@pytest.mark.parametrize("seed", range(12))
def test_it_makes_no_difference_how_often_somebody_looked(seed: int) -> None:
    """KNOWN_FAULTS 5: the job that runs all the time and the one that slept for days agree."""

    def outcome(*, often: bool) -> Any:
        rng = Random(seed)
        ann = careful()
        if rng.random() < 0.5:
            Vacation.objects.create(user=ann, start=START - 40 * DAY, end=START - 12 * DAY)
        matches = [
            match_of(
                ann,
                person(),
                clock=rng.choice(["1d", "2d", "3d", "2d+12h/4d"]),
                weekend=rng.choice(["", "Europe/Copenhagen", "America/New_York"]),
                vacations=rng.random() < 0.7,
                now=START + rng.randrange(2000) * timedelta(minutes=1),
            )
            for _ in range(5)
        ]
        for _ in range(rng.randrange(3)):
            start = START + rng.randrange(60, 150) * HOUR
            if not Vacation.objects.filter(user=ann, end__gt=start, start__lt=start + DAY).exists():
                Vacation.objects.create(user=ann, start=start, end=start + DAY)
        for match in matches:  # what the vacations that were just made up have changed
            match_flag(match_id=match.pk, now=START)
        end = START + 7 * DAY
        if often:
            looks = sorted(rng.randrange(7 * 24 * 60) for _ in range(150))
            for minutes in looks:
                overdue_flag(now=START + minutes * timedelta(minutes=1))
        overdue_flag(now=end)
        for match in matches:
            match.refresh_from_db()
        return rows(ann), [(match.status, match.deadline) for match in matches]

    assert outcome(often=True) == outcome(often=False)


def test_it_is_told_on_the_pages(client: Client) -> None:
    ann = careful()
    match = match_of(ann, person(), clock="1d", now=timezone.now() - DAY - HOUR)
    overdue_flag()
    client.force_login(ann)
    words = "This vacation began by itself when your time was up."
    assert words in client.get(reverse("home")).content.decode()
    assert words in client.get(reverse("accounts:settings")).content.decode()
    assert "Vacation: the clock is stopped until" in (
        client.get(match.get_absolute_url()).content.decode()
    )


def test_one_can_opt_out_in_the_settings(client: Client) -> None:
    ann = careful()
    client.force_login(ann)
    page = client.get(reverse("accounts:settings")).content.decode()
    assert "When my time runs out and I have days left" in page
    client.post(
        reverse("accounts:settings_save", args=["auto_vacation"]),
        {"auto_vacation-auto_vacation": "False"},
    )
    match = match_of(ann, person(), clock="1d", now=timezone.now() - 2 * DAY)
    overdue_flag()
    match.refresh_from_db()
    assert match.status == Match.Status.FINISHED
