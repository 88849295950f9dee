"""Settings from the environment: small parsers, each with an error that names the variable."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

# Every writer begins with BEGIN IMMEDIATE, so two of them queue instead of failing at the upgrade
# of a read lock. NORMAL is safe against a crash of the program in WAL mode.
SQLITE_OPTIONS: dict[str, Any] = {
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,  # seconds to wait for another writer
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=ON",
}


def env_list(environ: Mapping[str, str], name: str) -> list[str]:
    """The parts of a comma-separated variable, without blanks; [] if unset."""
    return [part.strip() for part in environ.get(name, "").split(",") if part.strip()]


def env_flag(environ: Mapping[str, str], name: str) -> bool:
    """True for 1, true, yes, on; False for 0, false, no, off and unset.

    Raises ImproperlyConfigured for anything else.
    """
    value = environ.get(name, "").strip().lower()
    if value in {"1", "true", "yes", "on"}:
        return True
    if value in {"", "0", "false", "no", "off"}:
        return False
    raise ImproperlyConfigured(f"{name} must be 1 or 0, not {value!r}.")


def env_int(environ: Mapping[str, str], name: str, default: int) -> int:
    """The variable as a whole number. Raises ImproperlyConfigured if it is none."""
    value = environ.get(name, "").strip()
    try:
        return int(value) if value else default
    except ValueError as error:
        raise ImproperlyConfigured(f"{name} must be a whole number, not {value!r}.") from error


def database(url: str) -> dict[str, Any]:
    """Django's DATABASES entry for a URL. Raises ImproperlyConfigured.

    `postgres://user:password@host:port/name?option=value`, where no host means the local socket, or
    `sqlite:///path`: three slashes for a path from the working folder, four for an absolute one.
    """
    parts = urlsplit(url)
    if parts.scheme == "sqlite":
        path = unquote(parts.path).removeprefix("/")
        if parts.netloc or not path:
            raise ImproperlyConfigured("DATABASE_URL must look like sqlite:///path/to/file.")
        file = Path(path).absolute()
        return {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": str(file),
            # A file like the real one: threads that share a database in memory do not wait for each
            # other but fail.
            "TEST": {"NAME": str(file.with_name(f"test-{file.name}"))},
            "CONN_MAX_AGE": 600,
            "OPTIONS": dict(SQLITE_OPTIONS),
        }
    if parts.scheme in {"postgres", "postgresql"}:
        name = unquote(parts.path).removeprefix("/")
        if not name or "/" in name:
            raise ImproperlyConfigured(
                "DATABASE_URL must look like postgres://user:password@host:port/name."
            )
        try:
            port = str(parts.port or "")
        except ValueError as error:
            raise ImproperlyConfigured("The port in DATABASE_URL is not a number.") from error
        return {
            "ENGINE": "django.db.backends.postgresql",
            "NAME": name,
            "USER": unquote(parts.username or ""),
            "PASSWORD": unquote(parts.password or ""),
            "HOST": unquote(parts.hostname or ""),
            "PORT": port,
            "CONN_MAX_AGE": 600,
            "CONN_HEALTH_CHECKS": True,  # one round trip a request, and no error after a restart
            "OPTIONS": dict(parse_qsl(parts.query)),
        }
    raise ImproperlyConfigured("DATABASE_URL must begin with postgres:// or sqlite:///.")


def celery_broker(redis_url: str) -> str:
    """The same server as Celery spells it: what redis-py calls unix:// has another name there."""
    if redis_url.startswith("unix://"):
        return "redis+socket://" + redis_url.removeprefix("unix://")
    return redis_url
