"""The boards of Dots and Boxes and Dots and Hexagons."""

from math import dist, isclose
from typing import Any

import pytest

from games.boards.core import EMPTY, Board, Mark
from games.boards.registry import board_of
from games.rules.registry import make
from games.rules.text import Text

BOXES, HEXAGONS = "dots-and-boxes", "dots-and-hexagons"


def board(key: str, seats: int = 2, **options: object) -> Board[Any, Any]:
    return board_of(make(key, seats, options))


def points(d: str) -> list[tuple[float, float]]:
    """The corners of a path made of M, L and Z."""
    pairs = d.strip("MZ").split("L")
    return [(float(x), float(y)) for x, y in (pair.split() for pair in pairs)]


@pytest.mark.parametrize("key", [BOXES, HEXAGONS])
def test_every_line_is_a_shape_named_by_its_move(key: str) -> None:
    shown = board(key, rows=3, columns=4)
    kinds = [shape.kind for shape in shown.geometry.shapes]
    assert kinds == ["face"] * 12 + ["line"] * len(shown.game.lines)
    assert [shape.id for shape in shown.geometry.shapes[12:]] == shown.game.lines
    assert str(shown.geometry.by_id["h2,1"].label) == "line h2,1"
    assert str(shown.geometry.by_id["f1,3"].label) == "row 2, column 4"


@pytest.mark.parametrize("key", [BOXES, HEXAGONS])
@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (2, 3), (5, 4)])
def test_lines_are_a_hundred_units_long_and_lie_round_their_fields(
    key: str, rows: int, columns: int
) -> None:
    shown = board(key, rows=rows, columns=columns)
    geometry, game = shown.geometry, shown.game
    for name in game.lines:
        shape = geometry.by_id[name]
        start, end = points(shape.d)
        assert isclose(dist(start, end), 100, abs_tol=0.1)
        middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
        assert dist(middle, (shape.x, shape.y)) < 0.1
    from_centre = 50 if key == BOXES else 86.6
    for field, sides in zip(game.fields, game.field_sides, strict=True):
        face = geometry.by_id[f"f{field[0]},{field[1]}"]
        for side in sides:
            line = geometry.by_id[game.lines[side]]
            assert isclose(dist((line.x, line.y), (face.x, face.y)), from_centre, abs_tol=0.1)
        corners = {
            (round(x), round(y))
            for side in sides
            for x, y in points(geometry.by_id[game.lines[side]].d)
        }
        assert len(corners) == len(sides) == len(points(face.d))


@pytest.mark.parametrize(("key", "inset"), [(BOXES, 0.91), (HEXAGONS, 0.93)])
def test_faces_are_their_fields_a_little_smaller(key: str, inset: float) -> None:
    shown = board(key)
    face = shown.geometry.by_id["f2,1"]
    full = 50 * 2**0.5 if key == BOXES else 100
    for corner in points(face.d):
        assert isclose(dist(corner, (face.x, face.y)), full * inset, abs_tol=0.15)


@pytest.mark.parametrize(
    ("key", "options", "dots", "box", "mini"),
    [
        (BOXES, {}, 25, (-62, -62, 524, 524), (-34, -34, 468, 468)),
        (HEXAGONS, {}, 48, (-62, -62, 903.4, 774), (-34, -98.7, 847.4, 847.4)),
        (BOXES, {"rows": 2, "columns": 6}, 21, (-62, -62, 724, 324), (-34, -234, 668, 668)),
    ],
)
def test_pictures_hold_all_dots(
    key: str,
    options: dict[str, object],
    dots: int,
    box: tuple[float, ...],
    mini: tuple[float, ...],
) -> None:
    geometry = board(key, **options).geometry
    assert geometry.cover.count("<circle") == dots
    assert [round(value, 1) for value in geometry.box] == list(box)
    assert [round(value, 1) for value in geometry.mini] == list(mini)


def test_nothing_is_marked_at_the_start() -> None:
    shown = board(HEXAGONS)
    assert shown.marks(shown.game.initial()) == {}


@pytest.mark.parametrize("key", [BOXES, HEXAGONS])
def test_a_border_drawn_from_the_start_is_marked(key: str) -> None:
    shown = board(key, rows=2, columns=2, border=True)
    marks = shown.marks(shown.game.initial())
    assert len(marks) == (8 if key == BOXES else 14)
    assert all(mark == Mark(label=Text("drawn")) != EMPTY for mark in marks.values())


def test_a_closed_field_has_the_colour_and_glyph_of_its_owner() -> None:
    shown = board(BOXES, 4, rows=1, columns=2)
    game = shown.game
    state = game.replay(["h0,0", "h0,1", "v0,0", "v1,0"])
    marks = shown.marks(state)
    assert marks["f0,0"] == Mark("gl-blue", "blue", "", Text("blue"))
    assert set(marks) == {"h0,0", "h0,1", "v0,0", "v1,0", "f0,0"}


@pytest.mark.parametrize(
    ("moves", "move", "words", "touched"),
    [
        ([], "h1,0", "Line h1,0", ["h1,0"]),
        (["h0,0", "h0,1", "v0,0"], "v1,0", "Line v1,0, closes a box", ["v1,0", "f0,0"]),
        (
            ["h0,0", "h0,1", "v0,0", "h1,0", "h1,1", "v2,0"],
            "v1,0",
            "Line v1,0, closes two boxes",
            ["v1,0", "f0,0", "f0,1"],
        ),
    ],
)
def test_a_move_says_and_shows_what_it_closes(
    moves: list[str], move: str, words: str, touched: list[str]
) -> None:
    shown = board(BOXES, rows=1, columns=2)
    state = shown.game.replay(moves)
    number = shown.game.parse_move(move)
    assert str(shown.words(state, number)) == words
    assert list(shown.touched(state, number)) == touched
    assert list(shown.preview(state, number)) == touched


def test_a_hexagon_is_called_a_hexagon() -> None:
    shown = board(HEXAGONS, rows=1, columns=1)
    state = shown.game.replay(["h0,0", "h1,0", "h0,1", "h1,1", "v0,0"])
    assert str(shown.words(state, shown.game.parse_move("v2,0"))) == "Line v2,0, closes a hexagon"


def test_a_turn_goes_on_after_closing_unless_all_is_drawn() -> None:
    shown = board(BOXES, rows=1, columns=2)
    game = shown.game
    state = game.replay(["h0,0", "h0,1", "v0,0"])
    assert shown.goes_on(state, game.parse_move("v1,0"))
    assert not shown.goes_on(state, game.parse_move("v2,0"))
    state = game.replay(["h0,0", "h0,1", "v0,0", "h1,0", "h1,1", "v2,0"])
    assert not shown.goes_on(state, game.parse_move("v1,0"))


def test_only_a_line_alone_makes_a_move() -> None:
    shown = board(BOXES)
    state = shown.game.initial()
    assert shown.compose(state, ("h0,0",)) == "h0,0"
    assert shown.compose(state, ("f0,0",)) is None
    assert shown.compose(state, ("h0,0", "h1,0")) is None
    assert shown.compose(state, ()) is None


def test_summary_counts_free_lines_and_boxes_to_take() -> None:
    shown = board(BOXES, rows=1, columns=2)
    state = shown.game.replay(["h0,0", "h0,1", "v0,0"])
    assert str(shown.summary(state)) == "Free lines: 4. Boxes that lack one line: 1."


@pytest.mark.parametrize(("game", "seats"), [(BOXES, 2), (BOXES, 3), (HEXAGONS, 2)])
def test_summary_of_a_finished_game_says_the_score(game: str, seats: int) -> None:
    shown = board(game, rows=1, columns=1, seats=seats)
    state = shown.game.initial()
    while state.to_move >= 0:
        state = shown.game.apply(state, next(iter(shown.game.legal(state))))
    owner = next(seat for seat, n in enumerate(shown.game.scores(state)) if n)
    said = [f"{shown.game.colours(state)[seat][0]} {int(seat == owner)}" for seat in range(seats)]
    assert str(shown.summary(state)) == f"Score: {', '.join(said)}."
