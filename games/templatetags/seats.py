"""Seats in text: the glyph for those who see it, the word for those who do not."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from django import template
from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy as _

from games import terms
from games.boards.svg import seat_glyph

register = template.Library()

COLOURS: Final = {
    "red": _("red"),
    "yellow": _("yellow"),
    "green": _("green"),
    "blue": _("blue"),
    "black": _("black"),
    "white": _("white"),
}


@register.simple_tag
def seats(colours: Iterable[str], stones: bool = True) -> SafeString:
    """The glyphs of these colours, with their names for screen readers.

    Without `stones` white is a chip like the other colours, as in Speckles.
    """
    return format_html_join(" ", "{}", ([seat(colour, stones)] for colour in colours))


@register.simple_tag
def seat(colour: str, stones: bool = True) -> SafeString:
    """The glyph of one colour, with its name for screen readers."""
    # drawn by our own code, from our own words
    glyph = mark_safe(seat_glyph(colour, stone=stones and colour in ("black", "white")))  # noqa: S308
    return format_html('{}<span class="vh">{}</span>', glyph, COLOURS.get(colour, colour))


@register.simple_tag
def line(game: str, *parts: str) -> SafeString:
    """A game with more about it in one line: see `games.terms.line`."""
    # every part is escaped, and between them are only our own words
    return mark_safe(terms.line(*map(conditional_escape, (game, *parts))))  # noqa: S308


@register.filter
def at(items: Sequence[Any], seat: int) -> Any:
    """What belongs to the seat of this number."""
    return items[seat]
