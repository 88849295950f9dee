"""Without Redis the site is slower, and each process counts for itself what was tried."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache, caches
from django.test import Client
from django.urls import reverse

from accounts import limits
from accounts.errors import TooMany
from games import events
from games.models import Match
from plypost.cache import ForgivingRedisCache
from tests.factories import match_of, person

NOWHERE = "redis://127.0.0.1:1/0"


@pytest.fixture
def no_redis(settings: Any) -> Iterator[None]:
    """Cache and hints point where nothing answers."""
    settings.REDIS_URL = NOWHERE
    settings.CACHES = {
        "default": {"BACKEND": "plypost.cache.ForgivingRedisCache", "LOCATION": NOWHERE}
    }
    events._redis.cache_clear()
    yield
    events._redis.cache_clear()


@pytest.mark.usefixtures("no_redis")
def test_a_cache_that_does_not_answer_is_empty() -> None:
    assert isinstance(caches["default"], ForgivingRedisCache)
    cache.set("a", 1)
    assert cache.get("a") is None
    assert cache.get("a", 7) == 7
    assert cache.add("a", 1) is False
    assert cache.get_many(["a", "b"]) == {}
    assert cache.has_key("a") is False
    assert cache.delete("a") is False
    cache.set_many({"a": 1})
    cache.delete_many(["a"])
    with pytest.raises(ValueError, match="not found"):
        cache.incr("a")
    assert cache.get_or_set("a", 5) == 5


@pytest.mark.usefixtures("no_redis")
def test_limits_bind_in_each_process() -> None:
    who = "somebody without Redis"
    assert [limits.count("test", who, seconds=60) for _ in range(3)] == [1, 2, 3]
    limits.check("test", who, most=4)
    with pytest.raises(TooMany):
        limits.check("test", who, most=3)
    limits.check("test", "somebody else", most=1)
    limits.forget("test", who)
    assert limits.used("test", who) == 0


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("no_redis")
def test_people_play_on() -> None:
    ann = person()
    match = match_of(ann, person())
    client = Client()
    client.force_login(ann)
    for name in ("home", "lobby", "rules_index"):
        assert client.get(reverse(name)).status_code == 200
    assert client.get(match.get_absolute_url()).status_code == 200
    answer = client.post(
        reverse("api:moves", args=[match.code]),
        {"ply": 0, "moves": ["Rd4"]},
        content_type="application/json",
    )
    assert (answer.status_code, answer.json()["ply"]) == (200, 1)
    assert Match.objects.get(pk=match.pk).record.startswith("Rd4/")
