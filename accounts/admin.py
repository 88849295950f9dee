from __future__ import annotations

from typing import Any, ClassVar

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import AdminUserCreationForm, UserChangeForm
from django.utils.translation import gettext_lazy as _

from accounts.models import User


class PersonChangeForm(UserChangeForm):  # type: ignore[type-arg]
    class Meta(UserChangeForm.Meta):
        model = User


class PersonCreationForm(AdminUserCreationForm):  # type: ignore[type-arg]
    class Meta(AdminUserCreationForm.Meta):
        model = User


@admin.register(User)
class PersonAdmin(UserAdmin):  # type: ignore[type-arg]
    form = PersonChangeForm
    add_form = PersonCreationForm
    list_display = ("username", "email", "bot", "is_guest", "is_staff", "joined_at")
    list_filter = ("is_guest", "is_staff", "is_active")
    search_fields = ("username", "email")
    ordering = ("-joined_at",)
    readonly_fields = ("joined_at", "last_login")
    fieldsets: ClassVar[Any] = (
        (None, {"fields": ("username", "password", "email", "about")}),
        (_("What it is"), {"fields": ("is_guest", "bot")}),
        (_("Settings"), {"fields": ("language", "time_zone", "theme")}),
        (
            _("Permissions"),
            {"fields": ("is_active", "is_staff", "is_superuser", "groups", "user_permissions")},
        ),
        (_("Dates"), {"fields": ("joined_at", "last_login")}),
    )
