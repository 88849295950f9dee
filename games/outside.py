"""What other sites and programs show of us: pictures of positions, cards for links, frames.

Whoever has the link of a match has its pictures. They are the same for everyone, and a browser or
a proxy that has one is told so by its tag before anything is drawn.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from csp.decorators import csp_replace
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.template.loader import render_to_string
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language, override
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from accounts import limits
from accounts.sessions import address_of
from games import pages, pictures, selectors, shares
from games.errors import BadPicture, PlayError, TooManyPictures
from games.models import Match
from games.rules import registry
from games.rules.text import gettext_noop
from games.texts import say

PER_MINUTE = 60
"""PNGs that one address may have made within a minute; those that are kept do not count."""

MINUTES, YEAR = 10 * 60, 365 * 24 * 3600  # seconds

Picture = Callable[[HttpRequest, Match], HttpResponseBase]


def in_words(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Word refusals as plain text, for nobody looks at a page here."""

    @require_safe
    @wraps(view)
    def wrapped(request: HttpRequest, *args: str, **kwargs: str) -> HttpResponseBase:
        try:
            return view(request, *args, **kwargs)
        except PlayError as error:
            return HttpResponse(
                say(error.text) + "\n",
                status=error.status,
                content_type="text/plain; charset=utf-8",
            )

    return wrapped


def picture_of_match(view: Picture) -> Callable[..., HttpResponseBase]:
    """Find the match; keep those out of search engines that only their links find."""

    @in_words
    @wraps(view)
    def wrapped(request: HttpRequest, code: str) -> HttpResponseBase:
        try:
            match = selectors.match_by_code(code)
        except Match.DoesNotExist:
            raise Http404 from None
        answer = view(request, match)
        if not match.listed:
            answer["X-Robots-Tag"] = "noindex"
        return answer

    return wrapped


def answered(
    request: HttpRequest, tag: str, kind: str, make: Callable[[], object], keep: str
) -> HttpResponseBase:
    """The picture, or 304 if the caller has it; `keep` is its Cache-Control."""
    etag = f'"{tag}"'
    answer = get_conditional_response(request, etag=etag)
    if answer is None:
        answer = HttpResponse(make(), content_type=kind)
    answer["ETag"] = etag
    answer["Cache-Control"] = keep
    return answer


def keeping(match: Match, ply: int) -> str:
    """How long the picture of a ply may be kept.

    A ply that is past never changes. Which ply is the present one does, and a request may be for
    that without saying so.
    """
    stays = match.is_over or ply < match.ply
    return f"max-age={YEAR}, immutable" if stays else "no-cache"


def drawing_allowed(request: HttpRequest) -> None:
    """Count one more picture for this address. Raises `TooManyPictures`."""
    if limits.count("picture", address_of(request), seconds=60) > PER_MINUTE:
        raise TooManyPictures


@picture_of_match
def board_svg(request: HttpRequest, match: Match) -> HttpResponseBase:
    """The position as an SVG file: the present one, or `?ply=n`."""
    ply = pictures.ply_of(match, request.GET.get("ply"))
    answer = answered(
        request,
        pictures.tag(match, ply, get_language()),
        "image/svg+xml",
        lambda: pictures.board_file(match, ply),
        keeping(match, ply),
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

    tag = pictures.tag(match, ply, size, theme)
    return answered(request, tag, "image/png", make, keeping(match, ply))


# --- frames -------------------------------------------------------------------------------------


@xframe_options_exempt
@csp_replace({"frame-ancestors": ["*"]})
@picture_of_match
def embed(request: HttpRequest, match: Match) -> HttpResponseBase:
    """A match to go through, for an `<iframe>` on any site: `?ply=n&theme=dark`.

    The page is rendered without the request: nobody is signed in here, and no cookie is set.
    """
    ply = pictures.ply_of(match, request.GET.get("ply"))
    theme = request.GET.get("theme")
    context = {
        **pages.embed(match, ply),
        "theme": pictures.theme_of(theme) if theme else "",
        "page": shares.origin_of(request) + match.get_absolute_url(),
    }
    answer = HttpResponse(render_to_string("games/embed.html", context))
    answer["Cache-Control"] = "max-age=60"
    answer["X-Robots-Tag"] = "noindex"
    return answer


# --- cards --------------------------------------------------------------------------------------


def card_answer(request: HttpRequest, build: Callable[[], shares.Card]) -> HttpResponseBase:
    """A card as PNG, in the language of `?lang=` or else of the request."""
    language = request.GET.get("lang", get_language() or settings.LANGUAGE_CODE)
    if language not in dict(settings.LANGUAGES):
        raise BadPicture(
            gettext_noop("lang must be one of {languages}."),
            languages=", ".join(dict(settings.LANGUAGES)),
        )
    with override(language):
        text = shares.drawn(build())

    def make() -> bytes:
        found = shares.kept_png(text)
        if found is None:
            drawing_allowed(request)
            found = shares.png(text)
        return found

    return answered(request, shares.tag(text), "image/png", make, f"max-age={MINUTES}")


@picture_of_match
def match_card(request: HttpRequest, match: Match) -> HttpResponseBase:
    """The card of a match."""
    return card_answer(request, lambda: shares.match_card(match))


@in_words
def rules_card(request: HttpRequest, key: str) -> HttpResponseBase:
    """The card of a game's rules."""
    if key not in registry.games():
        raise Http404
    return card_answer(request, lambda: shares.rules_card(key))


@in_words
def front_card(request: HttpRequest) -> HttpResponseBase:
    """The card of the front page."""
    return card_answer(request, lambda: shares.front_card(pages.HERO))
