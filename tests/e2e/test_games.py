"""Each of the ten games from start to end, by clicking in two real browsers."""

from __future__ import annotations

import os
import re
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.e2e.conftest import join, visitor

pytestmark = [
    pytest.mark.chromium,
    pytest.mark.slow,
    pytest.mark.skipif(
        not os.environ.get("PLYPOST_DEEP"), reason="minutes in browsers: only with PLYPOST_DEEP=1"
    ),
]

GAMES = [
    ("blokus", ""),
    ("conquare", "option_size=3"),
    ("dots-and-boxes", "option_rows=3&option_columns=3"),
    ("dots-and-hexagons", "option_rows=2&option_columns=3"),
    ("fast-conquare", "option_size=3"),
    ("fast-quabble", "option_size=5"),
    ("quabble", "option_size=5"),
    ("qualos", "option_size=5"),
    ("speckles", ""),
    ("tink", ""),
]


def begin(ann: Page, ben: Page, query: str) -> dict[str, Any]:
    """A game of ann, who has the first seat, and ben, who has the link; the game's data."""
    ann.goto(f"/play/new/?{query}&with_1=link&mine=0")
    ann.get_by_role("main").get_by_role("button", name=re.compile("Make the link")).click()
    ann.wait_for_url("**/m/*/")
    ben.goto(ann.url)
    ben.get_by_role("button", name=re.compile("Play")).first.click()
    expect(ben.get_by_role("heading", level=1)).to_contain_text("Waiting for")
    expect(ann.get_by_role("heading", level=1)).to_have_text("Your move")
    data: dict[str, Any] = ann.evaluate(
        "() => JSON.parse(document.getElementById('match-data').textContent)"
    )
    return data


def fetched(page: Page, url: str, **gaps: str) -> dict[str, Any]:
    """What the server tells this player's page."""
    answer = page.request.get(url, params=dict(gaps))
    assert answer.ok, answer.text()
    data: dict[str, Any] = answer.json()
    return data


def click(page: Page, shape: str) -> None:
    """Click a shape at its centre: on the board, beside it or in the bar."""
    place = page.locator(f"[id='s-{shape}'], [data-actions] [data-shape='{shape}']")
    place.scroll_into_view_if_needed()
    box = place.bounding_box()
    assert box is not None, shape
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def turned(page: Page, moves: list[list[int]], k: int) -> None:
    """Press turn left, turn right and flip until the piece in the hand lies in orientation `k`."""
    ways: dict[int, list[int]] = {0: []}
    queue = [0]
    while k not in ways:
        at = queue.pop(0)
        for button, to in enumerate(moves[at]):
            if to not in ways:
                ways[to] = [*ways[at], button]
                queue.append(to)
    for button in ways[k]:
        page.locator(f"[data-turn='{button}']").click()


def picked(page: Page, data: dict[str, Any], way: list[str]) -> None:
    """Pick the shapes of a move, in order."""
    hand = data["geometry"].get("hand")
    for shape in way:
        if hand and shape.startswith("turn-"):
            turned(page, hand["moves"][way[0]], int(shape.removeprefix("turn-")))
        else:
            click(page, shape)


@pytest.mark.parametrize(("key", "options"), GAMES)
def test_a_whole_game_by_clicking(
    browser: Browser, visitors: list[BrowserContext], site: str, key: str, options: str
) -> None:
    name = key.replace("-", "")
    ann = join(visitor(browser, visitors, site), f"{name}ann")
    ben = join(visitor(browser, visitors, site, width=390), f"{name}ben")
    faults: list[str] = []
    for page in (ann, ben):
        page.on("pageerror", lambda error: faults.append(str(error)))
    data = begin(ann, ben, "&".join(filter(None, (f"game={key}", options))))
    urls = data["urls"]
    rng = Random(key)
    pages = {seat["seat"]: ann if seat["me"] else ben for seat in data["seats"]}
    status = data
    while status["status"] == "active":
        page = pages[status["to_move"]]
        expect(page.get_by_role("heading", level=1)).to_have_text("Your move")
        expect(page.locator("[data-move] [name=ply]")).to_have_value(str(status["ply"]))
        status = fetched(page, urls["self"], slim="1")
        legal = status["legal"]
        drafted: list[str] = []
        while True:
            move = rng.choice(legal)
            picked(page, data, rng.choice(move["p"]))
            if not move.get("k"):
                break
            drafted.append(move["t"])  # the turn goes on; nothing has been posted yet
            gaps = {"ply": str(status["ply"]), "moves": ";".join(drafted)}
            legal = fetched(page, urls["line"], **gaps)["legal"]
            expect(page.locator("[data-more]")).not_to_have_text(re.compile("…"))
        button = page.get_by_role("button", name="Post move")
        expect(button).to_be_enabled()
        before = status["ply"]
        assert fetched(page, urls["self"], slim="1")["ply"] == before
        button.click()
        expect(page.locator("[data-move] [name=ply]")).to_have_value(str(before + len(drafted) + 1))
        status = fetched(page, urls["self"], slim="1")
        assert status["ply"] == before + len(drafted) + 1
    for page in (ann, ben):
        heading = page.get_by_role("heading", level=1)
        expect(heading).to_have_text(re.compile("You won|You lost|Draw", re.IGNORECASE))
        expect(page.locator("[data-count]")).to_have_text(f"{status['ply']} / {status['ply']}")
        page.get_by_role("button", name="Start of the game").click()
        expect(page.locator("[data-count]")).to_have_text(f"0 / {status['ply']}")
        page.get_by_role("button", name="Latest move").click()
        expect(page.locator("[data-count]")).to_have_text(f"{status['ply']} / {status['ply']}")
    assert faults == []
