"""Monte Carlo tree search for any game: UCT with playouts of uniformly random moves."""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import Random
from time import process_time
from typing import Any, NamedTuple

from games.rules.core import OVER, Game, Move, Outcome

EXPLORATION = 0.7
WIDEST = 60
"""So many moves of a position are searched at most, the most promising by a first look."""

DEEP = 400
"""A playout that is not over after so many plies counts as a draw."""


class Node:
    """A position in the tree: how often it was visited and what each seat got from it.

    `totals` are rewards, by which moves are chosen; `wins` shares of the win, for people.
    """

    __slots__ = ("children", "moves", "state", "totals", "visits", "wins")

    def __init__(self, state: Any, seats: int) -> None:
        self.state = state
        self.visits = 0
        self.totals = [0.0] * seats
        self.wins = [0.0] * seats
        self.moves: list[Move] | None = None
        self.children: dict[Move, Node] = {}


class Thought(NamedTuple):
    """A move, and the share of the win (0 to 1, together 1) that each seat is expected to get."""

    move: Move
    shares: tuple[float, ...]


def rewards(outcome: Outcome) -> list[float]:
    """What each seat got, 1 for the first place alone, 0 for the last, shared places between."""
    places = outcome.places
    n = len(places)
    result = []
    for place in places:
        better = sum(other < place for other in places)
        worse = sum(other > place for other in places)
        result.append((worse + (n - 1 - better - worse) / 2) / (n - 1))
    return result


def shares(outcome: Outcome | None, seats: int) -> tuple[float, ...]:
    """What each seat has of the win: all, a part of it if first places are shared, or nothing.

    All the same without an outcome: nobody is known to be ahead.
    """
    winners = outcome.winners if outcome is not None else range(seats)
    return tuple((seat in winners) / len(winners) for seat in range(seats))


def playout(game: Game[Any], state: Any, rng: Random) -> Outcome | None:
    """The outcome after random moves to the end; None if that is too far."""
    for _ in range(DEEP):
        if state.to_move == OVER:
            break
        state = game.apply(state, game.random_move(state, rng))
    return game.outcome(state)


def foresee(
    game: Game[Any], state: Any, *, rng: Random, seconds: float, playouts: int
) -> tuple[float, ...]:
    """The share of the win of each seat, on the average of random games from here.

    Exact where the game is over.
    """
    stop = process_time() + seconds
    totals, done = [0.0] * game.seats, 0
    while done == 0 or (done < playouts and process_time() < stop):
        outcome = playout(game, state, rng)
        totals = [a + b for a, b in zip(totals, shares(outcome, game.seats), strict=True)]
        done += 1
    return tuple(total / done for total in totals)


def sure(game: Game[Any], state: Any, moves: Sequence[Move]) -> tuple[Move | None, list[Move]]:
    """A move that wins at once, if there is one, and the moves that do not lose at once.

    All moves if every one loses.
    """
    seat = state.to_move
    safe = []
    for move in moves:
        following = game.apply(state, move)
        if following.to_move == OVER:
            outcome = game.outcome(following)
            if outcome is not None and outcome.winners == (seat,):
                return move, [move]
            if outcome is not None and seat not in outcome.winners:
                continue
        safe.append(move)
    return None, safe or list(moves)


def candidates(game: Game[Any], state: Any, moves: Sequence[Move], rng: Random) -> list[Move]:
    """The moves to search, mixed; of very many those with the most points where points count."""
    chosen = list(moves)
    rng.shuffle(chosen)
    if len(chosen) > WIDEST and game.scores(state) is not None:
        seat = state.to_move
        chosen.sort(key=lambda move: -(game.scores(game.apply(state, move)) or ())[seat])
    return chosen[:WIDEST]


def search(game: Game[Any], state: Any, *, rng: Random, seconds: float, playouts: int) -> Move:
    """The move of the most visited child after `playouts` or `seconds` of processor time."""
    return think(game, state, rng=rng, seconds=seconds, playouts=playouts).move


def think(game: Game[Any], state: Any, *, rng: Random, seconds: float, playouts: int) -> Thought:
    """The move that `search` finds, and the shares of the win in the playouts that began so."""
    stop = process_time() + seconds
    win, safe = sure(game, state, game.legal(state))
    if win is not None:
        return Thought(win, shares(game.outcome(game.apply(state, win)), game.seats))
    root = Node(state, game.seats)
    root.moves = candidates(game, state, safe, rng)
    done = 0
    while done < playouts and process_time() < stop:
        _grow(game, root, rng)
        done += 1
    if not root.children:
        return Thought(root.moves[0], shares(None, game.seats))
    move = max(root.children, key=lambda move: (root.children[move].visits, rng.random()))
    best = root.children[move]
    return Thought(move, tuple(won / best.visits for won in best.wins))


def _grow(game: Game[Any], root: Node, rng: Random) -> None:
    """Go down the tree, add one node, play out, and write the result along the way."""
    path = [root]
    node = root
    while node.state.to_move != OVER:
        if node.moves is None:
            # a node is widened only when it is met again: most are met once
            if node.visits == 0:
                break
            node.moves = _shuffled(game, node.state, rng)
        if node.moves:
            move = node.moves.pop()
            child = Node(game.apply(node.state, move), game.seats)
            node.children[move] = child
            path.append(child)
            node = child
            break
        node = _best(node)
        path.append(node)
    outcome = playout(game, node.state, rng)
    gained = rewards(outcome) if outcome is not None else [0.5] * game.seats
    won = shares(outcome, game.seats)
    for visited in path:
        visited.visits += 1
        for seat in range(game.seats):
            visited.totals[seat] += gained[seat]
            visited.wins[seat] += won[seat]


def _shuffled(game: Game[Any], state: Any, rng: Random) -> list[Move]:
    moves = list(game.legal(state))
    rng.shuffle(moves)
    return moves[:WIDEST]


def _best(node: Node) -> Node:
    """The child with the best upper bound for the seat that moves here."""
    seat = node.state.to_move
    log = math.log(node.visits + 1)
    return max(
        node.children.values(),
        key=lambda child: (
            child.totals[seat] / child.visits + EXPLORATION * math.sqrt(log / child.visits)
        ),
    )
