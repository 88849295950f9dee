"""Two people of two languages at one board, in browsers."""

from __future__ import annotations

import re

import pytest
from django.utils.translation import gettext, override
from playwright.sync_api import Browser, BrowserContext, Page, expect

from plypost import catalogues
from tests.e2e.conftest import join, visitor
from tests.e2e.test_newcomers import pick, post

WHOLE = [code for code in catalogues.LANGUAGES if catalogues.mo_path(code).exists()]

pytestmark = [
    pytest.mark.chromium,
    pytest.mark.slow,
    pytest.mark.parametrize("code", WHOLE),
]


def heading(page: Page, words: str) -> None:
    expect(page.get_by_role("heading", level=1)).to_have_text(words)


def test_each_sees_the_game_in_their_own_language(
    browser: Browser, visitors: list[BrowserContext], site: str, code: str
) -> None:
    with override(code):
        your_move, waiting = gettext("Your move"), gettext("Waiting for {name}")
        posted, send, lost = gettext("Posted: {move}."), gettext("Post move"), gettext("You lost")
        red = gettext("Red on {square}")
    ann = join(visitor(browser, visitors, site), f"ann-{code}")
    ann.goto("/play/new/?game=speckles&with_1=link&mine=0")
    ann.get_by_role("main").get_by_role("button", name=re.compile("Make the link")).click()
    ann.wait_for_url("**/m/*/")

    context = browser.new_context(base_url=site, locale=code)
    context.set_default_timeout(20_000)
    visitors.append(context)
    ben = context.new_page()
    ben.goto(ann.url)
    expect(ben.locator("html")).to_have_attribute("lang", code)
    ben.locator("main form[action$='/join/'] button").click()  # as a guest
    heading(ben, waiting.format(name=f"ann-{code}"))

    # what comes by the socket and what the script says
    heading(ann, "Your move")
    pick(ann, "tray-R", "a1")
    post(ann)
    heading(ben, your_move)
    expect(ben.locator("#log ol li").first).to_contain_text(red.format(square="a1"))
    pick(ben, "tray-Y", "b1")
    ben.get_by_role("button", name=send).click()
    expect(ben.locator("[data-title]")).to_contain_text(posted.split("{")[0])
    heading(ann, "Your move")
    expect(ann.locator("#log ol li").last).to_contain_text("Yellow on b1")

    # the switch at the foot holds for a guest, on this page and the next
    ben.locator("footer button[lang=en]").click()
    expect(ben.locator("html")).to_have_attribute("lang", "en")
    ben.goto("/rules/")
    expect(ben.locator("html")).to_have_attribute("lang", "en")
    ben.locator(f"footer button[lang={code}]").click()
    expect(ben.locator("html")).to_have_attribute("lang", code)

    ben.goto(ann.url)
    pick(ann, "tray-G", "c1")
    post(ann)
    heading(ben, your_move)
    pick(ben, "tray-R", "d1")
    ben.get_by_role("button", name=send).click()
    heading(ben, lost)
    heading(ann, "You won")
