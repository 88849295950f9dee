"""Where the rules' sentences become the reader's language."""

from __future__ import annotations

from django.utils.translation import gettext, ngettext

from games.rules.text import Text


def say(text: Text) -> str:
    """The sentence in the active language: the template is translated, then its gaps filled."""
    gaps = {
        name: say(value) if isinstance(value, Text) else value for name, value in text.gaps.items()
    }
    if text.many:
        return ngettext(text.message, text.many, text.n).format(**gaps)
    return gettext(text.message).format(**gaps) if text.message else ""


def say_or_empty(text: Text | None) -> str:
    """The sentence, or nothing where there is none to say."""
    return say(text) if text is not None else ""
