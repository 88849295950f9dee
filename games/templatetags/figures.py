"""Figures of the rules pages: positions drawn by the server, which the board's script brings alive.

`{% figure moves="Rd4;Ye5" seats=3 %}What is to be seen.{% endfigure %}` plays the moves from the
start of the page's game (`game.key` of the context) and draws the position. The picture needs no
script; `data-src` says where the script finds the same position as JSON.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final, NamedTuple
from urllib.parse import urlencode

from django import template
from django.template.context import Context
from django.template.loader import get_template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext

from games.boards import svg
from games.boards.core import EMPTY, Board, Mark, Shape
from games.boards.registry import board_of
from games.rules import registry
from games.rules.core import OVER
from games.texts import say

register = template.Library()

HELD: Final = ("cell", "vertex", "face")
"""Kinds of shapes whose content is told to those who cannot see the picture."""
MANY: Final = 40
"""With more pieces than this a list would be too long to listen to."""
AGAIN: Final = (
    '<p class="mt" data-bar hidden><span data-say></span> '  # what to do next, or why not
    '<button type="button" class="lnk sm btnl" data-again hidden>{}</button></p>'
)


@register.simple_block_tag(takes_context=True)
def figure(
    context: Context,
    content: str,
    *,
    moves: str = "",
    seats: int | None = None,
    area: str = "",
    pick: str = "",
    dots: bool = False,
    last: bool = False,
    play: bool = True,
    **options: str | int | bool,
) -> SafeString:
    """A `<figure>` with a position; the content between the tags is its caption.

    `moves` (parted by `;`) lead to it from the start of a game with `seats` (the fewest the game is
    for, if not given) and `options`. `area` names shapes: only the part of the board that they
    span is shown. `pick` (parted by `|`) has shapes that are picked already. `dots` shows where
    one may go next, `last` the last move. Without `play`, and after the end of a game, it stays a
    picture. Raises `RulesError` if the moves are not a legal line.
    """
    key = context["game"]["key"]
    seats = seats or registry.find(key).players[0]
    given = tuple(sorted((name, str(value)) for name, value in options.items()))
    drawn = _drawn(
        key, seats, given, moves, area, pick, bool(dots), bool(last), get_language() or ""
    )
    play = play and not drawn.over
    query = urlencode({"full": 1, "seats": seats, **dict(given), "moves": moves}, safe=",")
    tools = get_template("games/rules/includes/figure_tools.html")
    return format_html(
        '<figure{} data-src="{}?{}"{}>{}{}'
        '<figcaption class="sm mute"><p>{}</p>{}</figcaption></figure>',
        mark_safe(" data-board") if play else "",
        reverse("game_line", args=[key]),
        query,
        format_html(' data-pick="{}"', pick) if pick else "",
        mark_safe(drawn.picture),  # noqa: S308  # by games.boards.svg, which escapes its texts
        mark_safe(tools.render({"drawn": drawn})) if play else "",  # noqa: S308  # our template
        mark_safe(content.strip()),  # noqa: S308  # rendered by our own template, escaped there
        format_html(AGAIN, gettext("Again")) if play else "",
    )


class Drawn(NamedTuple):
    """A figure's picture, and what its position needs beside the board."""

    picture: str
    over: bool
    tray: bool
    hand: bool


@lru_cache(maxsize=256)
def _drawn(
    key: str,
    seats: int,
    options: tuple[tuple[str, str], ...],
    moves: str,
    area: str,
    pick: str,
    dots: bool,
    last: bool,
    language: str,
) -> Drawn:
    """The figure; kept, since it never changes."""
    game = registry.make(key, seats, dict(options))
    board: Board[Any, Any] = board_of(game)
    state = game.initial()
    touched: tuple[str, ...] = ()
    for text in moves.split(";") if moves else ():
        before, state = state, game.play(state, text)
        touched = board.touched(before, game.parse_move(text))
    marks = board.marks(state)
    picked = tuple(pick.split("|")) if pick else ()
    legal: set[str] = set()
    if dots and board.geometry.hand:
        legal = set(board.anchors(state))
    elif dots and state.to_move != OVER:
        ways = (way for move in game.legal(state) for way in board.places(state, move))
        legal = {way[len(picked)] for way in ways if way[: len(picked)] == picked != way}
    shapes = board.geometry.by_id
    spanned = [shapes[name] for name in area.split()]
    picture = svg.draw(
        board,
        marks,
        label=_label(game.name, board, state, marks),
        drawings=board.drawings(state),
        last=touched if last else (),
        legal=legal,
        chosen=picked,
        still=True,
        say=say,
        box=_span(spanned) if spanned else None,
    )
    trays = (shape.id for shape in board.geometry.shapes if shape.kind == "tray")
    return Drawn(
        picture,
        state.to_move == OVER,
        any(marks.get(name, EMPTY) != EMPTY for name in trays),
        board.geometry.hand is not None,
    )


def _span(shapes: list[Shape]) -> tuple[float, float, float, float]:
    """The least box (x, y, width, height) round these shapes."""
    left, top = (min(getattr(s, axis) - s.r for s in shapes) for axis in "xy")
    right, bottom = (max(getattr(s, axis) + s.r for s in shapes) for axis in "xy")
    return left, top, right - left, bottom - top


def _label(name: str, board: Board[Any, Any], state: Any, marks: dict[str, Mark]) -> str:
    """The position in words: "Speckles: d4 red, e5 yellow"."""
    shapes = board.geometry.by_id
    parts = [
        f"{say(shapes[key].label)} {say(mark.label)}"
        for key, mark in marks.items()
        if key in shapes and shapes[key].kind in HELD and mark.piece
    ]
    summary = board.summary(state)
    if len(parts) > MANY or (summary and any(shape.kind == "line" for shape in shapes.values())):
        parts = parts if len(parts) <= MANY else []
        parts += [say(summary)] if summary else []
    return gettext("{game}: {position}").format(
        game=gettext(name), position=", ".join(parts) or gettext("an empty board")
    )
