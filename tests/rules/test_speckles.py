"""Speckles by the worked positions SP1 to SP11 of the rules, its refusals, and leaving."""

from collections import Counter
from itertools import permutations
from random import Random

import pytest

from games.rules.bits import SQUARES, mask_of, names
from games.rules.catalog.speckles import LETTERS, Position, Speckles
from games.rules.core import OVER, IllegalMove, NotationError, OptionError, Outcome
from games.rules.registry import make


def speckles(seats: int = 2, colours: str | None = None) -> Speckles:
    game = make("speckles", seats, {"colours": colours} if colours else {})
    assert isinstance(game, Speckles)
    return game


def lay(game: Speckles, chips: str, to_move: int = 0) -> Position:
    """The position with these chips (`Rd4 Ye5`), whoever put them there and in whatever order."""
    state = game.initial()
    for text in chips.split():
        state = game.apply(state, game.parse_move(text))
        state = state._replace(to_move=0, winner=-1, lines=())
    return state._replace(to_move=to_move)


def texts(game: Speckles, state: Position) -> set[str]:
    return {game.format_move(move) for move in game.legal(state)}


def refused(game: Speckles, state: Position, text: str) -> str:
    """The words with which a move is refused."""
    with pytest.raises(IllegalMove) as caught:
        game.play(state, text)
    assert caught.value.code == "illegal_move"
    assert text not in texts(game, state)
    return str(caught.value)


def test_sp1_the_first_chip_goes_anywhere() -> None:
    game = speckles()
    assert len(texts(game, game.initial())) == 320
    assert game.count_legal(game.initial()) == 320


def test_sp2_later_chips_touch_a_chip_but_not_their_own_colour() -> None:
    game = speckles()
    expected = {c + s for c in "YGBW" for s in "c3 c4 c5 d3 d5 e3 e4 e5".split()}
    assert texts(game, lay(game, "Rd4")) == expected
    assert len(expected) == 32


def test_sp3_a_square_that_touches_all_colours_stays_empty() -> None:
    game = speckles()
    around = "Rc3 Yd3 Ge3 Bc4"
    there = {text for text in texts(game, lay(game, around)) if text.endswith("d4")}
    assert there == {"Wd4"}
    assert not any(text.endswith("d4") for text in texts(game, lay(game, around + " We4")))


@pytest.mark.parametrize("mover", [0, 1])
def test_sp4_a_line_wins_for_the_owner_of_its_ends_whoever_completes_it(mover: int) -> None:
    game = speckles()
    after = game.play(lay(game, "Ra1 Yb1 Gc1", mover), "Rd1")
    assert after.to_move == OVER
    assert game.outcome(after) == Outcome((1, 2), "line")
    assert [names(line) for line in after.lines] == [["a1", "b1", "c1", "d1"]]


def test_sp5_filling_the_middle_completes_the_line() -> None:
    game = speckles()
    state = lay(game, "Ra1 Gc1 Rd1 Wb2", 1)
    assert game.outcome(game.play(state, "Yb1")) == Outcome((1, 2), "line")
    assert refused(game, state, "Rb1") == "Red may not touch the red chip on a1."
    assert refused(game, state, "Gb1") == "Green may not touch the green chip on c1."


@pytest.mark.parametrize(("mover", "places"), [(0, (1, 2)), (1, (2, 1))])
def test_sp6_of_two_lines_at_once_the_movers_counts(mover: int, places: tuple[int, ...]) -> None:
    game = speckles()
    after = game.play(lay(game, "Rb4 Bc4 Re4 Yd2 Wd3 Yd5", mover), "Gd4")
    assert game.outcome(after) == Outcome(places, "line")
    assert [names(line) for line in after.lines] == [
        [["b4", "c4", "d4", "e4"], ["d2", "d3", "d4", "d5"]][mover]
    ]


def test_sp7_lines_of_two_others_at_once_count_for_nobody_and_never_later() -> None:
    game = speckles(3)
    after = game.play(lay(game, "Rb4 Bc4 Re4 Yd2 Wd3 Yd5", 2), "Gd4")
    assert (after.to_move, after.winner, game.outcome(after)) == (0, -1, None)
    assert game.outcome(game.play(after, "Wf4")) is None


def test_sp8_a_line_of_a_colour_without_owner_counts_for_nobody() -> None:
    game = speckles()
    after = game.play(lay(game, "Wa1 Yb1 Gc1"), "Wd1")
    assert (after.to_move, game.outcome(after)) == (1, None)


def test_sp10_a_line_inside_a_longer_row_counts() -> None:
    game = speckles()
    after = game.play(lay(game, "Ga1 Rb1 Yc1 Gd1 Bf1", 1), "Re1")
    assert game.outcome(after) == Outcome((1, 2), "line")
    assert [names(line) for line in after.lines] == [["b1", "c1", "d1", "e1"]]


def test_sp11_of_a_colour_that_is_used_up_no_chip_can_be_put() -> None:
    game = speckles()
    state = lay(game, "Ra1 Rc1 Re1 Rg1 Ra3 Rc3 Re3 Rg3")
    assert {text[0] for text in texts(game, state)} == set("YGBW")
    assert refused(game, state, "Rh5") == "There is no red chip left."
    seven = lay(game, "Ra1 Rc1 Re1 Rg1 Ra3 Rc3 Re3")
    assert "Rf4" not in texts(game, seven)
    assert "Rg2" in texts(game, lay(game, "Ra1 Rc1 Re1 Ra3 Rc3 Re3 Ra5 Yf2"))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Yd4", "The square is taken."),
        ("Gc5", "Green may not touch the green chip on b4."),
        ("Bc5", "Blue may not touch the blue chip on c4."),
        ("Wf5", "White may not touch the white chip on f4."),
        ("Ye3", "Yellow may not touch the yellow chip on e2."),
        ("Re5", "Red may not touch the red chip on d4."),
        ("Rh8", "A chip must touch a chip on the board."),
    ],
)
def test_refusals_say_why(text: str, words: str) -> None:
    game = speckles(4)
    state = lay(game, "Rd4 Bc4 Gb4 Wf4 Ye2")
    before = game.dump(state)
    assert refused(game, state, text) == words
    assert game.dump(state) == before


def test_nothing_can_be_played_after_the_end() -> None:
    game = speckles()
    over = game.replay(["Ra1", "Yb1", "Gc1", "Rd1"])
    assert refused(game, over, "Ge2") == "The game is over."
    assert game.legal(over) == []


@pytest.mark.parametrize(
    "text", ["", "d4", "rd4", "RD4", "Rd9", "Ri1", "Rd0", "Kd4", "Rd4 ", " Rd4", "Rd44", "R-d4"]
)
def test_texts_that_are_no_moves(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        speckles().parse_move(text)
    assert caught.value.code == "bad_notation"


def test_the_game_is_drawn_when_no_chip_can_go_anywhere() -> None:
    game, rng = speckles(3, "WBG"), Random(5)
    for _ in range(2000):
        state = game.initial()
        while state.to_move != OVER:
            state = game.apply(state, game.random_move(state, rng))
        if state.winner < 0:
            assert game.outcome(state) == Outcome((1, 1, 1), "stuck")
            assert not any(game.refusal(state, move) is None for move in range(5 * 64)), (
                "a move is left"
            )
            return
    pytest.fail("no game was drawn")


def test_random_moves_are_uniform() -> None:
    game, rng = speckles(), Random(2)
    few = lay(game, "Rd4 Yd5 Gd3 Be4 Wc5 Wc3")  # both ways of choosing: many moves and few
    few = few._replace(
        open=few.open & (mask_of("e3 f4 e5 f3") * sum(1 << 64 * i for i in range(5)))
    )
    for state in (lay(game, "Rd4"), few):
        legal = game.legal(state)
        seen = Counter(game.random_move(state, rng) for _ in range(300 * len(legal)))
        assert set(seen) == set(legal)
        free = len(legal) - 1
        squares = sum((seen[move] - 300) ** 2 / 300 for move in legal)
        assert squares <= free + 6 * (2 * free) ** 0.5
    assert len(game.legal(few)) <= 24 < len(game.legal(lay(game, "Rd4")))


# --- options --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "value", "colours"),
    [
        (2, "RY", "RY"),
        (2, "wb", "WB"),
        (2, "B,w", "BW"),
        (3, "blue red White", "BRW"),
        (3, ["white", "G", "y"], "WGY"),
        (4, ("B", "R", "Y", "G"), "BRYG"),
    ],
)
def test_colours_may_be_written_in_many_ways(seats: int, value: object, colours: str) -> None:
    assert make("speckles", seats, {"colours": value}).values == {"colours": colours}


@pytest.mark.parametrize("value", ["R", "RR", "RYG", "RX", "", "red", 5, None, True, [["R"], "Y"]])
def test_other_colours_are_refused(value: object) -> None:
    with pytest.raises(OptionError) as caught:
        make("speckles", 2, {"colours": value})
    assert caught.value.code == "bad_option"


@pytest.mark.parametrize(("seats", "number"), [(2, 20), (3, 60), (4, 120)])
def test_seats_own_different_colours_in_any_order(seats: int, number: int) -> None:
    option = Speckles.options[0]
    choices = Speckles.choices(option, seats)
    assert len(set(choices)) == number
    assert all(len(set(choice)) == seats and set(choice) <= set(LETTERS) for choice in choices)
    assert Speckles.default(option, seats) == "RYGB"[:seats]


def test_the_option_decides_whose_line_it_is() -> None:
    game = speckles(2, "WR")
    assert game.colours(game.initial()) == (("white",), ("red",))
    after = game.play(lay(game, "Ra1 Yb1 Gc1"), "Rd1")
    assert game.outcome(after) == Outcome((2, 1), "line")


# --- leaving --------------------------------------------------------------------------------


@pytest.mark.parametrize("moves", [0, 2, 5])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_seats_may_leave_in_every_order(seats: int, moves: int) -> None:
    game = speckles(seats)
    start = game.initial()
    for text in ["Rd4", "Yd5", "Gd6", "Bd7", "Wd8"][:moves]:
        start = game.play(start, text)
    for order in permutations(range(seats), seats - 1):
        state = start
        for number, seat in enumerate(order):
            assert state.to_move not in order[:number]
            before = state.to_move
            state = game.retire(state, seat)
            if before != seat and state.to_move != OVER:
                assert state.to_move == before
            assert (state.chips, state.open) == (start.chips, start.open)
        places = [1] * seats
        for number, seat in enumerate(order):
            places[seat] = seats - number
        assert game.outcome(state) == Outcome(tuple(places), "last_left")
        for seat in range(seats):
            with pytest.raises(IllegalMove, match="over"):
                game.retire(state, seat)


def test_the_turns_of_a_seat_that_left_are_skipped() -> None:
    game = speckles(4)
    state = game.retire(game.initial(), 1)
    turns = []
    for text in ["Rd4", "Yd5", "Gd6", "Bd7"]:
        turns.append(state.to_move)
        state = game.play(state, text)
    assert turns == [0, 2, 3, 0]
    with pytest.raises(IllegalMove, match="already left"):
        game.retire(state, 1)
    with pytest.raises(IllegalMove):
        game.retire(state, 4)


def test_the_turn_passes_on_from_a_seat_that_leaves_on_turn() -> None:
    game = speckles(3)
    state = game.retire(game.play(game.initial(), "Rd4"), 1)
    assert state.to_move == 2
    assert game.retire(state, 2).winner == 0


def test_a_seat_that_left_owns_nothing() -> None:
    game = speckles(3)
    state = game.retire(lay(game, "Ra1 Yb1 Gc1", 1), 0)
    assert game.outcome(game.play(state, "Rd1")) is None
    # SP6 with seat 0 gone: only yellow's line has an owner
    state = game.retire(lay(game, "Rb4 Bc4 Re4 Yd2 Wd3 Yd5", 2), 0)
    assert game.outcome(game.play(state, "Gd4")) == Outcome((3, 1, 2), "line")


def test_the_view_tells_the_position() -> None:
    game = speckles()
    view = game.view(game.replay(["Ra1", "Yb1", "Gc1", "Rd1"]))
    assert view["chips"] == {"a1": "red", "b1": "yellow", "c1": "green", "d1": "red"}
    assert view["supply"] == {"red": 6, "yellow": 7, "green": 7, "blue": 8, "white": 8}
    assert view["line"] == ["a1", "b1", "c1", "d1"]
    assert SQUARES["h8"] == 63
