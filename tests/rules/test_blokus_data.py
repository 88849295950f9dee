"""Blokus against games recorded with another engine (named in the data; the format is inside).

At every ply the number and the digest of the legal moves of all four colours, the colour to move,
and at the end the scores. A part of the games by default, all with PLYPOST_DEEP=1.
"""

import gzip
import json
import os
from functools import cache
from hashlib import sha1
from pathlib import Path
from typing import Any

import pytest

from games.rules.catalog.blokus import Blokus, Position
from games.rules.core import OVER
from games.rules.polyominoes import NUMBERS, SIZE, STRIDE, squares_of
from games.rules.registry import make

DEEP = os.environ.get("PLYPOST_DEEP") == "1"
DATA = Path(__file__).parent.parent / "data"

FILES = {
    "blokus_classic_random_50": (4, 50, 12),
    "blokus_bonus_3": (4, 3, 3),
    "blokus_3_random_5": (3, 5, 2),
    "blokus_2_random_10": (2, 10, 3),
}
"""File: seats, number of its games, and how many of them are replayed by default."""

GAMES = [
    pytest.param(name, seats, number, id=f"{name}-{number}")
    for name, (seats, count, some) in FILES.items()
    for number in range(0, count, 1 if DEEP else count // some)
]

CELLS = {bit: (SIZE - 1 - bit % STRIDE) * SIZE + bit // STRIDE for bit in NUMBERS.values()}
"""Our squares as theirs: "row * size + column, row 0 at the top, column 0 at the left"."""


@cache
def read(name: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(gzip.decompress((DATA / f"{name}.json.gz").read_bytes()))
    return data


def text_of(cells: list[int]) -> str:
    squares = sorted((cell % SIZE, SIZE - cell // SIZE) for cell in cells)
    return ",".join(f"{chr(97 + column)}{row}" for column, row in squares)


class Lists:
    """Number and digest of the legal moves of any colour in a position."""

    def __init__(self, game: Blokus) -> None:
        self.game = game
        self.known: dict[Any, tuple[int, str]] = {}

    def of(self, state: Position, colour: int) -> tuple[int, str]:
        taken = state.own[0] | state.own[1] | state.own[2] | state.own[3]
        free, touch = self.game.reach(colour, state.own[colour], taken)
        key = state.hands[colour], free, touch  # much of a board does not change in a ply
        if key not in self.known:
            moves = self.game.legal(state._replace(colour=colour, free=free, touch=touch))
            cells = sorted(sorted(CELLS[square] for square in squares_of(move)) for move in moves)
            lines = "\n".join(",".join(map(str, move)) for move in cells)
            self.known[key] = len(cells), sha1(lines.encode()).hexdigest()[:16]
        return self.known[key]


@pytest.mark.parametrize("name", FILES)
def test_the_data_are_complete(name: str) -> None:
    seats, count, _ = FILES[name]
    data = read(name)
    assert data["size"] == SIZE
    assert len(data["games"]) == count
    assert data["variant"] == {2: "classic_2", 3: "classic_3", 4: "classic"}[seats]


@pytest.mark.parametrize(("name", "seats", "number"), GAMES)
def test_every_list_of_moves_and_the_score_are_those_of_the_data(
    name: str, seats: int, number: int
) -> None:
    game = make("blokus", seats, {"corners": "fixed"})
    assert isinstance(game, Blokus)
    lists, state = Lists(game), game.initial()
    record = read(name)["games"][number]
    for ply, entry in enumerate(record["plies"]):
        assert state.to_move != OVER, ply
        assert state.colour == entry["c"] - 1, ply
        found = [lists.of(state, colour) for colour in range(4)]
        assert [count for count, _ in found] == entry["n"], ply
        assert [digest for _, digest in found] == entry["h"], ply
        assert game.count_legal(state) == entry["n"][state.colour]
        state = game.play(state, text_of(entry["m"]))
    assert state.to_move == OVER

    # "their points are squares placed + bonus; ours = theirs - 89"
    theirs = [
        points + bonus for points, bonus in zip(record["points"], record["bonus"], strict=True)
    ]
    ours = [points - 89 for points in theirs]
    assert [game.score(state, colour) for colour in range(4)] == ours
    outcome = game.outcome(state)
    assert outcome is not None
    assert outcome.reason == "score"
    if seats == 2:
        assert outcome.scores == (ours[0] + ours[2], ours[1] + ours[3])
        lead = outcome.scores[0] - outcome.scores[1]
        assert record["final_score"] == (f"B+{lead}" if lead > 0 else f"W+{-lead}" if lead else "0")
    else:
        assert outcome.scores == tuple(ours[:seats])
        assert record["final_score"] == theirs
    assert [place == 1 for place in outcome.places] == [
        score == max(outcome.scores) for score in outcome.scores
    ]
