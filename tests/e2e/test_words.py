"""What stands around the board while games go on: rows, bar and heading, without a reload."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.e2e.conftest import join, visitor
from tests.e2e.test_games import begin, click, fetched

pytestmark = [pytest.mark.chromium, pytest.mark.slow]

Browsers = list[BrowserContext]


def send(page: Page, urls: dict[str, str], *moves: str) -> None:
    """Post moves as this player, without the page."""
    data = fetched(page, urls["self"], slim="1")
    token = next(
        cookie["value"] for cookie in page.context.cookies() if cookie["name"].endswith("csrftoken")
    )
    answer = page.request.post(
        urls["moves"],
        data={"ply": data["ply"], "moves": list(moves)},
        headers={"X-CSRFToken": token, "Referer": page.url},
    )
    assert answer.ok, answer.text()


def end(page: Page, seat: int) -> str:
    return page.locator(f"[data-seat='{seat}'] [data-end]").inner_text()


def test_ratings_and_what_changed_them_appear_when_the_game_ends_live(
    browser: Browser, visitors: Browsers, site: str
) -> None:
    ann = join(visitor(browser, visitors, site), "wordsann")
    ben = join(visitor(browser, visitors, site, width=390), "wordsben")
    urls = begin(ann, ben, "game=speckles")["urls"]
    for page, move in ((ann, "Ra1"), (ben, "Yb1"), (ann, "Gc1")):
        send(page, urls, move)
    expect(ben.locator("[data-seat='1'] [data-end]")).to_have_text("to move")
    expect(ben.locator("[data-seat='0'] time")).to_have_text("posted just now")
    expect(ben.locator("[data-left]")).to_have_text("3 d left")
    for page in (ann, ben):
        expect(page.locator("[data-rating]:visible")).to_have_count(0)
        expect(page.locator("[data-length]")).to_be_hidden()
    send(ben, urls, "Rd1")
    for page, change in ((ann, "+"), (ben, "−")):
        expect(page.locator("[data-length]")).to_have_text("4 moves")
        expect(page.locator("[data-rating]:visible")).to_have_count(2)
        whose = "Your" if page is ann else "wordsann’s"
        expect(page.locator("[data-title]")).to_have_text(f"{whose} line was completed.")
        expect(page.locator("[data-more]")).to_contain_text(
            f"Rating 1200 to {12 if change == '+' else 11}"
        )
        expect(page.locator("[data-more]")).to_contain_text("Number ")
        assert end(page, int(page is ben)).startswith(change)
    before = [ann.locator(part).inner_text() for part in (".g-players", "[data-more]")]
    ann.reload()
    expect(ann.locator("main.js")).to_be_visible()
    assert [ann.locator(part).inner_text() for part in (".g-players", "[data-more]")] == before


def test_a_turn_of_several_lines_is_counted_and_named_whole(
    browser: Browser, visitors: Browsers, site: str
) -> None:
    ann = join(visitor(browser, visitors, site), "linesann")
    ben = join(visitor(browser, visitors, site), "linesben")
    urls = begin(ann, ben, "game=dots-and-boxes")["urls"]
    for page, move in ((ann, "h0,0"), (ben, "v0,0"), (ann, "h0,1")):
        send(page, urls, move)
    expect(ben.get_by_role("heading", level=1)).to_have_text("Your move")
    assert end(ben, 1) == "0 boxes"
    click(ben, "v1,0")
    expect(ben.locator("[data-seat='1'] [data-end]")).to_have_text("0 + 1 boxes")
    click(ben, "h3,3")
    ben.get_by_role("button", name="Post move").click()
    expect(ben.locator("[data-title]")).to_have_text("Posted: lines v1,0 and h3,3.")
    assert (end(ben, 0), end(ben, 1)) == ("0 boxes", "1 box")
    expect(ann.locator("[data-seat='1'] [data-end]")).to_have_text("1 box")


def test_an_open_game_says_what_it_waits_for_with_script_too(
    browser: Browser, visitors: Browsers, site: str
) -> None:
    ann = visitor(browser, visitors, site)
    ann.goto("/play/new/?game=tink&with_1=link")
    ann.get_by_role("main").get_by_role("button", name="Make the link").click()
    ann.wait_for_url("**/m/*/")
    expect(ann.locator("main.js")).to_be_visible()
    expect(ann.get_by_role("heading", level=1)).to_have_text("Waiting for players")
    expect(ann.locator("[data-title]")).to_have_text(
        "Send the link: whoever opens it can take the seat."
    )
    for width in (1440, 1100, 390):  # the whole of it is seen
        ann.set_viewport_size({"width": width, "height": 900})
        field = ann.get_by_label("Link to this game")
        cut = field.evaluate("(field) => field.scrollWidth - field.clientWidth")
        assert cut == 0, width


def test_the_dialog_repeats_the_choice_in_the_words_of_the_match(
    browser: Browser, visitors: Browsers, site: str
) -> None:
    ann = join(visitor(browser, visitors, site), "formsann")
    ann.get_by_role("link", name="New game").first.click()
    dialog = ann.locator("dialog.ng")
    line = dialog.locator("[data-line]")
    expect(line).to_have_text("Speckles · rated, 3 days a move")
    # boards are not carried from one family to the next: each begins with its own size
    dialog.locator("[data-again=quabble]").click()
    expect(line).to_have_text("Quabble · 11 × 11, rated, 3 days a move")
    dialog.locator("[data-again=conquare]").click()
    dialog.get_by_role("link", name="Fast Conquare", exact=True).click()
    expect(dialog.locator("[data-again=conquare]")).to_have_attribute("aria-current", "true")
    expect(line).to_have_text("Fast Conquare · 7 × 7, rated, 3 days a move")
    dialog.get_by_text("For fun").click()
    dialog.get_by_label("Time").select_option("1d")
    expect(line).to_have_text("Fast Conquare · 7 × 7, unrated, 1 day a move")
    dialog.get_by_label("Time").select_option("none")
    expect(line).to_have_text("Fast Conquare · 7 × 7, unrated, no clock")
    dialog.locator("[data-again=dots-and-boxes]").click()
    expect(line).to_have_text("Dots and Boxes · 4 × 4, unrated, no clock")
    for side in ("Rows", "Columns"):
        dialog.get_by_label(side).select_option("6")
    dialog.locator("[data-again=seats-4]").click()
    expect(line).to_have_text("Dots and Boxes · 6 × 6, four players, unrated, no clock")
    words = line.inner_text()
    dialog.get_by_role("button", name="Set up the game").click()
    ann.wait_for_url("**/m/*/")
    expect(ann.get_by_text(words).first).to_be_visible()
    # the next dialog begins with the same choice
    ann.goto("/")
    ann.get_by_role("link", name="New game").first.click()
    expect(line).to_have_text(words)


def test_the_game_of_the_front_page_is_played_on_and_the_bot_answers(
    browser: Browser, visitors: Browsers, site: str
) -> None:
    page = visitor(browser, visitors, site)
    page.goto("/")
    figure = page.locator("figure[data-board].hero-board")
    expect(figure.locator("use[href^='#chip-']").first).to_be_visible()
    expect(figure.locator("[data-shape='c3']")).to_be_visible()
    expect(figure.locator("[data-say]")).to_have_text("Your move: you are red.")
    figure.locator("[data-tray] [data-shape='tray-R']").click()
    figure.locator("[data-shape='c3']").click()
    expect(figure.locator("[data-say]")).to_have_text("Red on c3")
    figure.get_by_role("button", name="Post move").click()
    page.wait_for_url("**/m/*/")
    expect(page.locator(".mv li").nth(12)).to_contain_text("Red on c3")
    expect(page.locator(".mv > li")).to_have_count(14, timeout=20_000)
    expect(page.get_by_role("heading", level=1)).to_have_text("Your move")
