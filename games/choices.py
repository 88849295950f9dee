"""The options of a game in words, for the form of a new match and for its terms."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext, gettext_lazy

from games.rules.core import Option

_LETTERS: Final = {
    "R": gettext_lazy("red"),
    "Y": gettext_lazy("yellow"),
    "G": gettext_lazy("green"),
    "B": gettext_lazy("blue"),
    "W": gettext_lazy("white"),
}
_WORDS: Final = {
    "true": gettext_lazy("Yes"),
    "false": gettext_lazy("No"),
    "automatic": gettext_lazy("automatic"),
    "manual": gettext_lazy("by hand"),
    "free": gettext_lazy("in any corner"),
    "fixed": gettext_lazy("each in its own corner"),
}


def option_words(option: Option, value: str) -> str:
    """A value of an option for people, as within a sentence: "9 × 9", "by hand", "red, blue"."""
    if value in _WORDS:
        return str(_WORDS[value])
    if option.key == "size":
        return f"{value} × {value}"
    if option.key == "colours":
        return ", ".join(str(_LETTERS[letter]) for letter in value)
    return gettext(value)
