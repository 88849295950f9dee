"""Trying moves and conditional moves, by clicking: what is planned is never posted by accident."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from tests.e2e.conftest import join, visitor
from tests.e2e.test_accessible import found
from tests.e2e.test_games import begin, click, fetched, picked

pytestmark = [pytest.mark.chromium, pytest.mark.slow]

Browsers = list[BrowserContext]


def put(page: Page, colour: str, square: str) -> None:
    click(page, f"tray-{colour}")
    click(page, square)


def post(page: Page, colour: str, square: str) -> None:
    put(page, colour, square)
    page.get_by_role("button", name="Post move").click()


def title(page: Page, words: str) -> None:
    expect(page.locator("[data-title]")).to_contain_text(words)


def open_trial(page: Page, said: str = "Only trying") -> None:
    page.locator(".gm-menu > summary").click()
    page.get_by_role("button", name="Try moves").click()
    title(page, said)


def faults_of(*pages: Page) -> list[str]:
    faults: list[str] = []
    for page in pages:
        page.on("pageerror", lambda error: faults.append(str(error)))
    return faults


@pytest.mark.parametrize("width", [1440, 390])
def test_a_plan_is_made_by_clicking_and_answers(
    browser: Browser, visitors: Browsers, site: str, width: int
) -> None:
    ann = join(visitor(browser, visitors, site, width=width), f"planann{'ab'[width < 999]}")
    ben = join(visitor(browser, visitors, site), f"planben{'ab'[width < 999]}")
    faults = faults_of(ann, ben)
    urls = begin(ann, ben, "game=speckles")["urls"]
    post(ann, "R", "d4")
    ann.get_by_role("button", name="If they play").click()
    title(ann, "If planben")
    save = ann.get_by_role("button", name="Save", exact=True)
    put(ann, "Y", "d5")
    title(ann, "you answer")
    expect(save).to_be_hidden()
    put(ann, "G", "d6")
    title(ann, "Your answer: Green on d6. Not saved yet.")
    # what is not saved is not played
    assert fetched(ann, urls["self"] + "study/")["plan"] == []
    save.click()
    # what is saved is listed, and one is back at the game
    title(ann, "Saved. If planben")
    expect(save).to_be_hidden()
    expect(ann.get_by_role("button", name="Back to the game")).to_be_hidden()
    expect(ann.get_by_role("button", name="If they play")).to_be_visible()
    expect(ann.locator("#plan li")).to_contain_text("you answer “Green on d6”")
    # further on in the same line
    ann.get_by_role("link", name="Green on d6").click()
    title(ann, "And if planben")
    put(ann, "W", "c4")
    title(ann, "you answer")
    put(ann, "B", "c5")
    save.click()
    title(ann, "Saved. If planben")
    # another answer in the same position is refused in words
    ann.get_by_role("link", name="Yellow on d5").click()
    title(ann, "you answer")
    put(ann, "B", "d6")
    save.click()
    expect(ann.locator("[data-more]")).to_contain_text("Here you answer “Green on d6” already")
    assert found(ann) == []
    ann.get_by_role("button", name="Back to the game").click()
    title(ann, "Posted: Red on d4.")

    ann.reload()
    lines = ann.locator("#plan li")
    expect(lines).to_have_count(1)
    expect(lines).to_contain_text("If they play “Yellow on d5”, you answer “Green on d6”.")
    expect(lines).to_contain_text("If they then play “White on c4”, you answer “Blue on c5”.")
    assert "Green on d6" not in ben.content()

    post(ben, "Y", "d5")
    expect(ben.get_by_role("heading", level=1)).to_have_text("Your move")
    for page in (ann, ben):
        expect(page.locator(".mv > li")).to_have_count(3)
        expect(page.locator(".mv > li").last).to_contain_text("Green on d6 predicted")
    expect(lines).to_contain_text("If they play “White on c4”, you answer “Blue on c5”.")
    # ben goes another way: the plan is gone, and ann is told
    post(ben, "W", "e5")
    expect(ann.get_by_role("heading", level=1)).to_have_text("Your move")
    expect(lines).to_have_count(0)
    expect(ann.locator("[data-dropped]")).to_be_visible()
    ann.reload()
    title(ann, "Your conditional moves did not fit")
    assert fetched(ann, urls["self"], slim="1")["ply"] == 4
    assert faults == []


def test_a_move_that_arrives_turns_no_planning_click_into_a_move(
    browser: Browser, visitors: Browsers, site: str
) -> None:
    """KNOWN_FAULTS 12: the page flipped to the live board and the next click was a move."""
    ann = join(visitor(browser, visitors, site), "arriveann")
    ben = join(visitor(browser, visitors, site), "arriveben")
    faults = faults_of(ann, ben)
    urls = begin(ann, ben, "game=speckles")["urls"]
    refused: list[str] = []
    ann.on("response", lambda answer: refused.append(answer.url) if answer.status > 399 else None)
    post(ann, "R", "d4")
    open_plan = ann.get_by_role("button", name="If they play")
    open_plan.click()
    title(ann, "If arriveben")
    put(ann, "Y", "d5")
    title(ann, "you answer")
    put(ann, "R", "e6")
    ann.get_by_role("button", name="Save", exact=True).click()
    planned = ann.locator("#plan li")
    expect(planned).to_have_count(1)
    ann.get_by_role("link", name="Yellow on d5").click()
    title(ann, "you answer")
    heading = ann.get_by_role("heading", level=1)
    expect(heading).to_have_text("Waiting for arriveben")
    post(ben, "B", "e5")
    title(ann, "arriveben has moved.")
    # all around the board is as the game is now
    expect(heading).to_have_text("Your move")
    expect(ann.locator("[data-seat='0']")).to_have_class(re.compile(r"\bon\b"))
    expect(planned).to_have_count(0)
    expect(ann.locator("[data-dropped]")).to_be_visible()
    expect(ann.locator("[data-more]")).to_contain_text("nothing has been sent")
    expect(ann.get_by_role("button", name="Post move")).to_be_hidden()
    # the board is still the tried one, and clicks stay tries; so does the key that posts
    put(ann, "G", "d6")
    expect(ann.get_by_role("link", name="Green on d6")).to_have_attribute("aria-current", "step")
    ann.keyboard.press("Control+Enter")
    assert fetched(ann, urls["self"], slim="1")["ply"] == 2
    assert refused == []
    expect(ann.get_by_role("button", name="Show")).to_be_visible()
    ann.get_by_role("button", name="Back to the game").click()
    title(ann, "Your conditional moves did not fit")
    expect(heading).to_have_text("Your move")
    expect(ann.locator(".mv > li")).to_have_count(2)
    # the branch is where it was tried, and only looked at
    ann.get_by_role("link", name="Green on d6").click()
    title(ann, "Only trying")
    assert fetched(ann, urls["self"], slim="1")["ply"] == 2
    assert faults == []


def test_branches_outlive_a_reload_and_two_windows_share_them(
    browser: Browser, visitors: Browsers, site: str
) -> None:
    ann = join(visitor(browser, visitors, site), "branchann")
    ben = join(visitor(browser, visitors, site), "branchben")
    urls = begin(ann, ben, "game=speckles")["urls"]
    post(ann, "R", "d4")
    expect(ben.get_by_role("heading", level=1)).to_have_text("Your move")
    # a draft waits while other moves are tried
    put(ben, "W", "c3")
    expect(ben.get_by_role("button", name="Post move")).to_be_enabled()
    open_trial(ben)
    put(ben, "Y", "d5")
    title(ben, "branchann to move")
    put(ben, "G", "d6")
    title(ben, "your turn")
    expect(ben.locator(".br li")).to_have_count(1)
    second = ben.context.new_page()
    second.goto(ben.url)
    open_trial(second)
    put(second, "B", "e5")
    expect(second.locator(".br li")).to_have_count(2)
    # the first window knows nothing of it yet, and loses nothing of it
    ben.get_by_role("button", name="One step back").click()
    title(ben, "branchann to move")
    put(ben, "W", "e6")
    expect(ben.locator(".br li")).to_have_count(3)
    ben.get_by_role("button", name="Back to the game").click()
    expect(ben.get_by_role("button", name="Post move")).to_be_enabled()
    ben.reload()
    expect(ben.locator(".br li")).to_have_count(3)
    expect(ben.locator(".br")).to_contain_text("Blue on e5")
    expect(ben.get_by_role("button", name="Post move")).to_be_enabled()
    # a branch from an earlier ply
    ben.get_by_role("button", name="Start of the game").click()
    ben.get_by_role("button", name="Try moves").click()
    title(ben, "Only trying: branchann to move.")
    put(ben, "R", "a1")
    expect(ben.locator(".pane > .br li")).to_have_count(1)
    # deleting one
    ben.locator(".pane > .br").get_by_role("button", name="Delete this line").click()
    expect(ben.locator(".pane > .br")).to_have_count(0)
    expect(ben.locator(".br li")).to_have_count(3)
    assert fetched(ben, urls["self"], slim="1")["ply"] == 1


@pytest.mark.parametrize("key", ["blokus", "tink", "quabble", "dots-and-hexagons"])
def test_every_kind_of_board_can_be_tried(
    browser: Browser, visitors: Browsers, site: str, key: str
) -> None:
    page = visitor(browser, visitors, site, width=390)
    ann = join(visitor(browser, visitors, site), f"kind{key[0]}ann")
    data = begin(ann, page, f"game={key}")
    faults = faults_of(page)
    open_trial(page, "If kind")  # a guest with a seat
    moves: list[str] = []
    for _ in range(3):
        gaps = {"ply": "0", "moves": ";".join(moves)}
        move = fetched(page, data["urls"]["line"], **gaps)["legal"][-1]
        picked(page, data, move["p"][0])
        add = page.get_by_role("button", name="Play it")
        row = page.locator(".br a").nth(len(moves))
        expect(row.or_(add)).to_be_visible()
        if add.is_visible():
            add.click()
        expect(row).to_have_attribute("aria-current", "step")
        moves.append(move["t"])
    study = fetched(page, data["urls"]["self"] + "study/")
    assert [[move["t"] for move in line["moves"]] for line in study["lines"]] == [moves]
    assert fetched(page, data["urls"]["self"], slim="1")["ply"] == 0
    assert faults == []


def alone(browser: Browser, visitors: Browsers, site: str, name: str) -> Page:
    """Somebody who tries moves at the start of a game of Speckles against a bot."""
    page = join(visitor(browser, visitors, site), name)
    page.goto("/play/new/?game=speckles&bot=Pip&mine=0")
    page.get_by_role("main").get_by_role("button", name="Start").click()
    page.wait_for_url("**/m/*/")
    expect(page.locator("main.js")).to_be_visible()
    open_trial(page)
    return page


def test_picks_made_while_a_tried_position_loads_are_taken_up(
    browser: Browser, visitors: Browsers, site: str
) -> None:
    page = alone(browser, visitors, site, "earlyann")
    faults = faults_of(page)
    waiting: list[Route] = []
    slow = True
    page.route("**/line/**", lambda route: waiting.append(route) if slow else route.continue_())
    put(page, "R", "d4")
    click(page, "d4")  # a double tap is one
    put(page, "Y", "d5")
    put(page, "G", "d6")
    expect(page.locator("[data-title]")).to_have_text("One moment…")
    slow = False
    waiting.pop().continue_()
    assert waiting == []
    branch = page.locator(".br a")
    expect(branch).to_have_text(["Red on d4", "Yellow on d5", "Green on d6"])
    expect(branch.last).to_have_attribute("aria-current", "step")
    # what is on its way can be called back
    slow = True
    put(page, "B", "e4")
    put(page, "W", "e5")
    page.get_by_role("button", name="One step back").click()
    waiting.pop().continue_()
    title(page, "Only trying: Pip to move.")
    expect(branch.last).to_have_attribute("aria-current", "step")
    expect(branch).to_have_count(3)
    assert faults == []


def test_keys_and_buttons_step_inside_what_is_tried(
    browser: Browser, visitors: Browsers, site: str
) -> None:
    page = alone(browser, visitors, site, "stepann")
    faults = faults_of(page)
    branch = page.locator(".br a")
    for at, (colour, square) in enumerate((("R", "d4"), ("Y", "d5"), ("G", "d6"))):
        put(page, colour, square)
        expect(branch.nth(at)).to_have_attribute("aria-current", "step")
    leave = page.get_by_role("button", name="Back to the game")
    press = page.keyboard.press
    press(",")
    expect(branch.nth(1)).to_have_attribute("aria-current", "step")
    press(",")
    expect(branch.nth(0)).to_have_attribute("aria-current", "step")
    press(".")
    expect(branch.nth(1)).to_have_attribute("aria-current", "step")
    page.get_by_role("button", name="Move forward").last.click()
    expect(branch.nth(2)).to_have_attribute("aria-current", "step")
    expect(page.get_by_role("button", name="Move forward").last).to_be_disabled()
    press(".")
    # a half made move is taken back first
    click(page, "tray-B")
    press(",")
    expect(page.locator("[id='s-tray-B']")).not_to_have_attribute("aria-pressed", "true")
    expect(branch.nth(2)).to_have_attribute("aria-current", "step")
    for _ in range(4):
        press(",")
        expect(leave).to_be_visible()
    title(page, "Only trying: your turn.")
    expect(page.get_by_role("button", name="Move back").last).to_be_disabled()
    # a line that was kept is walked after a reload too
    page.reload()
    open_trial(page)
    press(".")
    expect(branch.nth(0)).to_have_attribute("aria-current", "step")
    leave.click()
    expect(page.get_by_role("button", name="Post move")).to_be_visible()
    assert faults == []


@pytest.mark.parametrize("width", [1440, 390])
def test_a_bot_gives_advice_when_the_game_is_over(
    browser: Browser, visitors: Browsers, site: str, width: int
) -> None:
    ann = join(visitor(browser, visitors, site, width=width), f"adviceann{'ab'[width < 999]}")
    ben = join(visitor(browser, visitors, site), f"adviceben{'ab'[width < 999]}")
    faults = faults_of(ann, ben)
    begin(ann, ben, "game=dots-and-boxes&option_rows=2&option_columns=2")
    for page, line in ((ann, "h0,0"), (ben, "v0,0"), (ann, "h0,1")):
        expect(page.get_by_role("heading", level=1)).to_have_text("Your move")
        click(page, line)
        page.get_by_role("button", name="Post move").click()
    expect(ben.get_by_role("heading", level=1)).to_have_text("Your move")
    expect(ben.get_by_role("button", name="Ask a bot")).to_have_count(0)
    ben.request.post(
        ben.url.replace("/m/", "/api/matches/") + "resign/",
        headers={"X-CSRFToken": ben.locator("[name=csrfmiddlewaretoken]").first.input_value()},
    )
    # the page has been open since the game began
    ann.get_by_role("button", name="Go through the game").click()
    ann.locator(".mv a").nth(2).click()
    ann.get_by_role("button", name="Try moves").click()
    title(ann, "Only trying: adviceben")
    ann.get_by_role("button", name="Ask a bot").click()
    # there is a box to close
    expect(ann.locator("[data-title]")).to_contain_text(
        "A bot would play: Line v1,0, closes a box.", timeout=20_000
    )
    odds = ann.locator(".odds")
    expect(ann.locator("[data-more]")).to_have_text("Sorter guesses how it ends:")
    rows = odds.locator("li").all_inner_texts()
    assert all(name in row for name, row in zip(("adviceann", "adviceben"), rows, strict=True))
    assert sum(int(row.split()[-2]) for row in rows) == 100
    if width > 999:  # side by side: the bar covers neither the board nor the end of the log
        ann.set_viewport_size({"width": width, "height": 900})
        ann.evaluate("scrollTo(0, 0)")
        ends = "['.g-board', '.g-act', '.g-log'].map((part) => document.querySelector(part)"
        board, bar, log = ann.evaluate(f"{ends}.getBoundingClientRect().toJSON())")
        assert board["bottom"] <= bar["top"]
        assert log["bottom"] <= 900
    assert found(ann) == []
    ann.get_by_role("button", name="Play it").click()
    expect(ann.locator(".br a")).to_have_attribute("aria-current", "step")
    expect(odds).to_have_text("")
    assert found(ann) == []
    assert faults == []


def test_without_script_branches_are_read_and_plans_deleted(
    browser: Browser, visitors: Browsers, site: str
) -> None:
    ann = join(visitor(browser, visitors, site), "plainann")
    ben = join(visitor(browser, visitors, site), "plainben")
    begin(ann, ben, "game=speckles")
    post(ann, "R", "d4")
    for square in ("d5", "e5"):
        ann.get_by_role("button", name="If they play").click()
        title(ann, "If plainben")
        put(ann, "Y", square)
        title(ann, "you answer")
        put(ann, "G", "d6")
        ann.get_by_role("button", name="Save", exact=True).click()
        title(ann, "Saved. If plainben")
    plain = browser.new_context(
        java_script_enabled=False, storage_state=ann.context.storage_state(), base_url=site
    )
    visitors.append(plain)
    page = plain.new_page()
    page.goto(ann.url)
    expect(page.locator(".br li")).to_have_count(2)
    expect(page.locator(".br a, .br button")).to_have_count(0)
    expect(page.get_by_role("button", name=re.compile("Try moves|If they play"))).to_have_count(0)
    lines = page.locator("#plan li")
    expect(lines).to_have_count(2)
    lines.first.get_by_role("button", name="Delete this line").click()
    expect(lines).to_have_count(1)
    expect(lines).to_contain_text("Yellow on e5")
    page.get_by_role("button", name="Delete all").click()
    expect(lines).to_have_count(0)
