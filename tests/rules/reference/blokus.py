"""Blokus, RULES.md chapter 4, as plainly as possible: sets of cells.

Decided here, as the text is silent:
- three seats, and the seat due to play green has left: "its turns are skipped", so the next staying
  seat in order plays that green piece; the count of green pieces alone says who is due next time;
- only the own colour of a seat that left is blocked, green with three seats never for that reason;
  the game goes on while green alone has moves ("when all four colours are blocked or finished");
- a seat that left keeps the score that its colours have, and is placed behind all that stay.
"""

from tests.rules.reference.seats import Outcome, Seats

COLOURS = ["blue", "yellow", "red", "green"]
FILES = "abcdefghijklmnopqrst"
SIZE = 20
CORNERS = {(0, 0), (0, 19), (19, 0), (19, 19)}
FIXED = {"blue": (0, 19), "yellow": (19, 19), "red": (19, 0), "green": (0, 0)}

Cell = tuple[int, int]  # (column, row), 0-based, row 0 at the bottom
Cells = frozenset[Cell]


def edge_neighbours(cell: Cell) -> set[Cell]:
    column, row = cell
    return {(column + 1, row), (column - 1, row), (column, row + 1), (column, row - 1)}


def corner_neighbours(cell: Cell) -> set[Cell]:
    column, row = cell
    return {(column + across, row + up) for across in (1, -1) for up in (1, -1)}


def shifted_to_origin(cells: Cells) -> Cells:
    """The same shape with least column and least row 0."""
    left = min(column for column, _ in cells)
    low = min(row for _, row in cells)
    return frozenset((column - left, row - low) for column, row in cells)


def orientations(cells: Cells) -> set[Cells]:
    """Rule: "turning and flipping are free": up to eight."""
    found = set()
    for _ in range(4):
        cells = frozenset((row, -column) for column, row in cells)  # turned
        found.add(shifted_to_origin(cells))
        found.add(shifted_to_origin(frozenset((-column, row) for column, row in cells)))  # flipped
    return found


def canonical(cells: Cells) -> Cells:
    """One orientation to stand for the free polyomino."""
    return min(orientations(cells), key=sorted)


def free_polyominoes() -> list[Cells]:
    """Rule: "21 free polyominoes", of one to five squares, grown square by square."""
    pieces = [frozenset({(0, 0)})]
    of_size = list(pieces)
    for _ in range(4):
        grown = {
            canonical(cells | {extra})
            for cells in of_size
            for cell in cells
            for extra in edge_neighbours(cell) - cells
        }
        of_size = sorted(grown, key=sorted)
        pieces += of_size
    return pieces


def notation(cells: Cells) -> str:
    """Rule: "the cells, sorted by column then row number, joined by commas"."""
    return ",".join(f"{FILES[column]}{row + 1}" for column, row in sorted(cells))


def cells_of(text: str) -> Cells:
    """The cells of a move's text."""
    return frozenset((FILES.index(word[0]), int(word[1:]) - 1) for word in text.split(","))


PIECES = free_polyominoes()
# Every way to lay a piece somewhere on the board.
PLACEMENTS: dict[Cells, list[Cells]] = {
    piece: [
        frozenset((column + right, row + up) for column, row in shape)
        for shape in orientations(piece)
        for right in range(SIZE - max(column for column, _ in shape))
        for up in range(SIZE - max(row for _, row in shape))
    ]
    for piece in PIECES
}


class Position:
    """The board is one set of cells for each colour."""

    def __init__(self, seats: int = 2, *, corners: str = "free") -> None:
        self.seats = Seats(seats)
        self.corners = corners
        self.cells: dict[str, set[Cell]] = {colour: set() for colour in COLOURS}
        self.left: dict[str, list[Cells]] = {colour: list(PIECES) for colour in COLOURS}
        self.last_piece: dict[str, Cells | None] = dict.fromkeys(COLOURS)
        self.blocked: set[str] = set()
        self.colour = "blue"
        self.places: tuple[int, ...] | None = None

    @property
    def to_move(self) -> int:
        return -1 if self.places is not None else self.player_of(self.colour)

    def player_of(self, colour: str) -> int:
        """The seat that plays the next piece of a colour."""
        number = COLOURS.index(colour)
        if self.seats.count == 3 and colour == "green":
            # "the seat is number of green pieces on the board mod 3"
            seat = (len(PIECES) - len(self.left["green"])) % 3
            return self.seats.after(seat) if seat in self.seats.gone else seat
        # "Four seats: one colour each. Two: seat 0 blue + red, seat 1 yellow + green."
        return number % 2 if self.seats.count == 2 else number

    def colours_of(self, seat: int) -> list[str]:
        """The colours whose scores are the seat's; none is green with three seats."""
        if self.seats.count == 2:
            return ["blue", "red"] if seat == 0 else ["yellow", "green"]
        return [COLOURS[seat]]

    def legal(self) -> list[str]:
        if self.places is not None:
            return []
        return sorted(notation(cells) for cells in self.fitting(self.colour))

    def fitting(self, colour: str) -> list[Cells]:
        """Every placement of every piece left that the rules let this colour make."""
        occupied = set().union(*self.cells.values())
        own = self.cells[colour]
        beside_own = set().union(*(edge_neighbours(cell) for cell in own))
        cornering_own = set().union(*(corner_neighbours(cell) for cell in own))
        if own:
            # "at least one corner-to-corner contact with the own colour"
            to_touch = cornering_own
        elif self.corners == "fixed":
            to_touch = {FIXED[colour]}
        else:  # "any corner not yet covered"
            to_touch = CORNERS - occupied
        return [
            cells
            for piece in self.left[colour]
            for cells in PLACEMENTS[piece]
            if cells.isdisjoint(occupied)  # "no overlap"
            and cells.isdisjoint(beside_own)  # "no edge contact with it"
            and not cells.isdisjoint(to_touch)
        ]

    def play(self, text: str) -> None:
        cells = cells_of(text)
        piece = canonical(cells)
        self.cells[self.colour] |= cells
        self.left[self.colour].remove(piece)
        self.last_piece[self.colour] = piece
        self._next_colour()

    def leave(self, seat: int) -> None:
        self.seats.gone.append(seat)
        # "a Blokus colour of a seat that left stays blocked"
        self.blocked |= set(self.colours_of(seat))
        staying = self.seats.staying()
        if len(staying) == 1:  # "When one seat is left it wins at once, in every game."
            self.places = self.seats.places_of_win(staying[0])
        elif self.colour in self.blocked:
            self._next_colour()

    def _next_colour(self) -> None:
        """Go on to the next colour that has a move.

        "a colour without a move stays blocked for ever and is skipped. The game ends when all four
        colours are blocked or finished."
        """
        for _ in COLOURS:
            self.colour = COLOURS[(COLOURS.index(self.colour) + 1) % 4]
            if self.colour not in self.blocked:
                if self.fitting(self.colour):
                    return
                self.blocked.add(self.colour)
        self.places = self.seats.places_by_points(self.scores())

    def score_of(self, colour: str) -> int:
        """The points of one colour.

        "minus the squares left; with nothing left +15, and +5 more if the last piece was the single
        square".
        """
        if self.left[colour]:
            return -sum(len(piece) for piece in self.left[colour])
        last = self.last_piece[colour]
        return 20 if last is not None and len(last) == 1 else 15

    def scores(self) -> tuple[int, ...]:
        """Per seat, "scores added" where a seat has two colours."""
        return tuple(
            sum(self.score_of(colour) for colour in self.colours_of(seat))
            for seat in range(self.seats.count)
        )

    def outcome(self) -> Outcome | None:
        return None if self.places is None else (self.places, self.scores())
