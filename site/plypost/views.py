"""What belongs to no app: the probe of a load balancer, and the page of a failed CSRF check."""

from typing import Final

from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

CSRF_TEMPLATE: Final = "403_csrf.html"


@require_safe
@never_cache
def healthz(request: HttpRequest) -> HttpResponse:
    """200 "ok" while the database answers; else the server's error page."""
    with connection.cursor() as cursor:
        cursor.execute("select 1")
    return HttpResponse("ok\n", content_type="text/plain")


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """403 for a form without a valid token; as JSON where the caller talks JSON."""
    return render(request, "403.html", {"csrf": True, "reason": reason}, status=403)
