"""Played without a pointer: from the front page to the end of a game, and a turn of other games."""

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

# What has the focus, and whether one can see that: on boards a dashed frame is the cursor.
FOCUSED = """() => {
  const at = document.activeElement;
  if (!at || at === document.body) return ["nothing", false];
  const ringed = (node) => node && getComputedStyle(node).outlineStyle !== "none";
  const box = at.getBoundingClientRect();
  const seen = box.width + box.height > 0 && (at.closest("svg.board")
    ? document.querySelector("svg.board :is(.cur, .lcur, .ghost, .gl1)")
    : ringed(at) || ringed(at.closest("label")));
  return [at.outerHTML.slice(0, 120), !!seen];
}"""


def seen(page: Page) -> None:
    """The focus is somewhere, and can be seen."""
    at, visible = page.evaluate(FOCUSED)
    assert visible, f"the focus cannot be seen on {at}"


def press(page: Page, *keys: str) -> None:
    """Press keys one after the other, the focus never being lost."""
    for key in keys:
        page.keyboard.press(key)
        seen(page)


def tab_to(page: Page, name: str, key: str = "Tab") -> None:
    """Tab until what has this name has the focus."""
    for _ in range(120):
        page.keyboard.press(key)
        seen(page)
        said = page.evaluate(
            "() => { const at = document.activeElement; "
            'return at.ariaLabel || at.labels?.[0]?.innerText || at.innerText || "" }'
        )
        if re.match(name, said.strip()):
            return
    raise AssertionError(f"{name} is not reached by {key}")


def shape(page: Page) -> str:
    """The shape that has the focus."""
    name: str = page.evaluate("() => document.activeElement.dataset.shape ?? ''")
    return name


def walk(page: Page, square: str) -> None:
    """By arrows to a square like c4."""
    for _ in range(60):
        at = shape(page)
        if at == square:
            return
        assert re.fullmatch(r"[a-z]\d+", at), at
        sideways = "ArrowRight" if square[0] > at[0] else "ArrowLeft"
        upwards = "ArrowUp" if int(square[1:]) > int(at[1:]) else "ArrowDown"
        press(page, sideways if square[0] != at[0] else upwards)
    raise AssertionError(f"{square} is not reached by arrows")


def to_board(page: Page) -> None:
    """Tab back and forth until the board has the focus: it is one stop."""
    for key in ("Tab", "Shift+Tab"):
        for _ in range(80):
            if page.evaluate("() => !!document.activeElement.closest('svg.board')"):
                return
            page.keyboard.press(key)
            if page.evaluate("() => document.activeElement === document.body"):
                break
    raise AssertionError("the board is not reached")


def posted(page: Page) -> None:
    """Post by keys; the focus is on the heading then."""
    expect(page.get_by_role("button", name="Post move")).to_be_enabled()
    page.keyboard.press("Control+Enter")
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_be_focused()
    seen(page)


def turn(page: Page) -> None:
    expect(page.get_by_role("heading", level=1)).to_have_text("Your move")


def says(page: Page, words: str) -> None:
    expect(page.locator(".say")).to_contain_text(re.compile(words))


def speckle(page: Page, chip: str, square: str) -> None:
    """A chip by its number, then the square by arrows."""
    to_board(page)
    press(page, chip)
    walk(page, square)
    press(page, "Enter")


def test_from_the_front_page_through_a_whole_game(
    browser: Browser, visitors: Browsers, site: str
) -> None:
    ben = join(visitor(browser, visitors, site), "tabben")
    ann = visitor(browser, visitors, site)
    ann.goto("/")
    ann.keyboard.press("Tab")
    seen(ann)
    assert "main" in ann.evaluate("() => document.activeElement.getAttribute('href')")
    tab_to(ann, "Join")
    ann.keyboard.press("Enter")
    ann.wait_for_url("**/join/**")
    for label, text in (("Name", "tabann"), ("Email", "tabann@example.org")):
        tab_to(ann, label)
        ann.keyboard.type(text)
    tab_to(ann, "Password")
    ann.keyboard.type("grasshopper-27")
    ann.keyboard.press("Enter")
    ann.wait_for_url(lambda url: "join" not in url)

    ann.goto("/play/new/?game=speckles&with_1=link&mine=0")
    tab_to(ann, "Make the link")
    ann.keyboard.press("Enter")
    ann.wait_for_url("**/m/*/")
    ben.goto(ann.url)
    for _ in range(3):
        tab_to(ben, "Play")
        if ben.evaluate("() => document.activeElement.matches('main button')"):
            break
    ben.keyboard.press("Enter")
    expect(ben.get_by_role("heading", level=1)).to_contain_text("Waiting for")
    turn(ann)

    # keys that tell
    to_board(ann)
    for key, words in (("m", "No moves"), ("t", "left"), ("s", "no points"), ("b", "Your move")):
        press(ann, key)
        says(ann, words)
    speckle(ann, "1", "a1")
    press(ann, "Escape")
    expect(ann.get_by_role("button", name="Post move")).to_be_disabled()
    walk(ann, "b1")
    walk(ann, "a1")
    press(ann, "Enter")
    posted(ann)
    turn(ben)
    speckle(ben, "2", "b1")
    posted(ben)
    turn(ann)
    # from legal square to legal square
    to_board(ann)
    press(ann, "3")
    first = shape(ann)
    press(ann, "l")
    second = shape(ann)
    assert first != second
    expect(ann.locator(f"[id='s-{second}']")).not_to_have_attribute("aria-disabled", "true")
    press(ann, "Shift+L")
    assert shape(ann) != second
    walk(ann, "c1")
    press(ann, "Enter")
    # looking back and on, from the board
    press(ann, ",", ",")
    says(ann, "start of the game|Move 0")
    press(ann, ".", ".")
    posted(ann)
    turn(ben)
    speckle(ben, "1", "d1")
    posted(ben)
    expect(ben.get_by_role("heading", level=1)).to_have_text("You lost")
    expect(ann.get_by_role("heading", level=1)).to_have_text("You won")
    press(ann, ",")
    says(ann, "Move 3 of 4")
    press(ann, ".")
    says(ann, "Your line was completed")
    expect(ann.locator(".say")).not_to_contain_text("has played")


@pytest.mark.parametrize(
    "query",
    [
        "game=tink",
        "game=quabble&option_size=5",
        "game=dots-and-boxes&option_rows=3&option_columns=3",
    ],
)
def test_a_turn_of_a_game_of_places(
    browser: Browser, visitors: Browsers, site: str, query: str
) -> None:
    name = re.sub(r"\W|game|option.*", "", query)
    ann = join(visitor(browser, visitors, site), f"tab{name}ann")
    ben = join(visitor(browser, visitors, site), f"tab{name}ben")
    urls = begin(ann, ben, query)["urls"]
    to_board(ann)
    places = {shape(ann)}
    for arrow in ("ArrowRight", "ArrowDown", "ArrowRight", "ArrowUp"):
        press(ann, arrow)
        places.add(shape(ann))
    assert len(places) > 2
    press(ann, "l", "Enter")
    posted(ann)
    assert fetched(ann, urls["self"], slim="1")["ply"] == 1
    turn(ben)
    to_board(ben)
    press(ben, "m")
    says(ben, "Last move")


def test_a_turn_of_blokus(browser: Browser, visitors: Browsers, site: str) -> None:
    page = join(visitor(browser, visitors, site), "tabblokus")
    page.goto("/play/new/?game=blokus&bot=Pip&mine=0&seats=2")
    tab_to(page, "Start")
    page.keyboard.press("Enter")
    page.wait_for_url("**/m/*/")
    expect(page.locator("main.js")).to_be_visible()
    tab_to(page, "L of four")
    press(page, "Enter")
    says(page, "turn it")
    press(page, "q", "e", "f")
    to_board(page)
    press(page, "l", "Enter")
    says(page, "fits here")
    # one square off, and back by what the key before took away
    press(page, "ArrowLeft")
    says(page, "does not fit")
    press(page, "ArrowRight")
    says(page, "fits here")
    page.keyboard.press("Control+Enter")
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    seen(page)
    expect(page.locator(".mv li").first).to_be_visible()
