"""The Quabble family on small boards, looked at in full: every full board, position, opening."""

import os
from collections.abc import Callable
from functools import reduce
from operator import or_
from random import Random

import pytest

from games.rules.core import OVER
from games.rules.quabble_core import SWAP, NetGame, Position
from games.rules.quabble_net import BLACK, WHITE, Net, spaces, squares
from tests.rules.quabble_lay import game, joined, kinds, lay_masks

DEEP = os.environ.get("PLYPOST_DEEP") == "1"
FREE = 16
"""So many points vary within one int, a bit for each board."""


def boards_won_by_one(net: Net) -> int:
    """The number of full boards, all of which exactly one player must have won.

    Looks at 2^FREE boards at once: a point is an int whose bit k says whether Black has it on
    board k. Shares nothing with the rules but the tables of edges and links.
    """
    points = net.points
    free, fixed = points[:FREE], points[FREE:]
    count = 1 << len(free)
    every = (1 << count) - 1
    varying = {
        point: every // ((1 << (1 << i)) + 1) << (1 << i)  # blocks of 2^i zeros and ones
        for i, point in enumerate(free)
    }
    for choice in range(1 << len(fixed)):
        black = varying | {point: every * (choice >> i & 1) for i, point in enumerate(fixed)}
        won = [
            connected(net, colour, {point: side ^ every * colour for point, side in black.items()})
            for colour in (BLACK, WHITE)
        ]
        assert won[BLACK] ^ won[WHITE] == every
    return count << len(fixed)


def connected(net: Net, colour: int, own: dict[int, int]) -> int:
    """The boards on which the points of `own` join the two edges of the colour."""
    first, second = net.edges[colour]
    reached = {point: own[point] * (first >> point & 1) for point in net.points}
    links = {
        point: [other for other in net.points if net.link[point] >> other & 1]
        for point in net.points
    }
    changed = True
    while changed:
        changed = False
        for point in (*net.points, *reversed(net.points)):
            near = reduce(or_, (reached[other] for other in links[point]))
            grown = reached[point] | own[point] & near
            changed |= grown != reached[point]
            reached[point] = grown
    return reduce(or_, (reached[point] for point in net.points if second >> point & 1))


@pytest.mark.parametrize(
    ("board", "size"),
    [(squares, 2), (squares, 3), (squares, 4), (squares, 5), (spaces, 2), (spaces, 3)],
)
def test_every_full_board_has_exactly_one_winner(board: Callable[[int], Net], size: int) -> None:
    net = board(size)
    assert boards_won_by_one(net) == 1 << len(net.points)


@pytest.mark.parametrize("key", ["quabble", "conquare"])
@pytest.mark.parametrize("size", [3, 5, 8, 12, 19])
def test_full_boards_of_any_size_have_exactly_one_winner(key: str, size: int) -> None:
    if (key, size) == ("conquare", 19):
        size = 10
    rules, rng = game(key, size, "manual"), Random(size)
    for _ in range(2000 if DEEP else 150):
        black = rng.getrandbits(rules.net.all.bit_length()) & rules.net.all
        state = lay_masks(rules, black, rules.net.all & ~black)
        assert len(joined(rules, state)) == 1


class Graph:
    """All positions that can be reached without `swap`: their winner and longest game."""

    def __init__(self, rules: NetGame) -> None:
        self.rules = rules
        self.known: dict[tuple[int, int, int], tuple[int, int]] = {}
        self.values = {
            rules.format_move(move): self.value(rules.apply(rules.initial(), move))
            for move in rules.legal(rules.initial())
        }
        """The winner (a colour) and the longest game after each opening."""

    def value(self, state: Position) -> tuple[int, int]:
        colour = (state.ply ^ state.swapped) & 1
        key = (state.mine, state.theirs, colour)
        if key in self.known:
            value = self.known[key]
            assert value[1] >= 0, "a position comes again"
            return value
        if state.to_move == OVER:
            self.known[key] = 1 - colour, 0
            return self.known[key]
        self.known[key] = -1, -1  # being looked at
        moves = [move for move in self.rules.legal(state) if move != SWAP]
        assert moves, "nobody can move"
        after = [self.value(self.rules.apply(state, move)) for move in moves]
        winner = colour if any(won == colour for won, _ in after) else 1 - colour
        self.known[key] = winner, 1 + max(length for _, length in after)
        return self.known[key]


SIZES = {"quabble": (2, 3, 4), "fast-quabble": (2, 3, 4), "qualos": (2, 3, *[4] * DEEP)}


@pytest.mark.parametrize(
    ("key", "claims", "size"),
    [(key, claims, size) for key, claims in kinds() for size in SIZES.get(key, (2,))],
)
def test_every_game_ends_and_the_openings_are_won_as_solved(
    key: str, claims: str, size: int
) -> None:
    rules = game(key, size, claims)
    graph = Graph(rules)
    longest = 1 + max(length for _, length in graph.values.values())
    assert longest <= rules.max_plies() - 1  # a swap is one more
    black = {text for text, (winner, _) in graph.values.items() if winner == BLACK}
    if key == "fast-quabble":
        solved = {4: "c1 d2 a3 b4"}
    elif "conquare" in key:
        solved = {2: "v1,0 v1,1 v1,2"} if key == "conquare" else {}
    else:
        solved = {}
        assert black == set(graph.values)  # "Black from every opening"
    if size in solved:
        assert black == set(solved[size].split())


class Solver:
    """The winner of a position, looking no further than the first winning move."""

    def __init__(self, rules: NetGame) -> None:
        self.rules = rules
        self.known: dict[tuple[int, int, int], bool] = {}

    def wins(self, state: Position) -> bool:
        """Whether the colour to move wins."""
        key = (state.mine, state.theirs, (state.ply ^ state.swapped) & 1)
        if key not in self.known:
            after = [self.rules.apply(state, m) for m in self.rules.legal(state) if m != SWAP]
            self.known[key] = any(one.to_move == OVER for one in after) or any(
                not self.wins(one) for one in after
            )
        return self.known[key]


def test_qualos_on_four_by_four_is_black_s_from_every_opening() -> None:
    rules = game("qualos", 4)
    solver = Solver(rules)
    start = rules.initial()
    lost = [m for m in rules.legal(start) if solver.wins(rules.apply(start, m))]
    assert lost == []
