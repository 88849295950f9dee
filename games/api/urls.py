"""Addresses of the JSON door."""

from django.urls import path

from games.api import absences, talk, views

app_name = "api"

urlpatterns = [
    path("vacations/", absences.VacationsView.as_view(), name="vacations"),
    path("vacations/<int:pk>/", absences.VacationView.as_view(), name="vacation"),
    path("matches/<slug:code>/", views.MatchView.as_view(), name="match"),
    path("matches/<slug:code>/moves/", views.MovesView.as_view(), name="moves"),
    path("matches/<slug:code>/resign/", views.ResignView.as_view(), name="resign"),
    path("matches/<slug:code>/abort/", views.AbortView.as_view(), name="abort"),
    path("matches/<slug:code>/end/", views.EndView.as_view(), name="end"),
    path("matches/<slug:code>/rematch/", views.RematchView.as_view(), name="rematch"),
    path("matches/<slug:code>/day/", views.DayView.as_view(), name="day"),
    path(
        "matches/<slug:code>/offers/<slug:kind>/<slug:act>/",
        views.OfferView.as_view(),
        name="offer",
    ),
    path("matches/<slug:code>/line/", views.LineView.as_view(), name="line"),
    path("matches/<slug:code>/study/", views.StudyView.as_view(), name="study"),
    path("matches/<slug:code>/study/lines/", views.LinesView.as_view(), name="study_lines"),
    path("matches/<slug:code>/study/plan/", views.PlanView.as_view(), name="study_plan"),
    path("matches/<slug:code>/advice/", views.AdviceView.as_view(), name="advice"),
    path("matches/<slug:code>/why/", views.WhyView.as_view(), name="why"),
    path("matches/<slug:code>/messages/", talk.MessagesView.as_view(), name="messages"),
    path("matches/<slug:code>/messages/seen/", talk.SeenView.as_view(), name="messages_seen"),
    path("matches/<slug:code>/messages/<int:pk>/report/", talk.ReportView.as_view(), name="report"),
    path("matches/<slug:code>/notes/", talk.NotesView.as_view(), name="notes"),
]
