"""Matches and positions as JSON, for the page's script and the API."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

from django.core.cache import cache
from django.urls import reverse
from django.utils.translation import get_language, gettext

from accounts.models import User
from games import offers, records, standings, timing
from games.boards import wire
from games.boards.core import Board, changes
from games.boards.registry import board_of
from games.models import Match, Seat
from games.results import moves_text, outcome_json, outcome_text, rating_text
from games.rules.core import OVER, Game, Json
from games.rules.text import gettext_noop
from games.selectors import follows, seat_of
from games.texts import say, say_or_empty

WEEK = 7 * 24 * 3600

STORY = 3
"""Raise it with every change of `plies_json`: after an update old stories are still cached."""


def match_snapshot(match: Match, user: Any, *, slim: bool = False) -> dict[str, Json]:
    """Everything the game page shows of `match` to `user`, as plain JSON in the active language.

    `slim` leaves out what never changes (geometry, start). The format is described in
    `games/boards/wire.py` and `games/api/README.md`.
    """
    rules, seats = match.rules, match.seat_rows
    board = board_of(rules)
    mine = seat_of(match, user)
    story = plies_json(match)
    state = match.load_position() if match.position else rules.initial()
    my_turn = mine is not None and match.to_move == mine.index
    clock = timing.clock_of(match)
    page = reverse("match", args=[match.code])
    api = reverse("api:match", args=[match.code])
    snapshot: dict[str, Json] = {
        "id": match.code,
        "game": match.game,
        "name": gettext(rules.name),
        "ply": match.ply,
        "version": match.version,
        "status": match.status,
        "to_move": match.to_move,
        "posted": posted_json(match),
        "me": mine.index if mine else None,
        "seats": seats_json(match, seats, rules, state, mine, clock),
        "stones": any("black" in own for own in rules.colours(state)),
        "deadline": match.deadline.isoformat() if match.deadline else None,
        "left": clock.left.total_seconds() if clock.left is not None else None,
        "stopped": timing.stop_text(clock.stopped, clock.at) if clock.stopped else "",
        "stops": [
            [stop.start.isoformat(), stop.end.isoformat(), timing.stop_text(stop, clock.at)]
            for stop in clock.stops
        ],
        "limit": match.turn_left.total_seconds() if match.turn_left else None,
        "clock": {
            "control": match.clock,
            "weekend": match.weekend,
            "vacations": match.vacations,
        },
        "now": clock.at.isoformat(),
        "plies": [named(ply, seats) for ply in story["plies"]],
        "drawings": wire.drawings_json(board, state),
        "hands": board.hands(state),
        "legal": wire.legal_json(board, state, say) if my_turn else [],
        "prompts": wire.prompts_json(board, state, say) if my_turn else {},
        "anchors": board.anchors(state) if my_turn else (),
        "blocked": {key: say(why) for key, why in board.blocked(state).items()} if my_turn else {},
        "hint": say(board.hint(state)) if my_turn else "",
        "summary": say_or_empty(board.summary(state)),
        "outcome": outcome_json(match, seats),
        "length": moves_text(match),
        "outcome_text": outcome_text(match, seats, mine),
        "rating_text": rating_text(match, mine),
        "rated": match.rated,
        "following": mine is None and follows(match, user),
        "can": dict(offers.possible(match, mine, [ply["s"] for ply in story["plies"]])),
        "offers": list(offers.offers_json(match, mine)),
        "rematch": offers.rematch_json(match, mine),
        "urls": {
            "self": api,
            "page": page,
            "moves": reverse("api:moves", args=[match.code]),
            "line": reverse("api:line", args=[match.code]),
            "why": reverse("api:why", args=[match.code]),
            "resign": reverse("api:resign", args=[match.code]),
            "abort": reverse("api:abort", args=[match.code]),
            "rematch": reverse("api:rematch", args=[match.code]),
            "end": reverse("api:end", args=[match.code]),
            "day": reverse("api:day", args=[match.code]),
            "offers": reverse("api:match", args=[match.code]) + "offers/",
            "socket": f"/ws/match/{match.code}/",
            "next": reverse("next_game") + f"?after={match.code}",
        },
    }
    if not slim:
        snapshot["geometry"] = wire.geometry_json(board, say)
        snapshot["start"] = story["start"]
    return snapshot


def named(ply: dict[str, Json], seats: Sequence[Seat]) -> dict[str, Json]:
    """A ply that is no move says whose it is: the board does not show that."""
    user = seats[ply["s"]].user
    return ply | {"w": f"{user.username}: {ply['w']}"} if ply["x"] and user else ply


def profile_url(user: User | None) -> str | None:
    """The page of a player; None for a free seat and for those who have left the site."""
    if user is None or not user.is_active:
        return None
    return reverse("profile", args=[user.username])


def seats_json(
    match: Match,
    seats: Sequence[Seat],
    rules: Game[Any],
    state: Any,
    mine: Seat | None,
    clock: timing.Shown,
) -> list[Json]:
    """One entry per seat, in turn order.

    `tally` says in words what the seat has so far; empty where nothing is counted. `left` is the
    seconds on a clock of its own (a bank), `away` says that somebody is on vacation.
    """
    colours, scores = rules.colours(state), rules.scores(state)
    tally = board_of(rules).tally(state)
    ratings = standings.provider().of_match(match)
    return [
        {
            "seat": seat.index,
            "name": seat.user.username if seat.user else "",
            "invited": seat.invited.username if seat.invited and not seat.user else "",
            "bot": bool(seat.user and seat.user.is_bot),
            "guest": bool(seat.user and seat.user.is_guest),
            "me": mine is not None and mine.index == seat.index,
            "url": profile_url(seat.user),
            "rating": ratings.get(seat.user_id or 0, standings.UNKNOWN).rating,
            "change": ratings.get(seat.user_id or 0, standings.UNKNOWN).change,
            "colours": colours[seat.index],
            "score": scores[seat.index] if scores else None,
            "tally": say(tally[seat.index]) if tally else "",
            "out": {"": "", records.RESIGNED: "resigned", records.TIMED_OUT: "timed_out"}[seat.out],
            "place": seat.place,
            "left": left.total_seconds() if left is not None else None,
            "away": timing.away_text(away, clock.at) if away else "",
        }
        for seat in seats
        for left in [clock.of_seat(match, seat) if match.control.kind == "bank" else None]
        for away in [clock.away.get(seat.user_id or 0)]
    ]


def plies_json(match: Match) -> dict[str, Json]:
    """The marks of the start and every ply as what it changed; kept in the cache per language.

    `{"start": marks, "plies": [{t, w, s, l, d, o, x, h}]}`; what is not a move has `t` = "" and its
    cause in `x`; `h` says how a move was played (see `games.records`).
    """
    # By what was played, not by numbers: after a backup these may stand for something else.
    played = digest(match.record)
    key = f"plies:{STORY}:{match.code}:{played}:{match.rules_version}:{get_language()}"
    story: dict[str, Json] | None = cache.get(key)
    if story is None:
        story = story_json(match.rules, match.entries)
        cache.set(key, story, WEEK)
    return story


def digest(*parts: object) -> str:
    """A short name for contents, for keys of the cache."""
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:32]


def story_json(rules: Game[Any], entries: Sequence[records.Entry]) -> dict[str, Json]:
    """The marks of the start, and for every entry what it changed."""
    board = board_of(rules)
    states = [rules.initial()]
    before = board.marks(states[0])
    start = wire.marks_json(before, say)
    plies = []
    for entry in entries:
        state = states[-1]
        seat = state.to_move if entry.is_move else entry.seat
        last: tuple[str, ...] = ()
        if entry.is_move:
            move = rules.parse_move(entry.text)
            words, last = say(board.words(state, move)), tuple(board.touched(state, move))
        else:
            words = gettext(_EVENTS[entry.cause])
        state = records.after(rules, states, entry, checked=False)
        states.append(state)
        marks = board.marks(state)
        plies.append(
            {
                "t": entry.text,
                "w": words,
                "s": seat,
                "l": last,
                "d": wire.marks_json(changes(before, marks), say),
                "o": wire.drawings_json(board, state),
                "x": entry.cause,
                "h": entry.how,
            }
        )
        before = marks
    return {"start": start, "plies": plies}


_EVENTS = {
    records.RESIGNED: gettext_noop("resigned"),
    records.TIMED_OUT: gettext_noop("out of time"),
    records.DRAWN: gettext_noop("agreed to a draw"),
    records.ENDED: gettext_noop("ended the decided game"),
    records.TAKEN_BACK: gettext_noop("took a move back"),
    records.CALLED_OFF: gettext_noop("called the game off"),
}


def posted_json(match: Match) -> Json:
    """Who has posted the last move of a running match, and when: `{seat, at}`; else None."""
    if match.status != Match.Status.ACTIVE or match.last_at is None:
        return None
    ply = plies_json(match)["plies"][-1] if match.ply else None
    return {"seat": ply["s"], "at": match.last_at.isoformat()} if ply and ply["t"] else None


def line_json(rules: Game[Any], state: Any, since: Any = None) -> dict[str, Json]:
    """A hypothetical position: marks, legal moves, whose turn; for drafts and figures.

    `since` is the position that a draft began with.
    """
    board = board_of(rules)
    outcome = rules.outcome(state)
    return {
        "to_move": None if state.to_move == OVER else state.to_move,
        "legal": wire.legal_json(board, state, say),
        "prompts": wire.prompts_json(board, state, say),
        "anchors": board.anchors(state) if outcome is None else (),
        "blocked": {key: say(why) for key, why in board.blocked(state).items()},
        "marks": wire.marks_json(board.marks(state), say),
        "drawings": wire.drawings_json(board, state),
        "hint": "" if outcome else say(board.hint(state)),
        "summary": say_or_empty(board.summary(state)),
        "colours": rules.colours(state),
        "scores": rules.scores(state),
        "tally": [say(text) for text in board.tally(state, since)],
        "over": outcome is not None,
        "winners": outcome.winners if outcome else [],
    }


def why_text(rules: Game[Any], state: Any, picked: Sequence[str]) -> str:
    """Why these picks make no legal move, in words; empty if they do."""
    from games.rules.core import RulesError

    board: Board[Any, Any] = board_of(rules)
    text = board.compose(state, tuple(picked))
    if text is None:
        return gettext("This is not possible here.")
    try:
        rules.check(state, rules.parse_move(text))
    except RulesError as error:
        return say(error.text)
    return ""
