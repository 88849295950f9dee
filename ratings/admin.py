"""Ratings in the admin: to look at only, for they follow from the matches."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from ratings.models import Change, Rating


class ReadOnly:
    """No hand writes a rating."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Rating)
class RatingAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    """By ladder."""

    list_display = ("user", "ladder", "elo", "games", "last_at")
    list_filter = ("ladder",)
    search_fields = ("user__username",)


@admin.register(Change)
class ChangeAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    """By match."""

    list_display = ("user", "ladder", "before", "after", "match", "at")
    list_filter = ("ladder",)
    search_fields = ("user__username", "match__code")
