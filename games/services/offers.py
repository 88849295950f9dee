"""Offers between the players of a match: a draw, a move taken back, a pause; and a day given.

What is agreed on at the same moment as a move is played is either played or agreed: an offer is
for one ply and one version of the match, and an answer to any other is refused as `stale_offer`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from games import offers, records
from games.errors import (
    BadDays,
    NotYourOffer,
    OwnOffer,
    StaleOffer,
    StalePosition,
)
from games.models import Match, Seat
from games.rules.core import Outcome, drawn
from games.services import turns
from games.services.ending import TRIES, seat_for
from games.services.notices import offer_file
from games.services.store import match_advance, match_read, match_update, whole_seconds

GIFT = timedelta(days=1)


def offer_make(
    *,
    match_id: int,
    user_id: int,
    kind: str,
    ply: int,
    version: int = 0,
    days: int = 0,
    now: datetime | None = None,
) -> Match:
    """Offer `kind` (one of `offers.KINDS`) to all who still play, on the position seen at `ply`.

    Bots agree at once, to pauses and to moves taken back. A draw that somebody else has offered is
    accepted. `days` is the length of a pause; `version` is not looked at. Raises what
    `offers.refusal` names, `StalePosition`, `BadDays`.
    """
    now = now or timezone.now()

    def make(match: Match) -> Match:
        seat = seat_for(match, user_id, kind, now=now)
        if ply != match.ply:
            raise StalePosition
        standing = offers.open_offer(match, kind)
        if standing is not None:
            return _agree(match, seat, kind, standing, now)
        offer: dict[str, Any] = {
            "seat": seat.index,
            "yes": [row.index for row in offers.staying(match) if row.user and row.user.is_bot],
            "ply": ply,
            "version": match.version + 1,
        }
        if kind == offers.PAUSE:
            if days not in range(1, offers.LONGEST_PAUSE + 1):
                raise BadDays
            offer["days"] = days
        if kind == offers.TAKEBACK:
            offer["to"] = offers.takeback_to(match.entries, offers.movers_of(match), seat.index)
        with transaction.atomic():
            match = _agree(match, seat, kind, offer, now)
            if offers.open_offer(match, kind) is not None:
                assert match.last_at is not None
                offer_file(match, at=match.last_at, now=now)
        return match

    return _tried(match_id, make)


def offer_accept(
    *,
    match_id: int,
    user_id: int,
    kind: str,
    ply: int,
    version: int,
    days: int = 0,
    now: datetime | None = None,
) -> Match:
    """Agree to the offer made at `ply` in this `version`; what all agree to happens.

    Raises `StaleOffer` if it does not stand any more, `OwnOffer`, `NotSeated`, `HasLeft`,
    `MatchOver`.
    """
    now = now or timezone.now()

    def accept(match: Match) -> Match:
        seat, offer = _standing(match, user_id, kind, ply, version, now)
        if seat.index in offer["yes"]:
            raise OwnOffer
        return _agree(match, seat, kind, offer, now)

    return _tried(match_id, accept)


def offer_decline(
    *,
    match_id: int,
    user_id: int,
    kind: str,
    ply: int,
    version: int,
    days: int = 0,
    now: datetime | None = None,
) -> Match:
    """Decline the offer made at `ply` in this `version`; it cannot be made again at this ply.

    Raises like `offer_accept`.
    """
    now = now or timezone.now()

    def decline(match: Match) -> Match:
        seat, offer = _standing(match, user_id, kind, ply, version, now)
        if seat.index == offer["seat"]:
            raise OwnOffer
        return match_update(match, offers={**match.offers, kind: {**offer, "no": seat.index}})

    return _tried(match_id, decline)


def offer_withdraw(
    *,
    match_id: int,
    user_id: int,
    kind: str,
    ply: int,
    version: int,
    days: int = 0,
    now: datetime | None = None,
) -> Match:
    """Take one's own offer back. Raises `NotYourOffer`, else like `offer_accept`."""
    now = now or timezone.now()

    def withdraw(match: Match) -> Match:
        seat, offer = _standing(match, user_id, kind, ply, version, now)
        if seat.index != offer["seat"]:
            raise NotYourOffer
        return match_update(match, offers=_without(match, kind))

    return _tried(match_id, withdraw)


ACTS: dict[str, Callable[..., Match]] = {
    "make": offer_make,
    "accept": offer_accept,
    "decline": offer_decline,
    "withdraw": offer_withdraw,
}


def day_give(*, match_id: int, user_id: int, ply: int, now: datetime | None = None) -> Match:
    """Give the player to move one day more for the move at `ply`; once per move.

    Raises `NoClock`, `OwnTime`, `DayGiven`, `StalePosition`, `NotSeated`, `HasLeft`, `MatchOver`.
    """
    now = now or timezone.now()

    def give(match: Match) -> Match:
        seat = seat_for(match, user_id, offers.DAY, now=now)
        if ply != match.ply:
            raise StalePosition
        assert match.turn_left is not None  # else refused as NoClock
        match.turn_left += GIFT
        return match_update(
            match,
            offers={**match.offers, offers.DAY: {"seat": seat.index}},
            turn_left=match.turn_left,
            **turns.deadline_values(match),
        )

    return _tried(match_id, give)


# --- what all have agreed on ----------------------------------------------------------------


def _agree(match: Match, seat: Seat, kind: str, offer: dict[str, Any], now: datetime) -> Match:
    """Add the consent of `seat` to the offer; with the last one it happens."""
    agreed = {**offer, "yes": sorted({*offer["yes"], seat.index})}
    if all(row.index in agreed["yes"] for row in offers.staying(match)):
        return _HAPPEN[kind](match, seat, agreed, now)
    return match_update(match, offers={**match.offers, kind: agreed})


def _draw(match: Match, seat: Seat, offer: dict[str, Any], now: datetime) -> Match:
    """Those who stay share the first place, leavers are behind them as ever."""
    assert match.last_at is not None
    left = [entry.seat for entry in match.entries if entry.is_leaving]
    state = match.load_position()
    outcome = Outcome(drawn(match.size, left), "agreed", match.rules.scores(state))
    entry = records.drawn(seat.index, whole_seconds(match.last_at, now))
    return match_advance(match, entries=[entry], state=state, now=now, outcome=outcome, exact=True)


def _take_back(match: Match, seat: Seat, offer: dict[str, Any], now: datetime) -> Match:
    """Back to the position before the move; its player's turn begins anew."""
    assert match.last_at is not None
    asker, to = offer["seat"], offer["to"]
    entries = match.entries
    states = records.replay(match.rules, entries, checked=False)
    movers = offers.movers_of(match, states)
    undone: Counter[int] = Counter()
    ply = len(entries)
    while ply > to:  # along the line that led here: what was taken back before earned nothing
        if entries[ply - 1].cause == records.TAKEN_BACK:
            ply = entries[ply - 1].to
            continue
        if movers[ply] != movers[ply - 1]:
            undone[movers[ply - 1]] += 1
        ply -= 1
    entry = records.taken_back(asker, to, whole_seconds(match.last_at, now))
    return match_advance(
        match,
        entries=[entry],
        state=states[to],
        now=now,
        new_turn=True,
        undone=undone,
        exact=True,
    )


def _pause(match: Match, seat: Seat, offer: dict[str, Any], now: datetime) -> Match:
    """The clock stands still from the moment of consent on."""
    start = now.astimezone(UTC)
    end = start + timedelta(days=offer["days"])
    match.pauses = [*match.pauses, [start.isoformat(), end.isoformat()]]
    return match_update(
        match,
        offers=_without(match, offers.PAUSE),
        pauses=match.pauses,
        **turns.deadline_values(match),
    )


_HAPPEN = {offers.DRAW: _draw, offers.TAKEBACK: _take_back, offers.PAUSE: _pause}


# --- parts ------------------------------------------------------------------------------------


def _without(match: Match, kind: str) -> dict[str, Any]:
    return {key: offer for key, offer in match.offers.items() if key != kind}


def _standing(
    match: Match, user_id: int, kind: str, ply: int, version: int, now: datetime
) -> tuple[Seat, dict[str, Any]]:
    """The seat of the user, and the offer of this kind if it is the one that was seen."""
    seat = seat_for(match, user_id, "", now=now)
    offer = offers.open_offer(match, kind)
    if offer is None or (match.ply, offer["version"]) != (ply, version):
        raise StaleOffer
    return seat, offer


def _tried(match_id: int, change: Callable[[Match], Match]) -> Match:
    """Run `change` on the match as it is; again if somebody was first, on what is then."""
    for _ in range(TRIES):
        match = match_read(match_id)
        version = match.version
        try:
            return change(match)
        except StalePosition:
            if not Match.objects.filter(pk=match_id).exclude(version=version).exists():
                raise  # it was refused for its ply, not because it came second
            continue
    raise StalePosition
