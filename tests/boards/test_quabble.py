"""How the Quabble family is shown and clicked."""

from itertools import pairwise
from random import Random

import pytest

from games.boards.core import EMPTY, Board, Mark, changes
from games.boards.net import NetBoard
from games.boards.registry import board_of
from games.boards.wire import geometry_json, legal_json
from games.rules.core import OVER
from games.rules.quabble_core import NetGame, Position
from tests.rules.quabble_lay import game, kinds, lay, legal, mask


def board_for(rules: NetGame) -> NetBoard:
    board: Board[NetGame, Position] = board_of(rules)
    assert isinstance(board, NetBoard)
    return board


def said(board: NetBoard, state: Position, text: str) -> str:
    return str(board.words(state, board.game.parse_move(text)))


def on_board(marks: dict[str, Mark]) -> dict[str, Mark]:
    """Without the tray, and without what only the end of the game adds."""
    return {
        key: mark._replace(states="") for key, mark in marks.items() if not key.startswith("tray-")
    }


@pytest.mark.parametrize(("key", "claims"), kinds())
def test_every_place_has_the_text_of_its_move_as_its_id(key: str, claims: str) -> None:
    rules = game(key, 5, claims)
    shapes = board_for(rules).geometry.shapes
    assert len({shape.id for shape in shapes}) == len(shapes)
    clicked = {shape.id for shape in shapes if shape.kind in ("cell", "vertex")}
    assert clicked == {text for text in rules.moves if text[-1].isdigit()}
    trays = {shape.id for shape in shapes if shape.kind == "tray"}
    passing = key == "qualos" or claims == "manual"
    assert trays == {"tray-swap"} | ({"tray-pass"} if passing else set())


@pytest.mark.parametrize(
    ("key", "size", "links"),
    [
        ("quabble", 11, 2 * 11 * 10 + 10 * 10),  # side by side, and each second diagonal
        ("qualos", 2, 4 + 1),
        ("conquare", 7, 2 * 7 * 6 + 4 * 7 * 7),  # spaces side by side, and each with its corners
    ],
)
def test_there_is_a_link_for_each_connected_pair(key: str, size: int, links: int) -> None:
    board = board_for(game(key, size))
    paths = [shape for shape in board.geometry.shapes if shape.kind == "link"]
    assert len(paths) == links
    by_id = board.geometry.by_id
    one, two = by_id["a1"], by_id["b2"]
    if key == "conquare":
        one, two = by_id["b1"], by_id["v1,1"]
    ends = {f"M{a.x:g} {a.y:g}L{b.x:g} {b.y:g}" for a, b in ((one, two), (two, one))}
    # a1 and b2 are light and touch at a corner only; a space and its corner are connected
    assert bool(ends & {path.d for path in paths}) == (key == "conquare")


@pytest.mark.parametrize("size", [5, 8, 19])
def test_a1_is_light_on_every_size(size: int) -> None:
    ground = board_for(game("quabble", size)).geometry.ground
    assert f"M0 {size * 100 - 100}h" not in ground
    assert f"M100 {size * 100 - 100}h" in ground


def test_owned_edges_are_drawn_as_bars() -> None:
    for key in ("quabble", "conquare"):
        geometry = board_for(game(key, 5)).geometry
        for ground in (geometry.ground, geometry.mini_ground):
            for css in ("eb0", "eb", "ew0", "ew"):
                assert f'class="{css}"' in ground
            assert "style=" not in ground  # refused by the content security policy


@pytest.mark.parametrize(("key", "claims"), kinds())
def test_a_draft_shows_what_the_move_changes(key: str, claims: str) -> None:
    rules = game(key, 5, claims)
    board, rng = board_for(rules), Random(8)
    for _ in range(6):
        state = rules.initial()
        while state.to_move != OVER:
            before = on_board(board.marks(state))
            for move in rules.legal(state):
                after = on_board(board.marks(rules.apply(state, move)))
                assert board.preview(state, move) == changes(before, after)
                (places,) = board.places(state, move)
                assert all(place in board.geometry.by_id for place in places)
                assert board.compose(state, places) == rules.format_move(move)
            state = rules.apply(state, rules.random_move(state, rng))


@pytest.mark.parametrize(("key", "claims"), kinds())
def test_the_tray_offers_swap_and_pass_when_they_are_legal(key: str, claims: str) -> None:
    rules = game(key, 4 if "conquare" not in key else 2, claims)
    board, rng = board_for(rules), Random(2)
    offered = set()
    for _ in range(30):
        state = rules.initial()
        while True:
            words = {name for name in board.marks(state) if name.startswith("tray-")}
            assert words == {f"tray-{text}" for text in legal(rules, state) & {"swap", "pass"}}
            assert all(board.marks(state)[name] != EMPTY for name in words)
            offered |= words
            if state.to_move == OVER:
                break
            state = rules.apply(state, rules.random_move(state, rng))
    assert "tray-swap" in offered
    assert ("tray-pass" in offered) == rules.passing


@pytest.mark.parametrize(("key", "claims"), kinds())
def test_a_thread_joins_the_edges_of_the_winner(key: str, claims: str) -> None:
    rules = game(key, 5, claims)
    board, rng = board_for(rules), Random(4)
    for _ in range(25):
        state = rules.initial()
        while state.to_move != OVER:
            assert board.drawings(state) == ()
            state = rules.apply(state, rules.random_move(state, rng))
        colour = ((state.ply - 1) ^ state.swapped) & 1
        stones, edges = rules.stones(state)[colour], rules.net.edges[colour]
        chain = board.chain(state)
        assert edges[0] >> chain[-1] & 1
        assert edges[1] >> chain[0] & 1
        assert all(stones >> point & 1 for point in chain)
        assert all(rules.net.link[a] >> b & 1 for a, b in pairwise(chain))
        (drawing,) = board.drawings(state)
        spots = [board.geometry.by_id[rules.net.names[point]] for point in chain]
        assert drawing.css == "chain"
        assert drawing.d == "M" + "L".join(f"{spot.x:g} {spot.y:g}" for spot in spots)
        marks = board.marks(state)
        winning = {name for name, mark in marks.items() if mark.states == "win"}
        assert winning == {rules.net.names[point] for point in chain}
        joined = ("Black joins top and bottom.", "White joins left and right.")
        assert str(board.summary(state)) == joined[colour]


def test_the_thread_takes_the_shortest_way() -> None:
    rules = game("quabble", 5)
    # a straight column beside a detour
    state = lay(rules, "a1 a2 a3 a4 a5 b3 c1 c2 c3 c4 c5 b1 b5", "e1", colour=1)
    assert len(board_for(rules).chain(state)) == 5


def test_a_game_that_a_player_left_has_no_thread() -> None:
    rules = game("quabble", 5)
    state = rules.retire(rules.replay(["c3", "a1"]), 0)
    board = board_for(rules)
    assert board.drawings(state) == ()
    assert str(board.summary(state)) == "Stones on the board: Black 1, White 1."


def test_moves_in_words() -> None:
    quabble = game("quabble", 5)
    board = board_for(quabble)
    state = quabble.replay("b2 c1 d2 e5".split())
    assert said(board, state, "c3") == "Black on c3, and takes c2"
    assert said(board, state, "a1") == "Black on a1, and takes b1, a2"
    assert said(board, state, "a5") == "Black on a5"
    assert said(board, quabble.replay(["b2"]), "swap") == "White takes Black’s side"
    assert said(board, quabble.replay(["b2", "swap"]), "a1") == "White on a1"
    manual = game("quabble", 3, "manual")
    state = manual.replay("b2 a1 c3 a3 c1 a2 b1".split())
    assert said(board_for(manual), state, "pass") == "White passes"
    qualos = game("qualos", 5)
    state = qualos.replay("e1 b2 e5 a3 e2 e3 c1".split())
    assert said(board_for(qualos), state, "e2!") == "White takes e2 over"
    fast = game("fast-conquare", 2)
    state = lay(fast, "v1,1", "v0,0")
    assert said(board_for(fast), state, "v1,2") == "Black on b3+, and takes a2, b2"


def test_the_last_move_shows_what_came_with_it() -> None:
    rules = game("fast-quabble", 5)
    board, state = board_for(rules), lay(rules, "b2 d4", "e1 e5")
    touched = board.touched(state, rules.parse_move("c3"))
    assert touched[0] == "c3"
    assert sorted(touched) == ["b3", "c2", "c3", "c4", "d3"]
    assert board.touched(rules.replay(["c3"]), rules.parse_move("swap")) == ()


def test_hints() -> None:
    quabble = game("quabble", 3, "manual")
    board = board_for(quabble)
    assert str(board.hint(quabble.initial())) == "Place a stone."
    assert str(board.hint(quabble.replay(["b2"]))) == "Move, or take Black’s side."
    state = quabble.replay("b2 a1 c3 a3 c1 a2 b1".split())
    assert str(board.hint(state)) == "You have no move: pass."
    qualos = game("qualos", 5)
    board = board_for(qualos)
    assert str(board.hint(qualos.replay("e1 b2 e5 a3 e2 e3".split()))) == "Place a stone."
    state = qualos.replay("e1 b2 e5 a3 e2 e3 c1".split())
    assert str(board.hint(state)) == "Place a stone, or take an enemy stone over."


def test_a_click_on_an_enemy_stone_of_qualos_means_a_flip() -> None:
    rules = game("qualos", 5)
    board, state = board_for(rules), lay(rules, "e1 e2 d2", "a1", colour=1)
    cases = {"e2": "e2!", "d2": "d2", "e1": "e1", "a1": "a1", "c3": "c3", "b1": "b1"}
    assert mask(rules, "e2") & rules.net.dark
    assert not mask(rules, "d2") & rules.net.dark
    for place, text in cases.items():
        assert board.compose(state, (place,)) == text
    assert board.compose(state, ()) is None
    assert board.compose(state, ("tray-swap",)) == "swap"


def test_stones_differ_by_size_where_corners_and_squares_do() -> None:
    rules = game("conquare", 2)
    marks = board_for(rules).marks(lay(rules, "v1,1 a1", "v0,2"))
    assert marks["v1,1"].piece == "st-black-v"
    assert marks["a1"].piece == "st-black-m"
    assert marks["v0,2"].piece == "st-white-v"
    assert (marks["a1-v1,1"].colour, marks["a1-v1,1"].piece) == ("black", "")
    square = game("quabble", 3)
    assert board_for(square).marks(lay(square, "a1"))["a1"].piece == "st-black-l"


def test_the_board_as_json() -> None:
    rules = game("conquare", 3)
    board = board_for(rules)
    data = geometry_json(board, str)
    assert data["css"] == "net cq"
    vertex = next(shape for shape in data["shapes"] if shape[0] == "v1,0")
    assert vertex == ["v1,0", "vertex", 100, 300, 35, "", "corner b1+"]
    (first, *_) = legal_json(board, rules.initial(), str)
    assert first == {
        "t": "v0,0",
        "w": "Black on a1+",
        "p": (("v0,0",),),
        "d": {"v0,0": ["st-black-v", "black", "", "black", None]},
    }
