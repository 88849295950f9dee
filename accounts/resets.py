"""Password reset by mail. Nobody can find out from it which addresses have an account.

The page only queues a task, whatever the address is, so its answer and its time are always the
same; the worker looks for the account and writes the letter.
"""

from __future__ import annotations

from typing import Final

from django.contrib.auth.tokens import default_token_generator
from django.core.mail import EmailMultiAlternatives
from django.db import transaction
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_decode, urlsafe_base64_encode

from accounts import limits
from accounts.errors import TooMany
from accounts.models import User

ASKS_PER_ADDRESS: Final = 10  # from one address in an hour
LETTERS_PER_MAIL: Final = 3  # to one mail address in an hour; more are dropped without a word
HOUR: Final = 60 * 60


def reset_ask(*, email: str, address: str, site: str, language: str) -> None:
    """Queue a letter to `email`, if that is somebody's. Raises `TooMany` (by `address`).

    `site` is the beginning of our addresses, such as "https://plypost.example".
    """
    from accounts.tasks import reset_mail

    limits.check("reset", address, most=ASKS_PER_ADDRESS)
    limits.count("reset", address, seconds=HOUR)
    try:
        limits.check("reset-mail", email.strip().lower(), most=LETTERS_PER_MAIL)
    except TooMany:
        return
    limits.count("reset-mail", email.strip().lower(), seconds=HOUR)
    transaction.on_commit(lambda: reset_mail.delay(email.strip(), site, language))


def reset_send(*, email: str, site: str, language: str) -> bool:
    """Write the letter, in the language of the account; whether there was somebody to write to."""
    user = User.objects.filter(email__iexact=email, is_active=True, bot="").first()
    if user is None or not user.has_usable_password():
        return False
    path = reverse(
        "accounts:reset_confirm",
        kwargs={
            "uidb64": urlsafe_base64_encode(force_bytes(user.pk)),
            "token": default_token_generator.make_token(user),
        },
    )
    with translation.override(user.language or language):
        context = {"person": user, "link": site + path, "site": site}
        subject = render_to_string("emails/password_reset_subject.txt", context)
        letter = EmailMultiAlternatives(
            " ".join(subject.split()),
            render_to_string("emails/password_reset.txt", context),
            to=[user.email],
        )
        letter.attach_alternative(
            render_to_string("emails/password_reset.html", context), "text/html"
        )
    letter.send()
    return True


def reset_user(*, uidb64: str, token: str) -> User | None:
    """Whose reset link this is, or None when it is wrong, old or used."""
    try:
        pk = int(urlsafe_base64_decode(uidb64).decode())
        user = User.objects.get(pk=pk, is_active=True)
    except (ValueError, OverflowError, User.DoesNotExist):
        return None
    return user if default_token_generator.check_token(user, token) else None
