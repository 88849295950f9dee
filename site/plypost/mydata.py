"""What the whole site knows of one person: to be taken along, or to be deleted."""

from __future__ import annotations

from typing import Any, cast

from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from accounts.errors import AccountError
from accounts.forms import LeaveForm
from accounts.models import User
from games.models import Follow, Match, Message, Note, Study
from games.services.farewell import person_leave
from ratings.models import Change, Rating


def collected(user: User) -> dict[str, Any]:
    """Everything that is stored about `user`, as plain JSON: the account, matches, ratings."""
    matches = Match.objects.filter(seats__user=user).order_by("pk").prefetch_related("seats__user")
    return {
        "account": {
            "name": user.username,
            "email": user.email,
            "about": user.about,
            "language": user.language,
            "last_language": user.last_language,
            "time_zone": user.time_zone,
            "theme": user.theme,
            "coordinates": user.coordinates,
            "legal_dots": user.legal_dots,
            "links": user.links,
            "bold_glyphs": user.bold_glyphs,
            "after_post": user.after_post,
            "shortcuts": user.shortcuts,
            "turn_mail": user.turn_mail,
            "warn_mail": user.warn_mail,
            "away_mail": user.away_mail,
            "offer_mail": user.offer_mail,
            "sleeping_hours": [
                moment.isoformat(timespec="minutes")
                for moment in (user.sleep_begin, user.sleep_finish)
                if moment is not None
            ],
            "auto_vacation": user.auto_vacation,
            "play_forced": user.play_forced,
            "last_choices": user.last_choices,
            "joined_at": user.joined_at.isoformat(),
        },
        "blocked": [block.other.username for block in user.blocks.select_related("other")],
        "vacations": [
            {
                "start": vacation.start.isoformat(),
                "end": vacation.end.isoformat(),
                "automatic": vacation.automatic,
            }
            for vacation in user.vacations.order_by("start")
        ],
        "matches": [_match(match) for match in matches],
        "studies": [
            {"match": study.match.code, "lines": study.lines, "plan": study.plan}
            for study in Study.objects.filter(user=user).select_related("match").order_by("pk")
        ],
        "messages": [
            {
                "match": message.match.code,
                "room": message.room,
                "at": message.at.isoformat(),
                "text": message.text,
            }
            for message in Message.objects.filter(user=user).select_related("match").order_by("pk")
        ],
        "followed": [
            follow.match.code
            for follow in Follow.objects.filter(user=user).select_related("match").order_by("pk")
        ],
        "notes": [
            {"match": note.match.code, "text": note.text}
            for note in Note.objects.filter(user=user).select_related("match").order_by("pk")
        ],
        "ratings": [
            {"game": rating.ladder, "elo": rating.elo, "games": rating.games}
            for rating in Rating.objects.filter(user=user).order_by("ladder")
        ],
        "rating_changes": [
            {
                "match": change.match.code,
                "at": change.at.isoformat(),
                "before": change.before,
                "after": change.after,
            }
            for change in Change.objects.filter(user=user).select_related("match").order_by("at")
        ],
    }


def _match(match: Match) -> dict[str, Any]:
    return {
        "code": match.code,
        "game": match.game,
        "options": match.options,
        "clock": match.clock,
        "rated": match.rated,
        "status": match.status,
        "reason": match.reason,
        "created_at": match.created_at.isoformat(),
        "started_at": match.started_at.isoformat() if match.started_at else None,
        "finished_at": match.finished_at.isoformat() if match.finished_at else None,
        "seats": [seat.user.username if seat.user else None for seat in match.seat_rows],
        "places": [seat.place for seat in match.seat_rows],
        "record": match.record,
    }


@require_safe
@login_required
@never_cache
def export(request: HttpRequest) -> HttpResponse:
    """Download what is stored about oneself."""
    user = cast("User", request.user)
    answer = JsonResponse(collected(user), json_dumps_params={"indent": 2, "ensure_ascii": False})
    answer["Content-Disposition"] = f'attachment; filename="plypost-{user.username}.json"'
    return answer


@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
def leave(request: HttpRequest) -> HttpResponse:
    """Delete one's account, after saying what that means and asking for the password."""
    user = cast("User", request.user)
    form = LeaveForm(request.POST if request.method == "POST" else None)
    if user.is_guest:
        del form.fields["password"]
    if request.method == "POST" and form.is_valid():
        try:
            person_leave(user=user, password=form.cleaned_data.get("password", ""))
        except AccountError as error:
            form.refuse(error)
        else:
            logout(request)
            messages.success(request, gettext("Your account is deleted. Thank you for playing."))
            return redirect("home")
    playing = Match.objects.filter(seats__user=user, seats__out="", status=Match.Status.ACTIVE)
    context = {"form": form, "playing": playing.count()}
    return render(request, "accounts/leave.html", context, status=400 if form.errors else 200)
