"""A match in a frame on another site, in a real browser."""

from __future__ import annotations

import re
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from urllib.parse import quote, unquote, urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from tests.e2e.conftest import visitor

pytestmark = [pytest.mark.chromium, pytest.mark.slow]


@pytest.fixture
def match(browser: Browser, visitors: list[BrowserContext], site: str) -> str:
    """The code of a match with two plies: a guest's move, and the bot's answer."""
    page = visitor(browser, visitors, site)
    page.goto("/")
    with page.expect_navigation(url="**/m/*/"):
        page.evaluate(
            """() => {
              const form = document.querySelector("form[data-draft]");
              form.elements.opening.value = ""; // from the empty board
              form.elements.moves.value = "Rd4";
              form.submit();
            }"""
        )
    expect(page.locator("[data-count]")).to_have_text("2 / 2")
    found = re.search(r"/m/(\w+)/", page.url)
    assert found is not None
    return found[1]


@pytest.fixture
def elsewhere() -> Iterator[str]:
    """The address of another site, whose pages are `frame`d matches: any HTML in the query.

    A real server, for browsers do not let a page out of nowhere frame this machine.
    """

    class Answer(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = unquote(urlsplit(self.path).query).encode()
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(b"<!doctype html><title>Elsewhere</title>" + body)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Answer)
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://localhost:{server.server_port}/"
    server.shutdown()
    server.server_close()


def framed(address: str) -> str:
    """The query with which `elsewhere` shows this in a frame."""
    return "?" + quote(f'<iframe src="{address}" width="480" height="600"></iframe>')


def test_a_frame_goes_through_the_match_by_buttons_slider_and_keys(
    browser: Browser, visitors: list[BrowserContext], site: str, match: str, elsewhere: str
) -> None:
    page = visitor(browser, visitors, site)
    wrong: list[str] = []
    page.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
    page.goto(elsewhere + framed(f"{site}/embed/{match}/"))
    frame = page.frame_locator("iframe")
    chips = frame.locator(".y-pieces use")
    expect(chips).to_have_count(2)
    expect(frame.locator("[data-count]")).to_have_text("2 / 2")
    expect(frame.get_by_role("button", name="Move forward")).to_be_disabled()
    frame.get_by_role("button", name="Move back").click()
    expect(chips).to_have_count(1)
    expect(frame.locator("[data-words]")).to_have_text(re.compile("^1\\. .*d4"))
    frame.get_by_role("button", name="Start of the game").click()
    expect(chips).to_have_count(0)
    expect(frame.locator("[data-words]")).to_have_text("Start of the game")
    slider = frame.get_by_role("slider", name="Move")
    slider.press("ArrowRight")
    expect(chips).to_have_count(1)
    slider.press("End")
    expect(chips).to_have_count(2)
    frame.get_by_role("button", name="Start of the game").focus()
    page.keyboard.press("ArrowLeft")
    expect(chips).to_have_count(1)
    assert wrong == []
    assert page.context.cookies() == []


def test_a_frame_without_script_shows_the_position(
    browser: Browser, visitors: list[BrowserContext], site: str, match: str, elsewhere: str
) -> None:
    context = browser.new_context(java_script_enabled=False)
    visitors.append(context)
    page = context.new_page()
    page.goto(elsewhere + framed(f"{site}/embed/{match}/?ply=1"))
    frame = page.frame_locator("iframe")
    expect(frame.locator(".y-pieces use")).to_have_count(1)
    expect(frame.get_by_role("slider")).to_have_count(0)
    link = frame.get_by_role("link", name="This game at Plypost")
    expect(link).to_have_attribute("href", f"{site}/m/{match}/")


def test_no_other_page_of_ours_can_be_framed(
    browser: Browser, visitors: list[BrowserContext], site: str, match: str, elsewhere: str
) -> None:
    page = visitor(browser, visitors, site)
    page.goto(elsewhere + framed(f"{site}/m/{match}/"))
    expect(page.frame_locator("iframe").locator(".board")).to_have_count(0)


@pytest.mark.parametrize(("width", "height"), [(480, 600), (320, 400), (900, 500)])
def test_a_frame_needs_no_scrolling(
    browser: Browser,
    visitors: list[BrowserContext],
    site: str,
    match: str,
    width: int,
    height: int,
) -> None:
    page = visitor(browser, visitors, site, width=width)
    page.set_viewport_size({"width": width, "height": height})
    page.goto(f"/embed/{match}/")
    sizes = page.evaluate(
        """() => {
          const {scrollWidth, scrollHeight} = document.documentElement;
          const board = document.querySelector(".board").getBoundingClientRect();
          return [scrollWidth, scrollHeight, Math.min(board.width, board.height)];
        }"""
    )
    assert sizes[0] <= width
    assert sizes[1] <= height
    assert sizes[2] >= 200
