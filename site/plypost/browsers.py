"""Chromium for commands that look at pages. Playwright belongs to the libraries of the tests."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import Any

from django.core.management.base import CommandError

from plypost.scratch import chromium

FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run")
"""It may run as root in a container, and looks for no updates."""


class Browsers:
    """One Chromium while the `with` lasts. Raises `CommandError` where there is none."""

    def __enter__(self) -> Browsers:
        try:
            from playwright.sync_api import Error, sync_playwright
        except ImportError:
            raise CommandError(
                "Playwright is missing: run `python3 manage.py test --only-pytest -k layout` once, "
                "which installs the libraries of the tests."
            ) from None
        self.playwright = sync_playwright().start()
        try:
            self.browser = self.playwright.chromium.launch(
                executable_path=chromium(), args=list(FLAGS)
            )
        except Error:
            self.playwright.stop()
            raise CommandError(
                "Chromium is missing: install it (on Debian and Ubuntu: apt install chromium), or "
                "run `.venv/bin/playwright install chromium`."
            ) from None
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.browser.close()
        self.playwright.stop()

    @contextmanager
    def page(
        self,
        address: str,
        session: str = "",
        *,
        width: int = 1440,
        height: int = 900,
        scheme: Any = "light",
        script: bool = True,
    ) -> Iterator[Any]:
        """A page of a browser that remembers nothing, signed in by this session if there is one."""
        context = self.browser.new_context(
            base_url=address,
            viewport={"width": width, "height": height},
            color_scheme=scheme,
            java_script_enabled=script,
            locale="en-GB",
            timezone_id="Europe/Copenhagen",
        )
        if session:
            context.add_cookies([{"name": "sessionid", "value": session, "url": address}])
        try:
            yield context.new_page()
        finally:
            context.close()
