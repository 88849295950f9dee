"""Celery's door to accounts: decides nothing, calls the services."""

from __future__ import annotations

from celery import shared_task


@shared_task
def guests_sweep() -> int:
    """Daily: deletes old guests without a seat."""
    from accounts import services

    return services.guests_sweep()


@shared_task
def reset_mail(email: str, site: str, language: str) -> None:
    """Writes a letter with a reset link, if the address is somebody's."""
    from accounts.resets import reset_send

    reset_send(email=email, site=site, language=language)
