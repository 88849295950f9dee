"""Every address with every method, for visitors, strangers and players: nothing breaks or leaks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from accounts.models import User
from games.models import Match
from tests.factories import fingerprint, match_of, person, play

pytestmark = pytest.mark.django_db

READ = {"GET", "HEAD"}
METHODS = ("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE", "TRACE", "BREW")
FITTING = {
    "key": "speckles",
    "section": "theme",
    "kind": "draw",
    "act": "make",
    "uidb64": "MQ",
    "token": "set",
    "pk": "999999",
}


def routes(resolver: Any = None, start: str = "") -> Iterator[str]:
    """The address of every view but those of the admin, which Django tests."""
    for entry in (resolver or get_resolver()).url_patterns:
        address = start + str(entry.pattern)
        if isinstance(entry, URLResolver):
            if entry.namespace != "admin":
                yield from routes(entry, address)
        else:
            assert isinstance(entry, URLPattern)
            yield address


ROUTES = sorted(routes())


def filled(route: str, match: Match, name: str) -> str:
    """The address of a route, about this match and this player."""
    fitting = {**FITTING, "code": match.code, "username": name}
    return "/" + re.sub(r"<(?:\w+:)?(\w+)>", lambda gap: fitting[gap[1]], route)


def reader(user: User | None, *, checks: bool = False) -> Client:
    client = Client(raise_request_exception=False, enforce_csrf_checks=checks)
    if user is not None:
        client.force_login(user)
    return client


@pytest.fixture
def running() -> tuple[Match, User, User]:
    """A match, the player to move in it, and somebody who has nothing to do with it."""
    ann, ben, eve = person(), person(), person()
    return play(match_of(ann, ben, rated=False), "Rd4", "Yd5"), ann, eve


@pytest.mark.parametrize("route", ROUTES)
def test_no_method_breaks_an_address_or_lets_others_in(
    route: str, running: tuple[Match, User, User]
) -> None:
    match, ann, eve = running
    address = filled(route, match, ann.username)
    before = fingerprint(match)
    for user in (None, eve):
        for method in METHODS:
            for kind in ("application/x-www-form-urlencoded", "application/json"):
                answer = reader(user).generic(method, address, b"", content_type=kind)
                assert answer.status_code < 500, (user, method)
                assert answer.status_code != 200 or method in READ | {"OPTIONS", "POST"}
                if answer.status_code == 405:
                    assert method not in answer.headers["Allow"].split(", ")
    assert fingerprint(match) == before
    for method in METHODS:
        answer = reader(ann).generic(method, address, b"", content_type="application/json")
        assert answer.status_code < 500, method


def test_no_form_is_taken_without_its_token(running: tuple[Match, User, User]) -> None:
    match, ann, _ = running
    by_token = "accounts/letters/stop/<str:token>/"  # the address says who may; mail programs post
    for route in ROUTES:
        address = filled(route, match, ann.username)
        for method in ("POST", "PUT", "PATCH", "DELETE"):
            answer = reader(ann, checks=True).generic(method, address, b"")
            status = 403 if route != by_token else 404 if method == "POST" else 405
            assert answer.status_code == status, (method, address)


def test_every_answer_has_its_headers(running: tuple[Match, User, User]) -> None:
    match, ann, _ = running
    for route in ROUTES:
        for user in (None, ann):
            answer = reader(user).get(filled(route, match, ann.username))
            framed, picture = route.startswith("embed/"), route.endswith((".svg", ".png"))
            headers, where = answer.headers, (route, user)
            assert headers["X-Content-Type-Options"] == "nosniff", where
            assert headers["Referrer-Policy"] == "same-origin", where
            assert headers.get("X-Frame-Options") == (None if framed else "DENY"), where
            policy = headers["Content-Security-Policy"]
            assert ("frame-ancestors *" in policy) is framed, where
            assert "unsafe" not in policy or route.endswith(".svg"), where
            if user and not (framed or picture):  # these two are the same for everybody
                assert {"private", "no-cache"} <= set(headers["Cache-Control"].split(", ")), where
            for cookie in answer.cookies.values():
                assert cookie["samesite"] == "Lax", where
                assert cookie["httponly"] or cookie.key in ("csrftoken", "messages"), where


@pytest.mark.parametrize(
    ("kind", "body", "status", "error"),
    [
        ("application/x-www-form-urlencoded; charset=utf-16", b"a=b", 400, "bad_request"),
        ("application/x-www-form-urlencoded", b"&".join([b"a=b"] * 5000), 413, "too_large"),
        ("application/x-www-form-urlencoded", b"a=" + b"b" * 2**20, 413, "too_large"),
        ("multipart/form-data", b"no boundary", 400, "bad_request"),
    ],
)
def test_a_form_that_cannot_be_read_is_refused_in_words(
    kind: str, body: bytes, status: int, error: str
) -> None:
    client = Client(raise_request_exception=False, enforce_csrf_checks=True)
    client.get("/accounts/login/")  # the token, without which nobody would look at the form
    page = client.generic("POST", "/accounts/login/", body, content_type=kind)
    assert (page.status_code, page.headers["Content-Type"]) == (status, "text/html; charset=utf-8")
    assert "Nothing was changed" in page.text
    script = client.generic(
        "POST", "/accounts/login/", body, content_type=kind, headers={"accept": "application/json"}
    )
    assert (script.status_code, script.json()["error"]) == (status, error)


def test_no_name_is_so_long() -> None:
    """SQLite compares with no pattern of 50,000 bytes."""
    client = Client(raise_request_exception=False)
    form = {"game": "speckles", "bot": "x" * 100_000}
    assert client.post("/play/bot/", form).status_code == 302
    assert client.post("/accounts/login/", {"login": "x" * 254, "password": "x"}).status_code == 400
    assert not Match.objects.exists()
