"""A game by what a screen reader has: roles and names, the words of the bar, the board as text."""

from __future__ import annotations

import os
import re

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.e2e.conftest import join, visitor
from tests.e2e.test_games import begin, fetched

pytestmark = [
    pytest.mark.chromium,
    pytest.mark.slow,
    pytest.mark.skipif(
        not os.environ.get("PLYPOST_DEEP"), reason="minutes in browsers: only with PLYPOST_DEEP=1"
    ),
]

Browsers = list[BrowserContext]


def says(page: Page, *words: str) -> None:
    """The one place that speaks has said this."""
    for each in words:
        expect(page.get_by_role("main").get_by_role("status").first).to_contain_text(each)


def heading(page: Page, words: str) -> None:
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile(words))


def as_text(page: Page) -> None:
    """Open the board as text."""
    page.get_by_text("The board as text").click()


def cell(page: Page, name: str) -> str:
    """What the table says of a square."""
    return page.get_by_role("link", name=re.compile(rf"^{name},")).inner_text()


def write(page: Page, move: str) -> None:
    page.get_by_role("textbox", name="Write a move").fill(move)
    page.get_by_role("button", name="Make a draft").click()


def post(page: Page) -> None:
    page.get_by_role("button", name="Post move").click()


def test_a_game_without_looking(browser: Browser, visitors: Browsers, site: str) -> None:
    ann = join(visitor(browser, visitors, site), "hearann")
    ben = join(visitor(browser, visitors, site), "hearben")
    urls = begin(ann, ben, "game=speckles")["urls"]
    for page in (ann, ben):
        as_text(page)
    says(ann, "Your move.")
    # by the table and the buttons beside the board: the colour, then the square
    ann.get_by_role("button", name=re.compile("^red,", re.IGNORECASE)).click()
    ann.get_by_role("link", name=re.compile("^a1,")).click()
    says(ann, "a1", "Not sent yet.")
    assert "not sent yet" in cell(ann, "a1")
    post(ann)
    heading(ann, "Waiting for hearben")
    says(ben, "hearann has played:", "a1", "Your move.")
    assert "red" in cell(ben, "a1").lower()

    # what is wrong is said, beside the field and by the bar, and nothing is sent
    for wrong, words in (("Zz9", "is not a move"), ("Ra2", "touch"), ("Ya1", "taken")):
        write(ben, wrong)
        says(ben, words)
        field = ben.get_by_role("textbox", name="Write a move")
        expect(field).to_have_accessible_description(re.compile(words))
        expect(field).to_have_attribute("aria-invalid", "true")
    assert fetched(ben, urls["self"], slim="1")["ply"] == 1
    write(ben, "yb1")
    says(ben, "b1", "Not sent yet.")
    expect(ben.get_by_role("textbox", name="Write a move")).to_have_attribute(
        "aria-invalid", "false"
    )
    post(ben)
    says(ann, "hearben has played:", "b1")
    write(ann, "Gc1")
    # the words of the move before are not said again
    expect(ann.get_by_role("status").first).not_to_contain_text("hearben has played")
    ann.keyboard.press("Control+Enter")
    says(ben, "c1")
    write(ben, "Rd1")
    post(ben)
    heading(ann, "You won")
    says(ann, "hearben has played:", "d1")
    heading(ben, "You lost")
    # the whole game can be heard again
    moves = ann.get_by_role("list").filter(has_text="a1").get_by_role("listitem")
    expect(moves).to_have_count(4)


def test_a_turn_of_several_lines_is_written(
    browser: Browser, visitors: Browsers, site: str
) -> None:
    ann = join(visitor(browser, visitors, site), "lineann")
    ben = join(visitor(browser, visitors, site), "lineben")
    urls = begin(ann, ben, "game=dots-and-boxes&option_rows=3&option_columns=3")["urls"]
    players, turn = (ann, ben), 0
    for page in players:
        as_text(page)
    for line in ("h0,0", "h0,1", "v0,0"):
        write(players[turn], line)
        says(players[turn], "Not sent yet.")
        post(players[turn])
        heading(players[turn], "Waiting for")
        turn = 1 - turn
        heading(players[turn], "Your move")
    write(players[turn], "h0,3 v0,2")  # the first of these ends the turn
    says(players[turn], "Your turn was over before")
    write(players[turn], "v1,0 h0,3")  # closes a box, then goes on
    says(players[turn], "Not sent yet.")
    assert fetched(ann, urls["self"], slim="1")["ply"] == 3
    post(players[turn])
    heading(players[turn], "Waiting for")
    assert fetched(ann, urls["self"], slim="1")["ply"] == 5


def test_a_piece_is_written_by_its_squares_in_any_order(
    browser: Browser, visitors: Browsers, site: str
) -> None:
    page = join(visitor(browser, visitors, site), "pieceann")
    page.goto("/play/new/?game=blokus&bot=Pip&mine=0&seats=2")
    page.get_by_role("main").get_by_role("button", name="Start").click()
    page.wait_for_url("**/m/*/")
    as_text(page)
    data = page.evaluate("() => JSON.parse(document.getElementById('match-data').textContent)")
    text = next(move["t"] for move in data["legal"] if move["t"].count(",") == 2)
    write(page, ",".join(reversed(text.split(","))))
    says(page, "fits here")
    post(page)
    says(page, "Pip has played:")
