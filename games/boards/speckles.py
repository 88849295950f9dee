"""The board of Speckles: squares for chips, and a tray with the chips that are left."""

from __future__ import annotations

from games.boards.core import (
    COLOUR_WORDS,
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
from games.rules.catalog.speckles import CHIPS, COLOURS, LETTERS, Position, Speckles
from games.rules.core import Move
from games.rules.text import Text, gettext_noop

TRAYS = tuple(f"tray-{letter}" for letter in LETTERS)

_PUT = (
    gettext_noop("Red on {square}"),
    gettext_noop("Yellow on {square}"),
    gettext_noop("Green on {square}"),
    gettext_noop("Blue on {square}"),
    gettext_noop("White on {square}"),
)
_PICKED = (
    gettext_noop("Red: pick one of the marked squares."),
    gettext_noop("Yellow: pick one of the marked squares."),
    gettext_noop("Green: pick one of the marked squares."),
    gettext_noop("Blue: pick one of the marked squares."),
    gettext_noop("White: pick one of the marked squares."),
)
_COMPLETES = (
    gettext_noop("This completes the red line."),
    gettext_noop("This completes the yellow line."),
    gettext_noop("This completes the green line."),
    gettext_noop("This completes the blue line."),
    gettext_noop("This completes the white line."),
)


def dead(state: Position) -> int:
    """The vacant squares that no chip can ever fill: every colour touches them or is used up."""
    barred = state.barred & state.barred >> 64
    return barred & barred >> 128 & state.barred >> 256 & FULL & ~state.taken


def line(state: Position) -> int:
    """The squares of all lines of the winner."""
    squares = 0
    for mask in state.lines:
        squares |= mask
    return squares


class SpecklesBoard(Board[Speckles, Position]):
    def build(self) -> Geometry:
        trays = tuple(
            Shape(tray, "tray", 100 * i + 50, 900, COLOUR_WORDS[colour])
            for i, (tray, colour) in enumerate(zip(TRAYS, COLOURS, strict=True))
        )
        return Geometry(
            css="speckles",
            box=(-30, -30, 860, 860),
            mini=(0, 0, 800, 800),
            shapes=square_cells(8) + trays,
            ground=square_ground(8, 30),
            mini_ground=square_ground(8, 0),
            coordinates=square_coordinates(8),
            tray_hint=Text(gettext_noop("Chips left. A chip may not touch its own colour.")),
        )

    def marks(self, state: Position) -> dict[str, Mark]:
        won = line(state)
        marks = {}
        for square in positions(state.taken | dead(state)):
            mark = self._cell(state, square)
            marks[NAMES[square]] = mark._replace(states="win") if won >> square & 1 else mark
        marks.update({tray: self._tray(state, colour) for colour, tray in enumerate(TRAYS)})
        return marks

    def _cell(self, state: Position, square: int) -> Mark:
        """The mark of a square that has a chip or is dead."""
        for number, colour in enumerate(COLOURS):
            if state.chips >> 64 * number + square & 1:
                return Mark(f"chip-{colour}", colour, "", COLOUR_WORDS[colour])
        return Mark(states="dead", label=Text(gettext_noop("no chip can go here")))

    def _tray(self, state: Position, number: int) -> Mark:
        colour = COLOURS[number]
        count = CHIPS - (state.chips >> 64 * number & FULL).bit_count()
        label = (
            Text(gettext_noop("{count} left"), {"count": str(count)})
            if count
            else Text(gettext_noop("none left"))
        )
        return Mark(f"chip-{colour}", colour, "", label, count)

    def preview(self, state: Position, move: Move) -> dict[str, Mark]:
        """The chip, the chips left and the squares that die; a line is shown only when posted."""
        after = self.game.apply(state, move)
        changed = 1 << move % 64 | dead(state) ^ dead(after)
        marks = {NAMES[square]: self._cell(after, square) for square in positions(changed)}
        marks[TRAYS[move // 64]] = self._tray(after, move // 64)
        return marks

    def places(self, state: Position, move: Move) -> tuple[Places, ...]:
        tray, square = TRAYS[move // 64], NAMES[move % 64]
        return (tray, square), (square, tray)

    def words(self, state: Position, move: Move) -> Text:
        return Text(_PUT[move // 64], {"square": NAMES[move % 64]})

    def touched(self, state: Position, move: Move) -> tuple[str, ...]:
        return (NAMES[move % 64],)

    def hint(self, state: Position) -> Text:
        return Text(gettext_noop("Pick a chip, then a square."))

    def prompt(self, state: Position, picked: Places) -> Text | None:
        if len(picked) != 1:
            return None
        if picked[0] in TRAYS:
            return Text(_PICKED[TRAYS.index(picked[0])])
        return Text(gettext_noop("{square}: pick one of the colours."), {"square": picked[0]})

    def compose(self, state: Position, picked: Places) -> str | None:
        """The move of a chip and a square in either order; the last of each counts.

        A pick for which there is no second one is filled up, so that it can be told why.
        """
        trays = [place for place in picked if place in TRAYS]
        squares = [place for place in picked if place in SQUARES]
        if len(trays) + len(squares) != len(picked):
            return None
        if trays and squares:
            return trays[-1][-1] + squares[-1]
        if squares:
            return self._with_colour(state, SQUARES[squares[-1]])
        return self._with_square(state, TRAYS.index(trays[-1])) if trays else None

    def _with_colour(self, state: Position, square: int) -> str | None:
        """For a square that takes no chip now: the first colour that is not used up."""
        texts = []
        for number, letter in enumerate(LETTERS):
            if state.open >> 64 * number + square & 1:
                return None
            if (state.chips >> 64 * number & FULL).bit_count() < CHIPS:
                texts.append(letter + NAMES[square])
        return texts[0] if texts else LETTERS[0] + NAMES[square]

    def _with_square(self, state: Position, number: int) -> str | None:
        """For a colour that can go nowhere now: the first vacant square that touches a chip."""
        if state.open >> 64 * number & FULL:
            return None
        near = [s for s in positions(FULL & ~state.taken) if NEIGHBOURS[s] & state.taken]
        return LETTERS[number] + NAMES[near[0]] if near else None

    def gives(self, state: Position, move: Move) -> int | None:
        winner = self.game.apply(state, move).winner
        return winner if winner not in (-1, state.to_move) else None

    def warning(self, state: Position, move: Move) -> Text | None:
        """Says so if the move makes somebody else win."""
        winner = self.gives(state, move)
        return None if winner is None else Text(_COMPLETES[self.game.owned[winner]])

    def drawings(self, state: Position) -> tuple[Drawing, ...]:
        """A capsule round each line of the winner."""
        drawings = []
        for mask in state.lines:
            squares = positions(mask)
            ends = (self.geometry.by_id[NAMES[square]] for square in (squares[0], squares[-1]))
            path = "M" + "L".join(f"{end.x} {end.y}" for end in ends)
            drawings += [Drawing("win0", path, under=True), Drawing("win1", path, under=True)]
        return tuple(drawings)

    def summary(self, state: Position) -> Text | None:
        left = {
            colour: str(CHIPS - (state.chips >> 64 * number & FULL).bit_count())
            for number, colour in enumerate(COLOURS)
        }
        return Text(
            gettext_noop(
                "Chips left: red {red}, yellow {yellow}, green {green}, blue {blue}, white {white}."
            ),
            {**left},
        )


BOARD = SpecklesBoard
