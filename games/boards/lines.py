"""The boards of both dots games: lines to draw, and fields that fill when they are closed."""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar

from games.boards.core import COLOUR_WORDS, Board, Geometry, Mark, Places, Shape, number
from games.rules.bits import positions
from games.rules.core import OVER, Move
from games.rules.dots_core import DotsGame, DotsState
from games.rules.text import Text, gettext_noop

DRAWN = Mark(label=Text(gettext_noop("drawn")))
MARGIN, MINI_MARGIN = 62, 34

Point = tuple[float, float]


class LinesBoard(Board[DotsGame, DotsState]):
    """Lines have their move texts as ids, fields `f<row>,<column>`.

    A free line has no mark; a drawn one has `DRAWN`, an owned field its owner's colour and glyph.
    """

    css: ClassVar[str]
    inset: ClassVar[float]
    """The part of a field, from its centre, that is filled."""
    glyph: ClassVar[float]
    """`r` of a field: 33 draws the glyph in its own size."""
    closes_one: ClassVar[str]
    """Templates with the gap {line}, and for `free_lines` the gaps {free} and {open}."""
    closes_two: ClassVar[str]
    free_lines: ClassVar[str]
    turn = (gettext_noop("lines {first} and {last}"), gettext_noop("{n} lines, last {last}"))

    @abstractmethod
    def point(self, x: int, y: int) -> Point:
        """Where the dot (x, y) is, in board units."""

    @abstractmethod
    def centre(self, row: int, column: int) -> Point:
        """Where the centre of a field is."""

    @abstractmethod
    def corners(self, row: int, column: int) -> tuple[tuple[int, int], ...]:
        """The dots round a field, in order."""

    def build(self) -> Geometry:
        game = self.game
        self.face_ids = [f"f{row},{column}" for row, column in game.fields]
        dots = sorted({dot for field in game.fields for dot in self.corners(*field)})
        points = [self.point(*dot) for dot in dots]
        width, height = max(x for x, _ in points), max(y for _, y in points)
        side = max(width, height)
        box = _box(0, 0, width, height, MARGIN)
        mini = _box((width - side) / 2, (height - side) / 2, side, side, MINI_MARGIN)
        return Geometry(
            css=self.css,
            box=box,
            mini=mini,
            shapes=(*map(self._face, game.fields), *map(self._line, game.lines)),
            ground=_frame(box, 14),
            mini_ground=_frame(mini, 0),
            coordinates=self._coordinates(dots),
            cover='<g class="dots">'
            + "".join(f'<circle cx="{number(x)}" cy="{number(y)}" r="9"/>' for x, y in points)
            + "</g>",
        )

    def _face(self, field: tuple[int, int]) -> Shape:
        x, y = self.centre(*field)
        outline = "L".join(
            f"{number(x + (a - x) * self.inset)} {number(y + (b - y) * self.inset)}"
            for a, b in (self.point(*dot) for dot in self.corners(*field))
        )
        row, column = field
        label = Text(
            gettext_noop("row {row}, column {column}"),
            {"row": str(row + 1), "column": str(column + 1)},
        )
        return Shape(f"f{row},{column}", "face", x, y, label, self.glyph, f"M{outline}Z")

    def _line(self, name: str) -> Shape:
        x, y = map(int, name[1:].split(","))
        (a, b), (c, d) = self.point(x, y), self.point(x + (name[0] == "h"), y + (name[0] == "v"))
        return Shape(
            name,
            "line",
            (a + c) / 2,
            (b + d) / 2,
            Text(gettext_noop("line {line}"), {"line": name}),
            d=f"M{number(a)} {number(b)}L{number(c)} {number(d)}",
        )

    def _coordinates(self, dots: list[tuple[int, int]]) -> str:
        """The x of every column of dots above the board, the y of every row at its left."""
        middle = {y: [self.point(x, y)[1] for x, other in dots if other == y] for _, y in dots}
        texts = [(self.point(x, 0)[0], -36.0, x) for x in sorted({x for x, _ in dots})]
        texts += [(-36.0, (min(ys) + max(ys)) / 2, y) for y, ys in sorted(middle.items())]
        return (
            '<g class="co" aria-hidden="true">'
            + "".join(f'<text x="{number(x)}" y="{number(y)}">{n}</text>' for x, y, n in texts)
            + "</g>"
        )

    # --- the position -------------------------------------------------------------------

    def marks(self, state: DotsState) -> dict[str, Mark]:
        marks = {self.game.lines[line]: DRAWN for line in positions(state.drawn)}
        for seat, mask in enumerate(state.owned):
            owned = self._owned(state, seat)
            marks.update((self.face_ids[field], owned) for field in positions(mask))
        return marks

    def _owned(self, state: DotsState, seat: int) -> Mark:
        colour = self.game.colours(state)[seat][0]
        return Mark(f"gl-{colour}", colour, "", COLOUR_WORDS[colour])

    def _closed(self, state: DotsState, move: Move) -> list[int]:
        """The fields that `move`, legal in `state`, closes: 0, 1 or 2."""
        drawn = state.drawn | 1 << move
        return [
            field
            for field in self.game.line_fields[move]
            if all(drawn >> side & 1 for side in self.game.field_sides[field])
        ]

    def preview(self, state: DotsState, move: Move) -> dict[str, Mark]:
        marks = {self.game.lines[move]: DRAWN}
        for field in self._closed(state, move):
            marks[self.face_ids[field]] = self._owned(state, state.to_move)
        return marks

    def goes_on(self, state: DotsState, move: Move) -> bool:
        """Closed at least one: the same player draws again, as long as a line is free."""
        free = len(self.game.lines) - state.drawn.bit_count()
        return free > 1 and bool(self._closed(state, move))

    def places(self, state: DotsState, move: Move) -> tuple[Places, ...]:
        return ((self.game.lines[move],),)

    def compose(self, state: DotsState, picked: Places) -> str | None:
        return picked[0] if len(picked) == 1 and picked[0] in self.game.number else None

    def touched(self, state: DotsState, move: Move) -> tuple[str, ...]:
        closed = self._closed(state, move)
        return (self.game.lines[move], *(self.face_ids[field] for field in closed))

    # --- words --------------------------------------------------------------------------

    def words(self, state: DotsState, move: Move) -> Text:
        templates = (gettext_noop("Line {line}"), self.closes_one, self.closes_two)
        closed = len(self._closed(state, move))
        return Text(templates[closed], {"line": self.game.lines[move]})

    def hint(self, state: DotsState) -> Text:
        return Text(gettext_noop("Pick a free line."))

    def summary(self, state: DotsState) -> Text | None:
        if state.to_move == OVER:
            return self._score(state)
        free = len(self.game.lines) - state.drawn.bit_count()
        open_fields = sum(
            sum(state.drawn >> side & 1 for side in sides) == len(sides) - 1
            for sides in self.game.field_sides
        )
        return Text(self.free_lines, {"free": str(free), "open": str(open_fields)})

    def _score(self, state: DotsState) -> Text:
        """What every seat has, by colour: nothing is left to draw."""
        said: Text | None = None
        for seat, score in enumerate(self.game.scores(state)):
            gaps: dict[str, str | Text] = {
                "colour": COLOUR_WORDS[self.game.colours(state)[seat][0]],
                "n": str(score),
            }
            if said is None:
                said = Text(gettext_noop("{colour} {n}"), gaps)
            else:
                said = Text(gettext_noop("{so_far}, {colour} {n}"), {"so_far": said, **gaps})
        return Text(gettext_noop("Score: {score}."), {"score": said or ""})


def _box(
    x: float, y: float, width: float, height: float, margin: float
) -> tuple[float, float, float, float]:
    return (x - margin, y - margin, width + 2 * margin, height + 2 * margin)


def _frame(box: tuple[float, float, float, float], radius: int) -> str:
    x, y, width, height = map(number, box)
    return f'<rect class="frame" x="{x}" y="{y}" width="{width}" height="{height}" rx="{radius}"/>'
