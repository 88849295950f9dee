"""Lines of moves that were tried from some ply of a match, as a prefix tree. Pure Python.

A line is where it begins, as a number of entries of the record, and its moves as texts. Lines that
begin alike share their beginning; what is kept and shown are the ways to the leaves, in the order
in which they were tried. A record only ever grows, so the position at a ply never changes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from games.records import Entry

MOST_LINES = 200
LONGEST = 200
MOST_MOVES = 2000
"""So many moves in all: they are replayed to be shown in words."""

Node = dict[str, Any]
"""Move text → the node behind it, in the order in which they were tried."""


class Line(NamedTuple):
    """Moves from the position after `ply` entries."""

    ply: int
    moves: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        """As it is stored."""
        return {"ply": self.ply, "moves": list(self.moves)}


def read(stored: Iterable[Mapping[str, Any]]) -> list[Line]:
    """Lines as they are stored."""
    return [Line(int(line["ply"]), tuple(line["moves"])) for line in stored]


def merged(lines: Iterable[Line]) -> list[Line]:
    """Every line that is not the beginning of another, by ply; alike beginnings together.

    >>> merged([Line(2, ("a", "b")), Line(0, ("c",)), Line(2, ("a",)), Line(2, ("a", "d"))])
    ... # doctest: +NORMALIZE_WHITESPACE
    [Line(ply=0, moves=('c',)), Line(ply=2, moves=('a', 'b')), Line(ply=2, moves=('a', 'd'))]
    """
    return _leaves(_tree(lines))


def without(lines: Iterable[Line], line: Line) -> list[Line]:
    """The lines less the last move of `line` and all that was tried after it.

    >>> without([Line(0, ("a", "b", "c")), Line(0, ("a", "d"))], Line(0, ("a", "b")))
    [Line(ply=0, moves=('a', 'd'))]
    >>> without([Line(0, ("a", "b"))], Line(0, ("a", "b")))
    [Line(ply=0, moves=('a',))]
    """
    tree = _tree(lines)
    node = tree.get(line.ply, {})
    for move in line.moves[:-1]:
        node = node.get(move, {})
    if line.moves:
        node.pop(line.moves[-1], None)
    return _leaves(tree)


def rebased(lines: Iterable[Line], entries: Sequence[Entry]) -> list[Line]:
    """The lines as seen from a longer record: what was tried and then played is part of the game.

    >>> rebased([Line(0, ("a", "b")), Line(0, ("a",))], [Entry("a", 1)])
    [Line(ply=1, moves=('b',))]
    """
    return merged(_rebased(line, entries) for line in lines)


def count(lines: Iterable[Line]) -> int:
    """The number of moves in the tree: of shared beginnings each counts once."""

    def below(node: Node) -> int:
        return sum(1 + below(child) for child in node.values())

    return sum(map(below, _tree(lines).values()))


def fits(lines: Sequence[Line]) -> bool:
    """Whether so much may be kept."""
    return (
        len(lines) <= MOST_LINES
        and count(lines) <= MOST_MOVES
        and all(len(line.moves) <= LONGEST for line in lines)
    )


def _rebased(line: Line, entries: Sequence[Entry]) -> Line:
    ply, moves = line
    while moves and ply < len(entries) and entries[ply].is_move and entries[ply].text == moves[0]:
        ply, moves = ply + 1, moves[1:]
    return Line(ply, moves)


def _tree(lines: Iterable[Line]) -> dict[int, Node]:
    tree: dict[int, Node] = {}
    for line in lines:
        node = tree.setdefault(line.ply, {})
        for move in line.moves:
            node = node.setdefault(move, {})
    return tree


def _leaves(tree: Mapping[int, Node]) -> list[Line]:
    found: list[Line] = []

    def walk(ply: int, node: Node, way: tuple[str, ...]) -> None:
        for move, child in node.items():
            walk(ply, child, (*way, move))
        if way and not node:
            found.append(Line(ply, way))

    for ply in sorted(tree):
        walk(ply, tree[ply], ())
    return found
