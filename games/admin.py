"""Matches in the admin: to look at, not to change; a position has only one door."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from games.models import Match, Seat


class SeatInline(admin.TabularInline):  # type: ignore[type-arg]
    """Who sits where."""

    model = Seat
    extra = 0
    can_delete = False
    readonly_fields = ("index", "user", "invited", "out", "place", "score", "seen_end")

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Match)
class MatchAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """All fields read only."""

    list_display = ("code", "game", "size", "status", "ply", "mover", "deadline", "created_at")
    list_filter = ("status", "game", "rated")
    search_fields = ("code", "seats__user__username")
    inlines = (SeatInline,)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
