"""Both dots games against the slow reference, written from RULES.md alone, at every ply.

PLYPOST_DEEP=1 plays forty times as many games.
"""

import os
from random import Random

import pytest

from games.rules.core import OVER
from games.rules.registry import make
from tests.rules.kit import sample
from tests.rules.reference import POSITIONS

GAMES = 200 if os.environ.get("PLYPOST_DEEP") == "1" else 5
SIZES = [("1", "1"), ("1", "3"), ("2", "2"), ("2", "3"), ("3", "2"), ("4", "4"), ("5", "6")]


@pytest.mark.parametrize("key", ["boxes", "hexagons"])
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("misere", ["false", "true"])
@pytest.mark.parametrize("border", ["false", "true"])
def test_random_games_are_those_of_the_reference(
    key: str, seats: int, misere: str, border: str
) -> None:
    rng = Random(f"{key}{seats}{misere}{border}")
    for rows, columns in SIZES * GAMES:
        if (key, rows, columns, border) == ("boxes", "1", "1", "true"):
            continue  # nothing to draw: the reference does not say what happens then
        options = {"rows": rows, "columns": columns, "misere": misere, "border": border}
        game = make(f"dots-and-{key}", seats, options)
        state = game.initial()
        oracle = POSITIONS[key](seats, **options)
        staying = set(range(seats))
        while state.to_move != OVER:
            assert oracle.to_move == state.to_move
            assert oracle.outcome() is None
            texts = sorted(map(game.format_move, game.legal(state)))
            assert oracle.legal() == texts
            if rng.random() < 0.02:
                seat = sample(rng, sorted(staying), 1)[0]
                staying.remove(seat)
                state = game.retire(state, seat)
                oracle.leave(seat)
            else:
                text = rng.choice(texts)
                state = game.play(state, text)
                oracle.play(text)
        outcome = game.outcome(state)
        assert outcome is not None
        assert oracle.outcome() == (outcome.places, outcome.scores)
        assert oracle.legal() == []
