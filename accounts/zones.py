"""The time zones of this machine; looked up once, for the list is read from many files."""

from __future__ import annotations

from functools import cache
from zoneinfo import available_timezones

# What people live in; the rest are old names and abbreviations, understood but not offered.
_AREAS = (
    "Africa/", "America/", "Antarctica/", "Arctic/", "Asia/", "Atlantic/", "Australia/", "Europe/",
    "Indian/", "Pacific/",
)  # fmt: skip


@cache
def known() -> frozenset[str]:
    """All zones that `zoneinfo` can load."""
    return frozenset(available_timezones())


@cache
def offered() -> tuple[str, ...]:
    """The zones for a list, sorted: UTC and one per place."""
    return ("UTC", *sorted(zone for zone in known() if zone.startswith(_AREAS)))
