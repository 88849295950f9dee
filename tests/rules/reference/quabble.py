"""The Quabble family, RULES.md chapter 1, as plainly as possible: five games, two boards.

Squares, vertices and spaces are named by their texts (`c2`, `v1,0`). In Conquare the vertices are
the light points and the spaces the dark ones: "Otherwise Quabble with vertex for light and space
for dark."

Decided here, as the text is silent: in Conquare only spaces touch the edges of the board, a
border vertex does not ("Spaces of the outer rows and columns touch the edges").
"""

from abc import ABC, abstractmethod

from tests.rules.reference.seats import Outcome, Seats

BLACK, WHITE = "B", "W"
FILES = "abcdefghijklmnopqrstuvwxyz"
ORTHOGONAL = [(1, 0), (-1, 0), (0, 1), (0, -1)]
DIAGONAL = [(1, 1), (1, -1), (-1, 1), (-1, -1)]


def name(column: int, row: int) -> str:
    """The text of a square: column letter from the left, row number from the bottom."""
    return f"{FILES[column]}{row + 1}"


def edges(size: int) -> dict[str, tuple[set[str], set[str]]]:
    """Rule: "Black owns the top and the bottom edge, White left and right"."""
    columns = rows = range(size)
    return {
        BLACK: ({name(c, size - 1) for c in columns}, {name(c, 0) for c in columns}),
        WHITE: ({name(0, r) for r in rows}, {name(size - 1, r) for r in rows}),
    }


class Board:
    """The points of a board, which adjoin, which connect, and which touch the four edges."""

    light: list[str]
    dark: list[str]
    around: dict[str, list[str]]  # dark: its adjacent light points; T is their number
    rays: dict[str, list[list[str]]]  # dark: the squares seen in each direction, nearest first
    connected: dict[str, list[str]]  # point: the points connected to it if of one colour
    edges: dict[str, tuple[set[str], set[str]]]  # colour: the points at its two edges


class SquareBoard(Board):
    """1.1: "n×n squares"; "Light iff (c + r) is even"."""

    def __init__(self, size: int) -> None:
        every = {(column, row): None for column in range(size) for row in range(size)}
        self.light = [name(*square) for square in every if sum(square) % 2 == 0]
        self.dark = [name(*square) for square in every if sum(square) % 2 == 1]
        self.around, self.rays, self.connected = {}, {}, {}
        for column, row in every:
            here = name(column, row)
            orthogonal = [
                name(column + across, row + up)
                for across, up in ORTHOGONAL
                if (column + across, row + up) in every
            ]
            # "orthogonal neighbours of one colour, or diagonal neighbours of one colour that are
            # both dark"
            self.connected[here] = list(orthogonal)
            if (column + row) % 2 == 0:
                continue
            self.connected[here] += [
                name(column + across, row + up)
                for across, up in DIAGONAL
                if (column + across, row + up) in every
            ]
            self.around[here] = orthogonal
            rays = []
            for across, up in ORTHOGONAL:
                ray = []
                at = (column + across, row + up)
                while at in every:
                    ray.append(name(*at))
                    at = (at[0] + across, at[1] + up)
                if ray:
                    rays.append(ray)
            self.rays[here] = rays
        self.edges = edges(size)


class VertexBoard(Board):
    """1.7: "n×n spaces and all (n+1)² vertices"."""

    def __init__(self, size: int) -> None:
        self.light = [f"v{x},{y}" for x in range(size + 1) for y in range(size + 1)]
        self.dark = [name(column, row) for column in range(size) for row in range(size)]
        self.around, self.rays = {}, {}
        self.connected = {point: [] for point in self.light + self.dark}
        for column in range(size):
            for row in range(size):
                here = name(column, row)
                # "Space (c,r) is adjacent to v c,r · v c+1,r · v c,r+1 · v c+1,r+1"
                self.around[here] = [
                    f"v{x},{y}" for x in (column, column + 1) for y in (row, row + 1)
                ]
                # "Connected: orthogonally adjacent spaces; a space and an adjacent vertex."
                for vertex in self.around[here]:
                    self.connected[here].append(vertex)
                    self.connected[vertex].append(here)
                for across, up in ORTHOGONAL:
                    if 0 <= column + across < size and 0 <= row + up < size:
                        self.connected[here].append(name(column + across, row + up))
        self.edges = edges(size)


class Family(ABC):
    """What the five games share: turns, the pie rule, the goal."""

    board_kind: type[SquareBoard] | type[VertexBoard] = SquareBoard

    def __init__(self, seats: int, board: Board) -> None:
        if seats != 2:
            raise ValueError("The Quabble family is for two seats.")
        self.seats = Seats(seats)
        self.board = board
        self.stones: dict[str, str] = {}
        self.colour = BLACK  # whose stones the next action places
        self.seat_of = {BLACK: 0, WHITE: 1}  # "Seat 0 is Black and starts."
        self.plies = 0
        self.places: tuple[int, ...] | None = None

    @property
    def to_move(self) -> int:
        return -1 if self.places is not None else self.seat_of[self.colour]

    @abstractmethod
    def actions(self) -> list[str]:
        """The legal actions of the colour to move, without `swap` and `pass`."""

    @abstractmethod
    def act(self, text: str) -> None:
        """Make one of the actions."""

    def legal(self) -> list[str]:
        if self.places is not None:
            return []
        # "without a legal action the turn is `pass` (and only then)"
        moves = self.actions() or ["pass"]
        if self.plies == 1:  # "`swap` is legal at ply 2 only (White's first move)."
            moves.append("swap")
        return sorted(moves)

    def play(self, text: str) -> None:
        self.plies += 1
        if text == "swap":
            # "The stones and edges stay as they are; the two players exchange colours: ... the
            # next to move is White, i.e. seat 0 again"
            self.seat_of = {BLACK: 1, WHITE: 0}
            return
        if text != "pass":
            self.act(text)
        winner = self.winner()
        if winner is not None:
            self.places = self.seats.places_of_win(self.seat_of[winner])
        self.colour = WHITE if self.colour == BLACK else BLACK

    def leave(self, seat: int) -> None:
        """Rule: "with two seats the other wins"."""
        self.seats.gone.append(seat)
        self.places = self.seats.places_of_win(1 - seat)

    def outcome(self) -> Outcome | None:
        return None if self.places is None else (self.places, None)

    def winner(self) -> str | None:
        """Rule: "Goal: a chain of your stones between your two edges."."""
        for colour in (BLACK, WHITE):
            start, goal = self.board.edges[colour]
            chain = {point for point in start if self.stones.get(point) == colour}
            frontier = list(chain)
            while frontier:
                for point in self.board.connected[frontier.pop()]:
                    if self.stones.get(point) == colour and point not in chain:
                        chain.add(point)
                        frontier.append(point)
            if chain & goal:
                return colour
        return None

    def empty(self, points: list[str]) -> list[str]:
        return [point for point in points if point not in self.stones]

    def total(self, dark: str) -> int:
        """Rule: "T = number of adjacent squares of the dark square d"."""
        return len(self.board.around[dark])

    def own(self, dark: str) -> int:
        """Rule: "o = how many of them hold the player's stones"; the player is the one to move."""
        return sum(self.stones.get(light) == self.colour for light in self.board.around[dark])

    def controls(self, dark: str) -> bool:
        """Rule: "control: 2·o > T"."""
        return 2 * self.own(dark) > self.total(dark)

    def contests(self, dark: str) -> bool:
        """Rule: "contest: 2·o = T"."""
        return 2 * self.own(dark) == self.total(dark)

    def fill_controlled(self, light: str) -> None:
        """Rule: "at once on each adjoining empty dark square that you now control"."""
        for dark in self.empty(self.board.dark):
            if light in self.board.around[dark] and self.controls(dark):
                self.stones[dark] = self.colour


class Quabble(Family):
    """1.3, with automatic or manual claims."""

    def __init__(self, seats: int = 2, *, size: str = "11", claims: str = "automatic") -> None:
        super().__init__(seats, self.board_kind(int(size)))
        self.manual = claims == "manual"

    def actions(self) -> list[str]:
        lights = self.empty(self.board.light)
        darks = self.empty(self.board.dark)
        if self.manual:  # "an empty dark square that you contest or control"
            return lights + [dark for dark in darks if self.contests(dark) or self.controls(dark)]
        return lights + [dark for dark in darks if self.contests(dark)]

    def act(self, text: str) -> None:
        self.stones[text] = self.colour
        if text in self.board.light and not self.manual:
            self.fill_controlled(text)


class Qualos(Family):
    """1.5: line of sight and flips."""

    def __init__(self, seats: int = 2, *, size: str = "11") -> None:
        super().__init__(seats, self.board_kind(int(size)))

    def total(self, dark: str) -> int:
        """Rule: "each orthogonal direction that has at least one square on the board"."""
        return len(self.board.rays[dark])

    def own(self, dark: str) -> int:
        """By line of sight.

        "The first stone met, on a light or dark square at any distance, counts for its colour; a
        direction without a stone counts for nobody".
        """
        count = 0
        for ray in self.board.rays[dark]:
            seen = [self.stones[square] for square in ray if square in self.stones]
            if seen and seen[0] == self.colour:
                count += 1
        return count

    def actions(self) -> list[str]:
        moves = self.empty(self.board.light)
        for dark in self.board.dark:
            stone = self.stones.get(dark)
            if stone is None:  # "an empty dark square you contest or control"
                if self.contests(dark) or self.controls(dark):
                    moves.append(dark)
            elif stone != self.colour and self.controls(dark):
                # "flip (recolour) an enemy stone on a dark square you control"
                moves.append(dark + "!")
        return moves

    def act(self, text: str) -> None:
        self.stones[text.removesuffix("!")] = self.colour


class FastQuabble(Family):
    """1.6: only light squares are chosen, half is enough for the dark ones."""

    def __init__(self, seats: int = 2, *, size: str = "11") -> None:
        super().__init__(seats, self.board_kind(int(size)))

    def controls(self, dark: str) -> bool:
        """Rule: "Fast games only: control: 2·o ≥ T."."""
        return 2 * self.own(dark) >= self.total(dark)

    def actions(self) -> list[str]:
        return self.empty(self.board.light)

    def act(self, text: str) -> None:
        self.stones[text] = self.colour
        self.fill_controlled(text)


class Conquare(Quabble):
    """1.7: Quabble on vertices and spaces."""

    board_kind = VertexBoard

    def __init__(self, seats: int = 2, *, size: str = "7", claims: str = "automatic") -> None:
        super().__init__(seats, size=size, claims=claims)


class FastConquare(FastQuabble):
    """1.7: Fast Quabble on vertices and spaces."""

    board_kind = VertexBoard

    def __init__(self, seats: int = 2, *, size: str = "7") -> None:
        super().__init__(seats, size=size)
