"""A chosen language holds for all words: pages, scripts, refusals, fetched data, mails."""

from __future__ import annotations

import json
import re
from datetime import timedelta

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, override

from accounts.models import User
from games.services.letters import turns_write
from plypost import catalogues
from tests.factories import guest, match_of, person

WHOLE = [code for code in catalogues.LANGUAGES if catalogues.mo_path(code).exists()]
BROWSER = {"accept": "text/html,*/*;q=0.8"}

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(not WHOLE, reason="no language besides English is whole"),
    pytest.mark.parametrize("code", WHOLE),
]


def said(code: str, english: str) -> str:
    """The sentence in that language; never by chance the English one."""
    with override(code):
        words = gettext(english)
    assert words != english
    return words


def reader(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def test_the_settings_offer_it_and_pages_and_errors_name_it(code: str) -> None:
    ann = person(language=code)
    page = reader(ann).get(reverse("accounts:settings")).content.decode()
    assert f'<html lang="{code}"' in page
    assert re.search(rf'value="{code}"[^>]* checked', page)
    lost = Client().get("/no/such/page/", headers={"accept-language": code})
    assert lost.status_code == 404
    assert f'<html lang="{code}"' in lost.content.decode()
    assert said(code, "This page does not exist.") in lost.content.decode()


def test_the_words_of_the_script_are_in_it(code: str) -> None:
    ann = person(language=code)
    match = match_of(ann, person())
    page = reader(ann).get(match.get_absolute_url()).content.decode()
    found = re.search(r'<script id="board-words" type="application/json">(.*?)</script>', page)
    assert found
    words = json.loads(found[1])
    assert words["posting"] == said(code, "Posting…")
    assert words["offline"] == said(code, "No connection. Your draft is kept on this device.")


def test_what_the_page_fetches_after_a_hint_is_in_it(code: str) -> None:
    ann, ben = person(language=code), person()
    match = match_of(ann, ben, moves=["Rd4"])
    url = reverse("api:match", args=[match.code])
    data = reader(ann).get(url, {"slim": "1"}, headers={"accept-language": "en"}).json()
    assert data["plies"][0]["w"] == said(code, "Red on {square}").format(square="d4")
    with_browser = reader(ben).get(url, headers={"accept-language": code}).json()
    assert with_browser["plies"] == data["plies"]
    study = reader(ann).get(reverse("api:study", args=[match.code])).json()
    assert study["words"]["asking"] == said(code, "A bot is thinking…")


@pytest.mark.parametrize("by_browser", [False, True])
def test_refusals_are_in_it_by_account_and_by_browser(code: str, by_browser: bool) -> None:
    ann = person(language="" if by_browser else code)
    match = match_of(ann, person())
    answer = reader(ann).post(
        reverse("api:moves", args=[match.code]),
        {"ply": 0, "moves": ["Xd4"]},
        content_type="application/json",
        headers={"accept-language": code if by_browser else "en"},
    )
    assert answer.status_code == 422
    sentence = "“{text}” is not a move: write a colour and a square, like Rd4."
    assert answer.json()["message"] == said(code, sentence).format(text="Xd4")


def test_guests_keep_what_they_chose_at_the_foot(code: str) -> None:
    visitor = guest()
    client = reader(visitor)
    client.post(reverse("accounts:language"), {"language": code})
    visitor.refresh_from_db()
    assert visitor.language == code
    elsewhere = reader(visitor).get(reverse("home"), headers={"accept-language": "en"})
    assert f'<html lang="{code}"' in elsewhere.content.decode()


def test_letters_are_in_the_language_of_the_last_page_if_none_was_chosen(code: str) -> None:
    ann = person()
    client = reader(ann)
    client.get(reverse("about"), headers={**BROWSER, "accept-language": code})
    match = match_of(ann, person("marta"), clock="1d")
    program = {"accept": "application/json", "accept-language": "en"}
    client.get(reverse("api:match", args=[match.code]), headers=program)
    turns_write(now=timezone.now() + timedelta(minutes=3))
    [letter] = [each for each in mail.outbox if each.to == [ann.email]]
    assert said(code, "Hello %(name)s,") % {"name": ann.username} in letter.body
    assert f'<html lang="{code}">' in letter.alternatives[0][0]


def test_letters_keep_to_the_language_that_was_chosen(code: str) -> None:
    ann = person(language="en")
    reader(ann).get(reverse("about"), headers={**BROWSER, "accept-language": code})
    match_of(ann, person("marta"), clock="1d")
    turns_write(now=timezone.now() + timedelta(minutes=3))
    [letter] = [each for each in mail.outbox if each.to == [ann.email]]
    assert f"Hello {ann.username}," in letter.body
