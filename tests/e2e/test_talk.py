"""Two players talk, a third watches and is kept apart until the end; the tabs by keyboard."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.e2e.conftest import join, visitor
from tests.e2e.test_accessible import found
from tests.e2e.test_games import begin

pytestmark = [pytest.mark.chromium, pytest.mark.slow]

Browsers = list[BrowserContext]


def tab(page: Page, name: str) -> None:
    page.get_by_role("tab", name=re.compile(f"^{name}")).click()


def say(page: Page, text: str) -> None:
    tab(page, "Messages")
    page.get_by_label("Your message").fill(text)
    page.get_by_role("button", name="Post message").click()
    expect(page.locator(".msg").last).to_contain_text(text)
    expect(page.get_by_label("Your message")).to_have_value("")


def test_players_talk_live_and_spectators_hear_it_when_the_game_is_over(
    browser: Browser, visitors: Browsers, site: str
) -> None:
    ann = join(visitor(browser, visitors, site), "talkann")
    ben = join(visitor(browser, visitors, site, width=390), "talkben")
    sam = join(visitor(browser, visitors, site), "talksam")
    faults: list[str] = []
    for page in (ann, ben, sam):
        page.on("pageerror", lambda error: faults.append(str(error)))
    begin(ann, ben, "game=speckles")
    sam.goto(ann.url)
    tab(sam, "Messages")
    expect(sam.get_by_role("tab", name="Notes")).to_have_count(0)

    say(ann, "Good luck, <b>Ben</b>!")
    badge = ben.locator("[data-new] .badge")
    expect(badge).to_have_text("1")
    tab(ben, "Messages")
    expect(ben.locator(".msg")).to_have_count(1)
    expect(ben.locator(".words")).to_have_text("Good luck, <b>Ben</b>!")
    expect(badge).to_be_hidden()
    say(ben, "You too.")
    expect(ann.locator(".msg")).to_have_count(2)
    expect(ann.locator("[data-new] .badge")).to_be_hidden()
    say(sam, "Two strong players.")
    for page in (ann, ben, sam):
        assert found(page) == []

    # what has been written and not posted stays while news comes in
    ann.get_by_label("Your message").fill("half a sen")
    say(ben, "Your move.")
    expect(ann.locator(".msg")).to_have_count(3)
    expect(ann.get_by_label("Your message")).to_have_value("half a sen")

    # in the other tab
    tab(ann, "Notes")
    ann.get_by_label("Your notes").fill("Watch d4.")
    tab(ann, "Moves")
    expect(ann.locator("[data-saved]")).not_to_have_attribute("hidden", "", timeout=5000)
    say(ben, "Still there?")
    expect(ann.locator("[data-new] .badge")).to_have_text("1")
    expect(sam.locator(".msg")).to_have_count(1)
    expect(sam.locator(".msg")).to_contain_text("Two strong players.")

    tab(ann, "Notes")
    notes = ann.get_by_label("Your notes")
    notes.fill("Watch d4. And e5.")  # and no leaving of the field
    expect(ann.locator("[data-saved]")).not_to_have_attribute("hidden", "", timeout=5000)
    expect(notes).to_be_focused()
    ann.reload()
    tab(ann, "Notes")
    expect(ann.get_by_label("Your notes")).to_have_value("Watch d4. And e5.")
    ann.get_by_label("Game menu").click()
    ann.locator("[data-resign] summary").click()
    ann.get_by_role("button", name="Resign").click()
    expect(sam.locator(".msg")).to_have_count(5)
    expect(sam.get_by_text("You too.")).to_be_visible()
    tab(ben, "Messages")
    expect(ben.locator(".msg")).to_have_count(5)
    expect(ben.get_by_text("Two strong players.")).to_be_visible()
    say(sam, "Well played.")
    expect(ben.get_by_text("Well played.")).to_be_visible()

    # a report, from the menu of the message
    ben.locator(".msg", has_text="Well played.").locator("summary").click()
    ben.get_by_role("button", name="Report to the staff").click()
    expect(ben.locator(".msg", has_text="Well played.")).to_contain_text("reported")
    for page in (ann, ben, sam):
        assert found(page) == []
    assert faults == []


def test_the_tabs_by_keyboard(browser: Browser, visitors: Browsers, site: str) -> None:
    ann = join(visitor(browser, visitors, site), "tabann")
    ben = join(visitor(browser, visitors, site), "tabben")
    begin(ann, ben, "game=speckles")
    moves, messages, notes = (
        ann.get_by_role("tab", name=name) for name in ("Moves", "Messages", "Notes")
    )
    moves.focus()
    ann.keyboard.press("ArrowRight")
    expect(messages).to_be_focused()
    expect(messages).to_have_attribute("aria-selected", "true")
    expect(ann.get_by_role("tabpanel", name="Messages")).to_be_visible()
    expect(ann.get_by_role("tabpanel", name="Moves")).to_be_hidden()
    ann.keyboard.press("End")
    expect(notes).to_be_focused()
    expect(ann.get_by_role("tabpanel", name="Notes")).to_be_visible()
    ann.keyboard.press("ArrowRight")
    expect(moves).to_be_focused()
    ann.keyboard.press("ArrowRight")
    ann.get_by_label("Your message").focus()
    ann.keyboard.type("By keyboard, with , and . in it")
    ann.keyboard.press("Control+Enter")
    expect(ann.locator(".words")).to_have_text("By keyboard, with , and . in it")
    expect(ann.get_by_label("Your message")).to_be_focused()
    ann.get_by_label("Your message").fill("By keyboard, with , and . in it")
    ann.keyboard.press("Control+Enter")
    expect(ann.locator(".words")).to_have_count(2)
    ann.get_by_label("Your message").fill("By keyboard, with , and . in it")
    ann.keyboard.press("Control+Enter")
    expect(ann.get_by_text("You have written this twice already.")).to_be_visible()
    expect(ann.get_by_label("Your message")).to_have_value("By keyboard, with , and . in it")
    assert found(ann) == []

    # a long talk scrolls in its place and does not make the page longer
    ann.get_by_label("Your message").fill("\n".join("abcdefghij" * 12))
    ann.keyboard.press("Control+Enter")
    expect(ann.locator(".words")).to_have_count(3)
    say(ann, "the end")
    below = "document.documentElement.scrollHeight - document.querySelector('.foot').offsetTop"
    assert ann.evaluate(below) < 200
