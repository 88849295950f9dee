"""Every address of the site. Apps own theirs; this file only says where they hang."""

from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path
from django.views.generic import TemplateView

from plypost import mydata
from plypost.views import healthz

handler400 = "plypost.views.bad_request"

urlpatterns: list[URLPattern | URLResolver] = [
    path("healthz", healthz, name="healthz"),
    path("i18n/", include("django.conf.urls.i18n")),
    path("admin/", admin.site.urls),
    path("about/", TemplateView.as_view(template_name="pages/about.html"), name="about"),
    path(
        "fair-play/",
        TemplateView.as_view(template_name="pages/fair_play.html"),
        name="fair_play",
    ),
    path("accounts/settings/export.json", mydata.export, name="account_export"),
    path("accounts/leave/", mydata.leave, name="account_leave"),
    path("accounts/", include("accounts.urls")),
    path("api/", include("games.api.urls")),
    path("", include("ratings.urls")),
    path("", include("games.urls")),
]
