"""The options of a match in words."""

from __future__ import annotations

import pytest

from games.cards import options_text
from games.rules import registry


@pytest.mark.parametrize(
    ("game", "seats", "options", "text"),
    [
        ("quabble", 2, {}, "11 × 11"),
        ("quabble", 2, {"size": 5, "claims": "manual"}, "5 × 5, Claims: by hand"),
        ("speckles", 2, {}, ""),
        ("speckles", 2, {"colours": "GW"}, "Colours: green, white"),
        ("blokus", 4, {"corners": "fixed"}, "First pieces: each in its own corner"),
        ("dots-and-boxes", 2, {"misere": "true"}, "4 × 4, The fewest fields win"),
    ],
)
def test_terms_name_what_differs_from_the_usual_game(
    game: str, seats: int, options: dict[str, object], text: str
) -> None:
    assert options_text(registry.make(game, seats, options)) == text
