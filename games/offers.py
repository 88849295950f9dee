"""What a seat may ask for in a match as it stands, and why not; the open offers in words.

One list for the services, which refuse by it, and for pages, which show only what is possible.
An offer is an entry of `Match.offers`, kind → {"seat": who made it, "yes": the seats that agree,
"ply", "version": of the match when it was made, "no": the seat that declined}, of a move to be
taken back with "to", the ply it leads to, of a pause with "days". Under "day" stands the seat that
has given a day for the present move. Every new entry of the record clears them all.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from django.utils.translation import gettext, ngettext

from games import records
from games.errors import (
    BotPlaysOn,
    DayGiven,
    HasLeft,
    MatchOver,
    NoClock,
    NoDraws,
    NoRematch,
    NotDecided,
    NothingToTakeBack,
    NotOver,
    NotStarted,
    OfferDeclined,
    OfferOpen,
    OwnTime,
    PartnerGone,
    PlayError,
    RatedMoveStands,
    RematchOpen,
    TooLate,
)
from games.models import Match, Seat
from games.rules.core import Game

DRAW, TAKEBACK, PAUSE = "draw", "takeback", "pause"
KINDS = (DRAW, TAKEBACK, PAUSE)
"""What can be offered and has to be agreed on."""

DAY = "day"
REMATCH = "rematch"

ABORT_BEFORE = 2
"""A match may be called off while its ply is smaller than this."""

LONGEST_PAUSE = 14
"""Days."""


def staying(match: Match) -> list[Seat]:
    """The seats that still play."""
    return [seat for seat in match.seat_rows if not seat.out]


def open_offer(match: Match, kind: str) -> dict[str, Any] | None:
    """The offer of this kind that waits for answers, if there is one."""
    offer: dict[str, Any] | None = match.offers.get(kind)
    return None if offer is None or "no" in offer else offer


def takeback_to(entries: Sequence[records.Entry], movers: Sequence[int], seat: int) -> int | None:
    """The ply to which the last posting of `seat` is taken back, None if there is none to be.

    `movers` has for every entry that is a move the seat that made it. What the site alone has
    played for the seat (the only legal move) goes with the move before. A posting of several moves
    is taken back whole. Nothing is taken back past a seat that has left.
    """
    ply = len(entries)
    while ply:
        entry = entries[ply - 1]
        if entry.is_leaving:
            return None
        if entry.cause == records.TAKEN_BACK:
            ply = entry.to
            continue
        ply -= 1
        if not entry.is_move or movers[ply] != seat or entry.how == records.FORCED:
            continue
        while ply and entries[ply].seconds == 0:
            before = entries[ply - 1]
            if not before.is_move or movers[ply - 1] != seat or before.how != entry.how:
                break
            ply -= 1
        return ply
    return None


def movers_of(match: Match, states: Sequence[Any] | None = None) -> list[int]:
    """The seat to move at every ply so far."""
    states = states or records.replay(match.rules, match.entries, checked=False)
    return [state.to_move for state in states]


# --- what is refused --------------------------------------------------------------------------


def refusal(
    match: Match, seat: Seat, act: str, movers: Sequence[int] | None = None
) -> PlayError | None:
    """Why `seat` may not do `act` (a key of `ACTS`) in `match` now; None if it may.

    An empty `act` stands for what everybody may who still plays. `movers` as for `takeback_to`, to
    spare the replay of the record.
    """
    if match.status == Match.Status.OPEN:
        return NotStarted()
    if act == REMATCH:
        return _rematch(match, seat)
    if match.is_over:
        return MatchOver()
    if seat.out:
        return HasLeft()
    if act == TAKEBACK:
        return _takeback(match, seat, movers)
    return ACTS[act](match, seat) if act else None


def _abort(match: Match, seat: Seat) -> PlayError | None:
    return TooLate() if match.ply >= ABORT_BEFORE else None


def _draw(match: Match, seat: Seat) -> PlayError | None:
    if not match.rules.can_draw:
        return NoDraws()
    if any(other.user is not None and other.user.is_bot for other in staying(match)):
        return BotPlaysOn()
    offer = open_offer(match, DRAW)
    if offer is not None and seat.index not in offer["yes"]:
        return None  # offers that cross are an agreement
    return _asked_before(match, seat, DRAW)


def _takeback(match: Match, seat: Seat, movers: Sequence[int] | None = None) -> PlayError | None:
    if match.rated:
        return RatedMoveStands()
    if takeback_to(match.entries, movers or movers_of(match), seat.index) is None:
        return NothingToTakeBack()
    return _asked_before(match, seat, TAKEBACK)


def _pause(match: Match, seat: Seat) -> PlayError | None:
    return _asked_before(match, seat, PAUSE) if match.turn_left is not None else NoClock()


def _day(match: Match, seat: Seat) -> PlayError | None:
    if match.turn_left is None:
        return NoClock()
    if match.to_move == seat.index:
        return OwnTime()
    return DayGiven() if DAY in match.offers else None


def _asked_before(match: Match, seat: Seat, kind: str) -> PlayError | None:
    if open_offer(match, kind) is not None:
        return OfferOpen()
    offer = match.offers.get(kind)
    return OfferDeclined() if offer is not None and offer["seat"] == seat.index else None


def _end(match: Match, seat: Seat) -> PlayError | None:
    if type(match.rules).decided is Game.decided:  # most games know no such thing
        return NotDecided()
    return None if match.rules.decided(match.load_position()) is not None else NotDecided()


def _rematch(match: Match, seat: Seat) -> PlayError | None:
    """Asked for once, by whom does not matter; who is invited to it accepts by asking too."""
    if not match.is_over:
        return NotOver()
    again = rematch_of(match)
    if match.status == Match.Status.CANCELLED or (again and again.status == Match.Status.CANCELLED):
        return NoRematch()
    if again is not None:
        asked = again.seats.filter(invited=seat.user_id, user=None)
        waits = again.status == Match.Status.OPEN and asked.exists()
        return None if waits else RematchOpen()
    gone = next((row.user for row in match.seat_rows if row.user and not row.user.is_active), None)
    return PartnerGone(name=gone.username) if gone is not None else None


def rematch_of(match: Match) -> Match | None:
    """The rematch of a match that is over, as soon as there is one."""
    return Match.objects.filter(rematch_of=match).first()


ACTS: dict[str, Callable[[Match, Seat], PlayError | None]] = {
    "abort": _abort,
    DRAW: _draw,
    TAKEBACK: _takeback,
    PAUSE: _pause,
    DAY: _day,
    "end": _end,
    REMATCH: _rematch,
}


def possible(
    match: Match, seat: Seat | None, movers: Sequence[int] | None = None
) -> dict[str, bool]:
    """By act, whether `seat` may do it now; nothing for those without a seat."""
    return {act: seat is not None and refusal(match, seat, act, movers) is None for act in ACTS}


# --- in words -----------------------------------------------------------------------------------


def offers_json(match: Match, seat: Seat | None) -> list[dict[str, Any]]:
    """The offers as a player sees them: kind, seat, mine, asked, declined, text and so on.

    `asked` are those that the player can accept or decline. Spectators are told of none.
    """
    if seat is None or match.is_over:
        return []
    return [
        _offer_json(match, kind, match.offers[kind], seat) for kind in KINDS if kind in match.offers
    ]


def _offer_json(match: Match, kind: str, offer: dict[str, Any], seat: Seat) -> dict[str, Any]:
    mine, agreed = offer["seat"] == seat.index, seat.index in offer["yes"]
    declined = offer.get("no")
    return {
        "kind": kind,
        "seat": offer["seat"],
        "mine": mine,
        "asked": declined is None and not agreed and not seat.out,
        "declined": declined,
        "agreed": offer["yes"],
        "ply": offer["ply"],
        "version": offer["version"],
        "days": offer.get("days"),
        "to": offer.get("to"),
        "text": _words(match, kind, offer, seat),
    }


def _words(match: Match, kind: str, offer: dict[str, Any], seat: Seat) -> str:
    names = {row.index: row.user.username if row.user else "" for row in match.seat_rows}
    mine, name = offer["seat"] == seat.index, names[offer["seat"]]
    declined = offer.get("no")
    if declined is not None:
        if declined == seat.index:
            return gettext("You have declined.")
        if not mine:
            return gettext("{name} has declined.").format(name=names[declined])
        return {
            DRAW: gettext("{name} has declined the draw."),
            TAKEBACK: gettext("{name} has declined: the move stands."),
            PAUSE: gettext("{name} has declined the pause."),
        }[kind].format(name=names[declined])
    waiting = ", ".join(names[row.index] for row in staying(match) if row.index not in offer["yes"])
    if seat.index in offer["yes"] and not mine:
        return gettext("You have agreed. Waiting for the answer of {names}.").format(names=waiting)
    days = offer.get("days") or 0
    if mine:
        return {
            DRAW: gettext("You have offered a draw. Waiting for the answer of {names}."),
            TAKEBACK: gettext(
                "You have asked to take your move back. Waiting for the answer of {names}."
            ),
            PAUSE: ngettext(
                "You have suggested a pause of {days} day. Waiting for the answer of {names}.",
                "You have suggested a pause of {days} days. Waiting for the answer of {names}.",
                days,
            ),
        }[kind].format(names=waiting, days=days)
    return {
        DRAW: gettext("{name} offers a draw."),
        TAKEBACK: gettext("{name} asks to take back their last move, and what followed it."),
        PAUSE: ngettext(
            "{name} suggests a pause: the clock is stopped for {days} day.",
            "{name} suggests a pause: the clock is stopped for {days} days.",
            days,
        ),
    }[kind].format(name=name, days=days)


def rematch_json(match: Match, seat: Seat | None) -> dict[str, Any] | None:
    """The rematch of a match that is over, as its players see it; None if there is none.

    `asked`: whether the player may accept or decline it.
    """
    if seat is None or match.status != Match.Status.FINISHED:
        return None
    again = rematch_of(match)
    if again is None:
        return None
    name = again.created_by.username
    if again.status == Match.Status.CANCELLED:
        text = gettext("The rematch was called off.")
    elif again.status != Match.Status.OPEN:
        text = gettext("The rematch has begun.")
    elif again.created_by_id == seat.user_id:
        text = gettext("You have asked for a rematch.")
    else:
        text = gettext("{name} asks for a rematch.").format(name=name)
    return {
        "id": again.code,
        "url": again.get_absolute_url(),
        "status": again.status,
        "asked": refusal(match, seat, REMATCH) is None,
        "text": text,
    }
