"""A new password by mail, and nothing that says who has an account."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import resets
from accounts.errors import TooMany
from tests.factories import bot, guest, person

SITE = "https://plypost.example"


def letter_to(email: str, language: str = "en") -> str:
    """The path of the link in the one letter that was written."""
    mail.outbox.clear()
    assert resets.reset_send(email=email, site=SITE, language=language)
    [letter] = mail.outbox
    found = re.search(re.escape(SITE) + r"(/\S+/)\s", str(letter.body))
    assert found is not None
    return found[1]


@pytest.mark.django_db
def test_the_link_in_the_letter_sets_a_new_password_once(client: Client) -> None:
    user = person("Halina")
    link = letter_to("HALINA@example.org")
    assert mail.outbox[0].to == ["Halina@example.org"]
    assert "\n" not in mail.outbox[0].subject
    page = client.get(link, follow=True)
    assert link.rsplit("/", 2)[1] not in page.redirect_chain[-1][0]  # the token left the address
    assert "For the account Halina." in page.content.decode()
    answer = client.post(page.redirect_chain[-1][0], {"password": "kolibri-4711"})
    assert answer["Location"] == reverse("accounts:login")
    user.refresh_from_db()
    assert user.check_password("kolibri-4711")
    assert Client().get(link).status_code == 404


@pytest.mark.django_db
def test_a_weak_password_is_refused_and_the_link_still_works(client: Client) -> None:
    user = person("Halina")
    link = letter_to("halina@example.org")
    form = client.get(link)["Location"]
    answer = client.post(form, {"password": "halina"})
    assert answer.status_code == 400
    assert answer.context["form"].errors.keys() == {"password"}
    user.refresh_from_db()
    assert user.check_password("correct horse")
    assert client.get(link).status_code == 302


@pytest.mark.django_db
def test_a_new_password_ends_the_other_sessions(client: Client) -> None:
    client.force_login(person("Halina"))
    link = letter_to("halina@example.org")
    other = Client()
    other.post(other.get(link)["Location"], {"password": "kolibri-4711"})
    assert client.get(reverse("accounts:settings")).status_code == 302


@pytest.mark.parametrize(
    "link",
    ["/accounts/reset/MQ/abc-def/", "/accounts/reset/!!/abc/", "/accounts/reset/MQ/set/"],
)
@pytest.mark.django_db
def test_made_up_links_are_refused(client: Client, link: str) -> None:
    person("Halina")
    answer = client.get(link)
    assert answer.status_code == 404
    assert "This link has expired" in answer.content.decode()


@pytest.mark.django_db
def test_a_link_expires_after_three_days(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    from django.contrib.auth.tokens import PasswordResetTokenGenerator

    person("Halina")
    link = letter_to("halina@example.org")
    later = (timezone.now() + timedelta(days=3, minutes=1)).replace(tzinfo=None)
    monkeypatch.setattr(PasswordResetTokenGenerator, "_now", lambda self: later)
    assert client.get(link).status_code == 404


@pytest.mark.django_db
def test_nobody_is_written_to_who_cannot_sign_in() -> None:
    closed = person("closed")
    closed.is_active = False
    closed.save()
    robot, visitor = bot(), guest()
    for user in (robot, visitor):
        user.email = f"{user.username}@example.org"
        user.save()
    for email in ("closed@example.org", robot.email, visitor.email, "nobody@example.org", ""):
        assert not resets.reset_send(email=email, site=SITE, language="en")
    assert mail.outbox == []


@pytest.mark.django_db
def test_the_page_answers_the_same_for_known_and_unknown_addresses(
    client: Client, django_capture_on_commit_callbacks: Any
) -> None:
    person("Halina")
    answers = []
    for email in ("halina@example.org", "nobody@example.org"):
        with django_capture_on_commit_callbacks() as queued:
            answer = client.post(reverse("accounts:reset"), {"email": email})
        page = client.get(answer["Location"])
        answers.append((answer.status_code, answer["Location"], len(queued), page.content))
    assert answers[0][:3] == answers[1][:3] == (302, reverse("accounts:reset_sent"), 1)
    tokens = re.compile(rb'csrfmiddlewaretoken" value="[^"]+"')
    assert tokens.sub(b"", answers[0][3]) == tokens.sub(b"", answers[1][3])


@pytest.mark.django_db
def test_an_address_is_written_to_three_times_an_hour(
    django_capture_on_commit_callbacks: Any,
) -> None:
    with django_capture_on_commit_callbacks() as queued:
        for number in range(5):
            resets.reset_ask(
                email="Halina@example.org", address=f"10.0.0.{number}", site=SITE, language="en"
            )
    assert len(queued) == 3


@pytest.mark.django_db
def test_one_visitor_asks_ten_times_an_hour() -> None:
    for number in range(10):
        resets.reset_ask(email=f"{number}@x.org", address="10.0.0.1", site=SITE, language="en")
    with pytest.raises(TooMany):
        resets.reset_ask(email="10@x.org", address="10.0.0.1", site=SITE, language="en")
