"""Monte Carlo tree search for any game: UCT with playouts of uniformly random moves."""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import Random
from time import process_time
from typing import Any

from games.rules.core import OVER, Game, Move, Outcome

EXPLORATION = 0.7
WIDEST = 60
"""So many moves of a position are searched at most, the most promising by a first look."""

DEEP = 400
"""A playout that is not over after so many plies counts as a draw."""


class Node:
    """A position in the tree: how often it was visited and what each seat got from it."""

    __slots__ = ("children", "moves", "state", "totals", "visits")

    def __init__(self, state: Any, seats: int) -> None:
        self.state = state
        self.visits = 0
        self.totals = [0.0] * seats
        self.moves: list[Move] | None = None
        self.children: dict[Move, Node] = {}


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


def playout(game: Game[Any], state: Any, rng: Random) -> list[float]:
    """Rewards after random moves to the end."""
    for _ in range(DEEP):
        if state.to_move == OVER:
            break
        state = game.apply(state, game.random_move(state, rng))
    outcome = game.outcome(state)
    return rewards(outcome) if outcome is not None else [0.5] * game.seats


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
    stop = process_time() + seconds
    win, safe = sure(game, state, game.legal(state))
    if win is not None:
        return win
    root = Node(state, game.seats)
    root.moves = candidates(game, state, safe, rng)
    done = 0
    while done < playouts and process_time() < stop:
        _grow(game, root, rng)
        done += 1
    if not root.children:
        return root.moves[0]
    return max(root.children, key=lambda move: (root.children[move].visits, rng.random()))


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
    result = playout(game, node.state, rng)
    for visited in path:
        visited.visits += 1
        for seat, reward in enumerate(result):
            visited.totals[seat] += reward


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
