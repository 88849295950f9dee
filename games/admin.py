"""Matches in the admin: to look at, not to change; a position has only one door.

Of messages only `hidden` can be changed, of reports only `done`.
"""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from games.models import Match, Message, Report, Seat


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


class ReportInline(admin.TabularInline):  # type: ignore[type-arg]
    """Who reported a message."""

    model = Report
    extra = 0
    can_delete = False
    readonly_fields = ("by", "at")

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Message)
class MessageAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Messages, to hide and to show again."""

    list_display = ("at", "match", "room", "user", "text", "hidden")
    list_filter = ("hidden", "room")
    list_select_related = ("match", "user")
    search_fields = ("match__code", "user__username", "text")
    ordering = ("-pk",)
    readonly_fields = ("match", "room", "user", "text", "ply", "at")
    actions = ("hide", "show")
    inlines = (ReportInline,)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    @admin.action(description=_("Hide the text from everybody"), permissions=["change"])
    def hide(self, request: HttpRequest, queryset: QuerySet[Message]) -> None:
        queryset.update(hidden=True)

    @admin.action(description=_("Show the text again"), permissions=["change"])
    def show(self, request: HttpRequest, queryset: QuerySet[Message]) -> None:
        queryset.update(hidden=False)


@admin.register(Report)
class ReportAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """What readers want the staff to look at, the undone first."""

    list_display = ("at", "by", "writer", "text", "where", "hidden", "done")
    list_filter = ("done",)
    list_select_related = ("by", "message__user", "message__match")
    search_fields = ("by__username", "message__user__username", "message__text")
    ordering = ("done", "-pk")
    readonly_fields = ("message", "writer", "text", "where", "by", "at")
    actions = ("hide", "finish")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    @admin.display(description=_("writer"))
    def writer(self, report: Report) -> str:
        return str(report.message.user or "")

    @admin.display(description=_("text"))
    def text(self, report: Report) -> str:
        return report.message.text

    @admin.display(description=_("match"))
    def where(self, report: Report) -> SafeString:
        match = report.message.match
        return format_html('<a href="{}">{}</a>', match.get_absolute_url(), match.code)

    @admin.display(description=_("hidden"), boolean=True)
    def hidden(self, report: Report) -> bool:
        return report.message.hidden

    @admin.action(description=_("Hide these messages, and done"), permissions=["change"])
    def hide(self, request: HttpRequest, queryset: QuerySet[Report]) -> None:
        Message.objects.filter(reports__in=queryset).update(hidden=True)
        queryset.update(done=True)

    @admin.action(description=_("Done"), permissions=["change"])
    def finish(self, request: HttpRequest, queryset: QuerySet[Report]) -> None:
        queryset.update(done=True)
