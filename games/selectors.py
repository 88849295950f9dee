"""Every read: matches for lists, the snapshot of one match, positions as JSON."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from django.core.cache import cache
from django.db.models import F, Q, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language, gettext, ngettext

from accounts import blocks
from accounts.models import User
from games import offers, records, standings, timing
from games.boards import wire
from games.boards.core import Board, changes
from games.boards.registry import board_of
from games.models import Follow, Match, Seat
from games.rules.core import OVER, Game, Json
from games.rules.text import Text, gettext_noop
from games.texts import say

WEEK = 7 * 24 * 3600

STORY = 3
"""Raise it with every change of `plies_json`: after an update old stories are still cached."""

SOONEST = F("deadline").asc(nulls_last=True)
"""Least time first; matches without a clock last, on every database."""


# --- which matches ----------------------------------------------------------------------------


def matches_with_seats() -> QuerySet[Match]:
    """All matches, seats and their users prefetched."""
    return Match.objects.prefetch_related("seats__user", "seats__invited")


def match_by_code(code: str) -> Match:
    """The match with this public id; raises `Match.DoesNotExist`."""
    return matches_with_seats().get(code=code)


def seat_of(match: Match, user: Any) -> Seat | None:
    """The seat of `user` in `match`, or None (spectators, visitors)."""
    if not getattr(user, "is_authenticated", False):
        return None
    return next((seat for seat in match.seat_rows if seat.user_id == user.pk), None)


def turns_for(user: User) -> QuerySet[Match]:
    """Matches in which `user` is to move, least time first."""
    return (
        matches_with_seats().filter(mover=user, status=Match.Status.ACTIVE).order_by(SOONEST, "pk")
    )


def waiting_for(user: User) -> QuerySet[Match]:
    """Active matches of `user` in which somebody else is to move, longest wait first."""
    return (
        matches_with_seats()
        .filter(seats__user=user, status=Match.Status.ACTIVE)
        .exclude(mover=user)
        .order_by("turn_started_at", "pk")
    )


def followed_by(user: User) -> QuerySet[Match]:
    """Active matches that `user` follows, the newest first."""
    return (
        matches_with_seats()
        .filter(follows__user=user, status=Match.Status.ACTIVE)
        .order_by("-follows__at", "-pk")
    )


def follows(match: Match, user: Any) -> bool:
    """Whether `user` follows `match`; visitors follow none."""
    if not getattr(user, "is_authenticated", False):
        return False
    return Follow.objects.filter(match=match, user=user).exists()


def unseen_for(user: User, *, also: Iterable[int] = (), limit: int = 6) -> QuerySet[Match]:
    """Ended matches that `user` has not looked at since the end, newest first.

    Also those that were called off by somebody else, or by the site, for a reason; and those among
    `also`, ids of matches of `user` in which there is something else to see.
    """
    ended = Q(match__status=Match.Status.FINISHED) | Q(
        ~Q(match__reason=""), match__status=Match.Status.CANCELLED
    )
    news = Q(seen_end=False) | Q(match__in=list(also))
    return (
        matches_with_seats()
        .filter(seats__in=Seat.objects.filter(ended, news, user=user))
        .order_by("-finished_at")[:limit]
    )


def finished_of(user: User, limit: int = 10) -> QuerySet[Match]:
    """The newest finished matches of `user`."""
    return (
        matches_with_seats()
        .filter(seats__user=user, status=Match.Status.FINISHED)
        .order_by("-finished_at", "-pk")[:limit]
    )


def invitations_of(user: User) -> QuerySet[Match]:
    """Matches in which a seat is kept for `user`."""
    return (
        matches_with_seats()
        .filter(
            status=Match.Status.OPEN,
            seats__in=Seat.objects.filter(invited=user, user__isnull=True),
        )
        .order_by("-pk")
    )


def offers_of(user: User) -> QuerySet[Match]:
    """Matches that `user` has set up or joined and that wait for others."""
    return matches_with_seats().filter(status=Match.Status.OPEN, seats__user=user).order_by("-pk")


def open_matches(user: Any, game: str = "", limit: int = 50) -> QuerySet[Match]:
    """Listed matches with a seat that `user` may take, newest first."""
    found = (
        matches_with_seats()
        .filter(
            status=Match.Status.OPEN,
            listed=True,
            seats__in=Seat.objects.filter(user__isnull=True, invited__isnull=True),
        )
        .distinct()
        .order_by("-pk")
    )
    if game:
        found = found.filter(game=game)
    if getattr(user, "is_authenticated", False):
        found = found.exclude(seats__user=user)
    if apart := blocks.apart(user):
        met = Seat.objects.filter(user__in=apart).values("match")
        found = found.exclude(created_by__in=apart).exclude(pk__in=met)
    return found[:limit]


def next_match_for(user: User, *, after: str = "") -> Match | None:
    """The match with least time left in which `user` is to move, other than `after` if possible."""
    turns = Match.objects.filter(mover=user, status=Match.Status.ACTIVE).order_by(SOONEST, "pk")
    if after.isalnum():  # as codes are; PostgreSQL compares with no NUL
        return turns.exclude(code=after).first() or turns.first()
    return turns.first()


# --- one match as JSON --------------------------------------------------------------------------


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
        "plies": story["plies"],
        "drawings": wire.drawings_json(board, state),
        "hands": board.hands(state),
        "legal": wire.legal_json(board, state, say) if my_turn else [],
        "prompts": wire.prompts_json(board, state, say) if my_turn else {},
        "anchors": board.anchors(state) if my_turn else (),
        "blocked": {key: say(why) for key, why in board.blocked(state).items()} if my_turn else {},
        "hint": say(board.hint(state)) if my_turn else "",
        "summary": _say_or_empty(board.summary(state)),
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
        "summary": _say_or_empty(board.summary(state)),
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


def _say_or_empty(text: Text | None) -> str:
    return say(text) if text is not None else ""


# --- results in words -----------------------------------------------------------------------------


def outcome_json(match: Match, seats: Sequence[Seat]) -> Json:
    """Places, scores and reason of a finished match, else None."""
    if match.status != Match.Status.FINISHED:
        return None
    return {
        "places": [seat.place for seat in seats],
        "scores": [seat.score for seat in seats] if seats[0].score is not None else None,
        "reason": match.reason,
    }


_ENDINGS = {
    "line": gettext_noop("A line was completed."),
    "connection": gettext_noop("Two edges were joined."),
    "score": gettext_noop("The points were counted."),
    "stuck": gettext_noop("There was no legal move left."),
    "repetition": gettext_noop("The same position came for the third time."),
    "length": gettext_noop("The game reached its greatest length."),
    "last_left": gettext_noop("Nobody else was left."),
    "agreed": gettext_noop("The players agreed to a draw."),
    "decided": gettext_noop("The result could not change any more."),
}


def outcome_text(match: Match, seats: Sequence[Seat], mine: Seat | None) -> str:
    """How a match ended, in a sentence or two; empty while it goes on."""
    if match.status == Match.Status.CANCELLED:
        if match.reason == "expired":
            return gettext("Nobody took the free seat for 30 days, so the offer was taken down.")
        return cancelled_text(match, seats, mine)
    if match.status != Match.Status.FINISHED:
        return ""
    gone = [seat for seat in seats if seat.out]
    if match.reason == "last_left" and gone:
        last = min(gone, key=lambda seat: seat.place or 0)  # the best of them left last
        moment = match.finished_at
        if mine is not None and last.index == mine.index:
            if last.out == records.TIMED_OUT and moment is not None:
                return gettext("You ran out of time. The game ended on {date}.").format(
                    date=_when(moment)
                )
            return gettext("You resigned.")
        name = last.user.username if last.user else ""
        if last.out == records.TIMED_OUT:
            return gettext("{name} ran out of time.").format(name=name)
        return gettext("{name} resigned.").format(name=name)
    if match.reason == "connection":  # the board says whose edges these are
        said = board_of(match.rules).summary(match.load_position())
        return _say_or_empty(said) or gettext(_ENDINGS["connection"])
    return gettext(_ENDINGS.get(match.reason, "")) if match.reason in _ENDINGS else ""


def rating_text(match: Match, mine: Seat | None) -> str:
    """What a rated match did to the reader: "Rating 1492 to 1503. Number 31, up 2."."""
    if match.status != Match.Status.FINISHED or not match.rated or mine is None:
        return ""
    result = standings.provider().result_of(match, mine.user_id or 0)
    if result is None:
        return ""
    moved = gettext("Rating {before} to {after}.")
    if result.before == result.after:
        moved = gettext("Rating {after}, as before.")
    place = ""
    if result.rank is not None:
        place = gettext("Number {rank}.")
        if result.up:
            place = gettext("Number {rank}, up {n}.")
        if result.up < 0:
            place = gettext("Number {rank}, down {n}.")
    sentences = f"{moved} {place}".strip()
    return sentences.format(
        before=result.before, after=result.after, rank=result.rank, n=abs(result.up)
    )


def moves_text(match: Match) -> str:
    """How long a finished match was: "29 moves"; else empty."""
    if match.status != Match.Status.FINISHED:
        return ""
    n = sum(entry.is_move for entry in match.entries)
    return ngettext("{n} move", "{n} moves", n).format(n=n)


def cancelled_text(match: Match, seats: Sequence[Seat], mine: Seat | None) -> str:
    """Who called a match off, in a sentence; before the start that does not matter."""
    entries = match.entries
    if not entries or entries[-1].cause != records.CALLED_OFF:
        return gettext("This game was called off before it began.")
    seat = entries[-1].seat
    if mine is not None and mine.index == seat:
        return gettext("You called this game off. It does not count.")
    user = seats[seat].user
    return gettext("{name} called this game off. It does not count.").format(
        name=user.username if user else ""
    )


def _when(moment: datetime) -> str:
    from django.utils.formats import date_format

    return date_format(timezone.localtime(moment), "DATETIME_FORMAT")


def verdict(match: Match, seat: Seat | None) -> str:
    """The short heading of the game page for whoever looks, such as "You won"."""
    seats = match.seat_rows
    if match.status == Match.Status.OPEN:
        return gettext("Waiting for players")
    if match.status == Match.Status.CANCELLED:
        return gettext("Called off")
    if match.status == Match.Status.ACTIVE:
        if seat is not None and match.to_move == seat.index:
            return gettext("Your move")
        name = match.mover.username if match.mover else ""
        return gettext("Waiting for {name}").format(name=name)
    firsts = [row for row in seats if row.place == 1]
    if seat is None or seat.place is None:
        if len(firsts) == 1 and firsts[0].user:
            return gettext("{name} won").format(name=firsts[0].user.username)
        return gettext("Draw")
    if seat.place == 1:
        return gettext("You won") if len(firsts) == 1 else gettext("Draw")
    if len(seats) == 2:
        return gettext("You lost")
    return {2: gettext("2nd of {n}"), 3: gettext("3rd of {n}"), 4: gettext("4th of {n}")}[
        seat.place
    ].format(n=len(seats))


def stamp(match: Match, seat: Seat) -> str:
    """The cancel stamp of a finished match, such as WON or 2ND."""
    if seat.place is None:
        return ""
    firsts = sum(row.place == 1 for row in match.seat_rows)
    if seat.place == 1:
        return gettext("WON") if firsts == 1 else gettext("DRAW")
    if match.size == 2:
        return gettext("LOST")
    return {2: gettext("2ND"), 3: gettext("3RD"), 4: gettext("4TH")}[seat.place]
