"""Addresses of ladders and profiles."""

from django.urls import path

from ratings import views

urlpatterns = [
    path("ladders/", views.ladders, name="ladders"),
    path("ladders/<slug:key>/", views.ladder, name="ladder"),
    path("ladders/<slug:key>/card.png", views.ladder_card, name="ladder_card"),
    path("u/<str:username>/", views.profile, name="profile"),
    path("u/<str:username>/card.png", views.profile_card, name="profile_card"),
]
