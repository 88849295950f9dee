"""How a link to one of our pages looks elsewhere: its words, and a card of 1200 × 630 pixels.

A card shows a board at the left; at the right the mark, a heading, up to four rows (a glyph and a
name each) and a line at the foot. It is drawn in the light theme with the sheet of the site.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from html import escape

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import get_language, gettext

from games import cards, pictures, rasters, results, snapshots, terms
from games.boards.core import number
from games.models import Match
from games.rules import registry

WIDTH, HEIGHT = 1200, 630
"""Pixels: what all who show previews of links ask for."""

SQUARE = (48, 66, 516)
"""Where the board is: left, top, side."""
LEFT, RIGHT = 620, WIDTH - 48
"""Where the words are."""

RULES = """
.ground{fill:var(--paper)}.s-red{fill:var(--sr)}.s-blue{fill:var(--sb)}.mark{fill:var(--blue)}
.on-mark{fill:var(--on-pri)}.head{fill:var(--ink);font-family:var(--serif);font-weight:600}
.text{fill:var(--ink);font-family:var(--sans);font-weight:500}
.quiet{fill:var(--ink-2);font-family:var(--sans);font-weight:500}
"""

Row = tuple[tuple[str, ...], str]
"""Names of symbols, and the words beside them."""


@dataclass(frozen=True)
class Card:
    """What a card says. `board` is `pictures.drawn`'s answer."""

    board: tuple[str, set[str]]
    heading: str
    note: str
    rows: tuple[Row, ...] = ()
    foot: str = ""


@dataclass(frozen=True)
class Share:
    """What the head of a page says about it; `url` and `image` are whole addresses."""

    title: str
    description: str
    url: str
    image: str
    listed: bool = True


def share(
    request: HttpRequest,
    *,
    title: str,
    description: str,
    path: str,
    card: str,
    listed: bool = True,
    edition: int | None = None,
) -> Share:
    """The words for the page at `path`, whose card is at the path `card`.

    `edition` changes when the card does, for those who keep pictures by their address.
    """
    origin = origin_of(request)
    query = {"lang": get_language() or settings.LANGUAGE_CODE}
    if edition is not None:
        query["v"] = str(edition)
    return Share(title, description, origin + path, f"{origin}{card}?{urlencode(query)}", listed)


def embed_code(request: HttpRequest, match: Match) -> str:
    """The HTML that shows a match on another site."""
    title, _ = match_words(match)
    return (
        f'<iframe src="{origin_of(request)}{reverse("embed", args=[match.code])}" width="480" '
        f'height="600" style="border:0" loading="lazy" title="{escape(title)}"></iframe>'
    )


def origin_of(request: HttpRequest) -> str:
    """How whole addresses of ours begin."""
    return settings.CANONICAL_URL or f"{request.scheme}://{request.get_host()}"


# --- what cards say -----------------------------------------------------------------------------


def game_board(key: str) -> tuple[str, set[str]]:
    """A board of a game with something on it."""
    return pictures.drawn(*cards.shown_position(key))


def front_card(key: str) -> Card:
    """The card of the front page, with a board of this game."""
    games = len(registry.games())
    return Card(
        game_board(key),
        gettext("Board games by post"),
        gettext("Strategy games against people and bots, one move a day."),
        foot=gettext("{n} games, no account needed to start").format(n=games),
    )


def rules_card(key: str) -> Card:
    """The card of a game's rules."""
    game = registry.find(key)
    return Card(
        game_board(key),
        gettext(game.name),
        gettext(game.summary),
        foot=gettext("The rules of {game}, {players}").format(
            game=gettext(game.name), players=cards.players_text(game.players)
        ),
    )


def match_words(match: Match) -> tuple[str, str]:
    """Title and description of a match for somebody who does not play in it."""
    game = gettext(match.rules.name)
    names = [seat.user.username for seat in match.seat_rows if seat.user is not None]
    if match.status == Match.Status.OPEN:
        title = gettext("{name} invites you to a game of {game}").format(
            name=match.created_by.username, game=game
        )
        return title, terms.facts(match)
    title = gettext("{game}: {names}").format(game=game, names=", ".join(names))
    return title, gettext("{verdict}. {facts}").format(
        verdict=results.verdict(match, None), facts=terms.facts(match)
    )


def match_card(match: Match) -> Card:
    """The card of a match: its present position, who plays, who won or is to move."""
    rules = match.rules
    state, last = pictures.position_of(match, match.ply)
    colours = rules.colours(state)
    stones = any("black" in own for own in colours)
    return Card(
        pictures.drawn(rules, state, last),
        gettext(rules.name),
        ", ".join(terms.parts(match)),
        tuple(
            (
                tuple(_glyph(colour, stones) for colour in colours[seat.index]),
                seat.user.username if seat.user else gettext("open seat"),
            )
            for seat in match.seat_rows
        ),
        results.verdict(match, None),
    )


def _glyph(colour: str, stones: bool) -> str:
    return f"st-{colour}-l" if stones and colour in ("black", "white") else f"chip-{colour}"


# --- drawing ------------------------------------------------------------------------------------


def drawn(card: Card) -> str:
    """The card as an SVG file whose colours are still variables."""
    picture, symbols = card.board
    symbols = symbols.union(*(row[0] for row in card.rows))
    words = "".join(
        [
            _block(card.heading, "head", 150, size=58, lines=1, least=30),
            _block(card.note, "quiet", 226, size=29, lines=1 if card.rows else 5, least=22),
            *(_row(row, 300 + 62 * place) for place, row in enumerate(card.rows)),
            _block(card.foot, "text", 556, size=38, lines=1, least=26),
        ]
    )
    left, top, side = SQUARE
    board = picture.replace(
        "<svg ", f'<svg x="{left}" y="{top}" width="{side}" height="{side}" ', 1
    )
    whole = (
        f'<svg width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}">'
        f'<path class="ground" d="M0 0H{WIDTH}V{HEIGHT}H0Z"/>{_stripe()}{board}'
        f"{_mark()}{words}</svg>"
    )
    return pictures.standing_alone(whole, symbols)


def tag(text: str) -> str:
    """A name for the picture of this SVG."""
    return sha256(f"{pictures.EDITION} {pictures.policy()} {RULES} {text}".encode()).hexdigest()[
        :32
    ]


def kept_png(text: str) -> bytes | None:
    """The PNG of this SVG if it has been made already."""
    file: bytes | None = cache.get(f"share:{tag(text)}")
    return file


def png(text: str) -> bytes:
    """The PNG of this SVG, made now and kept."""
    painted = rasters.painted(text, pictures.rules_of_boards() + RULES, dark=False)
    file = rasters.png(painted, width=WIDTH, height=HEIGHT)
    cache.set(f"share:{tag(text)}", file, snapshots.WEEK)
    return file


def _stripe() -> str:
    """The airmail stripe along the upper edge."""
    red, blue = (
        "".join(f"M{x} 16l12-16h28l-12 16Z" for x in range(start, WIDTH, 88)) for start in (-20, 24)
    )
    return f'<path class="s-red" d="{red}"/><path class="s-blue" d="{blue}"/>'


def _mark() -> str:
    """The stamp and the name of the site, above the words."""
    return (
        f'<g transform="translate({LEFT} 66) scale(1.5)"><path class="mark" d="M3 1.5h24a1.5 1.5 '
        '0 0 1 1.5 1.5v24a1.5 1.5 0 0 1-1.5 1.5H3A1.5 1.5 0 0 1 1.5 27V3A1.5 1.5 0 0 1 3 1.5z"/>'
        '<g class="on-mark"><circle cx="10.7" cy="19.3" r="3.7"/><circle cx="19.3" cy="10.7" '
        'r="3.7"/><circle cx="19.3" cy="19.3" r="3.7"/><circle cx="10.7" cy="10.7" r="4.4"/></g>'
        '<circle class="s-red" cx="10.7" cy="10.7" r="3.4"/></g>'
        f'<text class="head" x="{LEFT + 58}" y="100" font-size="34">Plypost</text>'
    )


def _row(row: Row, middle: float) -> str:
    """Glyphs and a name, with their middle at this height."""
    symbols, words = row
    uses = "".join(
        f'<use href="#{name}" transform="translate({LEFT + 24 + 54 * place} {number(middle)}) '
        f'scale(.56)"/>'
        for place, name in enumerate(symbols)
    )
    left = LEFT + 54 * len(symbols) + (8 if symbols else 0)
    size = min(38.0, (RIGHT - left) / (width_of(words) or 1))
    return uses + _line(words, "text", left, middle + 0.34 * size, size)


def _block(words: str, css: str, top: float, *, size: float, lines: int, least: float) -> str:
    """Words from this height on, in at most so many lines, smaller if they must be."""
    room = RIGHT - LEFT
    while True:
        rows = _wrapped(words, room / size)
        if size <= least or (len(rows) <= lines and all(width_of(r) * size <= room for r in rows)):
            break
        size -= 1
    return "".join(
        _line(row, css, LEFT, top + size * (0.8 + 1.25 * place), size)
        for place, row in enumerate(rows[:lines])
    )


def _line(words: str, css: str, x: float, y: float, size: float) -> str:
    return (
        f'<text class="{css}" x="{number(x)}" y="{number(y)}" font-size="{number(size)}">'
        f"{escape(words)}</text>"
    )


def _wrapped(words: str, room: float) -> list[str]:
    """Lines of at most `room` times the size of the letters, broken at blanks."""
    rows: list[str] = []
    for word in words.split():
        longer = f"{rows[-1]} {word}" if rows else word
        if rows and width_of(longer) <= room:
            rows[-1] = longer
        else:
            rows.append(word)
    return rows


def width_of(words: str) -> float:
    """About how wide a line is, in sizes of its letters; rather too much than too little."""
    return sum(
        0.34
        if letter in " .,:;'|!iIjlt·"
        else 0.95
        if letter in "mwMW@"
        else 0.6
        if letter.islower()
        else 0.7
        for letter in words
    )
