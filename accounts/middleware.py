"""Language and time zone of each request: those of the account, else those of the browser."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final
from zoneinfo import ZoneInfo

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation
from django.utils.cache import patch_cache_control

from accounts import services, zones
from accounts.models import User

ZONE_COOKIE: Final = "tz"  # site.js writes down the browser's zone


class PersonMiddleware:
    """Must stand behind `AuthenticationMiddleware` and `LocaleMiddleware`."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self.languages = dict(settings.LANGUAGES)

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self._as_read_by(request)
        # What is made for somebody is nobody else's: no proxy may keep it, even one that overlooks
        # Vary, and a browser asks again. Pictures, which are the same for all, say so themselves.
        if settings.SESSION_COOKIE_NAME in request.COOKIES and "Cache-Control" not in response:
            patch_cache_control(response, private=True, no_cache=True)
        return response

    def _as_read_by(self, request: HttpRequest) -> HttpResponse:
        zone = request.COOKIES.get(ZONE_COOKIE, "")
        # Visitors have no session: do not look for one, so that their pages stay cacheable.
        if settings.SESSION_COOKIE_NAME in request.COOKIES:
            user = request.user
            if isinstance(user, User):
                zone = user.time_zone or zone
                if user.language in self.languages:
                    translation.activate(user.language)
                    request.LANGUAGE_CODE = user.language
                elif "text/html" in request.headers.get("Accept", ""):
                    services.user_read_in(user=user, language=request.LANGUAGE_CODE)
        if zone in zones.known():
            with timezone.override(ZoneInfo(zone)):
                return self.get_response(request)
        with timezone.override(None):
            return self.get_response(request)
