"""Taking one's data along, and deleting the account without harm to the games of others."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from accounts import blocks
from accounts.errors import BadChoice, BadPassword, NameNotAllowed
from accounts.models import User
from accounts.services import name_check, user_check
from games.errors import UnknownPlayer
from games.models import Match, Study
from games.services.create import SeatSpec, match_create
from games.services.farewell import person_leave
from games.services.join import match_join
from ratings.models import Change
from tests.factories import WIN_FOR_RED, fingerprint, guest, match_of, person, play

pytestmark = pytest.mark.django_db

PASSWORD = "correct horse"


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def offer(creator: User, *seats: SeatSpec) -> Match:
    return match_create(
        creator=creator,
        game="speckles",
        options={},
        seats=[SeatSpec("me"), *seats],
        clock="3d",
        rated=True,
    )


def test_everything_ends_and_the_records_stay() -> None:
    ann, ben, cec = person("annika"), person("benny"), person("cecil")
    won = play(match_of(ann, ben), *WIN_FOR_RED)
    two = play(match_of(ben, ann), "Rd4")
    three = match_of(ann, ben, cec)
    mine = offer(ann, SeatSpec("anyone"))
    invited = offer(ben, SeatSpec("player", ann.username))
    joined = offer(cec, SeatSpec("anyone"), SeatSpec("anyone"))
    match_join(match_id=joined.pk, user=ann)
    Study.objects.create(match=two, user=ann, lines=[{"ply": 1, "moves": ["Ye5"]}])
    blocks.block_add(user=ann, other=person())
    before = won.record

    person_leave(user=ann, password=PASSWORD)

    def status(match: Match) -> str:
        match.refresh_from_db()
        return match.status

    assert (status(two), two.reason) == ("finished", "last_left")
    assert [seat.place for seat in two.seats.order_by("index")] == [1, 2]
    assert (status(three), three.mover) == ("active", ben)
    assert (status(mine), status(invited), status(joined)) == ("cancelled", "cancelled", "open")
    assert not joined.seats.filter(user=ann).exists()
    assert not Study.objects.exists()
    assert Change.objects.filter(user=ann).count() == 2  # rated as any resignation
    assert status(won) == "finished"
    assert won.record == before
    ann.refresh_from_db()
    assert (ann.username, ann.email, ann.is_active) == (f"deleted-{ann.pk}", "", False)
    assert not ann.blocks.exists()
    # Once more changes nothing.
    state = [fingerprint(match) for match in (two, three, won)]
    with pytest.raises(BadPassword):
        person_leave(user=ann, password=PASSWORD)
    assert [fingerprint(match) for match in (two, three, won)] == state


def test_every_page_of_the_others_still_works() -> None:
    ann, ben, cec = person("annika"), person("benny"), person("cecil")
    two = play(match_of(ben, ann), "Rd4")
    three = play(match_of(ann, ben, cec), "Rd4")
    person_leave(user=ann, password=PASSWORD)
    client = signed_in(ben)
    for url in (
        reverse("home"),
        reverse("lobby"),
        two.get_absolute_url(),
        three.get_absolute_url(),
        reverse("api:match", args=[two.code]),
        reverse("match_record", args=[two.code]),
        reverse("profile", args=["benny"]),
        reverse("ladder", args=["speckles"]),
    ):
        answer = client.get(url)
        assert answer.status_code == 200, url
        assert "annika" not in answer.content.decode(), url
    assert client.get(reverse("profile", args=["annika"])).status_code == 404
    assert client.get(reverse("profile", args=[f"deleted-{ann.pk}"])).status_code == 404


def test_nobody_can_play_as_with_or_like_somebody_who_left() -> None:
    ann, ben = person("annika"), person()
    client = signed_in(ann)
    person_leave(user=ann, password=PASSWORD)
    assert client.get(reverse("accounts:settings")).status_code == 302  # the session is over
    with pytest.raises(Exception, match="belong together"):
        user_check(login="annika", password=PASSWORD, address="::1")
    with pytest.raises(UnknownPlayer):
        offer(ben, SeatSpec("player", f"deleted-{ann.pk}"))
    with pytest.raises(NameNotAllowed):
        name_check(f"deleted-{ann.pk}")


def test_it_takes_the_password_and_a_second_thought() -> None:
    ann = person("annika")
    match = match_of(ann, person())
    client = signed_in(ann)
    page = client.get(reverse("account_leave"))
    assert "You still play in 1 game." in page.content.decode()
    before = fingerprint(match)
    answer = client.post(reverse("account_leave"), {"password": "wrong"})
    assert answer.status_code == 400
    assert "This is not your present password." in answer.content.decode()
    assert fingerprint(match) == before
    with pytest.raises(BadPassword):
        person_leave(user=ann, password="")
    assert User.objects.get(pk=ann.pk).username == "annika"
    answer = client.post(reverse("account_leave"), {"password": PASSWORD}, follow=True)
    assert "Your account is deleted." in answer.content.decode()
    assert not User.objects.get(pk=ann.pk).is_active


def test_guests_leave_without_a_password() -> None:
    visitor = guest()
    client = signed_in(visitor)
    assert 'name="password"' not in client.get(reverse("account_leave")).content.decode()
    client.post(reverse("account_leave"))
    assert not User.objects.get(pk=visitor.pk).is_active


def test_staff_cannot_delete_itself() -> None:
    boss = person(is_staff=True)
    with pytest.raises(BadChoice):
        person_leave(user=boss, password=PASSWORD)
    assert User.objects.get(pk=boss.pk).is_active


def test_the_export_has_what_is_stored_and_nothing_of_others() -> None:
    ann, ben = person("annika"), person("benny")
    play(match_of(ann, ben), *WIN_FOR_RED)
    other = match_of(ben, person())
    data = signed_in(ann).get(reverse("account_export")).json()
    assert data["account"]["email"] == ann.email
    assert [match["seats"] for match in data["matches"]] == [["annika", "benny"]]
    assert data["matches"][0]["record"].startswith("Ra1/")
    assert len(data["rating_changes"]) == 1
    assert ben.email not in str(data)
    assert other.code not in str(data)
    assert Client().get(reverse("account_export")).status_code == 302
