"""Setting up a match."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from django.db import transaction
from django.utils import timezone

from accounts import zones
from accounts.models import User
from accounts.selectors import user_by_name
from games import clocks, events, records
from games.errors import BadMove, BadTable, UnknownPlayer
from games.models import Match, Seat
from games.rules import registry
from games.rules.core import RulesError
from games.rules.text import gettext_noop
from games.services import turns
from games.services.company import check_not_apart, check_still_here
from games.services.notices import offer_file
from games.services.store import check_active, match_advance, match_read

SeatKind = Literal["me", "anyone", "link", "bot", "player"]

OPEN_LIMIT = 30
"""So many matches that still wait for players may one person have at the same time."""


@dataclass(frozen=True, slots=True)
class SeatSpec:
    """Who is to sit where: the creator, anyone, whoever has the link, a bot or a named player."""

    kind: SeatKind
    name: str = ""


def match_create(
    *,
    creator: User,
    game: str,
    options: Mapping[str, object],
    seats: Sequence[SeatSpec],
    clock: str,
    rated: bool,
    weekend: str = "",
    vacations: bool = True,
    opening: Sequence[str] = (),
    now: datetime | None = None,
) -> Match:
    """A new match; it starts at once if nobody has to be waited for.

    `seats` in seat order, exactly one of them "me". `clock` is one of `clocks.offered()`, `weekend`
    a time zone or empty, `vacations` whether they stop the clock. Guests play unrated, and so does
    everybody without a clock. `opening` has been played when a match begins that starts at once;
    such a match is unrated. Raises `BadMove` (unknown game, option or number of seats), `BadTable`,
    `UnknownPlayer`, `NotAvailable`; then nothing has been created.
    """
    now = now or timezone.now()
    try:
        rules = registry.make(game, len(seats), options)
        if not rules.offered(rules.seats, rules.values):
            raise BadTable(gettext_noop("This board is not offered. Choose another size."))
    except RulesError as error:
        raise BadMove(error) from error
    if clock not in clocks.offered():
        raise BadTable(gettext_noop("Choose one of the times that are offered."))
    if weekend and weekend not in zones.known():
        raise BadTable(gettext_noop("There is no time zone “{zone}”."), zone=weekend)
    if sum(spec.kind == "me" for spec in seats) != 1:
        raise BadTable(gettext_noop("One seat, and only one, must be yours."))
    kinds = {spec.kind for spec in seats}
    if {"anyone", "link"} <= kinds:
        raise BadTable(
            gettext_noop("A game is either open to anyone or by link; choose one for all seats.")
        )
    people = [_find(spec) if spec.kind in ("bot", "player") else None for spec in seats]
    chosen = [user.pk for user in people if user is not None]
    if len(set(chosen)) != len(chosen) or creator.pk in chosen:
        raise BadTable(gettext_noop("Everyone can have one seat only."))
    check_not_apart(creator, people)
    if {"anyone", "link", "player"} & kinds:
        check_open_limit(creator)
    with transaction.atomic():
        match = Match.objects.create(
            game=rules.key,
            options=rules.values,
            rules_version=rules.version,
            size=rules.seats,
            clock=clock,
            weekend="" if clock == clocks.NONE else weekend,
            vacations=vacations,
            rated=rated and not creator.is_guest and clock != clocks.NONE and not opening,
            listed="anyone" in kinds,
            created_by=creator,
            created_at=now,
        )
        Seat.objects.bulk_create(
            Seat(
                match=match,
                index=index,
                user=creator if spec.kind == "me" else person if spec.kind == "bot" else None,
                invited=person if spec.kind == "player" else None,
            )
            for index, (spec, person) in enumerate(zip(seats, people, strict=True))
        )
        check_still_here(creator)
        match_start_if_full(match, now=now)
        if opening:
            match = _opened(match, opening, now)
        if match.status == Match.Status.OPEN:
            offer_file(match_read(match.pk), at=now, now=now)
        events.changed_on_commit(match, people=[person for person in people if person])
    return match


def _opened(match: Match, opening: Sequence[str], now: datetime) -> Match:
    """The match that has just started, with these moves in its record."""
    match = match_read(match.pk)
    check_active(match)
    state = match.load_position()
    try:
        for text in opening:
            state = match.rules.play(state, text)
    except RulesError as error:
        raise BadMove(error) from error
    entries = [records.Entry(text, 0) for text in opening]
    return match_advance(match, entries=entries, state=state, now=now)


def check_open_limit(creator: User) -> None:
    """Raise `BadTable` if too many matches of `creator` wait for players already."""
    mine_open = Match.objects.filter(created_by=creator, status=Match.Status.OPEN)
    if mine_open.count() >= OPEN_LIMIT:
        raise BadTable(
            gettext_noop("You have {limit} games that wait for players. Let some of them start."),
            limit=str(OPEN_LIMIT),
        )


def _find(spec: SeatSpec) -> User:
    """The account a seat is meant for; raises `UnknownPlayer`."""
    found = user_by_name(spec.name)
    if (
        found is None
        or not found.is_active
        or found.is_guest
        or found.is_bot != (spec.kind == "bot")
    ):
        raise UnknownPlayer(name=spec.name)
    return found


def match_start_if_full(match: Match, *, now: datetime) -> None:
    """Start the match when every seat is taken. Inside the transaction that took the last one."""
    seats = list(match.seats.select_related("user").order_by("index"))
    if any(seat.user is None for seat in seats):
        return
    state = match.rules.initial()
    if any(seat.user is not None and seat.user.is_guest for seat in seats):
        match.rated = False
    match.status = Match.Status.ACTIVE
    match.position = match.rules.dump(state)
    match.started_at = match.last_at = now
    for seat in seats:
        seat.bank = match.control.first()
    Seat.objects.bulk_update(seats, ["bank"])
    for name, value in turns.turn_values(match, seats[state.to_move], now).items():
        setattr(match, name, value)
    match.version += 1
    match.save()
