from django.urls import path

from accounts import views

app_name = "accounts"

urlpatterns = [
    path("join/", views.join, name="join"),
    path("login/", views.login, name="login"),
    path("logout/", views.signout, name="logout"),
    path("language/", views.language, name="language"),
    path("reset/", views.reset, name="reset"),
    path("reset/sent/", views.reset_sent, name="reset_sent"),
    path("reset/<str:uidb64>/<str:token>/", views.reset_confirm, name="reset_confirm"),
    path("letters/stop/<str:token>/", views.stop_mail, name="stop_mail"),
    path("settings/", views.settings_page, name="settings"),
    path("settings/vacation/<int:pk>/end/", views.vacation_end, name="vacation_end"),
    path("settings/<slug:section>/", views.settings_page, name="settings_save"),
]
