"""The text of a record: there and back, and nothing else."""

from __future__ import annotations

import pytest

from games import records
from games.records import Entry
from games.rules import registry
from games.rules.core import IllegalMove


def test_there_and_back() -> None:
    entries = [Entry("Rd4", 35), records.left(1, records.TIMED_OUT, 86400), Entry("c4+e4>Md5", 0)]
    text = records.append("", entries)
    assert text == "Rd4/35 ~1t/86400 c4+e4>Md5/0"
    assert records.parse(text) == entries
    assert records.append(text, [Entry("swap", 7)]) == text + " swap/7"
    assert records.parse("") == []


def test_events_and_how_a_move_was_played() -> None:
    entries = [
        Entry("Rd4", 35),
        Entry("Ye5", 0, how=records.PREDICTED),
        Entry("Rc4", 0, how=records.FORCED),
        records.taken_back(1, 1, 20),
        records.drawn(0, 60),
        records.ended(1, 5),
    ]
    text = records.append("", entries)
    assert text == "Rd4/35 Ye5/0p Rc4/0f ~1u1/20 ~0d/60 ~1e/5"
    assert records.parse(text) == entries
    assert [entry.is_move for entry in entries] == [True, True, True, False, False, False]
    assert not any(entry.is_leaving for entry in entries)


@pytest.mark.parametrize(
    "text",
    ["Rd4", "Rd4/", "/5", "Rd4/-1", "Rd4/x", "~4/5", "~1x/5", "~12r/5", "Rd4/5x", "Rd4/p",
     "~1r/5p", "~1u/5", "~1d3/5", "~1u0/5", "Rd4/1 ~1u1/5", "Rd4/٣"],
)  # fmt: skip
def test_what_is_no_record(text: str) -> None:
    with pytest.raises(ValueError, match="not an entry"):
        records.parse(text)


def test_replaying_gives_every_position() -> None:
    game = registry.make("speckles", 3)
    states = records.replay(game, "Rd4/1 ~1r/1 Yd5/1")
    assert len(states) == 4
    assert [state.to_move for state in states] == [0, 1, 2, 0]
    assert records.replay(game, "Rd4/1 ~1r/1 Yd5/1", checked=False) == states


def test_a_move_taken_back_leads_to_an_earlier_position() -> None:
    game = registry.make("speckles", 2)
    states = records.replay(game, "Rd4/1 Yd5/1 Gc4/1 ~0u2/1 Wc4/0p ~1d/4")
    assert len(states) == 7
    assert states[4] == states[2]
    assert states[5] == game.play(states[2], "Wc4")
    assert states[6] == states[5]
    with pytest.raises(IllegalMove):  # white is on c4: taking back did not make it free
        records.replay(game, "Rd4/1 Yd5/1 Gc4/1 ~0u2/1 Wc4/0p Rc4/1")


def test_no_notation_of_any_game_looks_like_anything_else() -> None:
    for key, game in registry.games().items():
        rules = registry.make(key, game.players[0])
        for move in rules.legal(rules.initial()):
            text = rules.format_move(move)
            assert not text.startswith("~")
            assert not set(text) & set("/ \t\n;|")
