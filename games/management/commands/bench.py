"""`manage.py bench rules`: our rules beside other engines, in turns within one run."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from statistics import median
from time import process_time
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.management.peers import PEERS, Missing, Play
from games.rules.core import OVER, Game
from games.rules.registry import make


def listing(game: Game[Any]) -> Play:
    """Our random games as the peers play theirs: a full list of legal moves at every ply."""

    def play(rng: Random) -> int:
        state, plies = game.initial(), 0
        while state.to_move != OVER:
            state = game.apply(state, rng.choice(game.legal(state)))
            plies += 1
        return plies

    return play


def sampling(game: Game[Any]) -> Play:
    """Our random games by `random_move`, which lists nothing where that is dear."""

    def play(rng: Random) -> int:
        state, plies = game.initial(), 0
        while state.to_move != OVER:
            state = game.apply(state, game.random_move(state, rng))
            plies += 1
        return plies

    return play


def shortcut(game: Game[Any]) -> Play | None:
    """Our random games by the game's own `playout`, where it has one."""
    playout = getattr(game, "playout", None)
    if playout is None:
        return None
    start = game.initial()

    def play(rng: Random) -> int:
        playout(start, rng)
        return game.max_plies()

    return play


def rate(play: Play, rng: Random, seconds: float) -> float:
    """Games per second of processor time, from at least one game."""
    games, begin = 0, process_time()
    while games == 0 or process_time() - begin < seconds:
        play(rng)
        games += 1
    return games / (process_time() - begin)


class Command(BaseCommand):
    """Prints one JSON line per peer: rates and the median of the per-round ratios."""

    help = "Measure the rules of the games beside other engines."
    subjects: tuple[str, ...] = ("rules",)

    def add_arguments(self, parser: CommandParser) -> None:
        """`rules`; `--rounds` and `--seconds` (a round and engine)."""
        parser.add_argument("what", choices=self.subjects)
        parser.add_argument("--rounds", type=int, default=5)
        parser.add_argument("--seconds", type=float, default=2.0)

    def handle(self, *args: Any, **options: Any) -> None:
        """A, B and C in turns, so that a machine that slows down slows them all."""
        for peer in PEERS:
            try:
                theirs = peer.load()
            except Missing as missing:
                self.stdout.write(str(missing))
                continue
            game = make(peer.game, peer.seats, peer.options)
            plays = {"theirs": theirs, "listing": listing(game), "sampling": sampling(game)}
            fastest = shortcut(game)
            if fastest is not None:
                plays["playout"] = fastest
            self.compare(peer.name, game, plays, options["rounds"], options["seconds"])

    def compare(
        self,
        name: str,
        game: Game[Any],
        plays: dict[str, Callable[[Random], int]],
        rounds: int,
        seconds: float,
    ) -> None:
        """Measure the engines in turns and print their line."""
        rates: dict[str, list[float]] = {engine: [] for engine in plays}
        for number in range(rounds):
            for engine, play in plays.items():
                rates[engine].append(rate(play, Random(number), seconds))
        line = {
            "game": game.key,
            "options": game.values,
            "peer": name,
            "peer_games_per_s": round(median(rates["theirs"]), 1),
        }
        for engine in plays:
            if engine != "theirs":
                ratios = [
                    own / other for own, other in zip(rates[engine], rates["theirs"], strict=True)
                ]
                line[f"our_games_per_s_{engine}"] = round(median(rates[engine]), 1)
                line[f"ratio_{engine}"] = round(median(ratios), 2)
        self.stdout.write(json.dumps(line))
