"""Tink, RULES.md chapter 3, as plainly as possible.

Decided here, as the text is silent:
- a player to move without a legal move is out (rule 5) before rule 6 is asked, so the 400th ply can
  still end the game by rule 5;
- a ply is a move; leaving is none. A position occurs when a move, or the leaving of the seat on
  turn, brings it about; the leaving of another seat does not repeat it;
- "the same board with the same player to move" is taken by the letter: who else is still in does
  not matter.
"""

from collections import Counter
from itertools import combinations

from tests.rules.reference.seats import Outcome, Seats

FILES = "abcdefgh"
SUPPLY = {"S": 5, "M": 4, "L": 1}
FIRST_SQUARES = [file + rank for file in "cdef" for rank in "3456"]
SQUARES = [file + rank for file in FILES for rank in "12345678"]
LAST_PLY = 400


def step(square: str, across: int, up: int) -> str:
    """The square so far to the right and up; not in SQUARES if off the board."""
    column, row = FILES.index(square[0]) + across, int(square[1]) + up
    return f"{FILES[column]}{row}" if 0 <= column < 8 and 1 <= row <= 8 else ""


def neighbours(square: str) -> list[str]:
    """The up to eight neighbours, in order of column, then row."""
    around = [step(square, across, up) for across in (-1, 0, 1) for up in (-1, 0, 1)]
    return [other for other in around if other and other != square]


def line_of_four(start: str, across: int, up: int) -> list[str]:
    """Four squares in line; some are "" if the line leaves the board."""
    return [step(start, across * far, up * far) for far in range(4)]


NEIGHBOURS = {square: neighbours(square) for square in SQUARES}
LINES = [
    line
    for square in SQUARES
    for line in (line_of_four(square, *way) for way in [(1, 0), (0, 1), (1, 1), (1, -1)])
    if "" not in line
]


def results(pair: set[str]) -> str:
    """Rule: "{S,S} or {L,S} → M; {M,M} or {L,M} → L or S"; as a set, {S,S} is {S}."""
    if pair in ({"S"}, {"L", "S"}):
        return "M"
    if pair in ({"M"}, {"L", "M"}):
        return "LS"
    return ""


class Position:
    """Rule: "8×8, 2 to 4 seats, each 5 S, 4 M, 1 L of its colour"."""

    def __init__(self, seats: int = 2) -> None:
        self.seats = Seats(seats)
        self.board: dict[str, tuple[int, str]] = {}  # square: (seat, size)
        self.to_move = 0
        self.plies = 0
        self.seen: Counter[tuple[frozenset[tuple[str, tuple[int, str]]], int]] = Counter()
        self.places: tuple[int, ...] | None = None
        self._note_occurrence()

    def legal(self) -> list[str]:
        if self.places is not None:
            return []
        return self.moves_of(self.to_move)

    def play(self, text: str) -> None:
        if ">" in text:  # c4+e4>Md5
            sources, target = text.split(">")
            for square in sources.split("+"):
                del self.board[square]
            self.board[target[1:]] = (self.to_move, target[0])
        else:
            self.board[text] = (self.to_move, "S")
        self.plies += 1
        if self.has_row(self.to_move):
            self._win(self.to_move)
        else:
            self._pass_turn_from(self.to_move)

    def leave(self, seat: int) -> None:
        self.seats.gone.append(seat)
        staying = self.seats.staying()
        if len(staying) == 1:  # "When one seat is left it wins at once, in every game."
            self._win(staying[0])
        elif seat == self.to_move:
            self._pass_turn_from(seat)

    def outcome(self) -> Outcome | None:
        return None if self.places is None else (self.places, None)

    def stash(self, seat: int, size: str) -> int:
        """Rule: "What is not on the board is in the owner's stash"."""
        return SUPPLY[size] - list(self.board.values()).count((seat, size))

    def moves_of(self, seat: int) -> list[str]:
        """Rule: "A turn is one of: place (a small, if the stash has one); or swap"."""
        if not self.board:  # "First move of the game: a small on one of the 16 squares c3-f6."
            return sorted(FIRST_SQUARES)
        stash = {size: self.stash(seat, size) for size in SUPPLY}
        moves = []
        for target in SQUARES:
            if target in self.board:  # "t is empty before the swap"
                continue
            if stash["S"] > 0:
                moves.append(target)
            own = [
                square
                for square in NEIGHBOURS[target]
                if square in self.board and self.board[square][0] == seat
            ]
            for one, two in combinations(own, 2):
                removed = [self.board[one][1], self.board[two][1]]
                for size in results(set(removed)):
                    # "The piece must be in the stash after the removal"
                    if stash[size] + removed.count(size) > 0:
                        moves.append(f"{one}+{two}>{size}{target}")
        return sorted(moves)

    def has_row(self, seat: int) -> bool:
        """Rule: "Four or more own pieces in line, all in {S,L} or all in {M,L}"."""
        for sizes in ("SL", "ML"):
            good = [(seat, size) for size in sizes]
            if any(all(self.board.get(square) in good for square in line) for line in LINES):
                return True
        return False

    def _pass_turn_from(self, seat: int) -> None:
        """Rules 5 and 6 for the next player."""
        self.to_move = self.seats.after(seat)
        while not self.moves_of(self.to_move):  # "A player without a legal move loses at once"
            self.seats.gone.append(self.to_move)
            staying = self.seats.staying()
            if len(staying) == 1:  # "the last one left wins"
                self._win(staying[0])
                return
            self.to_move = self.seats.after(self.to_move)
        # "Draw on the third occurrence of the same board with the same player to move;
        # 400 plies = draw"
        if self._note_occurrence() == 3 or self.plies >= LAST_PLY:
            self.to_move = -1
            self.places = self.seats.places_of_draw()

    def _note_occurrence(self) -> int:
        """Count the position as it stands once more; returns how often it has been there."""
        position = (frozenset(self.board.items()), self.to_move)
        self.seen[position] += 1
        return self.seen[position]

    def _win(self, seat: int) -> None:
        self.to_move = -1
        self.places = self.seats.places_of_win(seat)
