"""Dots and Boxes, Dots and Hexagons: the worked positions of RULES.md, section 5, and the rest.

`DH1` and the like name the row of the table.
"""

from collections import Counter
from random import Random
from typing import Any

import pytest

from games.rules.core import IllegalMove, NotationError, Outcome
from games.rules.dots_core import DotsGame, DotsState
from games.rules.registry import make

BOXES, HEXAGONS = "dots-and-boxes", "dots-and-hexagons"


def dots(key: str = HEXAGONS, seats: int = 2, **options: object) -> DotsGame:
    game: Any = make(key, seats, options)
    assert isinstance(game, DotsGame)
    return game


def position(
    game: DotsGame,
    lines: str,
    to_move: int = 0,
    owned: tuple[int, ...] | None = None,
    left: tuple[int, ...] = (),
) -> DotsState:
    """The position with these lines drawn, whoever drew them."""
    drawn = sum(1 << game.parse_move(line) for line in lines.split())
    return DotsState(to_move, drawn, owned or (0,) * game.seats, left)


def sides(game: DotsGame, *fields: tuple[int, int]) -> set[str]:
    return {line for field in fields for line in game.sides(*field)}


def names(game: DotsGame, state: DotsState) -> list[str]:
    return [game.format_move(move) for move in game.legal(state)]


@pytest.mark.parametrize("rows", range(1, 7))
@pytest.mark.parametrize("columns", range(1, 7))
def test_hexagons_have_as_many_lines_as_the_formulas_say(rows: int, columns: int) -> None:
    blank = dots(rows=rows, columns=columns)
    dotted = {dot for line in blank.lines for dot in ends(line)}
    assert len(dotted) == 2 * rows * columns + 2 * rows + 2 * columns
    assert len(blank.lines) == 3 * rows * columns + 2 * rows + 2 * columns - 1
    bordered = dots(rows=rows, columns=columns, border=True)
    assert bordered.border.bit_count() == 4 * rows + 4 * columns - 2


def ends(line: str) -> tuple[tuple[int, int], tuple[int, int]]:
    x, y = map(int, line[1:].split(","))
    return (x, y), (x + (line[0] == "h"), y + (line[0] == "v"))


def test_default_boards_have_the_size_of_the_source() -> None:
    hexagons, boxes = dots(HEXAGONS), dots(BOXES)
    assert (len(hexagons.lines), len(hexagons.fields)) == (63, 16)
    assert (len(boxes.lines), len(boxes.fields)) == (40, 16)


@pytest.mark.parametrize(
    ("line", "fields"),
    [("h1,1", [(0, 0), (1, 0)]), ("v2,0", [(0, 0), (0, 1)]), ("h0,0", [(0, 0)])],
)
def test_dh1_fields_that_touch_a_line(line: str, fields: list[tuple[int, int]]) -> None:
    game = dots(rows=2, columns=2)
    assert [game.fields[f] for f in game.line_fields[game.parse_move(line)]] == fields


def test_dh2_one_line_may_close_two_fields_and_earns_one_more_line() -> None:
    game = dots(rows=2, columns=2)
    lines = sides(game, (0, 0), (1, 0)) - {"h1,1"}
    assert len(lines) == 10
    state = game.play(position(game, " ".join(lines)), "h1,1")
    assert (game.scores(state), state.to_move) == ((2, 0), 0)
    state = game.play(state, "v5,1")
    assert (game.scores(state), state.to_move) == ((2, 0), 1)


@pytest.mark.parametrize(
    ("line", "scores", "next_seat"), [("h0,0", (1, 0), 0), ("v3,1", (0, 0), 1)]
)
def test_dh3_closing_keeps_the_turn_and_nothing_else_does(
    line: str, scores: tuple[int, int], next_seat: int
) -> None:
    game = dots(rows=2, columns=2)
    state = game.play(position(game, " ".join(sides(game, (0, 0)) - {"h0,0"})), line)
    assert (game.scores(state), state.to_move) == (scores, next_seat)


def test_dh4_free_lines_inside_a_drawn_border() -> None:
    game = dots(rows=2, columns=2, border=True)
    assert sorted(names(game, game.initial())) == ["h1,1", "h2,1", "h3,1", "v2,0", "v3,1"]


def test_dh7_after_seat_3_of_four_comes_seat_0() -> None:
    game = dots(seats=4)
    state = game.play(position(game, "", to_move=3), "h0,0")
    assert state.to_move == 0


def test_closing_is_never_compulsory() -> None:
    game = dots(BOXES, rows=2, columns=2)
    state = position(game, "h0,0 h0,1 v0,0")
    assert len(names(game, state)) == 9
    assert game.play(state, "v2,1").to_move == 1


def test_the_last_line_ends_the_game_though_it_closes_a_field() -> None:
    game = dots(BOXES, rows=1, columns=1)
    state = game.replay(["h0,0", "h0,1", "v0,0"])
    assert state.to_move == 1
    state = game.play(state, "v1,0")
    assert (state.to_move, game.legal(state)) == (-1, [])
    assert game.outcome(state) == Outcome((2, 1), "score", (0, 1))


@pytest.mark.parametrize(("misere", "places"), [(False, (2, 1, 2, 4)), (True, (2, 4, 2, 1))])
def test_most_fields_win_and_with_misere_the_fewest(misere: bool, places: tuple[int, ...]) -> None:
    game = dots(BOXES, 4, rows=2, columns=2, misere=misere)
    everything = " ".join(set(game.lines) - {"h1,2"})
    state = game.play(position(game, everything, 1, (0b1, 0b10, 0b100, 0)), "h1,2")
    assert game.outcome(state) == Outcome(places, "score", (1, 2, 1, 0))


def test_equal_at_the_top_is_a_draw_between_those() -> None:
    game = dots(BOXES, 3, rows=2, columns=2)
    everything = " ".join(set(game.lines) - {"h1,2"})
    state = game.play(position(game, everything, 1, (0b11, 0b100, 0)), "h1,2")
    outcome = game.outcome(state)
    assert outcome is not None
    assert (outcome.places, outcome.winners) == ((1, 1, 3), (0, 1))


@pytest.mark.parametrize("misere", [False, True])
def test_leavers_are_behind_all_others_whatever_they_own(misere: bool) -> None:
    game = dots(BOXES, 4, rows=2, columns=2, misere=misere)
    everything = " ".join(set(game.lines) - {"h1,2"})
    state = position(game, everything, 1, (0b11, 0, 0, 0b100))
    state = game.retire(game.retire(state, 0), 2)
    assert state.to_move == 1
    outcome = game.outcome(game.play(state, "h1,2"))
    assert outcome is not None
    assert outcome.places == (4, 1, 3, 1)  # one field each for seats 1 and 3


def test_turns_of_a_seat_that_left_are_skipped() -> None:
    game = dots(seats=4)
    state = game.retire(game.initial(), 1)
    assert state.to_move == 0
    state = game.play(state, "h0,0")
    assert state.to_move == 2
    assert game.retire(state, 2).to_move == 3


def test_a_drawn_line_is_refused_in_words() -> None:
    game = dots()
    state = game.play(game.initial(), "h3,1")
    with pytest.raises(IllegalMove, match=r"^This line is already drawn\.$"):
        game.play(state, "h3,1")


@pytest.mark.parametrize("text", ["h8,0", "v1,0", "h0,5", "v0,4", "h-1,0", "h0", "x0,0", "h0,0,0"])
def test_lines_outside_the_board_are_no_lines(text: str) -> None:
    with pytest.raises(NotationError):
        dots(HEXAGONS).parse_move(text)


def test_one_field_with_its_border_drawn_is_over_before_it_begins() -> None:
    game = dots(BOXES, rows=1, columns=1, border=True)
    assert (game.max_plies(), game.initial().to_move) == (0, -1)
    assert game.outcome(game.initial()) == Outcome((1, 1), "score", (0, 0))


def test_hexagons_are_offered_in_eight_sizes() -> None:
    values = {"misere": "false", "border": "false"}
    offered = [
        f"{rows}x{columns}"
        for rows in range(1, 11)
        for columns in range(1, 11)
        if type(dots()).offered(2, {"rows": str(rows), "columns": str(columns), **values})
    ]
    assert offered == ["2x2", "2x3", "3x3", "3x4", "4x4", "4x5", "5x5", "6x6"]


def test_view_says_what_is_drawn_and_who_owns_what() -> None:
    game = dots(BOXES, rows=1, columns=2)
    state = game.replay(["h0,0", "h0,1", "v0,0", "v1,0"])
    assert game.view(state) == {
        "rows": 1,
        "columns": 2,
        "lines": ["h0,0", "v0,0", "v1,0", "h0,1"],
        "border": [],
        "owners": [[1, None]],
    }


# --- playout: the short cut has the distribution of uniformly random play ----------------------


def played(game: DotsGame, state: DotsState, order: list[int]) -> tuple[int, ...]:
    """The scores after drawing the open lines in this order."""
    for line in order:
        state = game.apply(state, line)
    return game.scores(state)


class Given(Random):
    """Random numbers that make `playout` draw the lines in a given order."""

    def __init__(self, order: list[int]) -> None:
        super().__init__(0)
        self.order = order
        self.numbers = iter(order)

    def random(self) -> float:
        """From the start line i is drawn at the ply p if i is the p-th number."""
        return next(self.numbers)

    def shuffle(self, x: Any) -> None:
        x[:] = self.order


@pytest.mark.parametrize("key", [BOXES, HEXAGONS])
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("border", [False, True])
def test_playout_scores_as_if_its_order_of_lines_had_been_played(
    key: str, seats: int, border: bool
) -> None:
    game = dots(key, seats, rows=3, columns=4, border=border)
    rng = Random(seats)
    for _ in range(50):
        state = game.initial()
        for _ in range(rng.randrange(game.max_plies())):
            state = game.apply(state, game.random_move(state, rng))
            if seats > 2 and not state.left and rng.random() < 0.1:
                state = game.retire(state, rng.randrange(seats))
        order = game.legal(state)
        rng.shuffle(order)
        assert game.playout_scores(state, Given(order)) == played(game, state, order)


def test_playouts_and_random_moves_have_the_same_distribution() -> None:
    game = dots(BOXES, 2, rows=1, columns=2)
    rng = Random(1)
    games = 20_000
    fast = Counter(game.playout_scores(game.initial(), rng) for _ in range(games))
    slow: Counter[tuple[int, ...]] = Counter()
    for _ in range(games):
        state = game.initial()
        while state.to_move >= 0:
            state = game.apply(state, game.random_move(state, rng))
        slow[game.scores(state)] += 1
    assert set(fast) == set(slow) == {(0, 2), (1, 1), (2, 0)}
    for scores in slow:  # five standard deviations of the difference of two frequencies
        assert abs(fast[scores] - slow[scores]) < 5 * (2 * games * 0.25) ** 0.5


def test_playout_of_a_finished_game_is_its_outcome() -> None:
    game = dots(BOXES, rows=1, columns=1)
    state = game.replay(["h0,0", "h0,1", "v0,0", "v1,0"])
    assert game.playout(state, Random(0)) == game.outcome(state)


def test_playout_ranks_by_the_rules() -> None:
    game = dots(BOXES, 3, rows=2, columns=2, misere=True)
    state = game.retire(game.initial(), 1)
    outcome = game.playout(state, Random(3))
    assert outcome.scores is not None
    first, second = outcome.scores[0], outcome.scores[2]
    assert outcome.scores[1] == 0
    assert first + second == 4
    assert outcome.places == (1 + (first > second), 3, 1 + (second > first))
