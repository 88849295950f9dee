"""The door of the site: pages inside the ASGI server, the origin of sockets, errors, headers."""

from collections.abc import Callable, Iterable
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.test import Client
from pytest_django.fixtures import Settings

from plypost import env
from plypost.asgi import application
from plypost.origin import SameOrigin, origin_allowed
from plypost.pages import LONGEST_BODY, Message, Pages, wsgi_environ

Environ = dict[str, Any]


def scope(**changes: Any) -> Message:
    return {
        "method": "POST",
        "path": "/m/é/",
        "query_string": b"a=%C3%A9",
        "headers": [(b"host", b"localhost:8000")],
        "server": ("127.0.0.1", 8000),
        "client": ("192.0.2.7", 4321),
        "scheme": "http",
        "http_version": "1.1",
        **changes,
    }


def echo(environ: Environ, start_response: Callable[..., Any]) -> Iterable[bytes]:
    start_response(
        "201 Created", [("X-Kind", "echo"), ("Set-Cookie", "a=1"), ("Set-Cookie", "b=2")]
    )
    return [b"<", environ["wsgi.input"].read(), b">"]


async def ask(application: Any, scope: Message, *arriving: Message) -> list[Message]:
    """What the application sends in answer to these messages."""
    queue, sent = list(arriving), []

    async def receive() -> Message:
        return queue.pop(0)

    async def send(message: Message) -> None:
        sent.append(message)

    await application(scope, receive, send)
    return sent


async def test_a_request_in_parts_reaches_the_view_whole() -> None:
    sent = await ask(
        Pages(echo, threads=1),
        scope(),
        {"type": "http.request", "body": b"ab", "more_body": True},
        {"type": "http.request", "body": b"cd"},
    )
    headers = [(b"x-kind", b"echo"), (b"set-cookie", b"a=1"), (b"set-cookie", b"b=2")]
    assert sent == [
        {"type": "http.response.start", "status": 201, "headers": headers},
        {"type": "http.response.body", "body": b"<abcd>"},
    ]


async def test_a_request_beyond_the_limit_is_refused_before_the_view() -> None:
    part = b"x" * (LONGEST_BODY // 2)
    parts: list[Message] = [{"type": "http.request", "body": part, "more_body": True}] * 2
    whole = await ask(Pages(echo, threads=1), scope(), *parts, {"type": "http.request"})
    assert whole[0]["status"] == 201

    over = await ask(
        Pages(echo, threads=1), scope(), *parts, {"type": "http.request", "body": b"x"}
    )
    assert over[0]["status"] == 413


async def test_a_caller_who_goes_away_gets_no_answer() -> None:
    assert await ask(Pages(echo, threads=1), scope(), {"type": "http.disconnect"}) == []


async def test_the_response_is_closed_even_if_it_breaks() -> None:
    closed: list[bool] = []

    class Broken:
        def __iter__(self) -> Any:
            raise ValueError("broken")

        def close(self) -> None:
            closed.append(True)

    with pytest.raises(ValueError, match="broken"):
        await ask(Pages(lambda *_: Broken(), threads=1), scope(), {"type": "http.request"})
    assert closed == [True]


def test_the_environment_is_that_of_wsgi() -> None:
    environ = wsgi_environ(scope(headers=[(b"content-type", b"text/plain")]), b"abc")
    assert environ["PATH_INFO"].encode("latin-1").decode() == "/m/é/"
    assert environ["QUERY_STRING"] == "a=%C3%A9"
    assert environ["REMOTE_ADDR"] == "192.0.2.7"
    assert (environ["CONTENT_TYPE"], environ["CONTENT_LENGTH"]) == ("text/plain", "3")


def test_a_header_with_an_underscore_cannot_pose_as_the_proxys() -> None:
    headers = [(b"x_forwarded_proto", b"https"), (b"x-forwarded_for", b"192.0.2.1")]
    assert not [name for name in wsgi_environ(scope(headers=headers), b"") if "FORWARDED" in name]


def test_repeated_headers_are_joined() -> None:
    headers = [(b"accept", b"a"), (b"accept", b"b"), (b"cookie", b"c=1"), (b"cookie", b"d=2")]
    environ = wsgi_environ(scope(headers=headers), b"")
    assert (environ["HTTP_ACCEPT"], environ["HTTP_COOKIE"]) == ("a,b", "c=1; d=2")


# Sockets ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("origin", "host", "allowed"),
    [
        ("http://localhost:8000", "localhost:8000", True),
        ("https://plypost.example", "plypost.example", True),
        ("https://plypost.example:443", "plypost.example", True),
        ("http://LOCALHOST:8000", "localhost:8000", True),
        ("https://friend.example", "plypost.example", True),
        ("", "localhost:8000", False),
        ("null", "localhost:8000", False),
        ("http://localhost:8001", "localhost:8000", False),
        ("http://localhost", "localhost:8000", False),
        ("http://evil.example", "localhost:8000", False),
        ("http://evil.example", "evil.example", False),
        ("http://localhost:8000.evil.example", "localhost:8000", False),
        ("http://localhost:8000@evil.example", "localhost:8000", False),
        ("file://localhost:8000", "localhost:8000", False),
        ("http://[::1", "localhost:8000", False),
        ("http://localhost:8000", "", False),
    ],
)
def test_only_pages_of_this_site_may_open_a_socket(
    settings: Settings, origin: str, host: str, allowed: bool
) -> None:
    settings.ALLOWED_HOSTS = ["localhost", "plypost.example"]
    settings.CSRF_TRUSTED_ORIGINS = ["https://friend.example"]
    assert origin_allowed(origin, host) is allowed


async def test_a_foreign_handshake_is_closed_before_it_is_accepted() -> None:
    async def never(*_: Any) -> None:
        raise AssertionError("the socket was let in")

    headers = [(b"origin", b"http://evil.example"), (b"host", b"localhost:8000")]
    handshake: Message = {"type": "websocket.connect"}
    sent = await ask(SameOrigin(never), scope(type="websocket", headers=headers), handshake)
    assert sent == [{"type": "websocket.close"}]


@pytest.mark.django_db(transaction=True)  # the session of a visitor is looked for first
@pytest.mark.parametrize("path", ["/ws/", "/ws/nothing/", "/ws/match/\0/", "/m/abc/"])
async def test_a_socket_at_no_address_of_ours_is_closed_without_a_traceback(path: str) -> None:
    headers = [(b"origin", b"http://localhost"), (b"host", b"localhost")]
    handshake: Message = {"type": "websocket.connect"}
    sent = await ask(application, scope(type="websocket", path=path, headers=headers), handshake)
    assert sent == [{"type": "websocket.close"}]


# Pages that belong to no app ----------------------------------------------------------------------


@pytest.mark.django_db
def test_healthz_answers_while_the_database_does(client: Client) -> None:
    response = client.get("/healthz")
    assert (response.status_code, response.content) == (200, b"ok\n")
    assert client.post("/healthz").status_code == 405


@pytest.mark.django_db
def test_a_form_without_its_token_is_refused_as_the_caller_likes() -> None:
    client = Client(enforce_csrf_checks=True)
    page = client.post("/accounts/login/", {}, headers={"accept": "text/html"})
    assert (page.status_code, page.headers["Content-Type"]) == (403, "text/html; charset=utf-8")
    script = client.post("/accounts/login/", {}, headers={"accept": "application/json"})
    assert (script.status_code, script.json()["error"]) == (403, "csrf")


@pytest.mark.django_db
@pytest.mark.django_db
def test_the_page_of_a_fault_speaks_the_readers_language(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_request: object, **_kwargs: object) -> None:
        raise RuntimeError("broken on purpose")

    monkeypatch.setattr("games.cards.games_shown", broken)
    visitor = Client(raise_request_exception=False)
    for language, words in (("en", "Something broke"), ("da", "Noget gik i stykker")):
        page = visitor.get("/rules/", headers={"accept-language": language})
        assert page.status_code == 500
        assert words in page.text
        assert f'<html lang="{language}">' in page.text


def test_every_page_forbids_foreign_and_inline_code(client: Client) -> None:
    policy = client.get("/accounts/login/").headers["Content-Security-Policy"]
    rules = dict(part.strip().split(" ", 1) for part in policy.split(";"))
    assert rules["default-src"] == "'self'"
    assert rules["frame-ancestors"] == "'none'"
    assert "unsafe" not in policy


# The environment ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("url", "parts"),
    [
        ("postgres:///plypost", ("plypost", "", "", "", "")),
        (
            "postgresql://ada:p%40ss@db.example:5433/games",
            ("games", "ada", "p@ss", "db.example", "5433"),
        ),
        (
            "postgres://%2Fvar%2Frun%2Fpostgresql/games",
            ("games", "", "", "/var/run/postgresql", ""),
        ),
    ],
)
def test_a_postgresql_url_is_taken_apart(url: str, parts: tuple[str, ...]) -> None:
    entry = env.database(url)
    found = tuple(entry[name] for name in ("NAME", "USER", "PASSWORD", "HOST", "PORT"))
    assert found == parts


def test_options_of_the_url_are_those_of_the_driver() -> None:
    assert env.database("postgres://h/n?sslmode=require")["OPTIONS"] == {"sslmode": "require"}


def test_a_sqlite_url_names_a_file() -> None:
    assert env.database("sqlite:////srv/a.sqlite3")["NAME"] == "/srv/a.sqlite3"


@pytest.mark.parametrize(
    "url", ["mysql://h/n", "postgres://host", "postgres://h:port/n", "sqlite://", "plypost.sqlite3"]
)
def test_a_database_url_that_means_nothing_is_refused(url: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="DATABASE_URL"):
        env.database(url)


def test_flags_and_numbers_are_strict() -> None:
    assert env.env_flag({"X": "yes"}, "X") is True
    assert env.env_flag({}, "X") is False
    assert env.env_int({"X": " 25 "}, "X", 587) == 25
    assert env.env_list({"X": "a, b,,"}, "X") == ["a", "b"]
    with pytest.raises(ImproperlyConfigured, match="X must be 1 or 0"):
        env.env_flag({"X": "maybe"}, "X")
    with pytest.raises(ImproperlyConfigured, match="X must be a whole number"):
        env.env_int({"X": "many"}, "X", 1)


@pytest.mark.parametrize(
    ("given", "celery"),
    [
        ("unix:///srv/valkey.sock", "redis+socket:///srv/valkey.sock"),
        ("redis://localhost:6379/1", "redis://localhost:6379/1"),
    ],
)
def test_celery_gets_its_own_spelling_of_the_address(given: str, celery: str) -> None:
    assert env.celery_broker(given) == celery
