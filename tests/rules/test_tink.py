"""Tink by the worked positions TK1 to TK13 of the rules, its refusals, its ends, and leaving."""

from collections import Counter
from itertools import permutations
from random import Random

import pytest

from games.rules.bits import SQUARES, names
from games.rules.catalog.tink import SIZES, Position, Tink
from games.rules.core import OVER, IllegalMove, NotationError, Outcome
from games.rules.registry import make

STUCK = "Sa1 Sd1 Sg1 Sa4 Sd4"
"""All smalls of a seat on the board, and no two of them near each other (TK11)."""

ALSO_STUCK = "Sb2 Se2 Sh2 Sb5 Se5"


def tink(seats: int = 2) -> Tink:
    game = make("tink", seats)
    assert isinstance(game, Tink)
    return game


def lay(*pieces: str, to_move: int = 0, ply: int = 20) -> Position:
    """The position with these pyramids (`Sd4 Mf4`) of seat 0, seat 1, …"""
    board = taken = 0
    for seat, texts_of_seat in enumerate(pieces):
        for text in texts_of_seat.split():
            square = SQUARES[text[1:]]
            board |= 1 << 192 * seat + 64 * SIZES.index(text[0]) + square
            taken |= 1 << square
    return Position(to_move, board, taken, ply, (board << 2 | to_move,))


def texts(game: Tink, state: Position) -> set[str]:
    return {game.format_move(move) for move in game.legal(state)}


def swaps(state: Position) -> set[str]:
    return {text for text in texts(tink(), state) if ">" in text}


def pieces(game: Tink, state: Position, seat: int) -> str:
    return " ".join(
        size + name
        for size, mask in zip(SIZES, game.pieces(state.board, seat), strict=True)
        for name in names(mask)
    )


def refused(game: Tink, state: Position, text: str) -> str:
    """The words with which a move is refused."""
    with pytest.raises(IllegalMove) as caught:
        game.play(state, text)
    assert caught.value.code == "illegal_move"
    assert text not in texts(game, state)
    return str(caught.value)


MIDDLE = {column + row for column in "cdef" for row in "3456"}


def test_tk1_the_first_small_goes_on_a_middle_square() -> None:
    game = tink()
    assert texts(game, game.initial()) == MIDDLE
    words = "The first small goes on one of the 16 middle squares."
    assert refused(game, game.initial(), "b3") == words
    assert refused(game, game.initial(), "g6") == words


def test_tk2_later_smalls_go_on_any_empty_square() -> None:
    game = tink()
    assert texts(game, game.play(game.initial(), "d4")) == set(SQUARES) - {"d4"}


@pytest.mark.parametrize(
    ("own", "expected"),
    [
        pytest.param("Sd4 Sf4", "d4+f4>Me3 d4+f4>Me4 d4+f4>Me5", id="TK3"),
        pytest.param("Sd4 Sg4", "", id="TK4"),
        pytest.param("Sd4 Se4", "d4+e4>Md3 d4+e4>Md5 d4+e4>Me3 d4+e4>Me5", id="TK5"),
        pytest.param("Sd4 Se5", "d4+e5>Md5 d4+e5>Me4", id="TK6"),
        pytest.param(
            "Ld4 Mf4", " ".join(f"d4+f4>{size}e{row}" for size in "LS" for row in "345"), id="TK7"
        ),
        pytest.param("Ld4 Sf4", "d4+f4>Me3 d4+f4>Me4 d4+f4>Me5", id="TK7-small"),
        pytest.param("Sd4 Mf4", "", id="TK8-sizes"),
    ],
)
def test_swaps(own: str, expected: str) -> None:
    assert swaps(lay(own)) == set(expected.split())


def test_tk8_only_own_pieces_are_swapped() -> None:
    assert swaps(lay("Sd4", "Sf4")) == set()


@pytest.mark.parametrize(
    ("own", "others", "move", "wins"),
    [
        ("Sc3 Sd3 Se3 Lg4", "", "f3", True),
        ("Sc3 Sd3 Se3 Me4 Lg4", "", "e4+g4>Lf3", True),
        ("Sc3 Sd3 Se3 Sg2 Sg4", "", "g2+g4>Mf3", False),
        ("Sc3 Sd3 Se3 Sh8", "Sf3", "a8", False),
        ("Mc3 Md4 Me5 Mg7 Lg5", "", "g5+g7>Lf6", True),
        ("Mc3 Md4 Se5 Mg7 Lg5", "", "g5+g7>Lf6", False),
        ("Lc3 Md3 Me3 Sf2 Sg3", "", "f2+g3>Mf3", True),
    ],
    ids=["TK10", "TK10-L", "TK10-M", "TK10-other", "TK10-diagonal", "mixed", "M-row-with-L"],
)
def test_tk10_four_in_line_of_one_size_with_the_large_as_either(
    own: str, others: str, move: str, wins: bool
) -> None:
    game = tink()
    after = game.play(lay(own, others), move)
    expected = Outcome((1, 2), "line") if wins else None
    assert game.outcome(after) == expected
    assert bool(game.lines(after)) == wins


def test_tk11_a_player_without_a_move_loses_at_once() -> None:
    game = tink()
    state = lay(STUCK, "Sh8", to_move=1)
    after = game.play(state, "h6")
    assert after.to_move == OVER
    assert game.outcome(after) == Outcome((2, 1), "stuck")
    assert game.legal(state._replace(to_move=0)) == []


def test_tk12_a_pyramid_must_be_in_the_stash() -> None:
    state = lay("Ma1 Mc1 Ma8 Mh8 Sd4 Sf4", "Sb7")
    assert swaps(state) == {f"a1+c1>{size}b{row}" for size in "LS" for row in "12"}
    assert refused(tink(), state, "d4+f4>Me4") == "You have no medium pyramid left."


CYCLE = ["c4", "c4+e4>Md5", "c4", "e4", "c4+e4>Md3", "d3+d5>Se4"]
SAME = ["f7", "f7+h7>Mg8", "f7", "h7", "f7+h7>Mg6", "g6+g8>Sh7"]
"""The same elsewhere, for the other player."""


def test_tk13_removed_pieces_come_back() -> None:
    game = tink()
    state = game.replay(["e4", "h7"])
    for mine, theirs in zip(CYCLE, SAME, strict=True):
        assert mine in texts(game, state)
        state = game.play(game.play(state, mine), theirs)
    assert pieces(game, state, 0) == "Se4"
    assert game.stash(state.board, 0) == (4, 4, 1)


@pytest.mark.parametrize(
    ("state", "text", "words"),
    [
        (lay("Sd4", "Sf4"), "f4", "The square is taken."),
        (lay(STUCK + " Mg4", "Sh8"), "h7", "You have no small pyramid left."),
        (lay("Sd4 Sf4", "Se4"), "d4+f4>Me4", "The square is taken."),
        (lay("Sd4 Sf4", "Se4"), "d4+f4>Md4", "The square is taken."),
        (lay("Sd4", "Sf4"), "d4+f4>Me4", "You have no pyramid on f4."),
        (lay("Sd4", "Sf4"), "c4+d4>Mc5", "You have no pyramid on c4."),
        (lay("Sd4 Sf4", "Sh8"), "d4+f4>Md5", "These two do not share d5."),
        (lay("Sd4 Sg4", "Sh8"), "d4+g4>Me4", "These two share no empty square."),
        (lay("Sd4 Sf6", "Se5"), "d4+f6>Me4", "These two share no empty square."),
        (lay("Sd4 Mf4", "Sh8"), "d4+f4>Me4", "A small and a medium cannot be swapped."),
        (lay("Sd4 Sf4", "Sh8"), "d4+f4>Le4", "These two can only become a medium."),
        (lay("Sd4 Lf4", "Sh8"), "d4+f4>Se4", "These two can only become a medium."),
        (lay("Md4 Mf4", "Sh8"), "d4+f4>Me4", "These two can only become a large or a small."),
        (lay("Md4 Lf4", "Sh8"), "d4+f4>Me4", "These two can only become a large or a small."),
        (lay("Md4 Mf4 La8", "Sh8"), "d4+f4>Le4", "You have no large pyramid left."),
        (lay("Sa1 Sd1 Sg1 Sa4 Sg8 Md4 Mf4"), "d4+f4>Se4", "You have no small pyramid left."),
        (lay("Sa1 Sd1 Sg1 Sa4 Sg8 Md4 Lf4"), "d4+f4>Se4", "You have no small pyramid left."),
        (lay("Ma1 Ma4 Ma8 Md1 Sd4 Sf4"), "d4+f4>Me4", "You have no medium pyramid left."),
    ],
)
def test_refusals_say_why(state: Position, text: str, words: str) -> None:
    game = tink()
    before = game.dump(state)
    assert refused(game, state, text) == words
    assert game.dump(state) == before


@pytest.mark.parametrize(
    "text",
    [
        "",
        "d9",
        "i1",
        "Sd4",
        "d4 ",
        "c4+e4",
        "c4+e4>d5",
        "c4+e4>Xd5",
        "c4+e4>md5",
        "e4+c4>Md5",  # by column first
        "c5+c4>Md5",  # then by row
        "c4+c4>Md5",
        "c4+e4>Md5 ",
        "c4-e4>Md5",
        "c4+e4<Md5",
        "c4+e4>Md",
        "c4+e4>M",
    ],
)
def test_texts_that_are_no_moves(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        tink().parse_move(text)
    assert caught.value.code == "bad_notation"


def test_the_squares_are_written_by_column_then_row() -> None:
    assert swaps(lay("Sa5 Sb1 Sb3")) == {f"b1+b3>M{t}" for t in ("a2", "b2", "c2")} | {
        "a5+b3>Ma4",
        "a5+b3>Mb4",
    }
    assert len(swaps(lay("Sb7 Sb5"))) == 3


# --- the end --------------------------------------------------------------------------------


def test_the_third_occurrence_is_a_draw() -> None:
    game = tink()
    state = game.replay(["e4", "h7"])
    first = state
    for turn in (1, 2):
        for mine, theirs in zip(CYCLE, SAME, strict=True):
            for text in (mine, theirs):
                assert game.outcome(state) is None, turn
                state = game.play(state, text)
                assert game.load(game.dump(state)) == state
        assert state.board == first.board
    assert state.ply == 26
    assert game.outcome(state) == Outcome((1, 1), "repetition")
    assert refused(game, state, "c4") == "The game is over."


def test_the_same_board_with_another_player_to_move_is_no_repetition() -> None:
    game = tink()
    state = game.replay(["e4", "h7"])
    other = state._replace(history=(*state.history, state.board << 2 | 1, state.board << 2 | 1))
    for mine, theirs in zip(CYCLE, SAME, strict=True):
        other = game.play(game.play(other, mine), theirs)
    assert other.board == state.board
    assert game.outcome(other) is None


def test_leaving_does_not_repeat_the_position_of_others() -> None:
    game = tink(3)
    state = game.replay(["e4", "h7", "a1"])
    assert game.retire(state, 1).history == state.history
    assert game.retire(state, 0).history == (*state.history, state.board << 2 | 1)


@pytest.mark.parametrize(
    ("state", "text", "outcome"),
    [
        (lay("Sd4", "Sh8", ply=399), "e4", Outcome((1, 1), "length")),
        (lay("Sd4", "Sh8", ply=398), "e4", None),
        (lay("Sc3 Sd3 Se3", "Sh8", ply=399), "f3", Outcome((1, 2), "line")),
        (lay("Sh8", STUCK, ply=399), "h6", Outcome((1, 2), "stuck")),
    ],
)
def test_the_400th_ply_is_the_last(state: Position, text: str, outcome: Outcome | None) -> None:
    game = tink()
    assert game.max_plies() == 400
    assert game.outcome(game.play(state, text)) == outcome


# --- going out and leaving ------------------------------------------------------------------


def test_players_without_a_move_go_out_one_after_the_other() -> None:
    game = tink(3)
    after = game.play(lay("Sh8", STUCK, ALSO_STUCK), "h6")
    assert game.outcome(after) == Outcome((1, 3, 2), "stuck")
    assert after.left == (1, 2)

    game = tink(4)
    after = game.play(lay("Sh8", STUCK, ALSO_STUCK, "Sa8"), "h6")
    assert (after.to_move, after.left, game.outcome(after)) == (3, (1, 2), None)
    assert pieces(game, after, 1) == pieces(game, lay("", STUCK), 1)  # what it has stays
    after = game.play(after, "a7")
    assert after.to_move == 0
    with pytest.raises(IllegalMove, match="already left"):
        game.retire(after, 1)
    assert game.outcome(game.retire(after, 0)) == Outcome((2, 4, 3, 1), "last_left")


def test_who_is_stuck_is_asked_only_on_turn() -> None:
    game = tink(3)
    after = game.play(lay("Sh8", "Sa8", STUCK), "h6")
    assert (after.to_move, after.left) == (1, ())
    # squares that come free in time let seat 2 stay
    state = game.play(lay("Sh8", "Sa2 Sb2", "Sa1 Sb1 Sg1 Sd4 Sa6"), "h6")
    assert game.legal(state._replace(to_move=2)) == []
    assert texts(game, game.play(state, "a2+b2>Ma3")) == {"a1+b1>Ma2", "a1+b1>Mb2"}
    assert game.play(state, "h1").left == (2,)


def test_leaving_on_turn_passes_the_turn_over_players_without_a_move() -> None:
    game = tink(4)
    after = game.retire(lay("Sh8", STUCK, ALSO_STUCK, "Sa8"), 0)
    assert game.outcome(after) == Outcome((4, 3, 2, 1), "stuck")
    after = game.retire(lay("Sh8", STUCK, "Sa7", "Sa8"), 0)
    assert (after.to_move, after.left) == (2, (0, 1))
    after = game.retire(lay("Sh8", STUCK, "Sa7", "Sa8"), 3)
    assert (after.to_move, after.left) == (0, (3,))


@pytest.mark.parametrize("moves", [0, 2, 5])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_seats_may_leave_in_every_order(seats: int, moves: int) -> None:
    game = tink(seats)
    start = game.replay(["d4", "d5", "d6", "a7", "b8"][:moves])
    for order in permutations(range(seats), seats - 1):
        state = start
        for number, seat in enumerate(order):
            assert state.to_move not in order[:number]
            before = state.to_move
            state = game.retire(state, seat)
            if before != seat and state.to_move != OVER:
                assert state.to_move == before
            assert (state.board, state.ply) == (start.board, moves)
        places = [1] * seats
        for number, seat in enumerate(order):
            places[seat] = seats - number
        assert game.outcome(state) == Outcome(tuple(places), "last_left")
        for seat in range(seats):
            with pytest.raises(IllegalMove, match="over"):
                game.retire(state, seat)


def test_the_first_move_may_fall_to_another_seat() -> None:
    game = tink(3)
    state = game.retire(game.initial(), 0)
    assert state.to_move == 1
    assert texts(game, state) == MIDDLE


# --- the rest -------------------------------------------------------------------------------


def test_random_moves_are_uniform() -> None:
    game, rng = tink(), Random(4)
    for state in (
        game.initial(),
        lay("Sd4 Sf4 Me5 Mc3 La1", "Se4"),
        lay("Sd4 Sf4 Sa1 Sb2 Sh8 Me7 Mg7", "Se4"),  # swaps only
        lay("Sd4 Sg4", "Se4"),  # smalls only
    ):
        legal = game.legal(state)
        seen = Counter(game.random_move(state, rng) for _ in range(300 * len(legal)))
        assert set(seen) == set(legal)
        free = len(legal) - 1
        squares = sum((seen[move] - 300) ** 2 / 300 for move in legal)
        assert squares <= free + 6 * (2 * free) ** 0.5


def test_a_long_game_is_stored_briefly_and_exactly() -> None:
    game, rng = tink(4), Random(8)
    longest = game.initial()
    for _ in range(30):
        state = game.initial()
        while state.to_move != OVER:
            state = game.apply(state, game.random_move(state, rng))
        longest = max(longest, state, key=lambda state: state.ply)
    assert game.load(game.dump(longest)) == longest
    # the boards themselves are numbers of up to 231 digits each
    assert len(game.dump(longest)) < 500 + 20 * len(longest.history)


def test_the_view_tells_the_position() -> None:
    game = tink()
    view = game.view(game.play(lay("Sc3 Sd3 Se3 Lg4", "Sh8"), "f3"))
    assert view["pieces"]["g4"] == [0, "L"]
    assert view["pieces"]["h8"] == [1, "S"]
    assert view["stash"] == [{"S": 1, "M": 4, "L": 0}, {"S": 4, "M": 4, "L": 1}]
    assert view["line"] == ["c3", "d3", "e3", "f3"]
