"""Blokus: polyominoes that touch their own colour by corners and never by edges.

Sets of squares and moves are ints as described in `games.rules.polyominoes`, which also knows
where pieces fit. Here is the rest: whose turn it is, who is blocked, and what it is worth.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from random import Random
from typing import NamedTuple

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
    next_staying,
    ranked,
    settled,
    won,
)
from games.rules.polyominoes import (
    ALL_PIECES,
    BITS,
    EVERYWHERE,
    LOWEST,
    NAMES,
    NUMBERS,
    PIECES,
    POWERS,
    SIZE,
    STRIDE,
    count_squares,
    covered,
    fits,
    has_move,
    move_of,
    set_of,
    squares_of,
)
from games.rules.text import Text, gettext_noop

COLOURS = (BLUE, YELLOW, RED, GREEN)
"""In the order in which they play."""

_HOME = tuple(set_of(1 << NUMBERS[name]) for name in ("a20", "t20", "t1", "a1"))
"""Option `fixed`: "blue a20, yellow t20, red t1, green a1"."""
_CORNERS = _HOME[0] | _HOME[1] | _HOME[2] | _HOME[3]

_USED = (
    gettext_noop("Blue has already used this piece."),
    gettext_noop("Yellow has already used this piece."),
    gettext_noop("Red has already used this piece."),
    gettext_noop("Green has already used this piece."),
)
_FIRST = (
    gettext_noop("The first blue piece covers {corner}."),
    gettext_noop("The first yellow piece covers {corner}."),
    gettext_noop("The first red piece covers {corner}."),
    gettext_noop("The first green piece covers {corner}."),
)


class Position(NamedTuple):
    """A position.

    `colour` is the one to move (0 to 3, index of `COLOURS`) and `to_move` the seat that moves it.
    Per colour: `own`, the squares it covers; `hands`, the set of pieces it still has, bit =
    `Piece.number`. `blocked` and `singles` are sets of colours: those that will not move again, and
    those whose last piece was the single square. `left` are the seats that left, first leaver
    first. `free` and `touch` follow from the rest: where the colour to move may put a square, and
    by which of these squares a piece joins. All sets of squares show all eight boards.
    """

    to_move: int
    colour: int
    own: tuple[int, ...]
    hands: tuple[int, ...]
    blocked: int
    singles: int
    left: tuple[int, ...]
    free: int
    touch: int


# --- the game ---------------------------------------------------------------------------------


class Blokus(Game[Position]):
    key = "blokus"
    order = 2
    name = gettext_noop("Blokus")
    summary = gettext_noop(
        "Put your pieces on the board so that each touches your own colour at a corner and "
        "nowhere along an edge. Whoever has fewest squares left wins."
    )
    credit = "Bernard Tavitian, 2000"
    players = (2, 3, 4)
    options = (Option("corners", gettext_noop("First pieces"), ("free", "fixed"), "free"),)
    state_type = Position

    def initial(self, seed: int = 0) -> Position:
        hands = (ALL_PIECES,) * 4
        return self._turn(0, (0,) * 4, hands, 0, 0, ())

    def _turn(
        self,
        colour: int,
        own: tuple[int, ...],
        hands: tuple[int, ...],
        blocked: int,
        singles: int,
        left: tuple[int, ...],
    ) -> Position:
        """The position with `colour` to move, or the first colour after it that can.

        "a colour without a move stays blocked for ever and is skipped. The game ends when all four
        colours are blocked or finished." "When one seat is left it wins at once".
        """
        if len(left) < self.seats - 1:
            taken = own[0] | own[1] | own[2] | own[3]
            for _ in COLOURS:
                if not blocked >> colour & 1:
                    free, touch = self.reach(colour, own[colour], taken)
                    if has_move(free, touch, hands[colour]):
                        seat = self._seat(colour, hands, left)
                        return Position(
                            seat, colour, own, hands, blocked, singles, left, free, touch
                        )
                    blocked |= 1 << colour
                colour = (colour + 1) & 3
        return Position(OVER, colour, own, hands, blocked, singles, left, 0, 0)

    def reach(self, colour: int, own: int, taken: int) -> tuple[int, int]:
        """`free` and `touch` of a colour.

        "at least one corner-to-corner contact with the own colour, no edge contact with it […], no
        overlap"; "The first piece of a colour covers a corner square": "any corner not yet
        covered", or with fixed corners the colour's own.
        """
        if not own:
            free = taken ^ EVERYWHERE
            return free, free & (_HOME[colour] if self.values["corners"] == "fixed" else _CORNERS)
        above_below = own << 1 | own >> 1
        beside = own << STRIDE | own >> STRIDE
        free = (taken | above_below | beside) & EVERYWHERE ^ EVERYWHERE
        return free, free & (above_below << STRIDE | above_below >> STRIDE)

    def _seat(self, colour: int, hands: tuple[int, ...], left: tuple[int, ...]) -> int:
        """The seat that plays the next piece of `colour`.

        Three seats: "green is played by the seats in turn (the seat is *number of green pieces on
        the board* mod 3)". If that seat has left, "its turns are skipped": the next seat clockwise
        that stayed plays the piece (this site's decision; the count goes on undisturbed).
        """
        if self.seats == 4:
            return colour
        if self.seats == 2:
            return colour & 1
        if colour < 3:
            return colour
        seat = (len(PIECES) - hands[3].bit_count()) % 3
        return next_staying(seat, 3, left) if seat in left else seat

    def own_colours(self, seat: int) -> tuple[int, ...]:
        """The colours whose scores are the seat's: "Two: seat 0 blue + red, […] scores added"."""
        return (seat, seat + 2) if self.seats == 2 else (seat,)

    def legal(self, state: Position) -> Sequence[Move]:
        moves = []
        for piece, bits in fits(state.free, state.touch, state.hands[state.colour]):
            first = piece * BITS
            rest = bits
            while rest:
                bit = rest.bit_length() - 1
                moves.append(first + bit)
                rest ^= POWERS[bit]
        return moves

    def count_legal(self, state: Position) -> int:
        found = fits(state.free, state.touch, state.hands[state.colour])
        return sum([bits.bit_count() for _, bits in found])

    def random_move(self, state: Position, rng: Random) -> Move:
        found = [
            (bits.bit_count(), piece, bits)
            for piece, bits in fits(state.free, state.touch, state.hands[state.colour])
            if bits
        ]
        # one float instead of randrange: a fifth of the time, and its bias of 2**-53 never shows
        skip = int(rng.random() * sum([count for count, _, _ in found]))
        rank = 0
        while skip >= found[rank][0]:
            skip -= found[rank][0]
            rank += 1
        count, piece, bits = found[rank]
        first = piece * BITS
        while count > 8:  # halve what is left; for few it is faster to take them from the top
            half = bits.bit_length() >> 1
            high = bits >> half
            above = high.bit_count()
            if skip < above:
                bits, count, first = high, above, first + half
            else:
                bits, count, skip = bits & POWERS[half] - 1, count - above, skip - above
        for _ in range(skip):
            bits ^= POWERS[bits.bit_length() - 1]
        return first + bits.bit_length() - 1

    def apply(self, state: Position, move: Move) -> Position:
        _, colour, own, hands, blocked, singles, left, _, _ = state
        piece, here = move // BITS, 1 << colour
        after = list(own)
        after[colour] |= covered(move)
        held = list(hands)
        held[colour] ^= 1 << piece
        singles = singles & ~here if piece else singles | here
        return self._turn((colour + 1) & 3, tuple(after), tuple(held), blocked, singles, left)

    def refusal(self, state: Position, move: Move) -> Text | None:
        piece, colour = move // BITS, state.colour
        if not state.hands[colour] >> piece & 1:
            return Text(_USED[colour])
        cells = squares_of(move)
        free, touch = state.free & LOWEST, state.touch & LOWEST
        if all(free >> cell & 1 for cell in cells):
            if any(touch >> cell & 1 for cell in cells):
                return None
            if state.own[colour]:
                return Text(gettext_noop("It must touch a corner of your own colour."))
            if self.values["corners"] == "fixed":
                home = _HOME[colour] & LOWEST
                return Text(_FIRST[colour], {"corner": NAMES[home.bit_length() - 1]})
            return Text(gettext_noop("The first piece of a colour covers a corner of the board."))
        return next(self._closed(state, cell) for cell in cells if not free >> cell & 1)

    def _closed(self, state: Position, square: int) -> Text:
        """Why a square that is not free may not be covered; that it is taken goes first."""
        taken = (state.own[0] | state.own[1] | state.own[2] | state.own[3]) & LOWEST
        if taken >> square & 1:
            return Text(gettext_noop("{square} is taken."), {"square": NAMES[square]})
        message = gettext_noop("This touches your own side at {square}.")
        return Text(message, {"square": NAMES[square]})

    def closed(self, state: Position) -> dict[int, Text]:
        """Each square that no piece of the colour to move may cover, with the reason."""
        free = state.free & LOWEST
        return {
            square: self._closed(state, square)
            for square in NUMBERS.values()
            if not free >> square & 1
        }

    def outcome(self, state: Position) -> Outcome | None:
        if state.to_move != OVER:
            return None
        scores, left = self.scores(state), state.left
        if len(left) == self.seats - 1:
            winner = next(seat for seat in self.seats_range if seat not in left)
            return Outcome(won(winner, self.seats, left), "last_left", scores)
        return Outcome(ranked(scores, left), "score", scores)

    def score(self, state: Position, colour: int) -> int:
        """What a colour is worth now.

        "minus the squares left; with nothing left +15, and +5 more if the last piece was the
        single square".
        """
        if state.hands[colour]:
            return -count_squares(state.hands[colour])
        return 20 if state.singles >> colour & 1 else 15

    def scores(self, state: Position) -> tuple[int, ...]:
        return tuple(
            sum(self.score(state, colour) for colour in self.own_colours(seat))
            for seat in self.seats_range
        )

    def most(self, state: Position, colour: int) -> int:
        """No more than this can a colour come to be worth.

        Pieces are placed from corner to corner of the own colour, so only on squares that are
        joined, by edges or corners, to a square where one may begin; there is room only for pieces
        that fit into these, and only for so many squares. What is free now can only become less.
        """
        hand = state.hands[colour]
        now = self.score(state, colour)
        if not hand or state.blocked >> colour & 1:
            return now
        taken = state.own[0] | state.own[1] | state.own[2] | state.own[3]
        free, room = self.reach(colour, state.own[colour], taken)
        while True:
            beside = room | room << 1 | room >> 1
            wider = free & (beside | beside << STRIDE | beside >> STRIDE)
            if wider == room:
                break
            room = wider
        fitting = sum(1 << piece for piece, bits in fits(room, room, hand) if bits)
        squares = min(count_squares(fitting), (room & LOWEST).bit_count())
        if squares < count_squares(hand):
            return now + squares
        return 20 if hand & 1 else 15  # the single square, piece 0, may be the last

    def decided(self, state: Position) -> Outcome | None:
        """Decided once no seat can reach another: nobody's points ever become fewer."""
        if state.to_move == OVER:
            return None
        scores = self.scores(state)
        most = [
            sum(self.most(state, colour) for colour in self.own_colours(seat))
            for seat in self.seats_range
        ]
        places = settled(scores, most, state.left)
        return Outcome(places, "decided", scores) if places is not None else None

    def retire(self, state: Position, seat: int) -> Position:
        check_can_leave(state, seat, self.seats, state.left)
        blocked = state.blocked
        for colour in self.own_colours(seat):  # "a […] colour of a seat that left stays blocked"
            blocked |= 1 << colour
        left = (*state.left, seat)
        return self._turn(state.colour, state.own, state.hands, blocked, state.singles, left)

    def colours(self, state: Position) -> tuple[tuple[str, ...], ...]:
        """With three seats green belongs to the seat that plays its next piece."""
        owned = [[COLOURS[colour] for colour in self.own_colours(s)] for s in self.seats_range]
        if self.seats == 3 and state.to_move != OVER and not state.blocked >> 3 & 1:
            owned[self._seat(3, state.hands, state.left)].append(GREEN)
        return tuple(map(tuple, owned))

    def format_move(self, move: Move) -> str:
        return ",".join([NAMES[square] for square in squares_of(move)])

    def parse_move(self, text: str) -> Move:
        try:
            return move_of([NUMBERS[name] for name in text.split(",")])
        except KeyError:
            raise NotationError(
                gettext_noop("“{text}” does not name the squares of a piece in order."), text=text
            ) from None

    def view(self, state: Position) -> dict[str, Json]:
        """`board`: the rows from the top, a letter of its colour (b y r g) or `.` per square.

        `colour`: the colour to move, null when the game is over. Per colour: `hands`, the names of
        the pieces it still has, and `scores`. `blocked`: the colours that will not move again.
        """
        letters = {
            bit: COLOURS[colour][0]
            for colour, mask in enumerate(state.own)
            for bit in NUMBERS.values()
            if mask >> bit & 1
        }
        return {
            "board": [
                "".join(letters.get(column * STRIDE + row, ".") for column in range(SIZE))
                for row in reversed(range(SIZE))
            ],
            "colour": None if state.to_move == OVER else COLOURS[state.colour],
            "hands": {
                COLOURS[colour]: [piece.name for piece in PIECES if hand >> piece.number & 1]
                for colour, hand in enumerate(state.hands)
            },
            "scores": {name: self.score(state, colour) for colour, name in enumerate(COLOURS)},
            "blocked": [COLOURS[colour] for colour in range(4) if state.blocked >> colour & 1],
        }

    def max_plies(self) -> int:
        return len(COLOURS) * len(PIECES)

    def dump(self, state: Position) -> str:
        """The lowest boards suffice, in hexadecimal; the rest is found again by `load`."""
        own = [f"{mask & LOWEST:x}" for mask in state.own]
        return json.dumps([state.to_move, state.colour, own, *state[3:7]], separators=(",", ":"))

    def load(self, text: str) -> Position:
        to_move, colour, masks, hands, blocked, singles, left = json.loads(text)
        own = tuple(set_of(int(mask, 16)) for mask in masks)
        free = touch = 0
        if to_move != OVER:
            free, touch = self.reach(colour, own[colour], own[0] | own[1] | own[2] | own[3])
        return Position(
            to_move, colour, own, tuple(hands), blocked, singles, tuple(left), free, touch
        )


GAME = Blokus
