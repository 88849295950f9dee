"""Speckles: 40 chips of five colours, and lines of four with your colour at both ends.

A move is 64 · colour + square (see `games.rules.bits`), written `Rd4`. Sets of moves are ints of
320 bits, so that all colours are looked at in one operation.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations
from random import Random
from typing import NamedTuple

from games.rules.bits import FULL, LINES_THROUGH, NAMES, NEIGHBOURS, names, positions
from games.rules.core import (
    BLUE,
    GREEN,
    OVER,
    RED,
    YELLOW,
    Game,
    Json,
    Move,
    NotationError,
    Option,
    Outcome,
    check_can_leave,
    drawn,
    next_staying,
    won,
)
from games.rules.text import Text, gettext_noop

COLOURS = (RED, YELLOW, GREEN, BLUE, "white")
LETTERS = "RYGBW"
CHIPS = 8
"""Chips of each colour: "40 chips: 8 each of R Y G B W, a common supply"."""

_EACH = sum(1 << 64 * colour for colour in range(5))
"""Times a set of squares: these squares in every colour."""

ANYWHERE = FULL * _EACH
"""All 320 moves."""

_REACH = tuple(mask * _EACH for mask in NEIGHBOURS)
"""Moves that touch a chip on the square."""

_BAR = tuple(
    NEIGHBOURS[move % 64] << move // 64 * 64 | (1 << move % 64) * _EACH for move in range(320)
)
"""Moves that a move rules out for good: its own square, and its colour next to it."""

_TEXTS = tuple(f"{LETTERS[move // 64]}{NAMES[move % 64]}" for move in range(320))
_MOVES = {text: move for move, text in enumerate(_TEXTS)}

_NONE_LEFT = (
    gettext_noop("There is no red chip left."),
    gettext_noop("There is no yellow chip left."),
    gettext_noop("There is no green chip left."),
    gettext_noop("There is no blue chip left."),
    gettext_noop("There is no white chip left."),
)
_TOUCHES = (
    gettext_noop("Red may not touch the red chip on {square}."),
    gettext_noop("Yellow may not touch the yellow chip on {square}."),
    gettext_noop("Green may not touch the green chip on {square}."),
    gettext_noop("Blue may not touch the blue chip on {square}."),
    gettext_noop("White may not touch the white chip on {square}."),
)


class Position(NamedTuple):
    """A position: `chips`, `barred` and `open` are sets of moves, `taken` a set of squares.

    `chips` are the moves made, `barred` those that can never be made any more, `open` the legal
    ones (whoever is to move). `lines` are the squares of each line of the winner.
    """

    to_move: int
    chips: int
    taken: int
    barred: int
    open: int
    winner: int = -1
    lines: tuple[int, ...] = ()
    left: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class ColoursOption(Option):
    """The colours of the seats as letters in seat order: "RB"."""

    def normalise(self, value: object) -> str:
        """Also takes "r,b", "red blue" and lists of letters or names."""
        if isinstance(value, str):
            value = value.replace(",", " ").split()
            if len(value) == 1 and value[0].lower() not in COLOURS:
                value = list(value[0])
        if not isinstance(value, (list, tuple)):
            return repr(value)
        words = [str(word).strip().lower() for word in value]
        return "".join(
            LETTERS[COLOURS.index(word)] if word in COLOURS else word.upper() for word in words
        )


class Speckles(Game[Position]):
    key = "speckles"
    order = 1
    name = gettext_noop("Speckles")
    summary = gettext_noop(
        "Chips of one colour never touch. Make a line of four with your colour at both ends."
    )
    credit = gettext_noop("David Smith, 2001")
    players = (2, 3, 4)
    options = (
        ColoursOption(
            key="colours",
            label=gettext_noop("Colours"),
            choices=tuple("".join(p) for n in (2, 3, 4) for p in permutations(LETTERS, n)),
            default="RYGB",
        ),
    )
    state_type = Position

    @classmethod
    def choices(cls, option: Option, seats: int) -> tuple[str, ...]:
        """As many different colours as seats, in every order."""
        return tuple(map("".join, permutations(LETTERS, seats)))

    @classmethod
    def default(cls, option: Option, seats: int) -> str:
        """Says "default seats 0-3 = R Y G B"."""
        return option.default[:seats]

    def prepare(self) -> None:
        self.owned = tuple(LETTERS.index(letter) for letter in self.values["colours"])
        """The colour (0 to 4) of each seat."""

    def initial(self, seed: int = 0) -> Position:
        """An empty board; "the first chip of the game goes anywhere"."""
        return Position(0, 0, 0, 0, ANYWHERE)

    def legal(self, state: Position) -> Sequence[Move]:
        return positions(state.open) if state.to_move >= 0 else []

    def count_legal(self, state: Position) -> int:
        return state.open.bit_count() if state.to_move >= 0 else 0

    def random_move(self, state: Position, rng: Random) -> Move:
        moves = state.open
        count = moves.bit_count()
        if count > 24:  # trying beats counting where every 20th try is a hit
            move = rng.getrandbits(9)
            while not moves >> move & 1:
                move = rng.getrandbits(9)
            return move
        for _ in range(rng.randrange(count)):
            moves &= moves - 1
        return (moves & -moves).bit_length() - 1

    def apply(self, state: Position, move: Move) -> Position:
        """The position after a legal move, in which the sets of later moves are kept up.

        "Every later chip needs at least one occupied neighbour (8 directions) and no neighbour of
        its own colour"; "No legal move (it is the same for all): draw".
        """
        seat, chips, taken, barred, moves, _, _, left = state
        square = move & 63
        moves = moves | _REACH[square] if chips else _REACH[square]
        chips |= 1 << move
        taken |= 1 << square
        barred |= _BAR[move]
        own = FULL << (move & ~63)
        if (chips & own).bit_count() == CHIPS:
            barred |= own
        moves &= ~barred
        for step, starts in LINES_THROUGH[square]:
            if starts & taken & taken >> step & taken >> 2 * step & taken >> 3 * step:
                winner, lines = self._winner(seat, chips, taken, square, left)
                if winner >= 0:
                    return Position(OVER, chips, taken, barred, moves, winner, lines, left)
                break
        if not moves:
            return Position(OVER, chips, taken, barred, moves, -1, (), left)
        seat = next_staying(seat, self.seats, left) if left else (seat + 1) % self.seats
        return Position(seat, chips, taken, barred, moves, -1, (), left)

    def lines(self, chips: int, taken: int, square: int) -> dict[int, tuple[int, ...]]:
        """The lines that the chip just put on `square` completes, by seat.

        "all windows of four consecutive occupied squares (row, column, diagonals) that contain
        the new chip and whose two ends have the same, owned colour". `chips` and `taken` include
        the new chip; a line is the set of its four squares.
        """
        found: dict[int, tuple[int, ...]] = {}
        for step, starts in LINES_THROUGH[square]:
            full = starts & taken & taken >> step & taken >> 2 * step & taken >> 3 * step
            if full:
                window = 1 | 1 << step | 1 << 2 * step | 1 << 3 * step
                for seat, colour in enumerate(self.owned):
                    own = chips >> 64 * colour & FULL
                    for start in positions(full & own & own >> 3 * step):
                        found[seat] = (*found.get(seat, ()), window << start)
        return found

    def _winner(
        self, mover: int, chips: int, taken: int, square: int, left: tuple[int, ...]
    ) -> tuple[int, tuple[int, ...]]:
        """The winner (-1: nobody) and its lines.

        "P contains the mover: the mover wins. Else exactly one owner: that player wins. Else play
        goes on". A seat that has left owns nothing any more.
        """
        found = self.lines(chips, taken, square)
        owners = [seat for seat in found if seat not in left]
        if mover in owners:
            return mover, found[mover]
        if len(owners) == 1:
            return owners[0], found[owners[0]]
        return -1, ()

    def outcome(self, state: Position) -> Outcome | None:
        if state.to_move != OVER:
            return None
        if state.winner < 0:
            return Outcome(drawn(self.seats, state.left), "stuck")
        reason = "line" if state.lines else "last_left"
        return Outcome(won(state.winner, self.seats, state.left), reason)

    def retire(self, state: Position, seat: int) -> Position:
        check_can_leave(state, seat, self.seats, state.left)
        left = (*state.left, seat)
        if len(left) == self.seats - 1:
            winner = next(seat for seat in self.seats_range if seat not in left)
            return state._replace(to_move=OVER, winner=winner, left=left)
        to_move = state.to_move
        if to_move == seat:
            to_move = next_staying(seat, self.seats, left)
        return state._replace(to_move=to_move, left=left)

    def refusal(self, state: Position, move: Move) -> Text | None:
        if state.open >> move & 1:
            return None
        colour, square = divmod(move, 64)
        chips = state.chips >> 64 * colour & FULL
        if state.taken >> square & 1:
            return Text(gettext_noop("The square is taken."))
        if chips.bit_count() == CHIPS:
            return Text(_NONE_LEFT[colour])
        touched = chips & NEIGHBOURS[square]
        if touched:
            return Text(_TOUCHES[colour], {"square": NAMES[positions(touched)[0]]})
        return Text(gettext_noop("A chip must touch a chip on the board."))

    def format_move(self, move: Move) -> str:
        return _TEXTS[move]

    def parse_move(self, text: str) -> Move:
        try:
            return _MOVES[text]
        except (KeyError, TypeError):
            raise NotationError(
                gettext_noop("“{text}” is not a move: write a colour and a square, like Rd4."),
                text=str(text),
            ) from None

    def colours(self, state: Position) -> tuple[tuple[str, ...], ...]:
        return tuple((COLOURS[colour],) for colour in self.owned)

    def view(self, state: Position) -> dict[str, Json]:
        """`chips` square → colour, `supply` colour → chips left, `line` squares of the winner."""
        supply = {}
        chips = {}
        for colour, name in enumerate(COLOURS):
            squares = names(state.chips >> 64 * colour & FULL)
            supply[name] = CHIPS - len(squares)
            chips.update(dict.fromkeys(squares, name))
        line = 0
        for squares_of_line in state.lines:
            line |= squares_of_line
        return {"chips": chips, "supply": supply, "line": names(line), "left": list(state.left)}

    def max_plies(self) -> int:
        return 5 * CHIPS


GAME = Speckles
