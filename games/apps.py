"""The app of playing: matches, seats, moves."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Points at accounts and at the rules; ratings point here."""

    name = "games"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register the checks of every game, and listen to what accounts tell."""
        from games import checks  # noqa: F401
        from games.services import absences  # noqa: F401  # listens to accounts
