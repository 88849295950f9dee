"""Monte Carlo tree search for any game: UCT with playouts of uniformly random moves."""

from __future__ import annotations

import math
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


def candidates(game: Game[Any], state: Any, rng: Random) -> list[Move]:
    """The moves to search: wins first; of very many those with the most points, mixed."""
    moves = list(game.legal(state))
    rng.shuffle(moves)
    if len(moves) <= WIDEST:
        return moves
    seat = state.to_move
    scored = []
    for move in moves:
        following = game.apply(state, move)
        outcome = game.outcome(following)
        if outcome is not None:
            value = 1000.0 if outcome.places[seat] == 1 else -1000.0
        else:
            scores = game.scores(following)
            value = float(scores[seat]) if scores else 0.0
        scored.append((value, move))
    scored.sort(key=lambda pair: -pair[0])
    sure = [move for value, move in scored if value <= -1000]
    return [move for _, move in scored][:WIDEST] if len(sure) < len(scored) else moves[:WIDEST]


def search(game: Game[Any], state: Any, *, rng: Random, seconds: float, playouts: int) -> Move:
    """The move of the most visited child after `playouts` or `seconds` of processor time."""
    root = Node(state, game.seats)
    root.moves = candidates(game, state, rng)
    stop = process_time() + seconds
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
            node.moves = (
                candidates(game, node.state, rng)
                if node is root
                else _shuffled(game, node.state, rng)
            )
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
