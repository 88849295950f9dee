"""Qualos: Quabble with lines of sight, and stones that are turned over.

A flip is the point plus the number of points of the net, written `c2!`.
"""

from __future__ import annotations

from random import Random

from games.rules.core import Move
from games.rules.quabble_core import SWAP, TRIES, NetGame, Position, sizes
from games.rules.quabble_net import squares
from games.rules.text import Text, gettext_noop


class Qualos(NetGame):
    """Says "Counting is by line of sight" and "Nothing is automatic"."""

    key = "qualos"
    order = 5
    family = "quabble"
    name = gettext_noop("Qualos")
    summary = gettext_noop(
        "Join your two edges. Your stones help as far as they see: half of the directions give you "
        "a dark square, more than half turn over the enemy stone on it."
    )
    options = (sizes(5, 19, 11),)
    board = squares

    def prepare(self) -> None:
        super().prepare()
        size, wide = int(self.values["size"]), int(self.values["size"]) + 1
        self.rays = [(0, 0, 0, 0)] * len(self.net.names)
        """For each square the squares to the right, above, to the left and below."""
        for point, (_, column, _row) in self.net.places.items():
            right = self.net.mask(range(point + 1, point + size - column))
            above = self.net.mask(range(point + wide, wide * size, wide))
            left = self.net.mask(range(point - column, point))
            below = self.net.mask(range(column, point, wide))
            self.rays[point] = (right, above, left, below)
        self.strides = [
            (step, [step << k for k in range((size - 1).bit_length())]) for step in (1, wide)
        ]
        """A step in each direction, and its doubles up to the length of a line."""

    @property
    def flip(self) -> int:
        """Added to a point: the stone there is turned over."""
        return len(self.net.names)

    def spellings(self) -> dict[Move, str]:
        texts = super().spellings()
        return texts | {self.flip + p: f"{self.net.names[p]}!" for p in self.net.points}

    def seen(self, state: Position) -> tuple[int, int, int, int]:
        """The squares from which the first stone to the left, below, right, above is `mine`.

        Each round looks twice as far, through empty squares only.
        """
        empty = self.net.all & ~(state.mine | state.theirs)
        up, down = [], []
        for step, doubles in self.strides:
            rising = falling = state.mine
            clear_up = clear_down = empty
            for far in doubles:
                rising |= clear_up & rising << far
                falling |= clear_down & falling >> far
                clear_up &= clear_up << far
                clear_down &= clear_down >> far
            up.append(rising << step)
            down.append(falling >> step)
        return up[0], up[1], down[0], down[1]

    def open(self, state: Position) -> int:
        """Stones as in Quabble, and flips of "an enemy stone on a dark square you control"."""
        half, most = self.net.tally(*self.seen(state))
        empty = self.net.all & ~(state.mine | state.theirs)
        return empty & (self.net.light | half) | (state.theirs & most) << self.flip

    def have(self, state: Position, dark: int) -> int:
        """Says "The first stone met, on a light or dark square at any distance, counts"."""
        taken, mine = state.mine | state.theirs, state.mine
        right, above, left, below = self.rays[dark]
        count = 0
        for ray in (right & taken, above & taken):
            if ray & -ray & mine:
                count += 1
        for ray in (left & taken, below & taken):
            if ray and mine >> (ray.bit_length() - 1) & 1:
                count += 1
        return count

    def random_move(self, state: Position, rng: Random) -> Move:
        if state.ply != 1:
            mine, theirs, total = state.mine, state.theirs, self.net.total
            for _ in range(TRIES):
                point, bit, _, half = self.draws[int(rng.random() * len(self.draws))]
                if theirs & bit:
                    if total[point] and 2 * self.have(state, point) > total[point]:
                        return self.flip + point
                elif not mine & bit and (not half or self.have(state, point) >= half):
                    return point
        return rng.choice(self.legal(state))

    def apply(self, state: Position, move: Move) -> Position:
        """A flip is a stone on the square from which the enemy's has been taken away."""
        if move >= SWAP or move < self.flip:
            return super().apply(state, move)
        point = move - self.flip
        return super().apply(self._without(state, 1 << point), point)

    def _without(self, state: Position, stone: int) -> Position:
        """The position without one of `theirs`, and what of the rest is still joined to an edge."""
        net, theirs = self.net, state.theirs & ~stone
        low, high = state.their_low, state.their_high
        edges = net.edges[(state.ply ^ state.swapped ^ 1) & 1]
        if low & stone:
            low = net.spread(0, theirs & edges[0], theirs)
        if high & stone:
            high = net.spread(0, theirs & edges[1], theirs)
        return state._replace(theirs=theirs, their_low=low, their_high=high)

    def gains(self, state: Position, move: Move) -> int:
        return super().gains(state, move if move >= SWAP or move < self.flip else move - self.flip)

    def refusal(self, state: Position, move: Move) -> Text | None:
        if move >= SWAP or move < self.flip:
            return super().refusal(state, move)
        point = move - self.flip
        if not state.theirs >> point & 1:
            return Text(gettext_noop("There is no enemy stone here to take over."))
        if self.net.light >> point & 1:
            return Text(gettext_noop("Stones on light squares stay for good."))
        return self.too_few(state, point, self.net.total[point] // 2 + 1)

    def max_plies(self) -> int:
        """Says "Always ends (at most 10·n² plies)"."""
        return 10 * len(self.net.points)


GAME = Qualos
