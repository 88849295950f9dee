"""The compare-and-set by which a match gets a new position, and the one way it ends."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import F

from games import clocks, events, records
from games.errors import MatchOver, NotStarted, StalePosition
from games.models import Match, Seat
from games.rules.core import OVER
from games.signals import match_finished


def match_read(match_id: int) -> Match:
    """The match with its seats and their users, in two statements; raises `Match.DoesNotExist`."""
    return Match.objects.prefetch_related("seats__user").get(pk=match_id)


def check_active(match: Match) -> None:
    """Raise `NotStarted` or `MatchOver` unless the match is being played."""
    if match.status == Match.Status.OPEN:
        raise NotStarted
    if match.is_over:
        raise MatchOver


def whole_seconds(since: datetime, until: datetime) -> int:
    """Full seconds from `since` to `until`, never negative (clocks of servers differ)."""
    return max(0, int((until - since).total_seconds()))


def match_advance(
    match: Match,
    *,
    entries: Sequence[records.Entry],
    state: Any,
    now: datetime,
    key: tuple[int, str] | None = None,
) -> Match:
    """Store the position `state` reached by adding `entries` to the record of `match` as read.

    One `UPDATE … WHERE id AND ply AND status = active`: no row changed means that somebody was
    first, and then nothing at all has changed. Ends the match, and by the signal rates it, in the
    same transaction; tells the world on commit. `key` is (seat, idempotency key) of a posted move.
    Raises `StalePosition` or `MatchOver`.
    """
    ply = match.ply
    over = state.to_move == OVER
    same_turn = state.to_move == match.to_move
    assert match.last_at is not None  # active matches have one: it is set at the start
    values: dict[str, Any] = {
        "record": records.append(match.record, entries),
        "position": match.rules.dump(state),
        "ply": ply + len(entries),
        "last_at": now,
    }
    if key is not None:
        values["post_keys"] = {**match.post_keys, str(key[0]): f"{ply}:{key[1]}"}
    if over:
        outcome = match.rules.outcome(state)
        assert outcome is not None  # the contract of every game
        values |= {
            "status": Match.Status.FINISHED,
            "finished_at": now,
            "reason": outcome.reason,
            "to_move": None,
            "mover": None,
            "turn_started_at": None,
            "deadline": None,
        }
    elif not same_turn:
        values |= {
            "to_move": state.to_move,
            "mover": match.seat_rows[state.to_move].user,
            "turn_started_at": now,
            "deadline": clocks.deadline(match.clock, now),
        }
    seats = {seat.index: seat for seat in match.seat_rows}
    with transaction.atomic():
        changed = Match.objects.filter(pk=match.pk, ply=ply, status=Match.Status.ACTIVE).update(
            version=F("version") + 1, **values
        )
        if not changed:
            check_active(Match.objects.get(pk=match.pk))
            raise StalePosition
        version = Match.objects.values_list("version", flat=True).get(pk=match.pk)
        earlier_mover = match.mover
        for name, value in values.items():
            setattr(match, name, value)
        match.version = version
        for entry in entries:
            if entry.cause:
                seats[entry.seat].out = entry.cause
                Seat.objects.filter(pk=seats[entry.seat].pk).update(out=entry.cause)
        if over:
            _finish(match, state)
        events.changed_on_commit(match, people=[earlier_mover, match.mover])
    return match


def _finish(match: Match, state: Any) -> None:
    """Write places and scores and tell the one listener; in the transaction of the last move."""
    outcome = match.rules.outcome(state)
    assert outcome is not None
    for seat in match.seat_rows:
        seat.place = outcome.places[seat.index]
        seat.score = outcome.scores[seat.index] if outcome.scores else None
        seat.save(update_fields=["place", "score"])
    match_finished.send(sender=Match, match=match)
