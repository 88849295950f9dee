"""The example game of games/rules/README.md works as it is printed there."""

import re
import sys
from collections import Counter
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest

from games.boards.core import changes
from games.boards.sprite import symbol
from games.rules.core import IllegalMove, NotationError
from tests.rules.kit import random_game

README = Path(__file__).parents[2] / "games" / "rules" / "README.md"
RULES = "games.rules.catalog.tic_tac_toe"


def blocks() -> list[str]:
    return re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)


def module(name: str, code: str, monkeypatch: pytest.MonkeyPatch) -> Any:
    made = ModuleType(name)
    monkeypatch.setitem(sys.modules, name, made)
    exec(compile(code, f"README.md: {name}", "exec", dont_inherit=True), made.__dict__)
    return made


def test_the_printed_rules_and_board_play(monkeypatch: pytest.MonkeyPatch) -> None:
    rules_code, _, board_code = blocks()
    game = module(RULES, rules_code, monkeypatch).GAME(2, {})
    board = module("games.boards.tic_tac_toe", board_code, monkeypatch).BOARD(game)
    assert game.perft(game.initial(), 9) == 127_872  # full boards of 255,168 games in all
    reasons: Counter[str] = Counter()
    for seed in range(200):
        for state, move in random_game(game, Random(seed)):
            assert game.load(game.dump(state)) == state
            marks = board.marks(state)
            assert all(symbol(mark.piece) for mark in marks.values())
            if move is None:
                reasons[game.outcome(state).reason] += 1
                continue
            text = game.format_move(move)
            assert game.parse_move(text) == move
            assert board.places(state, move) == ((text,),)
            after = game.apply(state, move)
            assert set(changes(marks, board.marks(after))) == set(board.touched(state, move))
            assert board.compose(state, (text,)) == text
    assert set(reasons) == {"line", "stuck"}
    assert reasons["line"] > reasons["stuck"]  # 209,088 of 255,168 games have a winner
    state = game.replay(["b2", "a1"])
    with pytest.raises(IllegalMove, match=r"^b2 is taken\.$"):
        game.play(state, "b2")
    with pytest.raises(NotationError):
        game.play(state, "B2")
    assert game.outcome(game.retire(state, 0)).places == (2, 1)


def test_the_printed_options_can_be_declared() -> None:
    from games.rules.core import Option
    from games.rules.text import gettext_noop

    scope: dict[str, Any] = {"Option": Option, "gettext_noop": gettext_noop}
    exec(blocks()[1], scope)
    assert [option.default for option in scope["options"]] == ["11", "true"]
