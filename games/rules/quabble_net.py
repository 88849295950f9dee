"""The boards of the Quabble family as nets of points, and sets of points as ints.

A point is a bit number. Points come in two kinds: those anybody may take (`light`: light squares
of Quabble, vertices of Conquare) and those that depend on the light points beside them (`dark`:
dark squares, spaces). Rows are padded, so that one shift looks at all neighbours in one direction
and nothing wraps round an edge: the bits that a shift may put on no point are masked away.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

BLACK, WHITE = 0, 1
COLOURS = ("black", "white")


class Place(NamedTuple):
    """Where a point is: a square (or space), or a vertex; column and row from the bottom left."""

    square: bool
    column: int
    row: int


class Net:
    """The points of one board, who is beside whom and what is connected with what.

    Tables are lists by point (bit number), with zeros or empty entries where no point is.
    """

    def __init__(
        self,
        places: Mapping[int, Place],
        dark: Iterable[int],
        steps: tuple[int, int, int, int],
        joins: tuple[int, int, int, int],
    ) -> None:
        """Make the tables.

        `steps` leads from a light point to the dark points beside it: two steps up, then two
        down, as positive numbers. `joins` are the steps between connected dark points.
        """
        self.places = dict(places)
        self.steps = steps
        length = max(self.places) + 1
        self.points = tuple(sorted(self.places))
        self.all = self.mask(self.points)
        self.dark = self.mask(dark)
        self.light = self.all & ~self.dark
        self.names = [""] * length
        self.near = [0] * length
        """For a dark point the light points beside it, for a light point the dark ones."""
        self.link = [0] * length
        """The points connected with the point if they hold stones of its colour."""
        self.total = [0] * length
        """T for a dark point: how many light points are beside it; 0 for a light point."""
        for point, (square, column, row) in self.places.items():
            self.names[point] = f"{chr(97 + column)}{row + 1}" if square else f"v{column},{row}"
            bit = 1 << point
            if bit & self.dark:
                up, up_too, down, down_too = steps
                beside = bit >> up | bit >> up_too | bit << down | bit << down_too
                self.near[point] = beside & self.light
                self.total[point] = self.near[point].bit_count()
                joined = (bit << joins[0]) | bit << joins[1] | bit >> joins[2] | bit >> joins[3]
                self.link[point] = self.near[point] | joined & self.dark
            else:
                self.near[point] = self.link[point] = self._toward(bit) & self.dark
        self.two = self.mask(p for p in self.points if self.total[p] == 2)
        """Dark points with T = 2."""
        self.four = self.mask(p for p in self.points if self.total[p] == 4)
        """Dark points with T = 4."""
        self.edges = (
            (self._row(lambda place: place.row), self._row(lambda place: -place.row)),
            (self._row(lambda place: place.column), self._row(lambda place: -place.column)),
        )
        """For each colour its two edges: bottom and top of Black, left and right of White."""

    @staticmethod
    def mask(points: Iterable[int]) -> int:
        """The set of these points."""
        return sum(1 << point for point in points)

    def _toward(self, stones: int) -> int:
        up, up_too, down, down_too = self.steps
        return stones << up | stones << up_too | stones >> down | stones >> down_too

    def _row(self, key: Callable[[Place], int]) -> int:
        """The squares and the vertices with the least `key`, each kind for itself."""
        least = {
            kind: min(key(place) for place in self.places.values() if place.square == kind)
            for kind in {place.square for place in self.places.values()}
        }
        return self.mask(p for p, place in self.places.items() if key(place) == least[place.square])

    def shares(self, stones: int) -> tuple[int, int]:
        """The dark points of whose adjacent light points `stones` hold half, and more than half.

        "control: 2·o > T", and 2·o ≥ T, that is "control" or "contest". The four directions are
        counted for all points at once.
        """
        up, up_too, down, down_too = self.steps
        stones &= self.light
        return self.tally(stones << up, stones << up_too, stones >> down, stones >> down_too)

    def tally(self, a: int, b: int, c: int, d: int) -> tuple[int, int]:
        """The dark points that are in half, and in more than half of the T sets that count.

        The sets stand for the four directions; a direction that leads off the board holds nothing.
        """
        odd, pair, odd_too, pair_too = a ^ b, a & b, c ^ d, c & d
        carry = odd & odd_too
        two = pair | pair_too | carry
        three = pair & (c | d) | pair_too & odd
        half = two | (odd | odd_too) & self.two
        most = three | two & ~self.four
        return half & self.dark, most & self.dark

    def spread(self, reached: int, new: int, stones: int) -> int:
        """`reached` and all of `stones` that are connected with the set `new`.

        `stones` include both; nothing but `new` may connect the rest of them with `reached`, so
        that every stone is walked over once in a game.
        """
        within = stones & ~(reached | new)
        todo = new & ~reached
        link = self.link
        while todo:
            low = todo & -todo
            found = link[low.bit_length() - 1] & within
            within ^= found
            todo ^= low | found
        return stones ^ within


def squares(size: int) -> Net:
    """The board of Quabble: size × size squares, "light iff (c + r) is even".

    "Connected: orthogonal neighbours of one colour, or diagonal neighbours of one colour that are
    both dark". The square in column c and row r is bit (size + 1)·r + c.
    """
    wide = size + 1
    places = {
        wide * row + column: Place(True, column, row)
        for row in range(size)
        for column in range(size)
    }
    dark = [point for point, (_, column, row) in places.items() if (column + row) % 2]
    return Net(places, dark, (1, wide, 1, wide), (wide + 1, wide - 1, wide + 1, wide - 1))


def spaces(size: int) -> Net:
    """The board of Conquare: "n×n spaces and all (n+1)² vertices, border ones included".

    "Connected: orthogonally adjacent spaces; a space and an adjacent vertex." Rows of vertices and
    of spaces take turns: vertex (c, r) is bit (size + 1)·2r + c, space (c, r) one row above it.
    """
    wide = size + 1
    places = {
        wide * (2 * row + square) + column: Place(bool(square), column, row)
        for square in (0, 1)
        for row in range(wide - square)
        for column in range(wide - square)
    }
    dark = [point for point, place in places.items() if place.square]
    return Net(places, dark, (wide, wide - 1, wide, wide + 1), (1, 2 * wide, 1, 2 * wide))
