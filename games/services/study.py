"""What somebody tries out for themselves: branches of a match, kept on the server.

The row also holds a player's plan, which `games.services.plans` changes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from django.db import transaction
from django.db.models import F, Q

from games import branches
from games.branches import Line
from games.errors import NotStarted, StaleStudy, TooManyLines
from games.lines import position_after, position_at
from games.models import Match, Study


def line_add(*, match_id: int, user_id: int, version: int, ply: int, moves: Sequence[str]) -> Study:
    """Keep `moves`, tried from the position after `ply` entries, among the branches of a user.

    `version` is that of the study as the caller has read it, 0 if there was none. Raises
    `NotStarted`, `StaleStudy`, `BadMove`, `TooManyLines`, `PlayError` (no such ply).
    """
    match = _match(match_id)
    line = Line(ply, tuple(moves))

    def change(lines: list[Line]) -> list[Line]:
        position_after(match.rules, position_at(match, ply), ";".join(moves))
        found = branches.rebased([*lines, line], match.entries)
        if not branches.fits(found) or len(moves) > branches.LONGEST:
            raise TooManyLines
        return found

    return _change(match, user_id, version, change)


def line_delete(
    *, match_id: int, user_id: int, version: int, ply: int, moves: Sequence[str]
) -> Study:
    """Forget the last of `moves` and all that was tried after it; without moves, everything.

    What is not there is gone already. Raises `NotStarted`, `StaleStudy`.
    """
    match = _match(match_id)

    def change(lines: list[Line]) -> list[Line]:
        if not moves:
            return []
        return branches.without(branches.rebased(lines, match.entries), Line(ply, tuple(moves)))

    return _change(match, user_id, version, change)


def study_read(match: Match, user_id: int, version: int) -> Study:
    """The study of a user, made if there is none; raises `StaleStudy` unless it is at `version`."""
    study, _ = Study.objects.get_or_create(match=match, user_id=user_id)
    if study.version != version:
        raise StaleStudy
    return study


def study_store(study: Study, **values: Any) -> Study:
    """One compare-and-set on the version of `study` as read; raises `StaleStudy`."""
    changed = Study.objects.filter(pk=study.pk, version=study.version).update(
        version=study.version + 1, **values
    )
    if not changed:
        raise StaleStudy
    for name, value in values.items():
        setattr(study, name, value)
    study.version += 1
    return study


def plans_clear(match: Match) -> None:
    """Forget the plans of both players: a move was taken back, a player left, it is over."""
    Study.objects.filter(
        Q(plan_ply__isnull=False) | Q(plan_dropped_at__isnull=False), match=match
    ).update(version=F("version") + 1, plan=[], plan_ply=None, plan_dropped_at=None)


def _match(match_id: int) -> Match:
    match = Match.objects.get(pk=match_id)
    if not match.position:
        raise NotStarted
    return match


def _change(
    match: Match, user_id: int, version: int, change: Callable[[list[Line]], list[Line]]
) -> Study:
    with transaction.atomic():
        study = study_read(match, user_id, version)
        lines = change(branches.read(study.lines))
        return study_store(study, lines=[line.as_json() for line in lines])
