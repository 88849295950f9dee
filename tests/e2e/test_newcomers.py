"""What the README promises, done by hand in real browsers."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.e2e.conftest import join, visitor

pytestmark = [pytest.mark.chromium, pytest.mark.slow]

Browsers = list[BrowserContext]


def shape(page: Page, name: str) -> str:
    """The selector of a shape on the board or in the tray."""
    return f"[id='s-{name}']"


def pick(page: Page, *names: str) -> None:
    """Click shapes in order, as a finger would: at their centres."""
    for name in names:
        box = page.locator(shape(page, name)).bounding_box()
        assert box is not None
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def post(page: Page) -> None:

    page.get_by_role("button", name="Post move").click()


def test_two_people_play_speckles_to_the_end_and_see_the_ladder(
    browser: Browser, visitors: Browsers, site: str
) -> None:
    ann = join(visitor(browser, visitors, site), "annabel")
    ben = join(visitor(browser, visitors, site), "benedict")

    ann.goto("/play/new/?game=speckles&with_1=link&mine=0")
    ann.get_by_role("main").get_by_role("button", name=re.compile("Make the link")).click()
    ann.wait_for_url("**/m/*/")
    ben.goto(ann.url)
    ben.get_by_role("button", name=re.compile("Play")).first.click()
    expect(ben.get_by_role("heading", level=1)).to_have_text("Waiting for annabel")

    # the creator sees the game begin without touching anything, and then every move arrive
    expect(ann.get_by_role("heading", level=1)).to_have_text("Your move")
    for page, other, chip, square in (
        (ann, ben, "R", "a1"),
        (ben, ann, "Y", "b1"),
        (ann, ben, "G", "c1"),
    ):
        pick(page, f"tray-{chip}", square)
        expect(page.get_by_text("Not sent yet.")).to_be_visible()
        post(page)
        expect(other.get_by_role("heading", level=1)).to_have_text("Your move")
        expect(page.get_by_role("heading", level=1)).to_contain_text("Waiting for")
        # the count of moves that wait follows, and no button leads to a game that is not there
        expect(other.get_by_role("link", name="Next game 1")).to_be_visible()
        expect(other.get_by_role("button", name="Post move")).to_be_disabled()
        expect(page.get_by_role("button", name="No moves waiting")).to_be_visible()
        expect(page.get_by_role("link", name="Next game")).to_be_hidden()
    pick(ben, "d1", "tray-R")  # the other order
    post(ben)
    expect(ann.get_by_role("heading", level=1)).to_have_text("You won")
    expect(ben.get_by_role("heading", level=1)).to_have_text("You lost")

    ann.goto("/ladders/speckles/")
    table = ann.get_by_role("table").first
    expect(table.get_by_role("row").filter(has_text="annabel")).to_contain_text("1220")
    expect(table.get_by_role("row").filter(has_text="benedict")).to_contain_text("1180")


def test_friends_play_hexagons_and_see_each_line_arrive(
    browser: Browser, visitors: Browsers, site: str
) -> None:
    ann = join(visitor(browser, visitors, site), "friederike")
    ben = join(visitor(browser, visitors, site, width=390), "ferdinand")
    ann.goto("/play/new/?game=dots-and-hexagons&player=ferdinand&mine=0")
    ann.get_by_role("main").get_by_role("button", name=re.compile("Send challenge")).click()
    ann.wait_for_url("**/m/*/")
    ben.goto("/")
    ben.get_by_role("button", name="Accept").click()
    ben.wait_for_url("**/m/*/")
    expect(ann.get_by_role("heading", level=1)).to_have_text("Your move")
    ring = ["h0,0", "h1,0", "h0,1", "h1,1", "v0,0"]
    for ply, line in enumerate(ring):
        page, other = (ann, ben) if ply % 2 == 0 else (ben, ann)
        pick(page, line)
        post(page)
        expect(other.get_by_role("heading", level=1)).to_have_text("Your move")
    # ben closes the first hexagon and draws one more line in the same posting
    pick(ben, "v2,0")
    expect(ben.get_by_role("button", name="Post move")).to_be_disabled()
    pick(ben, "h3,0")
    post(ben)
    expect(ann.get_by_role("heading", level=1)).to_have_text("Your move")
    # resigning asks once more, in place
    ann.get_by_label("Menu of this game").or_(ann.locator(".g-status summary")).first.click()
    ann.get_by_text("Resign", exact=False).first.click()
    ann.get_by_role("button", name="Resign").last.click()
    expect(ann.get_by_role("heading", level=1)).to_have_text("You lost")
    expect(ben.get_by_role("heading", level=1)).to_have_text("You won")
    ben.goto("/ladders/dots-and-hexagons/")
    rows = ben.get_by_role("table").first.get_by_role("row")
    expect(rows.filter(has_text="ferdinand")).to_contain_text("1220")


def test_whoever_draws_the_deciding_line_can_end_the_game_at_once(
    browser: Browser, visitors: Browsers, site: str
) -> None:
    ann = join(visitor(browser, visitors, site), "decidedann")
    ben = join(visitor(browser, visitors, site, width=390), "decidedben")
    ann.goto(
        "/play/new/?game=dots-and-boxes&option_rows=2&option_columns=2&player=decidedben&mine=0"
    )
    ann.get_by_role("main").get_by_role("button", name=re.compile("Send challenge")).click()
    ann.wait_for_url("**/m/*/")
    expect(ann.get_by_role("button", name="Copy link")).to_have_count(0)
    ben.goto(ann.url)
    ben.get_by_role("button", name="Play").last.click()
    turns = ["h0,0", "v0,0", "h0,1", "v1,0 v2,0", "h1,0", "h1,1 v0,1", "h0,2", "v1,1 v2,1"]
    for ply, lines in enumerate(turns):
        page, other = (ann, ben) if ply % 2 == 0 else (ben, ann)
        expect(page.get_by_role("heading", level=1)).to_have_text("Your move")
        expect(page.get_by_role("button", name="Post move")).to_be_disabled()
        *closing, last = lines.split()
        for line in closing:
            pick(page, line)
            expect(page.locator("[data-more]")).to_contain_text("It is still your turn.")
        pick(page, last)
        post(page)
        expect(other.get_by_role("heading", level=1)).to_have_text("Your move")
    # three boxes of four: ann can move or end the game, and so can ben
    expect(ann.get_by_role("button", name="End the game")).to_be_visible()
    ben.get_by_role("button", name="End the game").click()
    expect(ben.get_by_role("heading", level=1)).to_have_text("You won")
    expect(ann.get_by_role("heading", level=1)).to_have_text("You lost")


def test_a_bot_answers_without_a_reload(browser: Browser, visitors: Browsers, site: str) -> None:
    page = join(visitor(browser, visitors, site), "botfriend")
    page.goto("/play/new/?game=speckles&bot=Pip&mine=0")
    page.get_by_role("main").get_by_role("button", name="Start").click()
    page.wait_for_url("**/m/*/")
    pick(page, "tray-R", "d4")
    post(page)
    expect(page.get_by_text("2 / 2")).to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_have_text("Your move")


def test_a_visitor_plays_the_bot_on_the_front_page(
    browser: Browser, visitors: Browsers, site: str
) -> None:
    page = visitor(browser, visitors, site)
    page.goto("/")
    board = page.locator("figure[data-board]").first
    expect(board.locator("[data-shape='d4']")).to_be_visible()
    page.get_by_role("button", name="Play a bot now").click()
    page.wait_for_url("**/m/*/")
    expect(page.get_by_role("heading", level=1)).to_contain_text(re.compile("Your move|Waiting"))


@pytest.mark.parametrize("key", ["speckles", "tink", "quabble", "blokus", "dots-and-hexagons"])
def test_the_figures_of_a_rules_page_can_be_played_and_share_no_ids(
    browser: Browser, visitors: Browsers, site: str, key: str
) -> None:
    page = visitor(browser, visitors, site)
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(f"/rules/{key}/")
    figures = page.locator("figure[data-board]")
    assert figures.count() > 0
    for figure in figures.all():  # each is fetched when it comes into view
        figure.scroll_into_view_if_needed()
        expect(figure).to_have_class(re.compile(r"\bjs\b"))
    twice = page.evaluate(
        "() => { const seen = new Set(), twice = [];"
        "for (const e of document.querySelectorAll('[id]'))"
        "(seen.has(e.id) ? twice.push(e.id) : seen.add(e.id)); return twice; }"
    )
    assert (twice, faults) == ([], [])


def test_white_swaps_sides_and_both_see_it(browser: Browser, visitors: Browsers, site: str) -> None:
    ann = join(visitor(browser, visitors, site), "swapannika")
    ben = join(visitor(browser, visitors, site, width=390), "swapbertil")
    ann.goto("/play/new/?game=quabble&option_size=5&player=swapbertil&mine=0")
    ann.get_by_role("main").get_by_role("button", name=re.compile("Send challenge")).click()
    ann.wait_for_url("**/m/*/")
    ben.goto("/")
    ben.get_by_role("button", name="Accept").click()
    ben.wait_for_url("**/m/*/")
    expect(ann.get_by_role("heading", level=1)).to_have_text("Your move")
    pick(ann, "c3")
    post(ann)
    expect(ben.get_by_role("heading", level=1)).to_have_text("Your move")
    ben.get_by_role("button", name="Swap sides").click()
    post(ben)
    expect(ann.get_by_role("heading", level=1)).to_have_text("Your move")
    for page in (ann, ben):
        # without a reload: the opener is White now, and the other has the black stone
        seats = page.locator("[data-seat] [data-colours]")
        expect(seats.nth(0)).to_have_attribute("data-colours", "white")
        expect(seats.nth(1)).to_have_attribute("data-colours", "black")
        expect(seats.nth(0).locator("svg")).to_have_class(re.compile("white"))
        expect(page.get_by_text("2 / 2")).to_be_visible()
    pick(ann, "b2")
    post(ann)
    expect(ben.get_by_role("heading", level=1)).to_have_text("Your move")


def test_a_game_without_script(browser: Browser, visitors: Browsers, site: str) -> None:
    context = browser.new_context(base_url=site, java_script_enabled=False)
    visitors.append(context)
    page = context.new_page()
    page.goto("/")
    page.get_by_role("button", name="Play a bot now").click()
    page.wait_for_url("**/m/*/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Your move")
    page.locator("a[id='s-tray-R']").click()
    page.locator("[id='s-d4']").click()
    expect(page.get_by_text("Red on d4")).to_be_visible()
    page.get_by_role("button", name="Post move").click()
    expect(page.locator(".mv li").first).to_contain_text("Red on d4")
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile("Waiting for|Your move"))


def test_a_link_is_copied_where_the_browser_gives_no_clipboard(
    browser: Browser, visitors: Browsers, site: str
) -> None:
    """As on a network of one's own, over plain HTTP."""
    page = visitor(browser, visitors, site)
    page.add_init_script("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
    page.goto("/play/new/?game=speckles&with_1=link&mine=0")
    page.get_by_role("main").get_by_role("button", name=re.compile("Make the link")).click()
    page.wait_for_url("**/m/*/")
    page.evaluate(
        "addEventListener('copy', () => (window.copied = document.activeElement.value.slice("
        "document.activeElement.selectionStart, document.activeElement.selectionEnd)))"
    )
    page.get_by_role("button", name="Copy link").first.click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("window.copied") == page.url
