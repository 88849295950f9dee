"""Playing again."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts import blocks
from accounts.models import User
from games import errors
from games.errors import PlayError
from games.models import Match
from games.services.create import OPEN_LIMIT
from games.services.ending import match_abort
from games.services.join import match_cancel, match_decline, match_join, offers_expire
from games.services.leave import match_resign
from games.services.rematch import match_rematch
from tests.factories import bot, fingerprint, guest, match_of, person

pytestmark = pytest.mark.django_db

START = datetime(2026, 5, 4, 12, tzinfo=UTC)


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def over(*players: User, **terms: Any) -> Match:
    """A match that the first seat has resigned (and all others but the last)."""
    match = match_of(*players, **terms)
    for user in players[:-1]:
        match = match_resign(match_id=match.pk, user_id=user.pk)
    return Match.objects.get(pk=match.pk)


def ask(match: Match, user: User) -> Match:
    match_rematch(match_id=match.pk, user=user)
    return Match.objects.get(rematch_of=match)


def refused(match: Match, error: type[PlayError], call: Callable[[], Any]) -> None:
    """The call raises exactly this; nothing has changed, and there is no match more."""
    before, matches = fingerprint(match), Match.objects.count()
    with pytest.raises(PlayError) as caught:
        call()
    assert type(caught.value) is error
    assert (fingerprint(match), Match.objects.count()) == (before, matches)


def test_the_same_terms_and_the_seats_moved_on() -> None:
    ann, ben, cec = person(), person(), person()
    match = over(
        ann, ben, cec, game="dots-and-boxes", clock="5d+1d/10d", weekend="Europe/Paris",
        vacations=False, rows="5", misere="true",
    )  # fmt: skip
    again = ask(match, ben)
    for term in ("game", "options", "size", "clock", "weekend", "vacations", "rated"):
        assert getattr(again, term) == getattr(match, term)
    assert (again.status, again.listed, again.created_by) == (Match.Status.OPEN, False, ben)
    assert [seat.user for seat in again.seat_rows] == [ben, None, None]
    assert [seat.invited for seat in again.seat_rows] == [None, cec, ann]
    assert ask(match, ann).status == Match.Status.OPEN
    again = ask(match, cec)
    assert again.status == Match.Status.ACTIVE
    assert [seat.user for seat in again.seat_rows] == [ben, cec, ann]
    assert again.mover == ben
    assert Match.objects.filter(rematch_of=match).count() == 1


def test_offers_that_cross_are_an_agreement() -> None:
    ann, ben = person(), person()
    match = over(ann, ben)
    first = ask(match, ann)
    second = ask(match, ben)
    assert (first.pk, second.status) == (second.pk, Match.Status.ACTIVE)


def test_asking_again_gives_what_is_there() -> None:
    ann, ben = person(), person()
    match = over(ann, ben)
    again = ask(match, ann)
    before = fingerprint(again)
    assert match_rematch(match_id=match.pk, user=ann) == again
    assert fingerprint(again) == before
    ask(match, ben)
    for user in (ann, ben):
        assert match_rematch(match_id=match.pk, user=user) == again
    assert Match.objects.count() == 2


def test_bots_accept_at_once() -> None:
    ann, pip = person(), bot()
    match = match_of(ann, pip)
    match = match_resign(match_id=match.pk, user_id=ann.pk)
    again = ask(match, ann)
    assert again.status == Match.Status.ACTIVE
    assert [seat.user for seat in again.seat_rows] == [pip, ann]
    assert again.mover == pip


def test_a_rematch_of_a_rematch() -> None:
    ann, ben = person(), person()
    match = over(ann, ben)
    again = ask(match, ann)
    ask(match, ben)
    match_resign(match_id=again.pk, user_id=ann.pk)
    third = ask(again, ann)
    assert [seat.invited or seat.user for seat in third.seat_rows] == [ann, ben]


def test_after_a_refusal_nobody_asks_again() -> None:
    ann, ben = person(), person()
    match = over(ann, ben)
    again = ask(match, ann)
    match_decline(match_id=again.pk, user=ben)
    for user in (ann, ben):
        refused(match, errors.NoRematch, lambda user=user: ask(match, user))
    page = signed_in(ann).get(match.get_absolute_url()).text
    assert "The rematch was called off." in page
    taken = over(ann, ben)
    match_cancel(match_id=ask(taken, ann).pk, user=ann)
    refused(taken, errors.NoRematch, lambda: ask(taken, ann))
    old = over(ann, ben, now=START)
    match_rematch(match_id=old.pk, user=ann, now=START)
    offers_expire(now=START + timedelta(days=31))
    refused(old, errors.NoRematch, lambda: ask(old, ben))


def test_who_may_not_ask_changes_nothing() -> None:
    ann, ben, stranger = person(), person(), person()
    running = match_of(ann, ben)
    refused(running, errors.NotOver, lambda: ask(running, ann))
    match_abort(match_id=running.pk, user_id=ann.pk)
    refused(running, errors.NoRematch, lambda: ask(running, ann))
    match = over(ann, ben)
    refused(match, errors.NotSeated, lambda: ask(match, stranger))
    blocks.block_add(user=ben, other=ann)
    refused(match, errors.NotAvailable, lambda: ask(match, ann))
    refused(match, errors.NotAvailable, lambda: ask(match, ben))


def test_a_block_that_came_after_the_offer_holds() -> None:
    ann, ben = person(), person()
    match = over(ann, ben)
    again = ask(match, ann)
    blocks.block_add(user=ben, other=ann)
    refused(again, errors.NotAvailable, lambda: match_rematch(match_id=match.pk, user=ben))


@pytest.mark.parametrize("gone", ["person", "bot"])
def test_nobody_asks_whom_has_left_the_site(gone: str) -> None:
    ann = person()
    other = person() if gone == "person" else bot()
    match = over(ann, other)
    User.objects.filter(pk=other.pk).update(is_active=False)
    refused(match, errors.PartnerGone, lambda: ask(match, ann))
    assert "formaction" in signed_in(ann).get(match.get_absolute_url()).text


def test_too_many_games_that_wait() -> None:
    ann, ben = person(), person()
    match, other = over(ann, ben), over(ann, bot())
    Match.objects.bulk_create(
        Match(game="speckles", size=2, clock="3d", created_by=ann) for _ in range(OPEN_LIMIT)
    )
    refused(match, errors.BadTable, lambda: ask(match, ann))
    assert ask(other, ann).status == Match.Status.ACTIVE  # nobody is waited for
    ask(match, ben)
    assert ask(match, ann).status == Match.Status.ACTIVE  # accepting needs no room


def test_guests_play_again_unrated() -> None:
    host, visitor = person(), guest()
    match = match_of(host, bot(), rated=False)
    match = match_resign(match_id=match.pk, user_id=host.pk)
    from games.services.create import SeatSpec, match_create

    match = match_create(
        creator=host,
        game="speckles",
        options={},
        seats=[SeatSpec("me"), SeatSpec("link")],
        clock="3d",
        rated=True,
    )
    match_join(match_id=match.pk, user=visitor)
    match = match_resign(match_id=match.pk, user_id=host.pk)
    assert ask(match, visitor).seat_rows[1].invited == host
    again = ask(match, host)
    assert (again.status, again.rated) == (Match.Status.ACTIVE, False)


def test_nobody_else_takes_the_seat() -> None:
    ann, ben, stranger = person(), person(), person()
    again = ask(over(ann, ben), ann)
    refused(again, errors.NoSeat, lambda: match_join(match_id=again.pk, user=stranger))
    assert again.code not in Client().get(reverse("lobby")).text


def test_the_pages_of_both() -> None:
    ann, ben = person("ann"), person("ben")
    match = over(ann, ben)
    ours, theirs = signed_in(ann), signed_in(ben)

    def button(client: Client) -> str:
        page = client.get(match.get_absolute_url()).text
        return page[: page.index("Rematch</button>")].rpartition("<button")[2]

    assert "hidden" not in button(ours)
    assert "hidden" not in button(theirs)
    assert "Rematch" not in Client().get(match.get_absolute_url()).text
    version = Match.objects.get(pk=match.pk).version
    answer = ours.post(reverse("match_rematch", args=[match.code]))
    again = Match.objects.get(rematch_of=match)
    assert answer["Location"] == again.get_absolute_url()
    assert Match.objects.get(pk=match.pk).version == version + 1  # the open page of ben looks again
    assert "hidden" in button(ours)
    assert "hidden" not in button(theirs)
    assert "You have asked for a rematch." in ours.get(match.get_absolute_url()).text
    assert "ann asks for a rematch." in theirs.get(match.get_absolute_url()).text
    assert "ann challenges you" in theirs.get("/").text
    answer = theirs.post(reverse("match_rematch", args=[match.code]), follow=True)
    assert answer.redirect_chain[0][0] == again.get_absolute_url()
    assert "The rematch has begun." in ours.get(match.get_absolute_url()).text


def test_the_json_door() -> None:
    ann, ben = person("ann"), person("ben")
    match = over(ann, ben)
    url = reverse("api:rematch", args=[match.code])
    assert Client().post(url).status_code in (401, 403)
    answer = signed_in(person()).post(url)
    assert (answer.status_code, answer.json()["error"]) == (403, "not_seated")
    answer = signed_in(ann).post(url)
    assert (answer.status_code, answer.json()["status"]) == (200, "open")
    assert answer.json()["id"] != match.code
    seen = signed_in(ben).get(reverse("api:match", args=[match.code])).json()
    assert seen["rematch"]["asked"] is True
    assert seen["can"]["rematch"] is True
    answer = signed_in(ben).post(url)
    assert (answer.status_code, answer.json()["status"]) == (200, "active")
