"""Visitors who play before they have a name."""

from __future__ import annotations

from datetime import timedelta
from urllib.parse import quote

import pytest
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils import timezone

from accounts import services, sessions
from accounts.errors import TooMany
from accounts.models import User
from games.models import Seat
from tests.factories import match_of, person


@pytest.mark.django_db
def test_guests_are_named_by_number_and_have_no_password() -> None:
    first, second = services.guest_create(), services.guest_create()
    assert first.username == f"Guest-{first.pk}"
    assert second.username == f"Guest-{second.pk}"
    assert (first.is_guest, first.is_person, first.has_usable_password()) == (True, False, False)
    assert first.name_key != second.name_key


@pytest.mark.django_db
def test_a_guest_who_joins_stays_signed_in_with_the_same_row(client: Client) -> None:
    visitor = services.guest_create()
    client.force_login(visitor)
    page = client.get(reverse("accounts:join")).content.decode()
    assert f"You have played as {visitor.username}." in page
    answer = client.post(
        reverse("accounts:join"),
        {"username": "Halina", "email": "halina@example.org", "password": "kolibri-4711"},
    )
    assert answer["Location"] == reverse("home")
    assert client.session["_auth_user_id"] == str(visitor.pk)
    assert client.get(reverse("accounts:settings")).status_code == 200
    assert User.objects.get().username == "Halina"


@pytest.mark.django_db
def test_a_refused_name_is_explained_beside_its_field(client: Client) -> None:
    person("Halina")
    answer = client.post(
        reverse("accounts:join"),
        {"username": "hal1na", "email": "new@example.org", "password": "kolibri-4711"},
    )
    assert answer.status_code == 400
    assert "or one that looks like it" in answer.content.decode()
    assert answer.context["form"].errors.keys() == {"username"}
    assert User.objects.count() == 1
    assert "_auth_user_id" not in client.session


@pytest.mark.django_db
def test_a_form_to_join_says_all_its_faults_at_once(client: Client) -> None:
    person("Halina")
    form = {"username": "hal1na", "email": "", "password": "short"}
    for email, said in (
        ("", "required"),
        ("no address", "valid email"),
        ("halina@example.org", "already"),
    ):
        answer = client.post(reverse("accounts:join"), form | {"email": email})
        errors = answer.context["form"].errors
        assert answer.status_code == 400
        assert "or one that looks like it" in errors["username"][0]
        assert said in errors["email"][0]
        assert "at least 8" in errors["password"][0]
        assert [len(sentences) for sentences in errors.values()] == [1, 1, 1]
    assert User.objects.count() == 1


@pytest.mark.django_db
def test_a_password_like_the_name_is_refused_even_without_an_address(client: Client) -> None:
    form = {"username": "Kolibrina", "email": "", "password": "kolibrina"}
    errors = client.post(reverse("accounts:join"), form).context["form"].errors
    assert errors.keys() == {"email", "password"}


@pytest.mark.django_db
def test_a_guest_keeps_joining_with_the_name_that_is_free(client: Client) -> None:
    """The guest's own row is no other account."""
    visitor = services.guest_create()
    client.force_login(visitor)
    form = {"username": visitor.username, "email": "", "password": "kolibri-4711"}
    errors = client.post(reverse("accounts:join"), form).context["form"].errors
    assert "kept for the site" in errors["username"][0]
    errors = (
        client.post(reverse("accounts:join"), form | {"username": "Pip"}).context["form"].errors
    )
    assert errors.keys() == {"email"}


@pytest.mark.parametrize("as_guest", [False, True])
@pytest.mark.django_db
def test_links_to_join_and_to_sign_in_lead_back_to_the_page(client: Client, as_guest: bool) -> None:
    visitor = services.guest_create() if as_guest else None
    match = match_of(visitor or person(), person(), rated=not as_guest)
    if visitor:
        client.force_login(visitor)
    join, login = reverse("accounts:join"), reverse("accounts:login")
    for page in (match.get_absolute_url(), reverse("lobby") + "?game=tink"):
        answer = client.get(page).content.decode()
        back = "?next=" + quote(page)
        for link in (join, login):
            assert f'href="{link}{back}"' in answer
            assert f'href="{link}"' not in answer
        # Joining and signing in lead to each other, and go on leading back.
        for link, other in ((join, login), (login, join)):
            answer = client.get(link + back).content.decode()
            assert f'href="{other}{back}"' in answer
            assert f'href="{other}"' not in answer


@pytest.mark.django_db
def test_pages_that_nobody_comes_back_to_are_no_address_in_links(client: Client) -> None:
    login = reverse("accounts:login")
    for page in (reverse("home"), reverse("accounts:reset")):
        assert f'href="{login}"' in client.get(page).content.decode()
    answer = client.post(reverse("invite_link"), {"game": "no such game"})
    assert "?next=" + reverse("invite_link") not in answer.content.decode()


@pytest.mark.django_db
def test_one_address_does_not_make_guests_without_end() -> None:
    factory = RequestFactory()

    def visit() -> None:
        from importlib import import_module

        from django.conf import settings
        from django.contrib.auth.models import AnonymousUser

        request = factory.get("/")
        request.user = AnonymousUser()
        request.session = import_module(settings.SESSION_ENGINE).SessionStore()
        sessions.player_of(request)

    for _ in range(sessions.GUESTS_PER_ADDRESS):
        visit()
    with pytest.raises(TooMany):
        visit()
    assert User.objects.filter(is_guest=True).count() == sessions.GUESTS_PER_ADDRESS


# --- the broom ----------------------------------------------------------------------------------


def old(user: User) -> User:
    user.joined_at = timezone.now() - services.GUESTS_KEPT - timedelta(minutes=1)
    user.save(update_fields=["joined_at"])
    return user


@pytest.mark.django_db
def test_the_broom_takes_old_guests_without_a_seat_and_nobody_else() -> None:
    gone = old(services.guest_create())
    young = services.guest_create()
    somebody = old(person("Halina"))
    assert services.guests_sweep() == 1
    assert set(User.objects.all()) == {young, somebody}
    assert not User.objects.filter(pk=gone.pk).exists()


@pytest.mark.parametrize("tie", ["user", "invited", "created_by"])
@pytest.mark.django_db
def test_the_broom_leaves_whoever_a_match_points_at(tie: str) -> None:
    visitor = old(services.guest_create())
    match = match_of(person("oskar"), person("ines"))
    if tie == "created_by":
        match.created_by = visitor
        match.save()
    else:
        Seat.objects.filter(match=match, index=1).update(**{tie: visitor})
    assert services.guests_sweep() == 0
    assert User.objects.filter(pk=visitor.pk).exists()
