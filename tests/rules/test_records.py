"""Recorded games: what the rules said once they still say, move by move.

`records/<game>-<seats>.txt` holds random games with the seat to move and the number of legal moves
before every ply. A change of the rules shows up as a difference that can be read. Records that are
missing are written by

    python -m tests.rules.test_records

and after a change that is meant (raise the game's `version`, too) those of some games anew by

    python -m tests.rules.test_records --rewrite speckles tink
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from games.rules.core import OVER, Game
from games.rules.registry import games, make
from tests.rules.kit import CASE_IDS, CASES, variants

FOLDER = Path(__file__).parent / "records"


def path_of(key: str, seats: int) -> Path:
    return FOLDER / f"{key}-{seats}.txt"


# --- writing: what happened ------------------------------------------------------------------


def record(key: str, seats: int) -> str:
    """Three random games: usual options, other options, and one in which a seat leaves."""
    rng = Random(f"{key}-{seats}")
    usual = make(key, seats)
    others = variants(key, seats)[1:]
    other = rng.choice(others) if others else usual
    scripts = [
        (usual, random_script(usual, rng, leaving=False)),
        (other, random_script(other, rng, leaving=False)),
        (usual, random_script(usual, rng, leaving=True)),
    ]
    return "\n".join(transcript(game, script) for game, script in scripts)


def random_script(game: Game[Any], rng: Random, leaving: bool) -> list[str]:
    """The moves of a random game; with `leaving`, `leave N` before one of the first twenty."""
    script: list[str] = []
    state = game.initial()
    departure = rng.randrange(1, 20) if leaving else -1
    while state.to_move != OVER:
        if len(script) == departure:
            seat = rng.randrange(game.seats)
            script.append(f"leave {seat}")
            state = game.retire(state, seat)
        else:
            move = game.random_move(state, rng)
            script.append(game.format_move(move))
            state = game.apply(state, move)
    return script


# --- what the rules say of it now ------------------------------------------------------------


def transcript(game: Game[Any], script: list[str]) -> str:
    """The game as it is written down: seat to move, legal moves, what was done."""
    lines = [f"game {game.key} {game.version}", f"seats {game.seats}"]
    lines.append(f"options {json.dumps(game.values, sort_keys=True, ensure_ascii=False)}")
    state = game.initial()
    for action in script:
        lines.append(f"{state.to_move} {game.count_legal(state)} {action}")
        word, _, seat = action.partition(" ")
        state = game.retire(state, int(seat)) if word == "leave" else game.play(state, action)
    outcome = game.outcome(state)
    assert outcome is not None
    places = " ".join(map(str, outcome.places))
    scores = "none" if outcome.scores is None else " ".join(map(str, outcome.scores))
    lines.append(f"end {outcome.reason}, places {places}, scores {scores}")
    return "\n".join(lines) + "\n"


def recorded(text: str) -> Iterator[tuple[Game[Any], list[str]]]:
    """The games of a record and what was done in them."""
    for part in text.split("\n\n"):
        first, second, third, *plies, _ = part.strip().split("\n")
        options = json.loads(third.removeprefix("options "))
        seats = int(second.removeprefix("seats "))
        yield make(first.split()[1], seats, options), [ply.split(" ", 2)[2] for ply in plies]


@pytest.mark.parametrize(("key", "seats"), CASES, ids=CASE_IDS)
def test_recorded_games_are_played_as_they_were(key: str, seats: int) -> None:
    path = path_of(key, seats)
    assert path.exists(), "no record: run python -m tests.rules.test_records and commit it"
    text = path.read_text(encoding="utf-8")
    played = "\n".join(transcript(game, script) for game, script in recorded(text))
    assert played == text


def test_every_record_belongs_to_a_game() -> None:
    assert {path.name for path in FOLDER.iterdir()} == {
        path_of(key, seats).name for key, seats in CASES
    }


def main(arguments: list[str]) -> None:
    rewrite = arguments[1:] if arguments[:1] == ["--rewrite"] else []
    if unknown := set(rewrite) - set(games()):
        sys.exit(f"no such game: {', '.join(sorted(unknown))}")
    for key, seats in CASES:
        path = path_of(key, seats)
        if key in rewrite or not path.exists():
            path.write_text(record(key, seats), encoding="utf-8")
            print(f"written: {path.relative_to(Path.cwd())}")


if __name__ == "__main__":
    main(sys.argv[1:])
