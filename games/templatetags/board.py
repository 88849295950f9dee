"""What pages with boards hand to the script."""

from __future__ import annotations

from django import template
from django.utils.html import json_script
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from games.boards.words import WORDS

register = template.Library()


@register.simple_tag
def board_words() -> SafeString:
    """The script's sentences in the active language, as a JSON block with the id `board-words`."""
    return json_script({key: gettext(text) for key, text in WORDS.items()}, "board-words")
