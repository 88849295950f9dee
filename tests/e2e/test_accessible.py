"""axe-core finds nothing on any page, light and dark; a whole game by keyboard alone.

axe-core is Deque's, under the Mozilla Public License 2.0 (vendor/axe-core.LICENSE); it is a tool of
the tests only.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.e2e.conftest import join, visitor
from tests.e2e.test_games import begin, click

pytestmark = [
    pytest.mark.chromium,
    pytest.mark.slow,
    pytest.mark.skipif(
        not os.environ.get("PLYPOST_DEEP"), reason="minutes in browsers: only with PLYPOST_DEEP=1"
    ),
]

Browsers = list[BrowserContext]
AXE = (Path(__file__).parent / "vendor" / "axe.min.js").read_text(encoding="utf-8")
CONTRAST = {  # as axe has it, but single letters and digits count too
    "ignoreLength": True,
    "ignoreUnicode": True,
    "ignorePseudo": False,
    "boldValue": 700,
    "boldTextPt": 14,
    "largeTextPt": 18,
    "contrastRatio": {"normal": {"expected": 4.5}, "large": {"expected": 3}},
    "pseudoSizeThreshold": 0.25,
    "shadowOutlineEmMax": 0.2,
    "textStrokeEmMin": 0.03,
}
GAMES = (
    "blokus conquare dots-and-boxes dots-and-hexagons fast-conquare fast-quabble quabble qualos "
    "speckles tink"
).split()
OPEN = ["/", "/play/", "/play/new/", "/rules/", "/ladders/", "/ladders/speckles/", "/about/"]
OPEN += ["/fair-play/", "/accounts/join/", "/accounts/login/", "/accounts/reset/", "/nowhere/"]
SIGNED_IN = ["/", "/play/", "/play/new/?game=blokus", "/accounts/settings/", "/u/{name}/"]


def found(page: Page) -> list[str]:
    """What axe-core finds on this page, a line each."""
    page.evaluate(AXE)
    faults: list[str] = page.evaluate(
        "async (options) => (await axe.run(document, options)).violations.flatMap("
        "v => v.nodes.slice(0, 3).map(n => `${v.id}: ${n.target} ${n.html.slice(0, 160)}`))",
        {"resultTypes": ["violations"], "checks": {"color-contrast": {"options": CONTRAST}}},
    )
    return faults


def all_found(
    page: Page, paths: list[str], theme: Literal["light", "dark"]
) -> dict[str, list[str]]:
    """The faults of each of these pages that has any."""
    page.emulate_media(color_scheme=theme)
    faults = {}
    for path in paths:
        page.goto(path)

        if lines := found(page):
            faults[path] = lines
    return faults


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_on_the_pages_of_visitors(
    browser: Browser, visitors: Browsers, site: str, theme: Literal["light", "dark"]
) -> None:
    page = visitor(browser, visitors, site)
    assert all_found(page, [*OPEN, *(f"/rules/{key}/" for key in GAMES)], theme) == {}


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_on_the_pages_of_players(
    browser: Browser, visitors: Browsers, site: str, theme: Literal["light", "dark"]
) -> None:
    name = f"axe{theme}"
    page = join(visitor(browser, visitors, site, width=390), name)
    matches = []
    for key in GAMES:
        page.goto(f"/play/new/?game={key}&bot=Pip&mine=0")
        page.get_by_role("main").get_by_role("button", name="Start").click()
        page.wait_for_url("**/m/*/")
        matches.append(page.url)
    paths = [path.format(name=name) for path in SIGNED_IN]
    assert all_found(page, [*matches, *paths], theme) == {}


def sideways(page: Page) -> int:
    """By how many pixels the page is wider than the window."""
    wider: int = page.evaluate(
        "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
    )
    return wider


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_in_the_states_of_a_game(
    browser: Browser, visitors: Browsers, site: str, theme: Literal["light", "dark"]
) -> None:
    # 320 px is also what is left of 640 at 200 %
    ann = join(visitor(browser, visitors, site, width=320), f"state{theme}ann")
    ben = join(visitor(browser, visitors, site), f"state{theme}ben")
    begin(ann, ben, "game=speckles")
    click(ann, "tray-R")
    click(ann, "a1")
    ann.get_by_role("button", name="Post move").click()
    expect(ben.get_by_role("heading", level=1)).to_have_text("Your move")
    faults = {}

    def look(page: Page, state: str) -> None:
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        if lines := found(page):
            faults[state] = lines
        if page is ann and (wider := sideways(page)) > 0:
            faults[f"{state}, sideways"] = [str(wider)]
        moving = page.evaluate(
            "() => document.getAnimations().filter(a => a.effect.getTiming().duration > 100).length"
        )
        if moving:
            faults[f"{state}, moving"] = [str(moving)]

    code = ann.url.rstrip("/").rsplit("/", 1)[1]
    for page, state in ((ann, "phone"), (ben, "desktop")):
        page.locator("#table > summary").click()
        look(page, f"{state}: as text")
        page.locator("#table > summary").click()
        menu = page.locator(".gm-menu > summary")
        menu.click()
        look(page, f"{state}: menu")
        page.keyboard.press("Escape")
        for tab in page.get_by_role("tab").all():
            tab.click()
            look(page, f"{state}: {tab.inner_text()}")
        menu.click()
        page.get_by_role("button", name="Try moves").click()
        expect(page.locator("[data-title]")).to_contain_text(re.compile("Only trying|If state"))
        look(page, f"{state}: trying")
        page.reload()
        expect(page.locator("main.js")).to_be_visible()
    ann.locator(".gm-menu > summary").click()
    offer = ann.locator(".gm-menu details", has=ann.get_by_text("Offer a draw")).first
    offer.locator("summary").click()
    offer.get_by_role("button", name="Offer a draw").click()
    for page, button in ((ann, "Withdraw|Take back"), (ben, "Accept")):
        page.reload()
        offers = page.locator("[data-part=offers]")
        expect(offers.get_by_role("button", name=re.compile(button)).first).to_be_visible()
        look(page, f"{button}: offer open")
    for path in (
        f"/embed/{code}/",
        "/accounts/settings/",
        "/accounts/leave/",
        "/play/new/?game=blokus",
        "/",
        "/rules/blokus/",
    ):
        ann.goto(path)
        look(ann, path)
    assert faults == {}


def key_to(page: Page, shape: str) -> None:
    """Go to a shape as one does without a mouse: Tab to the board or tray, then arrows."""
    for _ in range(60):
        at = page.evaluate("() => document.activeElement?.dataset?.shape ?? ''")
        if at == shape:
            return
        if at and not at.startswith("tray-") and not shape.startswith("tray-"):
            key = "ArrowRight" if shape[0] > at[0] else "ArrowLeft" if shape[0] < at[0] else ""
            key = key or ("ArrowUp" if int(shape[1:]) > int(at[1:]) else "ArrowDown")
        else:
            key = "Tab"
        page.keyboard.press(key)
    raise AssertionError(f"{shape} cannot be reached by keyboard")


def test_a_game_by_keyboard_alone(browser: Browser, visitors: Browsers, site: str) -> None:
    ann = join(visitor(browser, visitors, site), "keyann")
    ben = join(visitor(browser, visitors, site), "keyben")
    begin(ann, ben, "game=speckles")
    for chip, square, answer in (("R", "a1", "b1"), ("G", "c1", None)):
        key_to(ann, f"tray-{chip}")
        ann.keyboard.press("Enter")
        key_to(ann, square)
        ann.keyboard.press("Enter")
        expect(ann.get_by_text("Not sent yet.")).to_be_visible()
        ann.keyboard.press("Control+Enter")
        expect(ann.get_by_role("heading", level=1)).to_contain_text("Waiting for")
        expect(ben.get_by_role("heading", level=1)).to_have_text("Your move")
        click(ben, "tray-Y" if answer else "tray-R")
        click(ben, answer or "d1")
        ben.get_by_role("button", name="Post move").click()
        if answer:
            expect(ann.get_by_role("heading", level=1)).to_have_text("Your move")
            # what the opponent did stands in the move list, in words, for screen readers too
            expect(ann.locator(".mv li").last).to_have_text(re.compile("b1"))
    expect(ann.get_by_role("heading", level=1)).to_have_text("You won")
