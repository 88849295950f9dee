"""What other sites and programs show of a match: pictures of its positions.

Whoever has the link of a match has its pictures. They are the same for everyone, and a browser or
a proxy that has one is told so by its tag before anything is drawn.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from accounts import limits
from accounts.sessions import address_of
from games import pictures, selectors
from games.errors import PlayError, TooManyPictures
from games.models import Match
from games.texts import say

PER_MINUTE = 60
"""PNGs that one address may have made within a minute; those that are kept do not count."""

YEAR = 365 * 24 * 3600  # seconds

Picture = Callable[[HttpRequest, Match], HttpResponseBase]


def picture_of_match(view: Picture) -> Callable[..., HttpResponseBase]:
    """Find the match; word refusals as plain text, for nobody looks at a page here."""

    @require_safe
    @wraps(view)
    def wrapped(request: HttpRequest, code: str) -> HttpResponseBase:
        try:
            match = selectors.match_by_code(code)
        except Match.DoesNotExist:
            raise Http404 from None
        try:
            answer = view(request, match)
        except PlayError as error:
            answer = HttpResponse(
                say(error.text) + "\n",
                status=error.status,
                content_type="text/plain; charset=utf-8",
            )
        if not match.listed:
            answer["X-Robots-Tag"] = "noindex"
        return answer

    return wrapped


def answered(
    request: HttpRequest, match: Match, ply: int, tag: str, kind: str, make: Callable[[], object]
) -> HttpResponseBase:
    """The picture, or 304 if the caller has it.

    A ply that is past never changes. Which ply is the present one does, and a request may be for
    that without saying so.
    """
    etag = f'"{tag}"'
    answer = get_conditional_response(request, etag=etag)
    if answer is None:
        answer = HttpResponse(make(), content_type=kind)
    answer["ETag"] = etag
    stays = match.is_over or ply < match.ply
    answer["Cache-Control"] = f"max-age={YEAR}, immutable" if stays else "no-cache"
    return answer


@picture_of_match
def board_svg(request: HttpRequest, match: Match) -> HttpResponseBase:
    """The position as an SVG file: the present one, or `?ply=n`."""
    ply = pictures.ply_of(match, request.GET.get("ply"))
    answer = answered(
        request,
        match,
        ply,
        pictures.tag(match, ply, get_language()),
        "image/svg+xml",
        lambda: pictures.board_file(match, ply),
    )
    answer["Content-Security-Policy"] = pictures.policy()
    return answer


@picture_of_match
def board_png(request: HttpRequest, match: Match) -> HttpResponseBase:
    """The position as a PNG: `?ply=n&size=512&theme=dark`, each of which may be left out."""
    ply = pictures.ply_of(match, request.GET.get("ply"))
    size = pictures.size_of(request.GET.get("size"))
    theme = pictures.theme_of(request.GET.get("theme"))

    def make() -> bytes:
        found = pictures.kept_png(match, ply, size, theme)
        if found is None:
            drawing_allowed(request)
            found = pictures.board_png(match, ply, size, theme)
        return found

    return answered(request, match, ply, pictures.tag(match, ply, size, theme), "image/png", make)


def drawing_allowed(request: HttpRequest) -> None:
    """Count one more picture for this address. Raises `TooManyPictures`."""
    if limits.count("picture", address_of(request), seconds=60) > PER_MINUTE:
        raise TooManyPictures
