"""What a board is: shapes that never move, marks that change with the position, and clicks.

One cell is 100 units; x grows to the right and y downwards. The page, the pictures and the one
script that plays all games (`static/js/play.js`) know nothing of any game but what a `Board`
tells them, so a new game needs no new script.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from games.rules.core import Game, Move, State
from games.rules.text import Text, counted, gettext_noop, ngettext_noop

G = TypeVar("G", bound=Game[Any])
S = TypeVar("S", bound=State)

KINDS = ("face", "link", "line", "cell", "vertex", "tray")
"""Kinds of shapes, in the order in which they are drawn; trays are not on the board itself.

`cell` and `vertex` hold a piece at their centre; `line`, `face` and `link` are drawn by their own
path `d` when they have a mark (a link joins two pieces and is never clicked); `tray` is a button
beside the board that shows a piece or a word.
"""

Places = tuple[str, ...]
"""Shape ids in the order in which they are picked."""


@dataclass(frozen=True, slots=True)
class Shape:
    """A place on the board or in the tray.

    `id` is unique on the board and stable (`c3`, `h3,1`, `tray-red`). `x`, `y` is the centre,
    `r` half the side of a cell or the radius of a vertex, `d` an SVG path in board units (lines,
    faces and links). `label` says in words which place it is ("e7", "line 12").
    """

    id: str
    kind: str
    x: float
    y: float
    label: Text
    r: float = 50
    d: str = ""


class Mark(NamedTuple):
    """What is on a shape. A shape without a mark is empty.

    `piece` names a symbol of the sprite (`chip-red`, `st-black-l`, `tile-5`, `gl-blue`), empty for
    lines and links. `colour` is a colour class (red, yellow, green, blue, white, black) or empty.
    `states` are words of the state vocabulary, parted by spaces (`dead`, `win`, …). `label` says
    the content in words ("yellow", "drawn"). `count` is how many there are of a tray piece, shown
    under it, or `caption` instead if there is one; None shows none.
    """

    piece: str = ""
    colour: str = ""
    states: str = ""
    label: Text = Text(gettext_noop("empty"))
    count: int | None = None  # type: ignore[assignment]  # hides tuple.count, which nobody needs
    caption: Text | None = None


@dataclass(frozen=True, slots=True)
class Hand:
    """Pieces that may be turned before they are put down (Blokus).

    `turns[piece]` lists the orientations of the tray shape `piece`; each is a list of cells
    (dx, dy) relative to the cell that is clicked, dy growing downwards. `moves[piece][k]` gives
    the orientation reached from k by turning left, turning right and flipping. The picks of such
    a move are always (piece, "turn-k", clicked cell).
    """

    turns: Mapping[str, Sequence[Sequence[tuple[int, int]]]]
    moves: Mapping[str, Sequence[tuple[int, int, int]]]


@dataclass(frozen=True, slots=True)
class Geometry:
    """All that never changes while the seats, options and so the board's size stay the same.

    `box` and `mini` are viewBoxes (x, y, width, height) of the full and the small picture.
    `ground` and `mini_ground` are SVG under everything (frame, squares, grid, edge), `coordinates`
    SVG text of the full board only, `cover` SVG above lines and faces and below pieces (the dots of
    Dots and Boxes). They come from our own code only, never from a user.
    """

    css: str
    box: tuple[float, float, float, float]
    mini: tuple[float, float, float, float]
    shapes: tuple[Shape, ...]
    ground: str
    mini_ground: str
    coordinates: str = ""
    cover: str = ""
    tray_hint: Text | None = None
    hand: Hand | None = None
    reach: float = 60
    by_id: dict[str, Shape] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "by_id", {shape.id: shape for shape in self.shapes})


class Drawing(NamedTuple):
    """A path over the position that belongs to no shape (the capsule round a winning line).

    `css` is one of the classes of plypost.css: `win0` and `win1` (capsule), `chain` (thread),
    `plast` (outline). `under` puts it below the pieces.
    """

    css: str
    d: str
    under: bool = False


class Board(ABC, Generic[G, S]):
    """How one game with fixed seats and options looks. Immutable, shared within the process."""

    def __init__(self, game: G) -> None:
        self.game = game
        self.geometry = self.build()

    @abstractmethod
    def build(self) -> Geometry:
        """The geometry; called once."""

    @abstractmethod
    def marks(self, state: S) -> dict[str, Mark]:
        """What is on each shape that is not empty, tray included."""

    @abstractmethod
    def places(self, state: S, move: Move) -> tuple[Places, ...]:
        """The ways to click a legal move; several where the order is free.

        All ways of all legal moves form the prefix tree that the controller walks.
        """

    @abstractmethod
    def words(self, state: S, move: Move) -> Text:
        """The move in words, said before it is posted and in the list of moves: "Red on e7"."""

    @abstractmethod
    def touched(self, state: S, move: Move) -> tuple[str, ...]:
        """The shapes to show as the last move once `move`, legal in `state`, has been played."""

    @abstractmethod
    def hint(self, state: S) -> Text:
        """What the player to move should do first: "Pick a chip, then a square."."""

    def prompt(self, state: S, picked: Places) -> Text | None:
        """What to do after picking these; None for the usual "{picked}: pick one of {n}."."""
        return None

    def compose(self, state: S, picked: Places) -> str | None:
        """The text of the move that these picks would make if it were legal, else None.

        Only used to tell people why it is not; it need not be legal, nor even sensible.
        """
        return picked[-1] if picked else None

    def preview(self, state: S, move: Move) -> dict[str, Mark]:
        """Marks that differ once `move` is played: what its draft shows.

        The default plays the move and compares; replace it where that is dear.
        """
        before, after = self.marks(state), self.marks(self.game.apply(state, move))
        return changes(before, after)

    def warning(self, state: S, move: Move) -> Text | None:
        """What the player should know before posting a legal move: that it lets another win."""
        return None

    def gives(self, state: S, move: Move) -> int | None:
        """The other seat that a legal move makes win (Speckles), so that it can be named."""
        return None

    def goes_on(self, state: S, move: Move) -> bool:
        """Whether the same turn needs another move after this one (Dots: a field was closed).

        Then several moves are one draft and are posted together.
        """
        return False

    def anchors(self, state: S) -> tuple[str, ...]:
        """For boards with a hand: cells through which the next piece may join; shown as dots."""
        return ()

    def hands(self, state: S) -> dict[str, tuple[str, ...]]:
        """For boards with a hand: the tray shapes that each colour still has."""
        return {}

    def drawings(self, state: S) -> tuple[Drawing, ...]:
        """Paths over the position (a winning line)."""
        return ()

    def summary(self, state: S) -> Text | None:
        """The position in a sentence for those who cannot see it, beyond whose turn it is."""
        return None

    points: ClassVar[tuple[str, str]] = ngettext_noop("{n} point", "{n} points")
    """What is counted, one and many, where the game counts anything."""
    points_more: ClassVar[str] = gettext_noop("{n} + {more} points")
    """The same while a draft adds `more`."""

    turn: ClassVar[tuple[str, str]] = ("", "")
    """How a turn of several moves is named, where `goes_on` makes them: one of two moves, with the
    gaps {first} and {last} (moves as they are written), and one of `n`, with {n} and {last}."""

    def tally(self, state: S, since: S | None = None) -> tuple[Text, ...]:
        """What each seat has so far ("3 hexagons"); empty where nothing is counted.

        `since` is the position that a draft began with: what the draft adds then stands apart
        ("2 + 1 hexagons").
        """
        now = self.game.scores(state) or ()
        before = now if since is None else self.game.scores(since) or ()
        return tuple(
            Text(self.points_more, {"n": str(was), "more": str(score - was)})
            if score > was
            else counted(self.points, score)
            for score, was in zip(now, before, strict=True)
        )

    def blocked(self, state: S) -> dict[str, Text]:
        """For boards with a hand: cells no piece of the seat to move may cover, and why."""
        return {}


EMPTY = Mark()


def changes(before: Mapping[str, Mark], after: Mapping[str, Mark]) -> dict[str, Mark]:
    """The marks of `after` that differ from `before`; a shape that became empty maps to `EMPTY`."""
    result = {key: mark for key, mark in after.items() if before.get(key) != mark}
    result.update({key: EMPTY for key in before if key not in after})
    return result


# --- parts that many boards share -----------------------------------------------------------


def number(value: float) -> str:
    """A coordinate with at most one decimal, as short as can be: 86.6, 100."""
    return f"{value:.1f}".rstrip("0").rstrip(".") if value % 1 else str(int(value))


def square_name(column: int, row: int) -> str:
    """`a1` for column 0 and row 0, both counted from the bottom left."""
    return f"{chr(97 + column)}{row + 1}"


def square_cells(size: int) -> tuple[Shape, ...]:
    """The cells of a size × size board, top row first; `a1` is at the bottom left."""
    return tuple(
        Shape(
            square_name(column, row),
            "cell",
            column * 100 + 50,
            (size - 1 - row) * 100 + 50,
            Text(square_name(column, row)),
        )
        for row in reversed(range(size))
        for column in range(size)
    )


def square_ground(size: int, margin: float, *, light_a1: bool = False, checker: bool = True) -> str:
    """Frame, squares, grid and outer edge of a size × size board, as SVG."""
    side = size * 100
    frame = (
        f'<rect class="frame" x="{number(-margin)}" y="{number(-margin)}" '
        f'width="{number(side + 2 * margin)}" height="{number(side + 2 * margin)}" '
        f'rx="{14 if margin else 0}"/>'
    )
    # rows count from the top here: a1 is at (0, size - 1)
    shaded = (size if light_a1 else size - 1) % 2
    dark = "".join(
        f"M{column * 100} {row * 100}h100v100h-100z"
        for row in range(size)
        for column in range(size)
        if (row + column) % 2 == shaded
    )
    lines = "".join(f"M0 {i * 100}H{side}M{i * 100} 0V{side}" for i in range(1, size))
    return (
        frame
        + f'<rect class="sq" width="{side}" height="{side}"/>'
        + (f'<path class="sq2" d="{dark}"/>' if checker else "")
        + f'<path class="grid" d="{lines}"/><rect class="edge" width="{side}" height="{side}"/>'
    )


def square_coordinates(size: int, offset: float = 15) -> str:
    """Letters below and numbers left of a size × size board, as SVG."""
    letters = "".join(
        f'<text x="{i * 100 + 50}" y="{number(size * 100 + offset)}">{chr(97 + i)}</text>'
        for i in range(size)
    )
    numbers = "".join(
        f'<text x="{number(-offset)}" y="{i * 100 + 50}">{size - i}</text>' for i in range(size)
    )
    return f'<g class="co" aria-hidden="true">{letters}{numbers}</g>'


COLOUR_WORDS = {
    "red": Text(gettext_noop("red")),
    "yellow": Text(gettext_noop("yellow")),
    "green": Text(gettext_noop("green")),
    "blue": Text(gettext_noop("blue")),
    "white": Text(gettext_noop("white")),
    "black": Text(gettext_noop("black")),
}
