"""The board of Tink: squares for pyramids, the stash of the seat to move, and two words.

The two words ask whether two mediums should become a large or a small; they are there only while
the seat to move has such a swap.
"""

from __future__ import annotations

from games.boards.core import (
    EMPTY,
    Board,
    Drawing,
    Geometry,
    Mark,
    Places,
    Shape,
    square_cells,
    square_coordinates,
    square_ground,
)
from games.rules.bits import FULL, NAMES, NEIGHBOURS, SQUARES, positions
from games.rules.catalog.tink import LARGE, MEDIUM, SIZES, SMALL, Position, Tink, pack, unpack
from games.rules.core import OVER, SEAT_COLOURS, Move
from games.rules.text import Text, counted, gettext_noop, ngettext_noop

INNER = '<path class="inner" d="M200 200H600V600H200Z"/>'
"""The dotted frame round c3-f6."""

STASH = ("tray-S", "tray-M", "tray-L")
CHOICES = {"tray-large": LARGE, "tray-small": SMALL}

_PYRAMID = {
    "red": (gettext_noop("red small"), gettext_noop("red medium"), gettext_noop("red large")),
    "yellow": (
        gettext_noop("yellow small"),
        gettext_noop("yellow medium"),
        gettext_noop("yellow large"),
    ),
    "green": (
        gettext_noop("green small"),
        gettext_noop("green medium"),
        gettext_noop("green large"),
    ),
    "blue": (gettext_noop("blue small"), gettext_noop("blue medium"), gettext_noop("blue large")),
}
"""By colour and size; whole, because in many languages the colour agrees with the pyramid."""
_BECOME = (
    gettext_noop("{first} and {second} become a small on {square}"),
    gettext_noop("{first} and {second} become a medium on {square}"),
    gettext_noop("{first} and {second} become a large on {square}"),
)
_IN_STASH = (
    ngettext_noop("{n} small", "{n} small"),
    ngettext_noop("{n} medium", "{n} medium"),
    ngettext_noop("{n} large", "{n} large"),
)
_WHERE = (
    gettext_noop("Choose where the small goes."),
    gettext_noop("Choose where the medium goes."),
    gettext_noop("Choose where the large goes."),
)


class TinkBoard(Board[Tink, Position]):
    def build(self) -> Geometry:
        labels = (
            Text(gettext_noop("small")),
            Text(gettext_noop("medium")),
            Text(gettext_noop("large")),
            Text(gettext_noop("Make a large")),
            Text(gettext_noop("Make a small")),
        )
        trays = tuple(
            Shape(key, "tray", 100 * i + 50, 900, label)
            for i, (key, label) in enumerate(zip((*STASH, *CHOICES), labels, strict=True))
        )
        return Geometry(
            css="tink",
            box=(-30, -30, 860, 860),
            mini=(0, 0, 800, 800),
            shapes=square_cells(8) + trays,
            ground=square_ground(8, 30) + INNER,
            mini_ground=square_ground(8, 0) + INNER,
            coordinates=square_coordinates(8),
            tray_hint=Text(
                gettext_noop("The stash of the player to move. Swapped pyramids come back to it.")
            ),
        )

    # --- marks --------------------------------------------------------------------------

    def marks(self, state: Position) -> dict[str, Mark]:
        line = 0
        for squares in self.game.lines(state):
            line |= squares
        marks = {}
        for seat in self.game.seats_range:
            for size, mask in enumerate(self.game.pieces(state.board, seat)):
                for square in positions(mask):
                    states = "win" if line >> square & 1 else ""
                    marks[NAMES[square]] = _pyramid(seat, size, states)
        if state.to_move == OVER:
            return marks
        marks.update(self._stash(state.board, state.to_move))
        if self._undecided(state):
            marks.update(dict.fromkeys(CHOICES, Mark(label=Text(gettext_noop("possible")))))
        return marks

    def _stash(self, board: int, seat: int) -> dict[str, Mark]:
        marks = {}
        for size, count in enumerate(self.game.stash(board, seat)):
            label = (
                Text(gettext_noop("{count} left"), {"count": str(count)})
                if count
                else Text(gettext_noop("none left"))
            )
            marks[STASH[size]] = _pyramid(seat, size)._replace(
                label=label, count=count, caption=counted(_IN_STASH[size], count)
            )
        return marks

    def preview(self, state: Position, move: Move) -> dict[str, Mark]:
        """The squares that change, and the stash of the seat to move, not yet of the next one."""
        after = self.game.apply(state, move)
        size, a, b, target = unpack(move)
        marks = {} if move < 64 else {NAMES[a]: EMPTY, NAMES[b]: EMPTY}
        marks[NAMES[target]] = _pyramid(state.to_move, max(size, SMALL))
        before = self._stash(state.board, state.to_move)
        stash = self._stash(after.board, state.to_move)
        marks.update({key: mark for key, mark in stash.items() if mark != before[key]})
        return marks

    # --- clicks -------------------------------------------------------------------------

    def _sizes(self, state: Position, a: int, b: int) -> list[int]:
        """What the pyramids on two squares may become, by size."""
        return [
            size
            for size in (SMALL, MEDIUM, LARGE)
            if any(
                self.game.refusal(state, pack(size, a, b) | target) is None
                for target in positions(NEIGHBOURS[a] & NEIGHBOURS[b] & ~state.taken)[:1]
            )
        ]

    def _undecided(self, state: Position) -> bool:
        """Whether some swap of the seat to move leaves the choice between large and small."""
        pairs = [move & ~(7 << 18) for move in self.game.legal(state) if move >= 64]
        return len(set(pairs)) < len(pairs)

    def places(self, state: Position, move: Move) -> tuple[Places, ...]:
        size, a, b, target = unpack(move)
        last: Places = (NAMES[target],)
        if move < 64:
            return (last,)
        if len(self._sizes(state, a, b)) > 1:
            last = ("tray-large" if size == LARGE else "tray-small", *last)
        return (NAMES[a], NAMES[b], *last), (NAMES[b], NAMES[a], *last)

    def compose(self, state: Position, picked: Places) -> str | None:
        """The move of these picks; a target or a partner that is still missing is filled in."""
        if state.to_move == OVER:
            return NAMES[SQUARES[picked[-1]]] if picked and picked[-1] in SQUARES else None
        squares = [SQUARES[place] for place in picked if place in SQUARES]
        chosen = [CHOICES[place] for place in picked if place in CHOICES]
        if not squares or len(squares) + len(chosen) != len(picked) or len(squares) > 3:
            return None
        small, medium, large = self.game.pieces(state.board, state.to_move)
        own = small | medium | large
        if len(squares) == 1:
            if not own >> squares[0] & 1:
                return NAMES[squares[0]]
            others = positions(own & ~(1 << squares[0]))
            if any(self._sizes(state, squares[0], other) for other in others):
                return None
            # no partner: one that is near enough shows why, else the square is just taken
            near = NEIGHBOURS[squares[0]] & ~state.taken
            others = [other for other in others if NEIGHBOURS[other] & near]
            if not others:
                return NAMES[squares[0]]
            squares.append(others[0])
        a, b = squares[:2]
        if a == b:
            return None
        sizes = self._sizes(state, a, b)
        if len(squares) == 2:
            if sizes:
                return None
            free = FULL & ~state.taken
            shared = positions(NEIGHBOURS[a] & NEIGHBOURS[b] & free)
            squares += (shared or positions(NEIGHBOURS[b] & free) or positions(free))[:1]
        usual = LARGE if medium >> a & 1 or medium >> b & 1 else MEDIUM
        size = (chosen or sizes or [usual])[-1]
        return self.game.format_move(pack(size, a, b) | squares[2])

    # --- words --------------------------------------------------------------------------

    def words(self, state: Position, move: Move) -> Text:
        size, a, b, target = unpack(move)
        if move < 64:
            return Text(gettext_noop("Small on {square}"), {"square": NAMES[target]})
        gaps: dict[str, str | Text] = {
            "first": NAMES[a],
            "second": NAMES[b],
            "square": NAMES[target],
        }
        return Text(_BECOME[size], gaps)

    def touched(self, state: Position, move: Move) -> tuple[str, ...]:
        _, a, b, target = unpack(move)
        return (NAMES[target],) if move < 64 else (NAMES[a], NAMES[b], NAMES[target])

    def hint(self, state: Position) -> Text:
        if not state.taken:
            return Text(gettext_noop("Place a small on one of the 16 middle squares."))
        moves = self.game.legal(state)
        if moves[0] >= 64:
            return Text(gettext_noop("No smalls left: swap two pyramids."))
        if moves[-1] < 64:
            return Text(gettext_noop("Place a small on an empty square."))
        return Text(gettext_noop("Place a small on an empty square, or pick two of your pyramids."))

    def prompt(self, state: Position, picked: Places) -> Text | None:
        squares = [SQUARES[place] for place in picked if place in SQUARES]
        if len(picked) == 1:
            return Text(gettext_noop("{square}: pick the second pyramid."), {"square": picked[0]})
        if len(squares) != 2:
            return None
        if len(picked) == 3:
            return Text(_WHERE[CHOICES[picked[2]]])
        sizes = self._sizes(state, *squares)
        if len(sizes) > 1:
            return Text(gettext_noop("Should these two become a large or a small?"))
        small, _, _ = self.game.pieces(state.board, state.to_move)
        if small >> squares[0] & small >> squares[1] & 1:
            return Text(gettext_noop("Two smalls picked: choose where the medium goes."))
        return Text(_WHERE[sizes[0]]) if sizes else None

    def warning(self, state: Position, move: Move) -> Text | None:
        """Says so if the move ends the game in a draw."""
        if self.game.apply(state, move).reason != "repetition":
            return None
        return Text(gettext_noop("The same position comes for the third time: a draw."))

    def drawings(self, state: Position) -> tuple[Drawing, ...]:
        """The thread through each line of the winner."""
        path = ""
        for mask in self.game.lines(state):
            squares = positions(mask)
            ends = (self.geometry.by_id[NAMES[square]] for square in (squares[0], squares[-1]))
            path += "M" + "L".join(f"{end.x} {end.y}" for end in ends)
        return (Drawing("chain", path),) if path else ()

    def summary(self, state: Position) -> Text | None:
        if state.to_move == OVER:
            return None
        left = self.game.stash(state.board, state.to_move)
        return Text(
            gettext_noop("In the stash: {small} small, {medium} medium, {large} large."),
            dict(zip(("small", "medium", "large"), map(str, left), strict=True)),
        )


def _pyramid(seat: int, size: int, states: str = "") -> Mark:
    colour = SEAT_COLOURS[seat]
    label = Text(_PYRAMID[colour][size])
    return Mark(f"pyr-{colour}-{SIZES[size].lower()}", colour, states, label)


BOARD = TinkBoard
