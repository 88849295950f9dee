"""Sentences for people that are translated at the edge, because the rules know no framework."""

from __future__ import annotations

from typing import NamedTuple


def gettext_noop(message: str) -> str:
    """Mark `message` for the translators' catalogue and return it unchanged."""
    return message


def ngettext_noop(one: str, many: str) -> tuple[str, str]:
    """Mark a message that depends on a number, and return its forms; see `counted`."""
    return one, many


class Text(NamedTuple):
    """A whole sentence with named gaps: `Text("{colour} on {square}", {...})`.

    `message` is the untranslated template (marked with `gettext_noop` where it is written) and
    `gaps` fills it. A gap may itself be a `Text`, or a plain string that needs no translation
    (a coordinate, a player's name). `str()` gives the English sentence; a web page translates
    the template first and then fills the gaps in the same way. With a plural (`many`, see
    `counted`) the number `n` chooses the form.
    """

    message: str
    gaps: dict[str, str | Text] = {}
    many: str = ""
    n: int = 0

    def __str__(self) -> str:
        template = self.many if self.many and self.n != 1 else self.message
        return template.format(**{name: str(value) for name, value in self.gaps.items()})


def counted(forms: tuple[str, str], n: int) -> Text:
    """A sentence with the number `n` in its gap {n}, which has a true minus sign."""
    one, many = forms
    return Text(one, {"n": str(n).replace("-", "−")}, many, n)
