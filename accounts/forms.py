"""What people type about themselves. The rules stand in `accounts.services`, not here."""

from __future__ import annotations

from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from accounts import names, services, vacations, zones
from accounts.context import ENDONYMS
from accounts.errors import AccountError
from accounts.models import User


class PlainForm(forms.Form):
    """Errors are tied to their fields for screen readers; the label suffix is left out."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs.setdefault("label_suffix", "")
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            if not isinstance(field.widget, (forms.RadioSelect, forms.HiddenInput)):
                field.widget.attrs.setdefault("class", "fld")

    def refuse(self, error: AccountError) -> None:
        """Show what a service refused, beside its field."""
        field = error.field if error.field in self.fields else None
        for message in error.messages:
            self.add_error(field, message)


def _password(label: Any, help_text: Any = "", *, new: bool) -> forms.CharField:
    return forms.CharField(
        label=label,
        help_text=help_text,
        strip=False,
        max_length=1024,
        widget=forms.PasswordInput(
            attrs={"autocomplete": "new-password" if new else "current-password"}
        ),
    )


class JoinForm(PlainForm):
    username = forms.CharField(
        label=_("Name"),
        max_length=200,  # the service says in words what is wrong with a long one
        strip=False,
        help_text=_("3 to 20 letters, digits, dots, hyphens or underscores. Everyone sees it."),
        widget=forms.TextInput(
            attrs={
                "autocomplete": "username",
                "autocapitalize": "none",
                "spellcheck": "false",
                "maxlength": names.LONGEST,
            }
        ),
    )
    email = forms.EmailField(
        label=_("Email"),
        help_text=_("Nobody sees it. We use it when you have forgotten your password."),
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
    password = _password(_("Password"), _("At least 8 characters, not one of the usual."), new=True)

    def __init__(self, *args: Any, guest: User | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.guest = guest

    def clean(self) -> dict[str, Any]:
        """Everything that is wrong at once: a taken name is said beside an empty address too."""
        for error in services.join_faults(**self.cleaned_data, guest=self.guest):
            self.refuse(error)
        return self.cleaned_data


class SignInForm(PlainForm):
    login = forms.CharField(
        label=_("Name or email"),
        max_length=254,
        widget=forms.TextInput(
            attrs={"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false"}
        ),
    )
    password = _password(_("Password"), new=False)


class ResetForm(PlainForm):
    email = forms.EmailField(
        label=_("Email"), widget=forms.EmailInput(attrs={"autocomplete": "email"})
    )


class NewPasswordForm(PlainForm):
    password = _password(
        _("New password"), _("At least 8 characters, not one of the usual."), new=True
    )


def _day() -> forms.DateInput:
    # HTML's own form of a date, whatever the language
    return forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})


def _time() -> forms.TimeInput:
    return forms.TimeInput(format="%H:%M", attrs={"type": "time"})


def _yes_or_no(label: Any, yes: Any, no: Any) -> forms.TypedChoiceField:
    return forms.TypedChoiceField(
        label=label,
        choices=[("True", yes), ("False", no)],
        coerce=lambda value: value == "True",
        widget=forms.RadioSelect,
    )


class AboutForm(PlainForm):
    about = forms.CharField(
        label=_("About you"),
        required=False,
        max_length=200,
        help_text=_("One line for your profile, up to 200 characters."),
    )


class EmailForm(PlainForm):
    email = forms.EmailField(
        label=_("Email"), widget=forms.EmailInput(attrs={"autocomplete": "email"})
    )
    password = _password(_("Present password"), new=False)


class LeaveForm(PlainForm):
    password = _password(_("Present password"), new=False)


class PasswordForm(PlainForm):
    password = _password(_("Present password"), new=False)
    new = _password(_("New password"), _("At least 8 characters, not one of the usual."), new=True)


class LanguageForm(PlainForm):
    language = forms.ChoiceField(
        label=_("Language"), required=False, widget=forms.RadioSelect, choices=[]
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["language"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [
            ("", _("Like the browser")),
            *((code, ENDONYMS.get(code, name)) for code, name in settings.LANGUAGES),
        ]


class TimeZoneForm(PlainForm):
    time_zone = forms.ChoiceField(label=_("Time zone"), required=False, choices=[])

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["time_zone"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [
            ("", _("Like the browser")),
            *((zone, zone.replace("_", " ")) for zone in zones.offered()),
        ]


class ThemeForm(PlainForm):
    theme = forms.ChoiceField(
        label=_("Light or dark"),
        required=False,
        widget=forms.RadioSelect,
        choices=User.Theme.choices,
    )


class BoardForm(PlainForm):
    coordinates = _yes_or_no(_("Coordinates"), _("Show"), _("Hide"))
    legal_dots = forms.ChoiceField(
        label=_("Dots where a move is possible"),
        widget=forms.RadioSelect,
        choices=User.LegalDots.choices,
    )
    links = _yes_or_no(_("Lines between connected stones"), _("Show"), _("Hide"))
    bold_glyphs = _yes_or_no(_("Signs on the pieces of Blokus"), _("Bold"), _("Quiet"))


class MannerForm(PlainForm):
    after_post = forms.ChoiceField(
        label=_("When you have posted a move"),
        widget=forms.RadioSelect,
        choices=User.AfterPost.choices,
    )
    shortcuts = _yes_or_no(
        _("Single keys on the board"), _("Use them"), _("Only arrows, Enter and Escape")
    )


class TurnMailForm(PlainForm):
    turn_mail = forms.ChoiceField(
        label=_("When it is your move"),
        widget=forms.RadioSelect,
        choices=User.TurnMail.choices,
    )


class VacationNowForm(PlainForm):
    days = forms.IntegerField(
        label=_("Days from now on"),
        min_value=1,
        max_value=vacations.DAYS_A_YEAR,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )


class VacationPlanForm(PlainForm):
    first = forms.DateField(label=_("First day"), widget=_day())
    last = forms.DateField(label=_("Last day"), widget=_day())


class AutoVacationForm(PlainForm):
    auto_vacation = _yes_or_no(
        _("When my time runs out and I have days left"),
        _("Begin a day of vacation"),
        _("Let the turn be over"),
    )


class PlayForcedForm(PlainForm):
    play_forced = _yes_or_no(
        _("When only one move is legal"), _("Play it for me"), _("I play it myself")
    )


class SleepForm(PlainForm):
    sleep_begin = forms.TimeField(label=_("From"), required=False, widget=_time())
    sleep_finish = forms.TimeField(label=_("To"), required=False, widget=_time())


class WarnMailForm(PlainForm):
    warn_mail = _yes_or_no(
        _("When a fifth of my time for a move is left"), _("One letter"), _("None")
    )


class OfferMailForm(PlainForm):
    offer_mail = _yes_or_no(
        _(
            "When somebody challenges me, offers a draw, a pause or a rematch, "
            "or asks to take a move back"
        ),
        _("One letter"),
        _("None"),
    )


class AwayMailForm(PlainForm):
    away_mail = _yes_or_no(
        _("When my time was up, or a vacation began by itself"), _("One letter"), _("None")
    )
