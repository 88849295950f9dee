"""Nothing leaves before it is posted, and what is posted is posted once."""

from __future__ import annotations

import os

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Request, Route, expect

from tests.e2e.conftest import join, visitor
from tests.e2e.test_games import begin, click, fetched

pytestmark = [
    pytest.mark.chromium,
    pytest.mark.slow,
    pytest.mark.skipif(
        not os.environ.get("PLYPOST_DEEP"), reason="minutes in browsers: only with PLYPOST_DEEP=1"
    ),
]

Browsers = list[BrowserContext]


def chosen(page: Page) -> None:
    """A complete draft that waits."""
    expect(page.get_by_text("Not sent yet.")).to_be_visible()
    expect(page.get_by_role("button", name="Post move")).to_be_enabled()


def posted_by(page: Page) -> list[str]:
    """The addresses that this page posts to from now on."""
    posts: list[str] = []

    def heard(request: Request) -> None:
        if request.method == "POST":
            posts.append(request.url)

    page.on("request", heard)
    return posts


def test_a_draft_outlives_reload_and_history_and_is_posted_once(
    browser: Browser, visitors: Browsers, site: str
) -> None:
    ann = join(visitor(browser, visitors, site), "draftann")
    ben = join(visitor(browser, visitors, site), "draftben")
    data = begin(ann, ben, "game=speckles")
    urls, code = data["urls"], data["id"]
    page = ann.url
    click(ann, "tray-R")
    click(ann, "a1")
    chosen(ann)
    ann.reload()
    chosen(ann)
    ann.goto("/")
    ann.go_back()
    chosen(ann)
    ann.go_forward()
    ann.goto(page)
    chosen(ann)
    # a second tab shows the same draft
    second = ann.context.new_page()
    second.goto(page)
    chosen(second)
    assert fetched(ann, urls["self"], slim="1")["ply"] == 0

    posts = posted_by(ann)
    ann.get_by_role("button", name="Post move").dblclick()
    expect(ann.get_by_role("heading", level=1)).to_contain_text("Waiting for")
    assert len(posts) == 1
    assert fetched(ann, urls["self"], slim="1")["ply"] == 1
    # nor would an old copy of the page, out of the history, take it up again
    assert ann.evaluate(f"localStorage.getItem('plypost:{code}')") is None
    # the other tab learns of it and holds no draft any more that could be posted
    second.get_by_role("button", name="Show").click()
    expect(second.get_by_role("heading", level=1)).to_contain_text("Waiting for")
    expect(second.get_by_role("button", name="Post move")).to_be_hidden()
    second.reload()
    expect(second.get_by_role("button", name="Post move")).to_be_hidden()
    assert fetched(ann, urls["self"], slim="1")["ply"] == 1


def test_a_lost_answer_is_asked_for_again_and_the_move_counts_once(
    browser: Browser, visitors: Browsers, site: str
) -> None:
    ann = join(visitor(browser, visitors, site), "lossyann")
    ben = join(visitor(browser, visitors, site), "lossyben")
    # a second line by the same player is legal here: legality alone would not protect
    urls = begin(ann, ben, "game=dots-and-boxes&option_rows=3&option_columns=3")["urls"]
    keys: list[str] = []

    def lose(route: Route) -> None:
        keys.append(route.request.post_data_json["key"])
        answer = route.fetch()  # the server has it …
        assert answer.status == 200 or answer.status == 201
        if len(keys) == 1:
            route.abort("connectionreset")  # … and nobody hears
        else:
            route.fulfill(response=answer)

    ann.route(f"**{urls['moves']}", lose)
    click(ann, "h0,0")
    chosen(ann)
    ann.get_by_role("button", name="Post move").click()
    expect(ann.get_by_role("heading", level=1)).to_contain_text("Waiting for")
    assert len(keys) <= 2
    assert len(set(keys)) == 1
    story = fetched(ben, urls["self"], slim="1")
    assert (story["ply"], len(story["plies"])) == (1, 1)
    expect(ben.get_by_role("heading", level=1)).to_have_text("Your move")


def test_a_second_pick_while_the_first_is_checked_is_not_lost(
    browser: Browser, visitors: Browsers, site: str
) -> None:
    """Closing a box goes on: on a slow line the next line is clicked before the answer is there."""
    ann = join(visitor(browser, visitors, site), "quickann")
    ben = join(visitor(browser, visitors, site), "quickben")
    begin(ann, ben, "game=dots-and-boxes&option_rows=3&option_columns=3")
    for page, line in ((ann, "h0,0"), (ben, "h0,1"), (ann, "v0,0")):
        expect(page.get_by_role("heading", level=1)).to_have_text("Your move")
        click(page, line)
        page.get_by_role("button", name="Post move").click()
    expect(ben.get_by_role("heading", level=1)).to_have_text("Your move")
    waiting: list[Route] = []
    ben.route("**/line/**", lambda route: waiting.append(route))  # noqa: PLW0108
    click(ben, "v1,0")  # closes the box
    expect(ben.get_by_text("One moment…")).to_be_visible()
    click(ben, "h2,3")
    for route in waiting:
        route.continue_()
    expect(ben.get_by_text("Not sent yet.")).to_be_visible()
    ben.get_by_role("button", name="Post move").click()
    expect(ann.locator(".mv li")).to_have_count(5)


def test_an_arriving_move_never_turns_a_planning_tap_into_a_move(
    browser: Browser, visitors: Browsers, site: str
) -> None:
    ann = join(visitor(browser, visitors, site, width=390), "tapann")
    ben = join(visitor(browser, visitors, site), "tapben")
    urls = begin(ann, ben, "game=speckles")["urls"]
    click(ann, "tray-R")
    click(ann, "a1")
    ann.get_by_role("button", name="Post move").click()
    expect(ben.get_by_role("heading", level=1)).to_have_text("Your move")
    # ann taps about while it is ben's turn
    for square in ("b2", "c3", "d4"):
        click(ann, square)
    expect(ann.get_by_role("button", name="Post move")).to_be_hidden()
    # ann looks back; ben moves; ann's next taps are still only looking
    ann.get_by_role("button", name="Start of the game").click()
    click(ben, "tray-Y")
    click(ben, "b1")
    ben.get_by_role("button", name="Post move").click()
    expect(ann.get_by_role("button", name="Show")).to_be_visible()
    for shape in ("tray-R", "c3", "d4"):
        click(ann, shape)
    expect(ann.get_by_role("button", name="Post move")).to_be_hidden()
    assert fetched(ann, urls["self"], slim="1")["ply"] == 2
    ann.get_by_role("button", name="Show").click()
    expect(ann.get_by_role("heading", level=1)).to_have_text("Your move")
    expect(ann.get_by_role("button", name="Post move")).to_be_disabled()
    assert fetched(ann, urls["self"], slim="1")["ply"] == 2
