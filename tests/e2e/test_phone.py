"""On small screens board, time and the button that matters are in view in every state of a game."""

from __future__ import annotations

import os
from typing import Any

import pytest
from playwright.sync_api import expect

from plypost.management.commands.screenshots import draft
from tests.e2e.conftest import Site

pytestmark = [
    pytest.mark.chromium,
    pytest.mark.slow,
    pytest.mark.skipif(
        not os.environ.get("PLYPOST_DEEP"), reason="minutes in browsers: only with PLYPOST_DEEP=1"
    ),
]

SIZES = [
    (360, 740),
    (390, 844),
    (768, 1024),
    (844, 390),
]

MEASURE = """() => {
  const shown = (all) => [...document.querySelectorAll(all)].filter((e) => e.checkVisibility());
  const box = (e) => {
    const b = e.getBoundingClientRect();
    return [b.left, b.top, b.right, b.bottom];
  };
  const named = (e) => [e.innerText || e.ariaLabel || e.dataset.shape || e.tagName, ...box(e)];
  const cut = (e) => getComputedStyle(e).display !== "inline" && e.scrollWidth > e.clientWidth + 1;
  return {
    window: [innerWidth, innerHeight],
    wider: document.documentElement.scrollWidth - innerWidth,
    board: box(document.querySelector("#board > svg")),
    bar: box(document.querySelector(".g-act")),
    seen: shown("#board > svg, h1, [data-left], .do .btn:not(.icon)").map(named),
    tray: shown(".g-tray :is(button, a, .sup, .pcb)").map(named),
    rows: shown(".g-players li").map(box),
    cut: shown(".g-players :is(b, .clk, .end)").filter(cut).map(named),
    main: shown(".do .btn:not(.icon)").map((e) => e.innerText.trim()),
  };
}"""


MOVE = """() => {
  const { legal } = JSON.parse(document.getElementById("match-data").textContent);
  return legal[Math.floor(legal.length / 2)].p[0].filter((id) => !id.startsWith("turn-"));
}"""
"""The shapes to pick for a move."""


def faults(at: dict[str, Any]) -> list[str]:
    """What is not as it should be in what `MEASURE` has found."""
    width, height = at["window"]
    found = [] if at["wider"] <= 0 else [f"{at['wider']} px wider than the window"]
    for name, left, top, right, bottom in at["seen"]:
        if left < -1 or right > width + 1 or top < 0 or bottom > height + 1:
            found.append(f"out of view: {name!r} {top:.0f} to {bottom:.0f}")
    left, top, right, bottom = at["bar"]
    for name, x1, y1, x2, y2 in at["tray"]:
        if x1 < right - 1 and x2 > left + 1 and y1 < bottom - 1 and y2 > top + 1:
            found.append(f"under the bar: {name!r} {y1:.0f} to {y2:.0f}, bar {top:.0f}")
    if len({round(row[1]) for row in at["rows"]}) != 1:
        found.append("the players stand in more than one row")
    return found + [f"cut: {name!r}" for name, *_ in at["cut"]]


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_board_time_and_button_are_in_view_whatever_is_on(
    states: Site, opened: Any, width: int, height: int
) -> None:
    wrong: dict[str, list[str]] = {}
    boards: dict[str, list[float]] = {}
    games = [name for name, (path, _) in states[1].pages.items() if "/m/" in path]
    assert len(games) == 10 * 3 + 5 * 4 + 1  # three states of all, four more for three and four
    for name in games:
        page = opened(name, width, height)
        at = page.evaluate(MEASURE)
        wrong[name] = faults(at)
        boards[name] = at["board"]
        if name.endswith("busy"):
            assert at["main"] == ["Decline", "Accept"], name
            calm = name.removesuffix(" busy")
            if boards[calm if "players" in calm else f"{calm} normal"] != at["board"]:
                wrong[name].append("offers and a pause have moved the board")
        else:
            assert at["main"], name
        if name.endswith("normal"):
            draft(page, page.evaluate(MOVE))
            expect(page.get_by_role("button", name="Post move")).to_be_visible()
            at = page.evaluate(MEASURE)
            wrong[name] += [f"with a draft: {fault}" for fault in faults(at)]
            if boards[name] != at["board"]:
                wrong[name].append("a draft has moved the board")
        page.close()
    assert {name: lines for name, lines in wrong.items() if lines} == {}


@pytest.mark.parametrize(("width", "height"), SIZES)
@pytest.mark.parametrize("players", ["normal", "4 players"])
def test_the_pieces_of_another_player_take_the_place_of_the_tray(
    opened: Any, width: int, height: int, players: str
) -> None:
    page = opened(f"blokus {players}", width, height)
    before = page.evaluate(MEASURE)
    other = page.locator("[data-seat='1'] button.glyphs")
    other.click()
    page.evaluate("scrollTo(0, 0)")
    box = page.locator(".hands")
    expect(box.get_by_role("img").first).to_be_visible()
    at = page.evaluate(MEASURE)
    assert faults(at) == []
    assert (at["board"], at["bar"]) == (before["board"], before["bar"])
    assert box.evaluate("e => e.scrollWidth - e.clientWidth") <= 0
    other.click()
    expect(box).to_be_hidden()
    page.evaluate("scrollTo(0, 0)")
    assert page.evaluate(MEASURE)["tray"] == before["tray"]


@pytest.mark.parametrize(
    ("width", "height"), [(568, 320), (667, 375), (740, 360), (720, 450), (700, 500), (400, 300)]
)
def test_a_low_window_shows_the_game_whichever_its_width(
    opened: Any, width: int, height: int
) -> None:
    """Small phones on their side, and a desktop with its pages enlarged."""
    for name in ("speckles normal", "blokus 4 players"):
        at = opened(name, width, height).evaluate(MEASURE)
        left, _, right, _ = at["board"]
        assert at["wider"] <= 0
        assert left >= 0
        assert right <= width
        assert right - left >= 200
        if width * 5 >= height * 8 and width >= 568:  # room for the bar beside the board
            at["rows"] = at["rows"][:1]  # four players may stand two by two there
            assert faults(at) == []
            assert at["board"][3] <= height


def test_an_offer_is_answered_in_the_bar_while_nothing_is_picked(opened: Any) -> None:
    page = opened("speckles 3 players busy", 390, 844)
    bar, below = page.locator(".g-act"), page.locator(".g-offers")
    expect(bar.get_by_text("offers a draw")).to_be_visible()
    expect(below.get_by_text("offers a draw")).to_be_hidden()
    page.locator("#s-tray-R").click()
    expect(bar.get_by_role("button", name="Accept")).to_be_hidden()
    expect(bar.get_by_role("button", name="Post move")).to_be_visible()
    expect(below.get_by_text("offers a draw")).to_be_visible()
    bar.get_by_role("button", name="Take back").click()
    bar.get_by_role("button", name="Decline").click()
    expect(bar.get_by_text("asks to take back")).to_be_visible()
    expect(below.get_by_text("suggests a pause")).to_be_visible()
    bar.get_by_role("button", name="Decline").click()
    expect(bar.get_by_text("suggests a pause")).to_be_visible()
    bar.get_by_role("button", name="Decline").click()
    expect(bar.get_by_role("button", name="Post move")).to_be_visible()
    expect(bar.get_by_text("Pick a chip")).to_be_visible()
    page = opened("tink 3 players busy", 1440, 900)
    expect(page.locator(".g-offers").get_by_role("button", name="Accept")).to_have_count(3)
    expect(page.locator(".g-act").get_by_role("button", name="Accept")).to_have_count(0)
    expect(page.locator(".g-act").get_by_role("status")).to_contain_text("offers a draw")
