"""A block binds at every door to a new match, in both directions; running matches go on."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from accounts import blocks
from accounts.errors import BadChoice
from accounts.models import Block, User
from games.errors import NotAvailable
from games.models import Match
from games.selectors import open_matches
from games.services.blocks import person_block
from games.services.create import SeatKind, SeatSpec, match_create
from games.services.join import match_join
from tests.factories import bot, fingerprint, match_of, person, play

pytestmark = pytest.mark.django_db

BOTH_WAYS = pytest.mark.parametrize("blocker", [0, 1])


def offer(creator: User, *kinds: tuple[SeatKind, str]) -> Match:
    return match_create(
        creator=creator,
        game="speckles",
        options={},
        seats=[SeatSpec("me"), *(SeatSpec(kind, name) for kind, name in kinds)],
        clock="3d",
        rated=True,
    )


def pair(blocker: int) -> tuple[User, User]:
    ann, ben = person(), person()
    two = (ann, ben)
    person_block(user=two[blocker], other=two[1 - blocker])
    return two


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


@BOTH_WAYS
def test_no_challenge(blocker: int) -> None:
    ann, ben = pair(blocker)
    with pytest.raises(NotAvailable) as refused:
        offer(ann, ("player", ben.username))
    assert Match.objects.count() == 0
    assert ("blocked" in str(refused.value)) == (blocker == 0)


@BOTH_WAYS
@pytest.mark.parametrize("kind", ["anyone", "link"])
def test_no_joining(blocker: int, kind: SeatKind) -> None:
    ann, ben = pair(blocker)
    match = offer(ann, (kind, ""))
    before = fingerprint(match)
    with pytest.raises(NotAvailable) as refused:
        match_join(match_id=match.pk, user=ben)
    assert fingerprint(match) == before
    assert ("blocked" in str(refused.value)) == (blocker == 1)
    client = signed_in(ben)
    assert client.post(reverse("match_join", args=[match.code])).status_code == 302
    assert fingerprint(match) == before
    page = client.get(match.get_absolute_url()).content.decode()
    assert reverse("match_join", args=[match.code]) not in page


@BOTH_WAYS
def test_no_meeting_at_a_third_players_table(blocker: int) -> None:
    ann, ben = pair(blocker)
    match = offer(person(), ("anyone", ""), ("anyone", ""))
    match_join(match_id=match.pk, user=ann)
    with pytest.raises(NotAvailable):
        match_join(match_id=match.pk, user=ben)
    assert not open_matches(ben)
    assert list(open_matches(person())) == [match]


@BOTH_WAYS
def test_neither_sees_the_others_offer_in_the_lobby(blocker: int) -> None:
    ann, ben = pair(blocker)
    match = offer(ann, ("anyone", ""))
    assert list(open_matches(ben)) == []
    assert list(open_matches(person())) == [match]
    assert match.code not in signed_in(ben).get(reverse("lobby")).content.decode()


@BOTH_WAYS
def test_a_block_calls_off_invitations_between_the_two_only(blocker: int) -> None:
    ann, ben, cat = person(), person(), person()
    between, other = offer(ann, ("player", ben.username)), offer(ann, ("player", cat.username))
    two = (ann, ben)
    person_block(user=two[blocker], other=two[1 - blocker])
    assert Match.objects.get(pk=between.pk).status == Match.Status.CANCELLED
    assert Match.objects.get(pk=other.pk).status == Match.Status.OPEN


def test_a_running_match_goes_on() -> None:
    ann, ben = person(), person()
    match = match_of(ann, ben)
    person_block(user=ann, other=ben)
    assert play(match, "Ra1", "Yb1").ply == 2


def test_the_profile_blocks_and_unblocks_and_the_settings_list() -> None:
    ann, ben = person(), person()
    client = signed_in(ann)
    profile = reverse("profile", args=[ben.username])
    block, unblock = (reverse(name, args=[ben.username]) for name in ("block", "unblock"))
    assert block in client.get(profile).content.decode()
    assert client.get(block).status_code == 405
    assert client.post(block).status_code == 302
    assert client.post(block).status_code == 302  # a double tap
    assert Block.objects.count() == 1
    page = client.get(profile).content.decode()
    assert unblock in page
    assert "?player=" not in page
    assert unblock in client.get(reverse("accounts:settings")).content.decode()
    answer = client.post(unblock, {"back": "settings"})
    assert answer["Location"] == reverse("accounts:settings") + "#blocked"
    assert Block.objects.count() == 0


def test_the_blocked_one_is_not_told_by_the_profile() -> None:
    ann, ben = pair(0)
    page = signed_in(ben).get(reverse("profile", args=[ann.username])).content.decode()
    assert "?player=" in page
    assert reverse("block", args=[ann.username]) in page


@pytest.mark.parametrize("whom", [lambda ann: ann, lambda ann: bot()])
def test_neither_oneself_nor_a_bot(whom: Callable[[User], User]) -> None:
    ann = person()
    with pytest.raises(BadChoice):
        person_block(user=ann, other=whom(ann))
    assert Block.objects.count() == 0


def test_a_list_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blocks, "MOST", 1)
    ann = person()
    person_block(user=ann, other=person())
    with pytest.raises(BadChoice):
        person_block(user=ann, other=person())
    assert Block.objects.count() == 1


def test_visitors_can_block_nobody() -> None:
    ann = person()
    answer = Client().post(reverse("block", args=[ann.username]))
    assert answer["Location"].startswith(reverse("accounts:login"))
    assert Block.objects.count() == 0
    assert "/block/" not in Client().get(reverse("profile", args=[ann.username])).content.decode()
