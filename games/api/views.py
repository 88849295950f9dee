"""The JSON door. Each view finds the match, calls one service or selector and answers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.utils import timezone
from rest_framework.exceptions import NotFound, ValidationError
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer
from rest_framework.views import APIView

from games.api.serializers import GoneIn, LineIn, MovesIn, OfferIn, QuestionIn
from games.lines import line_after, position_after, position_at
from games.models import Study
from games.offers import KINDS
from games.selectors import match_by_code
from games.services.advice import advice_ask
from games.services.ending import match_abort, match_end
from games.services.leave import match_resign
from games.services.offers import ACTS, day_give
from games.services.plans import plan_add, plan_delete
from games.services.play import match_play
from games.services.rematch import match_rematch
from games.services.study import line_add, line_delete
from games.services.timeouts import match_seen
from games.snapshots import line_json, match_snapshot, why_text
from games.studies import advice_json, study_json


class MatchView(APIView):
    """`GET`: the snapshot of a match; anyone who has the link may look."""

    permission_classes = [AllowAny]

    def get(self, request: Request, code: str) -> Response:
        """Geometry and start are left out with `?slim=1`."""
        slim = request.query_params.get("slim") == "1"
        match = match_seen(match_by_code(code))
        return Response(match_snapshot(match, request.user, slim=slim))


class MovesView(APIView):
    """`POST {ply, moves, key}`: play one turn; answers with the new snapshot."""

    permission_classes = [IsAuthenticated]

    def post(self, request: Request, code: str) -> Response:
        """See `match_play` for what may be refused."""
        now = timezone.now()
        match = match_by_code(code)
        data = MovesIn(data=request.data)
        data.is_valid(raise_exception=True)
        match = match_play(
            match_id=match.pk,
            user_id=_user_id(request),
            ply=data.validated_data["ply"],
            moves=data.validated_data["moves"],
            key=data.validated_data["key"],
            now=now,
        )
        return Response(match_snapshot(match, request.user, slim=True))


class ResignView(APIView):
    """`POST`: resign one's seat; answers with the new snapshot."""

    permission_classes = [IsAuthenticated]

    def post(self, request: Request, code: str) -> Response:
        """See `match_resign` for what may be refused."""
        match = match_by_code(code)
        match = match_resign(match_id=match.pk, user_id=_user_id(request))
        return Response(match_snapshot(match, request.user, slim=True))


class AbortView(APIView):
    """`POST`: call a game off that has hardly begun; answers with the new snapshot."""

    permission_classes = [IsAuthenticated]

    def post(self, request: Request, code: str) -> Response:
        """See `match_abort` for what may be refused."""
        match = match_by_code(code)
        match = match_abort(match_id=match.pk, user_id=_user_id(request))
        return Response(match_snapshot(match, request.user, slim=True))


class EndView(APIView):
    """`POST`: end a game whose result cannot change any more; answers with the new snapshot."""

    permission_classes = [IsAuthenticated]

    def post(self, request: Request, code: str) -> Response:
        """See `match_end` for what may be refused."""
        match = match_by_code(code)
        match = match_end(match_id=match.pk, user_id=_user_id(request))
        return Response(match_snapshot(match, request.user, slim=True))


class RematchView(APIView):
    """`POST`: ask for a rematch, or accept one; answers with the snapshot of the new match."""

    permission_classes = [IsAuthenticated]

    def post(self, request: Request, code: str) -> Response:
        """See `match_rematch` for what may be refused."""
        user: Any = request.user
        again = match_rematch(match_id=match_by_code(code).pk, user=user)
        return Response(match_snapshot(match_by_code(again.code), user, slim=True))


class OfferView(APIView):
    """`POST {ply, version, days}` to `offers/<kind>/<act>/`; answers with the new snapshot.

    The kinds are draw, takeback and pause, the acts make, accept, decline and withdraw. To make an
    offer needs no `version`; only a pause has `days`.
    """

    permission_classes = [IsAuthenticated]

    def post(self, request: Request, code: str, kind: str, act: str) -> Response:
        """See `games.services.offers` for what may be refused."""
        now = timezone.now()
        match = match_by_code(code)
        if kind not in KINDS or act not in ACTS:
            raise NotFound
        data = OfferIn(data=request.data)
        data.is_valid(raise_exception=True)
        match = ACTS[act](
            match_id=match.pk, user_id=_user_id(request), kind=kind, now=now, **data.validated_data
        )
        return Response(match_snapshot(match, request.user, slim=True))


class DayView(APIView):
    """`POST {ply}`: give the player to move one more day; answers with the new snapshot."""

    permission_classes = [IsAuthenticated]

    def post(self, request: Request, code: str) -> Response:
        """See `day_give` for what may be refused."""
        now = timezone.now()
        match = match_by_code(code)
        data = OfferIn(data=request.data)
        data.is_valid(raise_exception=True)
        match = day_give(
            match_id=match.pk,
            user_id=_user_id(request),
            ply=data.validated_data["ply"],
            now=now,
        )
        return Response(match_snapshot(match, request.user, slim=True))


class LineView(APIView):
    """`GET ?ply=n&moves=a;b`: the position after moves that are only tried, from any ply."""

    permission_classes = [AllowAny]

    def get(self, request: Request, code: str) -> Response:
        """422 with the rules' own words if a move is not possible; `last` has its shapes."""
        match = match_by_code(code)
        start = position_at(match, _ply(request))
        state, last = line_after(match.rules, start, request.query_params.get("moves", ""))
        return Response({**line_json(match.rules, state, start), "last": last})


class WhyView(APIView):
    """`GET ?ply=n&moves=a;b&picks=x|y`: why these picks make no legal move there."""

    permission_classes = [AllowAny]

    def get(self, request: Request, code: str) -> Response:
        """`{"message": sentence}`, empty if they do make one."""
        match = match_by_code(code)
        state = position_after(
            match.rules, position_at(match, _ply(request)), request.query_params.get("moves", "")
        )
        picks = request.query_params.get("picks", "").split("|")[:6]
        return Response({"message": why_text(match.rules, state, picks)})


class StudyView(APIView):
    """`GET`: what the caller has tried and planned for a match; nobody else's is ever shown."""

    permission_classes = [AllowAny]

    def get(self, request: Request, code: str) -> Response:
        """See `games.studies` for the format; a visitor keeps nothing and may still try."""
        return Response(study_json(match_by_code(code), request.user))


class LinesView(APIView):
    """`POST {version, ply, moves}` keeps a branch, `DELETE` the same forgets its last move."""

    permission_classes = [IsAuthenticated]

    def post(self, request: Request, code: str) -> Response:
        """See `line_add` for what may be refused; answers with the whole study."""
        return _study_changed(request, code, LineIn, line_add)

    def delete(self, request: Request, code: str) -> Response:
        """See `line_delete`; without `moves` every branch goes."""
        return _study_changed(request, code, GoneIn, line_delete)


class PlanView(APIView):
    """`POST {version, ply, moves}` saves a conditional line, `DELETE` of the same deletes it."""

    permission_classes = [IsAuthenticated]

    def post(self, request: Request, code: str) -> Response:
        """See `plan_add` for what may be refused; answers with the whole study."""
        return _study_changed(request, code, LineIn, plan_add)

    def delete(self, request: Request, code: str) -> Response:
        """See `plan_delete`; without `moves` the whole plan goes."""
        return _study_changed(request, code, GoneIn, plan_delete)


class AdviceView(APIView):
    """`POST {ply, moves}`: what a bot would play there, once the game is over."""

    permission_classes = [IsAuthenticated]

    def post(self, request: Request, code: str) -> Response:
        """200 with the advice (see studies.py), or 202 while the bot thinks: then ask again."""
        match = match_by_code(code)
        data = QuestionIn(data=request.data)
        data.is_valid(raise_exception=True)
        found = advice_ask(match_id=match.pk, user_id=_user_id(request), **data.validated_data)
        if found is None:
            return Response({"move": None}, status=202)
        return Response(advice_json(match, found, **data.validated_data))


def _study_changed(
    request: Request,
    code: str,
    form: type[Serializer[Any]],
    service: Callable[..., Study],
) -> Response:
    match = match_by_code(code)
    data = form(data=request.data)
    data.is_valid(raise_exception=True)
    service(match_id=match.pk, user_id=_user_id(request), **data.validated_data)
    return Response(study_json(match_by_code(code), request.user))


def _user_id(request: Request) -> int:
    """The signed-in user, whom `IsAuthenticated` has let through."""
    user: Any = request.user
    return int(user.pk)


def _ply(request: Request) -> int | None:
    """`?ply=` as a number, None if it is missing (the latest)."""
    text = request.query_params.get("ply", "")
    if not text:
        return None
    if not (text.isascii() and text.isdecimal() and len(text) < 7):
        raise ValidationError({"ply": "not a number"})
    return int(text)
