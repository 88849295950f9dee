"""Sets of squares as ints: bit 8·row + column of the 8×8 board, `a1` is bit 0, `h8` bit 63."""

from __future__ import annotations

from itertools import compress

FULL = (1 << 64) - 1
"""All squares."""

NOT_A = 0xFEFEFEFEFEFEFEFE
NOT_H = 0x7F7F7F7F7F7F7F7F

_FLAGS = bytes.maketrans(b"01", b"\0\1")


def positions(mask: int) -> list[int]:
    """The numbers of the bits set in `mask`, ascending; works for masks of any length.

    >>> positions(0b10110)
    [1, 2, 4]
    """
    flags = bin(mask)[:1:-1].encode().translate(_FLAGS)
    return list(compress(range(len(flags)), flags))


def around(mask: int) -> int:
    """The squares next to a square of `mask` (8 directions), or in it, without wrapping round.

    >>> positions(around(1))
    [0, 1, 8, 9]
    """
    mask |= (mask << 1 & NOT_A) | (mask >> 1 & NOT_H)
    return (mask | mask << 8 | mask >> 8) & FULL


def _windows(length: int) -> dict[int, int]:
    """For each step of a line the set of squares from which `length` squares fit on the board."""
    starts = dict.fromkeys((1, 8, 9, 7), 0)
    for step, (columns, rows) in zip(starts, ((1, 0), (0, 1), (1, 1), (-1, 1)), strict=True):
        for square in range(64):
            column = square % 8 + columns * (length - 1)
            row = square // 8 + rows * (length - 1)
            if 0 <= column < 8 and row < 8:
                starts[step] |= 1 << square
    return starts


NEIGHBOURS = tuple(around(1 << square) & ~(1 << square) for square in range(64))
"""The 3, 5 or 8 squares next to each square."""

LINES_OF_FOUR = _windows(4)
"""Step (right 1, up 8, up right 9, up left 7) → the first squares of all lines of four."""

LINES_THROUGH = tuple(
    tuple(
        (step, sum(1 << s for s in range(square, -1, -step)[:4] if starts >> s & 1))
        for step, starts in LINES_OF_FOUR.items()
    )
    for square in range(64)
)
"""For each square the same, but only the lines that contain the square."""


def full_lines(mask: int) -> list[int]:
    """All lines of four that lie in `mask`, each as the set of its squares.

    >>> [names(line) for line in full_lines(mask_of("a1 b2 c3 d4 e4"))]
    [['a1', 'b2', 'c3', 'd4']]
    """
    found = []
    for step, starts in LINES_OF_FOUR.items():
        firsts = starts & mask & mask >> step & mask >> 2 * step & mask >> 3 * step
        window = 1 | 1 << step | 1 << 2 * step | 1 << 3 * step
        found += [window << first for first in positions(firsts)]
    return found


NAMES = tuple(f"{'abcdefgh'[square % 8]}{square // 8 + 1}" for square in range(64))
"""Names of the squares: `a1`, `b1`, … `h8`."""

SQUARES = {name: square for square, name in enumerate(NAMES)}
"""Numbers of the squares by name."""


def names(mask: int) -> list[str]:
    """The names of the squares in `mask`, `a1` first."""
    return [NAMES[square] for square in positions(mask)]


def mask_of(text: str) -> int:
    """The set of the squares named in `text`, parted by spaces.

    >>> mask_of("a1 b1")
    3
    """
    mask = 0
    for name in text.split():
        mask |= 1 << SQUARES[name]
    return mask
