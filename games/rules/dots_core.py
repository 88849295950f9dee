"""What Dots and Boxes and Dots and Hexagons share: all but the shape of their fields.

A position is two kinds of bit masks: the lines that are drawn and, per seat, the fields it owns.
Lines are numbered in reading order (row of dots by row of dots, `h` before `v`), fields row by
row. A move is the number of a line, written as the line's name: `h3,1` from the dot (3,1) to the
right, `v2,0` from the dot (2,0) downwards.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from operator import itemgetter
from random import Random
from typing import ClassVar, NamedTuple

from games.rules.bits import positions
from games.rules.core import (
    OVER,
    Game,
    Json,
    Move,
    NotationError,
    Option,
    Outcome,
    check_can_leave,
    next_staying,
    ranked,
    settled,
)
from games.rules.text import Text, gettext_noop

YES_NO = ("false", "true")
CHUNK = 10  # lines are listed so many at a time: 1024 lists per table, four look-ups for 40 lines
CHUNK_MASK = (1 << CHUNK) - 1


class DotsState(NamedTuple):
    """`drawn` has a bit per line, border lines that were there from the start included.

    `owned` has one mask of fields per seat, `left` the seats that left, first leaver first.
    """

    to_move: int
    drawn: int
    owned: tuple[int, ...]
    left: tuple[int, ...]


@cache
def _numbers(first: int) -> tuple[tuple[int, ...], ...]:
    """For every value of `CHUNK` bits the numbers of its set bits, counted from `first`."""
    return tuple(
        tuple(first + bit for bit in range(CHUNK) if value >> bit & 1)
        for value in range(1 << CHUNK)
    )


def _reading_order(line: str) -> tuple[int, str, int]:
    x, y = line[1:].split(",")
    return int(y), line[0], int(x)


def _getter(indices: tuple[int, ...]) -> Callable[[Sequence[int]], tuple[int, ...]]:
    """`itemgetter`, but a tuple also for a single index."""
    if len(indices) == 1:
        return lambda values: (values[indices[0]],)
    return itemgetter(*indices)


@lru_cache(maxsize=4096)
def _result(scores: tuple[int, ...], left: tuple[int, ...], misere: bool) -> Outcome:
    values = [-score for score in scores] if misere else scores
    alone = len(left) == len(scores) - 1
    return Outcome(ranked(values, left), "last_left" if alone else "score", scores)


class DotsGame(Game[DotsState]):
    """Draw lines between dots; who draws the last side of a field gets it and draws again."""

    players: ClassVar[tuple[int, ...]] = (2, 3, 4)
    state_type = DotsState

    @classmethod
    @abstractmethod
    def sides(cls, row: int, column: int) -> tuple[str, ...]:
        """The names of all lines round the field in this row and column, row 0 at the top."""

    def prepare(self) -> None:
        self.rows = int(self.values["rows"])
        self.columns = int(self.values["columns"])
        self.misere = self.values["misere"] == "true"
        self.fields = [(r, c) for r in range(self.rows) for c in range(self.columns)]
        """(row, column) by number of the field."""
        around = [self.sides(row, column) for row, column in self.fields]
        self.lines = sorted({line for sides in around for line in sides}, key=_reading_order)
        """Names by number of the line."""
        self.number = {line: number for number, line in enumerate(self.lines)}
        self.field_sides = [tuple(self.number[line] for line in sides) for sides in around]
        """For every field the numbers of its lines."""
        self.line_fields: list[tuple[int, ...]] = [
            tuple(f for f, sides in enumerate(self.field_sides) if line in sides)
            for line in range(len(self.lines))
        ]
        """For every line the one or two fields it is a side of."""
        self.full = (1 << len(self.lines)) - 1
        self.border = 0
        """The lines that are drawn before the first move: "all border lines pre-drawn"."""
        if self.values["border"] == "true":
            self.border = sum(
                1 << i for i, touching in enumerate(self.line_fields) if len(touching) == 1
            )

        masks = [sum(1 << line for line in sides) for sides in self.field_sides]
        never = (1 << len(self.lines), 0)  # a mask no position fulfils, for the outside
        self._effects = []
        for number, touching in enumerate(self.line_fields):
            first, second = [(masks[f], 1 << f) for f in touching] + [never] * (2 - len(touching))
            self._effects.append((1 << number, *first, *second))
        self._after = [(seat + 1) % self.seats for seat in range(self.seats)]
        self._chunks = [(_numbers(first), first) for first in range(0, len(self.lines), CHUNK)]
        # look up the first side of every field, the second side of every field, …
        self._nth_sides = [_getter(nth) for nth in zip(*self.field_sides, strict=True)]
        self._turns = [
            tuple((seat + more) % self.seats for more in range(self.seats))
            for seat in range(self.seats)
        ]

    # --- moves --------------------------------------------------------------------------

    def initial(self, seed: int = 0) -> DotsState:
        # a single field with its border drawn has nothing to draw: over at once, nobody has points
        to_move = OVER if self.border == self.full else 0
        return DotsState(to_move, self.border, (0,) * self.seats, ())

    def legal(self, state: DotsState) -> list[Move]:
        """All lines not drawn, in reading order: "Closing is never compulsory; no passing."."""
        moves: list[Move] = []
        if state.to_move >= 0:
            free = self.full & ~state.drawn
            for numbers, first in self._chunks:
                moves += numbers[free >> first & CHUNK_MASK]
        return moves

    def count_legal(self, state: DotsState) -> int:
        return 0 if state.to_move < 0 else len(self.lines) - state.drawn.bit_count()

    def refusal(self, state: DotsState, move: Move) -> Text | None:
        if state.to_move < 0:
            return Text(gettext_noop("The game is over."))
        if state.drawn >> move & 1:
            return Text(gettext_noop("This line is already drawn."))
        return None

    def random_move(self, state: DotsState, rng: Random) -> Move:
        moves = self.legal(state)
        return moves[int(rng.random() * len(moves))]

    def apply(self, state: DotsState, move: Move) -> DotsState:
        """Draw one line: "which go to the mover", all fields whose last side it is.

        "Closed at least one: the same player draws again (one line, also after closing two). Else
        the next seat." "All lines drawn": the game is over.
        """
        to_move, drawn, owned, left = state
        line, sides_a, field_a, sides_b, field_b = self._effects[move]
        drawn |= line
        closed = 0
        if drawn & sides_a == sides_a:
            closed = field_a
        if drawn & sides_b == sides_b:
            closed |= field_b
        if closed:
            owned = (*owned[:to_move], owned[to_move] | closed, *owned[to_move + 1 :])
            if drawn == self.full:
                to_move = OVER
        elif left:
            to_move = next_staying(to_move, self.seats, left)
        else:
            to_move = self._after[to_move]
        return DotsState(to_move, drawn, owned, left)

    def retire(self, state: DotsState, seat: int) -> DotsState:
        """The seat's turns are skipped from then on; the fields it owns stay its own."""
        to_move, drawn, owned, left = state
        check_can_leave(state, seat, self.seats, left)
        left = (*left, seat)
        if len(left) == self.seats - 1:
            to_move = OVER
        elif to_move == seat:
            to_move = next_staying(seat, self.seats, left)
        return DotsState(to_move, drawn, owned, left)

    # --- results ------------------------------------------------------------------------

    def scores(self, state: DotsState) -> tuple[int, ...]:
        """Fields owned, per seat."""
        return tuple(mask.bit_count() for mask in state.owned)

    def outcome(self, state: DotsState) -> Outcome | None:
        """Most fields wins, "equal at the top is a draw"; with `misere` the fewest win."""
        if state.to_move >= 0:
            return None
        return _result(self.scores(state), state.left, self.misere)

    def decided(self, state: DotsState) -> Outcome | None:
        """Decided once every lead is greater than the number of fields still open."""
        if state.to_move < 0:
            return None
        scores = self.scores(state)
        still = len(self.fields) - sum(scores)
        least: Sequence[int] = scores
        most = [score + still for score in scores]
        if self.misere:
            least, most = [-score for score in most], [-score for score in scores]
        places = settled(least, most, state.left)
        return Outcome(places, "decided", scores) if places is not None else None

    def max_plies(self) -> int:
        return len(self.lines) - self.border.bit_count()

    def playout(self, state: DotsState, rng: Random) -> Outcome:
        """The outcome of a uniformly random game from `state`, distributed as by `random_move`.

        It lists no moves and plays none: a random order of the open lines is drawn at once. A
        field is closed at the ply of its last side; every ply that closed nothing before that
        passed the turn on once, so ply and number of earlier closing plies say whose it is.
        """
        if state.to_move < 0:
            return _result(self.scores(state), state.left, self.misere)
        return _result(self.playout_scores(state, rng), state.left, self.misere)

    def playout_scores(self, state: DotsState, rng: Random) -> tuple[int, ...]:
        """The scores alone of `playout`; somebody has to be to move."""
        to_move, drawn, owned, left = state
        if drawn:
            ply = [-1] * len(self.lines)
            free = self.legal(state)
            rng.shuffle(free)
            for index, line in enumerate(free):
                ply[line] = index
        else:  # a random order is the order of random numbers: half the time of a shuffle
            chance = [rng.random() for _ in self.lines]
            ply = sorted(range(len(chance)), key=chance.__getitem__)
        turns = self._turns[to_move]
        if left:
            turns = tuple(seat for seat in turns if seat not in left)
        staying = len(turns)
        scores = [mask.bit_count() for mask in owned]
        earlier, last = -1, -1  # closing plies before this one; the ply of the field before
        for closing in sorted(map(max, *[nth(ply) for nth in self._nth_sides])):
            if closing >= 0:  # else it was closed before
                if closing != last:
                    earlier, last = earlier + 1, closing
                scores[turns[(closing - earlier) % staying]] += 1
        return tuple(scores)

    # --- notation and view --------------------------------------------------------------

    def format_move(self, move: Move) -> str:
        return self.lines[move]

    def parse_move(self, text: str) -> Move:
        try:
            return self.number[text]
        except (KeyError, TypeError):
            raise NotationError(
                gettext_noop("“{text}” is not a line of this board."), text=str(text)
            ) from None

    def view(self, state: DotsState) -> dict[str, Json]:
        """The position: size, drawn lines by name, and who owns which field.

        `rows`, `columns`; `lines`: names of the drawn lines in reading order; `border`: those that
        were drawn from the start; `owners`: one row of seats per row of fields, null where open.
        """
        owner: dict[int, int] = {}
        for seat, mask in enumerate(state.owned):
            owner.update((field, seat) for field in positions(mask))
        return {
            "rows": self.rows,
            "columns": self.columns,
            "lines": [self.lines[line] for line in positions(state.drawn)],
            "border": [self.lines[line] for line in positions(self.border)],
            "owners": [
                [owner.get(row * self.columns + column) for column in range(self.columns)]
                for row in range(self.rows)
            ],
        }


def dots_options(sizes: tuple[str, ...]) -> tuple[Option, ...]:
    """The options of both games; `sizes` are the offered numbers of rows and of columns."""
    others = tuple(str(size) for size in range(1, 11) if str(size) not in sizes)
    return (
        Option("rows", gettext_noop("Rows"), sizes, "4", others),
        Option("columns", gettext_noop("Columns"), sizes, "4", others),
        Option("misere", gettext_noop("The fewest fields win"), YES_NO, "false"),
        Option("border", gettext_noop("The border is drawn from the start"), YES_NO, "false"),
    )
