"""What every page knows about the person who reads it."""

from __future__ import annotations

from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest

from accounts.models import User

# First part of the path -> entry of the main menu.
SECTIONS: Final = {"": "home", "play": "play", "ladders": "ladders", "rules": "rules"}
ENDONYMS: Final = {"en": "English", "da": "Dansk", "fr": "Français"}


def person(request: HttpRequest) -> dict[str, Any]:
    """`theme` ("", "light", "dark"), `board_looks`, `section` of the menu, `languages`."""
    user = getattr(request, "user", None)
    return {
        "theme": user.theme if isinstance(user, User) else "",
        "board_looks": user.board_looks if isinstance(user, User) else "",
        "section": SECTIONS.get(request.path.split("/")[1], ""),
        "languages": [(code, ENDONYMS.get(code, str(name))) for code, name in settings.LANGUAGES],
    }
