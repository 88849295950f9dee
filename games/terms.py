"""What a match is played for, in words: the one line of its terms, and the parts of it."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.utils.translation import gettext, ngettext

from games import clocks
from games.choices import option_words
from games.models import Match
from games.rules.core import Game, Option
from games.rules.text import gettext_noop

SIZES = ("rows", "columns", "size")
"""Options that make the size of the board."""


def days_text(days: int) -> str:
    """The time as people say it: "1 day a move", "3 days a move"."""
    return ngettext("{n} day a move", "{n} days a move", days).format(n=days)


def clock_text(text: str) -> str:
    """A clock as people say it: "3 days a move", "5 days in all + 1 day a move, …"."""
    control = clocks.control(text)
    if control.kind == "none":
        return gettext("no clock")
    if control.kind == "per_move":
        return days_text(control.base.days)
    return gettext("{bank} in all + {increment} a move, at most {cap}").format(
        bank=length_text(control.base),
        increment=length_text(control.increment),
        cap=length_text(control.cap),
    )


def clock_choices() -> list[tuple[Any, Any]]:
    """All clocks for a list, in groups: days for every move, banks, none."""
    return [
        (
            gettext("For every move"),
            [(clocks.per_move(n), days_text(n)) for n in clocks.DAYS],
        ),
        (gettext("For the whole game"), [(text, clock_text(text)) for text in clocks.BANKS]),
        (gettext("Without a clock"), [(clocks.NONE, gettext("No clock, unrated"))]),
    ]


def length_text(length: timedelta) -> str:
    """A length of whole days or hours: "5 days", "12 hours"."""
    if length.seconds:
        hours = int(length.total_seconds()) // 3600
        return ngettext("{n} hour", "{n} hours", hours).format(n=hours)
    return ngettext("{n} day", "{n} days", length.days).format(n=length.days)


LINE = gettext_noop("{game} · {terms}")


def line(game: str, *parts: str) -> str:
    """The one way in which a game is named with more about it: "Conquare · 7 × 7, rated".

    Empty parts are left out.
    """
    terms = ", ".join(part for part in parts if part)
    return gettext(LINE).format(game=game, terms=terms) if terms else game


def facts(match: Match) -> str:
    """The terms of a match in one line: "Conquare · 7 × 7, rated, 3 days a move"."""
    return line(gettext(match.rules.name), *parts(match))


def parts(match: Match) -> list[str]:
    """The terms of a match: board and players, rated, time, what stops the clock."""
    return [
        *board_parts(match.rules),
        rated_text(match.rated),
        clock_text(match.clock),
        *pauses_texts(match),
    ]


def board_parts(rules: Game[Any]) -> list[str]:
    """What is played, beyond the name of the game: size, more than two players, odd options."""
    return [
        text
        for text in (size_text(rules), seats_text(rules.seats), *map(capless, odd_options(rules)))
        if text
    ]


def rated_text(rated: bool) -> str:
    """Whether the result counts."""
    return gettext("rated") if rated else gettext("unrated")


_SEATS = {3: gettext_noop("three players"), 4: gettext_noop("four players")}


def seats_text(seats: int) -> str:
    """How many play, where they are more than two: "four players"."""
    return gettext(_SEATS[seats]) if seats in _SEATS else ""


def capless(text: str) -> str:
    """A label as it stands inside a line: "First pieces" is "first pieces"."""
    return text[:1].lower() + text[1:]


def pauses_texts(match: Match) -> list[str]:
    """What is unusual about a match's pauses: weekends that are off, vacations that are not."""
    texts = []
    if match.weekend:
        texts.append(weekend_text(match.weekend))
    if not match.vacations and match.clock != clocks.NONE:
        texts.append(no_vacations_text())
    return texts


def weekend_text(zone: str) -> str:
    """That weekends are off: "weekends off (Europe/Paris)"."""
    return gettext("weekends off ({zone})").format(zone=zone.replace("_", " "))


def no_vacations_text() -> str:
    """That vacations are none here."""
    return gettext("vacations do not stop the clock")


def size_text(rules: Game[Any]) -> str:
    """The size of the board where there are several: "4 × 4"; else empty."""
    values = rules.values
    if "rows" in values:
        return f"{values['rows']} × {values['columns']}"
    return f"{values['size']} × {values['size']}" if "size" in values else ""


def odd_options(rules: Game[Any]) -> list[str]:
    """The options besides the size that are not as usual: "First pieces: in any corner"."""
    return [
        option_text(option, rules.values[option.key])
        for option in rules.options
        if option.key not in SIZES
        and rules.values[option.key] != rules.default(option, rules.seats)
    ]


def option_text(option: Option, value: str) -> str:
    """What an option is set to: "Claims: by hand"; a yes/no option that is on is its label."""
    label = gettext(option.label)
    if value == "true":
        return label
    return gettext("{option}: {choice}").format(option=label, choice=option_words(option, value))
