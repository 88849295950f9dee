"""Every read of ratings: ladders, ranks, histories, and what the pages of games ask for."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.db.models import Count, F, Q, QuerySet
from django.utils import timezone

from accounts.models import User
from games.models import Match, Seat
from games.standings import Result, Standing
from ratings.models import Change, Rating

SHOWN_TOP = 7
AROUND = 2
BIN = 50
"""Width of a bar of the histogram, in rating points."""


class Standings:
    """The provider of `games.standings`."""

    def of_match(self, match: Match) -> dict[int, Standing]:
        """See `games.standings.Provider`."""
        return self.of_matches([match]).get(match.pk, {})

    def of_matches(self, matches: Iterable[Match]) -> dict[int, dict[int, Standing]]:
        """Two statements, however many matches."""
        rows = list(matches)
        users = {seat.user_id for match in rows for seat in match.seat_rows if seat.user_id}
        now = {
            (rating.user_id, rating.ladder): round(rating.elo)
            for rating in Rating.objects.filter(
                user_id__in=users, ladder__in={match.game for match in rows}, games__gt=0
            )
        }
        ended: defaultdict[int, dict[int, Standing]] = defaultdict(dict)
        done = [match.pk for match in rows if match.status == Match.Status.FINISHED]
        for change in Change.objects.filter(match_id__in=done):
            ended[change.match_id][change.user_id] = Standing(round(change.after), change.points)
        return {
            match.pk: ended.get(match.pk)
            or {
                seat.user_id: Standing(now.get((seat.user_id, match.game)))
                for seat in match.seat_rows
                if seat.user_id
            }
            for match in rows
        }

    def result_of(self, match: Match, user_id: int) -> Result | None:
        """See `games.standings.Provider`; two of its statements count in the ladder's index."""
        changes = {change.user_id: change for change in Change.objects.filter(match=match)}
        own = changes.get(user_id)
        if own is None:
            return None
        result = Result(round(own.before), round(own.after))
        rating = Rating.objects.filter(user_id=user_id, ladder=own.ladder).first()
        if rating is None or rating.elo != own.after or rating.last_at != own.at:
            return result
        rank = rank_of(rating)
        if rating.games == 1:  # on the ladder only now
            return result._replace(rank=rank)
        was = rank_before(own, [each for each in changes.values() if each is not own])
        return result._replace(rank=rank, up=was - rank)

    def ladders_of(self, user: User) -> list[dict[str, Any]]:
        """See `games.standings.Provider`."""
        return [
            {
                "key": rating.ladder,
                "rating": round(rating.elo),
                "rank": rank_of(rating),
                "games": rating.games,
            }
            for rating in user.ratings.filter(games__gt=0).order_by("-games", "ladder")
        ]

    def on_ladders(self, users: Iterable[User]) -> dict[int, dict[str, int]]:
        """See `games.standings.Provider`."""
        found: defaultdict[int, dict[str, int]] = defaultdict(dict)
        for rating in Rating.objects.filter(user__in=list(users), games__gt=0):
            found[rating.user_id][rating.ladder] = round(rating.elo)
        return dict(found)


def ladder_rows(ladder: str, *, people_only: bool = False) -> QuerySet[Rating]:
    """Everybody on a ladder, best first; ties in the order of joining."""
    rows = (
        Rating.objects.filter(ladder=ladder, games__gt=0, user__is_active=True)
        .select_related("user")
        .order_by("-elo", "user")
    )
    return rows.filter(user__bot="") if people_only else rows


def rank_of(rating: Rating, *, people_only: bool = False) -> int:
    """The place on the ladder, 1 is best."""
    better = Q(elo__gt=rating.elo) | Q(elo=rating.elo, user__lt=rating.user_id)
    rows = Rating.objects.filter(better, ladder=rating.ladder, games__gt=0, user__is_active=True)
    return 1 + (rows.filter(user__bot="") if people_only else rows).count()


def rank_before(own: Change, others: list[Change]) -> int:
    """The place on the ladder before a change, had all who took no part stood still."""
    better = Q(elo__gt=own.before) | Q(elo=own.before, user__lt=own.user_id)
    rows = Rating.objects.filter(better, ladder=own.ladder, games__gt=0, user__is_active=True)
    players = [own.user_id, *(each.user_id for each in others)]
    met = sum((each.before, -each.user_id) > (own.before, -own.user_id) for each in others)
    return 1 + rows.exclude(user__in=players).count() + met


def ladder_extract(
    ladder: str, user: Any, *, people_only: bool, whole: bool
) -> list[tuple[int, Rating] | None]:
    """(rank, rating) of the top and of the neighbourhood of `user`; None marks a gap."""
    rows = ladder_rows(ladder, people_only=people_only)
    if whole:
        return list(enumerate(rows[:500], 1))
    own = None
    if getattr(user, "is_authenticated", False):
        own = rows.filter(user=user).first()
    top: list[tuple[int, Rating] | None] = list(enumerate(rows[:SHOWN_TOP], 1))
    if own is None:
        return top
    rank = rank_of(own, people_only=people_only)
    first = max(SHOWN_TOP + 1, rank - AROUND)
    last = rank + AROUND
    if last <= SHOWN_TOP:
        return top
    if first > SHOWN_TOP + 1:
        top.append(None)
    near = rows[first - 1 : last]
    return top + list(enumerate(near, first))


def changes_since(ladder: str, users: Iterable[int], since: datetime) -> dict[int, int]:
    """By user: how far the rating has moved since then, in whole points."""
    moved: dict[int, float] = defaultdict(float)
    for user_id, before, after in Change.objects.filter(
        ladder=ladder, user_id__in=list(users), at__gte=since
    ).values_list("user_id", "before", "after"):
        moved[user_id] += after - before
    return {user_id: round(points) for user_id, points in moved.items()}


def month_ago() -> datetime:
    """Where the 30-day change of the ladder begins."""
    return timezone.now() - timedelta(days=30)


def histogram(ladder: str, *, people_only: bool) -> list[tuple[int, int]]:
    """(rating from which the bar starts, how many) without gaps, for everybody on the ladder."""
    rows = ladder_rows(ladder, people_only=people_only).values_list("elo", flat=True)
    counts: defaultdict[int, int] = defaultdict(int)
    for elo in rows.iterator():
        counts[int(elo // BIN) * BIN] += 1
    if not counts:
        return []
    return [(low, counts[low]) for low in range(min(counts), max(counts) + BIN, BIN)]


def history(user: User, ladder: str) -> list[tuple[datetime, int]]:
    """(when, rating after) for every rated match, oldest first."""
    rows = (
        Change.objects.filter(user=user, ladder=ladder)
        .order_by("at", "pk")
        .values_list("at", "after")
    )
    return [(at, round(after)) for at, after in rows]


def results_between(user: User, other: User) -> tuple[int, int, int]:
    """(won, drawn, lost) of `user` against `other` in finished matches of two."""
    pairs = (
        Match.objects.filter(status=Match.Status.FINISHED, size=2, seats__user=user)
        .filter(pk__in=Match.objects.filter(seats__user=other).values("pk"))
        .filter(seats__user=user)
        .annotate(place=F("seats__place"))
        .values_list("pk", "place")
    )
    own = dict(pairs)
    theirs = dict(other.seats.filter(match_id__in=list(own)).values_list("match_id", "place"))
    won = sum(place == 1 and theirs.get(pk) != 1 for pk, place in own.items())
    drawn = sum(place == 1 and theirs.get(pk) == 1 for pk, place in own.items())
    return won, drawn, len(own) - won - drawn


class Met(NamedTuple):
    """Whom somebody has met how often, and how often each came out before the other."""

    name: str
    games: int
    won: int
    lost: int


def most_played(user: User, limit: int = 5) -> list[Met]:
    """Those still here whom `user` has met most often in finished matches, in one statement."""
    met = (
        Seat.objects.filter(match__status=Match.Status.FINISHED, match__seats__user=user)
        .filter(user__is_active=True)
        .exclude(user=user)
        .annotate(own=F("match__seats__place"))
        .values("user__username")
        .annotate(
            games=Count("pk"),
            won=Count("pk", filter=Q(own__lt=F("place"))),
            lost=Count("pk", filter=Q(own__gt=F("place"))),
        )
        .order_by("-games", "user__username")
        .values_list("user__username", "games", "won", "lost")
    )
    return [Met(*row) for row in met[:limit]]
