"""Charts as SVG, from numbers to text. Pure Python; sizes are units of the view box.

Colours come from classes of the style sheet. Whoever shows a chart puts a sentence and a table
beside it: an image is all that a screen reader gets from here.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from datetime import datetime
from html import escape
from typing import Final

WIDTH, HEIGHT = 700, 240
LEFT, RIGHT, TOP, BOTTOM = 62, 686, 16, 200
TICKS: Final = 5
LEAST_SPAN: Final = 40  # points; a nearly level line is not blown up to a mountain

Points = Sequence[tuple[datetime, int]]


def grid(low: int, high: int) -> list[int]:
    """Round numbers around `low` to `high`, four to eight of them.

    >>> grid(1398, 1560)
    [1350, 1400, 1450, 1500, 1550, 1600]
    """
    span = max(high - low, LEAST_SPAN)
    step = next(s for s in (10, 20, 50, 100, 200, 500, 1000, 10**6) if span / s <= TICKS)
    first = math.floor(low / step) * step
    last = max(math.ceil(high / step) * step, first + 3 * step)
    return list(range(first, last + step, step))


def rating_chart(points: Points, *, label: str, day: Callable[[datetime], str]) -> str:
    """The ratings after each game as a step line over time; the best and the last one have a dot.

    `points` are in order of time, at least one. `label` says in a sentence what is shown, `day`
    writes a date below the line.
    """
    values = [value for _, value in points]
    lines = grid(min(values), max(values))
    start, end = points[0][0], points[-1][0]
    whole = (end - start).total_seconds() or 1.0

    def x(moment: datetime) -> float:
        if start == end:
            return (LEFT + RIGHT) / 2
        return round(LEFT + (RIGHT - LEFT) * (moment - start).total_seconds() / whole, 1)

    def y(value: float) -> float:
        return round(BOTTOM - (BOTTOM - TOP) * (value - lines[0]) / (lines[-1] - lines[0]), 1)

    steps = f"M{x(start)} {y(values[0])}" + "".join(f"H{x(at)}V{y(v)}" for at, v in points[1:])
    best = max(range(len(values)), key=lambda n: values[n])
    parts = [
        f'<path class="gl-h" d="M{LEFT} {y(v)}H{RIGHT}"/>'
        f'<text class="ylab" x="{LEFT - 10}" y="{y(v)}">{v}</text>'
        for v in lines
    ]
    said = ""
    for tick in range(TICKS):
        moment = start + (end - start) * tick / (TICKS - 1)
        words = day(moment)
        if words != said:
            place = min(max(x(moment), LEFT + 34), RIGHT - 24)
            parts.append(f'<text class="xlab" x="{place}" y="{HEIGHT - 8}">{escape(words)}</text>')
        said = words
    if start != end:
        parts.append(f'<path class="ar" d="{steps}V{BOTTOM}H{x(start)}Z"/>')
    parts.append(f'<path class="ln" d="{steps}"/>')
    if best != len(values) - 1:
        at, top = x(points[best][0]), y(values[best])
        place = min(max(at, LEFT + 24), RIGHT - 24)
        parts.append(
            f'<circle class="pk" cx="{at}" cy="{top}" r="4"/>'
            f'<text class="xlab" x="{place}" y="{max(top - 10, 12)}">{values[best]}</text>'
        )
    parts.append(f'<circle class="pt" cx="{x(end)}" cy="{y(values[-1])}" r="5"/>')
    return (
        f'<svg class="chart" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        f'aria-label="{escape(label)}">{"".join(parts)}</svg>'
    )


def histogram(bars: Sequence[tuple[int, int]], *, mine: int | None, width: int, label: str) -> str:
    """How many players are on each level: `bars` are (from, count), each `width` points wide.

    The bar with the rating `mine` is marked.
    """
    each = 267 / len(bars)
    tallest = max(count for _, count in bars)
    parts = []
    for n, (low, count) in enumerate(bars):
        tall = round(84 * count / tallest, 1)
        mark = ' class="on"' if mine is not None and low <= mine < low + width else ""
        parts.append(
            f'<rect x="{n * each:.1f}" y="{90 - tall:.1f}" width="{each * 5 / 6:.1f}" '
            f'height="{tall}" rx="2"{mark}/>'
        )
    shown = sorted({0, len(bars) // 2, len(bars) - 1})
    texts = "".join(
        f'<text x="{min(max((n + 0.42) * each, 16), 251):.1f}" y="108">{bars[n][0]}</text>'
        for n in shown
    )
    return (
        f'<svg class="histo" viewBox="0 0 267 116" role="img" aria-label="{escape(label)}">'
        f'{"".join(parts)}<g class="xlab">{texts}</g></svg>'
    )


def results_bar(won: int, drawn: int, lost: int, *, label: str) -> str:
    """Won, drawn and lost as parts of one bar, told apart by order and shade; `label` says them."""
    whole = won + drawn + lost or 1
    left, parts = 0.0, []
    for css, count in (("w", won), ("d", drawn), ("l", lost)):
        wide = 112 * count / whole
        if count:
            parts.append(
                f'<rect class="{css}" x="{left:.1f}" width="{max(wide - 2, 1):.1f}" height="8"/>'
            )
        left += wide
    return (
        f'<svg class="wdl" viewBox="0 0 112 8" width="112" height="8" role="img" '
        f'aria-label="{escape(label)}">{"".join(parts)}</svg>'
    )
