"""What somebody has tried and planned for a match, as they see it; nobody else ever does.

study  {version,
        lines: [{ply, moves: [move, …]}, …]   branches, from the position after `ply` entries
        plan:  [{moves, text: [sentence, …]}, …]   lines from the present position
        words: {key: sentence}                what the script says of all this
        keep: bool                            what is tried is kept (the user is signed in)
        dropped: bool                         the other player has just left the plan
        can_plan: bool                        conditional moves are possible for this user here
        urls}
move   {t: text, w: words, s: seat}
advice {move, by: name of the bot, percent: [share of the win that it expects for each seat, …]}
       whole percents in the order of seats, together 100; a guess, made from games at random
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from itertools import groupby
from typing import Any, NamedTuple

from django.core.cache import cache
from django.urls import reverse
from django.utils.translation import get_language, gettext

from games import branches, records
from games.boards.registry import board_of
from games.boards.words import TRYING
from games.branches import Line
from games.lines import position_after, position_at
from games.models import Match, Study
from games.rules.core import Json
from games.selectors import seat_of
from games.snapshots import WEEK, digest, plies_json
from games.texts import say


class Advice(NamedTuple):
    """What a bot says of a position: its move as text, and the share of the win of each seat."""

    move: str
    shares: Sequence[float]
    by: str


def study_of(match: Match, user: Any) -> Study | None:
    """The stored row of this user, if there is one."""
    if not getattr(user, "is_authenticated", False):
        return None
    return Study.objects.filter(match=match, user=user.pk).first()


def study_json(match: Match, user: Any) -> dict[str, Json]:
    """The study of `user` in the format above; empty for somebody who keeps none."""
    study = study_of(match, user)
    seat = seat_of(match, user)
    playing = seat is not None and match.size == 2 and match.status == Match.Status.ACTIVE
    bots = any(row.user is not None and row.user.is_bot for row in match.seat_rows)
    return {
        "version": study.version if study else 0,
        "words": {key: gettext(text) for key, text in TRYING.items()},
        "keep": bool(getattr(user, "is_authenticated", False)),
        **(_words(study, match) if study else {"lines": [], "plan": []}),
        "dropped": bool(study and playing and plan_dropped(study, match)),
        "can_plan": playing and not bots,  # a bot answers while one is looking
        "urls": {
            "study": reverse("api:study", args=[match.code]),
            "lines": reverse("api:study_lines", args=[match.code]),
            "plan": reverse("api:study_plan", args=[match.code]),
            "advice": reverse("api:advice", args=[match.code]),
        },
    }


def advice_json(match: Match, found: Advice, *, ply: int, moves: Sequence[str]) -> dict[str, Json]:
    """The move that a bot suggests after `moves` from `ply`, in words, and what it expects."""
    rules = match.rules
    state = position_after(rules, position_at(match, ply), ";".join(moves))
    words = say(board_of(rules).words(state, rules.parse_move(found.move)))
    return {
        "move": {"t": found.move, "w": words, "s": state.to_move},
        "by": found.by,
        "percent": percents(found.shares),
    }


def percents(shares: Sequence[float]) -> list[int]:
    """Shares of a whole as whole percents that add up to 100; the largest rests are rounded up."""
    exact = [100 * share for share in shares]
    whole = [int(part) for part in exact]
    missing = 100 - sum(whole)
    largest = sorted(range(len(exact)), key=lambda i: whole[i] - exact[i])[:missing]
    return [part + (i in largest) for i, part in enumerate(whole)]


def plan_dropped(study: Study, match: Match) -> bool:
    """Whether the other player left the plan and its owner has not moved by hand since."""
    if study.plan_dropped_at is None:
        return False
    seat = next((seat for seat in match.seat_rows if seat.user_id == study.user_id), None)
    since = plies_json(match)["plies"][study.plan_dropped_at :]
    return seat is not None and not any(
        ply["s"] == seat.index and ply["t"] and not ply["h"] for ply in since
    )


def _words(study: Study, match: Match) -> dict[str, Json]:
    """The branches and the plan with every move in words; kept in the cache per language."""
    content = digest(match.record, study.lines, study.plan, study.plan_ply)
    key = f"study:{match.code}:{content}:{match.rules_version}:{get_language()}"
    found: dict[str, Json] | None = cache.get(key)
    if found is None:
        entries = match.entries
        lines = branches.rebased(branches.read(study.lines), entries)
        plan = [Line(study.plan_ply or 0, tuple(moves)) for moves in study.plan]
        plan = [line for line in branches.rebased(plan, entries) if line.ply == match.ply]
        told = iter(_told(match, entries, [*lines, *plan]))
        found = {
            "lines": [{"ply": line.ply, "moves": next(told)} for line in lines],
            "plan": [
                {"moves": moves, "text": _sentences(moves)} for moves in (next(told) for _ in plan)
            ],
        }
        cache.set(key, found, WEEK)
    return found


def _sentences(moves: list[dict[str, Json]]) -> list[str]:
    """A line of a plan in words: a sentence for each turn of the other player and its answer."""
    turns = [[move["w"] for move in turn] for _, turn in groupby(moves, key=lambda move: move["s"])]
    told = []
    for number, (theirs, mine) in enumerate(zip(turns[::2], turns[1::2], strict=True)):
        sentence = (
            gettext("If they then play {theirs}, you answer {mine}.")
            if number
            else gettext("If they play {theirs}, you answer {mine}.")
        )
        told.append(sentence.format(theirs=_joined(theirs), mine=_joined(mine)))
    return told


def _joined(words: list[str]) -> str:
    """The moves of one turn, quoted."""
    quoted = [gettext("“{move}”").format(move=move) for move in words]
    return reduce(lambda a, b: gettext("{first}, {second}").format(first=a, second=b), quoted)


def _told(
    match: Match, entries: list[records.Entry], lines: Iterable[Line]
) -> list[list[dict[str, Json]]]:
    """The moves of each line in words; what lines share is played once."""
    rules = match.rules
    board = board_of(rules)
    states: dict[Line, Any] = {}
    told: dict[Line, dict[str, Json]] = {}
    stories = []
    replayed: list[Any] = []
    for line in lines:
        replayed = replayed or records.replay(rules, entries, checked=False)
        state = replayed[line.ply]
        story = []
        for length, text in enumerate(line.moves, 1):
            here = Line(line.ply, line.moves[:length])
            if here not in states:
                move = rules.parse_move(text)
                told[here] = {"t": text, "w": say(board.words(state, move)), "s": state.to_move}
                states[here] = rules.apply(state, move)
            state = states[here]
            story.append(told[here])
        stories.append(story)
    return stories
