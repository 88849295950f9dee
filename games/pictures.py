"""A position as a picture that stands alone: an SVG file, or a PNG for what cannot show one.

The colours are those of plypost.css. In the SVG `light-dark()` is resolved into a light sheet and
one for `prefers-color-scheme: dark`, so that the file also looks right in programs that know only
media queries. A PNG has one theme.

A picture is named by what was played up to its ply (`tag`), not by its match: equal positions of
equal games share theirs, and nothing has to be forgotten when a match goes on.
"""

from __future__ import annotations

import re
from base64 import b64encode
from functools import cache as kept
from hashlib import sha256
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.utils.translation import get_language, gettext

from games import rasters, snapshots
from games.boards import sprite, svg
from games.boards.registry import board_of
from games.errors import BadPicture, NoSuchPly
from games.lines import replayed
from games.models import Match
from games.rules.core import Game
from games.rules.text import gettext_noop
from games.texts import say

SHEET = "css/plypost.css"
LAYERS = ("tokens", "board")
"""The layers of the sheet that a board alone needs; the rest is for pages."""

EDITION = 1
"""Raise it when pictures of old positions shall be made anew (the sheet counts by itself)."""

SIZES = (128, 256, 512, 800, 1200)
"""The longer side of a PNG in pixels: few, so that few are made and kept."""
THEMES = ("light", "dark")


def layer(sheet: str, name: str) -> str:
    """The rules of one `@layer` of a style sheet."""
    start = sheet.index(f"@layer {name}{{") + len(f"@layer {name}")
    return sheet[start + 1 : rasters.closing(sheet, start, "{}")]


@kept
def rules_of_boards() -> str:
    """What plypost.css says about boards, `light-dark()` and all."""
    sheet = (settings.BASE_DIR / "static" / SHEET).read_text("utf-8")
    sheet = re.sub(r"/\*.*?\*/", "", sheet, flags=re.DOTALL)
    return "".join(layer(sheet, name) for name in LAYERS)


@kept
def style() -> str:
    """The rules inside every SVG file, light first."""
    rules = rules_of_boards()
    dark = rasters.resolved(rules, dark=True)
    return f"{rasters.resolved(rules, dark=False)}@media(prefers-color-scheme:dark){{{dark}}}"


@kept
def policy() -> str:
    """The Content-Security-Policy of a picture: its own style sheet, by hash, and nothing else."""
    digest = b64encode(sha256(style().encode()).digest()).decode()
    return f"default-src 'none'; style-src 'sha256-{digest}'"


def ply_of(match: Match, asked: str | None) -> int:
    """The ply that `?ply=` asks for, the present one without it.

    Raises `BadPicture` for what is no number, `NoSuchPly` if the match is not so far.
    """
    if asked is None:
        return match.ply
    if not (asked.isascii() and asked.isdecimal()):
        raise BadPicture(gettext_noop("ply must be a whole number, 0 for the start."))
    if len(asked) > 6 or int(asked) > match.ply:
        raise NoSuchPly
    return int(asked)


def size_of(asked: str | None) -> int:
    """The longer side that `?size=` asks for, in pixels; raises `BadPicture`."""
    found = next((size for size in SIZES if str(size) == asked), None)
    if asked is not None and found is None:
        raise BadPicture(
            gettext_noop("size must be one of {sizes}."), sizes=", ".join(map(str, SIZES))
        )
    return found or 512


def theme_of(asked: str | None) -> str:
    """The theme that `?theme=` asks for; raises `BadPicture`."""
    if asked is not None and asked not in THEMES:
        raise BadPicture(gettext_noop("theme must be light or dark."))
    return asked or "light"


def tag(match: Match, ply: int, *kind: object) -> str:
    """A name for one picture: of this position, in this `kind`, with today's colours."""
    parts = [
        f"{EDITION} {policy()} {kind}",
        f"{match.game} {match.size} {sorted(match.options.items())} {match.rules_version}",
        *(entry.rpartition("/")[0] for entry in match.record.split()[:ply]),
    ]
    return sha256("\n".join(parts).encode()).hexdigest()[:32]


def position_of(match: Match, ply: int) -> tuple[Any, tuple[str, ...]]:
    """The position after `ply` entries of the record, and the shapes of the last move."""
    rules, entries = match.rules, match.entries
    state = replayed(rules, entries, ply)
    if not ply or not entries[ply - 1].is_move:
        return state, ()
    before = replayed(rules, entries, ply - 1)
    return state, tuple(board_of(rules).touched(before, rules.parse_move(entries[ply - 1].text)))


def drawn(rules: Game[Any], state: Any, last: tuple[str, ...]) -> tuple[str, set[str]]:
    """A whole board without anything to click, and the names of the symbols that it uses."""
    board = board_of(rules)
    marks = board.marks(state)
    picture = svg.draw(
        board,
        marks,
        label=gettext("{game} board").format(game=gettext(rules.name)),
        drawings=board.drawings(state),
        last=last,
        still=True,
        say=say,
    )
    return picture, sprite.used(marks.values())


def standing_alone(picture: str, symbols: set[str], css: str = "") -> str:
    """An `<svg>` of a page as a file: with its symbols and, if it needs one, its sheet."""
    head, rest = picture.split(">", 1)
    head = head.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)
    defs = "".join(sprite.symbol(name) for name in sorted(symbols))
    return f"{head}>{f'<style>{css}</style>' if css else ''}<defs>{defs}</defs>{rest}"


def board_file(match: Match, ply: int) -> str:
    """The SVG file of the position after `ply` entries of the record; `ply` is 0 to `match.ply`."""
    key = f"board-file:{tag(match, ply, get_language())}"
    file: str | None = cache.get(key)
    if file is None:
        file = standing_alone(*drawn(match.rules, *position_of(match, ply)), style())
        cache.set(key, file, snapshots.WEEK)
    return file


def kept_png(match: Match, ply: int, size: int, theme: str) -> bytes | None:
    """The PNG if it has been made already."""
    file: bytes | None = cache.get(f"board-png:{tag(match, ply, size, theme)}")
    return file


def board_png(match: Match, ply: int, size: int, theme: str) -> bytes:
    """The same as a PNG whose longer side has `size` pixels, made now and kept."""
    box = board_of(match.rules).geometry.box
    scale = size / max(box[2], box[3])
    painted = rasters.painted(board_file(match, ply), rules_of_boards(), dark=theme == "dark")
    file = rasters.png(painted, width=round(box[2] * scale), height=round(box[3] * scale))
    cache.set(f"board-png:{tag(match, ply, size, theme)}", file, snapshots.WEEK)
    return file
