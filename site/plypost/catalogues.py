"""The catalogues of messages: what is translated, into what, and whether all of it is.

`manage.py messages` collects the messages of templates and Python with GNU gettext; everything
else needs only Babel. A catalogue is compiled once it is whole, and only then the site offers its
language. The compiled `.mo` files are committed, because a fresh machine has neither tool.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

LOCALE = Path(__file__).resolve().parent / "locale"
LANGUAGES = ("da", "fr")

SOME_DAY = datetime(2026, 1, 1, tzinfo=UTC)

_PLACES = re.compile(r"\{[a-z_0-9]*\}|%\([a-z_0-9]+\)s|%%|</?[a-z][^>]*>")


def po_path(language: str) -> Path:
    """The catalogue that translators edit."""
    return LOCALE / language / "LC_MESSAGES" / "django.po"


def mo_path(language: str) -> Path:
    """What the site reads; it is there if and only if the language is whole."""
    return po_path(language).with_suffix(".mo")


def read(language: str) -> Catalog:
    """The catalogue of a language; raises OSError if there is none."""
    with po_path(language).open("rb") as file:
        return read_po(file, locale=language)


def compiled(catalogue: Catalog) -> bytes:
    """The catalogue as gettext reads it when the site runs."""
    out = BytesIO()
    write_mo(out, catalogue)
    return out.getvalue()


def tidy(language: str) -> None:
    """Write the catalogue without guesses, leftovers and places; compile it if it is whole."""
    catalogue = read(language)
    for message in catalogue:
        if message.id and message.fuzzy:
            message.flags.discard("fuzzy")
            message.string = ("",) * catalogue.num_plurals if message.pluralizable else ""
    catalogue.obsolete.clear()
    # no names and no dates: they would make every merge a conflict
    catalogue.fuzzy = False
    catalogue.project, catalogue.version = "Plypost", ""
    # what translators agreed on stands below our line and stays
    notes = [
        line for line in catalogue.header_comment.splitlines() if not line.startswith("# Plypost.")
    ]
    catalogue.header_comment = "\n".join(
        ["# Plypost. `manage.py messages` collects, checks and compiles.", *notes]
    )
    catalogue.creation_date = catalogue.revision_date = SOME_DAY
    catalogue.last_translator = catalogue.language_team = "Plypost"
    with po_path(language).open("wb") as file:
        write_po(file, catalogue, width=0, no_location=True, omit_header=False, sort_output=True)
    if faults(language):
        mo_path(language).unlink(missing_ok=True)
    else:
        mo_path(language).write_bytes(compiled(read(language)))


def strings(message: Message) -> tuple[str, ...]:
    """All forms of a translation."""
    found = message.string
    return tuple(found) if isinstance(found, (tuple, list)) else (str(found or ""),)


def faults(language: str) -> list[str]:
    """What is wrong with a catalogue, one line each: missing, guessed, gaps that differ."""
    problems = []
    for message in read(language):
        if not message.id:
            continue
        originals = message.id if isinstance(message.id, (tuple, list)) else (message.id,)
        name = originals[0][:70]
        if message.fuzzy:
            problems.append(f"guessed: {name}")
        for text in strings(message):
            if not text:
                problems.append(f"missing: {name}")
            elif all(_places(text) != _places(original) for original in originals):
                problems.append(f"other gaps or tags: {name}")
            elif (text[0].isspace(), text[-1].isspace()) != (
                originals[0][0].isspace(),
                originals[0][-1].isspace(),
            ):
                problems.append(f"other spaces at the ends: {name}")
    return problems


def _places(text: str) -> list[str]:
    return sorted(_PLACES.findall(text))
