"""What every test stands on: which services are here, and settings that suit tests."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from functools import cache
from typing import Any

import hypothesis
import pytest
import redis
from django.conf import settings
from django.core.cache import caches
from django.db import connection
from django.utils import translation
from playwright.sync_api import Browser, sync_playwright

from plypost.celery import app as celery_app

# The machine's own Chromium; Playwright downloads none. The flags keep it off the network, where
# it would look for updates, and let it run as root in a container.
CHROMIUM_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]


# How long an example takes says nothing on a machine that others use too.
hypothesis.settings.register_profile("plypost", deadline=None)
hypothesis.settings.load_profile("plypost")


def pytest_configure(config: pytest.Config) -> None:
    """Settings that differ in tests, each for a reason."""
    worker = os.environ.get("PYTEST_XDIST_WORKER", "main")
    # Workers share one Redis, and their tables count from 1: each keeps to its own keys.
    settings.REDIS_PREFIX = f"plypost-test-{os.getpid()}-{worker}:"
    if redis_answers():
        settings.CACHES["default"]["KEY_PREFIX"] = settings.REDIS_PREFIX
    else:
        memory = "django.core.cache.backends.locmem.LocMemCache"
        settings.CACHES = {"default": {"BACKEND": memory}}
    # How a language is chosen is tested whether or not the catalogues are there.
    settings.LANGUAGES = [("en", "English"), ("da", "Danish"), ("fr", "French")]
    # Each process has its own database file, also when two people test the same checkout.
    default = settings.DATABASES["default"]
    if default["ENGINE"].endswith("sqlite3"):
        default["TEST"]["NAME"] = f"{tempfile.gettempdir()}/plypost-test-{os.getpid()}.sqlite3"
    # No collectstatic before the tests: a file's address is its name.
    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    settings.STORAGES = {**settings.STORAGES, "staticfiles": plain}
    settings.MIDDLEWARE = [name for name in settings.MIDDLEWARE if "whitenoise" not in name]
    # The real hasher takes its tenth of a second on purpose.
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    # Tasks are queued where no worker looks; a test that wants one done calls it.
    celery_app.conf.broker_url = "memory://"


@cache
def redis_answers() -> bool:
    try:
        with redis.Redis.from_url(settings.REDIS_URL, socket_connect_timeout=2) as client:
            return bool(client.ping())
    except redis.RedisError:
        return False


@cache
def chromium_path() -> str | None:
    names = ("chromium", "chromium-browser", "google-chrome")
    return os.environ.get("PLYPOST_CHROMIUM") or next(filter(None, map(shutil.which, names)), None)


def is_postgres() -> bool:
    return connection.vendor == "postgresql"


# Marker: whether it is here, and its name for people.
SERVICES: dict[str, tuple[Any, str]] = {
    "postgres": (is_postgres, "PostgreSQL"),
    "redis": (redis_answers, "Redis or Valkey"),
    "chromium": (chromium_path, "Chromium"),
}


def required() -> set[str]:
    """The services that PLYPOST_REQUIRE names: their tests fail without them, others skip."""
    return {name.strip() for name in os.environ.get("PLYPOST_REQUIRE", "").split(",")} - {""}


def pytest_sessionstart(session: pytest.Session) -> None:
    if unknown := required() - set(SERVICES):
        raise pytest.UsageError(f"PLYPOST_REQUIRE names {unknown}, of which nothing is known.")


def pytest_runtest_setup(item: pytest.Item) -> None:
    for marker, (is_here, name) in SERVICES.items():
        if item.get_closest_marker(marker) is None or is_here():
            continue
        if marker in required():
            pytest.fail(f"{name} is not here, and PLYPOST_REQUIRE asks for it.", pytrace=False)
        pytest.skip(f"needs {name}")


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    """The language of one test's last page is not the next test's."""
    with translation.override("en"):
        yield


@pytest.fixture(autouse=True)
def _empty_cache() -> Iterator[None]:
    """Nothing cached by one test is found by the next."""
    yield
    if redis_answers():
        with redis.Redis.from_url(settings.REDIS_URL) as client:
            if keys := list(client.scan_iter(settings.REDIS_PREFIX + "*")):
                client.delete(*keys)
    else:
        caches["default"].clear()


# By module: while Playwright is at work a loop runs in this thread, and asynchronous tests of other
# modules could not have theirs.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A headless Chromium; mark the test with `chromium`. Make a `new_context()` per visitor."""
    # Playwright runs a loop in this thread, which Django would take for asynchronous code.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=chromium_path(), headless=True, args=CHROMIUM_FLAGS
        )
        yield chromium
        chromium.close()
    os.environ.pop("DJANGO_ALLOW_ASYNC_UNSAFE", None)
