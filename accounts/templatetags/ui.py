"""Small parts of pages: icons, avatars, stamps. No inline styles: the page's policy has none."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from django import template
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

register = template.Library()

ICONS: Final = {
    "clock": '<circle cx="12" cy="12" r="8.5"/><path d="M12 7.5V12l3 2"/>',
    "undo": '<path d="M8 5 4 9l4 4"/><path d="M4 9h10a5 5 0 0 1 0 10h-3"/>',
    "prev": '<path d="m14.5 6-6 6 6 6"/>',
    "next": '<path d="m9.5 6 6 6-6 6"/>',
    "first": '<path d="M6 6v12"/><path d="m17.5 6-6 6 6 6"/>',
    "last": '<path d="M18 6v12"/><path d="m6.5 6 6 6-6 6"/>',
    "rotl": '<path d="M4 5v5h5"/><path d="M4.6 10A8 8 0 1 1 4 13.5"/>',
    "rotr": '<path d="M20 5v5h-5"/><path d="M19.4 10A8 8 0 1 0 20 13.5"/>',
    "flip": '<path d="M12 3v18"/><path d="M9 7 3.5 17H9z"/><path d="M15 7l5.5 10H15z"/>',
    "up": '<path d="m6 14.5 6-6 6 6"/>',
    "down": '<path d="m6 9.5 6 6 6-6"/>',
    "more": (
        '<circle cx="5.5" cy="12" r=".6"/><circle cx="12" cy="12" r=".6"/>'
        '<circle cx="18.5" cy="12" r=".6"/>'
    ),
    "menu": '<path d="M4 7h16M4 12h16M4 17h16"/>',
    "plus": '<path d="M12 5v14M5 12h14"/>',
    "x": '<path d="m6 6 12 12M18 6 6 18"/>',
    "check": '<path d="m5 12.5 4.5 4.5L19 7.5"/>',
    "send": '<path d="M3.5 6.5h17v11h-17z"/><path d="m4 7 8 6 8-6"/>',
    "link": (
        '<path d="M10 14a4 4 0 0 0 5.7 0l3-3a4 4 0 0 0-5.7-5.7l-1 1"/>'
        '<path d="M14 10a4 4 0 0 0-5.7 0l-3 3a4 4 0 0 0 5.7 5.7l1-1"/>'
    ),
    "eye": (
        '<path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12z"/>'
        '<circle cx="12" cy="12" r="2.8"/>'
    ),
    "play": '<path d="M8 5.5v13l10.5-6.5z"/>',
    "chat": '<path d="M4 5.5h16v11H10l-4 3.5v-3.5H4z"/>',
    "person": '<circle cx="12" cy="8" r="3.5"/><path d="M5 20c.7-4 3.5-6 7-6s6.3 2 7 6"/>',
    "bot": (
        '<rect x="4.5" y="8" width="15" height="11" rx="2.5"/>'
        '<path d="M12 4.5V8M9 13h.01M15 13h.01"/>'
    ),
    "open": (
        '<circle cx="12" cy="12" r="8.5"/><path d="M3.5 12h17M12 3.5c5 5 5 12 0 17-5-5-5-12 0-17"/>'
    ),
}


@register.filter
def moment(at: datetime | None) -> str:
    """A deadline in the reader's zone, with its name: "30 November 2026, 14:20 CET"."""
    if at is None:
        return ""
    local = timezone.localtime(at)
    return f"{date_format(local, 'DATETIME_FORMAT')} {local.tzname()}"


@register.simple_tag
def ic(name: str, css: str = "") -> SafeString:
    """An icon, hidden from screen readers; `css` "s" makes it small."""
    return format_html(
        '<svg class="ic {}" viewBox="0 0 24 24" aria-hidden="true">{}</svg>',
        css,
        mark_safe(ICONS[name]),  # noqa: S308  # ours, see above
    )


@register.simple_tag
def avatar(person: Any, css: str = "") -> SafeString:
    """The square with the first letter of a name; bots have a round one. Decoration.

    `person` is a name, a user, or a table with the keys `name` and `bot`.
    """
    if isinstance(person, Mapping):
        name, is_bot = str(person["name"]), bool(person.get("bot"))
    else:
        name, is_bot = str(person), bool(getattr(person, "bot", ""))
    if is_bot:
        return format_html(
            '<span class="av bot {}" aria-hidden="true">{}</span>', css, ic("bot", "s")
        )
    tint = sum(map(ord, name)) % 5
    return format_html(
        '<span class="av av{} {}" aria-hidden="true">{}</span>', tint, css, name[:1].upper()
    )


@register.simple_tag
def bot_avatar() -> SafeString:
    """The round badge of a bot. Decoration."""
    return format_html('<span class="av bot" aria-hidden="true">{}</span>', ic("bot", "s"))


@register.filter
def signed(points: int) -> str:
    """A change with its sign: "+11", "−8", "0"."""
    return f"+{points}" if points > 0 else f"−{-points}" if points < 0 else "0"


@register.filter
def positive(points: int) -> int:
    """Without its sign, where words say the direction."""
    return abs(points)


@register.simple_tag
def stamp(word: str, tilt: int = -8) -> SafeString:
    """The small cancel of a finished game. The result must stand in text beside it."""
    waves = "".join(f"M112 {y}q9-7 18 0t18 0 18 0" for y in (44, 56, 68, 80))
    return format_html(
        '<svg class="postmark stamp" viewBox="0 0 170 124" aria-hidden="true">'
        '<g transform="rotate({} 62 62)"><path class="wv" d="{}"/>'
        '<circle class="ri" cx="62" cy="62" r="54"/>'
        '<circle class="ri thin" cx="62" cy="62" r="47"/>'
        '<text class="big" x="62" y="63">{}</text></g></svg>',
        tilt,
        waves,
        word,
    )


@register.simple_tag
def postmark(top: str, big: Any, low: str, number: int = 0) -> SafeString:
    """The round mark of a rating: game above, rating, rank below.

    `number` tells the marks of one page apart and turns each a little differently.
    """
    waves = "".join(f"M112 {y}q9-7 18 0t18 0 18 0 18 0" for y in (38, 50, 62, 74, 86))
    return format_html(
        '<svg class="postmark" viewBox="0 0 196 124" role="img" aria-label="{label}">'
        '<g transform="rotate({tilt} 62 62)"><path class="wv" d="{waves}"/>'
        '<circle class="ri" cx="62" cy="62" r="55"/>'
        '<circle class="ri thin" cx="62" cy="62" r="38"/>'
        '<path id="pm{n}" d="M17.5 62a44.5 44.5 0 0 1 89 0" fill="none"/>'
        '<path id="pn{n}" d="M13.5 62a48.5 48.5 0 0 0 97 0" fill="none"/>'
        '<text class="arc"><textPath href="#pm{n}" startOffset="50%">{top}</textPath></text>'
        '<text class="arc"><textPath href="#pn{n}" startOffset="50%">{low}</textPath></text>'
        '<text class="big" x="62" y="63">{big}</text></g></svg>',
        label=_("%(game)s: %(rating)s, %(rank)s") % {"game": top, "rating": big, "rank": low},
        tilt=(-6, -3, -9, -5, -8, -4)[number % 6],
        waves=waves,
        n=number,
        top=top.upper(),
        low=low.upper(),
        big=big,
    )
