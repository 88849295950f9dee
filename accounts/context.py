"""What every page knows about the person who reads it."""

from __future__ import annotations

from typing import Any, Final
from urllib.parse import urlencode

from django.conf import settings
from django.http import HttpRequest

from accounts.models import User

# First part of the path -> entry of the main menu.
SECTIONS: Final = {"": "home", "play": "play", "ladders": "ladders", "rules": "rules"}
ENDONYMS: Final = {"en": "English", "da": "Dansk", "fr": "Français"}


def person(request: HttpRequest) -> dict[str, Any]:
    """`theme` ("", "light", "dark"), `board_looks`, `section`, `languages`, `and_back`."""
    user = getattr(request, "user", None)
    return {
        "theme": user.theme if isinstance(user, User) else "",
        "board_looks": user.board_looks if isinstance(user, User) else "",
        "section": SECTIONS.get(request.path.split("/")[1], ""),
        "languages": [(code, ENDONYMS.get(code, str(name))) for code, name in settings.LANGUAGES],
        "and_back": _and_back(request),
    }


def _and_back(request: HttpRequest) -> str:
    """What a link to joining or signing in ends with, so that both lead back to this page.

    Empty where there is nothing to come back to: home is where both lead anyway.
    """
    page = request.resolver_match
    if page is not None and page.namespace == "accounts" and page.url_name != "settings":
        # Joining and signing in lead to each other, and both to the page one came from.
        back = request.GET.get("next", "")
    elif page is not None and request.method in ("GET", "HEAD"):
        back = request.get_full_path()
    else:
        back = ""
    return "?" + urlencode({"next": back}, safe="/") if back not in ("", "/") else ""
