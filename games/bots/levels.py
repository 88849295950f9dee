"""Which bots there are, and how each chooses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from games.bots.fields import choose_line
from games.bots.mcts import Thought, foresee, search, think
from games.rules.core import OVER, Game, Move
from games.rules.dots_core import DotsGame
from games.rules.text import gettext_noop


@dataclass(frozen=True, slots=True)
class Level:
    """A bot: its key, the name of its account, and how hard it thinks.

    `seconds` of processor time at most for a move, at most `playouts` of them; `care` is the share
    of moves it thinks about at all (the others are chosen by a glance).
    """

    key: str
    name: str
    note: str
    order: int
    seconds: float
    playouts: int
    care: float


LEVELS: Mapping[str, Level] = {
    level.key: level
    for level in (
        Level("pip", "Pip", gettext_noop("learns with you"), 1, 0.4, 150, 0.75),
        Level("quill", "Quill", gettext_noop("plays tidy"), 2, 0.5, 400, 1.0),
        Level("sorter", "Sorter", gettext_noop("counts well"), 3, 0.9, 100_000, 1.0),
    )
}


def choose(game: Game[Any], state: Any, *, bot: str, rng: Random) -> Move:
    """The move that the bot with this key makes; raises KeyError for an unknown bot.

    At most one second of processor time on one core, for every game.
    """
    level = LEVELS[bot]
    if state.to_move == OVER:
        raise ValueError("the game is over")
    if game.count_legal(state) == 1:
        return game.legal(state)[0]
    glance = rng.random() >= level.care
    if isinstance(game, DotsGame):
        return choose_line(game, state, rng=rng, careful=level.care == 1.0 and not glance)
    return search(
        game,
        state,
        rng=rng,
        seconds=level.seconds,
        playouts=level.playouts // 10 if glance else level.playouts,
    )


def advise(game: Game[Any], state: Any, *, bot: str, rng: Random) -> Thought:
    """A move that the bot would make, thought over, and how it expects the game to end then.

    It is a guess: the average over games that go on more or less at random, not a proof. What is
    certain is told as certain: a win at once. About one second of processor time.
    """
    level = LEVELS[bot]
    if state.to_move == OVER:
        raise ValueError("the game is over")
    if not isinstance(game, DotsGame):
        return think(game, state, rng=rng, seconds=level.seconds, playouts=level.playouts)
    move = choose_line(game, state, rng=rng, careful=True)
    # what can be closed in this turn is closed before the guess is made
    seat, following = state.to_move, game.apply(state, move)
    while following.to_move == seat:
        line = choose_line(game, following, rng=rng, careful=True)
        following = game.apply(following, line)
    expected = foresee(game, following, rng=rng, seconds=level.seconds / 2, playouts=level.playouts)
    return Thought(move, expected)
