"""The JSON door to one's vacations."""

from __future__ import annotations

from typing import Any, cast

from django.utils import timezone
from rest_framework import status
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import vacations
from accounts.models import User, Vacation
from games.api.serializers import VacationIn
from games.rules.core import Json


class VacationsView(APIView):
    """`GET`: the vacation that runs, those planned, the days left. `POST`: one more.

    `POST {"days": n}` begins at once, `POST {"first": date, "last": date}` plans one by the
    account's time zone.
    """

    permission_classes = [IsAuthenticated]

    def get(self, request: Request) -> Response:
        """`{"vacations": [{id, start, end, automatic}], "year", "days_left"}`."""
        return Response(_all(_user(request)))

    def post(self, request: Request) -> Response:
        """See `accounts.vacations` for what may be refused."""
        data = VacationIn(data=request.data)
        data.is_valid(raise_exception=True)
        asked = data.validated_data
        if "days" in asked:
            vacations.vacation_begin(user=_user(request), days=asked["days"])
        else:
            vacations.vacation_plan(user=_user(request), first=asked["first"], last=asked["last"])
        return Response(_all(_user(request)), status=status.HTTP_201_CREATED)


class VacationView(APIView):
    """`DELETE`: cancel a planned vacation, or come back from the one that runs."""

    permission_classes = [IsAuthenticated]

    def delete(self, request: Request, pk: int) -> Response:
        """404 for one that is over or somebody else's."""
        vacations.vacation_end(user=_user(request), pk=pk)
        return Response(_all(_user(request)))


def _user(request: Request) -> User:
    return cast("User", request.user)


def _all(user: User) -> dict[str, Json]:
    now = timezone.now()
    return {
        "vacations": [_one(row) for row in vacations.coming(user, now)],
        "year": now.year,
        "days_left": vacations.days_left(user, now.year),
    }


def _one(row: Vacation) -> dict[str, Any]:
    return {
        "id": row.pk,
        "start": row.start.isoformat(),
        "end": row.end.isoformat(),
        "automatic": row.automatic,
    }
