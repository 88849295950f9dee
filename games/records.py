"""The record of a match as one compact text, the only lasting truth about what was played.

    record = entry *(" " entry)
    entry  = (move / "~" seat cause) "/" seconds [how]

`move` is the game's own notation, `seconds` the whole number of seconds since the entry before (or
since the start). `how` is missing for a move by hand, `p` for one that was planned before the
opponent's move (predicted) and `f` for the only legal one, played by the site. `seat` is 0-based;
`cause` is one of

    r       the seat resigned                t       the seat ran out of time
    d       the seat agreed to a draw        e       the seat ended a decided game
                                                     (or, of two, was out of time in one)
    u ply   the seat's move was taken back: the position is again that after `ply` entries
    a       the seat called the game off (aborted it) before it had really begun

Example: `Rd4/35 Ye5/86012 ~0u1/20 Rc4/60 ~0t/259200`. No notation contains a blank, a slash or a
leading tilde. The ply of a match is its number of entries, so that every change of position raises
it by one and nothing ever lowers it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from games.rules.core import Game

RESIGNED = "r"
TIMED_OUT = "t"
DRAWN = "d"
ENDED = "e"
TAKEN_BACK = "u"
CALLED_OFF = "a"
LEAVINGS = (RESIGNED, TIMED_OUT)

PREDICTED = "p"
FORCED = "f"

_EVENT = re.compile(r"~([0-9])(?:([rtdea])|u([0-9]{1,6}))")
_TIME = re.compile(r"([0-9]+)([pf]?)")


class Entry(NamedTuple):
    """One thing that happened: a move (`text`), or something a seat did (`seat` and `cause`).

    `to` is the ply to which a move was taken back, else -1.
    """

    text: str
    seconds: int
    seat: int = -1
    cause: str = ""
    how: str = ""
    to: int = -1

    @property
    def is_move(self) -> bool:
        """A move, as against everything else that raises the ply."""
        return not self.cause

    @property
    def is_leaving(self) -> bool:
        """A seat has left the game."""
        return self.cause in LEAVINGS

    def __str__(self) -> str:
        what = f"~{self.seat}{self.cause}" if self.cause else self.text
        return f"{what}{self.to if self.to >= 0 else ''}/{self.seconds}{self.how}"


def left(seat: int, cause: str, seconds: int) -> Entry:
    """The entry for a seat that resigned or ran out of time."""
    return Entry("", seconds, seat, cause)


def drawn(seat: int, seconds: int) -> Entry:
    """The entry for the last consent to a draw, by `seat`."""
    return Entry("", seconds, seat, DRAWN)


def ended(seat: int, seconds: int) -> Entry:
    """The entry for a game whose result could not change any more and which `seat` ended."""
    return Entry("", seconds, seat, ENDED)


def called_off(seat: int, seconds: int) -> Entry:
    """The entry for a game that `seat` called off."""
    return Entry("", seconds, seat, CALLED_OFF)


def taken_back(seat: int, to: int, seconds: int) -> Entry:
    """The entry for a move of `seat` that was taken back: the position after `to` entries."""
    return Entry("", seconds, seat, TAKEN_BACK, to=to)


def parse(record: str) -> list[Entry]:
    """The entries of a record; raises ValueError for a text that is none."""
    entries = []
    for part in record.split():
        what, slash, clock = part.rpartition("/")
        seconds = _TIME.fullmatch(clock)
        if not slash or seconds is None or not what:
            raise ValueError(f"not an entry of a record: {part!r}")
        if not what.startswith("~"):
            entries.append(Entry(what, int(seconds[1]), how=seconds[2]))
            continue
        found = _EVENT.fullmatch(what)
        if found is None or seconds[2] or (found[3] and int(found[3]) >= len(entries)):
            raise ValueError(f"not an entry of a record: {part!r}")
        to = int(found[3]) if found[3] else -1
        cause = found[2] or TAKEN_BACK
        entries.append(Entry("", int(seconds[1]), int(found[1]), cause, to=to))
    return entries


def append(record: str, entries: Iterable[Entry]) -> str:
    """The record with more entries at its end."""
    return " ".join([*([record] if record else []), *map(str, entries)])


def after(game: Game[Any], states: Sequence[Any], entry: Entry, *, checked: bool = True) -> Any:
    """The position after `entry`, if `states` are all positions before it, the start first.

    Raises `RulesError` if the rules do not allow it; `checked=False` trusts it and is faster.
    """
    state = states[-1]
    if entry.is_move:
        if checked:
            return game.play(state, entry.text)
        return game.apply(state, game.parse_move(entry.text))
    if entry.is_leaving:
        return game.retire(state, entry.seat)
    return states[entry.to] if entry.cause == TAKEN_BACK else state


def replay(game: Game[Any], entries: str | Iterable[Entry], *, checked: bool = True) -> list[Any]:
    """The positions of a record, the start first: one more than it has entries.

    Raises `RulesError` if the record breaks the rules; `checked=False` trusts it and is faster.
    """
    states = [game.initial()]
    for entry in parse(entries) if isinstance(entries, str) else entries:
        states.append(after(game, states, entry, checked=checked))
    return states
