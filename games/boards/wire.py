"""Boards as plain JSON for the one script that plays them all. The format, in one place.

Texts pass through `say`, which translates them.

geometry  {css, box, shapes: [[id, kind, x, y, r, d, label], …], hint, reach, hand,
           turn: [words for two moves, for more]}   (null where every turn is one move)
mark      [piece, colour, states, label, count, caption (only if there is one)]   (null = empty)
marks     {shape id: mark}
move      {t: text, w: words, p: [[ids…], …], d: marks that its draft shows,
           x: warning (only where there is one), f: the other seat that it makes win,
           k: 1 if the turn goes on after it}
          (boards with a hand: only t and p; there are a thousand, the script derives the rest)
prompts   {ids joined by |: what to do next}, for picks that have words of their own
ply       {t: text, w: words, s: seat, l: [ids of the last move], d: changed marks, o: drawings}
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from games.boards.core import EMPTY, Board, Mark
from games.rules.core import OVER, Json
from games.rules.text import Text

Say = Callable[[Text], str]

_GAPS: dict[str, str | Text] = {name: f"{{{name}}}" for name in ("first", "last", "n")}
"""Gaps that the script fills stay gaps."""


def geometry_json(board: Board[Any, Any], say: Say) -> dict[str, Json]:
    """All of the board that never changes; may be cached for ever per language."""
    geometry = board.geometry
    hand = geometry.hand
    return {
        "css": geometry.css,
        "box": geometry.box,
        "reach": geometry.reach,
        "hint": say(geometry.tray_hint) if geometry.tray_hint else "",
        "turn": [say(Text(words, _GAPS)) for words in board.turn] if board.turn[0] else None,
        "hand": {"turns": hand.turns, "moves": hand.moves} if hand else None,
        "shapes": [
            [
                shape.id,
                shape.kind,
                round(shape.x, 1),
                round(shape.y, 1),
                shape.r,
                shape.d,
                say(shape.label),
            ]
            for shape in geometry.shapes
        ],
    }


def mark_json(mark: Mark, say: Say) -> Json:
    """One mark, or null for an empty shape."""
    if mark == EMPTY:
        return None
    plain = [mark.piece, mark.colour, mark.states, say(mark.label), mark.count]
    return plain if mark.caption is None else [*plain, say(mark.caption)]


def marks_json(marks: Mapping[str, Mark], say: Say) -> dict[str, Json]:
    """Marks by shape id."""
    return {key: mark_json(mark, say) for key, mark in marks.items()}


def drawings_json(board: Board[Any, Any], state: Any) -> list[Json]:
    """Paths over the position: [[css, d, under], …]."""
    return [[drawing.css, drawing.d, drawing.under] for drawing in board.drawings(state)]


def legal_json(board: Board[Any, Any], state: Any, say: Say) -> list[dict[str, Json]]:
    """All legal moves with their clicks; empty when the game is over."""
    if state.to_move == OVER:
        return []
    moves: list[dict[str, Json]] = []
    for move in board.game.legal(state):
        if board.geometry.hand:
            text = board.game.format_move(move)
            moves.append({"t": text, "p": board.places(state, move)})
            continue
        entry = {
            "t": board.game.format_move(move),
            "w": say(board.words(state, move)),
            "p": board.places(state, move),
            "d": marks_json(board.preview(state, move), say),
        }
        warning = board.warning(state, move)
        if warning is not None:
            entry["x"] = say(warning)
        winner = board.gives(state, move)
        if winner is not None:
            entry["f"] = winner
        if board.goes_on(state, move):
            entry["k"] = 1
        moves.append(entry)
    return moves


def prompts_json(board: Board[Any, Any], state: Any, say: Say) -> dict[str, str]:
    """What to do after each unfinished row of picks, where the board has words of its own."""
    if state.to_move == OVER or board.geometry.hand:
        return {}
    ways = [way for move in board.game.legal(state) for way in board.places(state, move)]
    starts = {tuple(way[:length]) for way in ways for length in range(1, len(way))}
    found = ((start, board.prompt(state, start)) for start in sorted(starts))
    return {"|".join(start): say(text) for start, text in found if text is not None}
