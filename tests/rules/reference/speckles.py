"""Speckles, RULES.md chapter 2, as plainly as possible.

Decided here, as the text is silent: a seat that left owns nothing any more. Its colour then counts
like a colour without an owner, so a line of it is nobody's and does not stand beside another's.
"""

from tests.rules.reference.seats import Outcome, Seats

CHIPS = "RYGBW"
FILES = "abcdefgh"
RANKS = "12345678"
DIRECTIONS = [(1, 0), (0, 1), (1, 1), (1, -1)]

Square = tuple[int, int]


def square(text: str) -> Square:
    """`d4` as (column, row), 0-based."""
    return FILES.index(text[0]), RANKS.index(text[1])


class Position:
    """Rule: "8×8, 40 chips: 8 each of R Y G B W, a common supply"."""

    def __init__(self, seats: int = 2, *, colours: str = "") -> None:
        self.seats = Seats(seats)
        self.colours = colours or "RYGB"[:seats]
        self.board: dict[Square, str] = {}
        self.to_move = 0
        self.places: tuple[int, ...] | None = None

    def legal(self) -> list[str]:
        """Rule: "a chip of any colour in supply on a vacant square"."""
        if self.places is not None:
            return []
        return sorted(
            f"{chip}{FILES[column]}{RANKS[row]}"
            for chip in CHIPS
            for column in range(8)
            for row in range(8)
            if self._allowed(chip, (column, row))
        )

    def play(self, text: str) -> None:
        place = square(text[1:])
        self.board[place] = text[0]
        owners = self.owners_of_lines(place)
        if self.to_move in owners:  # "P contains the mover: the mover wins."
            self._win(self.to_move)
        elif len(owners) == 1:  # "Else exactly one owner: that player wins."
            self._win(owners.pop())
        else:  # "Else play goes on"
            self.to_move = self.seats.after(self.to_move)
            if not self.legal():  # "No legal move (it is the same for all): draw."
                self.to_move = -1
                self.places = self.seats.places_of_draw()

    def leave(self, seat: int) -> None:
        self.seats.gone.append(seat)
        staying = self.seats.staying()
        if len(staying) == 1:  # "When one seat is left it wins at once, in every game."
            self._win(staying[0])
        elif seat == self.to_move:
            self.to_move = self.seats.after(seat)

    def outcome(self) -> Outcome | None:
        return None if self.places is None else (self.places, None)

    def _win(self, seat: int) -> None:
        self.to_move = -1
        self.places = self.seats.places_of_win(seat)

    def _allowed(self, chip: str, place: Square) -> bool:
        """Rule: "at least one occupied neighbour" and "no neighbour of its own colour"."""
        if place in self.board or list(self.board.values()).count(chip) == 8:
            return False
        if not self.board:  # "The first chip of the game goes anywhere."
            return True
        column, row = place
        around = [
            self.board[column + across, row + up]
            for across in (-1, 0, 1)
            for up in (-1, 0, 1)
            if (column + across, row + up) in self.board
        ]
        return bool(around) and chip not in around

    def owners_of_lines(self, new: Square) -> set[int]:
        """The set P of rule 3.

        "all windows of four consecutive occupied squares (row, column, diagonals) that contain the
        new chip and whose two ends have the same, owned colour"
        """
        owners = set()
        for across, up in DIRECTIONS:
            for back in range(4):
                window = [
                    (new[0] + (step - back) * across, new[1] + (step - back) * up)
                    for step in range(4)
                ]
                if not all(place in self.board for place in window):
                    continue
                first, last = self.board[window[0]], self.board[window[3]]
                for seat in self.seats.staying():
                    if first == last == self.colours[seat]:
                        owners.add(seat)
        return owners
