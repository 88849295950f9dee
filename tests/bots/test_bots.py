"""The bots: legal in every game, quick to see what wins, better the harder they think."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games import bots
from games.bots import mcts
from games.rules import registry
from games.rules.core import OVER, Outcome

ALL = [(key, seats) for key, game in sorted(registry.games().items()) for seats in game.players]


def small(key: str, seats: int) -> Any:
    """The game on a small board where it has sizes."""
    keys = {option.key for option in registry.find(key).options}
    options = {"rows": "2", "columns": "2"} if "rows" in keys else {}
    if "size" in keys:
        options = {"size": "3"}
    return registry.make(key, seats, options)


@pytest.mark.parametrize(("key", "seats"), ALL)
def test_the_bot_plays_legally(key: str, seats: int) -> None:
    game, rng = small(key, seats), Random(3)
    state, plies = game.initial(), 0
    while state.to_move != OVER and plies < (6 if key == "blokus" else 25):
        move = bots.choose(game, state, bot="pip", rng=rng)
        game.check(state, move)
        state = game.apply(state, move)
        plies += 1
    assert plies > 0


@pytest.mark.parametrize("bot", sorted(bots.LEVELS))
def test_a_win_at_once_is_seen(bot: str) -> None:
    game = registry.make("speckles", 2)
    state = game.replay(["Ra1", "Yb1", "Gc1", "Ba2"])
    winning = {"Rd1"}
    move = game.format_move(bots.choose(game, state, bot=bot, rng=Random(1)))
    assert game.outcome(game.play(state, move)).winners == (0,)
    assert move in winning


def test_no_bot_completes_the_line_of_the_other_without_need() -> None:
    game = registry.make("speckles", 2)
    state = game.replay(["Ra1", "Yb1", "Gc1"])
    _, safe = mcts.sure(game, state, game.legal(state))
    assert game.parse_move("Rd1") in game.legal(state)
    assert game.parse_move("Rd1") not in safe


def test_the_dots_bot_takes_what_is_free_and_gives_little() -> None:
    game = registry.make("dots-and-boxes", 2, {"rows": "2", "columns": "2"})
    state = game.replay(["h0,0", "v0,0", "h0,1"])
    assert game.format_move(bots.choose(game, state, bot="quill", rng=Random(1))) == "v1,0"
    state = game.replay(["h0,0", "v0,0"])
    for seed in range(20):
        move = game.format_move(bots.choose(game, state, bot="quill", rng=Random(seed)))
        assert move not in ("h0,1", "v1,0")  # the third side of a box


def test_in_misere_the_dots_bot_takes_nothing() -> None:
    game = registry.make("dots-and-boxes", 2, {"rows": "2", "columns": "2", "misere": "true"})
    state = game.replay(["h0,0", "v0,0", "h0,1"])
    for seed in range(10):
        assert game.format_move(bots.choose(game, state, bot="quill", rng=Random(seed))) != "v1,0"


def test_rewards_go_by_places() -> None:
    assert mcts.rewards(Outcome((1, 2), "line")) == [1.0, 0.0]
    assert mcts.rewards(Outcome((1, 1), "stuck")) == [0.5, 0.5]
    assert mcts.rewards(Outcome((1, 2, 2, 4), "score")) == [1.0, 0.5, 0.5, 0.0]


def test_the_same_seed_makes_the_same_move() -> None:
    game = registry.make("tink", 2)
    state = game.replay(["d4", "e5", "d5"])
    moves = {mcts.search(game, state, rng=Random(5), seconds=1e9, playouts=40) for _ in range(3)}
    assert len(moves) == 1


def test_thinking_beats_chance() -> None:
    game = registry.make("quabble", 2, {"size": "5"})
    won = 0
    for seed in range(6):
        rng, seat = Random(seed), seed % 2
        state = game.initial()
        while state.to_move != OVER:
            if state.to_move == seat:
                move = mcts.search(game, state, rng=rng, seconds=1e9, playouts=60)
            else:
                move = game.random_move(state, rng)
            state = game.apply(state, move)
        outcome = game.outcome(state)
        assert outcome is not None
        won += outcome.winners == (seat,)
    assert won >= 5


def test_nothing_is_chosen_in_a_finished_game_or_by_an_unknown_bot() -> None:
    game = registry.make("speckles", 2)
    over = game.replay(["Ra1", "Yb1", "Gc1", "Rd1"])
    with pytest.raises(ValueError, match="over"):
        bots.choose(game, over, bot="pip", rng=Random(1))
    with pytest.raises(KeyError):
        bots.choose(game, game.initial(), bot="nobody", rng=Random(1))


SYMMETRIC = [("speckles", 2), ("tink", 2), ("dots-and-boxes", 3), ("dots-and-hexagons", 2)]


@pytest.mark.parametrize(("key", "seats"), SYMMETRIC)
def test_nobody_is_far_ahead_where_nothing_has_been_played(key: str, seats: int) -> None:
    game = registry.make(key, seats)
    expected = mcts.foresee(game, game.initial(), rng=Random(2), seconds=1e9, playouts=200)
    assert all(0.5 / seats < share < 2 / seats for share in expected), expected
    assert sum(expected) == pytest.approx(1)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_shares_of_the_win_are_one_together(seats: int) -> None:
    game = registry.make("blokus", seats, {})
    thought = mcts.think(game, game.initial(), rng=Random(1), seconds=1e9, playouts=3)
    assert len(thought.shares) == seats
    assert sum(thought.shares) == pytest.approx(1)
    assert mcts.shares(None, seats) == (1 / seats,) * seats
    first = (1, *(2,) * (seats - 1))
    assert mcts.shares(Outcome(first, "score"), seats) == (1.0, *(0.0,) * (seats - 1))
    assert mcts.shares(Outcome((1,) * seats, "score"), seats) == (1 / seats,) * seats


def test_advice_knows_a_win_at_once_and_foresees_a_lost_game() -> None:
    game = registry.make("speckles", 2)
    state = game.replay(["Ra1", "Yb1", "Gc1", "Ba2"])
    assert bots.advise(game, state, bot="pip", rng=Random(1)).shares == (1.0, 0.0)
    # three boxes of four have been closed by one: the fourth does not matter
    game = registry.make("dots-and-boxes", 2, {"rows": "2", "columns": "2"})
    state = game.replay("h1,0 h0,2 v1,1 v1,0 h0,1 h1,1 v0,1 v2,1 h0,0 v0,0 h1,2".split())
    assert game.scores(state) == (3, 0)
    thought = bots.advise(game, state, bot="sorter", rng=Random(1))
    game.check(state, thought.move)
    assert thought.shares == (1.0, 0.0)
    with pytest.raises(ValueError, match="over"):
        bots.advise(game, game.play(state, "v2,0"), bot="pip", rng=Random(1))
