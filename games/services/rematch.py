"""Playing again: the same people, the same terms, the seats moved on by one."""

from __future__ import annotations

from datetime import datetime

from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils import timezone

from accounts.models import User
from games import events, offers
from games.errors import AlreadySeated, NotSeated, RematchOpen
from games.models import Match, Seat
from games.services.company import check_not_apart
from games.services.create import check_open_limit, match_start_if_full
from games.services.ending import TRIES
from games.services.join import match_join
from games.services.notices import offer_file
from games.services.store import match_read


def match_rematch(*, match_id: int, user: User, now: datetime | None = None) -> Match:
    """The rematch of a match that is over: set up and offered to the others, or accepted.

    A match has one rematch, however many ask for it at once: who comes second accepts, and who asks
    again gets what is there. The others are invited by name, bots sit down at once, and the seat
    that was second begins. Raises `NotSeated`, `NotStarted`, `NotOver`, `NoRematch` (declined
    before), `PartnerGone`, `NotAvailable` (a block), `BadTable` (too many games that wait).
    """
    now = now or timezone.now()
    for _ in range(TRIES):
        match = match_read(match_id)
        seat = next((seat for seat in match.seat_rows if seat.user_id == user.pk), None)
        if seat is None:
            raise NotSeated
        refused = offers.refusal(match, seat, offers.REMATCH)
        again = offers.rematch_of(match)
        if again is not None and isinstance(refused, RematchOpen):
            return again
        if refused is not None:
            raise refused
        try:
            if again is not None:
                return match_join(match_id=again.pk, user=user, now=now)
            return _set_up(match, user, now)
        except (AlreadySeated, IntegrityError):  # done in this moment, by whomever
            continue
    raise RematchOpen


def _set_up(match: Match, creator: User, now: datetime) -> Match:
    people = [seat.user for seat in match.seat_rows]
    others = [person for person in people if person is not None and person != creator]
    check_not_apart(creator, others)
    if not all(person.is_bot for person in others):
        check_open_limit(creator)
    with transaction.atomic():
        again = Match.objects.create(
            game=match.game,
            options=match.options,
            rules_version=match.rules.version,
            size=match.size,
            clock=match.clock,
            weekend=match.weekend,
            vacations=match.vacations,
            rated=match.rated,
            listed=False,
            created_by=creator,
            created_at=now,
            rematch_of=match,
        )
        Seat.objects.bulk_create(
            Seat(
                match=again,
                index=index,
                user=person if person == creator or (person and person.is_bot) else None,
                invited=None if person == creator or (person and person.is_bot) else person,
            )
            for index, person in enumerate([*people[1:], people[0]])
        )
        match_start_if_full(again, now=now)
        if again.status == Match.Status.OPEN:
            offer_file(match_read(again.pk), at=now, now=now)
        events.changed_on_commit(again, people=people)
        # Whoever has the page of the old match open sees it there.
        Match.objects.filter(pk=match.pk).update(version=F("version") + 1)
        match.version += 1
        events.changed_on_commit(match, people=[])
    return again
