"""Following a match of others: on the home page until it ends, and nobody else's business."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.errors import MatchOver, NotStarted, PlayError, PlaysHere, TooManyFollowed
from games.models import Follow, Match
from games.selectors import followed_by
from games.services.create import SeatSpec, match_create
from games.services.farewell import person_leave
from games.services.follow import match_follow, match_unfollow
from games.services.leave import match_resign
from tests.factories import guest, match_of, person, play

pytestmark = pytest.mark.django_db

HEADING = "Games you follow"


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def button(page: str, words: str) -> str:
    return page[: page.index(f">{words}</button>")].rpartition("<button")[2]


def test_a_followed_match_is_on_the_home_page_until_it_ends() -> None:
    ann, ben, fan = person("annika"), person("benny"), person()
    match = play(match_of(ann, ben), "Rd4")
    client = signed_in(fan)
    assert HEADING not in client.get(reverse("home")).content.decode()
    page = client.get(match.get_absolute_url()).content.decode()
    assert "hidden" not in button(page, "Follow")
    assert "hidden" in button(page, "No longer follow")
    answer = client.post(reverse("match_follow", args=[match.code]), follow=True)
    page = answer.content.decode()
    assert "You find this game on your home page until it ends." in page
    assert "hidden" in button(page, "Follow")
    home = client.get(reverse("home")).content.decode()
    assert HEADING in home
    assert "benny to move" in home
    assert f'href="{match.get_absolute_url()}"' in home
    match_resign(match_id=match.pk, user_id=ben.pk)
    assert HEADING not in client.get(reverse("home")).content.decode()


def test_following_twice_is_following_once_and_it_can_be_ended() -> None:
    fan, match = person(), match_of(person(), person())
    client = signed_in(fan)
    for _ in range(2):
        client.post(reverse("match_follow", args=[match.code]))
    assert Follow.objects.count() == 1
    for _ in range(2):
        client.post(reverse("match_unfollow", args=[match.code]))
    assert not Follow.objects.exists()


def test_nobody_else_learns_of_it() -> None:
    ann, ben, fan = person(), person(), person("fanny")
    match = match_of(ann, ben)
    match_follow(match_id=match.pk, user=fan)
    for client in (signed_in(ann), signed_in(person()), Client()):
        snapshot = client.get(reverse("api:match", args=[match.code])).json()
        assert snapshot["following"] is False
        assert "fanny" not in client.get(match.get_absolute_url()).content.decode()
    own = signed_in(fan).get(reverse("api:match", args=[match.code])).json()
    assert own["following"] is True


def test_visitors_are_asked_to_sign_in_and_come_back_and_guests_may() -> None:
    match = match_of(person(), person())
    answer = Client().post(reverse("match_follow", args=[match.code]))
    assert answer.status_code == 302
    assert answer["Location"].endswith(f"?next={match.get_absolute_url()}")
    assert not Follow.objects.exists()
    visitor = guest()
    match_follow(match_id=match.pk, user=visitor)
    assert list(followed_by(visitor)) == [match]


def test_what_cannot_be_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    ann, ben, fan = person(), person(), person()

    def refused(match: Match, user: User, error: type[PlayError]) -> None:
        before = list(Follow.objects.values())
        with pytest.raises(error):
            match_follow(match_id=match.pk, user=user)
        assert list(Follow.objects.values()) == before

    running = match_of(ann, ben)
    refused(running, ann, PlaysHere)
    waiting = match_create(
        creator=ann,
        game="speckles",
        options={},
        seats=[SeatSpec("me"), SeatSpec("anyone")],
        clock="3d",
        rated=True,
    )
    refused(waiting, fan, NotStarted)
    monkeypatch.setattr("games.services.follow.MOST", 1)
    match_follow(match_id=running.pk, user=fan)
    match_follow(match_id=running.pk, user=fan)
    refused(match_of(ann, ben), fan, TooManyFollowed)
    over = match_of(ann, ben)
    match_resign(match_id=over.pk, user_id=ann.pk)
    refused(over, fan, MatchOver)
    match_unfollow(match_id=over.pk, user=fan)


def test_who_leaves_the_site_follows_nothing() -> None:
    fan, match = person(), match_of(person(), person())
    match_follow(match_id=match.pk, user=fan)
    person_leave(user=fan, password="correct horse")
    assert not Follow.objects.exists()


def test_only_posting_changes_anything() -> None:
    match = match_of(person(), person())
    client = signed_in(person())
    for name in ("match_follow", "match_unfollow"):
        assert client.get(reverse(name, args=[match.code])).status_code == 405
        assert client.post(reverse(name, args=["nosuchcode"])).status_code == 404
