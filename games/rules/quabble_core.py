"""What the five games of the Quabble family share; a game declares how it differs.

A move is the number of a point (see `games.rules.quabble_net`): a stone there. `swap` and `pass`
are numbered above all others. Sets of points, of stones and of moves are ints.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import ClassVar, NamedTuple

from games.rules.bits import positions
from games.rules.core import (
    OVER,
    Game,
    Json,
    Move,
    NotationError,
    Option,
    Outcome,
    check_can_leave,
    won,
)
from games.rules.quabble_net import BLACK, COLOURS, Net
from games.rules.text import Text, gettext_noop

SWAP = 1 << 11
PASS = SWAP + 1

TRIES = 16
"""So often `random_move` draws a point before it lists the moves."""

MOST, HALF = "most", "half"

CLAIMS = Option(
    key="claims",
    label=gettext_noop("Claims"),
    choices=("automatic", "manual"),
    default="automatic",
)


def sizes(first: int, last: int, default: int) -> Option:
    """The option `size`: what the site offers; the rules also take boards from 2 × 2."""
    return Option(
        key="size",
        label=gettext_noop("Board"),
        choices=tuple(map(str, range(first, last + 1))),
        default=str(default),
        unlisted=tuple(map(str, range(2, first))),
    )


class Position(NamedTuple):
    """A position, seen by the colour to move: `mine` and `theirs` are the stones.

    `mine_low` and `mine_high` are those of `mine` that are connected with the first and with the
    second edge of their colour (see `Net.edges`), and so for `theirs`. `ply` counts the moves, so
    that the seats take turns; `swapped` is 1 once the players have exchanged colours. `gone` is
    the seat that left, or -1.
    """

    to_move: int
    ply: int
    swapped: int
    gone: int
    mine: int
    theirs: int
    mine_low: int
    mine_high: int
    their_low: int
    their_high: int


_new = tuple.__new__


class NetGame(Game[Position]):
    """The rules of the family, with what differs as class attributes.

    "Goal: a chain of your stones between your two edges."
    """

    players = (2,)
    can_draw = False
    credit = "Luis Bolaños Mures"
    state_type = Position

    board: ClassVar[Callable[[int], Net]]
    """Makes the net of a size."""
    alone: ClassVar[bool] = True
    """Whether a stone may be put on a dark point of which the player has half."""
    claim: ClassVar[str] = ""
    """How much of a dark point beside a new stone makes it the player's at once.

    `MOST` is "control" of Quabble, `HALF` "control" of the fast games, "" never. The option
    `claims` comes before it.
    """
    never_alone: ClassVar[str] = ""
    """Why dark points are not chosen, in the games where they are not `alone`."""

    def prepare(self) -> None:
        self.net = net = type(self).board(int(self.values["size"]))
        claim = self.claim
        if "claims" in self.values:
            claim = MOST if self.values["claims"] == "automatic" else ""
        self.passing = self.alone and not claim
        """Whether a player may be without a move: "without a legal action the turn is pass"."""
        self.half = [(total + 1) // 2 for total in net.total]
        need = [total // 2 + 1 for total in net.total] if claim == MOST else self.half
        self.around: list[tuple[tuple[int, int, int, int], ...]] = [
            tuple((1 << d, net.near[d], need[d], net.link[d]) for d in positions(near))
            if claim and net.light >> point & 1
            else ()
            for point, near in enumerate(net.near)
        ]
        """For a light point each dark one beside it: itself, its light points, how many of them
        make it fall to a player at once, and its links. Empty where nothing falls to anybody."""
        self.draws = [
            (point, 1 << point, net.near[point], self.half[point])
            for point in positions(net.all if self.alone else net.light)
        ]
        """The points among which `random_move` draws, and what makes them legal."""
        self.texts = self.spellings()
        self.moves = {text: move for move, text in self.texts.items()}

    def spellings(self) -> dict[Move, str]:
        """The text of every move that is well formed in this game."""
        texts = {point: self.net.names[point] for point in self.net.points} | {SWAP: "swap"}
        return texts | {PASS: "pass"} if self.passing else texts

    def initial(self, seed: int = 0) -> Position:
        """An empty board; "seat 0 is Black and starts"."""
        return Position(0, 0, 0, -1, 0, 0, 0, 0, 0, 0)

    # --- moves --------------------------------------------------------------------------

    def open(self, state: Position) -> int:
        """The legal moves but `swap` and `pass`: empty light points, and dark ones that are helped.

        Where stones fall to a player at once no empty dark point is ever controlled, so "contest"
        is the same as half or more.
        """
        empty = self.net.all & ~(state.mine | state.theirs)
        if not self.alone:
            return empty & self.net.light
        return empty & (self.net.light | self.net.shares(state.mine)[0])

    def legal(self, state: Position) -> Sequence[Move]:
        """Stones, then `swap`; "without a legal action the turn is `pass` (and only then)"."""
        if state.to_move == OVER:
            return []
        moves = positions(self.open(state))
        if state.ply == 1:
            moves.append(SWAP)
        return moves or [PASS]

    def count_legal(self, state: Position) -> int:
        if state.to_move == OVER:
            return 0
        return self.open(state).bit_count() + (state.ply == 1) or 1

    def random_move(self, state: Position, rng: Random) -> Move:
        """A uniformly random legal move: draws points until one is legal, but not for long."""
        if state.ply != 1:
            _, _, _, _, mine, theirs, _, _, _, _ = state
            taken, draws, random = mine | theirs, self.draws, rng.random
            count = len(draws)
            for _ in range(TRIES):
                point, bit, near, half = draws[int(random() * count)]
                if not taken & bit and (near & mine).bit_count() >= half:
                    return point
        return rng.choice(self.legal(state))

    def gains(self, state: Position, move: Move) -> int:
        """The points that get a stone of the mover by a legal move.

        "and at once on each adjoining empty dark square that you now control (compulsory)".
        """
        if move >= SWAP:
            return 0
        new = 1 << move
        mine, empty = state.mine | new, ~(state.mine | state.theirs)
        for dark, near, need, _ in self.around[move]:
            if dark & empty and (near & mine).bit_count() >= need:
                new |= dark
        return new

    def apply(self, state: Position, move: Move) -> Position:
        """The position after a legal move; a stone ends the game if it joins both edges.

        `swap`: "The stones and edges stay as they are; the two players exchange colours: seat 0
        is White from then on, and the next to move is White, i.e. seat 0 again".
        """
        _, ply, swapped, gone, mine, theirs, low, high, their_low, their_high = state
        if move >= SWAP:
            ply += 1
            if move == SWAP:
                return Position(
                    ply & 1, ply, 1, gone, mine, theirs, low, high, their_low, their_high
                )
            return Position(
                ply & 1, ply, swapped, gone, theirs, mine, their_low, their_high, low, high
            )
        net = self.net
        new = 1 << move
        touched = net.link[move]
        empty = ~(mine | theirs)
        mine |= new
        for dark, near, need, link in self.around[move]:
            if dark & empty and (near & mine).bit_count() >= need:
                new |= dark
                touched |= link
        mine |= new
        low_edge, high_edge = net.edges[(ply ^ swapped) & 1]
        if new & low_edge or touched & low:
            low = net.spread(low, new, mine)
        if new & high_edge or touched & high:
            high = net.spread(high, new, mine)
        ply += 1
        to_move = OVER if low & high else ply & 1
        # half the time of Position(…), which counts in playouts
        return _new(
            Position,
            (to_move, ply, swapped, gone, theirs, mine, their_low, their_high, low, high),
        )

    # --- the end --------------------------------------------------------------------------

    def outcome(self, state: Position) -> Outcome | None:
        """The owner of the chain wins: only the colour that moved can have made it."""
        if state.to_move != OVER:
            return None
        if state.gone >= 0:
            return Outcome(won(1 - state.gone, 2, (state.gone,)), "last_left")
        return Outcome(won((state.ply - 1) & 1, 2), "connection")

    def retire(self, state: Position, seat: int) -> Position:
        """Over: "with two seats the other wins"."""
        check_can_leave(state, seat, 2, ())
        return state._replace(to_move=OVER, gone=seat)

    def max_plies(self) -> int:
        """A stone every turn and a swap, or (where there are passes) at least every other turn."""
        points = self.net.all if self.alone else self.net.light
        return points.bit_count() * (1 + self.passing) + 1

    # --- words and text -------------------------------------------------------------------

    def refusal(self, state: Position, move: Move) -> Text | None:
        if move == SWAP:
            if state.ply == 1:
                return None
            return Text(gettext_noop("The sides can be swapped only at the second move."))
        if move == PASS:
            if state.ply != 1 and not self.open(state):
                return None
            return Text(gettext_noop("You may pass only without another move."))
        if (state.mine | state.theirs) >> move & 1:
            if self.net.places[move].square:
                return Text(gettext_noop("This square is taken."))
            return Text(gettext_noop("This corner is taken."))
        if self.net.light >> move & 1:
            return None
        if not self.alone:
            return Text(self.never_alone)
        return self.too_few(state, move, self.half[move])

    def have(self, state: Position, dark: int) -> int:
        """How many of the T directions of a dark point count for the player to move."""
        return (self.net.near[dark] & state.mine).bit_count()

    def too_few(self, state: Position, dark: int, need: int) -> Text | None:
        """Says that there are not as many neighbours as `need`; None if there are."""
        have = self.have(state, dark)
        if have >= need:
            return None
        gaps: dict[str, str | Text] = {"have": str(have), "all": str(self.net.total[dark])}
        return Text(gettext_noop("You need more neighbours here: {have} of {all}."), gaps)

    def format_move(self, move: Move) -> str:
        return self.texts[move]

    def parse_move(self, text: str) -> Move:
        try:
            return self.moves[text]
        except (KeyError, TypeError):
            raise NotationError(
                gettext_noop("“{text}” is not a move of {game}."), text=str(text), game=self.name
            ) from None

    # --- for boards and programs ------------------------------------------------------------

    def stones(self, state: Position) -> tuple[int, int]:
        """The stones of Black and those of White."""
        if (state.ply ^ state.swapped) & 1 == BLACK:
            return state.mine, state.theirs
        return state.theirs, state.mine

    def colours(self, state: Position) -> tuple[tuple[str, ...], ...]:
        black, white = ((colour,) for colour in COLOURS)
        return (white, black) if state.swapped else (black, white)

    def view(self, state: Position) -> dict[str, Json]:
        """`black`, `white`: where their stones are; `swapped`: whether seat 0 is White."""
        black, white = (
            [self.net.names[point] for point in positions(stones)] for stones in self.stones(state)
        )
        return {"black": black, "white": white, "swapped": bool(state.swapped)}
