"""Conditional moves: what a player answers at once if the other one plays what they expect.

A plan belongs to one player of a match of two. Its lines begin at the other one's turn, alternate
by turns (a turn may be several moves) and end with the player's own. It fires inside the
transaction of the move that it answers. Everything here that writes holds the row of the match,
which every move updates first: a plan is saved or deleted before a move or after it, never across.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from typing import Any

from django.db import transaction
from django.db.models import F

from games import branches, records
from games.boards.registry import board_of
from games.branches import Line
from games.errors import (
    BadMove,
    NoPlanHere,
    NotSeated,
    PlanConflict,
    PlanNotNow,
    PlanUnfinished,
    StalePosition,
    TooManyLines,
)
from games.models import Match, Seat, Study
from games.rules.core import Game, RulesError
from games.services.store import check_active
from games.services.study import study_read, study_store

log = logging.getLogger(__name__)

MOST_LINES = 50


def plan_add(*, match_id: int, user_id: int, version: int, ply: int, moves: Sequence[str]) -> Study:
    """Save one line: `moves` from the present position, the other player's turn first.

    Raises `NotSeated`, `NoPlanHere`, `NotStarted`, `MatchOver`, `StalePosition`, `PlanNotNow`,
    `StaleStudy`, `BadMove`, `PlanUnfinished`, `PlanConflict`, `TooManyLines`.
    """
    with transaction.atomic():
        match, seat = _held(match_id, user_id)
        check_active(match)
        if ply != match.ply:
            raise StalePosition
        if match.to_move == seat.index:
            raise PlanNotNow
        study = study_read(match, user_id, version)
        line = Line(ply, tuple(moves))
        state = match.load_position()
        _check_whole(match.rules, state, line, seat.index)
        kept = [each for each in _plan_now(study, match) if each.ply == ply]
        _check_single(match.rules, state, [*kept, line], seat.index)
        lines = branches.merged([*kept, line])
        if len(lines) > MOST_LINES or not branches.fits(lines):
            raise TooManyLines
        return study_store(study, **_values(lines), plan_dropped_at=None)


def plan_delete(
    *, match_id: int, user_id: int, version: int, moves: Sequence[str] = (), ply: int = 0
) -> Study:
    """Delete the line with exactly these `moves`; without moves the whole plan (`ply` is not used).

    What is not there is gone already. Without moves the notice that the plan was left goes too.
    Raises `NotSeated`, `NoPlanHere`, `StaleStudy`.
    """
    with transaction.atomic():
        match, _ = _held(match_id, user_id)
        study = study_read(match, user_id, version)
        lines = _plan_now(study, match) if moves else []
        left = [line for line in lines if line.moves != tuple(moves)]
        told = {} if moves else {"plan_dropped_at": None}
        return study_store(study, **_values(left), **told)


def reply_planned(match: Match) -> list[str] | None:
    """The whole turn that whoever is to move has planned for this position; the plan goes on.

    For use in the transaction that has just brought the match to its present position. Lines that
    the other player did not follow are dropped; if none is left, that is noted for the player.
    """
    if match.size != 2 or match.mover is None or match.to_move is None:
        return None
    study = Study.objects.filter(match=match, user=match.mover, plan_ply__isnull=False).first()
    if study is None:
        return None
    assert study.plan_ply is not None
    rules, start, reply = match.rules, study.plan_ply, None
    rest: list[Line] = []
    began = records.replay(rules, match.entries[:start], checked=False)[-1]
    for line in study.plan:
        try:
            found = _answer(rules, began, line, match)
        except RulesError:
            log.exception("The plan %s of match %s is not legal", line, match.code)
            continue
        if found is None:
            continue
        answer, left = found
        if reply is None:
            reply = answer
        if answer == reply and left:
            rest.append(Line(match.ply + len(reply), tuple(left)))
    Study.objects.filter(pk=study.pk).update(
        version=F("version") + 1,
        **_values(branches.merged(rest)),
        plan_dropped_at=match.ply if reply is None else None,
    )
    return reply


# --- parts ----------------------------------------------------------------------------------------


def _held(match_id: int, user_id: int) -> tuple[Match, Seat]:
    """The match, its row locked, and the seat of the user in it."""
    match = Match.objects.select_for_update(no_key=True).get(pk=match_id)
    seat = Seat.objects.filter(match=match, user=user_id).first()
    if seat is None:
        raise NotSeated
    if match.size != 2:
        raise NoPlanHere
    return match, seat


def _plan_now(study: Study, match: Match) -> list[Line]:
    """The plan from where the match stands, should the other one be in the middle of a turn."""
    if study.plan_ply is None:
        return []
    lines = [Line(study.plan_ply, tuple(moves)) for moves in study.plan]
    return branches.rebased(lines, match.entries)


def _values(lines: Sequence[Line]) -> dict[str, Any]:
    return {
        "plan": [list(line.moves) for line in lines],
        "plan_ply": lines[0].ply if lines else None,
    }


def _check_whole(rules: Game[Any], state: Any, line: Line, me: int) -> None:
    """Every move is legal, and the last one ends a turn of `me`."""
    mover = -1
    try:
        for text in line.moves:
            mover = state.to_move
            state = rules.play(state, text)
    except RulesError as error:
        raise BadMove(error) from error
    if mover != me or state.to_move == me:
        raise PlanUnfinished


def _check_single(rules: Game[Any], start: Any, lines: Iterable[Line], me: int) -> None:
    """In every position of these lines `me` has one answer, by whatever way it is reached."""
    answers: dict[str, str] = {}
    for line in lines:
        state = start
        for text in line.moves:
            if state.to_move == me:
                first = answers.setdefault(rules.dump(state), text)
                if first != text:
                    words = board_of(rules).words(state, rules.parse_move(first))
                    raise PlanConflict(move=words)
            state = rules.apply(state, rules.parse_move(text))


def _answer(
    rules: Game[Any], state: Any, moves: Sequence[str], match: Match
) -> tuple[list[str], list[str]] | None:
    """The answer of this line to the position of `match`, and what follows; None if it has none.

    The other player's turn may have come to the same position in another order.
    """
    me, at = match.to_move, 0
    while at < len(moves) and state.to_move != me:
        state = rules.play(state, moves[at])
        at += 1
    if at == len(moves) or rules.dump(state) != match.position:
        return None
    answer = []
    while at < len(moves) and state.to_move == me:
        state = rules.play(state, moves[at])
        answer.append(moves[at])
        at += 1
    return answer, list(moves[at:])
