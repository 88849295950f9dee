"""The whole service as a state machine: any calls in any order, by anybody, at any time.

Hypothesis plays people who create, join, move, plan, resign, offer and answer, end what is decided,
play again, go on vacation, wait and call everything twice, and a mail server that fails, on a clock
of its own. Whatever it does, the promises below hold after every step.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import nullcontext, suppress
from datetime import UTC, datetime, timedelta
from functools import partial
from random import Random
from typing import Any
from unittest.mock import patch

import pytest
from django.core import mail
from django.core.mail import EmailMultiAlternatives
from django.db import transaction
from django.db.models import Count
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from accounts.errors import AccountError
from accounts.models import User, Vacation
from accounts.vacations import vacation_begin, vacation_end, vacation_plan
from games import clocks, offers, records
from games.errors import PlayError
from games.models import Letter, Match, Notice, Study
from games.services.create import SeatSpec, match_create
from games.services.ending import match_abort, match_end
from games.services.join import match_cancel, match_decline, match_join, offers_expire, seat_leave
from games.services.leave import match_resign
from games.services.letters import GAPS, OLDEST, SETTLE, last_letter, turns_write, unsent_send
from games.services.mails import TURN
from games.services.notices import warnings_write
from games.services.offers import (
    day_give,
    offer_accept,
    offer_decline,
    offer_make,
    offer_withdraw,
)
from games.services.plans import plan_add
from games.services.play import match_play
from games.services.rematch import match_rematch
from games.services.timeouts import match_flag, overdue_flag
from games.services.turns import deadline_values
from ratings import elo
from ratings.models import Change, Rating
from tests.factories import fingerprint, person

pytestmark = pytest.mark.django_db

START = datetime(2026, 10, 22, 12, tzinfo=UTC)  # clocks go back in Europe three days later
PEOPLE = 4
GAMES = {
    "speckles": ({}, 3),
    "dots-and-boxes": ({"rows": "2", "columns": "2"}, 4),
    "tink": ({}, 2),
    "quabble": ({}, 2),
}
CLOCKS = ("1d", "3d", "2d+12h/4d", "none")
numbers = st.integers(0, 2**16)


class Service(RuleBasedStateMachine):
    """Everything happens in one transaction that is rolled back at the end of the example."""

    def __init__(self) -> None:
        super().__init__()
        self.block = transaction.atomic()
        self.block.__enter__()
        self.people = [
            person(
                f"somebody{letter}",
                auto_vacation=letter in "ab",
                play_forced=letter in "bc",
                turn_mail=mails,
            )
            for letter, mails in zip("abcd", User.TurnMail, strict=True)
        ]
        mail.outbox.clear()
        self.now = START
        self.matches: list[int] = []
        self.before: dict[int, dict[str, Any]] = {}
        self.given: set[int] = set()  # matches in which somebody has given a day
        self.last: Callable[[], Any] | None = None

    def teardown(self) -> None:
        transaction.set_rollback(True)
        self.block.__exit__(None, None, None)

    # --- helpers ------------------------------------------------------------------------------

    def match(self, number: int) -> Match:
        return Match.objects.get(pk=self.matches[number % len(self.matches)])

    def who(self, number: int) -> User:
        return User.objects.get(pk=self.people[number % PEOPLE].pk)

    def player(self, match: Match, number: int) -> User:
        """Somebody of this match, or for some numbers whoever."""
        users = [seat.user for seat in match.seat_rows if seat.user]
        return users[number % len(users)] if users and number % 5 else self.who(number)

    def attempt(self, match: Match | None, call: Callable[[], Any]) -> None:
        """A call may be refused; then nothing has changed, unless time had run out anyway."""
        stored = fingerprint(match) if match else None
        self.last = call
        try:
            call()
        except PlayError:
            if match is None:
                return
            if match.deadline is not None and match.deadline <= self.now:
                # Whoever comes finds the turn over, or saved by a day of vacation.
                flagged = fingerprint(match)
                match_flag(match_id=match.pk, now=self.now)
                assert flagged in (stored, fingerprint(match))
            else:
                assert fingerprint(match) == stored

    # --- what people do -----------------------------------------------------------------------

    @precondition(lambda self: len(self.matches) < 4)
    @rule(
        who=numbers,
        game=st.sampled_from(sorted(GAMES)),
        fill=st.lists(st.sampled_from(["anyone", "player"]), min_size=1, max_size=3),
        clock=st.sampled_from(CLOCKS),
        rated=st.booleans(),
        weekend=st.sampled_from(["", "Europe/Copenhagen", "Pacific/Apia"]),
        begun=st.sampled_from([True, True, False]),
    )
    def create(
        self,
        who: int,
        game: str,
        fill: list[Any],
        clock: str,
        rated: bool,
        weekend: str,
        begun: bool,
    ) -> None:
        options, most = GAMES[game]
        creator = self.who(who)
        others = [self.who(who + 1 + place) for place in range(PEOPLE - 1)]
        seats = [
            SeatSpec(kind, other.username if kind == "player" else "")
            for kind, other in zip(fill, others, strict=False)
        ][: most - 1]
        match = match_create(
            creator=creator,
            game=game,
            options=options,
            seats=[SeatSpec("me"), *seats],
            clock=clock,
            rated=rated,
            weekend=weekend,
            now=self.now,
        )
        self.matches.append(match.pk)
        if begun:
            for user in others[: len(seats)]:
                match_join(match_id=match.pk, user=user, now=self.now)

    @precondition(lambda self: self.matches)
    @rule(number=numbers, who=numbers)
    def join(self, number: int, who: int) -> None:
        match, user = self.match(number), self.who(who)
        now = self.now
        self.attempt(match, lambda: match_join(match_id=match.pk, user=user, now=now))

    @precondition(lambda self: self.matches)
    @rule(
        number=numbers, who=numbers, how=st.sampled_from([match_cancel, match_decline, seat_leave])
    )
    def do_not_start(self, number: int, who: int, how: Any) -> None:
        match, user = self.match(number), self.who(who)
        self.attempt(match, lambda: how(match_id=match.pk, user=user))

    @precondition(lambda self: self.matches)
    @rule(
        number=numbers, choice=numbers, key=st.booleans(), plies=st.sampled_from([1, 1, 2, 5, 12])
    )
    def move(self, number: int, choice: int, key: bool, plies: int) -> None:
        """Legal moves of whoever is to move; with a key a repetition is no second move."""
        self.play_on(number, Random(choice), plies, "once" if key else "")

    def play_on(
        self, number: int, rng: Random, plies: int, key: str = "", *, decide: bool = False
    ) -> None:
        """So many random moves, or only until the game is decided."""
        for _ in range(plies):
            match = self.match(number)
            if match.status != Match.Status.ACTIVE:
                return
            state = match.load_position()
            if decide and match.rules.decided(state) is not None:
                return
            text = match.rules.format_move(match.rules.random_move(state, rng))
            assert match.mover_id is not None
            self.attempt(
                match,
                partial(
                    match_play,
                    match_id=match.pk,
                    user_id=match.mover_id,
                    ply=match.ply,
                    moves=[text],
                    key=key,
                    now=self.now,
                ),
            )

    @precondition(lambda self: self.matches)
    @rule(number=numbers, who=numbers, ply=st.integers(0, 12), text=st.text(max_size=8))
    def move_nonsense(self, number: int, who: int, ply: int, text: str) -> None:
        match, user, now = self.match(number), self.who(who), self.now
        self.attempt(
            match,
            lambda: match_play(match_id=match.pk, user_id=user.pk, ply=ply, moves=[text], now=now),
        )

    @precondition(lambda self: self.matches)
    @rule(number=numbers, who=numbers)
    def resign(self, number: int, who: int) -> None:
        match, user, now = self.match(number), self.who(who), self.now
        self.attempt(match, lambda: match_resign(match_id=match.pk, user_id=user.pk, now=now))

    @precondition(lambda self: self.matches)
    @rule(number=numbers, who=numbers)
    def abort(self, number: int, who: int) -> None:
        match, user, now = self.match(number), self.who(who), self.now
        self.attempt(match, lambda: match_abort(match_id=match.pk, user_id=user.pk, now=now))

    @precondition(lambda self: self.matches)
    @rule(number=numbers, who=numbers, rush=st.booleans())
    def end(self, number: int, who: int, rush: bool) -> None:
        """Four boxes are shared out by the third at the latest, before the last line is drawn."""
        boxes = Match.objects.filter(
            pk__in=self.matches, game="dots-and-boxes", status=Match.Status.ACTIVE
        ).first()
        if rush and boxes:
            number = self.matches.index(boxes.pk)
            self.play_on(number, Random(who), 12, decide=True)
        match, now = self.match(number), self.now
        user = self.player(match, who)
        self.attempt(match, lambda: match_end(match_id=match.pk, user_id=user.pk, now=now))

    @precondition(lambda self: self.matches and len(self.matches) < 6)
    @rule(number=numbers, who=numbers)
    def play_again(self, number: int, who: int) -> None:
        match, now = self.match(number), self.now
        user = self.player(match, who)
        self.attempt(match, lambda: match_rematch(match_id=match.pk, user=user, now=now))
        again = Match.objects.filter(rematch_of=match).values_list("pk", flat=True)
        self.matches += [pk for pk in again if pk not in self.matches]

    @precondition(lambda self: self.matches)
    @rule(
        number=numbers,
        who=numbers,
        kind=st.sampled_from(sorted(offers.KINDS)),
        days=st.integers(0, 15),
        late=st.integers(0, 2),
    )
    def offer(self, number: int, who: int, kind: str, days: int, late: int) -> None:
        match, user, now = self.match(number), self.who(who), self.now
        ply = max(0, match.ply - late)
        self.attempt(
            match,
            lambda: offer_make(
                match_id=match.pk, user_id=user.pk, kind=kind, ply=ply, days=days, now=now
            ),
        )

    @precondition(lambda self: self.matches)
    @rule(
        number=numbers,
        who=numbers,
        kind=st.sampled_from(sorted(offers.KINDS)),
        answer=st.sampled_from([offer_accept, offer_accept, offer_decline, offer_withdraw]),
        late=st.integers(0, 1),
    )
    def answer(self, number: int, who: int, kind: str, answer: Any, late: int) -> None:
        """To whatever is on the table, or was a moment ago."""
        match, user, now = self.match(number), self.who(who), self.now
        ply, version = max(0, match.ply - late), match.version
        self.attempt(
            match,
            lambda: answer(
                match_id=match.pk, user_id=user.pk, kind=kind, ply=ply, version=version, now=now
            ),
        )

    @precondition(lambda self: self.matches)
    @rule(number=numbers, who=numbers)
    def give(self, number: int, who: int) -> None:
        match, user, now = self.match(number), self.who(who), self.now
        self.given.add(match.pk)
        self.attempt(
            match,
            lambda: day_give(match_id=match.pk, user_id=user.pk, ply=match.ply, now=now),
        )

    @rule(who=numbers, days=st.integers(0, 12))
    def go_away(self, who: int, days: int) -> None:
        user, now = self.who(who), self.now
        with suppress(AccountError):
            vacation_begin(user=user, days=days, now=now)

    @rule(who=numbers, wait=st.integers(-1, 20), days=st.integers(-1, 9))
    def plan_to_go_away(self, who: int, wait: int, days: int) -> None:
        user, now = self.who(who), self.now
        first = (now + timedelta(days=wait)).date()
        with suppress(AccountError):
            vacation_plan(user=user, first=first, last=first + timedelta(days=days), now=now)

    @rule(which=numbers)
    def come_back(self, which: int) -> None:
        rows = list(Vacation.objects.order_by("pk"))
        if rows:
            row = rows[which % len(rows)]
            with suppress(AccountError):
                vacation_end(user=row.user, pk=row.pk, now=self.now)

    @precondition(lambda self: self.matches)
    @rule(number=numbers, who=numbers, seed=numbers, length=st.integers(1, 6))
    def plan(self, number: int, who: int, seed: int, length: int) -> None:
        """Conditional moves: a random line from the present position."""
        match, user = self.match(number), self.who(who)
        if not match.position:
            return
        state, rng, line = match.load_position(), Random(seed), []
        while len(line) < length and state.to_move >= 0:
            move = match.rules.random_move(state, rng)
            line.append(match.rules.format_move(move))
            state = match.rules.apply(state, move)
        study = Study.objects.filter(match=match, user=user).first()
        version = study.version if study else 0
        ply = match.ply
        self.attempt(
            match,
            lambda: plan_add(
                match_id=match.pk, user_id=user.pk, version=version, ply=ply, moves=line
            ),
        )

    # --- what time and tasks do ---------------------------------------------------------------

    @rule(hours=st.integers(1, 80))
    def wait(self, hours: int) -> None:
        self.now += timedelta(hours=hours)

    @rule()
    def sweep(self) -> None:
        now = self.now
        self.last = lambda: overdue_flag(now=now)
        self.last()

    @rule()
    def expire(self) -> None:
        offers_expire(now=self.now)

    @rule(refused=st.booleans())
    def write(self, refused: bool) -> None:
        """The sweep of the letters, twice at once; the mail server may refuse them all."""
        now = self.now
        fails = patch.object(EmailMultiAlternatives, "send", side_effect=OSError("no mail today"))
        with fails if refused else nullcontext():
            for write in (turns_write, turns_write, warnings_write, warnings_write, unsent_send):
                write(now=now)
        for match in Match.objects.filter(
            status=Match.Status.ACTIVE,
            turn_started_at__gt=now - OLDEST,
            turn_started_at__lte=now - SETTLE,
        ).select_related("mover"):
            mover = match.mover
            assert mover is not None
            if mover.turn_mail == User.TurnMail.OFF:
                continue
            told = Notice.objects.filter(
                match=match, user=mover, kind=TURN, at=match.turn_started_at
            )
            _, sent = last_letter(mover, TURN)
            gap = GAPS[User.TurnMail(mover.turn_mail)]
            assert told.exists() or (sent is not None and now - sent < gap)

    @precondition(lambda self: self.matches)
    @rule(number=numbers)
    def look(self, number: int) -> None:
        match_flag(match_id=self.match(number).pk, now=self.now)

    @precondition(lambda self: self.last)
    @rule()
    def again(self) -> None:
        """A retry of the last call, as by a lost answer or a task that runs twice."""
        assert self.last is not None
        # A match that is due may be ended by whoever comes.
        others = Match.objects.exclude(deadline__lte=self.now).values_list("pk", "ply")
        plies = dict(others)
        try:
            self.last()
        except PlayError:
            assert dict(Match.objects.filter(pk__in=plies).values_list("pk", "ply")) == plies

    # --- the promises -------------------------------------------------------------------------

    @invariant()
    def promises_are_kept(self) -> None:
        for pk in self.matches:
            match = Match.objects.prefetch_related("seats__user").get(pk=pk)
            before = self.before.get(pk)
            self.record_is_true(match)
            if before is not None:
                self.nothing_goes_back(match, before)
            if match.status == Match.Status.ACTIVE:
                self.somebody_is_to_move(match)
            else:
                assert match.deadline is None
            self.rated_once(match)
            self.before[pk] = fingerprint(match)
        assert len(mail.outbox) <= Letter.objects.exclude(sent_at=None).count()
        about = Notice.objects.values("user", "match", "kind", "at").annotate(times=Count("pk"))
        assert not about.filter(times__gt=1)
        assert not Letter.objects.filter(user__turn_mail=User.TurnMail.OFF, kind=TURN)
        for rating in Rating.objects.all():
            changes = Change.objects.filter(user=rating.user, ladder=rating.ladder).order_by("pk")
            assert rating.games == len(changes)
            total = elo.START + sum(change.after - change.before for change in changes)
            assert rating.elo == pytest.approx(total)

    def record_is_true(self, match: Match) -> None:
        assert len(match.entries) == match.ply
        if match.position:
            state = records.replay(match.rules, match.record)[-1]
            assert match.rules.dump(state) == match.position

    def nothing_goes_back(self, match: Match, before: dict[str, Any]) -> None:
        earlier = before["match"]
        assert match.record.startswith(earlier["record"])
        assert match.ply >= earlier["ply"]
        assert match.version >= earlier["version"]
        if fingerprint(match)["match"] != earlier:
            assert match.version > earlier["version"]
        if earlier["status"] in (Match.Status.FINISHED, Match.Status.CANCELLED):
            now = fingerprint(match)
            # What comes after it, a rematch, is told to those who look at the page.
            later = {"version": now["match"]["version"]}
            assert (now["match"], now["seats"]) == (earlier | later, before["seats"])

    def somebody_is_to_move(self, match: Match) -> None:
        assert match.to_move == match.load_position().to_move
        seat = match.seat_rows[match.to_move]
        assert match.mover_id == seat.user_id
        assert seat.out == ""
        if match.clock == clocks.NONE:
            assert match.deadline is None
        else:
            # The column says what the clock says, whatever has happened since it was written.
            assert match.deadline == deadline_values(match)["deadline"]
            assert match.turn_left is not None
            assert match.turn_left > timedelta(0)
            if match.pk not in self.given:
                cap = max(match.control.cap, match.control.base)
                assert match.turn_left <= cap
                assert all(row.bank is not None and row.bank <= cap for row in match.seat_rows)

    def rated_once(self, match: Match) -> None:
        changes = Change.objects.filter(match=match).values_list("user", flat=True)
        if match.status == Match.Status.FINISHED and match.rated:
            assert sorted(changes) == sorted(row.user_id or 0 for row in match.seat_rows)
        else:
            assert not changes
        if match.status == Match.Status.FINISHED:
            places = [row.place for row in match.seat_rows]
            assert all(place is not None and 1 <= place <= match.size for place in places)
            assert 1 in places


def test_whatever_happens_the_promises_hold() -> None:
    deep = os.environ.get("PLYPOST_DEEP") == "1"
    run_state_machine_as_test(
        Service,
        settings=settings(
            max_examples=200 if deep else 15,
            stateful_step_count=80 if deep else 40,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
