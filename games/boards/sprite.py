"""The symbols of all pieces, drawn once per page and placed by `<use>`.

A symbol is centred on 0,0 at one cell = 100 units. Its colours are custom properties of
plypost.css (`--c` face, `--g` glyph, `--r` rim, `--s` spots), so one sprite serves big boards,
mini boards, trays and both themes. Every colour also has its own glyph: "never colour alone".
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

from games.boards.core import Board, Mark, number

COLOURS = ("red", "yellow", "green", "blue", "white")

GLYPHS = {  # drawn in a box of 28 units round 0,0
    "red": "M0-13 11 0 0 13-11 0Z",
    "yellow": "M0-14 4-4.6 13.6-4.4 6 1.8 8.6 11.2 0 5.8-8.6 11.2-6 1.8-13.6-4.4-4-4.6Z",
    "green": "M0-12.5 12.5 10-12.5 10Z",
    "blue": "M-4-12.5H4V-4H12.5V4H4V12.5H-4V4H-12.5V-4H-4Z",
    "white": "M0-12A12 12 0 1 1 0 12 12 12 0 1 1 0-12Z"
    "M0-6.2A6.2 6.2 0 1 0 0 6.2 6.2 6.2 0 1 0 0-6.2Z",
}

PYRAMIDS = {"s": (25, 1, 0.54), "m": (34, 2, 0.58), "l": (43, 3, 0.62)}
"""Half the side, pips and scale of the cap of a small, medium and large pyramid."""

STONES = {"l": 40, "m": 33, "v": 25}
"""Radius of a stone on a square, in a space and on a vertex."""

NORTH, EAST, SOUTH, WEST = 1, 2, 4, 8
"""Bits of N in `tile-N`: the sides on which the cell is joined to the same piece."""


@cache
def symbol(name: str) -> str:
    """The SVG of one symbol; raises `KeyError` for a name that no board may use."""
    family, _, rest = name.partition("-")
    if family == "gl":
        return f'<path id="{name}" d="{GLYPHS[rest]}"/>'
    if family == "chip":
        return (
            f'<g id="{name}" class="chip {rest}"><ellipse class="sh" cy="5" rx="41" ry="40"/>'
            '<circle class="face" r="41"/><circle class="spots" r="35.2" pathLength="12"/>'
            '<circle class="inlay" r="26.5"/><circle class="rim" r="40.2"/>'
            f'<path class="gl" d="{GLYPHS[rest]}"/></g>'
        )
    if family == "tile":
        mask = int(rest)
        if not 0 <= mask <= 15:
            raise KeyError(name)
        return f'<g id="{name}">{_tile(mask)}</g>'
    colour, _, size = rest.partition("-")
    if family == "pyr":
        return _pyramid(name, colour, size)
    if family == "st":
        radius = STONES[size]
        shine = (
            f"M{number(-radius * 0.62)} {number(-radius * 0.3)}A{number(radius * 0.7)} "
            f"{number(radius * 0.7)} 0 0 1 {number(-radius * 0.05)} {number(-radius * 0.7)}"
        )
        return (
            f'<g id="{name}" class="stone {colour}"><ellipse class="sh" cy="4" rx="{radius}" '
            f'ry="{radius}"/><circle class="face" r="{radius}"/>'
            f'<circle class="rim" r="{number(radius - 1.5)}"/><path class="shine" d="{shine}"/></g>'
        )
    raise KeyError(name)


def _pyramid(name: str, colour: str, size: str) -> str:
    half, pips, scale = PYRAMIDS[size]
    dots = "".join(
        f'<circle class="pip" cx="{number((i - (pips - 1) / 2) * 11)}" '
        f'cy="{number(half - 7.5)}" r="3.6"/>'
        for i in range(pips)
    )
    return (
        f'<g id="{name}" class="pyr {colour}"><rect class="sh" x="{-half}" y="{5 - half}" '
        f'width="{2 * half}" height="{2 * half}" rx="3"/>'
        f'<path class="fn" d="M{-half}-{half}H{half}L0 0Z"/>'
        f'<path class="fe" d="M{half}-{half}V{half}L0 0Z"/>'
        f'<path class="fs" d="M{half} {half}H-{half}L0 0Z"/>'
        f'<path class="fw" d="M-{half} {half}V-{half}L0 0Z"/>'
        f'<rect class="rim" x="-{half}" y="-{half}" width="{2 * half}" height="{2 * half}" '
        f'rx="2.5"/>'
        f'<g class="cap" transform="scale({scale})"><circle r="18"/>'
        f'<path class="gl" d="{GLYPHS[colour]}"/></g>{dots}</g>'
    )


def _tile(mask: int) -> str:
    """A unit square of a polyomino: open where it is joined, rounded where it ends."""
    side, gap, radius = 50, 3, 9
    north, east, south, west = (bool(mask & bit) for bit in (NORTH, EAST, SOUTH, WEST))
    left, right = -side if west else gap - side, side if east else side - gap
    top, bottom = -side if north else gap - side, side if south else side - gap
    nw, ne = 0 if north or west else radius, 0 if north or east else radius
    se, sw = 0 if south or east else radius, 0 if south or west else radius
    outline = (
        f"M{left + nw} {top}H{right - ne}"
        + (f"q{ne} 0 {ne} {ne}" if ne else "")
        + f"V{bottom - se}"
        + (f"q0 {se}-{se} {se}" if se else "")
        + f"H{left + sw}"
        + (f"q-{sw} 0-{sw}-{sw}" if sw else "")
        + f"V{top + nw}"
        + (f"q0-{nw} {nw}-{nw}" if nw else "")
        + "Z"
    )
    seam = ("M-50-50V50" if west else "") + ("M-50-50H50" if north else "")
    return (
        f'<path class="t" d="{outline}"/>'
        + (f'<path class="seam" d="{seam}"/>' if seam else "")
        + ("" if north else f'<path class="hi" d="M{left + nw} {top + 3}H{right - ne}"/>')
        + ("" if south else f'<path class="lo" d="M{left + sw} {bottom - 3}H{right - se}"/>')
    )


def sprite(pieces: Iterable[str]) -> str:
    """An invisible SVG with the symbols of these pieces, each once, in a stable order."""
    body = "".join(symbol(name) for name in sorted(set(pieces)))
    return f'<svg class="defs" width="0" height="0" aria-hidden="true"><defs>{body}</defs></svg>'


def used(marks: Iterable[Mark | None], *, mini: bool = False) -> set[str]:
    """The symbols that a picture of these marks needs.

    A mini board draws the tiles of a polyomino as one path and needs none of theirs.
    """
    names = set()
    for mark in marks:
        if mark is None or not mark.piece:
            continue
        if mark.piece.startswith("tile-"):
            if not mini:
                names |= {mark.piece, f"gl-{mark.colour}"}
        else:
            names.add(mark.piece)
    return names


def symbols(board: Board[Any, Any]) -> frozenset[str]:
    """All symbols that any position of this game may need: whole families of those in sight.

    Looks at the empty board and at what the first legal move puts on it.
    """
    game = board.game
    state = game.initial()
    marks = list(board.marks(state).values())
    if state.to_move >= 0:
        marks += board.preview(state, game.legal(state)[0]).values()
    seats = {colour for own in game.colours(state) for colour in own}
    names: set[str] = set()
    for name in used(marks):
        family, _, rest = name.partition("-")
        if family == "chip":
            names |= {f"chip-{colour}" for colour in COLOURS}
        elif family == "pyr":
            names |= {f"pyr-{colour}-{size}" for colour in seats for size in PYRAMIDS}
        elif family == "tile":
            names |= {f"tile-{mask}" for mask in range(16)}
            names |= {f"gl-{colour}" for colour in COLOURS[:4]}
        elif family == "st":
            sizes = ("l",) if rest.endswith("-l") else ("m", "v")
            names |= {f"st-{colour}-{size}" for colour in ("black", "white") for size in sizes}
        else:
            names.add(name)
    if any(shape.kind == "face" for shape in board.geometry.shapes):
        names |= {f"gl-{colour}" for colour in seats}
    return frozenset(names)
