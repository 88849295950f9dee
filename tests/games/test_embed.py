"""A match in a frame on another site."""

from __future__ import annotations

import json
import re
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Match
from tests.factories import WIN_FOR_RED, match_of, person

pytestmark = pytest.mark.django_db


def embed(match: Match, client: Client | None = None, **query: Any) -> str:
    answer = (client or Client()).get(reverse("embed", args=[match.code]), query)
    assert answer.status_code == 200
    return answer.content.decode()


def test_any_site_may_frame_it_and_no_other_page() -> None:
    match = match_of(person(), person())
    answer = Client().get(reverse("embed", args=[match.code]))
    policy = answer["Content-Security-Policy"]
    assert "frame-ancestors *" in policy
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy
    assert "X-Frame-Options" not in answer
    page = Client().get(match.get_absolute_url())
    assert page["X-Frame-Options"] == "DENY"
    assert "frame-ancestors 'none'" in page["Content-Security-Policy"]


def test_nobody_is_signed_in_there_and_no_cookie_is_set() -> None:
    ada = person("ada")
    match = match_of(ada, person("bob"), moves=["Rd4"])
    client = Client()
    client.force_login(ada)
    before = dict(client.cookies)
    answer = client.get(reverse("embed", args=[match.code]))
    assert answer.cookies == {}
    assert dict(client.cookies) == before
    assert answer.content == Client().get(reverse("embed", args=[match.code])).content
    assert "csrf" not in answer.content.decode()
    assert "<form" not in answer.content.decode()


def test_the_last_position_is_there_without_script() -> None:
    match = match_of(person("ada"), person("bob"), moves=WIN_FOR_RED)
    page = embed(match)
    board = page[page.index('<svg class="board') :]
    assert board.count('href="#chip-') == 4
    assert "ada won" in page
    assert f'href="http://testserver{match.get_absolute_url()}"' in page
    assert "4 / 4" in page
    assert re.search(r"<div data-tools [^>]*hidden>", page)


def test_it_may_start_at_any_ply_and_in_either_theme() -> None:
    match = match_of(person(), person(), moves=["Ra1", "Yb1"])
    page = embed(match, ply=1, theme="dark")
    assert 'data-theme="dark"' in page
    assert page[page.index('<svg class="board') :].count('href="#chip-') == 1
    assert "data-theme" not in embed(match)
    address = reverse("embed", args=[match.code])
    assert Client().get(address, {"ply": "3"}).status_code == 404
    refused = Client().get(address, {"theme": "sepia"})
    assert (refused.status_code, refused.content) == (400, b"theme must be light or dark.\n")


def test_the_script_gets_every_ply_and_nothing_of_the_players() -> None:
    match = match_of(person(), person(), moves=["Ra1", "Yb1"])
    page = embed(match)
    found = re.search(r'<script id="embed-data" type="application/json">(.*?)</script>', page)
    assert found is not None
    data = json.loads(found[1])
    assert set(data) == {"geometry", "start", "plies"}
    assert [set(ply) for ply in data["plies"]] == [set("wldo")] * 2
    assert data["plies"][0]["d"]["a1"][0] == "chip-red"


def test_an_open_match_has_its_empty_board() -> None:
    client = Client()
    client.force_login(person("ada"))
    client.post(reverse("invite_link"), {"game": "speckles", "days": "3"})
    page = embed(Match.objects.get())
    assert "open seat" in page
    assert "Waiting for players" in page
    assert "0 / 0" in page


def test_a_match_that_is_not_there_is_404() -> None:
    assert Client().get(reverse("embed", args=["nothing"])).status_code == 404


def test_the_menu_of_the_match_offers_the_code() -> None:
    match = match_of(person("ada"), person("bob"))
    page = Client().get(match.get_absolute_url()).content.decode()
    field = re.search(r'<textarea [^>]*id="embed-code"[^>]*>(.*?)</textarea>', page)
    assert field is not None
    assert unescape(field[1]) == (
        f'<iframe src="http://testserver/embed/{match.code}/" width="480" height="600" '
        'style="border:0" loading="lazy" title="Speckles: ada, bob"></iframe>'
    )
    assert 'data-copy="#embed-code"' in page
