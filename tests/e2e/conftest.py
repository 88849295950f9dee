"""The whole site, as `manage.py up` runs it, for browsers to visit."""

from __future__ import annotations

import itertools
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from plypost.scratch import scratch_site
from plypost.showcase import Showcase

Site = tuple[str, Showcase]
"""An address, and the pages there."""

ROOT = Path(__file__).resolve().parents[2]


_numbers = itertools.count(1)


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a running site: pages, sockets, worker and beat, with data of its own."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    ours = ("DATABASE_URL", "REDIS_URL", "PLYPOST_", "PYTEST_", "DJANGO_")
    environ = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    environ["PLYPOST_VAR"] = str(tmp_path_factory.mktemp("site"))
    environ["PLYPOST_BEHIND_PROXY"] = "1"  # visitors have addresses of their own: see `visitor`
    process = subprocess.Popen(
        [sys.executable, str(ROOT / "manage.py"), "up", "--port", str(port)],
        env=environ,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    said = process.stdout.readline()
    assert f"http://127.0.0.1:{port}/" in said, said
    yield f"http://127.0.0.1:{port}"
    process.terminate()
    process.wait(60)
    process.stdout.close()


@pytest.fixture
def visitors(browser: Browser) -> Iterator[list[BrowserContext]]:
    """Browsers that share nothing; make one with `visitor` and it is closed at the end."""
    contexts: list[BrowserContext] = []
    yield contexts
    for context in contexts:
        context.close()


def visitor(browser: Browser, contexts: list[BrowserContext], site: str, width: int = 1440) -> Page:
    """A page in a browser of its own."""
    # All from one address would be a flood of guests.
    address = {"X-Forwarded-For": f"10.{next(_numbers)}.0.1"}
    context = browser.new_context(
        base_url=site, viewport={"width": width, "height": 900}, extra_http_headers=address
    )
    context.set_default_timeout(20_000)
    contexts.append(context)
    return context.new_page()


def join(page: Page, name: str) -> Page:
    """Register, as a newcomer does."""
    page.goto("/")
    page.get_by_role("link", name="Join").first.click()
    page.get_by_label("Name").fill(name)
    page.get_by_label("Email").fill(f"{name}@example.org")
    page.get_by_label("Password").fill("grasshopper-27")
    page.get_by_role("main").get_by_role("button", name="Join").click()
    page.wait_for_url("**/")
    return page


@pytest.fixture(scope="session")
def states() -> Iterator[Site]:
    """The address of a site with every game in every state (tests/e2e/states.py), and its pages."""
    with scratch_site(seeds="tests.e2e.states") as found:
        yield found


@pytest.fixture
def opened(browser: Browser, states: Site) -> Iterator[Any]:
    """Opens a page by its name, signed in or not, in a window of this size."""
    contexts: dict[tuple[int, int, bool], BrowserContext] = {}
    address, shown = states

    def open_page(name: str, width: int, height: int) -> Page:
        path, signed_in = shown.pages[name]
        context = contexts.get((width, height, signed_in))
        if context is None:
            context = browser.new_context(
                base_url=address, viewport={"width": width, "height": height}, locale="en-GB"
            )
            if signed_in:
                cookie = {"name": "sessionid", "value": shown.session, "url": address}
                context.add_cookies([cookie])  # type: ignore[list-item]
            contexts[width, height, signed_in] = context
        page = context.new_page()
        page.goto(path)
        if "/m/" in path:
            expect(page.locator("main.js")).to_be_visible()
        return page

    yield open_page
    for context in contexts.values():
        context.close()
