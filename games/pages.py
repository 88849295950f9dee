"""What each page shows: the contexts of the templates."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.db.models import Count
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from accounts import blocks, vacations
from accounts import selectors as people
from accounts.models import User
from accounts.templatetags.ui import moment, signed
from games import (
    bots,
    cards,
    clocks,
    pictures,
    results,
    selectors,
    snapshots,
    standings,
    studies,
    talk,
    terms,
    timing,
)
from games.boards import svg, wire
from games.boards.core import Board
from games.boards.registry import board_of
from games.boards.words import WORDS
from games.errors import NotAvailable
from games.lines import line_after
from games.models import Match, Seat
from games.rules import registry
from games.texts import say, say_or_empty

HERO = "speckles"
HERO_OPENING = tuple("Yd5 We5 Bd4 Re4 Gc4 Yf5 Yd3 Bf4 Gd6 We3 Yb4 Bf6".split())
"""The moves that the game on the front page has begun with: red is to move, and nobody can end it
at once."""


def home_visitor() -> dict[str, Any]:
    """The front page for somebody who is not signed in."""
    rules = registry.make(HERO, 2)
    board: Board[Any, Any] = board_of(rules)
    moves = ";".join(HERO_OPENING)
    state, last = line_after(rules, rules.initial(), moves)
    marks = board.marks(state)
    return {
        "games": cards.games_shown(),
        "bots": bots_shown(),
        "hero_src": reverse("game_line", args=[HERO]) + f"?full=1&moves={moves}",
        "hero_mini": mark_safe(  # noqa: S308  # our own drawing
            cards.picture(rules, state, last)
        ),
        # With all that can be picked, as the script will draw it: nothing below may jump.
        "hero_tray": mark_safe(svg.tray(board, marks, legal=marks, say=say)),  # noqa: S308
        "hero_game": HERO,
        "clock_choices": terms.clock_choices(),
        "default_clock": clocks.per_move(clocks.DEFAULT_DAYS),
        "sprite": cards.sprite_for(),
    }


def bots_shown() -> list[dict[str, Any]]:
    """The bots, weakest first, with what they are like and their mean rating."""
    rows = list(people.bots())
    ratings = standings.provider().on_ladders(rows)
    shown = []
    for bot in rows:
        level = bots.LEVELS.get(bot.bot)
        if level is None:
            continue
        own = ratings.get(bot.pk, {})
        shown.append(
            {
                "name": bot.username,
                "note": gettext(level.note),
                "rating": round(sum(own.values()) / len(own)) if own else None,
                "url": reverse("profile", args=[bot.username]),
                "order": level.order,
            }
        )
    return sorted(shown, key=lambda bot: bot["order"])


def home_player(user: User) -> dict[str, Any]:
    """One's own games."""
    invited = list(selectors.invitations_of(user))
    offers = list(selectors.offers_of(user))
    unread = talk.unread(user)
    done = list(selectors.unseen_for(user, also=unread))
    waiting = list(selectors.waiting_for(user))
    followed = list(selectors.followed_by(user))
    turns = list(selectors.turns_for(user))
    everything = [*turns, *waiting, *followed, *done, *invited, *offers]

    def own(matches: list[Match]) -> list[dict[str, Any]]:
        shown = zip(matches, cards.match_cards(matches, user), strict=True)
        return [{**card, "unread": unread.get(match.pk, 0)} for match, card in shown]

    return {
        "turns": own(turns),
        "challenges": [
            {
                "card": card,
                "from": match.created_by.username,
                "accept_url": reverse("match_join", args=[match.code]),
                "decline_url": reverse("match_decline", args=[match.code]),
            }
            for match, card in zip(invited, cards.match_cards(invited, user), strict=True)
        ],
        "mine_open": [
            {
                "card": card,
                "link": match.get_absolute_url(),
                "by_link": _by_link(match),
                "cancel_url": reverse("match_cancel", args=[match.code]),
                "own": match.created_by_id == user.pk,
            }
            for match, card in zip(offers, cards.match_cards(offers, user), strict=True)
        ],
        "waiting": own(waiting),
        "followed": own(followed),
        "done": own(done),
        "ladders": [
            {
                **row,
                "game": row["key"],
                "name": gettext(registry.find(row["key"]).name),
                "url": reverse("ladder", args=[row["key"]]),
            }
            for row in standings.provider().ladders_of(user)
            if row["key"] in registry.games()
        ],
        "vacation": vacation_shown(user) if user.is_person else None,
        "suggestion": HERO,
        "new_here": not user.seats.exists(),
        "bots": bots_shown(),
        "sprite": cards.sprite_for(*{match.game for match in everything} or {HERO}),
    }


def vacation_shown(user: User) -> dict[str, Any]:
    """The vacation that runs or comes next, and how many days are left this year."""
    now = timezone.now()
    rows = list(vacations.coming(user, now)[:1])
    running = bool(rows) and rows[0].start <= now
    return {
        "until": timing.moment_text(rows[0].end, now) if running else "",
        "automatic": running and rows[0].automatic,
        "next": date_format(timezone.localtime(rows[0].start), "DATE_FORMAT")
        if rows and not running
        else "",
        "left": vacations.days_left(user, now.year),
    }


def lobby(user: Any, game: str) -> dict[str, Any]:
    """Matches that wait for somebody; `game` narrows them down."""
    game = game if game in registry.games() else ""
    found = list(selectors.open_matches(user, game))
    waiting = dict(
        Match.objects.filter(status=Match.Status.OPEN, listed=True)
        .values_list("game")
        .annotate(Count("pk"))
    )
    return {
        "open_matches": [
            {
                "card": card,
                "by": match.created_by.username,
                "seats_free": sum(seat.user_id is None for seat in match.seat_rows),
                "terms": terms.facts(match),
                "join_url": reverse("match_join", args=[match.code]),
            }
            for match, card in zip(found, cards.match_cards(found, user), strict=True)
        ],
        "game": game,
        "games": [
            {"key": key, "name": gettext(each.name), "waiting": waiting.get(key, 0)}
            for key, each in registry.games().items()
        ],
        "bots": bots_shown(),
        "sprite": cards.sprite_for(*{match.game for match in found} or {HERO}),
    }


def invite(match: Match, user: Any) -> dict[str, Any]:
    """An open match, seen by somebody who has no seat in it."""
    free = [seat for seat in match.seat_rows if seat.user_id is None]
    kept = any(
        seat.invited_id is not None and seat.invited_id == getattr(user, "pk", None)
        for seat in free
    )
    can_join = kept or any(seat.invited_id is None for seat in free)
    reason = "" if can_join else gettext("The free seat is kept for somebody else.")
    if blocks.apart(user) & {match.created_by_id, *(seat.user_id for seat in match.seat_rows)}:
        can_join, reason = False, gettext(NotAvailable.message)
    [card] = cards.match_cards([match], user)
    return {
        "card": card,
        "inviter": match.created_by.username,
        "invited_me": kept,
        "terms": terms.facts(match),
        "seats_free": len(free),
        "can_join": can_join,
        "reason": reason,
        "join_url": reverse("match_join", args=[match.code]),
        "decline_url": reverse("match_decline", args=[match.code]) if kept else "",
        "sprite": cards.sprite_for(match.game),
    }


def match_page(match: Match, user: Any, picks: list[str]) -> dict[str, Any]:
    """The game page. `picks` is a draft made without script: shape ids in order."""
    rules = match.rules
    board: Board[Any, Any] = board_of(rules)
    seat = selectors.seat_of(match, user)
    snapshot = snapshots.match_snapshot(match, user)
    state = match.load_position() if match.position else rules.initial()
    marks = board.marks(state)
    plies = snapshot["plies"]
    last = plies[-1]["l"] if plies else ()
    draft = _draft(snapshot["legal"], picks)
    here = match.get_absolute_url()
    study = studies.study_json(match, user)

    def link(shape: str) -> str | None:
        if shape not in draft["next"]:
            return None
        return f"{here}?shape={'|'.join([*draft['picks'], shape])}#board"

    preview = {}
    if draft["move"]:
        preview = board.preview(state, rules.parse_move(draft["move"]["t"]))
    count = gettext("move {ply}").format(ply=match.ply)
    label = gettext("{game}, {count}, {verdict}").format(
        game=gettext(rules.name), count=count, verdict=results.verdict(match, seat)
    )
    left = timedelta(seconds=snapshot["left"]) if snapshot["left"] is not None else None
    actions = [
        shape
        for shape in board.geometry.shapes
        if shape.kind == "tray" and not draft["picks"] and shape.id in draft["next"]
        if not marks[shape.id].piece
    ]
    beside = {key: mark for key, mark in marks.items() if key not in {one.id for one in actions}}
    return {
        "match": snapshot,
        "actions": [
            {"id": shape.id, "label": say(shape.label), "href": link(shape.id)} for shape in actions
        ],
        "title": _title(match, seat),
        "status": match.status,
        "code": match.code,
        "by_link": _by_link(match),
        "verdict": results.verdict(match, seat),
        "facts": terms.facts(match),
        "seeking": _seeking(match),
        "deadline": match.deadline,
        "left": gettext("{time} left").format(time=cards.left_text(left))
        if left is not None
        else "",
        "soon": left is not None and cards.is_soon(left, match.turn_left),
        "stopped": snapshot["stopped"],
        "clocks": [
            cards.left_text(timedelta(seconds=row["left"])) if row["left"] is not None else ""
            for row in snapshot["seats"]
        ],
        "ends": [_row_end(match, snapshot, row) for row in snapshot["seats"]],
        "board_svg": mark_safe(  # noqa: S308  # our own drawing, which escapes its texts
            svg.draw(
                board,
                marks,
                label=label,
                drawings=board.drawings(state),
                last=last,
                legal=draft["next"],
                chosen=draft["picks"],
                draft=preview,
                links=link,
                say=say,
            )
        ),
        "tray_html": mark_safe(  # noqa: S308
            svg.tray(board, beside, legal=draft["next"], chosen=draft["picks"], links=link, say=say)
        ),
        "tray_hint": say_or_empty(board.geometry.tray_hint),
        "table_html": mark_safe(svg.table(board, marks, last=last, links=link, say=say)),  # noqa: S308
        "sprite": cards.sprite_for(match.game),
        "moves": [
            {
                "n": number,
                "words": ply["w"],
                "seat": ply["s"],
                "colour": snapshot["seats"][ply["s"]]["colours"][0],
                "href": f"#{number}",
                "how": gettext(WORDS.get(f"how_{ply['h']}", "")) if ply["h"] else "",
                "tried": [line for line in study["lines"] if line["ply"] == number],
            }
            for number, ply in enumerate(plies, 1)
        ],
        "study": study,
        "tried_first": [line for line in study["lines"] if not line["ply"]],
        "plan_url": reverse("match_plan", args=[match.code]),
        "me": seat.index if seat else None,
        "my_turn": seat is not None and match.to_move == seat.index,
        "can_resign": seat is not None and match.status == Match.Status.ACTIVE and not seat.out,
        "draft": draft,
        "move_url": reverse("match_move", args=[match.code]),
        "example": _example(snapshot),
        "resign_url": reverse("match_resign", args=[match.code]),
        "record_url": reverse("match_record", args=[match.code]),
        "cancel_url": reverse("match_cancel", args=[match.code]),
        "own": seat is not None and match.created_by_id == seat.user_id,
        "rules_url": reverse("rules", args=[match.game]),
        "absolute_path": here,
    }


def _row_end(match: Match, snapshot: dict[str, Any], seat: dict[str, Any]) -> SafeString:
    """What ends the row of a player, as `rowEnd` of panel.js writes it."""
    finished = match.status == Match.Status.FINISHED
    posted = snapshot["posted"]
    parts: list[str] = [seat["tally"]] if seat["tally"] else []
    if seat["out"]:
        parts.append(gettext(WORDS[f"row_{seat['out']}"]))
    elif finished and match.size > 2 and seat["place"]:
        parts.append(gettext(WORDS["row_place"]).format(place=seat["place"]))
    elif finished and seat["place"] and seat["change"] is None:
        even = all(other["place"] == 1 for other in snapshot["seats"])
        key = "row_draw" if even else "row_won" if seat["place"] == 1 else "row_lost"
        parts.append(gettext(WORDS[key]))
    elif seat["seat"] == match.to_move and not seat["tally"]:
        parts.append(gettext(WORDS["row_to_move"]))
    elif posted and posted["seat"] == seat["seat"] and not seat["tally"]:
        at = match.last_at or timezone.now()
        parts.append(
            format_html(
                '<time datetime="{}" title="{}">{}</time>',
                posted["at"],
                moment(at),
                timing.posted_text(at, timezone.now()),
            )
        )
    if finished and seat["change"] is not None:
        css = "dn" if seat["change"] < 0 else "up"
        parts.append(format_html('<span class="{}">{}</span>', css, signed(seat["change"])))
    return format_html_join(" · ", "{}", ([part] for part in parts))


def _example(snapshot: dict[str, Any]) -> str:
    """A move of this game as it is written, if there is one at hand: one that names a place."""
    texts = (move["t"] for move in (*snapshot["legal"], *snapshot["plies"]))
    return next((str(text) for text in texts if any(map(str.isdigit, text))), "")


def embed(match: Match, ply: int) -> dict[str, Any]:
    """A match in a frame on another site, at this ply."""
    rules = match.rules
    board = board_of(rules)
    state, last = pictures.position_of(match, ply)
    picture, _ = pictures.drawn(rules, state, last)
    colours = rules.colours(match.load_position() if match.position else rules.initial())
    story = snapshots.plies_json(match)
    geometry = wire.geometry_json(board, say)
    return {
        "title": _title(match, None),
        "sprite": cards.sprite_for(match.game),
        "board_svg": mark_safe(picture),  # noqa: S308  # our own drawing
        "seats": [
            {"name": seat.user.username if seat.user else "", "colours": colours[seat.index]}
            for seat in match.seat_rows
        ],
        "stones": any("black" in own for own in colours),
        "verdict": results.verdict(match, None),
        "words": story["plies"][ply - 1]["w"] if ply else "",
        "ply": ply,
        "plies": len(story["plies"]),
        "data": {
            "geometry": {key: geometry[key] for key in ("hand", "shapes")},
            "start": story["start"],
            "plies": [{key: each[key] for key in "wldo"} for each in story["plies"]],
        },
    }


def _by_link(match: Match) -> bool:
    """Whether the link of an open match gives a seat to whoever opens it."""
    return not match.listed and any(
        row.user_id is None and row.invited_id is None for row in match.seat_rows
    )


def _seeking(match: Match) -> str:
    """What an open match waits for; empty for all others."""
    if match.status != Match.Status.OPEN:
        return ""
    if match.listed:
        return gettext("The game is offered to everyone under Play.")
    if _by_link(match):
        return gettext("Send the link: whoever opens it can take the seat.")
    return gettext("The game starts when all who are invited have accepted.")


def _title(match: Match, seat: Seat | None) -> str:
    """The title of the window: the game, and whom one plays or watches."""
    names = [
        row.user.username
        for row in match.seat_rows
        if row.user is not None and (seat is None or row.index != seat.index)
    ]
    game = gettext(match.rules.name)
    if not names:
        return game
    return gettext("{game}: {names}").format(game=game, names=", ".join(names))


def _draft(legal: list[dict[str, Any]], picks: list[str]) -> dict[str, Any]:
    """Walk the prefix tree of clicks without script: what is picked, what may come next."""
    taken: list[str] = []
    for pick in picks:
        if any(way[: len(taken) + 1] == (*taken, pick) for move in legal for way in move["p"]):
            taken.append(pick)
    ways = [
        (tuple(way), move)
        for move in legal
        for way in move["p"]
        if tuple(way[: len(taken)]) == tuple(taken)
    ]
    complete = next((move for way, move in ways if len(way) == len(taken) and taken), None)
    return {
        "picks": taken,
        "next": {way[len(taken)] for way, _ in ways if len(way) > len(taken)},
        "move": complete,
    }


def rules_page(key: str) -> dict[str, Any]:
    """The rules of one game."""
    game = registry.find(key)
    return {
        "game": {
            "key": key,
            "name": gettext(game.name),
            "summary": gettext(game.summary),
            "credit": gettext(game.credit),
            "players": cards.players_text(game.players),
        },
        "games": cards.games_shown(),
        "line_url": reverse("game_line", args=[key]),
        "sprite": cards.sprite_for(key),
    }
