"""`static/js/draw.js` draws what `games.boards.svg` draws, string for string, in a real browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from games.boards import svg, wire
from games.boards.core import Mark
from games.boards.registry import board_of
from games.rules.core import OVER
from games.rules.registry import games, make

pytestmark = pytest.mark.chromium

SCRIPT = Path(__file__).resolve().parents[2] / "static" / "js" / "draw.js"


@pytest.fixture(scope="module")
def page() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--no-sandbox"]
        )
        page = browser.new_page()
        source = SCRIPT.read_text() + "\nwindow.draw = {layers, readGeometry, handPiece};"
        page.add_script_tag(content=source, type="module")
        page.wait_for_function("window.draw")
        yield page
        browser.close()


DRAW = """([geometry, view]) => {
  const sets = Object.fromEntries(["last", "legal", "chosen"].map((k) => [k, new Set(view[k])]));
  return draw.layers(draw.readGeometry(geometry), {...view, ...sets, cur: null, ghost: null});
}"""


def both(page: Any, board: Any, state: Any, last: Any, chosen: Any, draft: dict[str, Mark]) -> None:
    marks, drawings = board.marks(state), board.drawings(state)
    legal = {
        way[0]
        for move in (board.game.legal(state)[:400] if state.to_move != OVER else ())
        for way in board.places(state, move)
    }
    expected = svg.layers(board.geometry, marks, drawings, last, legal, chosen, draft, mini=False)
    view = {
        "marks": wire.marks_json(marks, str),
        "last": list(last),
        "legal": list(legal),
        "chosen": list(chosen),
        "draft": wire.marks_json(draft, str),
        "drawings": wire.drawings_json(board, state),
    }
    assert page.evaluate(DRAW, [wire.geometry_json(board, str), view]) == expected


@pytest.mark.parametrize("key", sorted(games()))
def test_positions_and_drafts_look_the_same_from_the_server_and_in_the_browser(
    page: Any, key: str
) -> None:
    board = board_of(make(key, games()[key].players[0]))
    game, rng = board.game, Random(3)
    state, last = game.initial(), ()
    both(page, board, state, last, (), {})
    while state.to_move != OVER:
        move = game.random_move(state, rng)
        if rng.random() < 0.15:
            chosen = rng.choice(board.places(state, move))
            both(page, board, state, last, chosen, {})
            both(page, board, state, last, chosen, board.preview(state, move))
        last, state = board.touched(state, move), game.apply(state, move)
    both(page, board, state, last, (), {})


def test_a_piece_in_the_hand_looks_the_same(page: Any) -> None:
    cells = [(0, 0), (1, 0), (1, 1), (-1, 0)]
    assert page.evaluate("(cells) => draw.handPiece(cells, 'blue')", cells) == svg.hand_piece(
        cells, "blue"
    )
