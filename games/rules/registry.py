"""Which games there are: whatever `catalog/` holds. Nothing is registered by hand."""

from __future__ import annotations

import pkgutil
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib import import_module
from typing import Any

from games.rules import catalog
from games.rules.core import Game, OptionError
from games.rules.text import gettext_noop


@cache
def games() -> dict[str, type[Game[Any]]]:
    """All games by key, in the order in which they are shown: by `order`, then by key."""
    found = {}
    for module in sorted(info.name for info in pkgutil.iter_modules(catalog.__path__)):
        game = import_module(f"{catalog.__name__}.{module}").GAME
        if game.key.replace("-", "_") != module:
            raise RuntimeError(f"{module}.py declares the key {game.key!r}")
        found[game.key] = game
    return dict(sorted(found.items(), key=lambda item: (item[1].order, item[0])))


def families() -> dict[str, list[str]]:
    """The keys of games and their variants: {game: [game, variant, …]}, in the order shown."""
    found: dict[str, list[str]] = {}
    for key, game in games().items():
        found.setdefault(game.family or key, []).append(key)
    return found


def find(key: str) -> type[Game[Any]]:
    """The rules class of `key`; raises `OptionError` if there is no such game."""
    try:
        return games()[key]
    except (KeyError, TypeError):
        raise OptionError(
            gettext_noop("There is no game called “{game}”."), game=str(key)
        ) from None


def make(key: str, seats: int, options: Mapping[str, object] | None = None) -> Game[Any]:
    """The rules for `key` with these seats and options, shared within the process.

    Option values may be strings, numbers or booleans. Raises `OptionError`.
    """
    game = find(key)
    seats, values = game.normalise(seats, options or {})
    return _make(key, seats, tuple(sorted(values.items())))


@lru_cache(maxsize=256)
def _make(key: str, seats: int, values: tuple[tuple[str, str], ...]) -> Game[Any]:
    return find(key)(seats, dict(values))
