"""The app of playing: matches, seats, moves."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Points at accounts and at the rules; ratings point here."""

    name = "games"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register the checks that every game has its board and its rules page."""
        from games import checks  # noqa: F401
