"""The WebSocket door: hints, gaps, and who is let in."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any
from unittest.mock import Mock

import pytest
import pytest_asyncio
from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import OperationalError, connections
from django.test import Client

from games.consumers import HintConsumer
from games.hub import Hub, hub
from games.models import Match
from games.services.play import match_play
from plypost.asgi import application
from tests.factories import match_of, person, play
from tests.sockets import Socket

pytestmark = [pytest.mark.redis, pytest.mark.django_db(transaction=True)]

ORIGIN = (b"origin", b"http://localhost")
HOST = (b"host", b"localhost")


def socket(match: Match | None, *headers: tuple[bytes, bytes]) -> Socket:
    path = f"/ws/match/{match.code}/" if match else "/ws/me/"
    return Socket(application, path, [HOST, *headers])


def cookie_of(user: Any) -> tuple[bytes, bytes]:
    client = Client()
    client.force_login(user)
    name = settings.SESSION_COOKIE_NAME
    return (b"cookie", f"{name}={client.cookies[name].value}".encode())


@pytest_asyncio.fixture
async def match() -> AsyncIterator[Match]:
    yield await sync_to_async(lambda: match_of(person(), person()))()


async def test_a_spectator_is_told_where_the_match_stands_and_of_every_move(match: Match) -> None:
    watcher = socket(match, ORIGIN)
    connected, _ = await watcher.connect()
    assert connected
    assert await watcher.hear() == {
        "match": match.code,
        "version": match.version,
        "ply": 0,
    }
    await sync_to_async(play)(match, "Rd4")
    assert await watcher.hear() == {
        "match": match.code,
        "version": match.version + 1,
        "ply": 1,
    }
    await watcher.leave()


async def test_what_happened_before_joining_shows_as_a_newer_version(match: Match) -> None:
    await sync_to_async(play)(match, "Rd4", "Ye4", "Bd5")
    watcher = socket(match, ORIGIN)
    await watcher.connect()
    assert (await watcher.hear())["ply"] == 3
    await watcher.leave()


async def test_a_player_is_told_how_many_moves_wait(match: Match) -> None:
    ben = await sync_to_async(lambda: match.seat_rows[1].user)()
    assert ben is not None
    waiting = socket(None, ORIGIN, await sync_to_async(cookie_of)(ben))
    await waiting.connect()
    assert await waiting.hear() == {"turns": 0}
    await sync_to_async(play)(match, "Rd4")
    assert await waiting.hear() == {"turns": 1}
    await waiting.leave()


async def test_a_refused_move_tells_nobody(match: Match) -> None:
    watcher = socket(match, ORIGIN)
    await watcher.connect()
    await watcher.hear()

    def refused() -> None:
        with pytest.raises(Exception, match="not your turn"):
            match_play(
                match_id=match.pk,
                user_id=match.seat_rows[1].user_id or 0,
                ply=0,
                moves=["Rd4"],
            )

    await sync_to_async(refused)()
    assert await watcher.receive_nothing(timeout=0.2)
    await watcher.leave()


async def test_what_is_not_committed_tells_nobody(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A commit that fails after the move (the database goes away) leaves nothing to be seen."""
    watcher = socket(match, ORIGIN)
    await watcher.connect()
    await watcher.hear()

    def breaks_down() -> None:
        user_id = match.seat_rows[0].user_id or 0
        with monkeypatch.context() as patch:
            # the connection of the thread in which this runs
            gone = Mock(side_effect=OperationalError("gone"))
            patch.setattr(connections["default"], "_commit", gone)
            with pytest.raises(OperationalError, match="gone"):
                match_play(match_id=match.pk, user_id=user_id, ply=0, moves=["Rd4"])

    await sync_to_async(breaks_down)()
    assert await watcher.receive_nothing(timeout=0.3)
    await watcher.leave()
    stored = await Match.objects.aget(pk=match.pk)
    assert (stored.ply, stored.version) == (match.ply, match.version)


@pytest.mark.parametrize(
    "headers",
    [
        [(b"origin", b"https://evil.example")],
        [(b"origin", b"http://localhost.evil.example")],
        [(b"origin", b"null")],
        [],
    ],
)
async def test_foreign_pages_are_refused(match: Match, headers: list[tuple[bytes, bytes]]) -> None:
    stranger = socket(match, *headers)
    connected, _ = await stranger.connect()
    assert not connected


async def test_an_unknown_match_is_refused(match: Match) -> None:
    await sync_to_async(Match.objects.filter(pk=match.pk).update)(code="renamed")
    lost = socket(match, ORIGIN)
    connected, code = await lost.connect()
    assert (connected, code) == (False, 4404)


async def test_whatever_a_client_sends_is_ignored(match: Match) -> None:
    chatty = socket(match, ORIGIN)
    await chatty.connect()
    await chatty.hear()
    await chatty.say('{"moves": ["Rd4"], "ply": 0}')
    await chatty.say(data=b"\xff\x00")
    assert await chatty.receive_nothing(timeout=0.2)
    match = await sync_to_async(Match.objects.get)(pk=match.pk)
    assert match.ply == 0
    await chatty.leave()


async def test_many_connections_come_and_go_without_leaving_anything() -> None:
    match = await sync_to_async(lambda: match_of(person(), person()))()
    for _ in range(30):
        watcher = socket(match, ORIGIN)
        await watcher.connect()
        await watcher.leave()
    assert hub().listeners == {}


async def test_a_socket_that_nobody_reads_is_given_up_and_the_next_one_tells_the_truth(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def never(*_: Any, **__: Any) -> None:
        await asyncio.Event().wait()

    stuck = socket(match, ORIGIN)
    await stuck.connect()
    await stuck.hear()
    with monkeypatch.context() as patch:
        patch.setattr(HintConsumer, "send", never)
        for number in range(150):
            hint = {"match": match.code, "version": 1000 + number, "ply": 0, "users": {}}
            hub().dispatch(json.dumps(hint))
            await asyncio.sleep(0)
    assert (await stuck.hear())["version"] == 1000  # was on its way already
    closed = await stuck.receive_output(5)
    assert (closed["type"], closed["code"]) == ("websocket.close", 4408)
    await stuck.leave()
    played = await sync_to_async(play)(match, "Rd4")
    watcher = socket(match, ORIGIN)
    await watcher.connect()
    assert await watcher.hear() == {"match": match.code, "version": played.version, "ply": 1}
    await watcher.leave()
    assert hub().listeners == {}


async def test_two_hundred_connections_while_the_game_goes_on() -> None:
    match = await sync_to_async(
        lambda: match_of(person(), person(), game="dots-and-boxes", rows="4", columns="4")
    )()
    for number in range(200):
        watcher = socket(match, ORIGIN)
        await watcher.connect()
        if number % 20 == 0:
            state = match.load_position()
            move = match.rules.format_move(match.rules.legal(state)[0])
            match = await sync_to_async(play)(match, move)
        await watcher.leave()
    last = socket(match, ORIGIN)
    await last.connect()
    assert await last.hear() == {"match": match.code, "version": match.version, "ply": 10}
    await last.leave()
    assert hub().listeners == {}


async def test_a_frame_reaches_only_those_who_want_it() -> None:
    class Ear:
        def __init__(self) -> None:
            self.heard: list[str] = []

        def offer(self, frame: str) -> None:
            self.heard.append(frame)

    hub = Hub()
    hub.ready.set()
    hub.task = asyncio.create_task(asyncio.sleep(60))
    one, two, three = Ear(), Ear(), Ear()
    await hub.join(["match:a"], one)
    await hub.join(["match:b", "user:7"], two)
    await hub.join(["match:a"], three)
    hub.leave(["match:a"], three)
    hub.dispatch('{"match":"a","version":2,"ply":1,"users":{"7":3}}')
    assert one.heard == ['{"match":"a","version":2,"ply":1}']
    assert two.heard == ['{"turns":3}']
    assert three.heard == []
    hub.task.cancel()
