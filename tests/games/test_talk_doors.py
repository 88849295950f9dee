"""The doors to messages and notes: forms without script, JSON, and what they refuse."""

from __future__ import annotations

from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from games.models import Message, Note, Report
from games.services.talk import (
    note_save,
)
from tests.factories import guest, match_of, person, play
from tests.games.test_talk import signed_in, write

pytestmark = pytest.mark.django_db


def test_without_script_messages_and_notes_are_forms() -> None:
    ann, ben = person(), person()
    match = match_of(ann, ben)
    client = signed_in(ann)
    answer = client.post(reverse("match_talk", args=[match.code]), {"text": "hello", "key": "k"})
    assert answer["Location"] == match.get_absolute_url() + "?tab=messages#log"
    client.post(reverse("match_talk", args=[match.code]), {"text": "hello", "key": "k"})
    assert [message.text for message in Message.objects.all()] == ["hello"]
    answer = client.post(
        reverse("match_notes", args=[match.code]), {"text": "plan", "version": "0"}
    )
    assert answer["Location"] == match.get_absolute_url() + "?tab=notes#log"
    assert Note.objects.get().text == "plan"


@pytest.mark.parametrize("text", ["", "x" * 501])
def test_a_refused_form_keeps_what_was_written(text: str) -> None:
    ann = person()
    match = match_of(ann, person())
    answer = signed_in(ann).post(reverse("match_talk", args=[match.code]), {"text": text})
    assert answer.status_code == 400
    assert answer.context["talk"]["text"] == text
    assert answer.context["talk"]["error"]
    assert not Message.objects.exists()


def test_a_stale_note_form_keeps_what_was_written() -> None:
    ann = person()
    match = match_of(ann, person())
    note_save(match_id=match.pk, user=ann, text="one")
    answer = signed_in(ann).post(
        reverse("match_notes", args=[match.code]), {"text": "my own", "version": "0"}
    )
    assert answer.status_code == 409
    assert "my own" in answer.content.decode()
    assert Note.objects.get().text == "one"


def test_a_message_by_json() -> None:
    ann, ben = person("ann"), person()
    match = play(match_of(ann, ben), "Rd4")
    url = reverse("api:messages", args=[match.code])
    client = signed_in(ann)
    for _ in range(2):
        answer = client.post(url, {"text": "hello", "key": "k"}, content_type="application/json")
        assert answer.status_code == 201
    row = answer.json()
    assert (row["text"], row["name"], row["me"], row["ply"], row["room"], row["seat"]) == (
        "hello",
        "ann",
        True,
        1,
        "players",
        0,
    )
    told = signed_in(ben).get(url).json()
    assert (told["unread"], told["closed"], told["room"]) == (1, "", "players")
    seen = reverse("api:messages_seen", args=[match.code])
    answer = signed_in(ben).put(seen, {"last": row["id"]}, content_type="application/json")
    assert answer.json() == {"unread": 0}


BAD: list[tuple[str, Any, int, str]] = [
    ("api:messages", {"text": ""}, 400, "empty_message"),
    ("api:messages", {"text": "x" * 501}, 400, "text_too_long"),
    ("api:messages", {}, 400, "bad_request"),
    ("api:messages", {"text": None}, 400, "bad_request"),
    ("api:messages", {"text": ["x"]}, 400, "bad_request"),
    ("api:messages", {"text": {"a": "x"}}, 400, "bad_request"),
    ("api:messages", {"text": True}, 400, "bad_request"),
    ("api:messages", {"text": "x\x00"}, 400, "bad_request"),
    ("api:messages", {"text": "\ud800"}, 400, "bad_request"),
    ("api:messages", {"text": "x", "key": "k" * 65}, 400, "bad_request"),
    ("api:messages", {"text": "x", "key": {}}, 400, "bad_request"),
    ("api:messages", ["x"], 400, "bad_request"),
    ("api:messages", "x", 400, "bad_request"),
    ("api:messages", None, 400, "bad_request"),
    ("api:messages_seen", {"last": -1}, 400, "bad_request"),
    ("api:messages_seen", {"last": 2**70}, 400, "bad_request"),
    ("api:messages_seen", {"last": "many"}, 400, "bad_request"),
    ("api:notes", {"text": "x" * 5001}, 400, "text_too_long"),
    ("api:notes", {"text": 1.5e300, "version": "a"}, 400, "bad_request"),
    ("api:notes", {"text": "x", "version": 2**70}, 400, "bad_request"),
    ("api:notes", {"text": "x", "version": 7}, 409, "stale_note"),
]


@pytest.mark.parametrize(("name", "body", "status", "code"), BAD)
def test_bad_json_is_refused_in_words(name: str, body: Any, status: int, code: str) -> None:
    ann = person()
    match = match_of(ann, person())
    client = signed_in(ann)
    method = client.post if name == "api:messages" else client.put
    answer = method(reverse(name, args=[match.code]), body, content_type="application/json")
    assert (answer.status_code, answer.json()["error"]) == (status, code)
    assert answer.json()["message"]
    assert "match" not in answer.json()
    assert not Message.objects.exists()
    assert not Note.objects.exists()


def test_what_is_larger_than_anything_is_refused_in_json() -> None:
    ann = person()
    match = match_of(ann, person())
    answer = signed_in(ann).post(
        reverse("api:messages", args=[match.code]),
        {"text": "x" * settings.DATA_UPLOAD_MAX_MEMORY_SIZE},
        content_type="application/json",
    )
    assert (answer.status_code, answer.json()["error"]) == (413, "too_large")
    assert not Message.objects.exists()


@pytest.mark.parametrize("version", ["7", "-1", "9" * 50, "x"])
def test_a_note_form_of_no_known_version_writes_over_nothing(version: str) -> None:
    ann = person()
    match = match_of(ann, person())
    note_save(match_id=match.pk, user=ann, text="one")
    answer = signed_in(ann).post(
        reverse("match_notes", args=[match.code]), {"text": "two", "version": version}
    )
    assert answer.status_code == 409
    assert Note.objects.get().text == "one"


@pytest.mark.parametrize("query", [{"before": "x"}, {"after": "-1"}, {"after": "9" * 40}])
def test_bad_numbers_of_messages_are_refused(query: dict[str, str]) -> None:
    match = match_of(person(), person())
    answer = Client().get(reverse("api:messages", args=[match.code]), query)
    assert (answer.status_code, answer.json()["error"]) == (400, "bad_request")
    page = Client().get(match.get_absolute_url(), {"tab": "messages", **query})
    assert page.status_code == 200


def test_limits_answer_429_and_strangers_403_or_404() -> None:
    ann, ben = person(), person()
    match = match_of(ann, ben)
    url = reverse("api:messages", args=[match.code])
    client = signed_in(ann)

    def post(to: str, body: Any) -> tuple[int, str]:
        answer = client.post(to, body, content_type="application/json")
        return answer.status_code, answer.json()["error"]

    write(match, ann, "move!")
    write(match, ann, "move!")
    assert post(url, {"text": "move!"}) == (429, "same_message_again")
    for number in range(8):
        write(match, ann, f"message {number}")
    assert post(url, {"text": "one more"}) == (429, "too_many_messages")
    assert post(reverse("api:messages", args=["nowhere"]), {"text": "x"}) == (404, "not_found")
    own = Message.objects.order_by("pk")[0].pk
    assert post(reverse("api:report", args=[match.code, own]), {}) == (400, "own_message")
    lost = reverse("api:report", args=[match.code, 10**30])
    assert post(lost, {}) == (404, "no_such_message")
    client = signed_in(guest())
    assert post(url, {"text": "x"}) == (403, "account_needed")
    client = Client()
    assert post(url, {"text": "x"}) == (403, "not_signed_in")
    assert Message.objects.count() == 10


def test_forms_and_json_want_the_token_against_forgery() -> None:
    ann, ben = person(), person()
    match = match_of(ann, ben)
    message = write(match, ben, "hello")
    client = Client(enforce_csrf_checks=True)
    client.force_login(ann)
    code = match.code
    answers = [
        client.post(reverse("match_talk", args=[code]), {"text": "x"}),
        client.post(reverse("match_notes", args=[code]), {"text": "x"}),
        client.post(reverse("message_report", args=[code, message.pk])),
        client.post(reverse("api:messages", args=[code]), {"text": "x"}, "application/json"),
        client.put(reverse("api:notes", args=[code]), {"text": "x"}, "application/json"),
        client.post(reverse("api:report", args=[code, message.pk]), {}, "application/json"),
    ]
    assert {answer.status_code for answer in answers} == {403}
    assert Message.objects.count() == 1
    assert not Note.objects.exists()
    assert not Report.objects.exists()


def test_visitors_are_sent_to_sign_in_by_the_forms() -> None:
    match = match_of(person(), person())
    for name, args in (
        ("match_talk", [match.code]),
        ("match_notes", [match.code]),
        ("message_report", [match.code, 1]),
    ):
        answer = Client().post(reverse(name, args=args), {"text": "x"})
        assert answer["Location"].startswith(reverse("accounts:login"))
    assert not Message.objects.exists()
