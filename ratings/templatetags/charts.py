"""Charts and short times in templates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from django import template
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.cards import left_text
from ratings import charts

register = template.Library()


@register.simple_tag
def rating_chart(points: charts.Points, game: str) -> SafeString:
    """The rating in one game over time."""
    span = points[-1][0] - points[0][0]
    if span > timedelta(days=700):
        pattern = "N Y"
    elif span > timedelta(days=120):
        pattern = "N"
    else:
        pattern = pgettext("date format", "j N")

    def day(moment: datetime) -> str:
        return date_format(timezone.localtime(moment), pattern)

    label = _("Rating in {game} from {first} to {last}: {begin} to {end}, highest {best}.").format(
        game=game,
        first=date_format(timezone.localtime(points[0][0])),
        last=date_format(timezone.localtime(points[-1][0])),
        begin=points[0][1],
        end=points[-1][1],
        best=max(value for _at, value in points),
    )
    return mark_safe(charts.rating_chart(points, label=label, day=day))  # noqa: S308  # ours


@register.simple_tag
def histogram(bars: Sequence[tuple[int, int]], mine: Any, width: int) -> SafeString:
    """How many players are on each level; `mine` is a row of the ladder or nothing."""
    own = mine["rating"] if mine else None
    label = _("Number of players by rating, from {low} to {high}.").format(
        low=bars[0][0], high=bars[-1][0] + width
    )
    return mark_safe(charts.histogram(bars, mine=own, width=width, label=label))  # noqa: S308


@register.simple_tag
def results_bar(row: Mapping[str, Any]) -> SafeString:
    """Won, drawn, lost of a row of the ladder."""
    label = _("{won} won, {drawn} drawn, {lost} lost").format(
        won=row["won"], drawn=row["drawn"], lost=row["lost"]
    )
    return mark_safe(  # noqa: S308  # ours
        charts.results_bar(row["won"], row["drawn"], row["lost"], label=label)
    )


@register.filter
def last_value(points: charts.Points) -> int:
    """The rating after the newest game."""
    return points[-1][1]


@register.filter
def ago(moment: datetime | None) -> str:
    """How long ago, as short as the time left: "2 h"."""
    return left_text(timezone.now() - moment) if moment else ""
