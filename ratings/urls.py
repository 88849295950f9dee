"""Addresses of ladders and profiles."""

from django.urls import path

from ratings import views

urlpatterns = [
    path("ladders/", views.ladders, name="ladders"),
    path("ladders/<slug:key>/", views.ladder, name="ladder"),
    path("u/<str:username>/", views.profile, name="profile"),
]
