"""The games that pictures show."""

from __future__ import annotations

import pytest

from games.cards import shown_position
from games.rules import registry
from games.samples import SAMPLES


def test_every_game_has_a_sample() -> None:
    assert list(SAMPLES) == list(registry.games())


@pytest.mark.parametrize("key", SAMPLES)
def test_a_sample_is_played_by_the_rules_and_shown_while_it_goes_on(key: str) -> None:
    sample = SAMPLES[key]
    assert sample.game == key
    assert 10 < sample.shown <= len(sample.moves)
    rules = sample.rules()
    state = rules.initial()
    for ply, text in enumerate(sample.moves):
        assert state.to_move >= 0, ply
        state = rules.play(state, text)
    assert shown_position(key)[2]
    assert shown_position(key)[1].to_move >= 0
