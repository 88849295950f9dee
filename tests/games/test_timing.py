"""What the pages say of clocks: running time, why it stands still, who is away."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Vacation
from games import terms, timing
from games.models import Match
from tests.factories import match_of, person, play

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)
FRIDAY = datetime(2026, 11, 27, 11, tzinfo=UTC)  # noon in Copenhagen


def read(match: Match) -> Match:
    return Match.objects.prefetch_related("seats__user").get(pk=match.pk)


def test_what_is_left_is_running_time_not_wall_time() -> None:
    match = read(match_of(person(), person(), weekend="Europe/Copenhagen", now=FRIDAY))
    clock = timing.clock_of(match, FRIDAY)
    assert match.deadline == FRIDAY + 5 * DAY
    assert (clock.left, clock.stopped) == (3 * DAY, None)
    assert [stop.reason for stop in clock.stops] == [timing.WEEKEND]
    saturday = timing.clock_of(match, FRIDAY + DAY)
    assert saturday.left == timedelta(days=2, hours=12)
    assert saturday.stopped is not None
    assert saturday.stopped.end == datetime(2026, 11, 29, 23, tzinfo=UTC)


@pytest.mark.parametrize(
    ("zone", "text"),
    [
        (
            "Europe/Copenhagen",
            "Weekend: the clock is stopped until Monday 00:00 (Europe/Copenhagen)",
        ),
        ("America/New_York", "Weekend: the clock is stopped until Sunday 18:00 (America/New York)"),
    ],
)
def test_until_when_is_said_in_the_time_of_whoever_reads(zone: str, text: str) -> None:
    match = read(match_of(person(), person(), weekend="Europe/Copenhagen", now=FRIDAY))
    stop = timing.clock_of(match, FRIDAY + DAY).stopped
    assert stop is not None
    with timezone.override(ZoneInfo(zone)):
        assert timing.stop_text(stop, FRIDAY + DAY) == text


@pytest.mark.parametrize(
    ("saturday", "shown"),
    [
        # The clocks of Copenhagen go back and forward on these weekends, those of New York on
        # others: Monday begins five or six hours later there, as the case may be.
        (datetime(2026, 10, 24, 12, tzinfo=UTC), ("Monday 00:00", "Sunday 19:00")),
        (datetime(2027, 3, 27, 12, tzinfo=UTC), ("Monday 00:00", "Sunday 18:00")),
        (datetime(2026, 12, 5, 12, tzinfo=UTC), ("Monday 00:00", "Sunday 18:00")),
    ],
)
def test_what_is_shown_is_right_when_clocks_are_changed(
    saturday: datetime, shown: tuple[str, str]
) -> None:
    match = read(match_of(person(), person(), weekend="Europe/Copenhagen", now=saturday))
    stop = timing.clock_of(match, saturday).stopped
    assert stop is not None
    said = []
    for zone in ("Europe/Copenhagen", "America/New_York"):
        with timezone.override(ZoneInfo(zone)):
            said.append(timing.moment_text(stop.end, saturday).partition(" (")[0])
    assert tuple(said) == shown


def test_the_reason_that_is_told_is_the_one_that_holds() -> None:
    sleeper = person(time_zone="Europe/Copenhagen", sleep_begin=time(22), sleep_finish=time(6))
    match = match_of(sleeper, person(), weekend="Europe/Copenhagen", now=FRIDAY)
    evening = FRIDAY.replace(hour=21, minute=30)
    stop = timing.clock_of(read(match), evening).stopped
    # The night runs into the weekend: one stop, told by what holds now.
    assert stop is not None
    assert (stop.reason, stop.end) == (timing.NIGHT, datetime(2026, 11, 30, 5, tzinfo=UTC))
    Vacation.objects.create(user=sleeper, start=FRIDAY, end=FRIDAY + 10 * DAY)
    stop = timing.clock_of(read(match), evening).stopped
    assert stop is not None
    assert stop.reason == timing.VACATION
    match.pauses = [[FRIDAY.isoformat(), (FRIDAY + DAY).isoformat()]]
    match.vacations = False
    match.save()
    stop = timing.clock_of(read(match), FRIDAY).stopped
    assert stop is not None
    assert stop.reason == timing.PAUSE


def test_every_seat_with_a_bank_shows_its_clock_to_everyone(client: Client) -> None:
    now = timezone.now()
    match = match_of(person("anna"), person("bo"), clock="5d+1d/10d", now=now - 2 * DAY)
    match = play(match, "Rd4", now=now)
    answer = client.get(match.get_absolute_url())
    assert [row["left"] for row in answer.context["match"]["seats"]] == [
        pytest.approx(4 * 86400),
        pytest.approx(5 * 86400, abs=60),
    ]
    assert answer.context["clocks"] == ["4 d", "5 d"]
    assert "4 d</span>" in answer.content.decode()


def test_with_days_for_every_move_only_the_running_clock_is_shown(client: Client) -> None:
    match = match_of(person(), person(), clock="3d")
    answer = client.get(match.get_absolute_url())
    assert answer.context["clocks"] == ["", ""]
    assert answer.context["left"] == "3 d left"


def test_who_is_away_is_said_until_when(client: Client) -> None:
    now = timezone.now()
    away = person("anna")
    Vacation.objects.create(user=away, start=now - DAY, end=now + 2 * DAY)
    match = match_of(away, person("bo"))
    snapshot = client.get(reverse("api:match", args=[match.code])).json()
    [first, second] = snapshot["seats"]
    assert first["away"] == f"away until {now + 2 * DAY:%A}"
    assert second["away"] == ""
    assert snapshot["stopped"].startswith("Vacation: the clock is stopped until ")
    assert snapshot["left"] == pytest.approx(3 * 86400, abs=60)
    assert snapshot["stopped"] in client.get(match.get_absolute_url()).content.decode()


def test_lists_cost_no_more_statements_with_more_vacations(
    django_assert_num_queries: Any,
) -> None:
    ann = person()
    matches = [read(match_of(ann, person())) for _ in range(5)]
    Vacation.objects.create(user=ann, start=timezone.now(), end=timezone.now() + DAY)
    for match in matches:
        assert match.seat_rows
    with django_assert_num_queries(1):
        shown = timing.clocks_of(matches)
    assert {clock.stopped.reason for clock in shown.values() if clock.stopped} == {"vacation"}


def test_a_match_without_a_clock_shows_none(client: Client) -> None:
    match = match_of(person(), person(), clock="none")
    answer = client.get(match.get_absolute_url())
    assert (answer.context["left"], answer.context["match"]["left"]) == ("", None)
    assert terms.facts(match) == "Speckles · unrated, no clock"


@pytest.mark.parametrize(
    ("clock", "text"),
    [
        ("1d", "1 day a move"),
        ("14d", "14 days a move"),
        ("2d+12h/4d", "2 days in all + 12 hours a move, at most 4 days"),
        ("none", "no clock"),
    ],
)
def test_clocks_in_words(clock: str, text: str) -> None:
    assert terms.clock_text(clock) == text
