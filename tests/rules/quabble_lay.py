"""Positions of the Quabble family by their stones, for tests."""

from games.rules.quabble_core import NetGame, Position
from games.rules.quabble_net import BLACK, WHITE
from games.rules.registry import make

GAMES = ("quabble", "qualos", "fast-quabble", "conquare", "fast-conquare")


def game(key: str, size: int, claims: str = "") -> NetGame:
    options: dict[str, object] = {"size": size}
    if claims:
        options["claims"] = claims
    made = make(key, 2, options)
    assert isinstance(made, NetGame)
    return made


def kinds() -> list[tuple[str, str]]:
    """All games with all values of their option `claims` ("": none)."""
    pairs = [(key, "") for key in GAMES]
    for key in ("quabble", "conquare"):
        at = pairs.index((key, ""))
        pairs[at : at + 1] = [(key, "automatic"), (key, "manual")]
    return pairs


def mask(rules: NetGame, names: str) -> int:
    return sum(1 << rules.moves[name] for name in names.split())


def lay(rules: NetGame, black: str = "", white: str = "", colour: int = BLACK) -> Position:
    """The position with these stones only, long after the swap, `colour` to move."""
    return lay_masks(rules, mask(rules, black), mask(rules, white), colour)


def lay_masks(rules: NetGame, black: int, white: int, colour: int = BLACK) -> Position:
    net, stones = rules.net, (black, white)
    reach = [
        [net.spread(0, stones[c] & edge, stones[c]) for edge in net.edges[c]]
        for c in (BLACK, WHITE)
    ]
    mine, theirs = colour, 1 - colour
    return Position(
        colour,
        100 + colour,
        0,
        -1,
        stones[mine],
        stones[theirs],
        *reach[mine],
        *reach[theirs],
    )


def lay_picture(rules: NetGame, picture: str, colour: int = BLACK) -> Position:
    """Rows parted by `/`, top row first, squares by spaces."""
    names: dict[str, list[str]] = {"B": [], "W": [], ".": [], ":": []}
    for row, line in enumerate(reversed(picture.split("/"))):
        for column, sign in enumerate(line.split()):
            names[sign].append(f"{chr(97 + column)}{row + 1}")
    assert mask(rules, " ".join(names["."])) & ~rules.net.light == 0
    assert mask(rules, " ".join(names[":"])) & ~rules.net.dark == 0
    return lay(rules, " ".join(names["B"]), " ".join(names["W"]), colour)


def joined(rules: NetGame, state: Position) -> list[str]:
    """The colours whose stones join both their edges."""
    found = []
    for colour, stones, edges in zip(
        ("black", "white"), rules.stones(state), rules.net.edges, strict=True
    ):
        if rules.net.spread(0, stones & edges[0], stones) & edges[1]:
            found.append(colour)
    return found


def legal(rules: NetGame, state: Position) -> set[str]:
    return {rules.format_move(move) for move in rules.legal(state)}


def dark(rules: NetGame, state: Position) -> set[str]:
    """The legal moves on dark squares (or spaces), flips included."""
    names = {rules.net.names[point] for point in rules.net.points if rules.net.dark >> point & 1}
    return {text for text in legal(rules, state) if text.rstrip("!") in names}


def gained(rules: NetGame, before: Position, text: str) -> set[str]:
    """The points that have a stone of the mover after the move but not before."""
    after = rules.play(before, text)
    mover = (before.ply ^ before.swapped) & 1
    old, new = (rules.stones(state)[mover] for state in (before, after))
    return {rules.net.names[point] for point in rules.net.points if (new & ~old) >> point & 1}
