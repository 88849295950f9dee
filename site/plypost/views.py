"""What belongs to no app: the probe of a load balancer, and answers to what cannot be read."""

from django.core.exceptions import RequestDataTooBig, TooManyFieldsSent
from django.db import connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe


@require_safe
@never_cache
def healthz(request: HttpRequest) -> HttpResponse:
    """200 "ok" while the database answers; else the server's error page."""
    with connection.cursor() as cursor:
        cursor.execute("select 1")
    return HttpResponse("ok\n", content_type="text/plain")


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """400 for a form that cannot be read, 413 for one that is too long: a page, or JSON.

    Django's own view looks into the form once more, for the token, and breaks on one that is in
    another encoding than UTF-8.
    """
    code, status = "bad_request", 400
    message = gettext("The request could not be understood.")
    if isinstance(exception, (RequestDataTooBig, TooManyFieldsSent)):
        code, status, message = "too_large", 413, gettext("This is too much at once.")
    if _wants_json(request):
        return JsonResponse({"error": code, "message": message}, status=status)
    return HttpResponse(render_to_string("400.html", {"message": message}), status=status)


def _wants_json(request: HttpRequest) -> bool:
    return request.get_preferred_type(["text/html", "application/json"]) == "application/json"


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """403 for a form without a valid token: a page, or JSON for a script that asks for it."""
    if _wants_json(request):
        message = gettext("This page is out of date: load it again.")
        return JsonResponse({"error": "csrf", "message": message}, status=403)
    return render(request, "403_csrf.html", {"csrf": True}, status=403)
