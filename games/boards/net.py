"""How the five games of the Quabble family look: owned edges, stones, and links between them.

Shape ids are the texts of the moves (`c3`, `v2,1`), `c3-c4` for a link, `tray-swap`, `tray-pass`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from games.boards.core import (
    COLOUR_WORDS,
    EMPTY,
    Board,
    Drawing,
    Geometry,
    Mark,
    Places,
    Shape,
    number,
    square_cells,
    square_ground,
)
from games.rules.bits import positions
from games.rules.core import OVER, Move
from games.rules.quabble_core import PASS, SWAP, NetGame, Position
from games.rules.quabble_net import COLOURS
from games.rules.text import Text, gettext_noop

TRAYS = {SWAP: "tray-swap", PASS: "tray-pass"}
LINKS = {colour: Mark("", colour, "", COLOUR_WORDS[colour]) for colour in COLOURS}
BAR = 20
"""Width of the bars that show who owns an edge."""

_PUT = (gettext_noop("Black on {place}"), gettext_noop("White on {place}"))
_PUT_AND_TAKE = (
    gettext_noop("Black on {place}, and takes {others}"),
    gettext_noop("White on {place}, and takes {others}"),
)
_TAKE_OVER = (gettext_noop("Black takes {place} over"), gettext_noop("White takes {place} over"))
_PASS = (gettext_noop("Black passes"), gettext_noop("White passes"))
_JOINED = (
    gettext_noop("Black joins top and bottom."),
    gettext_noop("White joins left and right."),
)


def bars(size: int, gap: float, over: float) -> str:
    """The bars of Black above and below the board and of White beside it, as SVG.

    `gap` parts them from the board; `over` is how much longer than the board they are.
    """
    side, away = size * 100, gap + BAR / 2 - 2
    out = ""
    for inset, suffix in ((0, "0"), (2, "")):
        a, b, c, d = map(number, (inset - over, side + over - inset, -away, side + away))
        width = f'stroke-width="{BAR - 2 * inset}"'
        out += f'<path class="eb{suffix}" {width} d="M{a} {c}H{b}M{a} {d}H{b}"/>'
        out += f'<path class="ew{suffix}" {width} d="M{c} {a}V{b}M{d} {a}V{b}"/>'
    return out


def coordinates(size: int, offset: float, scale: float) -> str:
    """Letters below and numbers left of the board, larger on large boards, as SVG."""
    spots = [(i * 100.0 + 50, size * 100 + offset, chr(97 + i)) for i in range(size)]
    spots += [(-offset, i * 100 + 50, str(size - i)) for i in range(size)]
    texts = "".join(
        f'<text transform="translate({number(x)} {number(y)}) scale({scale:.2f})">{text}</text>'
        for x, y, text in spots
    )
    return f'<g class="co" aria-hidden="true">{texts}</g>'


class NetBoard(Board[NetGame, Position]):
    """The board of a game on squares; `CornerBoard` has the one on squares and corners."""

    css: ClassVar[str] = "net qb"
    gap: ClassVar[tuple[float, float]] = (16, 14)
    """Between the board and the bars, on the full and on the small picture."""
    over: ClassVar[float] = 0
    """How far the board reaches beyond its outer lines."""
    stone: ClassVar[str] = "l"
    """The symbol of a stone on a square."""

    def build(self) -> Geometry:
        size = int(self.game.values["size"])
        by_name = {shape.id: shape for shape in self.spots(size)}
        self.ids = self.game.net.names
        self.links = list(self._links())
        """Each pair of connected points as a set, and the id of its link."""
        self.links_of: list[list[tuple[int, str]]] = [[] for _ in self.ids]
        """Those of each point."""
        for link in self.links:
            for point in positions(link[0]):
                self.links_of[point].append(link)
        self.pieces = {
            colour: {
                point: Mark(f"st-{colour}-{self.symbol(point)}", colour, "", COLOUR_WORDS[colour])
                for point in self.game.net.points
            }
            for colour in COLOURS
        }
        """The mark of a stone by colour and point."""
        scale = max(1.0, size / 11)
        outer = self.gap[0] + BAR + 22 * scale
        mini = self.gap[1] + BAR + 12
        below = size * 100 + 200
        trays = [Shape(TRAYS[SWAP], "tray", 50, below, Text(gettext_noop("Swap sides")))]
        if self.game.passing:
            trays.append(Shape(TRAYS[PASS], "tray", 150, below, Text(gettext_noop("Pass"))))
        paths = [
            Shape(name, "link", 0, 0, Text(name), d=self._path(by_name, positions(pair)))
            for pair, name in self.links
        ]
        full, small = ((-m, -m, size * 100 + 2 * m, size * 100 + 2 * m) for m in (outer, mini))
        return Geometry(
            css=self.css,
            box=full,
            mini=small,
            shapes=(*paths, *by_name.values(), *trays),
            ground=self.ground(size, outer) + bars(size, self.gap[0], self.over),
            mini_ground=self.ground(size, mini) + bars(size, self.gap[1], self.over),
            coordinates=coordinates(size, self.gap[0] + BAR + 10 * scale, scale),
        )

    def _links(self) -> Iterable[tuple[int, str]]:
        net = self.game.net
        for point in net.points:
            for other in positions(net.link[point] >> point):
                yield (
                    1 << point | 1 << point + other,
                    f"{net.names[point]}-{net.names[point + other]}",
                )

    def _path(self, by_name: dict[str, Shape], points: Iterable[int]) -> str:
        spots = (by_name[self.ids[point]] for point in points)
        return "M" + "L".join(f"{number(spot.x)} {number(spot.y)}" for spot in spots)

    def spots(self, size: int) -> tuple[Shape, ...]:
        """The shapes that can be clicked."""
        return square_cells(size)

    def ground(self, size: int, margin: float) -> str:
        """What lies under everything but the bars."""
        return square_ground(size, margin, light_a1=True)

    def symbol(self, point: int) -> str:
        """The last letter of the symbol of a stone on this point."""
        return self.stone

    # --- the position -------------------------------------------------------------------

    def marks(self, state: Position) -> dict[str, Mark]:
        marks = {}
        for colour, stones in zip(COLOURS, self.game.stones(state), strict=True):
            for point in positions(stones):
                marks[self.ids[point]] = self.pieces[colour][point]
            link, empty = LINKS[colour], ~stones
            for pair, name in self.links:
                if not pair & empty:
                    marks[name] = link
        for point in self.chain(state):
            marks[self.ids[point]] = marks[self.ids[point]]._replace(states="win")
        for move in self._words_of_tray(state):
            marks[TRAYS[move]] = Mark(label=Text(gettext_noop("possible")))
        return marks

    def _words_of_tray(self, state: Position) -> tuple[Move, ...]:
        """The legal moves among `swap` and `pass`."""
        if state.to_move == OVER:
            return ()
        if state.ply == 1:
            return (SWAP,)
        return (PASS,) if self.game.passing and not self.game.open(state) else ()

    def preview(self, state: Position, move: Move) -> dict[str, Mark]:
        """The new stones and their links, without what belongs to the end or to the tray.

        A winning draft shows no thread yet, and the buttons of the tray stay where they are.
        """
        new = self.game.gains(state, move)
        mine, theirs = state.mine | new, state.theirs
        colour = COLOURS[self._colour(state)]
        link, pieces = LINKS[colour], self.pieces[colour]
        marks = {}
        for point in positions(new):
            marks[self.ids[point]] = pieces[point]
            for pair, name in self.links_of[point]:
                if not pair & ~mine:
                    marks[name] = link
                elif not pair & ~theirs:
                    marks[name] = EMPTY
        return marks

    def _colour(self, state: Position) -> int:
        """The colour to move: 0 for Black, 1 for White."""
        return (state.ply ^ state.swapped) & 1

    def _point(self, move: Move) -> int:
        """The point of a stone or flip."""
        return move if move < len(self.ids) else move - len(self.ids)

    def places(self, state: Position, move: Move) -> tuple[Places, ...]:
        return ((TRAYS[move] if move in TRAYS else self.ids[self._point(move)],),)

    def touched(self, state: Position, move: Move) -> tuple[str, ...]:
        """The stone that was put down, then those that came with it."""
        if move in TRAYS:
            return ()
        point = self._point(move)
        others = positions(self.game.gains(state, move) & ~(1 << point))
        return tuple(self.ids[place] for place in (point, *others))

    def words(self, state: Position, move: Move) -> Text:
        colour = self._colour(state)
        if move == SWAP:
            return Text(gettext_noop("White takes Black’s side"))
        if move == PASS:
            return Text(_PASS[colour])
        point = self._point(move)
        place = self.place(point)
        if point != move:
            return Text(_TAKE_OVER[colour], {"place": place})
        others = positions(self.game.gains(state, move) & ~(1 << point))
        if not others:
            return Text(_PUT[colour], {"place": place})
        names = ", ".join(map(self.place, others))
        return Text(_PUT_AND_TAKE[colour], {"place": place, "others": names})

    def place(self, point: int) -> str:
        """The name of a point for people."""
        return self.ids[point]

    def hint(self, state: Position) -> Text:
        if state.ply == 1:
            return Text(gettext_noop("Move, or take Black’s side."))
        if PASS in self._words_of_tray(state):
            return Text(gettext_noop("You have no move: pass."))
        if self.game.open(state) >> len(self.ids):
            return Text(gettext_noop("Place a stone, or take an enemy stone over."))
        return Text(gettext_noop("Place a stone."))

    def compose(self, state: Position, picked: Places) -> str | None:
        return picked[-1].removeprefix("tray-") if picked else None

    def summary(self, state: Position) -> Text | None:
        if self.chain(state):
            return Text(_JOINED[1 - self._colour(state)])
        black, white = (str(stones.bit_count()) for stones in self.game.stones(state))
        return Text(
            gettext_noop("Stones on the board: Black {black}, White {white}."),
            {"black": black, "white": white},
        )

    # --- the end ------------------------------------------------------------------------

    def chain(self, state: Position) -> list[int]:
        """The points of a shortest chain between the edges of the winner, in order."""
        if not state.their_low & state.their_high:
            return []
        link, stones = self.game.net.link, state.their_low
        low, high = self.game.net.edges[1 - self._colour(state)]
        rings = [stones & low]
        rest = stones & ~low
        while not rings[-1] & high:
            around = 0
            for point in positions(rings[-1]):
                around |= link[point]
            rings.append(around & rest)
            rest &= ~around
        point = positions(rings.pop() & high)[0]
        path = [point]
        while rings:
            point = positions(rings.pop() & link[point])[0]
            path.append(point)
        return path

    def drawings(self, state: Position) -> tuple[Drawing, ...]:
        """A thread through the chain of the winner."""
        chain = self.chain(state)
        return (Drawing("chain", self._path(self.geometry.by_id, chain), under=True),) * bool(chain)


class CornerBoard(NetBoard):
    """The board on squares and corners: "Stones on corners are small, on squares large"."""

    css = "net cq"
    gap = (36, 32)
    over = 12

    def spots(self, size: int) -> tuple[Shape, ...]:
        """Squares and corners as circles that just touch."""
        cells = (
            Shape(cell.id, "cell", cell.x, cell.y, cell.label, 35) for cell in square_cells(size)
        )
        corners = (
            Shape(
                f"v{column},{row}",
                "vertex",
                column * 100,
                (size - row) * 100,
                Text(gettext_noop("corner {corner}"), {"corner": self._corner(column, row)}),
                35,
            )
            for row in reversed(range(size + 1))
            for column in range(size + 1)
        )
        return (*cells, *corners)

    @staticmethod
    def _corner(column: int, row: int) -> str:
        """Like `c3+`, "lower left corner of c3"."""
        return f"{chr(97 + column)}{row + 1}+"

    def place(self, point: int) -> str:
        square, column, row = self.game.net.places[point]
        return self.ids[point] if square else self._corner(column, row)

    def symbol(self, point: int) -> str:
        return "m" if self.game.net.places[point].square else "v"

    def ground(self, size: int, margin: float) -> str:
        side = size * 100
        lines = "".join(f"M0 {i * 100}H{side}M{i * 100} 0V{side}" for i in range(size + 1))
        dots = "".join(
            f'<circle cx="{column * 100}" cy="{row * 100}" r="6"/>'
            for row in range(size + 1)
            for column in range(size + 1)
        )
        edges = map(number, (-margin, -margin, side + 2 * margin, side + 2 * margin))
        box = '<rect class="frame" x="{}" y="{}" width="{}" height="{}" rx="14"/>'.format(*edges)
        return (
            f'{box}<rect class="sq" width="{side}" height="{side}"/>'
            f'<path class="grid" d="{lines}"/><g class="vx">{dots}</g>'
        )
