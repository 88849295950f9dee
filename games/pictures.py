"""A position as a picture that stands alone: an SVG file with its symbols and its colours inside.

The colours are those of plypost.css. `light-dark()` is resolved here into a light sheet and one
for `prefers-color-scheme: dark`, so that the file also looks right in programs that know only
media queries.
"""

from __future__ import annotations

import re
from base64 import b64encode
from functools import cache as kept
from hashlib import sha256
from itertools import accumulate

from django.conf import settings
from django.core.cache import cache
from django.utils.translation import get_language, gettext

from games import records, selectors
from games.boards import sprite, svg
from games.boards.registry import board_of
from games.models import Match
from games.texts import say

SHEET = "css/plypost.css"
LAYERS = ("tokens", "board")
"""The layers of the sheet that a board alone needs; the rest is for pages."""


def closing(text: str, start: int, pair: str = "()") -> int:
    """The place of the bracket that closes the one at `start`."""
    depth = 0
    for place in range(start, len(text)):
        depth += (text[place] == pair[0]) - (text[place] == pair[1])
        if depth == 0:
            return place
    raise ValueError(f"no {pair[1]} closes {text[start : start + 40]!r}")


def layer(sheet: str, name: str) -> str:
    """The rules of one `@layer` of a style sheet."""
    start = sheet.index(f"@layer {name}{{") + len(f"@layer {name}")
    return sheet[start + 1 : closing(sheet, start, "{}")]


def resolved(sheet: str, *, dark: bool) -> str:
    """The sheet with every `light-dark(a,b)` replaced by the one or the other."""
    call = "light-dark("
    while (start := sheet.find(call)) >= 0:
        end = closing(sheet, start + len(call) - 1)
        inside = sheet[start + len(call) : end]
        depths = accumulate((letter == "(") - (letter == ")") for letter in inside)
        comma = next(
            place
            for place, (letter, depth) in enumerate(zip(inside, depths, strict=True))
            if letter == "," and depth == 0
        )
        sheet = sheet[:start] + (inside[comma + 1 :] if dark else inside[:comma]) + sheet[end + 1 :]
    return sheet


@kept
def style() -> str:
    """The rules inside every picture, light first."""
    sheet = (settings.BASE_DIR / "static" / SHEET).read_text("utf-8")
    sheet = re.sub(r"/\*.*?\*/", "", sheet, flags=re.DOTALL)
    rules = "".join(layer(sheet, name) for name in LAYERS)
    dark = resolved(rules, dark=True)
    return f"{resolved(rules, dark=False)}@media(prefers-color-scheme:dark){{{dark}}}"


@kept
def policy() -> str:
    """The Content-Security-Policy of a picture: its own style sheet, by hash, and nothing else."""
    digest = b64encode(sha256(style().encode()).digest()).decode()
    return f"default-src 'none'; style-src 'sha256-{digest}'"


def board_file(match: Match, ply: int) -> str:
    """The SVG file of the position after `ply` entries of the record; `ply` is 0 to `match.ply`."""
    key = f"board-file:{match.pk}:{match.version}:{ply}:{get_language()}"
    file: str | None = cache.get(key)
    if file is None:
        rules = match.rules
        entries = match.entries[:ply]
        states = records.replay(rules, entries, checked=False)
        board = board_of(rules)
        last: tuple[str, ...] = ()
        if entries and entries[-1].is_move:
            last = tuple(board.touched(states[-2], rules.parse_move(entries[-1].text)))
        marks = board.marks(states[-1])
        drawn = svg.draw(
            board,
            marks,
            label=gettext("{game} board").format(game=gettext(rules.name)),
            drawings=board.drawings(states[-1]),
            last=last,
            still=True,
            say=say,
        )
        symbols = "".join(sprite.symbol(name) for name in sorted(sprite.used(marks.values())))
        head, rest = drawn.split(">", 1)
        head = head.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)
        file = f"{head}><style>{style()}</style><defs>{symbols}</defs>{rest}"
        cache.set(key, file, selectors.WEEK)
    return file
