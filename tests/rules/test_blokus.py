"""Blokus by the worked positions of RULES.md, by near misses, and against the plain reference."""

import os
from itertools import chain
from random import Random

import pytest

from games.rules.catalog.blokus import COLOURS, Blokus, Position
from games.rules.core import OVER, IllegalMove, NotationError
from games.rules.polyominoes import (
    ALL_PIECES,
    BY_NAME,
    DRAWINGS,
    LOWEST,
    NAMES,
    NUMBERS,
    PIECES,
    SIDES,
    SIZE,
    count_squares,
    covered,
    fits,
    has_move,
    laid,
    normal,
    seen,
    set_of,
)
from games.rules.registry import make
from tests.rules.kit import random_game
from tests.rules.reference import POSITIONS

DEEP = os.environ.get("PLYPOST_DEEP") == "1"

PICTURES = {
    "I1": "X", "I2": "XX", "I3": "XXX", "V3": "XX/X.", "I4": "XXXX", "L4": "XXX/X..",
    "O4": "XX/XX", "T4": "XXX/.X.", "Z4": "XX./.XX", "F5": ".XX/XX./.X.", "I5": "XXXXX",
    "L5": "XXXX/X...", "N5": "XX../.XXX", "P5": "XX/XX/X.", "T5": "XXX/.X./.X.",
    "U5": "X.X/XXX", "V5": "X../X../XXX", "W5": "X../XX./.XX", "X5": ".X./XXX/.X.",
    "Y5": "XXXX/.X..", "Z5": "XX./.X./.XX",
}  # fmt: skip


def blokus(seats: int, corners: str = "fixed") -> Blokus:
    game = make("blokus", seats, {"corners": corners})
    assert isinstance(game, Blokus)
    return game


def board_of(squares: str) -> int:
    return set_of(sum(1 << NUMBERS[name] for name in squares.split()))


def hand_of(names: str) -> int:
    return sum(1 << BY_NAME[name].number for name in names.split())


def lay(
    game: Blokus,
    to_move: str = "blue",
    *,
    hands: dict[str, str] | None = None,
    singles: str = "",
    **squares: str,
) -> Position:
    """A position with these squares covered; every colour has all pieces but as `hands` says."""
    own = tuple(board_of(squares.get(colour, "")) for colour in COLOURS)
    held = tuple(
        hand_of((hands or {})[colour]) if colour in (hands or {}) else ALL_PIECES
        for colour in COLOURS
    )
    ones = sum(1 << i for i, colour in enumerate(COLOURS) if colour in singles.split())
    return game._turn(COLOURS.index(to_move), own, held, 0, ones, ())


def legal(game: Blokus, state: Position) -> set[str]:
    return {game.format_move(move) for move in game.legal(state)}


def refused(game: Blokus, state: Position, text: str) -> str:
    with pytest.raises(IllegalMove) as caught:
        game.play(state, text)
    return str(caught.value)


# --- pieces -----------------------------------------------------------------------------------


def test_there_are_21_pieces_with_89_squares_and_91_orientations() -> None:
    assert list(DRAWINGS) == [piece.name for piece in PIECES]
    assert count_squares(ALL_PIECES) == 89
    assert sum(len(piece.turns) for piece in PIECES) == 91
    shapes = {normal(turn) for piece in PIECES for turn in piece.turns}
    assert len(shapes) == 91


@pytest.mark.parametrize("name", PICTURES)
def test_pieces_are_what_their_names_say(name: str) -> None:
    rows = PICTURES[name].split("/")
    cells = [(c, r) for r, row in enumerate(rows) for c, mark in enumerate(row) if mark == "X"]
    wanted = {normal(laid(cell, side) for cell in cells) for side in SIDES}
    assert {normal(turn) for turn in BY_NAME[name].turns} == wanted


def test_each_side_sees_a_drawing_where_it_lies() -> None:
    for piece in PIECES:
        for side, turn in zip(piece.sides, piece.turns, strict=True):
            assert tuple(seen(cell, side) for cell in turn) == piece.cells


# --- notation ---------------------------------------------------------------------------------


def test_every_placement_on_the_board_has_one_text() -> None:
    game = blokus(4)
    moves = set()
    for turn in chain.from_iterable(piece.turns for piece in PIECES):
        cells = normal(turn)
        width, height = (max(cell[axis] for cell in cells) + 1 for axis in (0, 1))
        for right in range(SIZE - width + 1):
            for up in range(SIZE - height + 1):
                names = [f"{chr(97 + right + c)}{up + r + 1}" for c, r in cells]
                move = game.parse_move(",".join(names))
                assert game.format_move(move) == ",".join(names)
                assert covered(move) & LOWEST == sum(1 << NUMBERS[name] for name in names)
                moves.add(move)
    assert len(moves) == 30433


@pytest.mark.parametrize(
    "text",
    [
        "", ",", "a20,", ",a20", "a21", "a0", "u1", "A20", "a020", "a 20", "a20 ", "a-1",
        "a20;a19", "a19,a19", "a20,a19", "b1,a1", "a10,a9", "a1,a2,b2,b1",  # order
        "a1,b2", "a1,a3", "a1,c1", "a1,a2,b3", "a1,b1,d1",  # not connected
        "a1,a20", "a20,b1", "a19,a20,b1", "t20,a1", "a1,b20", "a18,a19,a20,b1",  # round an edge
        "a1,a2,a3,a4,a5,a6", "a1,a2,a3,b1,b2,b3",  # six squares
        "а1",  # a Cyrillic letter
        "a١",  # another script's digit
    ],
)  # fmt: skip
def test_near_misses_are_no_notation(text: str) -> None:
    with pytest.raises(NotationError):
        blokus(4).parse_move(text)


# --- worked positions -------------------------------------------------------------------------


def test_bl1_first_moves_of_blue() -> None:
    game = blokus(4)
    texts = legal(game, game.initial())
    by_size = [sum(text.count(",") == size for text in texts) for size in range(5)]
    assert by_size == [1, 2, 5, 13, 37]
    assert all("a20" in text.split(",") for text in texts)
    assert game.count_legal(game.initial()) == 58
    free = blokus(4, "free")
    assert free.count_legal(free.initial()) == len(legal(free, free.initial())) == 232


def test_bl2_beside_a20() -> None:
    game = blokus(4)
    state = lay(game, blue="a20")
    texts = legal(game, state)
    assert {"b19", "b18,b19", "b19,c19"} <= texts
    assert {text for text in texts if text.count(",") == 1} == {"b18,b19", "b19,c19"}
    beside = "This touches your own side at {}."
    assert refused(game, state, "a19") == beside.format("a19")
    assert refused(game, state, "b20") == beside.format("b20")
    assert refused(game, state, "b19,b20") == beside.format("b20")
    assert refused(game, state, "a19,b19") == beside.format("a19")
    assert refused(game, state, "c18") == "It must touch a corner of your own colour."
    assert refused(game, state, "a20") == "a20 is taken."


def test_bl3_other_colours_may_be_touched_anyhow() -> None:
    game = blokus(4)
    assert "b19" in legal(game, lay(game, "blue", blue="a20", yellow="b18 c19"))
    yellow = lay(game, "yellow", blue="a20", yellow="b18 c19")
    assert "b19" not in legal(game, yellow)
    assert refused(game, yellow, "b19") == "This touches your own side at b19."


@pytest.mark.parametrize(
    ("hand", "singles", "score"),
    [
        ("", "blue", 20),
        ("", "", 15),
        ("L4 O4", "", -8),
        ("I3 I4 L4 T4 Z4 X5", "", -24),
        ("V3 I4 O4 T4 W5", "", -20),
        (" ".join(DRAWINGS), "", -89),
    ],
)
def test_bl5_scores(hand: str, singles: str, score: int) -> None:
    game = blokus(4)
    state = lay(game, "yellow", hands={"blue": hand}, singles=singles)
    assert game.scores(state) == (score, -89, -89, -89)
    two = blokus(2)
    state = lay(two, "yellow", hands={"blue": hand, "yellow": "I2"}, singles=singles)
    assert two.scores(state) == (score - 89, -2 - 89)


def test_bl5_only_the_last_piece_counts_for_the_bonus() -> None:
    game = blokus(4)
    hands = {"blue": "I1 I2"}
    state = game.play(lay(game, hands=hands, blue="a20"), "b19")
    state = game.play(blue_again(game, state), "c17,c18")
    assert game.score(state, 0) == 15
    state = game.play(lay(game, hands=hands, blue="a20"), "b18,b19")
    state = game.play(blue_again(game, state), "c17")
    assert game.score(state, 0) == 20


def blue_again(game: Blokus, state: Position) -> Position:
    return game._turn(0, state.own, state.hands, state.blocked, state.singles, state.left)


def test_bl6_a_blocked_colour_is_skipped_and_never_returns() -> None:
    game = blokus(4)
    # b19 is the only corner of blue, and no piece of five squares has room around it
    hands = {"blue": "I5 X5"}
    state = lay(game, "green", hands=hands, blue="a20", yellow="b18 c19", red="t1", green="a1")
    assert state.to_move == 3
    state = game.play(state, "b2")
    assert (state.to_move, state.colour, state.blocked) == (1, 1, 0b0001)
    rng, seats = Random(6), set()
    while state.to_move != OVER:
        seats.add(state.to_move)
        assert state.blocked & 1
        state = game.apply(state, game.random_move(state, rng))
    assert seats == {1, 2, 3}
    outcome = game.outcome(state)
    assert outcome is not None
    assert outcome.scores is not None
    assert outcome.scores[0] == -10


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_bl6_in_random_games_each_colour_plays_until_it_is_blocked(seats: int) -> None:
    game = blokus(seats, "free")
    for seed in range(3):
        ended: set[int] = set()
        last = -1
        for state, move in random_game(game, Random(seed)):
            if move is None:
                assert state.blocked == 0b1111
                continue
            passed = [(last + step) % 4 for step in range(1, (state.colour - last - 1) % 4 + 1)]
            ended.update(passed)
            assert state.colour not in ended
            assert state.blocked == sum(1 << colour for colour in ended)
            last = state.colour


def test_bl7_green_is_played_in_turn_with_three_seats() -> None:
    game = blokus(3)
    after_four = " ".join(list(DRAWINGS)[4:])
    state = lay(game, "green", hands={"green": after_four}, green="a1")
    assert (state.to_move, state.colour) == (1, 3)
    assert game.colours(state) == (("blue",), ("yellow", "green"), ("red",))


def test_three_seats_play_green_in_the_order_of_its_pieces() -> None:
    game = blokus(3, "free")
    players = [
        state.to_move
        for state, move in random_game(game, Random(1))
        if move is not None and state.colour == 3
    ]
    assert len(players) > 9
    assert players == [number % 3 for number in range(len(players))]


def test_two_seats_keep_the_order_of_colours() -> None:
    game = blokus(2)
    state, turns = game.initial(), []
    for text in ("a20", "t20", "t1", "a1"):
        turns.append((state.to_move, COLOURS[state.colour]))
        state = game.play(state, text)
    assert turns == [(0, "blue"), (1, "yellow"), (0, "red"), (1, "green")]
    assert game.colours(state) == (("blue", "red"), ("yellow", "green"))


# --- other refusals ---------------------------------------------------------------------------


def test_first_pieces() -> None:
    game, free = blokus(4), blokus(4, "free")
    assert refused(game, game.initial(), "t20") == "The first blue piece covers a20."
    assert refused(game, game.play(game.initial(), "a20"), "a1") == (
        "The first yellow piece covers t20."
    )
    assert refused(game, game.play(game.initial(), "a20"), "a20") == "a20 is taken."
    covers = "The first piece of a colour covers a corner of the board."
    assert refused(free, free.initial(), "b19") == covers
    state = free.play(free.initial(), "t1")
    assert refused(free, state, "t1") == "t1 is taken."
    assert free.count_legal(state) == 3 * 58


def test_a_piece_is_used_once_whichever_way_it_is_turned() -> None:
    game = blokus(4)
    state = game.initial()
    for text in ("a18,a19,a20", "t20", "t1", "a1"):
        state = game.play(state, text)
    assert refused(game, state, "b17,c17,d17") == "Blue has already used this piece."
    assert "b17,c17" in legal(game, state)
    with pytest.raises(IllegalMove, match="The game is over"):
        game.play(game.retire(game.retire(game.retire(state, 0), 1), 2), "b17,c17")


def test_refusals_agree_with_the_list_on_every_placement() -> None:
    game = blokus(4, "free")
    placements = [
        game.parse_move(",".join(f"{chr(97 + right + c)}{up + r + 1}" for c, r in normal(turn)))
        for piece in PIECES
        for turn in piece.turns
        for right in range(SIZE - max(c for c, _ in normal(turn)))
        for up in range(SIZE - max(r for _, r in normal(turn)))
    ]
    for ply, (state, move) in enumerate(random_game(game, Random(8))):
        if move is not None and ply in (0, 3, 9, 40):
            allowed = {move for move in placements[ply % 7 :: 7] if not game.refusal(state, move)}
            assert allowed == set(game.legal(state)) & set(placements[ply % 7 :: 7])


def test_closed_squares_say_why() -> None:
    game = blokus(4)
    reasons = game.closed(lay(game, blue="b19", yellow="b18"))
    texts = {NAMES[bit]: str(text) for bit, text in reasons.items()}
    assert texts == {
        "a19": "This touches your own side at a19.",
        "b18": "b18 is taken.",
        "b19": "b19 is taken.",
        "b20": "This touches your own side at b20.",
        "c19": "This touches your own side at c19.",
    }


# --- chance and speed -------------------------------------------------------------------------


class Ladder(Random):
    """Gives the middles of `steps` equal parts of [0, 1), one after the other."""

    def __init__(self, steps: int) -> None:
        super().__init__(0)
        self.steps, self.at = steps, 0

    def random(self) -> float:
        self.at += 1
        return (self.at - 0.5) / self.steps


@pytest.mark.parametrize("corners", ["free", "fixed"])
def test_random_moves_are_uniform(corners: str) -> None:
    game = blokus(4, corners)
    for state, move in random_game(game, Random(3)):
        if move is not None:
            moves = game.legal(state)
            ladder = Ladder(len(moves))
            assert len(moves) == game.count_legal(state) == len(set(moves))
            assert sorted(game.random_move(state, ladder) for _ in moves) == sorted(moves)


def test_the_early_exit_agrees_with_the_list() -> None:
    game = blokus(4)
    answers = set()
    for state, _ in random_game(game, Random(4)):
        for piece in PIECES:
            hand = 1 << piece.number
            found = any(bits for _, bits in fits(state.free, state.touch, hand))
            assert has_move(state.free, state.touch, hand) == found
            answers.add(found)
    assert answers == {True, False}


@pytest.mark.parametrize(
    ("depth", "count"),
    [
        (1, 58),
        (2, 3_364),
        (3, 195_112),
        pytest.param(
            4, 11_316_496, marks=pytest.mark.skipif(not DEEP, reason="PLYPOST_DEEP=1 runs it")
        ),
    ],
)
def test_perft(depth: int, count: int) -> None:
    game = blokus(4)
    assert game.perft(game.initial(), depth) == count


# --- leaving, and the whole against the reference ---------------------------------------------


def test_a_seat_that_left_is_skipped_and_its_colours_stay_blocked() -> None:
    game = blokus(4)
    state = game.play(game.initial(), "a20")
    state = game.retire(state, 2)
    assert state.to_move == 1
    state = game.play(game.play(state, "t20"), "a1")
    assert (state.to_move, state.colour) == (0, 0)
    state = game.retire(game.retire(state, 0), 1)
    outcome = game.outcome(state)
    assert outcome is not None
    assert (outcome.places, outcome.reason) == ((3, 2, 4, 1), "last_left")


def test_the_last_one_left_wins_with_the_worse_score() -> None:
    game = blokus(2)
    state = game.play(game.initial(), "a16,a17,a18,a19,a20")
    outcome = game.outcome(game.retire(state, 0))
    assert outcome is not None
    assert (outcome.places, outcome.scores) == ((2, 1), (-89 - 84, -178))


def test_green_of_a_seat_that_left_is_played_by_the_next() -> None:
    game = blokus(3)
    state = game.initial()
    for text in ("a20", "t20", "t1"):
        state = game.play(state, text)
    assert (state.to_move, state.colour) == (0, 3)
    state = game.retire(state, 0)
    assert (state.to_move, state.colour) == (1, 3)
    assert game.colours(state) == (("blue",), ("yellow", "green"), ("red",))
    state = game.play(state, "a1")  # blue is blocked from now on
    assert (state.to_move, state.colour) == (1, 1)
    assert game.colours(state)[1] == ("yellow", "green")  # the second green piece: seat 1


@pytest.mark.parametrize("corners", ["free", "fixed"])
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("leaving", [False, True])
def test_games_are_those_of_the_reference(seats: int, corners: str, leaving: bool) -> None:
    game = blokus(seats, corners)
    for seed in range(12 if DEEP else 1):
        rng = Random(100 * seats + seed)
        state, other = game.initial(), POSITIONS["blokus"](seats, corners=corners)
        record: list[str] = []
        while True:
            assert state.to_move == other.to_move, record
            texts = sorted(map(game.format_move, game.legal(state)))
            assert texts == other.legal(), record
            if state.to_move == OVER:
                break
            if leaving and rng.random() < 0.03:
                seat = rng.choice([s for s in range(seats) if s not in state.left])
                state = game.retire(state, seat)
                other.leave(seat)
                record.append(f"seat {seat} leaves")
                continue
            move = game.random_move(state, rng)
            record.append(game.format_move(move))
            state = game.apply(state, move)
            other.play(record[-1])
        outcome = game.outcome(state)
        assert outcome is not None
        assert (outcome.places, outcome.scores) == other.outcome(), record


def test_the_view_is_plain() -> None:
    game = blokus(4)
    view = game.view(game.play(game.initial(), "a19,a20"))
    assert view["board"][:3] == ["b" + "." * 19, "b" + "." * 19, "." * 20]
    assert len(view["board"]) == 20
    assert view["colour"] == "yellow"
    assert view["hands"]["blue"] == [name for name in DRAWINGS if name != "I2"]
    assert view["scores"] == {"blue": -87, "yellow": -89, "red": -89, "green": -89}
    assert view["blocked"] == []
