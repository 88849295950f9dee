"""What a game is: options, positions, moves, results, errors.

A `Game` is the rules with seats and options fixed; it is immutable, shared, and holds the tables.
A position ("state") is a value: a `NamedTuple` of ints and tuples that only the game's own file
understands, with one public field, `to_move`. A move is an `int` inside the process and a short
text outside it; the text needs no position to be read and has exactly one spelling.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from random import Random
from typing import Any, ClassVar, Generic, Protocol, TypeAlias, TypeVar, final

from games.rules.text import Text, gettext_noop

OVER = -1
"""`to_move` of a finished position."""

Move: TypeAlias = int
"""A move; its meaning is known only to the game's own file and never leaves the process."""

Json: TypeAlias = Any
"""Plain JSON: dict with string keys, list, str, int, float, bool, None."""

RED, YELLOW, GREEN, BLUE = "red", "yellow", "green", "blue"
SEAT_COLOURS = (RED, YELLOW, GREEN, BLUE)


def _shortened(gap: str | Text) -> str | Text:
    """What somebody sent, cut: an answer should not repeat a megabyte."""
    return gap[:59] + "…" if isinstance(gap, str) and len(gap) > 60 else gap


class RulesError(ValueError):
    """Something the caller asked for that the rules do not allow; nothing has changed.

    `text` is the sentence for people, `code` the stable word for programs.
    """

    code: ClassVar[str] = "rules_error"

    def __init__(self, message: str, **gaps: str | Text) -> None:
        self.text = Text(message, {name: _shortened(gap) for name, gap in gaps.items()})
        super().__init__(str(self.text))


class NotationError(RulesError):
    """The text is not the spelling of any move of this game, whatever the position."""

    code = "bad_notation"


class IllegalMove(RulesError):
    """The text is well formed, but the move is not legal in this position."""

    code = "illegal_move"


class OptionError(RulesError):
    """No such game, number of seats, option or value."""

    code = "bad_option"


class State(Protocol):
    """What every caller may know of a position."""

    @property
    def to_move(self) -> int:
        """Seat to move, 0 to n-1, or `OVER`."""
        ...


S = TypeVar("S", bound=State)


@dataclass(frozen=True, slots=True)
class Option:
    """A declared choice that is fixed before the first move.

    All values are strings; `choices` are offered to people, in this order. The rules also take
    the values in `unlisted` (small boards for tests and analysis). A yes/no option has the
    choices `("false", "true")`.
    """

    key: str
    label: str
    choices: tuple[str, ...]
    default: str
    unlisted: tuple[str, ...] = ()

    def normalise(self, value: object) -> str:
        """The string for a value that may come from JSON: 5 is "5", True is "true"."""
        if isinstance(value, bool):
            return "true" if value else "false"
        return str(value) if isinstance(value, (int, str)) else repr(value)


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a finished game.

    `places` has one entry per seat: 1 is best, equal numbers share the better place. `reason` is
    one of the `REASONS`. `scores` has the points per seat where the game counts points.
    """

    places: tuple[int, ...]
    reason: str
    scores: tuple[int, ...] | None = None

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats on place 1 (several in a draw)."""
        return tuple(seat for seat, place in enumerate(self.places) if place == 1)


REASONS = {
    "line": gettext_noop("a line was completed"),
    "connection": gettext_noop("two edges were joined"),
    "score": gettext_noop("points were counted"),
    "stuck": gettext_noop("no legal move was left"),
    "repetition": gettext_noop("the same position came for the third time"),
    "length": gettext_noop("the game reached its greatest length"),
    "last_left": gettext_noop("all others have left"),
    "agreed": gettext_noop("the players agreed to a draw"),
    "decided": gettext_noop("the result could not change any more"),
}
"""Why a game ended, as codes; the value is a phrase for people."""


def ranked(values: Sequence[int], left: Sequence[int] = ()) -> tuple[int, ...]:
    """Places by descending `values` among the seats that stayed, leavers behind them.

    "the seat is out: it is placed behind all that stay, the earlier it left the lower"; `left`
    lists the seats that left, first leaver first.

    >>> ranked([5, 9, 9, 0])
    (3, 1, 1, 4)
    >>> ranked([5, 9, 9, 0], left=[1, 2])
    (1, 4, 3, 2)
    """
    stayed = [seat for seat in range(len(values)) if seat not in left]
    places = [0] * len(values)
    for seat in stayed:
        places[seat] = 1 + sum(values[other] > values[seat] for other in stayed)
    for order, seat in enumerate(left):
        places[seat] = len(values) - order
    return tuple(places)


def won(winner: int, seats: int, left: Sequence[int] = ()) -> tuple[int, ...]:
    """Places when one seat wins: 1 for it, 2 for all others that stayed, leavers behind them."""
    return ranked([1 if seat == winner else 0 for seat in range(seats)], left)


def drawn(seats: int, left: Sequence[int] = ()) -> tuple[int, ...]:
    """Places when all seats that stayed share the first place."""
    return ranked([0] * seats, left)


def settled(
    least: Sequence[int], most: Sequence[int], left: Sequence[int] = ()
) -> tuple[int, ...] | None:
    """Places that nothing can change any more, None if something may.

    The seat's value at the end is between `least` and `most`; places are as by `ranked`.

    >>> settled([5, 2, 0], [6, 3, 1])
    (1, 2, 3)
    >>> settled([5, 2, 0], [6, 3, 2]) is None
    True
    """
    stayed = [seat for seat in range(len(least)) if seat not in left]
    for one in stayed:
        for other in stayed:
            above = least[one] > most[other] or least[other] > most[one]
            equal = least[one] == most[one] == least[other] == most[other]
            if not (above or equal or one == other):
                return None
    return ranked(least, left)


class Game(ABC, Generic[S]):
    """The rules of one game for a fixed number of seats and fixed options.

    Subclasses declare the class attributes and write the abstract methods. Invariants, each one
    asserted by `tests/rules/test_contract.py`:

    - `legal(state)` is never empty while `state.to_move >= 0`, and empty afterwards;
    - `outcome(state)` is None exactly while `state.to_move >= 0`;
    - `parse_move(format_move(move)) == move`, and no other text gives that move;
    - `load(dump(state)) == state`;
    - every game ends within `max_plies()` moves;
    - `apply` and `retire` return a new position and never change the old one.
    """

    key: ClassVar[str]
    """Name in URLs, records and on the command line; the module has `_` where this has `-`."""
    order: ClassVar[int] = 1000
    """Where it stands among the games, wherever all are listed; smaller is earlier."""
    family: ClassVar[str] = ""
    """The key of the game that this is a variant of; empty for a game of its own."""
    name: ClassVar[str]
    """Name for people (marked for translation)."""
    summary: ClassVar[str]
    """One or two short sentences for people: the aim of the game."""
    credit: ClassVar[str]
    """Who invented it, and when."""
    players: ClassVar[tuple[int, ...]]
    options: ClassVar[tuple[Option, ...]] = ()
    version: ClassVar[int] = 1
    """Raised when the same moves would come to mean something else."""
    state_type: ClassVar[type[Any]]
    """The `NamedTuple` class of this game's positions."""

    def __init__(self, seats: int, values: Mapping[str, str]) -> None:
        """Use `registry.make`, which checks the values and shares the instances."""
        self.seats = seats
        self.values = dict(values)
        self.prepare()

    # --- options ------------------------------------------------------------------------

    @classmethod
    def choices(cls, option: Option, seats: int) -> tuple[str, ...]:
        """What is offered for `option` with so many seats; most options do not depend on it."""
        return option.choices

    @classmethod
    def default(cls, option: Option, seats: int) -> str:
        """The value taken when none is given."""
        return option.default

    @classmethod
    def offered(cls, seats: int, values: Mapping[str, str]) -> bool:
        """Whether the site offers this combination (the rules may take more)."""
        return all(values[option.key] in cls.choices(option, seats) for option in cls.options)

    @classmethod
    @final
    def normalise(cls, seats: object, given: Mapping[str, object]) -> tuple[int, dict[str, str]]:
        """Seats and the full table of option values, defaults filled in.

        Raises `OptionError` for a number of seats, an option or a value the game does not know.
        """
        if isinstance(seats, bool) or not isinstance(seats, int) or seats not in cls.players:
            allowed = ", ".join(map(str, cls.players))
            raise OptionError(
                gettext_noop("{game} is for {allowed} players, not {seats}."),
                game=cls.name,
                allowed=allowed,
                seats=str(seats),
            )
        known = {option.key: option for option in cls.options}
        for key in given:
            if key not in known:
                raise OptionError(
                    gettext_noop("{game} has no option called “{option}”."),
                    game=cls.name,
                    option=str(key),
                )
        values = {}
        for option in cls.options:
            value = cls.default(option, seats)
            if option.key in given:
                value = option.normalise(given[option.key])
                if value not in cls.choices(option, seats) + option.unlisted:
                    raise OptionError(
                        gettext_noop("“{value}” is not a choice for the option “{option}”."),
                        value=value,
                        option=option.key,
                    )
            values[option.key] = value
        return seats, values

    @classmethod
    @final
    def variants(cls, seats: int, limit: int = 48) -> list[dict[str, str]]:
        """Tables of option values that together show every choice at least once.

        All offered combinations when there are at most `limit`, else each choice once with the
        other options at their default, and all yes/no options combined.
        """
        lists = [cls.choices(option, seats) for option in cls.options]
        keys = [option.key for option in cls.options]
        every = [dict(zip(keys, values, strict=True)) for values in product(*lists)]
        every = [values for values in every if cls.offered(seats, values)]
        if len(every) <= limit:
            return every
        defaults = {option.key: cls.default(option, seats) for option in cls.options}

        def close(values: dict[str, str]) -> bool:
            odd = [key for key in keys if values[key] != defaults[key]]
            flags = [o.key for o in cls.options if set(o.choices) == {"true", "false"}]
            return len(odd) <= 1 or all(key in flags for key in odd)

        return [values for values in every if close(values)]

    # --- for the game's own file --------------------------------------------------------

    def prepare(self) -> None:
        """Build the tables that depend on seats and options. Called once per process."""

    @abstractmethod
    def initial(self, seed: int = 0) -> S:
        """The position before the first move; the only place where chance may act."""

    @abstractmethod
    def legal(self, state: S) -> Sequence[Move]:
        """All legal moves, distinct; never empty while somebody is to move."""

    @abstractmethod
    def apply(self, state: S, move: Move) -> S:
        """The position after a legal `move`. Trusted: checks nothing.

        Skips seats that cannot move and ends the game by itself.
        """

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """The result, or None while somebody is to move."""

    @abstractmethod
    def retire(self, state: S, seat: int) -> S:
        """The position after `seat` has resigned or run out of time, on turn or not.

        "With two seats the other wins. With more, the seat is out […]; its turns are skipped
        from then on; what it has on the board stays. When one seat is left it wins at once."
        Raises `IllegalMove` if the game is over or the seat has left before.
        """

    @abstractmethod
    def format_move(self, move: Move) -> str:
        """The one spelling of a move: short, no spaces, free of context."""

    @abstractmethod
    def parse_move(self, text: str) -> Move:
        """Inverse of `format_move`; raises `NotationError` for any other text."""

    @abstractmethod
    def view(self, state: S) -> dict[str, Json]:
        """The position as plain JSON, for programs; its keys are described in the game's file."""

    @abstractmethod
    def max_plies(self) -> int:
        """No game has more moves than this."""

    # --- with a default that a game may replace --------------------------------------------

    can_draw: ClassVar[bool] = True
    """Whether the game can end without a single winner, so that a draw may be agreed on."""

    def decided(self, state: S) -> Outcome | None:
        """The result if nothing that may still be played can change any seat's place, else None.

        May overlook a decided position, but never names one that is open. Seats that leave later
        are not thought of. The reason of the outcome is "decided", its scores those so far.
        """
        return None

    def count_legal(self, state: S) -> int:
        """Number of legal moves, without listing them where that is dear."""
        return len(self.legal(state))

    def refusal(self, state: S, move: Move) -> Text | None:
        """Why `move` is illegal here, in words; None if it is legal.

        Replace it to give precise words, and so that checking one move lists nothing.
        """
        if move in self.legal(state):
            return None
        return Text(gettext_noop("This move is not possible here."))

    def random_move(self, state: S, rng: Random) -> Move:
        """A uniformly random legal move."""
        return rng.choice(self.legal(state))

    def colours(self, state: S) -> tuple[tuple[str, ...], ...]:
        """For each seat the colours it plays now (the pie rule may exchange them)."""
        return tuple((SEAT_COLOURS[seat],) for seat in range(self.seats))

    def scores(self, state: S) -> tuple[int, ...] | None:
        """Points per seat so far, or None if the game counts none."""
        return None

    def dump(self, state: S) -> str:
        """The position as compact text, read back by `load`. A cache: the record is the truth."""
        return json.dumps(state, separators=(",", ":"))

    def load(self, text: str) -> S:
        """Inverse of `dump`."""
        state: S = self.state_type._make(_tuples(json.loads(text)))
        return state

    # --- written once -------------------------------------------------------------------

    @cached_property
    def seats_range(self) -> range:
        """All seats."""
        return range(self.seats)

    @final
    def check(self, state: S, move: Move) -> None:
        """Raise `IllegalMove`, with the reason in words, unless `move` is legal."""
        if state.to_move == OVER:
            raise IllegalMove(gettext_noop("The game is over."))
        reason = self.refusal(state, move)
        if reason is not None:
            raise IllegalMove(reason.message, **reason.gaps)

    @final
    def play(self, state: S, text: str) -> S:
        """The position after the move written as `text`: the checked door.

        Raises `NotationError` or `IllegalMove`.
        """
        move = self.parse_move(text)
        self.check(state, move)
        return self.apply(state, move)

    @final
    def replay(self, texts: Iterable[str]) -> S:
        """The position after these moves from the start; raises like `play`."""
        state = self.initial()
        for text in texts:
            state = self.play(state, text)
        return state

    @final
    def perft(self, state: S, depth: int) -> int:
        """Number of sequences of exactly `depth` legal moves; a finished game counts no further."""
        if depth == 0:
            return 1
        if state.to_move == OVER:
            return 0
        if depth == 1:
            return self.count_legal(state)
        return sum(self.perft(self.apply(state, move), depth - 1) for move in self.legal(state))


def _tuples(value: Json) -> Json:
    """JSON lists as tuples, all the way down."""
    return tuple(map(_tuples, value)) if isinstance(value, list) else value


def check_can_leave(state: State, seat: int, seats: int, left: Sequence[int]) -> None:
    """Raise `IllegalMove` unless `seat` is still in a game that goes on. For `retire`."""
    if state.to_move == OVER:
        raise IllegalMove(gettext_noop("The game is over."))
    if seat not in range(seats) or seat in left:
        raise IllegalMove(gettext_noop("That player has already left the game."))


def next_staying(seat: int, seats: int, left: Sequence[int]) -> int:
    """The next seat after `seat`, clockwise, that has not left."""
    seat = (seat + 1) % seats
    while seat in left:
        seat = (seat + 1) % seats
    return seat
