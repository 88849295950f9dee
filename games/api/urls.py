"""Addresses of the JSON door."""

from django.urls import path

from games.api import views

app_name = "api"

urlpatterns = [
    path("matches/<slug:code>/", views.MatchView.as_view(), name="match"),
    path("matches/<slug:code>/moves/", views.MovesView.as_view(), name="moves"),
    path("matches/<slug:code>/resign/", views.ResignView.as_view(), name="resign"),
    path("matches/<slug:code>/line/", views.LineView.as_view(), name="line"),
    path("matches/<slug:code>/why/", views.WhyView.as_view(), name="why"),
]
