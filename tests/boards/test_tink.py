"""The board of Tink: what is shown, how a move is clicked, and what is said."""

import json
import re
from random import Random

import pytest

from games.boards.core import EMPTY, Drawing, changes
from games.boards.registry import board_of
from games.boards.svg import tray
from games.boards.tink import TinkBoard
from games.boards.wire import geometry_json, legal_json, marks_json, prompts_json
from games.rules.bits import SQUARES
from games.rules.catalog.tink import SIZES, Position, Tink
from games.rules.core import OVER
from games.rules.registry import make

STUCK = "Sa1 Sd1 Sg1 Sa4 Sd4"


def board(seats: int = 2) -> tuple[Tink, TinkBoard]:
    game = make("tink", seats)
    found = board_of(game)
    assert isinstance(game, Tink)
    assert isinstance(found, TinkBoard)
    return game, found


def lay(*pieces: str, to_move: int = 0) -> Position:
    """The position with these pyramids (`Sd4 Mf4`) of seat 0, seat 1, …"""
    filled = taken = 0
    for seat, texts in enumerate(pieces):
        for text in texts.split():
            filled |= 1 << 192 * seat + 64 * SIZES.index(text[0]) + SQUARES[text[1:]]
            taken |= 1 << SQUARES[text[1:]]
    return Position(to_move, filled, taken, 20, (filled << 2 | to_move,))


def some_states(seats: int, number: int) -> list[Position]:
    game, rng = make("tink", seats), Random(number)
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
        marks = shown.marks(state)
        ways = [(move, way) for move in game.legal(state) for way in shown.places(state, move)]
        assert len({way for _, way in ways}) == len(ways)
        whole = {way for _, way in ways}
        for move, way in ways:
            assert all(place in shown.geometry.by_id for place in way)
            assert shown.compose(state, way) == game.format_move(move)
            for length in range(1, len(way)):
                assert way[:length] not in whole
                assert shown.compose(state, way[:length]) is None
            # what is asked beside the board is there
            assert all(place in marks for place in way if place.startswith("tray"))


@pytest.mark.parametrize("seats", [2, 4])
def test_a_draft_shows_what_the_next_position_shows(seats: int) -> None:
    game, shown = board(seats)
    for state in some_states(seats, 2):
        before = {k: v for k, v in shown.marks(state).items() if not k.startswith("tray")}
        for move in game.legal(state):
            next_state = game.apply(state, move)
            after = {
                key: mark._replace(states="")
                for key, mark in shown.marks(next_state).items()
                if not key.startswith("tray")
            }
            preview = shown.preview(state, move)
            squares = {k: v for k, v in preview.items() if not k.startswith("tray")}
            assert squares == changes(before, after)
            # beside the board: the stash of the mover, one for each size that changed
            stash = game.stash(next_state.board, state.to_move)
            was = game.stash(state.board, state.to_move)
            assert {k: v.count for k, v in preview.items() if k.startswith("tray")} == {
                f"tray-{size}": stash[number]
                for number, size in enumerate(SIZES)
                if stash[number] != was[number]
            }


def test_clicks_of_a_placed_small_and_of_swaps() -> None:
    game, shown = board()
    state = lay("Sd4 Sf4 Mc6 Me6", "Sh8")

    def ways(text: str) -> set[str]:
        return {"|".join(way) for way in shown.places(state, game.parse_move(text))}

    assert ways("a1") == {"a1"}
    assert ways("d4+f4>Me5") == {"d4|f4|e5", "f4|d4|e5"}
    assert ways("c6+e6>Ld7") == {"c6|e6|tray-large|d7", "e6|c6|tray-large|d7"}
    assert ways("c6+e6>Sd7") == {"c6|e6|tray-small|d7", "e6|c6|tray-small|d7"}


def test_nothing_is_asked_where_only_one_size_is_possible() -> None:
    game, shown = board()
    no_large = lay("Md4 Mf4 La8", "Sh8")
    move = game.parse_move("d4+f4>Se4")
    assert shown.places(no_large, move) == (("d4", "f4", "e4"), ("f4", "d4", "e4"))
    assert "tray-large" not in shown.marks(no_large)
    no_small = lay(STUCK + " Md7 Lf7", "Sh8")
    move = game.parse_move("d7+f7>Le7")
    assert shown.places(no_small, move) == (("d7", "f7", "e7"), ("f7", "d7", "e7"))


def test_a_swap_lifts_two_pyramids() -> None:
    game, shown = board()
    preview = shown.preview(lay("Sd4 Sf4", "Sh8"), game.parse_move("d4+f4>Me5"))
    assert preview["d4"] == preview["f4"] == EMPTY
    assert preview["e5"][:3] == ("pyr-red-m", "red", "")
    assert (preview["tray-S"].count, preview["tray-M"].count) == (5, 3)


def test_marks_of_pyramids_and_of_the_stash_of_the_seat_to_move() -> None:
    _, shown = board(4)
    state = lay("Sd4", "Mf4", "Lb2", "Sh8", to_move=1)
    marks = shown.marks(state)
    assert {key: mark.piece for key, mark in marks.items()} == {
        "d4": "pyr-red-s",
        "f4": "pyr-yellow-m",
        "b2": "pyr-green-l",
        "h8": "pyr-blue-s",
        "tray-S": "pyr-yellow-s",
        "tray-M": "pyr-yellow-m",
        "tray-L": "pyr-yellow-l",
    }
    assert [marks[tray].count for tray in ("tray-S", "tray-M", "tray-L")] == [5, 3, 1]
    assert str(marks["b2"].label) == "green large"
    assert str(marks["tray-M"].label) == "3 left"
    assert str(shown.marks(lay(STUCK, "Sh8"))["tray-S"].label) == "none left"


def test_large_or_small_is_asked_only_when_there_is_such_a_swap() -> None:
    _, shown = board()
    assert {"tray-large", "tray-small"} <= set(shown.marks(lay("Md4 Mf4", "Sh8")))
    assert {"tray-large", "tray-small"} & set(shown.marks(lay("Sd4 Sf4", "Sh8"))) == set()


def test_the_winning_line_gets_a_thread() -> None:
    game, shown = board()
    state = game.play(lay("Sa1 Sb2 Sc3", "Sh8"), "d4")
    assert shown.drawings(state) == (Drawing("chain", "M50 750L350 450"),)
    marks = shown.marks(state)
    assert {key for key, mark in marks.items() if mark.states == "win"} == {"a1", "b2", "c3", "d4"}
    assert not any(key.startswith("tray") for key in marks)
    assert shown.drawings(game.initial()) == ()
    assert shown.summary(state) is None
    five = game.play(lay("Sa1 Sb2 Sd4 Le5", "Sh8"), "c3")
    assert shown.drawings(five) == (Drawing("chain", "M50 750L350 450M150 650L450 350"),)


@pytest.mark.parametrize(
    ("state", "words"),
    [
        (lay(), "Place a small on one of the 16 middle squares."),
        (lay("Sd4", "Sh8"), "Place a small on an empty square."),
        (lay("Sd4 Se4", "Sh8"), "Place a small on an empty square, or pick two of your pyramids."),
        (lay("Sa1 Sb1 Sg1 Sa4 Sd4", "Sh8"), "No smalls left: swap two pyramids."),
    ],
)
def test_hints(state: Position, words: str) -> None:
    _, shown = board()
    assert str(shown.hint(state)) == words


@pytest.mark.parametrize(
    ("own", "picked", "words"),
    [
        ("Sd4 Sf4", "d4", "d4: pick the second pyramid."),
        ("Sd4 Sf4", "d4 f4", "Two smalls picked: choose where the medium goes."),
        ("Ld4 Sf4", "f4 d4", "Choose where the medium goes."),
        ("Md4 Mf4", "d4 f4", "Should these two become a large or a small?"),
        ("Md4 Mf4", "d4 f4 tray-large", "Choose where the large goes."),
        ("Md4 Lf4", "d4 f4 tray-small", "Choose where the small goes."),
        ("Md4 Mf4 La8", "d4 f4", "Choose where the small goes."),
    ],
)
def test_prompts(own: str, picked: str, words: str) -> None:
    _, shown = board()
    state = lay(own, "Sh8")
    assert str(shown.prompt(state, tuple(picked.split()))) == words
    assert prompts_json(shown, state, str)["|".join(picked.split())] == words


@pytest.mark.parametrize(
    ("text", "words", "touched"),
    [
        ("e5", "Small on e5", ("e5",)),
        ("d4+f4>Me3", "d4 and f4 become a medium on e3", ("d4", "f4", "e3")),
        ("c6+e6>Ld7", "c6 and e6 become a large on d7", ("c6", "e6", "d7")),
        ("c6+e6>Sd7", "c6 and e6 become a small on d7", ("c6", "e6", "d7")),
    ],
)
def test_words_of_a_move(text: str, words: str, touched: tuple[str, ...]) -> None:
    game, shown = board()
    state = lay("Sd4 Sf4 Mc6 Me6", "Sh8")
    move = game.parse_move(text)
    assert str(shown.words(state, move)) == words
    assert shown.touched(state, move) == touched
    assert str(shown.summary(state)) == "In the stash: 3 small, 2 medium, 1 large."


@pytest.mark.parametrize(
    ("own", "picked", "words"),
    [
        ("Sd4 Sf4", "h8", "The square is taken."),
        ("Sd4", "d4", "The square is taken."),
        ("Sd4 Sh1", "d4", "The square is taken."),
        ("Sd4 Mf4", "d4", "A small and a medium cannot be swapped."),
        ("Sd4 Mf4", "d4 f4", "A small and a medium cannot be swapped."),
        ("Sd4 Sf4", "d4 h8", "You have no pyramid on h8."),
        ("Sd4 Sf4", "d4 e7", "You have no pyramid on e7."),
        ("Sd4 Sf4", "d4 f4 d5", "These two do not share d5."),
        ("Sd4 Sf4", "f4 d4 h8", "The square is taken."),
        ("Sd4 Sf4 Sa1", "d4 a1", "These two share no empty square."),
        ("Md4 Mf4", "d4 f4 tray-large c5", "These two do not share c5."),
        (STUCK, "h7", "You have no small pyramid left."),
    ],
)
def test_picks_that_make_no_move_are_told_why(own: str, picked: str, words: str) -> None:
    game, shown = board()
    state = lay(own, "Sh8")
    text = shown.compose(state, tuple(picked.split()))
    assert text is not None
    assert str(game.refusal(state, game.parse_move(text))) == words


@pytest.mark.parametrize("picked", ["", "tray-large", "d4 tray-S", "d4 d4", "a1 a2 a3 a4"])
def test_other_picks_make_no_move(picked: str) -> None:
    _, shown = board()
    assert shown.compose(lay("Sd4 Sf4", "Sh8"), tuple(picked.split())) is None


def test_a_small_outside_the_middle_is_told_why() -> None:
    game, shown = board()
    text = shown.compose(game.initial(), ("a1",))
    assert text == "a1"
    words = "The first small goes on one of the 16 middle squares."
    assert str(game.refusal(game.initial(), game.parse_move(text))) == words


def test_a_third_occurrence_is_warned_of() -> None:
    game, shown = board()
    state = lay("Sd4", "Sh8")
    move = game.parse_move("f6")
    after = game.apply(state, move)
    key = after.board << 2 | after.to_move
    assert shown.warning(state._replace(history=(key,)), move) is None
    words = "The same position comes for the third time: a draw."
    assert str(shown.warning(state._replace(history=(key, key)), move)) == words


def test_the_wire_is_plain_json() -> None:
    game, shown = board()
    state = lay("Md4 Mf4", "Sh8")
    moves = {entry["t"]: entry for entry in legal_json(shown, state, str)}
    assert set(moves) == {game.format_move(move) for move in game.legal(state)}
    assert moves["d4+f4>Le4"]["d"]["d4"] is None
    everything = [geometry_json(shown, str), marks_json(shown.marks(state), str), list(moves)]
    assert json.loads(json.dumps(everything)) is not None


def test_geometry() -> None:
    _, shown = board()
    kinds = [shape.kind for shape in shown.geometry.shapes]
    assert (kinds.count("cell"), kinds.count("tray")) == (64, 5)
    assert 'class="inner" d="M200 200H600V600H200Z"' in shown.geometry.ground
    assert 'class="inner"' in shown.geometry.mini_ground
    corner, other = shown.geometry.by_id["c6"], shown.geometry.by_id["f3"]
    assert (corner.x - 50, corner.y - 50, other.x + 50, other.y + 50) == (200, 200, 600, 600)


def test_the_stash_is_counted_in_words() -> None:
    game, shown = board()
    html = tray(shown, shown.marks(game.initial()))
    assert re.findall(r'class="num">([^<]*)<', html) == ["5 small", "4 medium", "1 large"]
    wired = marks_json(shown.marks(game.initial()), str)["tray-M"]
    assert wired[4:] == [4, "4 medium"]
