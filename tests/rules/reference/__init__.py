"""The independent oracle: slow, plain reference implementations of the rules in RULES.md.

Written from the rules text alone, never from the fast implementations in `games`, so that a
difference between the two is a mistake in one of them. Standard library only.

Every class of `POSITIONS` follows the protocol `Position`:

    position = POSITIONS["hexagons"](3, rows="2", columns="3", misere="true")
    while position.to_move >= 0:
        position.play(random.choice(position.legal()))
    places, scores = position.outcome()

| key | class | seats | options (strings; the first value is the default) |
| --- | --- | --- | --- |
| speckles | speckles.Position | 2-4 | colours="RYGB"[:seats] |
| tink | tink.Position | 2-4 | |
| quabble | quabble.Quabble | 2 | size="11", claims="automatic" / "manual" |
| qualos | quabble.Qualos | 2 | size="11" |
| fast-quabble | quabble.FastQuabble | 2 | size="11" |
| conquare | quabble.Conquare | 2 | size="7", claims="automatic" / "manual" |
| fast-conquare | quabble.FastConquare | 2 | size="7" |
| boxes | dots.Boxes | 2-4 | rows="4", columns="4", misere="false" / "true", border ditto |
| hexagons | dots.Hexagons | 2-4 | the same as boxes |
| blokus | blokus.Position | 2-4 | corners="free" / "fixed" |

An option that a game does not have is a `TypeError`. Sizes are not checked against the limits
that the site offers: tests use smaller ones.
"""

from collections.abc import Callable
from typing import Protocol

from tests.rules.reference import blokus, dots, quabble, speckles, tink
from tests.rules.reference.seats import Outcome


class Position(Protocol):
    """A game under way, changed in place by `play` and `leave`; copy it with `copy.deepcopy`."""

    @property
    def to_move(self) -> int:
        """The seat (0-based) whose move it is, -1 when the game is over."""

    def legal(self) -> list[str]:
        """All legal moves in the notation of RULES.md, sorted as strings; [] when over."""

    def play(self, text: str) -> None:
        """Make a move that is legal; this is not checked."""

    def leave(self, seat: int) -> None:
        """Take out a seat that is still in, on turn or not; the game must not be over."""

    def outcome(self) -> Outcome | None:
        """(places, scores or None), one of each per seat; None while the game goes on."""


POSITIONS: dict[str, Callable[..., Position]] = {
    "speckles": speckles.Position,
    "tink": tink.Position,
    "quabble": quabble.Quabble,
    "qualos": quabble.Qualos,
    "fast-quabble": quabble.FastQuabble,
    "conquare": quabble.Conquare,
    "fast-conquare": quabble.FastConquare,
    "boxes": dots.Boxes,
    "hexagons": dots.Hexagons,
    "blokus": blokus.Position,
}
