"""The board of Speckles: what is shown, how a move is clicked, and what is said."""

import json
from random import Random

import pytest

from games.boards.core import Drawing, changes
from games.boards.registry import board_of
from games.boards.speckles import SpecklesBoard, dead
from games.boards.wire import geometry_json, legal_json, marks_json, prompts_json
from games.rules.bits import names
from games.rules.catalog.speckles import Position, Speckles
from games.rules.core import OVER
from games.rules.registry import make


def board(seats: int = 2, colours: str | None = None) -> tuple[Speckles, SpecklesBoard]:
    game = make("speckles", seats, {"colours": colours} if colours else {})
    found = board_of(game)
    assert isinstance(game, Speckles)
    assert isinstance(found, SpecklesBoard)
    return game, found


def lay(game: Speckles, chips: str, to_move: int = 0) -> Position:
    """The position with these chips, whoever put them there."""
    state = game.initial()
    for text in chips.split():
        state = game.apply(state, game.parse_move(text))
        state = state._replace(to_move=0, winner=-1, lines=())
    return state._replace(to_move=to_move)


def some_states(seats: int, number: int) -> list[Position]:
    game, rng = make("speckles", seats), Random(number)
    states = []
    for _ in range(number):
        state = game.initial()
        while state.to_move != OVER:
            states.append(state)
            state = game.apply(state, game.random_move(state, rng))
        states.append(state)
    return states


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_legal_move_has_its_own_clicks_on_places_of_the_board(seats: int) -> None:
    game, shown = board(seats)
    for state in some_states(seats, 3):
        ways = [(move, way) for move in game.legal(state) for way in shown.places(state, move)]
        assert len({way for _, way in ways}) == len(ways)
        for move, way in ways:
            assert all(place in shown.geometry.by_id for place in way)
            assert shown.compose(state, way) == game.format_move(move)
            assert shown.compose(state, way[:1]) is None
            assert way[::-1] in shown.places(state, move)


@pytest.mark.parametrize("seats", [2, 4])
def test_a_draft_shows_what_the_next_position_shows(seats: int) -> None:
    game, shown = board(seats)
    for state in some_states(seats, 3):
        before = shown.marks(state)
        for move in game.legal(state):
            after = shown.marks(game.apply(state, move))
            # the line of the winner is only shown once the move is posted
            after = {
                key: mark._replace(states="") if mark.states == "win" else mark
                for key, mark in after.items()
            }
            assert shown.preview(state, move) == changes(before, after)


def test_marks_of_chips_trays_and_dead_squares() -> None:
    game, shown = board()
    marks = shown.marks(lay(game, "Rc3 Yd3 Ge3 Bc4"))
    assert marks["d3"][:3] == ("chip-yellow", "yellow", "")
    assert str(marks["d3"].label) == "yellow"
    assert "d4" not in marks
    assert (marks["tray-R"].piece, marks["tray-R"].count) == ("chip-red", 7)
    assert str(marks["tray-W"].label) == "8 left"

    dead = shown.marks(lay(game, "Rc3 Yd3 Ge3 Bc4 We4"))["d4"]
    assert (dead.piece, dead.states, str(dead.label)) == ("", "dead", "no chip can go here")
    assert [key for key, mark in shown.marks(lay(game, "Rc3")).items() if mark.states] == []


def test_a_square_is_dead_when_the_colours_it_could_take_are_used_up() -> None:
    game, shown = board()
    whites = "Wa1 Wc1 We1 Wg1 Wa3 Wg3 Wa7 Wc7"
    marks = shown.marks(lay(game, "Rc3 Yd3 Ge3 Bc4 " + whites))
    assert marks["d4"].states == "dead"
    assert (marks["tray-W"].count, str(marks["tray-W"].label)) == (0, "none left")


def test_dead_squares_are_those_that_never_become_possible() -> None:
    game, shown = board(3)
    for state in some_states(3, 8):
        crossed = {key for key, mark in shown.marks(state).items() if mark.states == "dead"}
        free = {key for key in shown.geometry.by_id if len(key) == 2} - set(
            game.view(state)["chips"]
        )
        hopeless = {
            square
            for square in free
            if all(
                (reason := game.refusal(state, game.parse_move(letter + square))) is not None
                and "must touch" not in reason.message
                for letter in "RYGBW"
            )
        }
        assert crossed == hopeless == set(names(dead(state)))


def test_the_winning_line_gets_a_capsule_under_the_pieces() -> None:
    game, shown = board()
    state = game.play(lay(game, "Ra1 Yb2 Gc3"), "Rd4")
    path = "M50 750L350 450"
    assert shown.drawings(state) == (Drawing("win0", path, True), Drawing("win1", path, True))
    marks = shown.marks(state)
    assert {key for key, mark in marks.items() if mark.states == "win"} == {"a1", "b2", "c3", "d4"}
    assert shown.drawings(game.initial()) == ()


def test_words_before_during_and_after_a_move() -> None:
    game, shown = board()
    state = lay(game, "Rd4")
    move = game.parse_move("Ye5")
    assert str(shown.hint(state)) == "Pick a chip, then a square."
    assert str(shown.prompt(state, ("tray-Y",))) == "Yellow: pick one of the marked squares."
    assert str(shown.prompt(state, ("e5",))) == "e5: pick one of the colours."
    assert shown.prompt(state, ("e5", "tray-Y")) is None
    assert str(shown.words(state, move)) == "Yellow on e5"
    assert shown.touched(state, move) == ("e5",)
    assert str(shown.summary(state)) == "Chips left: red 7, yellow 8, green 8, blue 8, white 8."
    assert str(shown.geometry.tray_hint) == "Chips left. A chip may not touch its own colour."


@pytest.mark.parametrize(
    ("picked", "words"),
    [
        (("tray-R", "e5"), "Red may not touch the red chip on d4."),
        (("e5", "tray-R"), "Red may not touch the red chip on d4."),
        (("tray-Y", "d4"), "The square is taken."),
        (("d4",), "The square is taken."),
        (("d5", "d4"), "The square is taken."),
        (("d5", "h8"), "A chip must touch a chip on the board."),
        (("tray-W", "d5", "h8"), "A chip must touch a chip on the board."),
        (("d5", "tray-W", "tray-R"), "Red may not touch the red chip on d4."),
        (("h8",), "A chip must touch a chip on the board."),
        (("tray-W", "h8"), "A chip must touch a chip on the board."),
    ],
)
def test_picks_that_make_no_move_are_told_why(picked: tuple[str, ...], words: str) -> None:
    game, shown = board()
    state = lay(game, "Rd4")
    text = shown.compose(state, picked)
    assert text is not None
    assert str(game.refusal(state, game.parse_move(text))) == words


def test_a_colour_that_cannot_be_put_is_told_why() -> None:
    game, shown = board()
    state = lay(game, "Ra1 Rc1 Re1 Rg1 Ra3 Rc3 Re3 Rg3")
    text = shown.compose(state, ("tray-R",))
    assert text is not None
    assert str(game.refusal(state, game.parse_move(text))) == "There is no red chip left."


@pytest.mark.parametrize("picked", [(), ("tray-R", "tray-Y"), ("d4", "d5"), ("tray-R", "x")])
def test_other_picks_make_no_move(picked: tuple[str, ...]) -> None:
    game, shown = board()
    assert shown.compose(lay(game, "Rd4"), picked) is None


def test_a_move_that_lets_another_win_is_warned_of() -> None:
    game, shown = board(2, "BR")
    state = lay(game, "Ra1 Yb1 Gc1")
    assert str(shown.warning(state, game.parse_move("Rd1"))) == "This completes the red line."
    assert shown.warning(state, game.parse_move("Bd1")) is None
    # the mover's own line, and two lines of two others, need no warning
    assert shown.warning(state._replace(to_move=1), game.parse_move("Rd1")) is None
    game, shown = board(3)
    state = lay(game, "Rb4 Bc4 Re4 Yd2 Wd3 Yd5", 2)
    assert shown.warning(state, game.parse_move("Gd4")) is None


def test_the_wire_carries_warnings_and_is_plain_json() -> None:
    game, shown = board(2, "BR")
    state = lay(game, "Ra1 Yb1 Gc1")
    moves = {entry["t"]: entry for entry in legal_json(shown, state, str)}
    assert set(moves) == {game.format_move(move) for move in game.legal(state)}
    assert moves["Rd1"]["x"] == "This completes the red line."
    assert moves["Rd1"]["f"] == 1  # red is the second seat's
    assert not {"x", "f"} & set(moves["Bd1"])
    prompts = prompts_json(shown, state, str)
    assert prompts["tray-B"] == "Blue: pick one of the marked squares."
    everything = [geometry_json(shown, str), marks_json(shown.marks(state), str), prompts]
    assert json.loads(json.dumps(everything)) is not None


def test_geometry() -> None:
    _, shown = board()
    geometry = shown.geometry
    kinds = [shape.kind for shape in geometry.shapes]
    assert (kinds.count("cell"), kinds.count("tray")) == (64, 5)
    assert (geometry.box, geometry.mini) == ((-30, -30, 860, 860), (0, 0, 800, 800))
    assert (geometry.by_id["a1"].x, geometry.by_id["a1"].y) == (50, 750)
    assert [str(shape.label) for shape in geometry.shapes if shape.kind == "tray"] == [
        "red",
        "yellow",
        "green",
        "blue",
        "white",
    ]
