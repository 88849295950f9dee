"""A phone in a pocket: taps anywhere on the board and beside it post nothing."""

from __future__ import annotations

import os
from random import Random

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from tests.e2e.test_drafts import posted_by
from tests.e2e.test_games import GAMES, fetched

pytestmark = [pytest.mark.chromium, pytest.mark.slow]

deep = pytest.mark.skipif(
    not os.environ.get("PLYPOST_DEEP"), reason="more boards and widths: only with PLYPOST_DEEP=1"
)

QUICK = ("blokus", "speckles")
"""A board with a hand and one with a tray: tapped in every run."""

TAPS = 200

# the middle of everything beside the board that can be tapped where it is seen
BESIDE = """() => [...document.querySelectorAll("[data-tray] button:not([aria-disabled])")]
  .map((button) => button.getBoundingClientRect())
  .map((box) => [box.x + box.width / 2, box.y + box.height / 2])
  .filter(([x, y]) => x > 0 && x < innerWidth && y > 0 && y < innerHeight)"""

# how often the bar has said something else
HEARD = """() => {
  window.heard = 0;
  const said = document.querySelector(".say");
  new MutationObserver(() => heard++).observe(said, { subtree: true, childList: true });
}"""


@pytest.mark.parametrize("width", [pytest.param(360, marks=deep), 390])
@pytest.mark.parametrize(
    "key", [pytest.param(key, marks=[] if key in QUICK else [deep]) for key, _ in GAMES]
)
def test_two_hundred_taps_on_a_phone_post_nothing(
    browser: Browser, visitors: list[BrowserContext], site: str, key: str, width: int
) -> None:
    context = browser.new_context(
        base_url=site,
        viewport={"width": width, "height": {360: 740, 390: 844}[width]},
        has_touch=True,
        is_mobile=True,
    )
    visitors.append(context)
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(f"/play/new/?game={key}&bot=Pip&mine=0")
    page.get_by_role("main").get_by_role("button", name="Start").click()
    page.wait_for_url("**/m/*/")
    expect(page.locator("main.js")).to_be_visible()
    posts = posted_by(page)
    board = page.locator("svg.board").bounding_box()
    assert board is not None
    rng = Random(f"{key} {width}")
    page.evaluate(HEARD)
    for _ in range(TAPS):
        beside = page.evaluate(BESIDE) if rng.random() < 0.2 else []
        if beside:
            page.touchscreen.tap(*rng.choice(beside))
        else:
            x, y = rng.random() * board["width"], rng.random() * board["height"]
            page.touchscreen.tap(board["x"] + x, board["y"] + y)
    assert page.evaluate("() => heard") > 20
    assert (posts, faults) == ([], [])
    data = page.evaluate("() => JSON.parse(document.getElementById('match-data').textContent)")
    assert fetched(page, data["urls"]["self"], slim="1")["ply"] == 0
