"""How Blokus is shown and clicked."""

from random import Random

import pytest

from games.boards.blokus import BlokusBoard, from_held, held
from games.boards.core import Mark, Places, changes
from games.boards.registry import board_of
from games.boards.svg import draw
from games.boards.wire import geometry_json, legal_json
from games.rules.catalog.blokus import COLOURS, Blokus, Position
from games.rules.core import OVER, Move
from games.rules.polyominoes import BY_NAME, DRAWINGS, PIECES
from games.rules.registry import make
from tests.rules.kit import random_game


def board_for(seats: int = 4, corners: str = "fixed") -> BlokusBoard:
    board = board_of(make("blokus", seats, {"corners": corners}))
    assert isinstance(board, BlokusBoard)
    return board


def played(game: Blokus, texts: str) -> Position:
    return game.replay(texts.split())


def cells_of(marks: dict[str, Mark]) -> dict[str, Mark]:
    return {key: mark for key, mark in marks.items() if not key.startswith("piece-")}


def picked_cells(board: BlokusBoard, tray: str, turn: str, cell: str) -> list[str]:
    """The cells a page finds for these picks by the geometry alone, sorted as moves are."""
    hand, at = board.geometry.hand, board.geometry.by_id[cell]
    assert hand is not None
    by_centre = {(s.x, s.y): s.id for s in board.geometry.shapes if s.kind == "cell"}
    found = [
        by_centre[at.x + 100 * dx, at.y + 100 * dy] for dx, dy in hand.turns[tray][int(turn[5:])]
    ]
    return sorted(found, key=lambda name: (name[0], int(name[1:])))


def test_the_geometry_has_400_cells_and_21_pieces() -> None:
    board = board_for()
    kinds = [shape.kind for shape in board.geometry.shapes]
    assert (kinds.count("cell"), kinds.count("tray")) == (400, 21)
    labels = {str(shape.label) for shape in board.geometry.shapes}
    assert len(labels) == 421
    corner = board.geometry.by_id["t20"]
    assert (corner.x, corner.y) == (1950, 50)
    hand = geometry_json(board, str)["hand"]
    assert sum(len(turns) for turns in hand["turns"].values()) == 91


def test_corners_have_their_colour_only_where_they_belong_to_one() -> None:
    fixed, free = board_for(4, "fixed").geometry.ground, board_for(4, "free").geometry.ground
    assert fixed.count('class="corner ') == 4
    assert '<path class="corner blue" d="M50 50m' in fixed
    assert '<path class="corner green" d="M50 1950m' in fixed
    assert "corner" not in free
    assert free.count('class="vx"') == 4


def test_cells_say_where_their_piece_goes_on() -> None:
    board = board_for()
    state = played(board.game, "a20,b18,b19,b20 t20 t1 a1")
    marks = cells_of(board.marks(state))
    pieces = {cell: (mark.piece, mark.colour) for cell, mark in marks.items()}
    assert pieces == {
        "a20": ("tile-2", "blue"),
        "b20": ("tile-12", "blue"),
        "b19": ("tile-5", "blue"),
        "b18": ("tile-1", "blue"),
        "t20": ("tile-0", "yellow"),
        "t1": ("tile-0", "red"),
        "a1": ("tile-0", "green"),
    }
    assert str(marks["a20"].label) == "blue"


def test_cells_of_other_colours_never_join() -> None:
    board = board_for(4, "free")
    for state, move in random_game(board.game, Random(2)):
        marks = cells_of(board.marks(state))
        if move is not None:
            drawn = board.preview(state, move)
            after = cells_of(board.marks(board.game.apply(state, move)))
            assert drawn == changes(marks, after)
    colours = [mark.colour for mark in marks.values()]
    assert {colour: colours.count(colour) for colour in COLOURS} == {
        colour: 89 - sum(len(BY_NAME[name].cells) for name in names)
        for colour, names in board.game.view(state)["hands"].items()
    }


def test_the_tray_holds_the_hand_of_the_colour_to_move() -> None:
    board = board_for(4, "free")
    dead = 0
    for state, move in random_game(board.game, Random(5)):
        tray = {k: m for k, m in board.marks(state).items() if k.startswith("piece-")}
        if move is None:
            assert tray == {}
            continue
        colour = COLOURS[state.colour]
        names = board.game.view(state)["hands"][colour]
        assert set(tray) == {f"piece-{name}" for name in names}
        assert {mark.colour for mark in tray.values()} == {colour}
        usable = {board.places(state, one)[0][0] for one in board.game.legal(state)}
        assert {key for key, mark in tray.items() if mark.states != "dead"} == usable
        dead += len(tray) - len(usable)
    assert dead > 0


def test_picks_lead_to_their_move_and_no_other() -> None:
    board = board_for(4, "free")
    for state, move in random_game(board.game, Random(7)):
        if move is None:
            continue
        ways: dict[Places, Move] = {}
        for one in board.game.legal(state):
            (way,) = board.places(state, one)
            text = board.game.format_move(one)
            assert ",".join(picked_cells(board, *way)) == text
            assert board.compose(state, way) == text
            assert way[2] in board.touched(state, one)
            assert ways.setdefault(way, one) == one
        assert set(board.preview(state, move)) == set(board.touched(state, move))


def test_picks_that_make_no_move() -> None:
    board = board_for()
    state = board.game.initial()
    assert board.compose(state, ("piece-I2", "turn-0", "t20")) is None  # outside the board
    assert board.compose(state, ("piece-I2", "turn-0")) is None
    assert board.compose(state, ("piece-I2", "turn-7", "c3")) is None
    assert board.compose(state, ("piece-I9", "turn-0", "c3")) is None
    assert board.compose(state, ("piece-I2", "turn-0", "z3")) is None
    assert board.compose(state, ("piece-X5", "turn-0", "c3")) == "b3,c2,c3,c4,d3"


@pytest.mark.parametrize("name", DRAWINGS)
def test_turning_goes_round_and_comes_back(name: str) -> None:
    hand = board_for().geometry.hand
    assert hand is not None
    moves, turns = hand.moves[f"piece-{name}"], hand.turns[f"piece-{name}"]
    assert len(moves) == len(turns)

    def shape(k: int, turn: str = "") -> set[tuple[int, int]]:
        change = {"left": lambda x, y: (y, -x), "right": lambda x, y: (-y, x)}
        change["flip"] = lambda x, y: (-x, y)
        cells = [change[turn](x, y) if turn else (x, y) for x, y in turns[k]]
        least = min(x for x, _ in cells), min(y for _, y in cells)
        return {(x - least[0], y - least[1]) for x, y in cells}

    for k, (left, right, flip) in enumerate(moves):
        assert (moves[left][1], moves[right][0], moves[flip][2]) == (k, k, k)
        assert shape(left) == shape(k, "left")  # seen on the screen, where y grows downwards
        assert shape(right) == shape(k, "right")
        assert shape(flip) == shape(k, "flip")


def test_a_piece_is_held_by_the_square_nearest_its_centre() -> None:
    for piece in PIECES:
        cells = piece.cells
        middle = [sum(cell[axis] for cell in cells) / len(cells) for axis in (0, 1)]
        far = [(c - middle[0]) ** 2 + (r - middle[1]) ** 2 for c, r in cells]
        assert far[held(piece)] == min(far)
        for turn in piece.turns:
            assert (0, 0) in from_held(piece, turn)
    assert BY_NAME["I5"].cells[held(BY_NAME["I5"])] == (1, 0)  # from -1 to 3


def test_joining_squares_are_dots() -> None:
    board = board_for()
    assert board.anchors(board.game.initial()) == ("a20",)
    assert set(board_for(4, "free").anchors(board_for(4, "free").game.initial())) == {
        "a1",
        "a20",
        "t1",
        "t20",
    }
    state = played(board.game, "a20 t20 t1 a1")
    assert board.anchors(state) == ("b19",)


def test_blocked_squares_say_why() -> None:
    board = board_for()
    state = played(board.game, "a20 t20 t1 a1")
    assert {key: str(why) for key, why in board.blocked(state).items()} == {
        "a1": "a1 is taken.",
        "a19": "This touches your own side at a19.",
        "a20": "a20 is taken.",
        "b20": "This touches your own side at b20.",
        "t1": "t1 is taken.",
        "t20": "t20 is taken.",
    }
    for other, move in random_game(board.game, Random(4)):
        if move is None:
            assert board.blocked(other) == {}
        else:
            assert not set(board.blocked(other)) & set(board.touched(other, move))


def test_words() -> None:
    board = board_for()
    state = board.game.initial()
    move = board.game.parse_move("a16,a17,a18,a19,a20")
    assert str(board.words(state, move)) == "Blue: five in a row on a18"
    assert str(board.hint(state)) == "Pick a piece, then a square."
    summary = "Squares left: blue 84, yellow 89, red 89, green 89."
    after = board.game.apply(state, move)
    assert str(board.summary(after)) == summary
    assert str(board.summary(board.game.retire(after, 2))) == f"{summary} Red is out."


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_position_can_be_sent_and_drawn(seats: int) -> None:
    board = board_for(seats, "free")
    for ply, (state, _) in enumerate(random_game(board.game, Random(seats))):
        if ply % 9 and state.to_move != OVER:
            continue
        sent = legal_json(board, state, str)
        assert len(sent) == (board.game.count_legal(state) if state.to_move != OVER else 0)
        marks = board.marks(state)
        assert draw(board, marks, label="Blokus").count('class="hit"') == 400
        mini = draw(board, marks, label="Blokus", mini=True)
        pieces = sum(21 - hand.bit_count() for hand in state.hands)
        assert mini.count('<path class="pc ') == pieces
