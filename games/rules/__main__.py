"""The rules on the command line: `python3 -m games.rules list | replay | perft | bench`.

Standard library only; any Python from 3.11 on runs it, from the root of the checkout.

list
    One JSON line per game: `key`, `name`, `version`, `seats` (allowed numbers of players) and
    `options`, each with `key`, `label`, `choices`, `default` and `unlisted` (values that the rules
    take besides). Where choices or default depend on the number of seats, the ones above are those
    of the smallest number and `by_seats` has them all.

replay
    Reads JSON lines from standard input and answers each with one line, at once; blank lines are
    skipped. In: `{"game": "speckles", "seats": 2, "options": {}, "moves": ["Rd4", …]}`. `options`
    may be left out. Two more keys are understood: `"list": true` adds `last_legal` to the answer,
    the legal moves of the last position, sorted; `"leave": [[ply, seat], …]` makes seats leave, in
    this order, before the move with that index (or after the last one).

    Out: `plies` (moves played), `legal` (number of legal moves before each ply and in the last
    position), `to_move` (the seat before each ply and in the end, null when the game is over),
    `outcome` (`places`, `scores`, `reason`, or null while somebody is to move) and `error`: null or
    `code`, `message` and `ply`. After an error the other keys describe the moves before it. `ply`
    is the index in `moves`, from 0, of the move that was refused, or null if no move was to blame.
    The codes are `bad_line` (no JSON object with the keys above), `bad_option` (no such game,
    number of seats, option or value), `bad_notation` and `illegal_move` (also for a seat that
    cannot leave).

perft GAME DEPTH [--seats N] [--option KEY=VALUE …]
    The number of sequences of DEPTH legal moves from the start.

bench GAME [--seconds S] [--seats N] [--option KEY=VALUE …]
    One JSON line of speeds, see `games/rules/bench.py`.

`--seats` is the smallest number of players when it is not given. Exit status 2 and one sentence on
standard error for a game, option or value that does not exist.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterable, Sequence
from typing import Any, TextIO

from games.rules import registry
from games.rules.bench import bench
from games.rules.core import OVER, Game, Json, Option, OptionError, RulesError


class BadLine(ValueError):
    """A line for `replay` that is not of the form described above."""


# --- list -----------------------------------------------------------------------------------


def describe(game: type[Game[Any]]) -> dict[str, Json]:
    """A game's entry of `list`."""
    return {
        "key": game.key,
        "name": game.name,
        "version": game.version,
        "seats": list(game.players),
        "options": [_describe_option(game, option) for option in game.options],
    }


def _describe_option(game: type[Game[Any]], option: Option) -> dict[str, Json]:
    by_seats = {
        str(seats): {
            "choices": list(game.choices(option, seats)),
            "default": game.default(option, seats),
        }
        for seats in game.players
    }
    first = by_seats[str(game.players[0])]
    described: dict[str, Json] = {
        "key": option.key,
        "label": option.label,
        **first,
        "unlisted": list(option.unlisted),
    }
    if any(other != first for other in by_seats.values()):
        described["by_seats"] = by_seats
    return described


# --- replay ---------------------------------------------------------------------------------


def replay_line(line: str | bytes) -> dict[str, Json]:
    """The answer of `replay` to one line; raises nothing."""
    answer: dict[str, Json] = {
        "plies": 0,
        "legal": [],
        "to_move": [],
        "outcome": None,
        "error": None,
    }
    try:
        _replay(_read(line), answer)
    except BadLine as error:
        answer["error"] = {"code": "bad_line", "message": str(error), "ply": None}
    except OptionError as error:
        answer["error"] = {"code": error.code, "message": str(error.text), "ply": None}
    return answer


def _read(line: str | bytes) -> dict[str, Json]:
    """The request in `line` with all its keys, each of the right shape."""
    try:
        request = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise BadLine(f"This line is not JSON: {error}") from None
    if not isinstance(request, dict):
        raise BadLine("This line is not a JSON object.")
    for key in ("game", "seats", "moves"):
        if key not in request:
            raise BadLine(f"This line lacks the key {key!r}.")
    request = {"options": {}, "leave": [], "list": False, **request}
    if not isinstance(request["options"], dict):
        raise BadLine("'options' is not an object.")
    moves = request["moves"]
    if not isinstance(moves, list) or not all(isinstance(move, str) for move in moves):
        raise BadLine("'moves' is not a list of strings.")
    if not isinstance(request["list"], bool):
        raise BadLine("'list' is not true or false.")
    leave = request["leave"]
    if not isinstance(leave, list) or not all(_is_pair(entry, len(moves)) for entry in leave):
        raise BadLine("'leave' is not a list of pairs [index of a move, seat].")
    return request


def _is_pair(entry: Json, plies: int) -> bool:
    return (
        isinstance(entry, list)
        and [type(part) for part in entry] == [int, int]
        and 0 <= entry[0] <= plies
    )


def _replay(request: dict[str, Json], answer: dict[str, Json]) -> None:
    """Play the request and fill in `answer` on the way; raises `OptionError`."""
    game = registry.make(request["game"], request["seats"], request["options"])
    state = game.initial()
    moves = request["moves"]
    for ply in range(len(moves) + 1):
        try:
            for before, seat in request["leave"]:
                if before == ply:
                    state = game.retire(state, seat)
            answer["legal"].append(game.count_legal(state))
            answer["to_move"].append(None if state.to_move == OVER else state.to_move)
            if ply < len(moves):
                state = game.play(state, moves[ply])
                answer["plies"] += 1
        except RulesError as error:
            answer["error"] = {"code": error.code, "message": str(error.text), "ply": ply}
            break
    if len(answer["legal"]) == answer["plies"]:  # a seat could not leave here
        answer["legal"].append(game.count_legal(state))
        answer["to_move"].append(None if state.to_move == OVER else state.to_move)
    outcome = game.outcome(state)
    if outcome is not None:
        answer["outcome"] = {
            "places": outcome.places,
            "scores": outcome.scores,
            "reason": outcome.reason,
        }
    if request["list"]:
        answer["last_legal"] = sorted(map(game.format_move, game.legal(state)))


def replay(lines: Iterable[bytes], out: TextIO) -> None:
    """Answer every line that is not blank."""
    for line in lines:
        if line.strip():
            print(json.dumps(replay_line(line)), file=out, flush=True)


# --- the command line -----------------------------------------------------------------------


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python3 -m games.rules",
        description="The rules of all games.",
        epilog="The formats are described at the top of games/rules/__main__.py.",
    )
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("list", help="one JSON line per game")
    commands.add_parser("replay", help="play JSON lines from standard input")
    perft = commands.add_parser("perft", help="count the sequences of legal moves")
    speed = commands.add_parser("bench", help="measure the rules")
    for command in (perft, speed):
        command.add_argument("game", metavar="GAME")
        command.add_argument("--seats", type=int, metavar="N")
        command.add_argument("--option", action="append", default=[], metavar="KEY=VALUE")
    perft.add_argument("depth", type=_natural, metavar="DEPTH")
    speed.add_argument("--seconds", type=float, default=4.0, metavar="S")
    return parser


def _spread(arguments: Sequence[str]) -> list[str]:
    """`--option a=1 b=2` as `--option=a=1 --option=b=2`: argparse would take what follows too."""
    spread: list[str] = []
    taking = False
    for argument in arguments:
        if taking and "=" in argument and not argument.startswith("-"):
            if spread[-1] == "--option":
                spread.pop()
            spread.append(f"--option={argument}")
        else:
            taking = argument == "--option"
            spread.append(argument)
    return spread


def _natural(text: str) -> int:
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of moves")
    return int(text)


def _game(arguments: argparse.Namespace) -> Game[Any]:
    kind = registry.find(arguments.game)
    pairs = [pair.partition("=") for pair in arguments.option]
    options = {key: value for key, _, value in pairs}
    seats = kind.players[0] if arguments.seats is None else arguments.seats
    return registry.make(arguments.game, seats, options)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit status."""
    parsed = _parser().parse_args(_spread(sys.argv[1:] if arguments is None else arguments))
    if parsed.command == "list":
        for kind in registry.games().values():
            print(json.dumps(describe(kind)))
        return 0
    if parsed.command == "replay":
        replay(sys.stdin.buffer, sys.stdout)
        return 0
    try:
        game = _game(parsed)
    except OptionError as error:
        print(error.text, file=sys.stderr)
        return 2
    if parsed.command == "perft":
        print(game.perft(game.initial(), parsed.depth))
    else:
        print(json.dumps(bench(game, parsed.seconds)))
    return 0


if __name__ == "__main__":
    try:
        status = main()
    except BrokenPipeError:  # `… | head`: nobody wants the rest
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = 0
    except KeyboardInterrupt:
        status = 130
    sys.exit(status)
