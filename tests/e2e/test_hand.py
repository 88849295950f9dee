"""A piece of Blokus in the hand: drawn to the board, dragged and turned, by fingers and mouse."""

from __future__ import annotations

import math
from collections.abc import Sequence

import pytest
from playwright.sync_api import Browser, BrowserContext, CDPSession, Page, expect

from tests.e2e.test_drafts import posted_by
from tests.e2e.test_games import click, fetched

pytestmark = [pytest.mark.chromium, pytest.mark.slow]

Browsers = list[BrowserContext]
Point = tuple[float, float]


class Fingers:
    """Real touches on a page: each finger has a number and a place."""

    def __init__(self, page: Page) -> None:
        self.cdp: CDPSession = page.context.new_cdp_session(page)
        self.on: dict[int, Point] = {}

    def _send(self, kind: str) -> None:
        points = [{"id": finger, "x": x, "y": y} for finger, (x, y) in self.on.items()]
        self.cdp.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def down(self, finger: int, at: Point) -> None:
        self.on[finger] = at
        self._send("touchStart")

    def move(self, to: dict[int, Point], steps: int = 12) -> None:
        start = dict(self.on)
        for step in range(1, steps + 1):
            for finger, (x, y) in to.items():
                x0, y0 = start[finger]
                self.on[finger] = (x0 + (x - x0) * step / steps, y0 + (y - y0) * step / steps)
            self._send("touchMove")

    def twist(self, degrees: float, middle: Point, radius: float = 60) -> None:
        """Fingers 1 and 2 go round this point; the first is to its left."""
        for step in range(1, 16):
            angle = math.radians(degrees * step / 15)
            dx, dy = radius * math.cos(angle), radius * math.sin(angle)
            self.on[1] = (middle[0] - dx, middle[1] - dy)
            self.on[2] = (middle[0] + dx, middle[1] + dy)
            self._send("touchMove")

    def up(self, *fingers: int) -> None:
        for finger in fingers:
            del self.on[finger]
            self._send("touchEnd")

    def cancel(self) -> None:
        self.on.clear()
        self._send("touchCancel")


def opened(browser: Browser, visitors: Browsers, site: str, *, touch: bool) -> Page:
    """A game of Blokus against a bot, on a phone or on a desk."""
    size = {"width": 390, "height": 844} if touch else {"width": 1440, "height": 900}
    context = browser.new_context(base_url=site, viewport=size, has_touch=touch, is_mobile=touch)
    visitors.append(context)
    page = context.new_page()
    page.goto("/play/new/?game=blokus&bot=Pip&mine=0&seats=2")
    page.get_by_role("main").get_by_role("button", name="Start").click()
    page.wait_for_url("**/m/*/")
    expect(page.locator("main.js")).to_be_visible()
    return page


def held(page: Page, piece: str | None, at: list[int] | None = None, k: int = 0) -> None:
    """The draft on this device has this piece in the hand, turned so and lying there, or none."""
    hand = piece and {"piece": f"piece-{piece}", "k": k, "at": at}
    page.wait_for_function(
        """(hand) => {
          const { id } = JSON.parse(document.getElementById("match-data").textContent);
          const kept = JSON.parse(localStorage.getItem(`plypost:${id}`));
          return JSON.stringify(kept?.h ?? null) === JSON.stringify(hand ?? null);
        }""",
        arg=hand,
        timeout=5000,
    )


def centre(page: Page, shape: str) -> Point:
    box = page.locator(f"[id='s-{shape}']").bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def away(at: Point, dx: float, dy: float) -> Point:
    return at[0] + dx, at[1] + dy


def turned(page: Page, piece: str, k: int, ways: Sequence[int]) -> int:
    """The orientation after turning left (0) or right (1), as the geometry says."""
    moves: list[list[int]] = page.evaluate(
        "(piece) => JSON.parse(document.getElementById('match-data').textContent)"
        ".geometry.hand.moves[piece]",
        piece,
    )
    for way in ways:
        k = moves[k][way]
    return k


def drawn(page: Page, fingers: Fingers, piece: str, to: Point) -> None:
    """Finger 1 draws a piece up out of the row, which scrolls sideways, and is there now."""
    start = centre(page, piece)
    fingers.down(1, start)
    fingers.move({1: away(start, 0, -40)}, steps=4)
    fingers.move({1: to})


def unposted(page: Page, posts: list[str]) -> None:
    """Nothing has left, and the page lies where it lay."""
    data = page.evaluate("() => JSON.parse(document.getElementById('match-data').textContent)")
    assert posts == []
    assert fetched(page, data["urls"]["self"], slim="1")["ply"] == 0
    assert page.evaluate("() => [scrollX, scrollY, visualViewport.scale]") == [0, 0, 1]


FINGER = 44


def test_fingers_draw_a_piece_from_the_tray_and_drag_it_on(
    browser: Browser, visitors: Browsers, site: str
) -> None:
    page = opened(browser, visitors, site, touch=True)
    posts, fingers = posted_by(page), Fingers(page)
    # up from the tray; it lies a finger's width above the finger
    drawn(page, fingers, "piece-L4", away(centre(page, "e10"), 0, FINGER))
    fingers.up(1)
    held(page, "L4", [4, 10])
    expect(page.locator(".say")).to_contain_text("The first piece of a colour covers a corner")
    # pressed where it lies it keeps its place under the finger
    fingers.down(1, centre(page, "e10"))
    fingers.move({1: centre(page, "h12")})
    fingers.up(1)
    held(page, "L4", [7, 8])
    # pressed elsewhere it comes above the finger
    fingers.down(1, centre(page, "p3"))
    fingers.move({1: away(centre(page, "q5"), 0, FINGER)})
    fingers.up(1)
    held(page, "L4", [16, 15])
    # let go outside the board, or taken away by the system: it lies where it lay
    fingers.down(1, centre(page, "q5"))
    fingers.move({1: centre(page, "f9")})
    held(page, "L4", [5, 11])
    fingers.move({1: away(centre(page, "q20"), 0, -90)})
    fingers.up(1)
    held(page, "L4", [16, 15])
    fingers.down(1, centre(page, "q5"))
    fingers.move({1: centre(page, "f9")})
    held(page, "L4", [5, 11])
    fingers.cancel()
    held(page, "L4", [16, 15])
    # drawn out of the tray and let go at once it is in the hand
    drawn(page, fingers, "piece-V3", away(centre(page, "piece-V3"), 0, 30))
    fingers.up(1)
    held(page, "V3")
    unposted(page, posts)


def test_the_tray_still_scrolls_under_a_finger(
    browser: Browser, visitors: Browsers, site: str
) -> None:
    page = opened(browser, visitors, site, touch=True)
    fingers = Fingers(page)
    start = centre(page, "piece-L4")
    fingers.down(1, start)
    fingers.move({1: away(start, -120, 0)})
    fingers.up(1)
    page.wait_for_function("() => document.querySelector('[data-tray]').scrollLeft > 60")
    held(page, None)


def test_a_second_finger_ends_a_drag_and_no_lift_is_a_tap(
    browser: Browser, visitors: Browsers, site: str
) -> None:
    page = opened(browser, visitors, site, touch=True)
    posts, fingers = posted_by(page), Fingers(page)
    drawn(page, fingers, "piece-L4", away(centre(page, "e10"), 0, FINGER))
    fingers.down(2, centre(page, "p10"))
    fingers.move({1: away(centre(page, "e15"), 0, FINGER), 2: centre(page, "p15")})
    fingers.up(2)
    fingers.move({1: away(centre(page, "k15"), 0, FINGER)})
    fingers.up(1)
    held(page, "L4", [4, 10])
    # two fingers at rest: neither the first nor the last to be lifted has tapped
    for first, second in ((1, 2), (2, 1)):
        fingers.down(1, centre(page, "h5"))
        fingers.down(2, centre(page, "n5"))
        fingers.up(first)
        fingers.up(second)
        held(page, "L4", [4, 10])
    # one finger taps again as before
    fingers.down(1, away(centre(page, "k8"), 0, FINGER))
    fingers.up(1)
    held(page, "L4", [10, 12])
    unposted(page, posts)


def test_two_fingers_turn_the_piece(browser: Browser, visitors: Browsers, site: str) -> None:
    page = opened(browser, visitors, site, touch=True)
    posts, fingers = posted_by(page), Fingers(page)
    drawn(page, fingers, "piece-L4", away(centre(page, "e10"), 0, FINGER))
    fingers.up(1)
    held(page, "L4", [4, 10])
    middle, k = centre(page, "j10"), 0
    for degrees, ways in ((60, [1]), (-60, [0]), (150, [1, 1]), (-90, [0]), (30, [])):
        fingers.down(1, away(middle, -60, 0))
        fingers.down(2, away(middle, 60, 0))
        fingers.twist(degrees, middle)
        fingers.up(1, 2)
        k = turned(page, "piece-L4", k, ways)
        held(page, "L4", [4, 10], k)
    unposted(page, posts)


def test_a_pinch_enlarges_the_page_and_turns_nothing(
    browser: Browser, visitors: Browsers, site: str
) -> None:
    page = opened(browser, visitors, site, touch=True)
    fingers = Fingers(page)
    click(page, "piece-L4")
    held(page, "L4")
    middle = centre(page, "j10")
    fingers.down(1, away(middle, -30, 0))
    fingers.down(2, away(middle, 30, 0))
    # never quite straight
    fingers.move({1: away(middle, -120, -20), 2: away(middle, 120, 20)})
    fingers.up(1, 2)
    page.wait_for_function("() => visualViewport.scale > 1.5")
    held(page, "L4")


def test_the_mouse_draws_a_piece_from_the_tray_and_drags_it_on(
    browser: Browser, visitors: Browsers, site: str
) -> None:
    page = opened(browser, visitors, site, touch=False)
    posts, mouse = posted_by(page), page.mouse

    def drag(start: Point, to: Point) -> None:
        mouse.move(*start)
        mouse.down()
        mouse.move(*to, steps=8)
        mouse.up()

    drag(centre(page, "piece-L4"), centre(page, "e10"))
    held(page, "L4", [4, 10])
    drag(centre(page, "e10"), centre(page, "h12"))
    held(page, "L4", [7, 8])
    # outside it is nothing; and what is pressed elsewhere is no piece
    drag(centre(page, "h12"), (5, 500))
    drag(centre(page, "p3"), centre(page, "q5"))
    held(page, "L4", [7, 8])
    click(page, "q5")
    held(page, "L4", [16, 15])
    drag(centre(page, "piece-T4"), away(centre(page, "piece-T4"), 0, 20))
    held(page, "T4")
    # out of the hand by pressing on the board
    drag(centre(page, "c3"), centre(page, "g9"))
    held(page, "T4", [6, 11])
    unposted(page, posts)


def test_shift_and_the_wheel_turn_the_piece_and_a_plain_wheel_scrolls(
    browser: Browser, visitors: Browsers, site: str
) -> None:
    page = opened(browser, visitors, site, touch=False)
    page.set_viewport_size({"width": 1440, "height": 600})
    click(page, "piece-L4")
    page.evaluate("() => scrollTo({ top: 0, behavior: 'instant' })")
    page.mouse.move(*centre(page, "j10"))
    page.keyboard.down("Shift")
    k = 0
    for notches, way in ((1, 1), (1, 1), (-1, 0)):
        page.mouse.wheel(0, 100 * notches)
        k = turned(page, "piece-L4", k, [way])
        held(page, "L4", None, k)
    # a touchpad says the same in many small steps
    for _ in range(6):
        page.mouse.wheel(0, 10)
    k = turned(page, "piece-L4", k, [1])
    held(page, "L4", None, k)
    assert page.evaluate("() => scrollY") == 0
    page.keyboard.up("Shift")
    page.mouse.wheel(0, 100)
    page.wait_for_function("() => scrollY > 0")
    held(page, "L4", None, k)
