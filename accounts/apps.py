"""The app of people: accounts and their settings."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """Accounts come first: every other app may point here, this one points at none."""

    name = "accounts"
    default_auto_field = "django.db.models.BigAutoField"
