"""How a match stands and how it ended, in words."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext, ngettext

from games import records, standings
from games.boards.registry import board_of
from games.models import Match, Seat
from games.rules.core import Json
from games.rules.text import gettext_noop
from games.texts import say_or_empty


def outcome_json(match: Match, seats: Sequence[Seat]) -> Json:
    """Places, scores and reason of a finished match, else None."""
    if match.status != Match.Status.FINISHED:
        return None
    return {
        "places": [seat.place for seat in seats],
        "scores": [seat.score for seat in seats] if seats[0].score is not None else None,
        "reason": match.reason,
    }


_ENDINGS = {
    "line": gettext_noop("A line was completed."),
    "connection": gettext_noop("Two edges were joined."),
    "score": gettext_noop("The points were counted."),
    "stuck": gettext_noop("There was no legal move left."),
    "repetition": gettext_noop("The same position came for the third time."),
    "length": gettext_noop("The game reached its greatest length."),
    "last_left": gettext_noop("Nobody else was left."),
    "agreed": gettext_noop("The players agreed to a draw."),
    "decided": gettext_noop("The result could not change any more."),
}


def outcome_text(match: Match, seats: Sequence[Seat], mine: Seat | None) -> str:
    """How a match ended, in a sentence or two; empty while it goes on."""
    if match.status == Match.Status.CANCELLED:
        if match.reason == "expired":
            return gettext("Nobody took the free seat for 30 days, so the offer was taken down.")
        return cancelled_text(match, seats, mine)
    if match.status != Match.Status.FINISHED:
        return ""
    gone = [seat for seat in seats if seat.out]
    if match.reason == "last_left" and gone:
        last = min(gone, key=lambda seat: seat.place or 0)  # the best of them left last
        moment = match.finished_at
        if mine is not None and last.index == mine.index:
            if last.out == records.TIMED_OUT and moment is not None:
                return gettext("You ran out of time. The game ended on {date}.").format(
                    date=_when(moment)
                )
            return gettext("You resigned.")
        name = last.user.username if last.user else ""
        if last.out == records.TIMED_OUT:
            return gettext("{name} ran out of time.").format(name=name)
        return gettext("{name} resigned.").format(name=name)
    if match.reason == "connection":  # the board says whose edges these are
        said = board_of(match.rules).summary(match.load_position())
        return say_or_empty(said) or gettext(_ENDINGS["connection"])
    firsts = [seat for seat in seats if seat.place == 1]
    if match.reason == "line" and len(firsts) == 1:  # whoever completed it
        if mine is not None and mine.index == firsts[0].index:
            return gettext("Your line was completed.")
        name = firsts[0].user.username if firsts[0].user else ""
        return gettext("{name}’s line was completed.").format(name=name)
    return gettext(_ENDINGS.get(match.reason, "")) if match.reason in _ENDINGS else ""


def rating_text(match: Match, mine: Seat | None) -> str:
    """What a rated match did to the reader: "Rating 1492 to 1503. Number 31, up 2."."""
    if match.status != Match.Status.FINISHED or not match.rated or mine is None:
        return ""
    result = standings.provider().result_of(match, mine.user_id or 0)
    if result is None:
        return ""
    moved = gettext("Rating {before} to {after}.")
    if result.before == result.after:
        moved = gettext("Rating {after}, as before.")
    place = ""
    if result.rank is not None:
        place = gettext("Number {rank}.")
        if result.up:
            place = gettext("Number {rank}, up {n}.")
        if result.up < 0:
            place = gettext("Number {rank}, down {n}.")
    sentences = f"{moved} {place}".strip()
    return sentences.format(
        before=result.before, after=result.after, rank=result.rank, n=abs(result.up)
    )


def moves_text(match: Match) -> str:
    """How long a finished match was: "29 moves"; else empty."""
    if match.status != Match.Status.FINISHED:
        return ""
    n = sum(entry.is_move for entry in match.entries)
    return ngettext("{n} move", "{n} moves", n).format(n=n)


def cancelled_text(match: Match, seats: Sequence[Seat], mine: Seat | None) -> str:
    """Who called a match off, in a sentence; before the start that does not matter."""
    entries = match.entries
    if not entries or entries[-1].cause != records.CALLED_OFF:
        return gettext("This game was called off before it began.")
    seat = entries[-1].seat
    if mine is not None and mine.index == seat:
        return gettext("You called this game off. It does not count.")
    user = seats[seat].user
    return gettext("{name} called this game off. It does not count.").format(
        name=user.username if user else ""
    )


def _when(moment: datetime) -> str:
    from django.utils.formats import date_format

    return date_format(timezone.localtime(moment), "DATETIME_FORMAT")


def verdict(match: Match, seat: Seat | None) -> str:
    """The short heading of the game page for whoever looks, such as "You won"."""
    seats = match.seat_rows
    if match.status == Match.Status.OPEN:
        return gettext("Waiting for players")
    if match.status == Match.Status.CANCELLED:
        return gettext("Called off")
    if match.status == Match.Status.ACTIVE:
        if seat is not None and match.to_move == seat.index:
            return gettext("Your move")
        name = match.mover.username if match.mover else ""
        return gettext("Waiting for {name}").format(name=name)
    firsts = [row for row in seats if row.place == 1]
    if seat is None or seat.place is None:
        if len(firsts) == 1 and firsts[0].user:
            return gettext("{name} won").format(name=firsts[0].user.username)
        return gettext("Draw")
    if seat.place == 1:
        return gettext("You won") if len(firsts) == 1 else gettext("Draw")
    if len(seats) == 2:
        return gettext("You lost")
    return {2: gettext("2nd of {n}"), 3: gettext("3rd of {n}"), 4: gettext("4th of {n}")}[
        seat.place
    ].format(n=len(seats))


def stamp(match: Match, seat: Seat) -> str:
    """The cancel stamp of a finished match, such as WON or 2ND."""
    if seat.place is None:
        return ""
    firsts = sum(row.place == 1 for row in match.seat_rows)
    if seat.place == 1:
        return gettext("WON") if firsts == 1 else gettext("DRAW")
    if match.size == 2:
        return gettext("LOST")
    return {2: gettext("2ND"), 3: gettext("3RD"), 4: gettext("4TH")}[seat.place]
