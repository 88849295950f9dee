"""What a move is made of, and what is said while it is made, game by game."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.e2e.conftest import visitor
from tests.e2e.test_games import begin, click

pytestmark = [pytest.mark.chromium, pytest.mark.slow]

Browsers = list[BrowserContext]


def two(browser: Browser, visitors: Browsers, site: str, query: str) -> tuple[Page, Page]:
    """A guest and a friend at the start of a game."""
    ann, ben = (visitor(browser, visitors, site) for _ in range(2))
    ann.goto("/play/new/?game=speckles&bot=Pip&mine=0")  # who plays a bot is a guest of the site
    ann.get_by_role("main").get_by_role("button", name="Start").click()
    ann.wait_for_url("**/m/*/")
    begin(ann, ben, query)
    return ann, ben


def played(page: Page, *shapes: str) -> None:
    expect(page.get_by_role("heading", level=1)).to_have_text("Your move")
    for shape in shapes:
        click(page, shape)
    page.get_by_role("button", name="Post move").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Waiting for")


def says(page: Page, words: str) -> None:
    expect(page.locator(".say")).to_contain_text(words)


def label(page: Page, shape: str, words: str) -> None:
    expect(page.locator(f"[id='s-{shape}']")).to_have_attribute("aria-label", words)


def test_speckles_names_who_would_win_and_why_a_square_is_refused(
    browser: Browser, visitors: Browsers, site: str
) -> None:
    ann, ben = two(browser, visitors, site, "game=speckles")
    for page, chip, square in ((ann, "R", "a1"), (ben, "Y", "b1"), (ann, "G", "c1")):
        played(page, f"tray-{chip}", square)
    expect(ben.get_by_role("heading", level=1)).to_have_text("Your move")
    name = ben.locator("[data-seat='0'] b").inner_text()
    # square first: other squares, other colours, each for its own reason
    click(ben, "d1")
    click(ben, "a1")
    says(ben, "The square is taken.")
    click(ben, "tray-R")
    says(ben, "Red on d1")
    says(ben, f"This completes {name}’s line.")
    click(ben, "h8")
    says(ben, "A chip must touch a chip on the board.")
    click(ben, "tray-G")
    says(ben, "Green may not touch the green chip on c1.")
    says(ben, "Red on d1")
    ben.get_by_role("button", name="Take back").click()
    says(ben, "d1: pick one of the colours.")
    # where the pointer only is, nothing is drafted
    ben.keyboard.press("Escape")
    label(ben, "d2", "d2, empty")


def test_what_a_pick_would_do_is_in_its_label_before_it_is_made(
    browser: Browser, visitors: Browsers, site: str
) -> None:
    ann, ben = two(browser, visitors, site, "game=dots-and-boxes&option_rows=3&option_columns=3")
    for page, line in ((ann, "h0,0"), (ben, "v0,0"), (ann, "h0,1")):
        played(page, line)
    label(ben, "v1,0", "line v1,0, free, Line v1,0, closes a box")
    label(ben, "v2,0", "line v2,0, free")
    click(ben, "v1,0")
    says(ben, "It is still your turn.")
    label(ben, "v1,0", "line v1,0, drawn, not sent yet")
    # a stone under the cursor is no draft
    ann.goto("/")
    begin(ann, ben, "game=quabble&option_size=5")
    ann.locator("[id='s-a1']").hover()
    label(ann, "a1", "a1, empty")
    click(ann, "a1")
    label(ann, "a1", "a1, black, not sent yet")


def test_a_stone_that_can_be_taken_over_says_so_and_shows_it_under_the_pointer(
    browser: Browser, visitors: Browsers, site: str
) -> None:
    ann, ben = two(browser, visitors, site, "game=qualos&option_size=5")
    for number, square in enumerate(("a1", "b4", "e1", "d4", "d1", "c1", "a3")):
        played((ann, ben)[number % 2], square)
    expect(ben.get_by_role("heading", level=1)).to_have_text("Your move")
    label(ben, "d1", "d1, black, White takes d1 over")
    stone = ben.locator(".y-pieces use[x='350'][y='450']")
    expect(stone).to_have_attribute("href", "#st-black-l")
    ben.locator("[id='s-d1']").hover()
    expect(stone).to_have_attribute("href", "#st-white-l")
    expect(stone).to_have_class("ghost")
    label(ben, "d1", "d1, black, White takes d1 over")  # nothing is drafted yet
    click(ben, "d1")
    says(ben, "White takes d1 over")
    label(ben, "d1", "d1, white, not sent yet")
