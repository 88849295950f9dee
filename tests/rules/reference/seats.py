"""Who is still in the game, and the places at its end (RULES.md, "Conventions")."""

Outcome = tuple[tuple[int, ...], tuple[int, ...] | None]


class Seats:
    """The seats of one game and the order in which some of them left."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.gone: list[int] = []

    def staying(self) -> list[int]:
        """The seats still in, in order of seat."""
        return [seat for seat in range(self.count) if seat not in self.gone]

    def after(self, seat: int) -> int:
        """The next seat still in, clockwise: "its turns are skipped from then on"."""
        following = (seat + 1) % self.count
        while following in self.gone:
            following = (following + 1) % self.count
        return following

    def places_of_win(self, winner: int) -> tuple[int, ...]:
        """Convention: "A win for one seat: place 1 for it, 2 for all the others"."""
        return self._places({seat: 1 if seat == winner else 2 for seat in self.staying()})

    def places_of_draw(self) -> tuple[int, ...]:
        """Convention: "ties share the better place": all that stay have place 1."""
        return self._places(dict.fromkeys(self.staying(), 1))

    def places_by_points(self, points: tuple[int, ...]) -> tuple[int, ...]:
        """Place = 1 + the number of staying seats with more points."""
        staying = self.staying()
        return self._places(
            {seat: 1 + sum(points[other] > points[seat] for other in staying) for seat in staying}
        )

    def _places(self, of_staying: dict[int, int]) -> tuple[int, ...]:
        """Convention: "placed behind all that stay, the earlier it left the lower"."""
        places = dict(of_staying)
        for order, seat in enumerate(self.gone):
            places[seat] = self.count - order
        return tuple(places[seat] for seat in range(self.count))
