"""Hints about messages reach those who may read them and nobody else; simultaneous postings."""

from __future__ import annotations

from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.models import Match, Message, Note, Report
from games.services.blocks import person_block
from games.services.talk import message_post, message_report, note_save
from tests.factories import WIN_FOR_RED, guest, match_of, person, play
from tests.games.test_races import at_once
from tests.games.test_sockets import ORIGIN, cookie_of, socket
from tests.sockets import Socket

pytestmark = [pytest.mark.django_db(transaction=True)]

QUIET = 0.2  # seconds without a frame that count as silence


async def ear(match: Match | None, user: User | None) -> Socket:
    """A socket that has heard where everything stands."""
    cookies = [await sync_to_async(cookie_of)(user)] if user is not None else []
    found = socket(match, ORIGIN, *cookies)
    connected, _ = await found.connect()
    assert connected
    for _ in range((match is not None) + (user is not None)):
        await found.hear()
    return found


async def say(match: Match, user: User, text: str) -> dict[str, Any]:
    """Write, and the hint that is due."""
    message = await sync_to_async(message_post)(match_id=match.pk, user=user, text=text)
    return {"talk": match.code, "last": message.pk}


async def silent(*ears: Socket) -> bool:
    """Whether none of them has heard anything."""
    return all([await each.receive_nothing(timeout=QUIET) for each in ears])


@pytest.mark.redis
async def test_a_hint_of_a_players_message_reaches_the_players_alone() -> None:
    ann, ben, sam, gus = await sync_to_async(lambda: (person(), person(), person(), guest()))()
    match = await sync_to_async(match_of)(ann, ben)
    player, at_home = await ear(match, ben), await ear(None, ben)
    others = [await ear(match, sam), await ear(match, gus), await ear(match, None)]
    hint = await say(match, ann, "hello")
    assert await player.hear() == hint
    assert await at_home.hear() == hint
    assert await silent(player, at_home, *others)
    for each in (player, at_home, *others):
        await each.leave()


@pytest.mark.redis
async def test_a_hint_of_a_spectators_message_reaches_spectators_with_an_account() -> None:
    people = await sync_to_async(lambda: (person(), person(), person(), person(), guest()))()
    ann, ben, sam, tom, gus = people
    match = await sync_to_async(match_of)(ann, ben)
    watcher = await ear(match, tom)
    others = [await ear(match, ann), await ear(match, ben), await ear(match, gus)]
    others += [await ear(match, None), await ear(None, ben), await ear(None, tom)]
    hint = await say(match, sam, "who wins?")
    assert await watcher.hear() == hint
    assert await silent(watcher, *others)
    for each in (watcher, *others):
        await each.leave()


@pytest.mark.redis
async def test_after_the_end_everybody_is_told_but_for_blocks() -> None:
    ann, ben, sam, foe = await sync_to_async(lambda: tuple(person() for _ in range(4)))()
    match = await sync_to_async(lambda: play(match_of(ann, ben), *WIN_FOR_RED))()
    await sync_to_async(person_block)(user=foe, other=ann)
    near = [await ear(match, ben), await ear(match, sam), await ear(match, None)]
    apart = await ear(match, foe)
    hint = await say(match, ann, "well played")
    for each in near:
        assert await each.hear() == hint
    assert await silent(apart)
    for each in (*near, apart):
        await each.leave()


@pytest.mark.redis
async def test_a_block_keeps_hints_apart_while_the_match_runs() -> None:
    ann, ben, cat, sam, tom = await sync_to_async(lambda: tuple(person() for _ in range(5)))()
    match = await sync_to_async(lambda: match_of(ann, ben, cat, game="dots-and-boxes"))()
    await sync_to_async(person_block)(user=ben, other=ann)
    await sync_to_async(person_block)(user=sam, other=tom)
    for_cat, for_ben, for_tom = await ear(match, cat), await ear(match, ben), await ear(match, tom)
    hint = await say(match, ann, "hello")
    assert await for_cat.hear() == hint
    await say(match, sam, "hello")
    assert await silent(for_cat, for_ben, for_tom)
    for each in (for_cat, for_ben, for_tom):
        await each.leave()


@pytest.mark.redis
async def test_a_refused_message_tells_nobody() -> None:
    ann, ben = await sync_to_async(lambda: (person(), person()))()
    match = await sync_to_async(match_of)(ann, ben)
    player = await ear(match, ben)
    with pytest.raises(Exception, match="Write something"):
        await say(match, ann, " ")
    assert await silent(player)
    await player.leave()


# --- at the same moment -------------------------------------------------------------------------


@pytest.mark.postgres
def test_one_posting_sent_twice_at_once_is_one_message() -> None:
    ann, ben = person(), person()
    match = match_of(ann, ben)
    url = reverse("api:messages", args=[match.code])
    clients = [Client() for _ in range(4)]
    for client in clients:
        client.force_login(ann)
    for number in range(8):
        body = {"text": f"hello {number}", "key": f"key {number}"}
        answers = at_once(
            *(
                lambda client=client, body=body: client.post(url, body, "application/json")
                for client in clients
            )
        )
        assert {answer.status_code for answer in answers} <= {201, 429}
        stored = Message.objects.filter(text=body["text"])
        assert stored.count() == (1 if 201 in {answer.status_code for answer in answers} else 0)
        told = {answer.json()["id"] for answer in answers if answer.status_code == 201}
        assert told == set(stored.values_list("pk", flat=True))
    assert Message.objects.exists()


@pytest.mark.postgres
def test_of_notes_saved_at_once_from_one_version_one_is_kept() -> None:
    ann = person()
    match = match_of(ann, person())
    for version in range(6):
        results = at_once(
            *(
                lambda text=text, version=version: note_save(
                    match_id=match.pk, user=ann, text=text, version=version
                )
                for text in (f"a{version}", f"b{version}")
            )
        )
        kept = [each for each in results if isinstance(each, Note)]
        assert len(kept) == 1
        assert (Note.objects.get().text, Note.objects.get().version) == (
            kept[0].text,
            version + 1,
        )


@pytest.mark.postgres
def test_a_message_reported_twice_at_once_is_reported_once() -> None:
    ann, ben = person(), person()
    match = match_of(ann, ben)
    message = message_post(match_id=match.pk, user=ann, text="rude")
    results = at_once(
        *[lambda: message_report(match_id=match.pk, user=ben, message_id=message.pk)] * 4
    )
    assert all(isinstance(each, Report) for each in results)
    assert Report.objects.count() == 1
