"""Sentences for people that are translated at the edge, because the rules know no framework."""

from __future__ import annotations

from typing import NamedTuple


def gettext_noop(message: str) -> str:
    """Mark `message` for the translators' catalogue and return it unchanged."""
    return message


class Text(NamedTuple):
    """A whole sentence with named gaps: `Text("{colour} on {square}", {...})`.

    `message` is the untranslated template (marked with `gettext_noop` where it is written) and
    `gaps` fills it. A gap may itself be a `Text`, or a plain string that needs no translation
    (a coordinate, a player's name). `str()` gives the English sentence; a web page translates
    the template first and then fills the gaps in the same way.
    """

    message: str
    gaps: dict[str, str | Text] = {}

    def __str__(self) -> str:
        return self.message.format(**{name: str(value) for name, value in self.gaps.items()})
