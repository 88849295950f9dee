"""Best play on small boards against `tests/data/dots_exact.jsonl.gz`, an independent enumeration.

Positions with more than `LIMIT` open lines are left out; PLYPOST_DEEP=1 raises the limit (and
takes minutes).
"""

import gzip
import json
import os
from pathlib import Path
from typing import Any

import pytest

from games.rules.dots_core import DotsGame, DotsState
from games.rules.registry import make

LIMIT = 19 if os.environ.get("PLYPOST_DEEP") == "1" else 14
DATA = Path(__file__).parent.parent / "data" / "dots_exact.jsonl.gz"


def boards() -> list[dict[str, Any]]:
    with gzip.open(DATA, "rt") as lines:
        return [record for record in map(json.loads, lines) if "game" in record]


def game_of(board: dict[str, Any], seats: int = 2) -> DotsGame:
    options = {key: board[key] for key in ("rows", "columns", "misere", "border")}
    game: Any = make(board["game"], seats, options)
    assert isinstance(game, DotsGame)
    return game


def name_of(board: dict[str, Any]) -> str:
    flags = "".join(f"-{flag}" for flag in ("border", "misere") if board[flag])
    return f"{board['game'][9:]}-{board['rows']}x{board['columns']}{flags}"


def values_of_moves(game: DotsGame, drawn: int) -> dict[str, int]:
    """For every open line what its player will gain over the other by drawing it.

    In a misère game a field counts against its owner. The first line is drawn by the rules
    (`apply`); the rest is a table of all sets of open lines, from the full board backwards.
    """
    moves = game.legal(DotsState(0, drawn, (0, 0), ()))
    sign = -1 if game.misere else 1
    bit = {line: 1 << i for i, line in enumerate(moves)}
    wanted = [sum(bit.get(side, 0) for side in sides) for sides in game.field_sides]
    touching = [(bit[line], [wanted[f] for f in game.line_fields[line]]) for line in moves]
    full = (1 << len(moves)) - 1
    value = [0] * (full + 1)
    for done in range(full - 1, 0, -1):
        best = -len(wanted)
        for line, fields in touching:
            if not done & line:
                then = done | line
                closed = 0
                for field in fields:
                    if then & field == field:
                        closed += 1
                gain = sign * closed + value[then] if closed else -value[then]
                if gain > best:
                    best = gain
        value[done] = best
    known = {}
    for move in moves:
        to_move, _, owned, _ = game.apply(DotsState(0, drawn, (0, 0), ()), move)
        rest = value[bit[move]]
        gained = sign * owned[0].bit_count()
        known[game.format_move(move)] = -rest if to_move == 1 else gained + rest
    return known


def value_of_start(game: DotsGame) -> int:
    return max(values_of_moves(game, game.border).values(), default=0)


def compare(board: dict[str, Any]) -> int:
    """Assert that all values of `board` within the limit are ours; how many positions that are."""
    game = game_of(board)
    positions = 0
    if game.max_plies() <= LIMIT:
        known = values_of_moves(game, game.border)
        assert known == board["openings"]
        assert max(known.values(), default=0) == board["value"]
    for position in board["positions"]:
        drawn = game.border | sum(1 << game.parse_move(line) for line in position["drawn"])
        if len(game.lines) - drawn.bit_count() > LIMIT:
            continue
        known = values_of_moves(game, drawn)
        best = max(known.values())
        assert best == position["value"], position
        assert {move for move in known if known[move] == best} == set(position["best"]), position
        positions += 1
    return positions


def test_data_is_all_there() -> None:
    assert (len(boards()), sum(len(board["positions"]) for board in boards())) == (172, 4250)


@pytest.mark.parametrize("board", boards(), ids=name_of)
def test_values_are_exact(board: dict[str, Any]) -> None:
    # the limit reaches a few positions of every board that has any
    assert compare(board) > 0 or not board["positions"]


@pytest.mark.parametrize(
    ("key", "rows", "columns", "border", "misere", "difference"),
    [
        pytest.param("dots-and-hexagons", 2, 2, True, False, 4, id="DH6-2x2-border"),
        pytest.param("dots-and-hexagons", 2, 2, True, True, -4, id="DH6-2x2-border-misere"),
        pytest.param("dots-and-hexagons", 2, 3, True, False, 2, id="DH6-2x3-border"),
        pytest.param("dots-and-hexagons", 2, 3, True, True, -6, id="DH6-2x3-border-misere"),
        pytest.param("dots-and-hexagons", 1, 1, False, False, -1, id="DH6-1x1"),
        pytest.param("dots-and-hexagons", 1, 2, False, False, 0, id="DH6-1x2"),
        pytest.param("dots-and-boxes", 1, 1, False, False, -1, id="DB1-1x1"),
        pytest.param("dots-and-boxes", 2, 2, False, False, 2, id="DB1-2x2"),
        pytest.param("dots-and-boxes", 2, 2, False, True, 2, id="DB1-2x2-misere"),
        pytest.param("dots-and-boxes", 2, 2, True, False, -4, id="DB1-2x2-border"),
        pytest.param("dots-and-boxes", 2, 2, True, True, 4, id="DB1-2x2-border-misere"),
        pytest.param(
            "dots-and-hexagons", 2, 2, False, False, -2, id="DH6-2x2", marks=pytest.mark.slow
        ),
        pytest.param(
            "dots-and-hexagons", 2, 2, False, True, -4, id="DH6-2x2-misere", marks=pytest.mark.slow
        ),
    ],
)
def test_best_play_of_the_worked_positions(
    key: str, rows: int, columns: int, border: bool, misere: bool, difference: int
) -> None:
    game = game_of(
        {"game": key, "rows": rows, "columns": columns, "border": border, "misere": misere}
    )
    if game.max_plies() > LIMIT:
        pytest.skip("19 open lines: only with PLYPOST_DEEP=1")
    # a value says how well it went, the worked positions count fields
    assert value_of_start(game) == (-difference if misere else difference)
