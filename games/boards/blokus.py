"""The board of Blokus: 400 cells, and a hand of pieces that are turned before they are put down.

A cell with a piece has the symbol `tile-N`; the bits of N (1 up, 2 right, 4 down, 8 left) say on
which sides the same piece goes on. Pieces of one colour never touch along an edge, so that is
wherever the neighbour has the same colour.

The picks of a move are (piece, "turn-k", cell). "turn-k" is no shape: it stands for orientation k
in `Geometry.hand`. The cell is where the piece's own square next to its centre comes to lie.
`preview` shows that the cells are covered, and leaves the tray as it is.
"""

from __future__ import annotations

from games.boards.core import (
    COLOUR_WORDS,
    Board,
    Geometry,
    Hand,
    Mark,
    Places,
    Shape,
    square_cells,
    square_coordinates,
    square_ground,
)
from games.rules.bits import positions
from games.rules.catalog.blokus import COLOURS, Blokus, Position
from games.rules.core import OVER, Move
from games.rules.polyominoes import (
    BITS,
    BOARD_BITS,
    BY_NAME,
    LOWEST,
    NAMES,
    NUMBERS,
    PIECES,
    SIZE,
    STRIDE,
    Cell,
    Piece,
    count_squares,
    fits,
    normal,
    square_of,
    squares_of,
)
from games.rules.text import Text, gettext_noop

MARGIN = 62
TRAYS = tuple(f"piece-{piece.name}" for piece in PIECES)

PIECE_WORDS = {
    "I1": Text(gettext_noop("single square")),
    "I2": Text(gettext_noop("two in a row")),
    "I3": Text(gettext_noop("three in a row")),
    "V3": Text(gettext_noop("corner of three")),
    "I4": Text(gettext_noop("four in a row")),
    "L4": Text(gettext_noop("L of four")),
    "O4": Text(gettext_noop("square of four")),
    "T4": Text(gettext_noop("T of four")),
    "Z4": Text(gettext_noop("Z of four")),
    "F5": Text(gettext_noop("F of five")),
    "I5": Text(gettext_noop("five in a row")),
    "L5": Text(gettext_noop("L of five")),
    "N5": Text(gettext_noop("N of five")),
    "P5": Text(gettext_noop("P of five")),
    "T5": Text(gettext_noop("T of five")),
    "U5": Text(gettext_noop("U of five")),
    "V5": Text(gettext_noop("V of five")),
    "W5": Text(gettext_noop("W of five")),
    "X5": Text(gettext_noop("X of five")),
    "Y5": Text(gettext_noop("Y of five")),
    "Z5": Text(gettext_noop("Z of five")),
}

_PUT = (
    gettext_noop("Blue: {piece} on {square}"),
    gettext_noop("Yellow: {piece} on {square}"),
    gettext_noop("Red: {piece} on {square}"),
    gettext_noop("Green: {piece} on {square}"),
)
_OUT = (
    gettext_noop("{so_far} Blue is out."),
    gettext_noop("{so_far} Yellow is out."),
    gettext_noop("{so_far} Red is out."),
    gettext_noop("{so_far} Green is out."),
)

_TILES = tuple(
    tuple(Mark(f"tile-{joins}", colour, "", COLOUR_WORDS[colour]) for joins in range(16))
    for colour in COLOURS
)
_IN_HAND = tuple(Mark("tile-0", colour, "", Text(gettext_noop("in hand"))) for colour in COLOURS)
_NO_ROOM = tuple(
    Mark("tile-0", colour, "dead", Text(gettext_noop("fits nowhere now"))) for colour in COLOURS
)


def held(piece: Piece) -> int:
    """Which of the piece's squares is nearest to its centre: by it the piece is moved."""
    size = len(piece.cells)
    column, row = (sum(cell[axis] for cell in piece.cells) / size for axis in (0, 1))
    far = [(c - column) ** 2 + (r - row) ** 2 for c, r in piece.cells]
    return far.index(min(far))


HELD = tuple(held(piece) for piece in PIECES)


def from_held(piece: Piece, turn: tuple[Cell, ...]) -> list[Cell]:
    """An orientation as (column, row) from the square that `held` tells, upwards."""
    column, row = turn[HELD[piece.number]]
    return [(c - column, r - row) for c, r in turn]


def _moves(piece: Piece) -> list[tuple[int, int, int]]:
    """For each orientation those reached by turning left, turning right and flipping."""
    shapes = [normal(turn) for turn in piece.turns]
    return [
        (
            shapes.index(normal((-row, column) for column, row in turn)),
            shapes.index(normal((row, -column) for column, row in turn)),
            shapes.index(normal((-column, row) for column, row in turn)),
        )
        for turn in piece.turns
    ]


def _tiles(colour: int, squares: int) -> dict[str, Mark]:
    """The marks of these squares (bits of the lowest board) if all belong to one colour."""
    up, down = squares & squares >> 1, squares & squares << 1
    right, left = squares & squares >> STRIDE, squares & squares << STRIDE
    tiles = _TILES[colour]
    return {
        NAMES[square]: tiles[
            (up >> square & 1)
            | (right >> square & 1) << 1
            | (down >> square & 1) << 2
            | (left >> square & 1) << 3
        ]
        for square in positions(squares)
    }


class BlokusBoard(Board[Blokus, Position]):
    def build(self) -> Geometry:
        cells = square_cells(SIZE)
        trays = tuple(
            Shape(tray, "tray", 100 * i + 50, 2150, PIECE_WORDS[piece.name])
            for i, (tray, piece) in enumerate(zip(TRAYS, PIECES, strict=True))
        )
        dot = "m-14 0a14 14 0 1 0 28 0 14 14 0 1 0-28 0"
        fixed = self.game.values["corners"] == "fixed"
        places = {cell.id: f"{cell.x} {cell.y}" for cell in cells}
        corners = "".join(
            f'<path class="{f"corner {colour}" if fixed else "vx"}" d="M{places[name]}{dot}"/>'
            for colour, name in zip(COLOURS, ("a20", "t20", "t1", "a1"), strict=True)
        )
        return Geometry(
            css="blokus",
            box=(-MARGIN, -MARGIN, SIZE * 100 + 2 * MARGIN, SIZE * 100 + 2 * MARGIN),
            mini=(0, 0, SIZE * 100, SIZE * 100),
            shapes=cells + trays,
            ground=square_ground(SIZE, MARGIN, checker=False) + corners,
            mini_ground=square_ground(SIZE, 0, checker=False),
            coordinates=square_coordinates(SIZE, 33),
            tray_hint=Text(gettext_noop("Pieces in hand. Pick one, turn it, put it down.")),
            hand=Hand(
                turns={
                    tray: [
                        [(column, -row) for column, row in from_held(piece, turn)]
                        for turn in piece.turns
                    ]
                    for tray, piece in zip(TRAYS, PIECES, strict=True)
                },
                moves={tray: _moves(piece) for tray, piece in zip(TRAYS, PIECES, strict=True)},
            ),
        )

    def marks(self, state: Position) -> dict[str, Mark]:
        marks = {}
        for colour, own in enumerate(state.own):
            marks.update(_tiles(colour, own & LOWEST))
        if state.to_move != OVER:
            colour, hand = state.colour, state.hands[state.colour]
            for number, moves in fits(state.free, state.touch, hand):
                marks[TRAYS[number]] = (_IN_HAND if moves else _NO_ROOM)[colour]
        return marks

    def preview(self, state: Position, move: Move) -> dict[str, Mark]:
        """The cells that are covered; the piece stays in the tray until the move is posted."""
        return _tiles(state.colour, sum(1 << square for square in squares_of(move)))

    def places(self, state: Position, move: Move) -> tuple[Places, ...]:
        number, bit = divmod(move, BITS)
        turn = PIECES[number].sides.index(bit // BOARD_BITS)
        return ((TRAYS[number], f"turn-{turn}", NAMES[square_of(move, HELD[number])]),)

    def words(self, state: Position, move: Move) -> Text:
        piece = PIECES[move // BITS]
        square = NAMES[square_of(move, HELD[piece.number])]
        return Text(_PUT[state.colour], {"piece": PIECE_WORDS[piece.name], "square": square})

    def touched(self, state: Position, move: Move) -> tuple[str, ...]:
        return tuple(NAMES[square] for square in squares_of(move))

    def hint(self, state: Position) -> Text:
        return Text(gettext_noop("Pick a piece, then a square."))

    def compose(self, state: Position, picked: Places) -> str | None:
        """None as long as something is missing, and if the piece lies partly outside the board."""
        if len(picked) != 3 or picked[0] not in TRAYS or picked[2] not in NUMBERS:
            return None
        piece = BY_NAME[picked[0].removeprefix("piece-")]
        names = [f"turn-{turn}" for turn in range(len(piece.turns))]
        if picked[1] not in names:
            return None
        column, row = divmod(NUMBERS[picked[2]], STRIDE)
        cells = sorted(
            (column + right, row + up)
            for right, up in from_held(piece, piece.turns[names.index(picked[1])])
        )
        if not all(0 <= c < SIZE and 0 <= r < SIZE for c, r in cells):
            return None
        return ",".join(NAMES[c * STRIDE + r] for c, r in cells)

    def hands(self, state: Position) -> dict[str, tuple[str, ...]]:
        return {
            colour: tuple(tray for number, tray in enumerate(TRAYS) if hand >> number & 1)
            for colour, hand in zip(COLOURS, state.hands, strict=True)
        }

    def anchors(self, state: Position) -> tuple[str, ...]:
        """The squares by which a piece of the colour to move may join, or corners at the start."""
        return tuple(NAMES[square] for square in positions(state.touch & LOWEST))

    def blocked(self, state: Position) -> dict[str, Text]:
        if state.to_move == OVER:
            return {}
        return {NAMES[square]: why for square, why in self.game.closed(state).items()}

    def tally(self, state: Position, since: Position | None = None) -> tuple[Text, ...]:
        """The squares that each seat has not placed yet; at the end its points."""
        if state.to_move == OVER:
            return super().tally(state)
        return tuple(
            Text(
                gettext_noop("{n} left"),
                {"n": str(sum(count_squares(state.hands[c]) for c in self.game.own_colours(seat)))},
            )
            for seat in self.game.seats_range
        )

    def summary(self, state: Position) -> Text | None:
        """The squares left of each colour, and the colours that cannot move any more."""
        text = Text(
            gettext_noop("Squares left: blue {blue}, yellow {yellow}, red {red}, green {green}."),
            {
                colour: str(count_squares(hand))
                for colour, hand in zip(COLOURS, state.hands, strict=True)
            },
        )
        for colour, sentence in enumerate(_OUT):
            if state.blocked >> colour & 1:
                text = Text(sentence, {"so_far": text})
        return text


BOARD = BlokusBoard
