"""Going on vacation in a real browser, and the opponent's page that follows without a reload."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from tests.e2e.conftest import join, visitor

pytestmark = [pytest.mark.chromium, pytest.mark.slow]


def test_a_vacation_in_the_settings_stops_the_clock_that_the_opponent_sees(
    browser: Browser, visitors: list[BrowserContext], site: str
) -> None:
    away = join(visitor(browser, visitors, site), "awayplayer")
    ben = join(visitor(browser, visitors, site, width=390), "benplayer")
    away.goto("/play/new/?game=speckles&with_1=link&mine=0&clock=5d%2B1d/10d")
    away.get_by_role("main").get_by_role("button", name=re.compile("Make the link")).click()
    away.wait_for_url("**/m/*/")
    ben.goto(away.url)
    expect(ben.get_by_text("5 days in all + 1 day a move, at most 10 days").first).to_be_visible()
    ben.get_by_role("button", name=re.compile("Play")).first.click()
    expect(ben.get_by_role("heading", level=1)).to_have_text("Waiting for awayplayer")

    away.goto("/accounts/settings/")
    section = away.get_by_role("region", name="Vacation")
    section.get_by_label("Days from now on").fill("31")
    section.get_by_role("button", name="Start the vacation").click()
    expect(away.locator("#vacation_now .err")).to_be_visible()
    section.get_by_label("Days from now on").fill("3")
    section.get_by_role("button", name="Start the vacation").click()
    expect(section.get_by_text("27 days are left")).to_be_visible()
    expect(section.get_by_text("You are away until")).to_be_visible()

    line = ben.locator(".g-now > [data-stopped]")
    expect(line).to_contain_text("Vacation: the clock is stopped until")
    ben.locator(".gm-menu > summary").click()  # on a phone the line ends in dots, but not here
    expect(ben.locator(".gm-menu [data-stopped]")).to_have_text(line.text_content() or "")
    ben.keyboard.press("Escape")
    expect(ben.locator("[data-seat='0'] [data-clock]")).to_contain_text("away until")

    section.get_by_role("button", name="Come back now").click()
    expect(section.get_by_text("29 days are left")).to_be_visible()
    expect(line).to_be_hidden()
    expect(ben.locator("[data-seat='0'] [data-clock]")).to_have_text("5 d")
