"""Signing in and out, and being told to wait."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client, RequestFactory
from django.urls import reverse

from accounts import services
from accounts.errors import CannotSignIn, TooMany
from accounts.sessions import address_of
from tests.factories import bot, guest, person

LOGIN = "accounts:login"


def check(login: str, password: str = "correct horse", address: str = "10.0.0.1") -> str:
    return services.user_check(login=login, password=password, address=address).username


@pytest.mark.parametrize(
    "login", ["Halina", "halina", "HALINA", " halina ", "halina@example.org", "Halina@EXAMPLE.org"]
)
@pytest.mark.django_db
def test_name_and_address_both_work_in_any_case(login: str) -> None:
    person("Halina")
    assert check(login) == "Halina"


@pytest.mark.parametrize("login", ["Halina", "nobody", "halina@example.org", "", "@"])
@pytest.mark.django_db
def test_wrong_name_and_wrong_password_are_answered_alike(login: str) -> None:
    person("Halina")
    with pytest.raises(CannotSignIn) as refusal:
        check(login, "wrong")
    assert refusal.value.message == (
        "This name and password do not belong together. Please try again."
    )


@pytest.mark.django_db
def test_a_lookalike_of_the_name_does_not_sign_in() -> None:
    person("Halina")
    with pytest.raises(CannotSignIn):
        check("hal1na")


@pytest.mark.parametrize("password", ["", "!", "correct horse"])
@pytest.mark.django_db
def test_guests_bots_and_closed_accounts_cannot_sign_in(password: str) -> None:
    closed = person("closed")
    closed.is_active = False
    closed.save()
    for user in (guest(), bot(), closed):
        with pytest.raises(CannotSignIn):
            check(user.username, password)


@pytest.mark.django_db
def test_after_ten_wrong_passwords_the_right_one_has_to_wait() -> None:
    person("Halina")
    for _ in range(10):
        with pytest.raises(CannotSignIn):
            check("halina", "wrong")
    with pytest.raises(TooMany) as refusal:
        check("Halina")
    assert "quarter of an hour" in refusal.value.message
    assert check("Halina", address="10.0.0.2") == "Halina"  # others are not kept out


@pytest.mark.django_db
def test_signing_in_forgets_the_wrong_tries() -> None:
    person("Halina")
    for _ in range(3):
        for _ in range(9):
            with pytest.raises(CannotSignIn):
                check("halina", "wrong")
        assert check("halina") == "Halina"


@pytest.mark.django_db
def test_the_page_signs_in_and_goes_where_one_was_going(client: Client) -> None:
    user = person("Halina")
    ladder = reverse("ladders")
    answer = client.post(
        reverse(LOGIN), {"login": "halina", "password": "correct horse", "next": ladder}
    )
    assert (answer.status_code, answer["Location"]) == (302, ladder)
    assert client.session["_auth_user_id"] == str(user.pk)


@pytest.mark.parametrize("next_page", ["https://evil.example/", "//evil.example", "javascript:x"])
@pytest.mark.django_db
def test_nobody_is_sent_to_another_site(client: Client, next_page: str) -> None:
    person("Halina")
    answer = client.post(
        reverse(LOGIN), {"login": "halina", "password": "correct horse", "next": next_page}
    )
    assert answer["Location"] == reverse("home")


@pytest.mark.django_db
def test_a_refusal_on_the_page_is_said_once_and_signs_nobody_in(client: Client) -> None:
    person("Halina")
    answer = client.post(reverse(LOGIN), {"login": "halina", "password": "wrong"})
    assert answer.status_code == 400
    assert answer.content.decode().count("do not belong together") == 1
    assert "_auth_user_id" not in client.session


@pytest.mark.django_db
def test_signing_out_takes_a_post(client: Client) -> None:
    client.force_login(person("Halina"))
    assert client.get(reverse("accounts:logout")).status_code == 405
    assert "_auth_user_id" in client.session
    assert client.post(reverse("accounts:logout"))["Location"] == reverse("home")
    assert "_auth_user_id" not in client.session


@pytest.mark.django_db
def test_forms_need_their_token() -> None:
    client = Client(enforce_csrf_checks=True)
    person("Halina")
    answer = client.post(reverse(LOGIN), {"login": "halina", "password": "correct horse"})
    assert answer.status_code == 403
    assert "This form is out of date" in answer.content.decode()


@pytest.mark.parametrize(
    ("behind_proxy", "forwarded", "address"),
    [
        (False, "", "192.0.2.1"),
        (False, "203.0.113.9", "192.0.2.1"),  # anybody can write this
        (True, "203.0.113.9", "203.0.113.9"),
        (True, "10.9.8.7, 203.0.113.9", "203.0.113.9"),  # only the last is the proxy's
        (True, "", "192.0.2.1"),
        (True, " , ", "192.0.2.1"),
    ],
)
def test_limits_go_by_the_address_that_the_visitor_cannot_choose(
    settings: Any, rf: RequestFactory, behind_proxy: bool, forwarded: str, address: str
) -> None:
    settings.BEHIND_PROXY = behind_proxy
    headers = {"x-forwarded-for": forwarded} if forwarded else {}
    assert address_of(rf.get("/", headers=headers, REMOTE_ADDR="192.0.2.1")) == address
