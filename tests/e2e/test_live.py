"""A page that was not listening for a while shows everything once it hears again."""

from __future__ import annotations

import os
import re

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

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
OPTIONS = "game=dots-and-boxes&option_rows=5&option_columns=5"


def play_by_api(players: list[Page], urls: dict[str, str], plies: int) -> None:
    """Play so many lines, whoever is to move, without any of the pages."""
    for _ in range(plies):
        data = fetched(players[0], urls["self"], slim="1")
        page = players[data["to_move"]]
        move = fetched(page, urls["self"], slim="1")["legal"][0]["t"]
        token = next(
            cookie["value"]
            for cookie in page.context.cookies()
            if cookie["name"].endswith("csrftoken")
        )
        answer = page.request.post(
            urls["moves"],
            data={"ply": data["ply"], "moves": [move]},
            headers={"X-CSRFToken": token, "Referer": page.url},
        )
        assert answer.ok, answer.text()


def shows(page: Page, plies: int) -> None:
    expect(page.locator("[data-count]")).to_have_text(f"{plies} / {plies}")
    expect(page.locator(".mv li")).to_have_count(plies)


@pytest.fixture
def table(
    browser: Browser, visitors: Browsers, site: str, request: pytest.FixtureRequest
) -> tuple[list[Page], dict[str, str]]:
    """Two players away from the board, and where their match is."""
    name = request.node.name.removeprefix("test_")[:9].replace("_", "")
    players = [join(visitor(browser, visitors, site), f"{name}{who}") for who in ("ann", "ben")]
    urls: dict[str, str] = begin(players[0], players[1], OPTIONS)["urls"]
    for page in players:
        page.goto("/rules/")
    return players, urls


def test_moves_between_the_page_and_its_socket_are_shown(
    browser: Browser, visitors: Browsers, site: str, table: tuple[list[Page], dict[str, str]]
) -> None:
    players, urls = table
    watcher = visitor(browser, visitors, site)
    # The page is written now; its script, and with it the socket, comes after three moves.
    held: list[Route] = []
    watcher.route("**/js/match*.js", lambda route: held.append(route))  # noqa: PLW0108
    watcher.goto(urls["page"], wait_until="commit")
    watcher.wait_for_selector(".mv", state="attached")
    play_by_api(players, urls, 3)
    assert watcher.locator(".mv li").count() == 0
    [script] = held
    script.continue_()
    shows(watcher, 3)


def test_a_deaf_page_catches_up_with_twenty_five_moves(
    browser: Browser, visitors: Browsers, site: str, table: tuple[list[Page], dict[str, str]]
) -> None:
    players, urls = table
    watcher = visitor(browser, visitors, site)
    watcher.goto(urls["page"])
    play_by_api(players, urls, 2)
    shows(watcher, 2)
    watcher.context.set_offline(True)
    play_by_api(players, urls, 25)
    shows(watcher, 2)
    watcher.context.set_offline(False)
    shows(watcher, 27)
    play_by_api(players, urls, 1)
    shows(watcher, 28)


def test_the_number_of_waiting_moves_follows_on_any_page(
    table: tuple[list[Page], dict[str, str]],
) -> None:
    players, urls = table
    ann, ben = players
    # a page that has just been opened tells the truth, and so does one that stays open
    expect(ann.get_by_role("link", name="Next game 1")).to_be_visible()
    expect(ben.get_by_role("button", name="No moves waiting")).to_be_visible()
    play_by_api(players, urls, 1)
    expect(ben.get_by_role("link", name="Next game 1")).to_be_visible()
    expect(ben).to_have_title(re.compile(r"^\(1\) "))
    expect(ann.get_by_role("button", name="No moves waiting")).to_be_visible()
