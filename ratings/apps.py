"""The app of what results mean: Elo ratings and ladders."""

from django.apps import AppConfig


class RatingsConfig(AppConfig):
    """Listens to `games.signals.match_finished`; nothing points here but the project."""

    name = "ratings"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Connect the one receiver and offer the ratings to the pages of games."""
        from games import standings
        from ratings import receivers  # noqa: F401
        from ratings.selectors import Standings

        standings.register(Standings())
