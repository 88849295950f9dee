"""Who does not want to meet whom."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from accounts import blocks
from accounts import selectors as people
from games.services.blocks import person_block
from games.views.common import act_of_user, user_of


@act_of_user
def block(request: HttpRequest, username: str) -> HttpResponseBase:
    """Block a player."""
    other = people.user_by_name(username)
    if other is None:
        raise Http404
    person_block(user=user_of(request), other=other)
    messages.success(
        request,
        gettext("You will not meet {name} in new games. Games that run go on.").format(
            name=other.username
        ),
    )
    return redirect("profile", other.username)


@require_POST
@login_required
def unblock(request: HttpRequest, username: str) -> HttpResponseBase:
    """Take a block back, on the profile or (`back=settings`) in the list of the settings."""
    other = people.user_by_name(username)
    if other is None:
        raise Http404
    blocks.block_remove(user=user_of(request), other=other)
    messages.success(request, gettext("{name} is unblocked.").format(name=other.username))
    if request.POST.get("back") == "settings":
        return redirect(reverse("accounts:settings") + "#blocked")
    return redirect("profile", other.username)
