"""The board turned round, the cursor moved by buttons, others' pieces, swapping by the bar."""

from __future__ import annotations

import os
import re

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from tests.e2e.conftest import join, visitor
from tests.e2e.test_games import begin, click

pytestmark = [pytest.mark.chromium, pytest.mark.slow]
deep = pytest.mark.skipif(
    not os.environ.get("PLYPOST_DEEP"), reason="minutes in browsers: only with PLYPOST_DEEP=1"
)

Browsers = list[BrowserContext]


def against_pip(page: Page, query: str) -> None:
    """A game against a bot, the player to move."""
    page.goto(f"/play/new/?{query}&bot=Pip&mine=0")
    page.get_by_role("main").get_by_role("button", name="Start").click()
    page.wait_for_url("**/m/*/")
    expect(page.locator("main.js")).to_be_visible()


def from_menu(page: Page, item: str) -> None:
    page.get_by_role("main").get_by_label("Game menu").click()
    page.get_by_role("button", name=item).click()
    if page.get_by_role("button", name=item).is_visible():
        page.keyboard.press("Escape")


def centre(place: Locator) -> tuple[float, float]:
    box = place.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_on_a_turned_board_clicks_and_arrows_mean_what_is_seen(
    browser: Browser, visitors: Browsers, site: str
) -> None:
    page = join(visitor(browser, visitors, site), "turnann")
    against_pip(page, "game=speckles")
    a1, h8 = (page.locator(f"[id='s-{name}']") for name in ("a1", "h8"))
    before = centre(a1)
    from_menu(page, "Turn the board")
    assert centre(a1)[0] > centre(h8)[0]
    assert centre(a1)[1] < centre(h8)[1]
    page.reload()  # kept on this device
    expect(page.locator("main.js")).to_be_visible()
    assert centre(a1) != before
    assert centre(a1)[1] < centre(h8)[1]

    click(page, "tray-R")
    click(page, "c2")
    expect(page.locator("[data-title]")).to_contain_text("c2")
    page.keyboard.press("Escape")
    h8.focus()
    for key, right, down in (("ArrowRight", 1, 0), ("ArrowUp", 0, -1), ("ArrowLeft", -1, 0)):
        x, y = centre(page.locator("svg.board :focus"))
        page.keyboard.press(key)
        to_x, to_y = centre(page.locator("svg.board :focus"))
        assert [to_x - x > 9, x - to_x > 9] == [right > 0, right < 0], key
        assert [to_y - y > 9, y - to_y > 9] == [down > 0, down < 0], key


@deep
def test_a_piece_is_nudged_as_seen_on_a_board_turned_by_a_quarter(
    browser: Browser, visitors: Browsers, site: str
) -> None:
    page = join(visitor(browser, visitors, site), "quarterann")
    against_pip(page, "game=blokus&seats=2")
    from_menu(page, "Turn the board")
    page.locator("[id='s-piece-L4']").click()
    click(page, "j10")
    ghost = page.locator("svg.board .gl1").last
    for right, down in ((1, 0), (0, 1), (-1, 0), (0, -1)):
        x, y = centre(ghost)
        page.locator(f".man [data-nudge='{right},{down}']").dispatch_event("click")
        to_x, to_y = centre(ghost)
        assert [to_x - x > 9, x - to_x > 9] == [right > 0, right < 0]
        assert [to_y - y > 9, y - to_y > 9] == [down > 0, down < 0]
    # the pieces of the other player, at a tap on the row
    row = page.locator("[data-seat='1']")
    row.get_by_role("button", name="Pieces of Pip").click()
    expect(page.locator(".hands [role=img]")).to_have_count(42)
    row.get_by_role("button", name="Pieces of Pip").click()
    expect(page.locator(".hands")).to_be_hidden()


@deep
def test_the_cursor_is_moved_by_buttons_on_a_phone(
    browser: Browser, visitors: Browsers, site: str
) -> None:
    context = browser.new_context(
        base_url=site, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True
    )
    visitors.append(context)
    page = context.new_page()
    page.goto("/")
    page.request.get("/")
    page.get_by_role("button", name="Play a bot now").click()
    page.wait_for_url("**/m/*/")
    expect(page.get_by_role("button", name="Choose")).to_be_hidden()
    from_menu(page, "Arrow buttons")
    page.get_by_role("button", name="Choose").tap()
    page.locator("[id='s-tray-R']").tap()
    for name in ("Down", "Down", "Right"):
        page.get_by_role("button", name=name, exact=True).tap()
    page.get_by_role("button", name="Choose").tap()
    expect(page.get_by_text("Not sent yet.")).to_be_visible()
    said = page.locator("[data-title]").inner_text()
    page.get_by_role("button", name="Right", exact=True).tap()  # a complete draft moves along
    expect(page.locator("[data-title]")).not_to_have_text(said)
    expect(page.get_by_role("button", name="Post move")).to_be_enabled()


@deep
def test_a_colour_that_may_not_go_to_the_square_says_why(
    browser: Browser, visitors: Browsers, site: str
) -> None:
    ann = join(visitor(browser, visitors, site), "whyann")
    ben = join(visitor(browser, visitors, site), "whyben")
    begin(ann, ben, "game=speckles")
    click(ann, "tray-R")
    click(ann, "d4")
    ann.get_by_role("button", name="Post move").click()
    expect(ben.get_by_role("heading", level=1)).to_have_text("Your move")
    click(ben, "d5")
    red = ben.locator("[id='s-tray-R']")
    expect(red).to_have_attribute("aria-disabled", "true")
    expect(red).to_have_attribute("aria-label", re.compile("Red may not touch the red chip on d4"))
    expect(ben.locator("[id='s-tray-Y']")).not_to_have_attribute("aria-disabled", "true")


@deep
def test_swapping_sides_is_a_draft_from_the_bar(
    browser: Browser, visitors: Browsers, site: str
) -> None:
    ann = join(visitor(browser, visitors, site), "swapann")
    ben = join(visitor(browser, visitors, site, width=390), "swapben")
    begin(ann, ben, "game=quabble&option_size=5")
    click(ann, "a1")
    ann.get_by_role("button", name="Post move").click()
    bar = ben.locator(".g-act")
    expect(ben.get_by_role("heading", level=1)).to_have_text("Your move")
    bar.get_by_role("button", name="Swap sides").click()
    expect(bar.get_by_text("Not sent yet.")).to_be_visible()
    expect(bar.get_by_role("button", name="Swap sides")).to_be_hidden()
    bar.get_by_role("button", name="Take back").click()
    expect(bar.get_by_role("button", name="Swap sides")).to_be_visible()
    ben.reload()
    bar.get_by_role("button", name="Swap sides").click()
    bar.get_by_role("button", name="Post move").click()
    expect(ben.get_by_role("heading", level=1)).to_contain_text("Waiting for")
    expect(ann.get_by_role("heading", level=1)).to_have_text("Your move")
    expect(ann.locator(".g-act").get_by_role("button", name="Swap sides")).to_be_hidden()
