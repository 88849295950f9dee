"""One handler that turns every refusal into `{"error": code, "message": sentence}`."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import RequestDataTooBig
from django.http import Http404
from django.utils.translation import gettext
from rest_framework import exceptions, status
from rest_framework.response import Response
from rest_framework.views import exception_handler as rest_handler

from accounts.errors import AccountError
from games.errors import PlayError, StaleStudy, TalkError
from games.models import Match
from games.selectors import match_by_code
from games.snapshots import match_snapshot
from games.studies import study_json
from games.texts import say


def exception_handler(error: Exception, context: dict[str, Any]) -> Response | None:
    """The answer to a refused call; None for what is a bug and stays a 500.

    With 409 what is there now comes along, so that a client that was late need not ask again.
    """
    if isinstance(error, PlayError):
        body: dict[str, Any] = {"error": error.code, "message": say(error.text)}
        code = context.get("kwargs", {}).get("code")
        about_match = not isinstance(error, TalkError)
        if isinstance(error, StaleStudy) and code:
            body["study"] = study_json(match_by_code(code), context["request"].user)
        elif error.status == status.HTTP_409_CONFLICT and code and about_match:
            body["match"] = match_snapshot(match_by_code(code), context["request"].user, slim=True)
        return Response(body, status=error.status)
    if isinstance(error, AccountError):
        return Response({"error": error.code, "message": error.message}, status=error.status)
    if isinstance(error, (Http404, Match.DoesNotExist)):
        return Response(
            {"error": "not_found", "message": gettext("There is no such game.")},
            status=status.HTTP_404_NOT_FOUND,
        )
    if isinstance(error, RequestDataTooBig):
        return Response(
            {"error": "too_large", "message": gettext("This is too much at once.")},
            status=status.HTTP_413_REQUEST_ENTITY_TOO_LARGE,
        )
    if isinstance(error, RecursionError):  # JSON nested deeper than Python reads it
        error = exceptions.ParseError()
    response = rest_handler(error, context)
    if response is not None:
        name = {
            exceptions.NotAuthenticated: "not_signed_in",
            exceptions.AuthenticationFailed: "not_signed_in",
            exceptions.PermissionDenied: "forbidden",
            exceptions.ParseError: "bad_request",
            exceptions.ValidationError: "bad_request",
            exceptions.MethodNotAllowed: "method_not_allowed",
            exceptions.UnsupportedMediaType: "bad_request",
            exceptions.Throttled: "too_many_requests",
        }.get(type(error), "refused")
        detail = response.data.get("detail") if isinstance(response.data, dict) else None
        response.data = {
            "error": name,
            "message": str(detail) if detail else gettext("The request could not be understood."),
        }
    return response
