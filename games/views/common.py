"""What the views of several modules share."""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, Any, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from accounts.errors import AccountError
from accounts.models import User
from games import selectors
from games.errors import PlayError
from games.models import Match
from games.texts import say

if TYPE_CHECKING:
    from collections.abc import Callable


def refusals_shown(
    view: Callable[..., HttpResponseBase],
) -> Callable[..., HttpResponseBase]:
    """Turn a refusal into a message on the page of the match, or on the page one came from."""

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        try:
            return view(request, *args, **kwargs)
        except PlayError as error:
            messages.error(request, say(error.text))
        except AccountError as error:
            messages.error(request, str(error))
        code = kwargs.get("code")
        return redirect("match", code) if code else redirect("home")

    return wrapped


def act_of_user(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """A form that somebody who is signed in posts: its refusals are shown where one came from."""
    return require_POST(login_required(refusals_shown(view)))


def match_of(code: str) -> Match:
    """The match of an address; a page that does not exist where there is none."""
    try:
        return selectors.match_by_code(code)
    except Match.DoesNotExist:
        raise Http404 from None


def posted(request: HttpRequest, name: str) -> int:
    """A posted whole number; −1, which fits nothing, where there is none."""
    number = whole_number(request, name)
    return -1 if number is None else number


def key_of(request: HttpRequest) -> str:
    """The idempotency key of a posted form; NUL, which no database keeps, is taken out."""
    return request.POST.get("key", "")[:64].replace("\0", "")


def user_of(request: HttpRequest) -> User:
    """The signed-in user of a view behind `login_required`."""
    return cast("User", request.user)


def whole_number(request: HttpRequest, name: str) -> int | None:
    """A number from the form or the query; None for what is none."""
    text = (request.POST if request.method == "POST" else request.GET).get(name, "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= 18 else None
