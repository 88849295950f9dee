"""Pages, JSON and SVG are sent compressed; what is compressed already is left alone."""

from __future__ import annotations

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware

WORDS = ("text/", "application/json", "image/svg+xml")


class GzipTexts(GZipMiddleware):
    """Django's, which adds random bytes against BREACH, for texts only: a PNG gets no smaller."""

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        """Compress a text that the caller takes compressed."""
        if not response.get("Content-Type", "").startswith(WORDS):
            return response
        return super().process_response(request, response)
