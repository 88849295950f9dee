"""How heavy pages are: bytes as they are sent, and when a browser shows what."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from http.client import HTTPConnection
from statistics import median
from time import perf_counter
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from django.core.management.base import CommandError

from plypost.browsers import Browsers
from plypost.scratch import chromium
from plypost.showcase import Showcase

PAGES = {"home": "home-visitor", "game": "game-speckles", "ladder": "ladder", "rules": "rules"}
"""What is measured, by the names of `plypost.showcase`."""

BEFORE = {"home": "rules", "game": "game-tink", "ladder": "home-player", "rules": "home-visitor"}
"""Where one comes from: for a game that is the game before it, by *Next game*."""

BUDGETS = {"uncached_kb": 120, "next_kb": 25, "cls": 0.02, "lcp_ms": 1500}
"""At most. Kilobytes of 1,000 bytes, fonts and headers included; `next_kb` with a warm cache."""

CATEGORIES = ("performance", "accessibility", "best-practices")
LIGHTHOUSE = "lighthouse@12"  # the newest that runs on Node 20
LEAST = 95
"""Lighthouse, each category, on a middling phone with 4G."""

ROUNDS = 15

OBSERVE = """
window.seen = {cls: 0, lcp: 0};
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) seen.cls += entry.value;
}).observe({type: "layout-shift", buffered: true});
new PerformanceObserver((list) => {
  seen.lcp = list.getEntries().at(-1).startTime;
}).observe({type: "largest-contentful-paint", buffered: true});
"""


class Visit(NamedTuple):
    """One look at a page."""

    kilobytes: float
    requests: int
    cls: float
    lcp: float  # milliseconds


def visit(page: Any, path: str) -> Visit:
    """Open `path` and count what comes over the wire until it is quiet."""
    wire = page.context.new_cdp_session(page)
    wire.send("Network.enable")
    sizes: list[float] = []
    wire.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    page.add_init_script(OBSERVE)
    page.goto(path)
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(300)
    seen = page.evaluate("seen")
    wire.detach()
    sent = [size for size in sizes if size]  # from the browser's own cache: 0
    return Visit(sum(sent) / 1000, len(sent), seen["cls"], seen["lcp"])


def board_before_script(page: Any, path: str) -> bool:
    """Whether the board is painted while scripts are on their way, for as long as that takes."""
    held: list[Any] = []

    def hold(route: Any) -> None:  # no answer yet, as on a slow line
        held.append(route)

    page.route("**/*.js", hold)
    page.goto(path, wait_until="commit")
    page.wait_for_selector(".board .y-pieces use, .board .y-lines path", state="visible")
    painted = page.evaluate(
        """async () => {
          const end = performance.now() + 5000;  // a busy machine is late
          const painted = () => performance.getEntriesByType("paint").length > 0;
          while (!painted() && performance.now() < end) await new Promise(requestAnimationFrame);
          return painted() && !document.querySelector("main.js");
        }"""
    )
    for route in held:
        route.abort()
    return bool(painted)


def milliseconds(address: str, path: str, session: str) -> float:
    """How long the server takes for the page, in the middle of `ROUNDS` times, compressed."""
    parts = urlsplit(address)
    connection = HTTPConnection(parts.hostname or "", parts.port, timeout=30)
    headers = {"Accept": "text/html", "Accept-Encoding": "gzip, br"}
    if session:
        headers["Cookie"] = f"sessionid={session}"
    taken = []
    for _ in range(ROUNDS):
        begin = perf_counter()
        connection.request("GET", path, headers=headers)
        answer = connection.getresponse()
        answer.read()
        if answer.status != 200:
            raise CommandError(f"{path} answers {answer.status}.")
        taken.append(1000 * (perf_counter() - begin))
    connection.close()
    return median(taken)


def measure(browsers: Browsers, address: str, shown: Showcase, name: str) -> dict[str, Any]:
    """All figures of one page."""
    path, signed_in = shown.pages[PAGES[name]]
    session = shown.session if signed_in else ""
    with browsers.page(address, session, width=390, height=844) as page:
        first = visit(page, path)
    with browsers.page(address, session, width=390, height=844) as page:
        visit(page, shown.pages[BEFORE[name]][0])
        following = visit(page, path)
    figures: dict[str, Any] = {
        "page": name,
        "uncached_kb": round(first.kilobytes, 1),
        "next_kb": round(following.kilobytes, 1),
        "requests": first.requests,
        "cls": round(max(first.cls, following.cls), 3),
        "lcp_ms": round(first.lcp),
        "server_ms": round(milliseconds(address, path, session), 1),
    }
    if name == "game":
        with browsers.page(address, session) as page:
            figures["board_before_script"] = board_before_script(page, path)
    return figures


def lighthouse(address: str, shown: Showcase, name: str) -> dict[str, Any]:
    """Lighthouse's marks of one page, 0 to 100, and the audits that cost some.

    Raises `CommandError` without Node.
    """
    npx = shutil.which("npx")
    if npx is None:
        raise CommandError("Node is missing: install it, or leave out --lighthouse.")
    path, signed_in = shown.pages[PAGES[name]]
    command = [npx, "--yes", LIGHTHOUSE, address + path, "--quiet", "--output", "json"]
    command += ["--chrome-flags=--headless=new --no-sandbox --disable-gpu"]
    command += [f"--only-categories={','.join(CATEGORIES)}"]
    if signed_in:
        command += ["--extra-headers", json.dumps({"Cookie": f"sessionid={shown.session}"})]
    environ = {**os.environ}
    if browser := chromium():
        environ["CHROME_PATH"] = browser
    ran = subprocess.run(command, env=environ, capture_output=True, text=True)
    if ran.returncode != 0:
        raise CommandError(f"Lighthouse failed.\n{ran.stderr[-2000:]}")
    report = json.loads(ran.stdout)
    categories = report["categories"]
    marks: dict[str, Any] = {key: round(100 * categories[key]["score"]) for key in CATEGORIES}
    weighty = {
        ref["id"] for key in CATEGORIES for ref in categories[key]["auditRefs"] if ref["weight"]
    }
    marks["short_of"] = sorted(
        key
        for key, audit in report["audits"].items()
        if key in weighty
        and (audit["score"] or 0) < 1
        and audit["scoreDisplayMode"] not in ("notApplicable", "manual", "informative")
    )
    return marks
