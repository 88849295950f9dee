"""Addresses of the WebSocket door."""

from django.urls import path

from games.consumers import HintConsumer

websocket_urlpatterns = [
    path("ws/match/<slug:code>/", HintConsumer.as_asgi()),  # type: ignore[arg-type]
    path("ws/me/", HintConsumer.as_asgi()),  # type: ignore[arg-type]
]
