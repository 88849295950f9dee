"""`manage.py check` refuses a game that lacks its board or its rules page."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Any

from django.core.checks import CheckMessage, Error, register
from django.template import TemplateDoesNotExist
from django.template.loader import get_template

from games.rules import registry


@register
def every_game_is_whole(**_: Any) -> list[CheckMessage]:
    """E001: no `games/boards/<key>.py`; E002: no `templates/games/rules/<key>.html`."""
    problems: list[CheckMessage] = []
    for key in registry.games():
        module = key.replace("-", "_")
        if find_spec(f"games.boards.{module}") is None:
            problems.append(
                Error(
                    f"{key} has no board", hint=f"Write games/boards/{module}.py.", id="games.E001"
                )
            )
        try:
            get_template(f"games/rules/{key}.html")
        except TemplateDoesNotExist:
            problems.append(
                Error(
                    f"{key} has no rules page",
                    hint=f"Write templates/games/rules/{key}.html.",
                    id="games.E002",
                )
            )
    return problems
