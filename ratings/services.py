"""Every write to a rating."""

from __future__ import annotations

from django.db import transaction

from games.models import Match
from ratings import elo
from ratings.models import Change, Rating


def match_rate(*, match: Match) -> list[Change]:
    """Rate a finished match once; called inside the transaction that ends it.

    Reads the *current* ratings under lock, in the order of the users, because games end in another
    order than they began. A match that is unrated or was rated before changes nothing.
    """
    seats = match.seat_rows
    if not match.rated or match.status != Match.Status.FINISHED or len(seats) < 2:
        return []
    assert match.finished_at is not None  # set with the status
    with transaction.atomic():
        users = sorted(seat.user_id for seat in seats if seat.user_id is not None)
        rows = {}
        for user_id in users:
            Rating.objects.get_or_create(user_id=user_id, ladder=match.game)
        for row in (
            Rating.objects.select_for_update(no_key=True)
            .filter(user_id__in=users, ladder=match.game)
            .order_by("user_id")
        ):
            rows[row.user_id] = row
        if Change.objects.filter(match=match).exists():
            return []
        ordered = [rows[seat.user_id] for seat in seats if seat.user_id is not None]
        places = [seat.place for seat in seats if seat.place is not None]
        deltas = elo.changes([row.elo for row in ordered], [row.games for row in ordered], places)
        shared_first = places.count(1) > 1
        result = []
        for row, place, delta in zip(ordered, places, deltas, strict=True):
            result.append(
                Change(
                    match=match,
                    user_id=row.user_id,
                    ladder=match.game,
                    at=match.finished_at,
                    before=row.elo,
                    after=row.elo + delta,
                    place=place,
                )
            )
            row.elo += delta
            row.games += 1
            row.won += place == 1 and not shared_first
            row.drawn += place == 1 and shared_first
            row.lost += place > 1
            row.last_at = match.finished_at
            row.save()
        return Change.objects.bulk_create(result)


def ratings_rebuild(*, ladder: str | None = None) -> int:
    """Forget all ratings (of one ladder) and replay the matches in order; returns how many.

    For repairs; takes the whole ladder out of use while it runs.
    """
    matches = Match.objects.filter(status=Match.Status.FINISHED, rated=True)
    changes, ratings = Change.objects.all(), Rating.objects.all()
    if ladder is not None:
        matches = matches.filter(game=ladder)
        changes, ratings = changes.filter(ladder=ladder), ratings.filter(ladder=ladder)
    with transaction.atomic():
        changes.delete()
        ratings.delete()
        count = 0
        for match in matches.order_by("finished_at", "pk").iterator():
            match_rate(match=match)
            count += 1
    return count
