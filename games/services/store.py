"""The compare-and-set by which a match gets a new position, and the one way it ends."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import F

from accounts.models import User
from games import events, records
from games.errors import MatchOver, NotStarted, StalePosition
from games.models import Match, Seat
from games.rules.core import OVER, Outcome
from games.services import turns
from games.services.study import plans_clear
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
    outcome: Outcome | None = None,
    new_turn: bool = False,
    cancelled: bool = False,
    undone: Mapping[int, int] | None = None,
    exact: bool = False,
) -> Match:
    """Store the position `state` reached by adding `entries` to the record of `match` as read.

    One `UPDATE … WHERE id AND ply AND status = active`: no row changed means that somebody was
    first, and then nothing at all has changed. Ends the match, and by the signal rates it, in the
    same transaction; tells the world on commit. `key` is (seat, idempotency key) of a posted move.
    `outcome` ends the match although the rules would let it go on (a draw by agreement); with
    `new_turn` a turn begins even if the same seat stays to move (a move taken back). `cancelled`
    ends it without a result: nobody is placed and nobody is rated. `undone` says by seat how many
    turns are taken back, whose increments come off again. With `exact` the match must be of the
    same version too: for what hangs on offers or on the deadline as read.
    Raises `StalePosition` or `MatchOver`.
    """
    ply = match.ply
    seats = {seat.index: seat for seat in match.seat_rows}
    if state.to_move == OVER:
        outcome = match.rules.outcome(state)
        assert outcome is not None  # the contract of every game
    assert match.last_at is not None  # active matches have one: it is set at the start
    values: dict[str, Any] = {
        "record": records.append(match.record, entries),
        "position": match.rules.dump(state),
        "ply": ply + len(entries),
        "last_at": now,
        "offers": {},
    }
    if key is not None:
        values["post_keys"] = {**match.post_keys, str(key[0]): f"{ply}:{key[1]}"}
    banks: dict[int, timedelta | None] = {}
    if outcome is not None or cancelled:
        values |= turns.NO_TURN | {
            "status": Match.Status.CANCELLED if cancelled else Match.Status.FINISHED,
            "finished_at": now,
            "reason": outcome.reason if outcome is not None else "called_off",
        }
    elif new_turn or state.to_move != match.to_move:
        assert match.to_move is not None  # by constraint
        moved = entries[-1].is_move
        banks[match.to_move] = seats[match.to_move].bank = turns.left_after(match, now, moved=moved)
        for index, ended in (undone or {}).items():
            banks[index] = seats[index].bank = match.control.undone(seats[index].bank, ended)
        values |= turns.turn_values(match, seats[state.to_move], now)
    as_read = {"version": match.version} if exact else {}
    with transaction.atomic():
        changed = Match.objects.filter(
            pk=match.pk, ply=ply, status=Match.Status.ACTIVE, **as_read
        ).update(version=F("version") + 1, **values)
        if not changed:
            check_active(Match.objects.get(pk=match.pk))
            raise StalePosition
        version = Match.objects.values_list("version", flat=True).get(pk=match.pk)
        earlier_mover = match.mover
        for name, value in values.items():
            setattr(match, name, value)
        match.version = version
        for index, bank in banks.items():
            Seat.objects.filter(pk=seats[index].pk).update(bank=bank)
        for entry in entries:
            if entry.is_leaving:
                seats[entry.seat].out = entry.cause
                Seat.objects.filter(pk=seats[entry.seat].pk).update(out=entry.cause)
        if outcome is not None:
            _finish(match, outcome)
        if outcome is not None or not all(entry.is_move for entry in entries):
            plans_clear(match)
        events.changed_on_commit(match, people=[earlier_mover, match.mover])
    return match


def match_update(match: Match, *, people: Iterable[User | None] = (), **values: Any) -> Match:
    """Change an active match in something else than its position: offers, pauses, the clock.

    One `UPDATE … WHERE id AND version AND status = active`, for what was decided on the match as
    read; `people` are those whose number of waiting moves may have changed. Raises `StalePosition`
    or `MatchOver`; then nothing has changed.
    """
    with transaction.atomic():
        changed = Match.objects.filter(
            pk=match.pk, version=match.version, status=Match.Status.ACTIVE
        ).update(version=match.version + 1, **values)
        if not changed:
            check_active(Match.objects.get(pk=match.pk))
            raise StalePosition
        for name, value in values.items():
            setattr(match, name, value)
        match.version += 1
        events.changed_on_commit(match, people=people)
    return match


def _finish(match: Match, outcome: Outcome) -> None:
    """Write places and scores and tell the one listener; in the transaction of the last entry."""
    for seat in match.seat_rows:
        seat.place = outcome.places[seat.index]
        seat.score = outcome.scores[seat.index] if outcome.scores else None
        seat.save(update_fields=["place", "score"])
    match_finished.send(sender=Match, match=match)
