"""What belongs to no app: the probe of a load balancer, and the answer to a failed CSRF check."""

from django.db import connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
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


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """403 for a form without a valid token: a page, or JSON for a script that asks for it."""
    if request.get_preferred_type(["text/html", "application/json"]) == "application/json":
        message = gettext("This page is out of date: load it again.")
        return JsonResponse({"error": "csrf", "message": message}, status=403)
    return render(request, "403_csrf.html", {"csrf": True}, status=403)
