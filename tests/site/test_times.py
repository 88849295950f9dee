"""Moments are shown in the reader's zone, with its name; time left does not care about zones."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.utils import timezone, translation

from accounts.models import User
from accounts.templatetags.ui import moment
from games import cards
from games.models import Match
from tests import factories

COPENHAGEN, NEW_YORK = "Europe/Copenhagen", "America/New_York"
# the night in which each zone changes its clocks: 24 hours from noon to noon are 23 or 25 there
CHANGES = [
    (COPENHAGEN, datetime(2026, 3, 28, 12, tzinfo=UTC)),
    (COPENHAGEN, datetime(2026, 10, 24, 12, tzinfo=UTC)),
    (NEW_YORK, datetime(2026, 3, 7, 12, tzinfo=UTC)),
    (NEW_YORK, datetime(2026, 10, 31, 12, tzinfo=UTC)),
]


@pytest.mark.parametrize(
    ("language", "zone", "at", "text"),
    [
        ("en", COPENHAGEN, datetime(2026, 1, 5, 23, 30, tzinfo=UTC), "6 January 2026, 00:30 CET"),
        ("en", COPENHAGEN, datetime(2026, 7, 5, 13, 5, tzinfo=UTC), "5 July 2026, 15:05 CEST"),
        ("en", NEW_YORK, datetime(2026, 1, 5, 3, 30, tzinfo=UTC), "4 January 2026, 22:30 EST"),
        ("en", NEW_YORK, datetime(2026, 7, 5, 13, 5, tzinfo=UTC), "5 July 2026, 09:05 EDT"),
        ("da", COPENHAGEN, datetime(2026, 7, 5, 13, tzinfo=UTC), "5. juli 2026 kl. 15.00 CEST"),
        # the hour that comes twice: the name tells which it is
        (
            "en",
            COPENHAGEN,
            datetime(2026, 10, 25, 0, 30, tzinfo=UTC),
            "25 October 2026, 02:30 CEST",
        ),
        ("en", COPENHAGEN, datetime(2026, 10, 25, 1, 30, tzinfo=UTC), "25 October 2026, 02:30 CET"),
    ],
)
def test_a_deadline_is_written_in_the_zone_of_the_reader(
    language: str, zone: str, at: datetime, text: str
) -> None:
    with timezone.override(ZoneInfo(zone)), translation.override(language):
        assert moment(at) == text


@pytest.mark.parametrize(("zone", "start"), CHANGES)
def test_time_left_runs_evenly_through_the_night_of_the_change(zone: str, start: datetime) -> None:
    local = start.astimezone(ZoneInfo(zone))
    deadline = (start + timedelta(days=1)).astimezone(ZoneInfo(zone))
    assert local.utcoffset() != deadline.utcoffset()
    with timezone.override(ZoneInfo(zone)):
        spelled = [
            cards.left_text(deadline.astimezone(UTC) - (start + timedelta(hours=hours)))
            for hours in (0, 12, 18, 23)
        ]
    assert spelled == ["1 d 0 h", "12 h", "6 h", "1 h 0 min"]


@pytest.mark.django_db
@pytest.mark.parametrize(("zone", "start"), CHANGES)
def test_a_day_for_a_move_is_24_hours_also_when_the_clocks_change(
    zone: str, start: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(timezone, "now", lambda: start)
    first, second = factories.person(), factories.person()
    User.objects.filter(pk=first.pk).update(time_zone=zone)
    with timezone.override(ZoneInfo(zone)):
        match = factories.match_of(first, second, clock="1d", now=start)
        match = Match.objects.get(pk=match.pk)
        assert match.deadline == start + timedelta(days=1)
        (card,) = cards.match_cards([match], first)
    assert card["left"] == "1 d 0 h"


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("zone", "text"),
    [(COPENHAGEN, "12 July 2026, 14:00 CEST"), (NEW_YORK, "12 July 2026, 08:00 EDT")],
)
def test_pages_show_a_deadline_in_the_zone_of_the_account(
    client: Client, zone: str, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = datetime(2026, 7, 11, 12, tzinfo=UTC)
    monkeypatch.setattr(timezone, "now", lambda: now)
    first, second = factories.person(), factories.person()
    User.objects.filter(pk=first.pk).update(time_zone=zone)
    match = factories.match_of(first, second, clock="1d", now=now)
    client.force_login(first)
    for address in ("/", match.get_absolute_url()):
        page = client.get(address).text
        assert f'title="{text}"' in page, address
        assert f'data-zone="{zone}"' in page, address
