"""The record of a match as one compact text, the only lasting truth about what was played.

    record = entry *(" " entry)
    entry  = (move / "~" seat cause) "/" seconds

`move` is the game's own notation, `seat` is 0-based, `cause` is `r` (resigned) or `t` (ran out of
time), `seconds` is the whole number of seconds since the entry before (or since the start).
Example: `Rd4/35 Ye5/86012 ~0t/259200`. No notation contains a blank, a slash or a leading tilde.
The ply of a match is its number of entries, so that every change of position raises it by one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, NamedTuple

from games.rules.core import Game

RESIGNED = "r"
TIMED_OUT = "t"
_LEAVE = re.compile(r"~([0-9])([rt])")


class Entry(NamedTuple):
    """One thing that happened: a move (`text`), or a seat that left (`seat` and `cause`)."""

    text: str
    seconds: int
    seat: int = -1
    cause: str = ""

    @property
    def is_move(self) -> bool:
        """A move, as against a seat that left."""
        return not self.cause

    def __str__(self) -> str:
        what = f"~{self.seat}{self.cause}" if self.cause else self.text
        return f"{what}/{self.seconds}"


def left(seat: int, cause: str, seconds: int) -> Entry:
    """The entry for a seat that resigned or ran out of time."""
    return Entry("", seconds, seat, cause)


def parse(record: str) -> list[Entry]:
    """The entries of a record; raises ValueError for a text that is none."""
    entries = []
    for part in record.split():
        what, slash, seconds = part.rpartition("/")
        if not slash or not seconds.isdecimal() or not what:
            raise ValueError(f"not an entry of a record: {part!r}")
        if what.startswith("~"):
            found = _LEAVE.fullmatch(what)
            if found is None:
                raise ValueError(f"not an entry of a record: {part!r}")
            entries.append(left(int(found[1]), found[2], int(seconds)))
        else:
            entries.append(Entry(what, int(seconds)))
    return entries


def append(record: str, entries: Iterable[Entry]) -> str:
    """The record with more entries at its end."""
    return " ".join([*([record] if record else []), *map(str, entries)])


def replay(game: Game[Any], record: str, *, checked: bool = True) -> list[Any]:
    """The positions of a record, the start first: one more than it has entries.

    Raises `RulesError` if the record breaks the rules; `checked=False` trusts it and is faster.
    """
    state = game.initial()
    states = [state]
    for entry in parse(record):
        if not entry.is_move:
            state = game.retire(state, entry.seat)
        elif checked:
            state = game.play(state, entry.text)
        else:
            state = game.apply(state, game.parse_move(entry.text))
        states.append(state)
    return states
