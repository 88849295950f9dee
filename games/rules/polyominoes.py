"""Polyominoes on a board of 20 × 20: the 21 pieces, and where they fit, by operations on ints.

**Pieces.** The free polyominoes of one to five squares, each laid one way into one stencil of nine
squares; `@` is the square by which every piece is held:

      a b c
    d @ e f g
      h

All 21 fit into it around `@`, and into nothing smaller. Where a piece fits in several ways, the one
is chosen by which the pieces grow, square by square, out of few smaller ones. The other
orientations are not listed: they are the same drawings seen from the other sides of the board.

**Sides.** A board is seen from eight sides, 0 to 7: the low two bits of the number count quarter
turns, bit 2 tells that columns and rows were exchanged before. Squares are (column, row), both
from the bottom left; side 0 sees the board as everybody does.

**Sets of squares** are ints of 8 · 441 bits: the board eight times, once from each side. So a
piece needs to be tried in one orientation only; the others are the same piece on the other seven
boards, at the cost of one operation. A board has 20 columns of 21 bits, bit 21 · column + row; the
21st bit of each column and the 21st column are in no set, so nothing connected reaches round an
edge. The lowest 441 bits are the board from side 0.

**Moves** are 3528 · piece + the bit of its square `@` on that board where the piece lies as drawn.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from operator import itemgetter
from typing import NamedTuple

Cell = tuple[int, int]
"""Column and row."""

SIDES = range(8)

HELD: Cell = (0, 0)
STENCIL: dict[str, Cell] = {
    "a": (0, 1),
    "b": (1, 1),
    "c": (2, 1),
    "d": (-1, 0),
    "e": (1, 0),
    "f": (2, 0),
    "g": (3, 0),
    "h": (0, -1),
}

DRAWINGS = {
    "I1": "",
    "I2": "e",
    "I3": "ef",
    "V3": "eh",
    "I4": "efd",
    "L4": "efc",
    "O4": "abe",
    "T4": "eha",
    "Z4": "ehb",
    "F5": "ehbd",
    "I5": "efdg",
    "L5": "efdc",
    "N5": "abcd",
    "P5": "abef",
    "T5": "ehaf",
    "U5": "efca",
    "V5": "abch",
    "W5": "ehbc",
    "X5": "ehad",
    "Y5": "efdb",
    "Z5": "efch",
}
"""Name: squares besides `@`, in the order in which they are added."""


def seen(cell: Cell, side: int, last: int = 0) -> Cell:
    """Where the square `cell` of a board with columns and rows 0 to `last` is seen from `side`."""
    column, row = cell
    if side & 4:
        column, row = row, column
    for _ in range(side & 3):
        column, row = row, last - column
    return column, row


def laid(cell: Cell, side: int) -> Cell:
    """Where the square `cell` of a drawing lies, from `@`, if it was drawn as seen from `side`."""
    column, row = cell
    for _ in range(side & 3):
        column, row = -row, column
    return (row, column) if side & 4 else (column, row)


class Piece(NamedTuple):
    """A free polyomino.

    `number` is its place among the 21, `cells` its drawing with `@` first. `turns` has one tuple
    of squares, in the order of `cells`, for every different orientation, and `sides` the side
    from which the drawing is seen so: 1, 2, 4 or 8 of them.
    """

    number: int
    name: str
    cells: tuple[Cell, ...]
    sides: tuple[int, ...]
    turns: tuple[tuple[Cell, ...], ...]


def normal(cells: Iterable[Cell]) -> tuple[Cell, ...]:
    """The same squares in order of column, then row, moved to least column and row 0."""
    cells = tuple(cells)
    left = min(column for column, _ in cells)
    low = min(row for _, row in cells)
    return tuple(sorted((column - left, row - low) for column, row in cells))


def _piece(number: int, name: str) -> Piece:
    cells = (HELD, *(STENCIL[letter] for letter in DRAWINGS[name]))
    turns: dict[tuple[Cell, ...], tuple[int, tuple[Cell, ...]]] = {}
    for side in SIDES:
        turned = tuple(laid(cell, side) for cell in cells)
        turns.setdefault(normal(turned), (side, turned))
    sides, laids = zip(*turns.values(), strict=True)
    return Piece(number, name, cells, sides, laids)


PIECES = tuple(_piece(number, name) for number, name in enumerate(DRAWINGS))
BY_NAME = {piece.name: piece for piece in PIECES}


# --- the board ----------------------------------------------------------------------------------

SIZE = 20
STRIDE = SIZE + 1
BOARD_BITS = STRIDE * STRIDE
BITS = len(SIDES) * BOARD_BITS
LOWEST = (1 << BOARD_BITS) - 1
"""The lowest of the eight boards."""

NAMES = tuple(
    f"{chr(97 + bit // STRIDE)}{bit % STRIDE + 1}" if max(divmod(bit, STRIDE)) < SIZE else ""
    for bit in range(BOARD_BITS)
)
"""Bit of the lowest board → name of the square; empty for the bits that are no squares."""
NUMBERS = {name: bit for bit, name in enumerate(NAMES) if name}

_SEEN = tuple(
    tuple(
        side * BOARD_BITS + column * STRIDE + row
        for side in SIDES
        for column, row in [seen(divmod(bit, STRIDE), side, SIZE - 1)]
    )
    if NAMES[bit]
    else ()
    for bit in range(BOARD_BITS)
)
"""Square of the lowest board → its bits on all eight."""

_SQUARE = {bit: square for square, bits in enumerate(_SEEN) for bit in bits}
"""Bit on any board → bit of the same square on the lowest."""

_EIGHT = {bit: mask for bits in _SEEN for mask in [sum(1 << bit for bit in bits)] for bit in bits}
"""Bit on any board → the set of its square."""

EVERYWHERE = sum(_EIGHT[square] for square in NUMBERS.values())
"""The set of all squares."""

ALL_PIECES = (1 << len(PIECES)) - 1
POWERS = tuple(1 << bit for bit in range(BITS))

_STEPS = tuple(tuple(column * STRIDE + row for column, row in piece.cells) for piece in PIECES)
"""Per piece: the bits from `@` to each of its squares, on the board where it lies as drawn."""


def _shapes() -> dict[tuple[int, ...], tuple[int, int, int]]:
    shapes = {}
    for piece in PIECES:
        for side, turn in zip(piece.sides, piece.turns, strict=True):
            steps = sorted(column * STRIDE + row for column, row in turn)
            first = tuple(step - steps[0] for step in steps)
            shapes[first] = piece.number, side, steps.index(0)
    return shapes


_SHAPES = _shapes()
"""Bits from the first square to each, on the lowest board → piece, side, which one is `@`."""


def move_of(squares: Sequence[int]) -> int:
    """The move that covers these squares (bits of the lowest board, ascending).

    Raises `KeyError` if they are no piece, or not in order.
    """
    piece, side, held = _SHAPES[tuple([square - squares[0] for square in squares])]
    return piece * BITS + _SEEN[squares[held]][side]


def squares_of(move: int) -> list[int]:
    """The squares that `move` covers, as bits of the lowest board, ascending."""
    piece, bit = divmod(move, BITS)
    return sorted([_SQUARE[bit + step] for step in _STEPS[piece]])


def square_of(move: int, cell: int) -> int:
    """The square that `move` covers with square number `cell` of `Piece.cells`, as such a bit."""
    piece, bit = divmod(move, BITS)
    return _SQUARE[bit + _STEPS[piece][cell]]


def covered(move: int) -> int:
    """The squares that `move` covers, as a set."""
    piece, bit = divmod(move, BITS)
    mask = 0
    for step in _STEPS[piece]:
        mask |= _EIGHT[bit + step]
    return mask


def set_of(board: int) -> int:
    """The set that looks like `board` on the lowest board."""
    return sum(_EIGHT[square] for square in NUMBERS.values() if board >> square & 1)


_SIZES = tuple(
    (size, sum(1 << piece.number for piece in PIECES if len(piece.cells) == size))
    for size in range(1, 6)
)


def count_squares(hand: int) -> int:
    """The number of squares of the pieces in `hand`."""
    return sum(size * (hand & pieces).bit_count() for size, pieces in _SIZES)


# --- where pieces fit -------------------------------------------------------------------------

_1, _2, _4 = ((1 << sides * BOARD_BITS) - 1 for sides in (1, 2, 4))
_HALF_TURN = _2 | _2 << 4 * BOARD_BITS
# the boards on which a piece that looks the same from several sides is counted

_SETS = [1 << piece.number for piece in PIECES]
_I1, _I2, _I3, _V3, _I4, _L4, _O4, _T4, _Z4 = _SETS[:9]
_F5, _I5, _L5, _N5, _P5, _T5, _U5, _V5, _W5, _X5, _Y5, _Z5 = _SETS[9:]
_LONG = _I4 | _I5 | _L5 | _Y5
_ANGLE = _L4 | _U5 | _Z5
_TEE = _T4 | _T5 | _X5
_ZIG = _Z4 | _F5 | _W5
_BEND = _V3 | _TEE | _ZIG
_BOX = _O4 | _P5
_HOOK = _N5 | _V5
_STEP = _BOX | _HOOK
# pieces with a common beginning


def fits(free: int, touch: int, hand: int) -> Iterator[tuple[int, int]]:
    """For each piece in `hand` its index and the set of its moves, as bits of their `@`.

    `free` is where squares may be put, `touch` the part of it of which a piece must cover at least
    one; `hand` is a set of pieces, bit = `Piece.number`.

    A piece grows by one square at a time out of a smaller one: it fits where the smaller one fits
    and the new square is free, and it touches where the smaller one touches or the new square
    does. Written out, and lazy, because this is where the time goes: `f` and `t` are fitting and
    touching, the letters are those of the stencil.
    """
    if hand & _I1:
        yield 0, touch & _1
    fe, te = free >> 21, touch >> 21
    f_e, t_e = free & fe, touch | te
    if hand & _I2:
        yield 1, f_e & t_e & _2
    ff, tf = free >> 42, touch >> 42
    f_ef, t_ef = f_e & ff, t_e | tf
    if hand & _I3:
        yield 2, f_ef & t_ef & _2
    fd, td = free << 21, touch << 21
    fc, tc = free >> 43, touch >> 43
    fb, tb = free >> 22, touch >> 22
    if hand & _LONG:
        f, t = f_ef & fd, t_ef | td
        if hand & _I4:
            yield 4, f & t & _2
        if hand & _I5:
            yield 10, f & free >> 63 & (t | touch >> 63) & _2
        if hand & _L5:
            yield 11, f & fc & (t | tc)
        if hand & _Y5:
            yield 19, f & fb & (t | tb)
    fa, ta = free >> 1, touch >> 1
    fh, th = free << 1, touch << 1
    if hand & _ANGLE:
        f, t = f_ef & fc, t_ef | tc
        if hand & _L4:
            yield 5, f & t
        if hand & _U5:
            yield 15, f & fa & (t | ta) & _4
        if hand & _Z5:
            yield 20, f & fh & (t | th) & _HALF_TURN
    if hand & _BEND:
        f_eh, t_eh = f_e & fh, t_e | th
        if hand & _V3:
            yield 3, f_eh & t_eh & _4
        if hand & _TEE:
            f, t = f_eh & fa, t_eh | ta
            if hand & _T4:
                yield 7, f & t & _4
            if hand & _T5:
                yield 14, f & ff & (t | tf) & _4
            if hand & _X5:
                yield 18, f & fd & (t | td) & _1
        if hand & _ZIG:
            f, t = f_eh & fb, t_eh | tb
            if hand & _Z4:
                yield 8, f & t & _HALF_TURN
            if hand & _F5:
                yield 9, f & fd & (t | td)
            if hand & _W5:
                yield 17, f & fc & (t | tc) & _4
    if hand & _STEP:
        f_ab, t_ab = fa & fb & free, ta | tb | touch
        if hand & _BOX:
            f, t = f_ab & fe, t_ab | te
            if hand & _O4:
                yield 6, f & t & _1
            if hand & _P5:
                yield 13, f & ff & (t | tf)
        if hand & _HOOK:
            f, t = f_ab & fc, t_ab | tc
            if hand & _V5:
                yield 16, f & fh & (t | th) & _4
            if hand & _N5:
                yield 12, f & fd & (t | td)


def has_move(free: int, touch: int, hand: int) -> bool:
    """Whether any piece in `hand` fits, as in `fits`; stops at the first that does."""
    if not touch or hand & _I1:
        return touch != 0
    return any(map(itemgetter(1), fits(free, touch, hand)))
