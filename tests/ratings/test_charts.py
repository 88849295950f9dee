"""Charts: every one is well-formed, inside its box, and says itself in words."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from xml.etree import ElementTree

import pytest

from ratings import charts

START = datetime(2026, 2, 1, tzinfo=UTC)


def line(values: list[int], step: timedelta = timedelta(days=3)) -> str:
    points = [(START + n * step, value) for n, value in enumerate(values)]
    return charts.rating_chart(points, label="a <label>", day=lambda at: at.strftime("%d %b"))


@pytest.mark.parametrize(
    ("low", "high", "lines"),
    [
        (1398, 1560, [1350, 1400, 1450, 1500, 1550, 1600]),
        (1200, 1200, [1200, 1210, 1220, 1230]),
        (1186, 1221, [1180, 1190, 1200, 1210, 1220, 1230]),
        (100, 2900, [0, 1000, 2000, 3000]),
    ],
)
def test_the_lines_of_the_grid_are_round_and_enclose_the_values(
    low: int, high: int, lines: list[int]
) -> None:
    assert charts.grid(low, high) == lines


@pytest.mark.parametrize("values", [[1200], [1200, 1200], [1200, 1231, 1190], [900, 2400] * 300])
def test_a_chart_is_well_formed_named_and_inside_its_box(values: list[int]) -> None:
    root = ElementTree.fromstring(line(values))
    assert (root.get("role"), root.get("aria-label")) == ("img", "a <label>")
    for path in root.iter("path"):
        for command, number in re.findall(r"([HV])(-?[\d.]+)", path.get("d", "")):
            assert 0 <= float(number) <= (charts.WIDTH if command == "H" else charts.HEIGHT)


def test_the_line_steps_at_each_game_and_marks_best_and_last() -> None:
    svg = line([1200, 1240, 1220])
    root = ElementTree.fromstring(svg)
    [steps] = [p.get("d") for p in root.iter("path") if p.get("class") == "ln"]
    assert steps is not None
    assert re.sub(r"[\d. -]+", "", steps) == "MHVHV"
    assert [c.get("class") for c in root.iter("circle")] == ["pk", "pt"]
    assert ">1240</text>" in svg


def test_games_of_one_moment_make_no_division_by_nothing() -> None:
    ElementTree.fromstring(line([1200, 1240], step=timedelta(0)))


def test_the_own_bar_of_the_histogram_is_marked() -> None:
    svg = charts.histogram([(1150, 2), (1200, 7), (1250, 0)], mine=1249, width=50, label="l")
    bars = list(ElementTree.fromstring(svg).iter("rect"))
    assert [bar.get("class") for bar in bars] == [None, "on", None]
    heights = [float(bar.get("height", "")) for bar in bars]
    assert heights == [24.0, 84.0, 0.0]


@pytest.mark.parametrize(
    ("results", "parts"),
    [((3, 1, 2), "wdl"), ((0, 0, 5), "l"), ((0, 4, 0), "d"), ((0, 0, 0), "")],
)
def test_the_bar_of_results_has_a_part_for_each_kind_there_is(
    results: tuple[int, int, int], parts: str
) -> None:
    won, drawn, lost = results
    root = ElementTree.fromstring(charts.results_bar(won, drawn, lost, label="l"))
    assert "".join(rect.get("class", "") for rect in root.iter("rect")) == parts
