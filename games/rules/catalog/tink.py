"""Tink: small, medium and large pyramids; two neighbours make way for one of another size.

The board is one int: 192 bits for each seat, 64 each for its small, medium and large pyramids
(see `games.rules.bits`). A move is the square of a small, or packs size, both squares and target.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from games.rules.bits import (
    FULL,
    LINES_THROUGH,
    NAMES,
    NEIGHBOURS,
    SQUARES,
    around,
    full_lines,
    mask_of,
    names,
    positions,
)
from games.rules.core import (
    OVER,
    Game,
    Json,
    Move,
    NotationError,
    Outcome,
    check_can_leave,
    drawn,
    next_staying,
    won,
)
from games.rules.text import Text, gettext_noop

SMALL, MEDIUM, LARGE = range(3)
SIZES = "SML"
SET = (5, 4, 1)
"""Pyramids of each seat: "each 5 S, 4 M, 1 L of its colour"."""

MAX_PLIES = 400
MIDDLE = mask_of("c3 d3 e3 f3 c4 d4 e4 f4 c5 d5 e5 f5 c6 d6 e6 f6")
"""The squares for the first move: "one of the 16 squares c3-f6"."""

_PIECE = tuple(1 << square | 1 << square + 64 | 1 << square + 128 for square in range(64))
_WITHIN_TWO = tuple(around(around(1 << square)) for square in range(64))
_NONE_LEFT = (
    gettext_noop("You have no small pyramid left."),
    gettext_noop("You have no medium pyramid left."),
    gettext_noop("You have no large pyramid left."),
)


class Position(NamedTuple):
    """A position: `board` as above, `taken` its squares, `ply` the number of moves so far.

    `history` has 4 · board + to_move of every position that somebody had to move in, this one
    included: a seat's first pyramid can never be undone, but every later position may come again.
    `reason` and `winner` (-1: nobody) tell how the game ended.
    """

    to_move: int
    board: int
    taken: int
    ply: int
    history: tuple[int, ...]
    winner: int = -1
    reason: str = ""
    left: tuple[int, ...] = ()


class Tink(Game[Position]):
    key = "tink"
    order = 3
    name = gettext_noop("Tink")
    summary = gettext_noop(
        "Place small pyramids, swap two for one of another size, and line up four of a size."
    )
    credit = gettext_noop("Chris Goodwin; Looney pyramids")
    players = (2, 3, 4)
    state_type = Position

    def initial(self, seed: int = 0) -> Position:
        return Position(0, 0, 0, 0, (0,))

    # --- moves --------------------------------------------------------------------------

    def pieces(self, board: int, seat: int) -> tuple[int, int, int]:
        """The squares with small, medium and large pyramids of `seat`."""
        own = board >> 192 * seat
        return own & FULL, own >> 64 & FULL, own >> 128 & FULL

    def stash(self, board: int, seat: int) -> tuple[int, int, int]:
        """How many small, medium and large pyramids of `seat` are not on the board."""
        small, medium, large = self.pieces(board, seat)
        return 5 - small.bit_count(), 4 - medium.bit_count(), 1 - large.bit_count()

    def _moves(self, state: Position) -> tuple[int, list[tuple[int, int]]]:
        """The squares for a small ("if the stash has one"), and the swaps."""
        board, taken = state.board, state.taken
        if not taken:
            return MIDDLE, []
        used_up = (board >> 192 * state.to_move & FULL).bit_count() == SET[SMALL]
        return 0 if used_up else FULL & ~taken, self._swaps(board, taken, state.to_move)

    def _swaps(self, board: int, taken: int, seat: int) -> list[tuple[int, int]]:
        """For each size and pair: the move without its target, and the set of targets.

        "{S,S} or {L,S} → M; {M,M} or {L,M} → L or S. The piece must be in the stash after the
        removal (so {L,M} → L moves the large). t is empty before the swap."
        """
        small, medium, large = self.pieces(board, seat)
        free = ~taken
        found = []
        if medium.bit_count() < SET[MEDIUM]:
            for a, b, targets in _pairs(small | large, free):
                found.append((pack(MEDIUM, a, b), targets))
        if medium:
            to_small = small.bit_count() < SET[SMALL]
            for a, b, targets in _pairs(medium | large, free):
                if not large or large >> a & 1 or large >> b & 1:
                    found.append((pack(LARGE, a, b), targets))
                if to_small:
                    found.append((pack(SMALL, a, b), targets))
        return found

    def legal(self, state: Position) -> Sequence[Move]:
        if state.to_move < 0:
            return []
        places, swaps = self._moves(state)
        moves = positions(places)
        for move, targets in swaps:
            moves += [move | target for target in positions(targets)]
        return moves

    def count_legal(self, state: Position) -> int:
        if state.to_move < 0:
            return 0
        places, swaps = self._moves(state)
        return places.bit_count() + sum(targets.bit_count() for _, targets in swaps)

    def random_move(self, state: Position, rng: Random) -> Move:
        places, swaps = self._moves(state)
        number = total = places.bit_count()
        for _, targets in swaps:
            total += targets.bit_count()
        number = rng.randrange(total) - number
        if number < 0:  # trying beats counting: at least 16 of 64 squares will do
            square = rng.getrandbits(6)
            while not places >> square & 1:
                square = rng.getrandbits(6)
            return square
        for move, targets in swaps:
            if number < targets.bit_count():
                return move | positions(targets)[number]
            number -= targets.bit_count()
        raise AssertionError("fewer moves than counted")

    # --- the course of the game ---------------------------------------------------------

    def apply(self, state: Position, move: Move) -> Position:
        """The position after a legal move.

        "Four or more own pieces in line, all in {S,L} or all in {M,L}: the mover wins."
        """
        seat, board, taken, ply, history, _, _, left = state
        base = 192 * seat
        if move < 64:
            size, target = SMALL, move
        else:
            size, a, b, target = unpack(move)
            board &= ~((_PIECE[a] | _PIECE[b]) << base)
            taken &= ~(1 << a | 1 << b)
        board |= 1 << base + 64 * size + target
        taken |= 1 << target
        own = board >> base
        if (size != MEDIUM and _four((own | own >> 128) & FULL, target)) or (
            size != SMALL and _four((own >> 64 | own >> 128) & FULL, target)
        ):
            return Position(OVER, board, taken, ply + 1, history, seat, "line", left)
        return self._next(seat, board, taken, ply + 1, history, left)

    def _next(
        self,
        seat: int,
        board: int,
        taken: int,
        ply: int,
        history: tuple[int, ...],
        left: tuple[int, ...],
    ) -> Position:
        """The position when the turn passes on from `seat`.

        "A player without a legal move loses at once: two seats: the other wins; more: out (placed
        behind all that stay), pieces stay, play goes on, the last one left wins." "Draw on the
        third occurrence of the same board with the same player to move; 400 plies = draw".
        """
        seat = next_staying(seat, self.seats, left) if left else (seat + 1) % self.seats
        # the first move is always possible, and so is placing while a small is in the stash
        while (board >> 192 * seat & FULL).bit_count() == SET[SMALL] and not self._swaps(
            board, taken, seat
        ):
            left = (*left, seat)
            seat = next_staying(seat, self.seats, left)
            if len(left) == self.seats - 1:
                return Position(OVER, board, taken, ply, history, seat, "stuck", left)
        key = board << 2 | seat
        times = history.count(key)
        history = (*history, key)
        if times >= 2:
            return Position(OVER, board, taken, ply, history, -1, "repetition", left)
        if ply >= MAX_PLIES:
            return Position(OVER, board, taken, ply, history, -1, "length", left)
        return Position(seat, board, taken, ply, history, -1, "", left)

    def outcome(self, state: Position) -> Outcome | None:
        if state.to_move != OVER:
            return None
        if state.winner < 0:
            return Outcome(drawn(self.seats, state.left), state.reason)
        return Outcome(won(state.winner, self.seats, state.left), state.reason)

    def retire(self, state: Position, seat: int) -> Position:
        check_can_leave(state, seat, self.seats, state.left)
        left = (*state.left, seat)
        if len(left) == self.seats - 1:
            winner = next(seat for seat in self.seats_range if seat not in left)
            return state._replace(to_move=OVER, winner=winner, reason="last_left", left=left)
        if seat != state.to_move:
            return state._replace(left=left)
        return self._next(seat, state.board, state.taken, state.ply, state.history, left)

    def refusal(self, state: Position, move: Move) -> Text | None:
        size, a, b, target = unpack(move)
        if state.taken >> target & 1:
            return Text(gettext_noop("The square is taken."))
        stash = list(self.stash(state.board, state.to_move))
        if move < 64:
            if not state.taken and not MIDDLE >> target & 1:
                return Text(gettext_noop("The first small goes on one of the 16 middle squares."))
            return None if stash[SMALL] else Text(_NONE_LEFT[SMALL])
        pieces = self.pieces(state.board, state.to_move)
        sizes = []
        for square in (a, b):
            here = [kind for kind in range(3) if pieces[kind] >> square & 1]
            if not here:
                return Text(
                    gettext_noop("You have no pyramid on {square}."), {"square": NAMES[square]}
                )
            sizes += here
            stash[here[0]] += 1
        shared = NEIGHBOURS[a] & NEIGHBOURS[b] & ~state.taken
        if not shared:
            return Text(gettext_noop("These two share no empty square."))
        if not shared >> target & 1:
            return Text(gettext_noop("These two do not share {square}."), {"square": NAMES[target]})
        if SMALL in sizes and MEDIUM in sizes:
            return Text(gettext_noop("A small and a medium cannot be swapped."))
        if SMALL in sizes and size != MEDIUM:
            return Text(gettext_noop("These two can only become a medium."))
        if MEDIUM in sizes and size == MEDIUM:
            return Text(gettext_noop("These two can only become a large or a small."))
        return None if stash[size] else Text(_NONE_LEFT[size])

    # --- outside ------------------------------------------------------------------------

    def format_move(self, move: Move) -> str:
        if move < 64:
            return NAMES[move]
        size, a, b, target = unpack(move)
        return f"{NAMES[a]}+{NAMES[b]}>{SIZES[size]}{NAMES[target]}"

    def parse_move(self, text: str) -> Move:
        """Inverse of `format_move`: "The two squares are written in order of column, then row"."""
        try:
            if len(text) == 2:
                return SQUARES[text]
            a, b, target = SQUARES[text[:2]], SQUARES[text[3:5]], SQUARES[text[7:]]
            move = pack(SIZES.index(text[6]), a, b) | target
        except (KeyError, ValueError, IndexError, TypeError):
            move = -1
        if move < 0 or a == b or self.format_move(move) != text:
            raise NotationError(
                gettext_noop("“{text}” is not a move: write a square, or a swap like c4+e4>Md5."),
                text=str(text),
            )
        return move

    def dump(self, state: Position) -> str:
        """JSON, with the history as the bits that change from one position to the next."""
        steps = [
            positions(after ^ before)
            for before, after in zip((0, *state.history), state.history, strict=False)
        ]
        return json.dumps(state._replace(history=steps), separators=(",", ":"))  # type: ignore[arg-type]

    def load(self, text: str) -> Position:
        to_move, board, taken, ply, steps, winner, reason, left = json.loads(text)
        history, key = [], 0
        for step in steps:
            for bit in step:
                key ^= 1 << bit
            history.append(key)
        return Position(to_move, board, taken, ply, tuple(history), winner, reason, tuple(left))

    def lines(self, state: Position) -> list[int]:
        """The lines of four of the winner, each as the set of its squares."""
        if state.reason != "line":
            return []
        small, medium, large = self.pieces(state.board, state.winner)
        return full_lines(small | large) + full_lines(medium | large)

    def view(self, state: Position) -> dict[str, Json]:
        """`pieces` square → [seat, size], `stash` per seat, `line` squares of the winner."""
        pieces = {}
        for seat in self.seats_range:
            for size, mask in zip(SIZES, self.pieces(state.board, seat), strict=True):
                pieces.update({name: [seat, size] for name in names(mask)})
        line = 0
        for squares in self.lines(state):
            line |= squares
        return {
            "pieces": pieces,
            "stash": [
                dict(zip(SIZES, self.stash(state.board, seat), strict=True))
                for seat in self.seats_range
            ],
            "line": names(line),
            "left": list(state.left),
        }

    def max_plies(self) -> int:
        return MAX_PLIES


def pack(size: int, a: int, b: int) -> Move:
    """A swap without its target; `a` and `b` in any order."""
    if (b % 8, b) < (a % 8, a):
        a, b = b, a
    return size + 1 << 18 | a << 12 | b << 6


def unpack(move: Move) -> tuple[int, int, int, int]:
    """Size, the two squares (meaningless for a placed small) and the target."""
    return (move >> 18) - 1, move >> 12 & 63, move >> 6 & 63, move & 63


def _pairs(own: int, free: int) -> list[tuple[int, int, int]]:
    """Pairs of squares of `own`, each with the empty squares that are next to both."""
    found = []
    while own:
        a = own.bit_length() - 1
        own ^= 1 << a
        others = own & _WITHIN_TWO[a]
        while others:
            b = others.bit_length() - 1
            others ^= 1 << b
            targets = NEIGHBOURS[a] & NEIGHBOURS[b] & free
            if targets:
                found.append((a, b, targets))
    return found


def _four(own: int, square: int) -> bool:
    """Whether four of `own` are in line through `square`."""
    if own.bit_count() < 4:
        return False
    for step, starts in LINES_THROUGH[square]:
        if starts & own & own >> step & own >> 2 * step & own >> 3 * step:
            return True
    return False


GAME = Tink
