"""Going through a game: every way there is, and an address for every ply."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.e2e.conftest import join, visitor
from tests.e2e.test_games import begin

pytestmark = [pytest.mark.chromium, pytest.mark.slow]

POST = """async ([url, ply, move]) => {
  const token = document.querySelector("[name=csrfmiddlewaretoken]").value;
  const answer = await fetch(url, {
    method: "POST",
    headers: {"Content-Type": "application/json", "X-CSRFToken": token},
    body: JSON.stringify({ply, moves: [move]}),
  });
  return answer.status;
}"""

LINES = ("h0,0", "h0,1", "v0,1", "h1,0", "v1,0")
"""Dots and Boxes: five lines that close nothing."""


def drawn(page: Page) -> int:
    """So many lines are drawn on the board, by the labels that a screen reader hears."""
    return page.locator("svg.board [data-shape]:not([aria-label*='free'])").count()


def shows(page: Page, ply: int) -> None:
    """The board, the count, the log, the slider and the bar agree on the ply that is shown."""
    expect(page.locator("[data-count]")).to_have_text(f"{ply} / {len(LINES)}")
    expect(page.get_by_role("slider", name="Move shown")).to_have_value(str(ply))
    assert drawn(page) == ply
    current = page.locator(".mv [aria-current=step]")
    if ply:
        expect(current).to_have_text(re.compile(rf"^{ply}\D"))
    else:
        expect(current).to_have_count(0)
    expect(page.get_by_role("button", name="Back to now")).to_be_visible(visible=ply < len(LINES))


def test_all_ways_through_a_game_lead_to_the_same_plies(
    browser: Browser, visitors: list[BrowserContext], site: str
) -> None:
    ann = join(visitor(browser, visitors, site), "replayann")
    ben = join(visitor(browser, visitors, site), "replayben")
    moves = begin(ann, ben, "game=dots-and-boxes&option_rows=3&option_columns=3")["urls"]["moves"]
    for ply, line in enumerate(LINES):
        assert (ann, ben)[ply % 2].evaluate(POST, [moves, ply, line]) in (200, 201)
    ann.reload()
    shows(ann, 5)
    ann.get_by_role("button", name="Start of the game").click()
    shows(ann, 0)
    ann.get_by_label("Replay").get_by_role("button", name="Move forward").click()
    shows(ann, 1)
    ann.keyboard.press(".")
    shows(ann, 2)
    ann.keyboard.press("ArrowRight")
    shows(ann, 3)
    ann.keyboard.press("ArrowLeft")
    ann.keyboard.press(",")
    shows(ann, 1)
    ann.locator(".mv").get_by_role("link").nth(3).click()
    shows(ann, 4)
    slider = ann.get_by_role("slider", name="Move shown")
    slider.fill("2")
    shows(ann, 2)
    slider.press("Home")
    shows(ann, 0)
    slider.press("End")
    shows(ann, 5)
    slider.press("ArrowLeft")
    shows(ann, 4)
    expect(slider).to_have_attribute("aria-valuetext", re.compile("^Move 4 of 5"))
    ann.wait_for_url("**/m/*/#4")

    ben.goto(ann.url)  # an address that somebody sent
    shows(ben, 4)
    ben.get_by_role("button", name="Back to now").click()
    shows(ben, 5)
    ben.wait_for_url(re.compile(r"/m/\w+/$"))
    # arrows on the board walk about on it
    ben.locator("svg.board [tabindex='0']").focus()
    ben.keyboard.press("ArrowLeft")
    shows(ben, 5)

    ben.set_viewport_size({"width": 390, "height": 844})
    bar = ben.locator(".g-act")
    expect(bar.get_by_role("button", name="Move back")).to_be_hidden()
    ben.goto(ann.url)
    bar.get_by_role("button", name="Move back").click()
    shows(ben, 3)
    bar.get_by_role("button", name="Move forward").click()
    shows(ben, 4)
