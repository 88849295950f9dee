"""Numbers of sequences of legal moves: `perft/*.perft`.

A block of lines per start, parted by blank lines, `#` begins a comment:

    game dots-and-boxes         key, then `seats` and `options` if they are not the usual ones
    seats 3
    options rows=2 columns=2
    moves h0,0 v1,0             played first
    perft 1 12                  depth and number

Comments say where the numbers come from. Numbers greater than `LIMIT` are
left out; PLYPOST_DEEP=1 counts them all.
"""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from games.rules.core import Game
from games.rules.registry import find, games, make

FOLDER = Path(__file__).parent / "perft"
LIMIT = 10**12 if os.environ.get("PLYPOST_DEEP") == "1" else 300_000


class Count(NamedTuple):
    key: str
    seats: int
    options: str
    moves: str
    depth: int
    number: int

    @property
    def name(self) -> str:
        parts = [self.key, str(self.seats), self.options, self.moves, str(self.depth)]
        return "-".join(part.replace(" ", "-") for part in parts if part)


def counts() -> Iterator[Count]:
    for path in sorted(FOLDER.glob("*.perft")):
        for block in path.read_text(encoding="utf-8").split("\n\n"):
            lines = [line.split("#")[0].strip() for line in block.splitlines()]
            said = dict(line.split(" ", 1) for line in lines if line and not is_count(line))
            for line in filter(is_count, lines):
                _, depth, number = line.split()
                yield Count(
                    said["game"],
                    int(said.get("seats", find(said["game"]).players[0])),
                    said.get("options", ""),
                    said.get("moves", ""),
                    int(depth),
                    int(number.replace(",", "")),
                )


def is_count(line: str) -> bool:
    return line.startswith("perft ")


def start(count: Count) -> tuple[Game[Any], Any]:
    options = dict(option.split("=") for option in count.options.split())
    game = make(count.key, count.seats, options)
    return game, game.replay(count.moves.split())


def split(game: Game[Any], state: Any, depth: int) -> str:
    """The number for each first move: tells where to look on."""
    return "\n".join(
        f"{game.format_move(move)} {game.perft(game.apply(state, move), depth - 1)}"
        for move in game.legal(state)
    )


@pytest.mark.parametrize("count", list(counts()), ids=lambda count: count.name)
def test_number_of_sequences(count: Count) -> None:
    if count.number > LIMIT:
        pytest.skip("only with PLYPOST_DEEP=1")
    game, state = start(count)
    found = game.perft(state, count.depth)
    assert found == count.number, split(game, state, count.depth)


def test_every_game_has_numbers() -> None:
    assert {count.key for count in counts()} == set(games())


def test_a_finished_game_counts_no_further() -> None:
    game = make("dots-and-boxes", 2, {"rows": 1, "columns": 1})
    assert [game.perft(game.initial(), depth) for depth in range(6)] == [1, 4, 12, 24, 24, 0]
