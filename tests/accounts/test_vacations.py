"""Vacations: thirty days a year, whole days, no two at once."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import services, vacations
from accounts.errors import (
    AccountError,
    BadChoice,
    BadVacation,
    NoDaysLeft,
    NoSuchVacation,
    NotForGuests,
    VacationOverlap,
)
from accounts.models import User, Vacation
from games import clocks
from tests.factories import bot, guest, person
from tests.games.test_races import at_once

pytestmark = pytest.mark.django_db

DAY, HOUR = timedelta(days=1), timedelta(hours=1)
NOW = datetime(2026, 5, 4, 12, tzinfo=UTC)  # a Monday


def rows(user: User) -> list[tuple[datetime, datetime]]:
    return [(row.start, row.end) for row in user.vacations.order_by("start")]


def plan(user: User, first: date, last: date, now: datetime = NOW) -> Vacation:
    with timezone.override(ZoneInfo("Europe/Copenhagen")):
        return vacations.vacation_plan(user=user, first=first, last=last, now=now)


def test_at_once_and_planned() -> None:
    user = person()
    vacations.vacation_begin(user=user, days=3, now=NOW)
    plan(user, date(2026, 7, 1), date(2026, 7, 10))
    assert rows(user) == [
        (NOW, NOW + 3 * DAY),
        (datetime(2026, 6, 30, 22, tzinfo=UTC), datetime(2026, 7, 10, 22, tzinfo=UTC)),
    ]
    assert vacations.days_left(user, 2026) == 17
    assert vacations.days_left(user, 2027) == 30
    current = vacations.current(user, NOW + DAY)
    assert current is not None
    assert current.end == NOW + 3 * DAY
    assert vacations.current(user, NOW + 3 * DAY) is None


def test_over_the_new_year_each_year_pays_its_own_days() -> None:
    user = person()
    plan(user, date(2026, 12, 25), date(2027, 1, 3))
    assert (vacations.days_left(user, 2026), vacations.days_left(user, 2027)) == (23, 27)
    plan(user, date(2026, 7, 1), date(2026, 7, 23))
    assert vacations.days_left(user, 2026) == 0
    with pytest.raises(NoDaysLeft, match="In 2026 you have 0 days"):
        plan(user, date(2026, 12, 1), date(2026, 12, 1))
    # The first of January belongs to the new year also east of Greenwich.
    plan(user, date(2027, 1, 4), date(2027, 1, 4))


@pytest.mark.parametrize(
    ("first", "last", "days"),
    [
        (date(2026, 3, 28), date(2026, 3, 29), 2),  # 47 hours
        (date(2026, 10, 24), date(2026, 10, 25), 2),  # 49 hours
        (date(2026, 6, 1), date(2026, 6, 1), 1),
    ],
)
def test_days_are_days_when_the_clocks_are_changed(first: date, last: date, days: int) -> None:
    user = person()
    plan(user, first, last, now=datetime(2026, 1, 1, tzinfo=UTC))
    assert vacations.days_left(user, 2026) == 30 - days


def test_coming_back_early_costs_the_days_that_have_begun() -> None:
    user = person()
    row = vacations.vacation_begin(user=user, days=10, now=NOW)
    vacations.vacation_end(user=user, pk=row.pk, now=NOW + 5 * HOUR)
    assert rows(user) == [(NOW, NOW + 5 * HOUR)]
    assert vacations.days_left(user, 2026) == 29
    again = vacations.vacation_begin(user=user, days=10, now=NOW + DAY)
    vacations.vacation_end(user=user, pk=again.pk, now=NOW + 3 * DAY + 2 * HOUR)
    assert vacations.days_left(user, 2026) == 26
    # … even in the moment in which it began
    third = vacations.vacation_begin(user=user, days=1, now=NOW + 9 * DAY)
    vacations.vacation_end(user=user, pk=third.pk, now=NOW + 9 * DAY)
    assert vacations.days_left(user, 2026) == 25


def test_a_planned_one_is_cancelled_whole() -> None:
    user = person()
    row = plan(user, date(2026, 7, 1), date(2026, 7, 10))
    vacations.vacation_end(user=user, pk=row.pk, now=NOW)
    assert rows(user) == []
    assert vacations.days_left(user, 2026) == 30


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda user: vacations.vacation_begin(user=user, days=0, now=NOW), BadVacation),
        (lambda user: vacations.vacation_begin(user=user, days=31, now=NOW), BadVacation),
        (lambda user: vacations.vacation_begin(user=user, days=-3, now=NOW), BadVacation),
        (lambda user: plan(user, date(2026, 6, 1), date(2026, 6, 26)), NoDaysLeft),
        (lambda user: vacations.vacation_begin(user=user, days=11, now=NOW - DAY), VacationOverlap),
        (lambda user: plan(user, date(2026, 5, 3), date(2026, 5, 9)), BadVacation),
        (lambda user: plan(user, date(2026, 5, 4), date(2026, 5, 4)), BadVacation),  # 10 hours
        (lambda user: plan(user, date(2026, 5, 9), date(2026, 5, 8)), BadVacation),
        (lambda user: plan(user, date(2028, 5, 9), date(2028, 5, 9)), BadVacation),
        (lambda user: plan(user, date(2026, 5, 9), date.max), BadVacation),
        (lambda user: plan(user, date.min, date.max), BadVacation),
        (lambda user: plan(user, date(2026, 5, 18), date(2026, 5, 19)), VacationOverlap),
        (lambda user: vacations.vacation_end(user=user, pk=0, now=NOW), NoSuchVacation),
    ],
)
def test_what_is_refused_changes_nothing(
    call: Callable[[User], Any], error: type[AccountError]
) -> None:
    user = person()
    plan(user, date(2026, 5, 14), date(2026, 5, 18))
    before = rows(user)
    with pytest.raises(error):
        call(user)
    assert rows(user) == before


def test_guests_and_bots_have_none() -> None:
    for user in (guest(), bot()):
        with pytest.raises(NotForGuests):
            vacations.vacation_begin(user=user, days=1)
    assert not Vacation.objects.exists()


def test_nobody_ends_the_vacation_of_somebody_else_or_one_that_is_over() -> None:
    ann, ben = person(), person()
    row = vacations.vacation_begin(user=ann, days=2, now=NOW)
    for user, moment in ((ben, NOW), (ann, NOW + 2 * DAY)):
        with pytest.raises(NoSuchVacation):
            vacations.vacation_end(user=user, pk=row.pk, now=moment)
    assert rows(ann) == [(NOW, NOW + 2 * DAY)]


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_of_vacations_that_are_asked_for_at_once_one_is_stored() -> None:
    for _ in range(5):
        user = person()
        at_once(*[lambda user=user: vacations.vacation_begin(user=user, days=20, now=NOW)] * 5)
        assert rows(user) == [(NOW, NOW + 20 * DAY)]


# --- the settings -------------------------------------------------------------------------------


@pytest.fixture
def halina(client: Client) -> User:
    user = person("Halina", time_zone="Europe/Copenhagen")
    client.force_login(user)
    return user


def post(client: Client, section: str, **fields: str) -> Any:
    data = {f"{section}-{name}": value for name, value in fields.items()}
    return client.post(reverse("accounts:settings_save", args=[section]), data)


def test_a_vacation_by_the_settings_page(client: Client, halina: User) -> None:
    answer = post(client, "vacation_now", days="3")
    assert answer["Location"] == reverse("accounts:settings") + "#vacation"
    [row] = halina.vacations.all()
    assert row.end - row.start == 3 * DAY
    page = client.get(reverse("accounts:settings"))
    assert page.context["saved"] == "vacation_now"
    assert "You are away until" in page.content.decode()
    assert "27 days are left" in page.content.decode()
    client.post(reverse("accounts:vacation_end", args=[row.pk]))
    row.refresh_from_db()
    assert row.end <= timezone.now()
    tomorrow = timezone.localdate() + DAY
    post(client, "vacation_plan", first=f"{tomorrow}", last=f"{tomorrow + DAY}")
    planned = halina.vacations.get(start__gt=timezone.now())
    assert planned.start.astimezone(ZoneInfo("Europe/Copenhagen")).time() == time(0)
    client.post(reverse("accounts:vacation_end", args=[planned.pk]))
    assert halina.vacations.count() == 1


@pytest.mark.parametrize(
    ("section", "fields", "wrong"),
    [
        ("vacation_now", {"days": "31"}, "days"),
        ("vacation_now", {"days": "x"}, "days"),
        ("vacation_now", {"days": "9" * 400}, "days"),
        ("vacation_plan", {"first": "2020-01-01", "last": "2020-01-02"}, "first"),
        ("vacation_plan", {"first": "0001-01-01", "last": "9999-12-31"}, "first"),
        ("vacation_plan", {"first": "tomorrow", "last": ""}, "first"),
        ("sleep", {"sleep_begin": "22:00", "sleep_finish": "07:01"}, "sleep_finish"),
        ("sleep", {"sleep_begin": "22:00", "sleep_finish": "22:00"}, "sleep_finish"),
        ("sleep", {"sleep_begin": "22:00", "sleep_finish": ""}, "sleep_finish"),
        ("sleep", {"sleep_begin": "25:00", "sleep_finish": "07:00"}, "sleep_begin"),
        ("auto_vacation", {"auto_vacation": "maybe"}, "auto_vacation"),
        ("play_forced", {}, "play_forced"),
    ],
)
def test_a_refusal_stands_beside_its_field(
    client: Client, halina: User, section: str, fields: dict[str, str], wrong: str
) -> None:
    before = User.objects.filter(pk=halina.pk).values().get()
    answer = post(client, section, **fields)
    assert answer.status_code == 400
    assert wrong in answer.context[f"{section}_form"].errors
    assert User.objects.filter(pk=halina.pk).values().get() == before
    assert not Vacation.objects.exists()


def test_sleeping_hours_over_midnight_and_none_again(client: Client, halina: User) -> None:
    post(client, "sleep", sleep_begin="22:30", sleep_finish="07:30")
    halina.refresh_from_db()
    assert (halina.sleep_begin, halina.sleep_finish) == (time(22, 30), time(7, 30))
    page = client.get(reverse("accounts:settings")).content.decode()
    assert 'value="22:30"' in page
    assert "valid for turns that begin later" in page
    post(client, "sleep", sleep_begin="", sleep_finish="")
    halina.refresh_from_db()
    assert (halina.sleep_begin, halina.sleep_finish) == (None, None)
    assert timedelta(hours=services.LONGEST_SLEEP) == clocks.LONGEST_SLEEP


def test_sleeping_hours_keep_the_zone_they_were_meant_for(client: Client) -> None:
    user = person()
    client.force_login(user)
    client.cookies["tz"] = "America/New_York"
    post(client, "sleep", sleep_begin="23:00", sleep_finish="07:00")
    user.refresh_from_db()
    assert user.time_zone == "America/New_York"
    with pytest.raises(BadChoice):
        services.user_set_time_zone(user=user, time_zone="")
    user.refresh_from_db()
    assert user.time_zone == "America/New_York"


@pytest.mark.parametrize("name", ["auto_vacation", "play_forced"])
def test_on_and_off(client: Client, halina: User, name: str) -> None:
    for wanted in (True, False, True):
        post(client, name, **{name: str(wanted)})
        halina.refresh_from_db()
        assert getattr(halina, name) is wanted


def test_guests_are_not_offered_a_vacation(client: Client) -> None:
    client.force_login(guest())
    assert 'id="vacation"' not in client.get(reverse("accounts:settings")).content.decode()
    assert post(client, "vacation_now", days="1").status_code == 404


# --- the API ------------------------------------------------------------------------------------


def test_a_vacation_by_the_api(client: Client, halina: User) -> None:
    url = reverse("api:vacations")
    answer = client.post(url, {"days": 2}, content_type="application/json")
    assert answer.status_code == 201
    [row] = answer.json()["vacations"]
    assert answer.json()["days_left"] == 28
    assert client.get(url).json() == answer.json()
    gone = client.delete(reverse("api:vacation", args=[row["id"]]))
    assert (gone.status_code, gone.json()["vacations"]) == (200, [])
    assert client.delete(reverse("api:vacation", args=[row["id"]])).status_code == 404
    assert client.delete(f"{url}{10**30}/").status_code == 404


@pytest.mark.parametrize(
    ("body", "status", "error"),
    [
        ({"days": 40}, 400, "bad_vacation"),
        ({"days": 10**30}, 400, "bad_vacation"),
        ({"days": "many"}, 400, "bad_request"),
        ({}, 400, "bad_request"),
        ({"days": 1, "first": "2026-01-01", "last": "2026-01-01"}, 400, "bad_request"),
        ({"first": "2026-01-01"}, 400, "bad_request"),
        ({"first": "2020-01-01", "last": "2020-01-01"}, 400, "bad_vacation"),
        ({"first": "9999-12-31", "last": "9999-12-31"}, 400, "bad_vacation"),
        ([], 400, "bad_request"),
    ],
)
def test_what_the_api_refuses(
    client: Client, halina: User, body: Any, status: int, error: str
) -> None:
    answer = client.post(reverse("api:vacations"), body, content_type="application/json")
    assert (answer.status_code, answer.json()["error"]) == (status, error)
    assert not Vacation.objects.exists()


def test_the_api_says_what_stands_in_the_way(client: Client, halina: User) -> None:
    vacations.vacation_begin(user=halina, days=25)
    answer = client.post(reverse("api:vacations"), {"days": 1}, content_type="application/json")
    assert (answer.status_code, answer.json()["error"]) == (409, "vacation_overlap")
    assert Client().get(reverse("api:vacations")).status_code == 403
