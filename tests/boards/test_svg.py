"""Every board as SVG: complete, labelled, safe to put into a page with a strict policy."""

from __future__ import annotations

import re
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest

from games.boards import sprite, svg
from games.boards.core import EMPTY, Board, Mark
from games.boards.registry import board_of
from games.rules.core import OVER
from games.rules.registry import games, make
from games.rules.text import Text

KEYS = sorted(games())


def board_for(key: str, seats: int | None = None) -> Board[Any, Any]:
    return board_of(make(key, seats or games()[key].players[-1]))


def middle(board: Board[Any, Any], plies: int = 12) -> tuple[Any, tuple[str, ...]]:
    """A position some random moves into the game, and the shapes of its last move."""
    game, rng = board.game, Random(5)
    state, last = game.initial(), ()
    for _ in range(plies):
        move = game.random_move(state, rng)
        following = game.apply(state, move)
        if following.to_move == OVER:
            break
        last, state = board.touched(state, move), following
    return state, last


def parse(markup: str) -> ElementTree.Element:
    return ElementTree.fromstring(markup)


def full(board: Board[Any, Any], **more: Any) -> str:
    state, last = middle(board)
    return svg.draw(board, board.marks(state), label="The board", last=last, **more)


@pytest.mark.parametrize("key", KEYS)
def test_every_clickable_shape_is_a_labelled_button_with_its_id(key: str) -> None:
    board = board_for(key)
    root = parse(full(board))
    assert root.get("role") == "group"
    assert root.get("aria-label") == "The board"
    buttons = {e.get("id"): e for e in root.iter() if e.get("role") == "button"}
    expected = [f"s-{s.id}" for s in board.geometry.shapes if s.kind in svg.CLICKED]
    assert list(buttons) == expected
    for shape in board.geometry.shapes:
        if shape.kind in svg.CLICKED:
            words = buttons[f"s-{shape.id}"].get("aria-label") or ""
            assert words.startswith(f"{shape.label}, ")


@pytest.mark.parametrize("key", KEYS)
def test_a_board_is_one_tab_stop(key: str) -> None:
    stops = re.findall(r'tabindex="(-?\d)"', full(board_for(key)))
    assert stops.count("0") == 1
    assert set(stops) <= {"0", "-1"}


@pytest.mark.parametrize("key", KEYS)
def test_a_mini_board_is_a_picture_without_hit_shapes(key: str) -> None:
    root = parse(full(board_for(key), mini=True))
    assert root.get("role") == "img"
    assert not [
        e for e in root.iter() if e.get("id") or e.get("tabindex") or e.get("role") == "button"
    ]


@pytest.mark.parametrize("mini", [False, True])
@pytest.mark.parametrize("key", KEYS)
def test_no_inline_style_and_no_script(key: str, mini: bool) -> None:
    board = board_for(key)
    state, last = middle(board)
    marks = board.marks(state)
    markup = (
        svg.draw(board, marks, label="x", last=last, mini=mini)
        + svg.tray(board, marks)
        + svg.table(board, marks)
        + svg.sprite(sprite.symbols(board))
    )
    assert not re.search(r"style=|<style|<script|\son\w+=", markup)


@pytest.mark.parametrize("key", KEYS)
def test_the_sprite_has_every_symbol_that_the_game_ever_shows(key: str) -> None:
    board = board_for(key)
    have = set(re.findall(r' id="([^"]+)"', svg.sprite(sprite.symbols(board))))
    game, rng = board.game, Random(9)
    for _ in range(3):
        state = game.initial()
        while state.to_move != OVER:
            markup = svg.draw(board, board.marks(state), label="x")
            markup += svg.tray(board, board.marks(state))
            assert set(re.findall(r'href="#([^"]+)"', markup)) <= have
            for _ in range(7):
                if state.to_move != OVER:
                    state = game.apply(state, game.random_move(state, rng))


@pytest.mark.parametrize("key", KEYS)
def test_a_mini_board_uses_no_other_symbols_than_sprite_used_says(key: str) -> None:
    board = board_for(key)
    state, _ = middle(board)
    marks = board.marks(state)
    markup = svg.draw(board, marks, label="x", mini=True)
    needed = set(re.findall(r'href="#([^"]+)"', markup))
    assert needed <= sprite.used(marks.values(), mini=True)


def test_labels_are_escaped() -> None:
    board = board_for("speckles")
    marks = {"e4": Mark("chip-red", "red", "", Text("<b>\"red\" & 'rot'</b>"))}
    markup = svg.draw(board, marks, label='Anna <"&> Bob', links=lambda shape: f'?x="{shape}&b')
    markup += svg.tray(board, {"tray-R": marks["e4"]}, legal=["tray-R"])
    markup += svg.table(board, marks)
    assert "<b>" not in markup
    assert "&lt;b&gt;&quot;red&quot; &amp; &#x27;rot&#x27;&lt;/b&gt;" in markup
    assert 'aria-label="Anna &lt;&quot;&amp;&gt; Bob"' in markup
    assert 'href="?x=&quot;e4&amp;b"' in markup


def test_with_links_only_shapes_with_an_address_are_links() -> None:
    board = board_for("speckles")
    root = parse(
        svg.draw(board, {}, label="x", links=lambda shape: "?shape=e4" if shape == "e4" else None)
    )
    links = [e for e in root.iter() if e.tag == "a"]
    assert [link.get("href") for link in links] == ["?shape=e4"]
    assert [e.get("id") for e in links[0]] == ["s-e4"]
    assert len([e for e in root.iter() if e.get("role") == "button"]) == 63


def test_states_have_a_look_and_are_told() -> None:
    board = board_for("speckles")
    marks = {"e4": Mark("chip-red", "red", "", Text("red")), "a1": Mark(states="dead")}
    markup = svg.draw(board, marks, label="x", last=["e4"], legal=["d4"], chosen=["d5"])
    assert 'class="last"' in markup
    assert 'class="tick"' in markup
    assert 'class="legal" cx="350" cy="450"' in markup
    assert 'class="sel" x="304"' in markup
    assert 'class="dead"' in markup
    assert 'aria-label="e4, red, last move"' in markup
    assert re.search(r'id="s-d5"[^>]*aria-pressed="true"', markup)
    assert re.search(r'id="s-a1"[^>]*aria-disabled="true"', markup)


def test_a_draft_shows_what_comes_and_what_leaves() -> None:
    board = board_for("tink")
    small = Mark("pyr-red-s", "red", "", Text("small"))
    marks = {"c4": small, "e4": small}
    draft = {"c4": EMPTY, "e4": EMPTY, "d5": Mark("pyr-red-m", "red", "", Text("medium"))}
    markup = svg.draw(board, marks, label="x", chosen=["c4", "e4", "d5"], draft=draft)
    assert markup.count('<use href="#pyr-red-s"') == 2
    assert markup.count('class="lift"') == 2
    assert '<use href="#pyr-red-m" x="350" y="350"/>' in markup
    assert markup.count('class="sel"') == 3


@pytest.mark.parametrize("key", ["dots-and-boxes", "dots-and-hexagons"])
def test_a_free_line_is_called_free_and_a_drawn_one_drawn(key: str) -> None:
    board = board_for(key, 2)
    game = board.game
    state = game.apply(game.initial(), game.parse_move("h0,0"))
    markup = svg.draw(board, board.marks(state), label="x", last=["h0,0"])
    assert 'aria-label="line h0,0, drawn, last move"' in markup
    assert 'aria-label="line h1,0, free"' in markup
    assert markup.count('class="drawn lastl"') == 1


def test_polyominoes_are_one_path_on_a_mini_board_and_tiles_on_a_full_one() -> None:
    board = board_for("blokus", 4)
    game = board.game
    state = game.play(game.initial(), "a20,b20")
    marks = board.marks(state)
    mini = svg.draw(board, marks, label="x", mini=True)
    assert mini.count('class="pc blue"') == 1
    assert "<use" not in mini
    assert svg.draw(board, marks, label="x").count('<use href="#tile-') == 2


def test_outline_goes_round_holes_and_keeps_corners_apart() -> None:
    ring = [(x, y) for x in range(3) for y in range(3) if (x, y) != (1, 1)]
    assert svg.outline(ring).count("M") == 2
    assert svg.outline([(0, 0), (1, 0)]) == "M0 0L200 0L200 100L0 100Z"


@pytest.mark.parametrize("key", KEYS)
def test_the_text_board_names_every_shape_once(key: str) -> None:
    board = board_for(key)
    markup = svg.table(board, board.marks(board.game.initial()))
    ids = re.findall(r'data-shape="([^"]+)"', markup)
    assert sorted(ids) == sorted(s.id for s in board.geometry.shapes if s.kind in svg.CLICKED)
    assert markup.startswith("<ol>" if key.startswith("dots") else "<table>")


@pytest.mark.parametrize("colour", ["red", "yellow", "green", "blue", "white"])
def test_every_seat_has_a_glyph_of_its_own(colour: str) -> None:
    assert sprite.GLYPHS[colour] in svg.seat_glyph(colour)
    assert svg.seat_glyph("black") != svg.seat_glyph("white", stone=True) != svg.seat_glyph("white")


def test_no_board_names_an_unknown_symbol() -> None:
    with pytest.raises(KeyError):
        svg.sprite(["chip-pink"])
    with pytest.raises(KeyError):
        svg.sprite(["tile-16"])
