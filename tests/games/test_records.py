"""The text of a record: there and back, and nothing else."""

from __future__ import annotations

import pytest

from games import records
from games.records import Entry
from games.rules import registry


def test_there_and_back() -> None:
    entries = [Entry("Rd4", 35), records.left(1, records.TIMED_OUT, 86400), Entry("c4+e4>Md5", 0)]
    text = records.append("", entries)
    assert text == "Rd4/35 ~1t/86400 c4+e4>Md5/0"
    assert records.parse(text) == entries
    assert records.append(text, [Entry("swap", 7)]) == text + " swap/7"
    assert records.parse("") == []


@pytest.mark.parametrize(
    "text", ["Rd4", "Rd4/", "/5", "Rd4/-1", "Rd4/x", "~4/5", "~1x/5", "~12r/5"]
)
def test_what_is_no_record(text: str) -> None:
    with pytest.raises(ValueError, match="not an entry"):
        records.parse(text)


def test_replaying_gives_every_position() -> None:
    game = registry.make("speckles", 3)
    states = records.replay(game, "Rd4/1 ~1r/1 Yd5/1")
    assert len(states) == 4
    assert [state.to_move for state in states] == [0, 1, 2, 0]
    assert records.replay(game, "Rd4/1 ~1r/1 Yd5/1", checked=False) == states


def test_no_notation_of_any_game_looks_like_anything_else() -> None:
    for key, game in registry.games().items():
        rules = registry.make(key, game.players[0])
        for move in rules.legal(rules.initial()):
            text = rules.format_move(move)
            assert not text.startswith("~")
            assert not set(text) & set("/ \t\n;|")
