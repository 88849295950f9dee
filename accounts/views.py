"""The pages about accounts. Each translates between a form and one service."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout, update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import blocks, forms, resets, services, stops, vacations
from accounts.errors import AccountError
from accounts.models import User
from accounts.sessions import address_of, sign_in

RESET_KEY: Final = "reset_token"  # in the session, while the new password is being chosen
RESET_SHOWN: Final = "set"  # stands in the address instead of the token


def _next(request: HttpRequest, default: str = "home") -> str:
    """Where the form says to go afterwards, if that is a page of ours."""
    url = request.POST.get("next") or request.GET.get("next") or ""
    # An address, never the name of a page: redirect() would look that up.
    if url.startswith(("/", "http:", "https:")) and url_has_allowed_host_and_scheme(
        url, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    ):
        return url
    return reverse(default)


def _guest(request: HttpRequest) -> User | None:
    return request.user if isinstance(request.user, User) and request.user.is_guest else None


@sensitive_post_parameters("password")
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest) -> HttpResponse:
    """A new account, or a name for the guest who asks."""
    guest = _guest(request)
    if request.user.is_authenticated and guest is None:
        return HttpResponseRedirect(_next(request))
    form = forms.JoinForm(request.POST if request.method == "POST" else None, guest=guest)
    if form.is_valid():
        try:
            user = services.user_register(**form.cleaned_data, guest=guest)
        except AccountError as error:
            form.refuse(error)
        else:
            sign_in(request, user)
            messages.success(request, _("Welcome, %(name)s.") % {"name": user.username})
            return HttpResponseRedirect(_next(request))
    context = {"form": form, "guest": guest, "next": _next(request)}
    return render(request, "accounts/join.html", context, status=400 if form.errors else 200)


@sensitive_post_parameters("password")
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def login(request: HttpRequest) -> HttpResponse:
    """Sign in by name or mail address."""
    guest = _guest(request)
    if request.user.is_authenticated and guest is None:
        return HttpResponseRedirect(_next(request))
    form = forms.SignInForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            user = services.user_check(**form.cleaned_data, address=address_of(request))
        except AccountError as error:
            form.refuse(error)
        else:
            sign_in(request, user)
            return HttpResponseRedirect(_next(request))
    context = {"form": form, "guest": guest, "next": _next(request)}
    return render(request, "accounts/login.html", context, status=400 if form.errors else 200)


@require_POST
def signout(request: HttpRequest) -> HttpResponse:
    """End the session of this browser."""
    logout(request)
    return redirect("home")


@require_POST
def language(request: HttpRequest) -> HttpResponse:
    """The language switch at the foot of each page, for visitors and accounts alike."""
    code = request.POST.get("language", "")
    response = HttpResponseRedirect(_next(request))
    if code in dict(settings.LANGUAGES):
        if isinstance(request.user, User):
            services.user_set_language(user=request.user, language=code)
        response.set_cookie(
            settings.LANGUAGE_COOKIE_NAME,
            code,
            max_age=365 * 24 * 60 * 60,
            secure=settings.SESSION_COOKIE_SECURE,
            samesite="Lax",
        )
    return response


# --- password reset ----------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
def reset(request: HttpRequest) -> HttpResponse:
    """Ask for a letter; the answer is the same whether or not the address is known."""
    form = forms.ResetForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            resets.reset_ask(
                email=form.cleaned_data["email"],
                address=address_of(request),
                site=f"{request.scheme}://{request.get_host()}",
                language=translation.get_language() or settings.LANGUAGE_CODE,
            )
        except AccountError as error:
            form.refuse(error)
        else:
            return redirect("accounts:reset_sent")
    context = {"form": form}
    return render(request, "accounts/reset.html", context, status=400 if form.errors else 200)


@require_safe
def reset_sent(request: HttpRequest) -> HttpResponse:
    """Look into your mail."""
    return render(request, "accounts/reset_sent.html")


@sensitive_post_parameters("password")
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def reset_confirm(request: HttpRequest, uidb64: str, token: str) -> HttpResponse:
    """Choose a new password. The token moves to the session, so that no link can leak it."""
    if token != RESET_SHOWN:
        if resets.reset_user(uidb64=uidb64, token=token) is None:
            return render(request, "accounts/reset_invalid.html", status=404)
        request.session[RESET_KEY] = token
        return redirect("accounts:reset_confirm", uidb64=uidb64, token=RESET_SHOWN)
    user = resets.reset_user(uidb64=uidb64, token=request.session.get(RESET_KEY, ""))
    if user is None:
        return render(request, "accounts/reset_invalid.html", status=404)
    form = forms.NewPasswordForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            services.user_reset_password(user=user, new=form.cleaned_data["password"])
        except AccountError as error:
            form.refuse(error)
        else:
            del request.session[RESET_KEY]
            messages.success(request, _("Your password is changed. Sign in with the new one."))
            return redirect("accounts:login")
    context = {"form": form, "person": user}
    return render(
        request, "accounts/reset_confirm.html", context, status=400 if form.errors else 200
    )


# --- settings ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Section:
    """One part of the settings page, with a form and a button of its own."""

    form: type[forms.PlainForm]
    save: Callable[..., Any]
    initial: tuple[str, ...] = ()
    for_guests: bool = True
    anchor: str = ""  # where on the page to go afterwards; else to the section itself


def _save_password(*, user: User, password: str, new: str) -> User:
    return services.user_set_password(user=user, old=password, new=new)


SECTIONS: Final = {
    "about": Section(forms.AboutForm, services.user_set_about, ("about",), for_guests=False),
    "email": Section(forms.EmailForm, services.user_set_email, ("email",), for_guests=False),
    "password": Section(forms.PasswordForm, _save_password, for_guests=False),
    "language": Section(forms.LanguageForm, services.user_set_language, ("language",)),
    "time_zone": Section(forms.TimeZoneForm, services.user_set_time_zone, ("time_zone",)),
    "theme": Section(forms.ThemeForm, services.user_set_theme, ("theme",)),
    "board": Section(
        forms.BoardForm,
        services.user_set_board,
        ("coordinates", "legal_dots", "links", "bold_glyphs"),
    ),
    "manner": Section(forms.MannerForm, services.user_set_manner, ("after_post", "shortcuts")),
    "turn_mail": Section(
        forms.TurnMailForm, services.user_set_turn_mail, ("turn_mail",), for_guests=False
    ),
    "warn_mail": Section(
        forms.WarnMailForm, services.user_set_warn_mail, ("warn_mail",), for_guests=False
    ),
    "away_mail": Section(
        forms.AwayMailForm, services.user_set_away_mail, ("away_mail",), for_guests=False
    ),
    "offer_mail": Section(
        forms.OfferMailForm, services.user_set_offer_mail, ("offer_mail",), for_guests=False
    ),
    "vacation_now": Section(
        forms.VacationNowForm, vacations.vacation_begin, for_guests=False, anchor="vacation"
    ),
    "vacation_plan": Section(
        forms.VacationPlanForm, vacations.vacation_plan, for_guests=False, anchor="vacation"
    ),
    "auto_vacation": Section(
        forms.AutoVacationForm,
        services.user_set_auto_vacation,
        ("auto_vacation",),
        for_guests=False,
    ),
    "sleep": Section(forms.SleepForm, services.user_set_sleep, ("sleep_begin", "sleep_finish")),
    "play_forced": Section(forms.PlayForcedForm, services.user_set_play_forced, ("play_forced",)),
}


@sensitive_post_parameters("password", "new")
@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def settings_page(request: HttpRequest, section: str = "") -> HttpResponse:
    """Settings; each section saves by itself and answers beside its button."""
    assert isinstance(request.user, User)
    bound: dict[str, forms.PlainForm] = {}
    if request.method == "POST":
        part = SECTIONS.get(section)
        if part is None or (request.user.is_guest and not part.for_guests):
            raise Http404
        form = bound[section] = part.form(request.POST, prefix=section)
        if form.is_valid():
            try:
                part.save(user=request.user, **form.cleaned_data)
            except AccountError as error:
                form.refuse(error)
            else:
                return _saved(request, section)
    elif section:
        return redirect("accounts:settings")
    context: dict[str, Any] = {
        f"{name}_form": bound.get(name)
        or part.form(
            initial={field: getattr(request.user, field) for field in part.initial}, prefix=name
        )
        for name, part in SECTIONS.items()
    }
    saved = next((m.extra_tags for m in messages.get_messages(request) if m.extra_tags), "")
    assert isinstance(request.user, User)
    now = timezone.now()
    context |= {
        "saved": saved,
        "blocked": list(blocks.blocked_by(request.user)),
        "vacations": list(vacations.coming(request.user, now)),
        "vacation": vacations.current(request.user, now),
        "days_left": vacations.days_left(request.user, now.year),
        "year": str(now.year),
        "zone": timezone.get_current_timezone_name().replace("_", " "),
    }
    return render(request, "accounts/settings.html", context, status=400 if bound else 200)


def _saved(request: HttpRequest, section: str) -> HttpResponse:
    assert isinstance(request.user, User)
    if section == "password":
        update_session_auth_hash(request, request.user)
    messages.success(request, _("Saved."), extra_tags=section)
    anchor = SECTIONS[section].anchor if section in SECTIONS else ""
    response = redirect(reverse("accounts:settings") + f"#{anchor or section}")
    if section == "language":
        # The account decides while signed in; the cookie must not bring back another one after.
        response.delete_cookie(settings.LANGUAGE_COOKIE_NAME)
    return response


@require_POST
@login_required
def vacation_end(request: HttpRequest, pk: int) -> HttpResponse:
    """Cancel a planned vacation, or come back from the present one."""
    assert isinstance(request.user, User)
    try:
        vacations.vacation_end(user=request.user, pk=pk)
    except AccountError as error:
        messages.error(request, error.message)
    else:
        messages.success(request, _("Saved."), extra_tags="vacation")
    return redirect(reverse("accounts:settings") + "#vacation")


# --- letters -----------------------------------------------------------------------------------


@csrf_exempt  # mail programs post here by themselves (RFC 8058); the token says what may be done
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def stop_mail(request: HttpRequest, token: str) -> HttpResponse:
    """The link at the foot of a letter: ends the letters of this kind once one has confirmed."""
    found = stops.read(token)
    if found is None:
        raise Http404
    user, kind = found
    if kind not in ("turn", "warn", "away", "offer"):
        raise Http404
    if request.method == "POST":
        if kind == "warn":
            services.user_set_warn_mail(user=user, warn_mail=False)
        elif kind == "away":
            services.user_set_away_mail(user=user, away_mail=False)
        elif kind == "offer":
            services.user_set_offer_mail(user=user, offer_mail=False)
        else:
            services.user_set_turn_mail(user=user, turn_mail=User.TurnMail.OFF)
    off = {
        "turn": user.turn_mail == User.TurnMail.OFF,
        "warn": not user.warn_mail,
        "away": not user.away_mail,
        "offer": not user.offer_mail,
    }
    context = {"person": user, "kind": kind, "anchor": f"{kind}_mail", "off": off[kind]}
    return render(request, "accounts/stop_mail.html", context)
