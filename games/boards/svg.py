"""Draws any board as SVG, and the tray and the text table beside it as HTML.

`static/js/draw.js` draws the same layers, string for string, when the position changes in the
browser; whoever changes one changes the other (`tests/boards/test_draw_js.py` compares them).
Nothing here knows a game: geometry and marks say it all. No inline styles, so the page needs none
in its policy.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from html import escape
from typing import Any

from games.boards.core import EMPTY, Board, Drawing, Geometry, Mark, Shape, number
from games.boards.sprite import EAST, GLYPHS, NORTH, SOUTH, STONES, WEST, sprite
from games.rules.text import Text, gettext_noop

__all__ = ["draw", "hand_piece", "seat_glyph", "sprite", "table", "tray"]

Say = Callable[[Text], str]
Links = Callable[[str], str | None]

CLICKED = ("line", "cell", "vertex")
"""Kinds of shapes on the board that can be clicked."""

FREE = Text(gettext_noop("free"))
LAST_MOVE = Text(gettext_noop("last move"))


def draw(
    board: Board[Any, Any],
    marks: Mapping[str, Mark],
    *,
    label: str,
    drawings: Sequence[Drawing] = (),
    last: Collection[str] = (),
    legal: Collection[str] = (),
    chosen: Collection[str] = (),
    draft: Mapping[str, Mark] | None = None,
    mini: bool = False,
    still: bool = False,
    links: Links | None = None,
    say: Say = str,
    box: tuple[float, float, float, float] | None = None,
) -> str:
    """The board as one `<svg>`.

    `last`, `legal` and `chosen` are shape ids; `draft` has the marks that differ in the move that
    is being made (`Board.preview`). The full board is a group of buttons with one tab stop, ids
    `s-<shape id>`; with `links`, shapes for which it gives an address are links, for pages without
    script. A `mini` board is a small picture, a `still` one a full board without hit shapes, so
    that a page may show several without double ids. `label` names it for those who cannot
    see it; `say` translates; `box` cuts out a part (x, y, width, height).
    """
    geometry = board.geometry
    view = box or (geometry.mini if mini else geometry.box)
    parts = layers(geometry, marks, drawings, last, legal, chosen, draft or {}, mini)
    over = f"<g>{geometry.cover}</g>" if geometry.cover else ""
    body = (
        (geometry.mini_ground if mini else geometry.ground + geometry.coordinates)
        + "".join(_layer(name, parts[name], mini) for name in UNDER)
        + over
        + "".join(_layer(name, parts[name], mini) for name in OVER)
    )
    picture = mini or still
    role = "img" if picture else "group"
    extra = "" if picture else f' aria-roledescription="{say(BOARD)}"'
    return (
        f'<svg class="board {geometry.css}{" mini" if mini else ""}" '
        f'viewBox="{" ".join(map(number, view))}" role="{role}"{extra} '
        f'aria-label="{escape(label)}">{body}'
        + ("" if picture else f"<g>{_hits(geometry, marks, last, legal, chosen, links, say)}</g>")
        + "</svg>"
    )


BOARD = Text(gettext_noop("board"))

UNDER = ("last", "faces", "links", "under", "lines")
OVER = ("dots", "pieces", "over", "top")
"""Names of the layers below and above the cover, bottom up. See UX: "Layers, bottom up"."""


def _layer(name: str, body: str, mini: bool) -> str:
    if mini:
        return body
    return f'<g class="y-{name}">{body}</g>'


def layers(
    geometry: Geometry,
    marks: Mapping[str, Mark],
    drawings: Iterable[Drawing],
    last: Collection[str],
    legal: Collection[str],
    chosen: Collection[str],
    draft: Mapping[str, Mark],
    mini: bool,
) -> dict[str, str]:
    """The SVG of each layer that depends on the position."""
    out: dict[str, list[str]] = {name: [] for name in UNDER + OVER}
    free, drawn, links = [], [], {"black": "", "white": ""}
    tiles: dict[str, list[tuple[Shape, Mark]]] = {}
    tiles_last: list[Shape] = []
    tiles_draft: list[tuple[Shape, Mark]] = []
    for shape in geometry.shapes:
        key, kind = shape.id, shape.kind
        if kind == "tray":
            continue
        drafted, is_last = key in draft, key in last and key not in draft
        mark = draft[key] if drafted else marks.get(key, EMPTY)
        lift = drafted and mark.piece == "" and marks.get(key, EMPTY).piece != ""
        if lift:
            mark = marks[key]
        here = mark != EMPTY
        if kind == "face":
            if here:
                css = mark.colour + (" draft" if drafted else "")
                out["faces"].append(f'<path class="face {css}" d="{shape.d}"/>')
                if mark.piece:
                    out["faces"].append(
                        f'<use href="#{mark.piece}" class="fg {css}" transform="translate('
                        f'{number(shape.x)} {number(shape.y)}) scale({number(shape.r / 33)})"/>'
                    )
            elif not mini:
                out["faces"].append(f'<path class="face0" d="{shape.d}"/>')
        elif kind == "link":
            if here:
                links[mark.colour] += shape.d
        elif kind == "line":
            if not here:
                free.append(shape.d)
            elif drafted or is_last:
                halo, line = ("lhalo d", "draftl") if drafted else ("lhalo", "lastl")
                out["lines"].append(
                    f'<path class="{halo}" d="{shape.d}"/>'
                    f'<path class="drawn {line}" d="{shape.d}"/>'
                )
            else:
                drawn.append(shape.d)
            if key in chosen and not here:
                out["lines"].append(f'<path class="drawn draftl" d="{shape.d}"/>')
        elif mark.piece.startswith("tile-"):
            if drafted:
                tiles_draft.append((shape, mark))
            else:
                tiles.setdefault(mark.colour, []).append((shape, mark))
                if is_last:
                    tiles_last.append(shape)
        else:
            _spot(out, shape, mark, is_last, key in legal, key in chosen, drafted, lift, mini)
        if kind in ("cell", "vertex") and key in legal and not mark.piece and not mini:
            out["dots"].append(
                f'<circle class="legal" cx="{number(shape.x)}" cy="{number(shape.y)}" '
                f'r="{16 if geometry.hand else 11}"/>'
            )
    for colour, d in links.items():
        if d:
            out["links"].append(
                f'<path class="lk0 {colour}" d="{d}"/><path class="lk {colour}" d="{d}"/>'
            )
    out["lines"].insert(0, (_path("free", free) if free else "") + _path("drawn", drawn))
    for colour, own in tiles.items():
        out["pieces"].append(_tiles_mini(colour, own) if mini else _tiles(colour, own, ""))
    if tiles_draft:
        out["top"].append(_tiles(tiles_draft[0][1].colour, tiles_draft, " ghost"))
        d = outline([_place(shape) for shape, _ in tiles_draft])
        out["top"].append(f'<path class="gl0" d="{d}"/><path class="gl1" d="{d}"/>')
    if tiles_last and not mini:
        out["over"].append(f'<path class="plast" d="{outline([_place(s) for s in tiles_last])}"/>')
    for drawing in drawings:
        layer = "under" if drawing.under else "over"
        out[layer].append(f'<path class="{drawing.css}" d="{drawing.d}"/>')
    return {name: "".join(body) for name, body in out.items()}


def _path(css: str, parts: list[str]) -> str:
    return f'<path class="{css}" d="{"".join(parts)}"/>' if parts else ""


def _spot(
    out: dict[str, list[str]],
    shape: Shape,
    mark: Mark,
    is_last: bool,
    is_legal: bool,
    is_chosen: bool,
    drafted: bool,
    lift: bool,
    mini: bool,
) -> None:
    """A cell or vertex with what stands on it."""
    x, y, r = shape.x, shape.y, shape.r
    sx, sy = number(x), number(y)
    square = shape.kind == "cell" and r >= 50
    stone = mark.piece.startswith("st-")
    states = mark.states.split()
    if is_last and square:
        out["last"].append(
            f'<rect class="last" x="{number(x - r)}" y="{number(y - r)}" '
            f'width="{number(2 * r)}" height="{number(2 * r)}"/>'
        )
        d = "".join(
            f"M{number(x + i * 46)} {number(y + j * 28)}V{number(y + j * 46)}H{number(x + i * 28)}"
            for i in (-1, 1)
            for j in (-1, 1)
        )
        out["top"].append(f'<path class="tick" d="{d}"/>')
    if "dead" in states:
        out["pieces"].append(
            f'<path class="dead" d="M{number(x - 14)} {number(y - 14)}l28 28m0-28l-28 28"/>'
        )
    if mark.piece:
        css = " ".join(state for state in states if state in ("lift", "ghost", "draft"))
        if lift or (is_chosen and not drafted):
            css = "lift"
        elif drafted and not is_chosen:
            css = "ghost"
        attribute = f' class="{css}"' if css else ""
        out["pieces"].append(f'<use href="#{mark.piece}" x="{sx}" y="{sy}"{attribute}/>')
    if stone and "win" in states:
        out["top"].append(
            f'<circle class="pipc" cx="{sx}" cy="{sy}" r="{8 if _small(mark.piece) else 11}"/>'
        )
    elif stone and is_last:
        out["top"].append(
            f'<circle class="lring {mark.colour}" cx="{sx}" cy="{sy}" '
            f'r="{10 if _small(mark.piece) else 16}"/>'
        )
    if stone and is_legal and not drafted and not mini:
        out["top"].append(f'<circle class="legal on" cx="{sx}" cy="{sy}" r="11"/>')
    if is_chosen or lift:
        out["top"].append(frame(shape, "sel"))


def _small(piece: str) -> bool:
    return STONES.get(piece.rpartition("-")[2], 40) < 30


def frame(shape: Shape, css: str) -> str:
    """The frame round a cell or vertex: solid `sel` or dashed `cur`."""
    x, y, r = shape.x, shape.y, shape.r
    if shape.kind == "cell" and r >= 50:
        return (
            f'<rect class="{css}" x="{number(x - r + 4)}" y="{number(y - r + 4)}" '
            f'width="{number(2 * r - 8)}" height="{number(2 * r - 8)}" rx="8"/>'
        )
    return f'<circle class="{css}" cx="{number(x)}" cy="{number(y)}" r="{number(r + 4)}"/>'


# --- polyominoes ------------------------------------------------------------------------------


def _tiles(colour: str, own: Iterable[tuple[Shape, Mark]], css: str) -> str:
    """Cells of one colour with its glyph pressed into each."""
    body = "".join(
        f'<use href="#{mark.piece}" x="{number(shape.x)}" y="{number(shape.y)}"/>'
        f'<use href="#gl-{colour}" x="{number(shape.x)}" y="{number(shape.y)}" class="em"/>'
        for shape, mark in own
    )
    return f'<g class="tl {colour}{css}">{body}</g>'


def _tiles_mini(colour: str, own: Iterable[tuple[Shape, Mark]]) -> str:
    """One path per piece; `N` of `tile-N` says which neighbours belong to it."""
    masks = {_place(shape): int(mark.piece[5:]) for shape, mark in own}
    steps = ((NORTH, 0, -1), (EAST, 1, 0), (SOUTH, 0, 1), (WEST, -1, 0))
    paths = []
    while masks:
        piece, edge = [], [next(iter(masks))]
        while edge:
            x, y = edge.pop()
            if (x, y) in masks:
                mask = masks.pop((x, y))
                piece.append((x, y))
                edge += [(x + dx, y + dy) for bit, dx, dy in steps if mask & bit]
        paths.append(f'<path class="pc {colour}" d="{outline(sorted(piece))}"/>')
    return "".join(paths)


def _place(shape: Shape) -> tuple[int, int]:
    """Column and row of a cell, from the top left."""
    return round((shape.x - 50) / 100), round((shape.y - 50) / 100)


def outline(cells: Collection[tuple[int, int]], scale: int = 100) -> str:
    """Closed outlines of a set of unit cells (column, row) as one path."""
    inside = set(cells)
    edges: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for x, y in cells:
        if (x, y - 1) not in inside:
            edges.setdefault((x, y), []).append((x + 1, y))
        if (x + 1, y) not in inside:
            edges.setdefault((x + 1, y), []).append((x + 1, y + 1))
        if (x, y + 1) not in inside:
            edges.setdefault((x + 1, y + 1), []).append((x, y + 1))
        if (x - 1, y) not in inside:
            edges.setdefault((x, y + 1), []).append((x, y))
    d = ""
    while edges:
        start = point = next(iter(edges))
        points = []
        while True:
            following = edges[point].pop()
            if not edges[point]:
                del edges[point]
            points.append(point)
            point = following
            if point == start:
                break
        corners = [
            (x, y)
            for i, (x, y) in enumerate(points)
            for before, after in [(points[i - 1], points[(i + 1) % len(points)])]
            if not (before[0] == x == after[0] or before[1] == y == after[1])
        ]
        d += "M" + "L".join(f"{x * scale} {y * scale}" for x, y in corners) + "Z"
    return d


def hand_piece(cells: Sequence[tuple[int, int]], colour: str, cell: float = 11) -> str:
    """A small picture of a polyomino; `cells` are (dx, dy), `cell` is the side in pixels."""
    left, top = min(x for x, _ in cells), min(y for _, y in cells)
    own = sorted((x - left, y - top) for x, y in cells)
    wide, high = max(x for x, _ in own) + 1, max(y for _, y in own) + 1
    seams = "".join(f"M{x * 100} {y * 100}v100" for x, y in own if (x - 1, y) in own) + "".join(
        f"M{x * 100} {y * 100}h100" for x, y in own if (x, y - 1) in own
    )
    return (
        f'<svg class="pcs {colour}" width="{number(wide * cell)}" height="{number(high * cell)}" '
        f'viewBox="-6 -6 {wide * 100 + 12} {high * 100 + 12}" aria-hidden="true">'
        f'<path class="pc" d="{outline(own)}"/><path class="psm" d="{seams}"/></svg>'
    )


# --- what is clicked --------------------------------------------------------------------------


def spoken(shape: Shape, mark: Mark, is_last: bool, say: Say = str) -> str:
    """Place, content, state: "g3, yellow, last move"."""
    content = FREE if shape.kind == "line" and mark == EMPTY else mark.label
    words = [say(shape.label), say(content)] + ([say(LAST_MOVE)] if is_last else [])
    return ", ".join(word for word in words if word)


def _hits(
    geometry: Geometry,
    marks: Mapping[str, Mark],
    last: Collection[str],
    legal: Collection[str],
    chosen: Collection[str],
    links: Links | None,
    say: Say,
) -> str:
    """The transparent shapes on top: one tab stop, on the first legal shape if there is one."""
    shapes = [shape for shape in geometry.shapes if shape.kind in CLICKED]
    stop = next((s.id for s in shapes if s.id in legal), shapes[0].id if shapes else "")
    out = []
    for shape in shapes:
        words = escape(spoken(shape, marks.get(shape.id, EMPTY), shape.id in last, say))
        href = links(shape.id) if links else None
        if href is not None:
            out.append(
                f'<a href="{escape(href)}" aria-label="{words}">'
                f"{_hit(shape)}{_state(shape.id in chosen, True)}/></a>"
            )
        else:
            out.append(
                f'{_hit(shape)} role="button" tabindex="{0 if shape.id == stop else -1}" '
                f'aria-label="{words}"{_state(shape.id in chosen, shape.id in legal)}/>'
            )
    return "".join(out)


def _state(is_chosen: bool, is_legal: bool) -> str:
    return (' aria-pressed="true"' if is_chosen else "") + (
        "" if is_legal or is_chosen else ' aria-disabled="true"'
    )


def _hit(shape: Shape) -> str:
    name = f'id="s-{escape(shape.id)}"'
    x, y, r = shape.x, shape.y, shape.r
    if shape.kind == "line":
        return f'<path class="hitl" {name} d="{shape.d}"'
    if shape.kind == "cell" and r >= 50:
        return (
            f'<rect class="hit" {name} x="{number(x - r)}" y="{number(y - r)}" '
            f'width="{number(2 * r)}" height="{number(2 * r)}"'
        )
    return f'<circle class="hit" {name} cx="{number(x)}" cy="{number(y)}" r="{number(r)}"'


def tray(
    board: Board[Any, Any],
    marks: Mapping[str, Mark],
    *,
    legal: Collection[str] = (),
    chosen: Collection[str] = (),
    links: Links | None = None,
    say: Say = str,
) -> str:
    """The buttons beside the board, as HTML; empty when there is nothing to show.

    A tray shape without a mark is not shown. One with neither picture nor piece is a word. What
    cannot be picked now is no button: a reserve is only counted.
    """
    geometry = board.geometry
    out = []
    for shape in geometry.shapes:
        mark = marks.get(shape.id)
        if shape.kind != "tray" or mark is None or mark == EMPTY:
            continue
        on = shape.id in chosen
        body, css = _button(geometry, shape, mark, say)
        words = ", ".join(
            part for part in (say(shape.label), say(mark.label) if mark.piece else "") if part
        )
        name = f'class="{css}{" on" if on else ""}" id="s-{escape(shape.id)}"'
        href = links(shape.id) if links and shape.id in legal else None
        if href is not None:
            out.append(f'<a {name} href="{escape(href)}" aria-label="{escape(words)}">{body}</a>')
        elif shape.id in legal or (geometry.hand and shape.id in geometry.hand.turns):
            out.append(
                f'<button type="button" {name} aria-label="{escape(words)}"'
                f"{_state(on, shape.id in legal)}>{body}</button>"
            )
        else:
            out.append(f'<span {name} role="img" aria-label="{escape(words)}">{body}</span>')
        if on and links and geometry.hand and shape.id in geometry.hand.turns:
            out.append(_turns(geometry.hand.turns[shape.id], mark.colour, words, links))
    return "".join(out)


def _turns(
    turns: Sequence[Sequence[tuple[int, int]]], colour: str, words: str, links: Links
) -> str:
    """Links to the orientations of a picked piece, for pages without script."""
    hrefs = ((cells, links(f"turn-{k}")) for k, cells in enumerate(turns))
    return "".join(
        f'<a class="pcb turned" href="{escape(href)}" aria-label="{escape(words)}, {k}">'
        f"{hand_piece(cells, colour)}</a>"
        for k, (cells, href) in enumerate(hrefs, 1)
        if href is not None
    )


def _button(geometry: Geometry, shape: Shape, mark: Mark, say: Say) -> tuple[str, str]:
    """The picture of a tray shape and the class of its button."""
    if geometry.hand and shape.id in geometry.hand.turns:
        return hand_piece(geometry.hand.turns[shape.id][0], mark.colour), "pcb"
    if not mark.piece:
        return escape(say(shape.label)), "btn"
    under = mark.count if mark.caption is None else escape(say(mark.caption))
    count = "" if under is None else f'<span class="num">{under}</span>'
    return (
        f'<svg viewBox="-48 -48 96 96" aria-hidden="true"><use href="#{mark.piece}"/></svg>{count}',
        "sup",
    )


def table(
    board: Board[Any, Any],
    marks: Mapping[str, Mark],
    *,
    last: Collection[str] = (),
    links: Links | None = None,
    say: Say = str,
) -> str:
    """The board in text: a table of squares, or a list of lines."""
    shapes = [shape for shape in board.geometry.shapes if shape.kind in CLICKED]
    rows: dict[float, list[str]] = {}
    for shape in sorted(shapes, key=lambda shape: (round(shape.y), shape.x)):
        words = escape(spoken(shape, marks.get(shape.id, EMPTY), shape.id in last, say))
        href = (links(shape.id) if links else None) or f"#s-{shape.id}"
        rows.setdefault(round(shape.y), []).append(
            f'<a href="{escape(href)}" data-shape="{escape(shape.id)}">{words}</a>'
        )
    if any(shape.kind == "line" for shape in shapes):
        return "<ol>" + "".join(f"<li>{one}</li>" for row in rows.values() for one in row) + "</ol>"
    return (
        "<table>"
        + "".join(
            "<tr>" + "".join(f"<td>{one}</td>" for one in row) + "</tr>" for row in rows.values()
        )
        + "</table>"
    )


def seat_glyph(colour: str, *, stone: bool = False) -> str:
    """The 18 px chip of a seat; `stone` for black and white of the Quabble family."""
    if stone or colour == "black":
        return (
            f'<svg class="seat stone {colour}" viewBox="-50 -50 100 100" aria-hidden="true">'
            '<circle r="44"/><path class="shine" d="M-29-10A31 31 0 0 1-4-31"/></svg>'
        )
    return (
        f'<svg class="seat {colour}" viewBox="-50 -50 100 100" aria-hidden="true">'
        f'<circle r="45"/><path transform="scale(1.8)" d="{GLYPHS[colour]}"/></svg>'
    )
