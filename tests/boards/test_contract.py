"""Every board keeps what `games.boards.core.Board` promises, along random games of every game."""

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from games.boards import wire
from games.boards.core import EMPTY, KINDS, Board, Mark, changes
from games.boards.registry import board_of
from games.boards.sprite import symbol, symbols
from games.rules.core import OVER
from games.rules.text import Text
from tests.rules.kit import CASE_IDS, CASES, random_game, sample, variants

every_case = pytest.mark.parametrize(("key", "seats"), CASES, ids=CASE_IDS)

COLOURS = {"", "red", "yellow", "green", "blue", "white", "black"}
STATES = {"last", "legal", "sel", "cur", "draft", "ghost", "lift", "dead", "win"}
CLICKABLE = {"line", "cell", "vertex", "tray"}


def boards(key: str, seats: int, limit: int) -> list[Board[Any, Any]]:
    return [board_of(game) for game in variants(key, seats, limit)]


def positions(board: Board[Any, Any], seed: int, size: int) -> Iterator[tuple[Any, list[int]]]:
    """About `size` positions of a random game, the last one too, with some of the legal moves."""
    rng = Random(seed)
    states = [state for state, _ in random_game(board.game, rng)]
    for state in [*states[:: -(-len(states) // size)], states[-1]]:
        yield state, sample(rng, list(board.game.legal(state)), 40)


@every_case
def test_geometry_is_sound(key: str, seats: int) -> None:
    for board in boards(key, seats, 8):
        geometry = board.geometry
        assert len({shape.id for shape in geometry.shapes}) == len(geometry.shapes)
        assert not any(set(shape.id) & set(" |\"<>&'") for shape in geometry.shapes)
        for box in (geometry.box, geometry.mini):
            x, y, width, height = box
            for shape in geometry.shapes:
                if shape.kind != "tray":
                    assert x <= shape.x <= x + width, shape
                    assert y <= shape.y <= y + height, shape
        for shape in geometry.shapes:
            assert shape.kind in KINDS
            assert bool(shape.d) == (shape.kind in ("line", "face", "link"))
            assert shape.r > 0
            if shape.kind in CLICKABLE:
                assert str(shape.label)
        assert geometry.css
        names = [str(shape.label) for shape in geometry.shapes if shape.kind in CLICKABLE]
        assert len(set(names)) == len(names), "two places have the same name"


@every_case
def test_marks_lie_on_known_shapes_and_name_known_pieces(key: str, seats: int) -> None:
    for board in boards(key, seats, 4):
        known = symbols(board)
        for state, moves in positions(board, 1, 12):
            marks = board.marks(state)
            for move in moves[:5]:
                assert_marks_are_known(board, known, board.preview(state, move))
            assert_marks_are_known(board, known, marks)
            assert EMPTY not in marks.values()


def assert_marks_are_known(
    board: Board[Any, Any], known: frozenset[str], marks: dict[str, Mark]
) -> None:
    for key, mark in marks.items():
        shape = board.geometry.by_id[key]
        assert mark.colour in COLOURS
        assert set(mark.states.split()) <= STATES
        assert mark.count is None or (shape.kind == "tray" and mark.count >= 0)
        assert str(mark.label)
        if mark.piece:
            assert shape.kind in ("face", "cell", "vertex", "tray")
            assert symbol(mark.piece)
            assert mark.piece in known, "the page would not hold this symbol"


@every_case
def test_every_legal_move_can_be_clicked_and_no_two_by_the_same_picks(key: str, seats: int) -> None:
    for board in boards(key, seats, 4):
        for state, _ in positions(board, 2, 8):
            legal = board.game.legal(state)
            ways = [way for move in legal for way in board.places(state, move)]
            assert len(set(ways)) == len(ways)
            for move in legal:
                own = board.places(state, move)
                assert own
                assert all(isinstance(way, tuple) and way for way in own)
            for way in ways:
                assert_picks_exist(board, way)


def assert_picks_exist(board: Board[Any, Any], way: tuple[str, ...]) -> None:
    """All picks are shapes that can be clicked; with a hand: piece, orientation, cell."""
    by_id, hand = board.geometry.by_id, board.geometry.hand
    if hand:
        piece, turn, cell = way
        assert by_id[piece].kind == "tray"
        assert by_id[cell].kind == "cell"
        word, _, number = turn.partition("-")
        assert word == "turn"
        assert int(number) in range(len(hand.turns[piece]))
    else:
        assert all(by_id[pick].kind in CLICKABLE for pick in way)


@every_case
def test_the_picks_of_a_legal_move_compose_its_text(key: str, seats: int) -> None:
    for board in boards(key, seats, 3):
        for state, moves in positions(board, 3, 6):
            for move in moves:
                for way in board.places(state, move):
                    assert board.compose(state, way) == board.game.format_move(move)


@every_case
def test_senseless_picks_compose_something_or_nothing(key: str, seats: int) -> None:
    """They may make no sense, but never an error other than those of the rules."""
    for board in boards(key, seats, 2):
        rng = Random(4)
        ids = [shape.id for shape in board.geometry.shapes]
        for state, _ in positions(board, 4, 4):
            if state.to_move == OVER:
                continue
            for length in (0, 1, 2, 3, 4):
                for _ in range(10):
                    picked = tuple(rng.choices(ids, k=length))
                    text = board.compose(state, picked)
                    assert text is None or isinstance(text, str)


def without_states(marks: dict[str, Mark]) -> dict[str, Mark]:
    return {key: mark._replace(states="") for key, mark in marks.items()}


@every_case
def test_previews_are_what_the_move_changes_on_the_board(key: str, seats: int) -> None:
    """The difference to the next position, but for states (`win`, `lift`) and the tray.

    A draft shows the tray of the player who makes it, the next position that of the next.
    """
    for board in boards(key, seats, 4):
        by_id = board.geometry.by_id
        for state, moves in positions(board, 5, 8):
            before = without_states(board.marks(state))
            for move in moves[:15]:
                after = without_states(board.marks(board.game.apply(state, move)))
                expected = {
                    shape: mark
                    for shape, mark in changes(before, after).items()
                    if by_id[shape].kind != "tray"
                }
                preview = {
                    shape: mark
                    for shape, mark in without_states(board.preview(state, move)).items()
                    if by_id[shape].kind != "tray" and before.get(shape, EMPTY) != mark
                }
                assert preview == expected


@every_case
def test_touched_shapes_exist(key: str, seats: int) -> None:
    for board in boards(key, seats, 4):
        for state, moves in positions(board, 6, 8):
            for move in moves[:15]:
                touched = board.touched(state, move)
                assert len(set(touched)) == len(touched)
                assert all(shape in board.geometry.by_id for shape in touched)
                assert all(board.geometry.by_id[shape].kind != "link" for shape in touched)


@every_case
def test_everything_is_said_in_words(key: str, seats: int) -> None:
    for board in boards(key, seats, 3):
        for state, moves in positions(board, 7, 6):
            words = [str(board.words(state, move)) for move in moves]
            assert all(words)
            # a piece out of a hand may lie on the same square in several orientations
            assert len(set(words)) == len(words) or board.geometry.hand, "same words twice"
            assert board.summary(state) is None or str(board.summary(state))
            if state.to_move == OVER:
                continue
            assert str(board.hint(state))
            for move in moves:
                warning = board.warning(state, move)
                assert warning is None or isinstance(warning, Text)
                for way in board.places(state, move):
                    for length in range(1, len(way)):
                        prompt = board.prompt(state, way[:length])
                        assert prompt is None or str(prompt)


@every_case
def test_drawings_are_paths_with_known_classes(key: str, seats: int) -> None:
    for board in boards(key, seats, 4):
        for state, _ in random_game(board.game, Random(8)):
            for drawing in board.drawings(state):
                assert drawing.css in {"win0", "win1", "chain", "plast", "inner"}
                assert drawing.d.startswith("M")


@every_case
def test_wire_is_plain_json(key: str, seats: int) -> None:
    board = boards(key, seats, 2)[-1]
    geometry = wire.geometry_json(board, str)
    assert len(json.loads(json.dumps(geometry))["shapes"]) == len(board.geometry.shapes)
    for state, _ in positions(board, 9, 4):
        legal = wire.legal_json(board, state, str)
        assert [entry["t"] for entry in json.loads(json.dumps(legal))] == [
            board.game.format_move(move) for move in board.game.legal(state)
        ]
        marks = wire.marks_json(board.marks(state), str)
        assert set(json.loads(json.dumps(marks))) == set(board.marks(state))
        json.dumps(wire.drawings_json(board, state))
        json.dumps(wire.prompts_json(board, state, str))


@every_case
def test_hands_turn_in_circles(key: str, seats: int) -> None:
    """Turning right undoes turning left, four turns and two flips are none."""
    board = board_of(variants(key, seats, 1)[0])
    hand = board.geometry.hand
    if hand is None:
        assert not any(shape.id.startswith("turn-") for shape in board.geometry.shapes)
        return
    assert set(hand.turns) == set(hand.moves)
    for piece, moves in hand.moves.items():
        assert len(moves) == len(hand.turns[piece])
        for k, (left, right, flip) in enumerate(moves):
            assert moves[left][1] == k
            assert moves[right][0] == k
            assert moves[flip][2] == k
            turned = k
            for _ in range(4):
                turned = moves[turned][0]
            assert turned == k
