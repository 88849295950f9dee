"""Dots and Boxes, Dots and Hexagons, RULES.md chapter 5, as plainly as possible.

Decided here, as the text is silent: seats below the top are ranked by their fields as well (places
shared); a seat that left keeps its fields in the score and is placed behind all that stay.
"""

from abc import ABC, abstractmethod

from tests.rules.reference.seats import Outcome, Seats

Field = tuple[int, int]  # (row, column), row 0 at the top


class Dots(ABC):
    """The course of the game, the same for both kinds of field."""

    def __init__(
        self,
        seats: int = 2,
        *,
        rows: str = "4",
        columns: str = "4",
        misere: str = "false",
        border: str = "false",
    ) -> None:
        self.seats = Seats(seats)
        self.misere = misere == "true"
        self.fields: dict[Field, set[str]] = {
            (row, column): self._lines_of(row, column)
            for row in range(int(rows))
            for column in range(int(columns))
        }
        self.lines: set[str] = set().union(*self.fields.values())
        self.drawn: set[str] = set()
        if border == "true":  # "all border lines pre-drawn, owned by nobody"
            self.drawn = {line for line in self.lines if len(self.fields_at(line)) == 1}
        self.owner: dict[Field, int] = {}
        self.to_move = 0
        self.places: tuple[int, ...] | None = None
        self._end_if_all_drawn()

    @staticmethod
    @abstractmethod
    def _lines_of(row: int, column: int) -> set[str]:
        """The sides of the field in this row and column."""

    def fields_at(self, line: str) -> list[Field]:
        """The one or two fields that have this line as a side."""
        return [field for field, sides in self.fields.items() if line in sides]

    def legal(self) -> list[str]:
        """Rule: "draw one undrawn line"; "no passing"."""
        return [] if self.places is not None else sorted(self.lines - self.drawn)

    def play(self, text: str) -> None:
        """Draw a line.

        "It closes every field whose last side it is: 0, 1 or 2 fields, which go to the mover."
        "Closed at least one: the same player draws again. Else the next seat."
        """
        self.drawn.add(text)
        closed = [field for field in self.fields_at(text) if self.fields[field] <= self.drawn]
        for field in closed:
            self.owner[field] = self.to_move
        if not closed:
            self.to_move = self.seats.after(self.to_move)
        self._end_if_all_drawn()

    def leave(self, seat: int) -> None:
        self.seats.gone.append(seat)
        staying = self.seats.staying()
        if len(staying) == 1:  # "When one seat is left it wins at once, in every game."
            self.to_move = -1
            self.places = self.seats.places_of_win(staying[0])
        elif seat == self.to_move:
            self.to_move = self.seats.after(seat)

    def scores(self) -> tuple[int, ...]:
        """The number of fields of every seat."""
        owners = list(self.owner.values())
        return tuple(owners.count(seat) for seat in range(self.seats.count))

    def outcome(self) -> Outcome | None:
        return None if self.places is None else (self.places, self.scores())

    def _end_if_all_drawn(self) -> None:
        """Rule: "All lines drawn: most fields wins"; "misere (fewest wins)"."""
        if self.drawn == self.lines:
            sign = -1 if self.misere else 1
            self.to_move = -1
            self.places = self.seats.places_by_points(
                tuple(sign * score for score in self.scores())
            )


class Boxes(Dots):
    """Rule: "the square (r,c) has hc,r hc,r+1 vc,r vc+1,r"."""

    @staticmethod
    def _lines_of(row: int, column: int) -> set[str]:
        return {
            f"h{column},{row}",
            f"h{column},{row + 1}",
            f"v{column},{row}",
            f"v{column + 1},{row}",
        }


class Hexagons(Dots):
    """Rule: "hexagon (r,c) has x = 2c + (r mod 2)" and six lines in the brick wall."""

    @staticmethod
    def _lines_of(row: int, column: int) -> set[str]:
        x = 2 * column + row % 2
        return {
            f"h{x},{row}",
            f"h{x + 1},{row}",
            f"h{x},{row + 1}",
            f"h{x + 1},{row + 1}",
            f"v{x},{row}",
            f"v{x + 2},{row}",
        }
