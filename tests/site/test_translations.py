"""A language is offered when its catalogue is whole, and its catalogue is what the code says."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po
from django.core.management import call_command

from plypost import catalogues


@pytest.mark.parametrize("language", catalogues.LANGUAGES)
def test_what_is_translated_keeps_its_gaps_and_is_no_guess(language: str) -> None:
    faults = [line for line in catalogues.faults(language) if not line.startswith("missing: ")]
    assert faults == []


@pytest.mark.parametrize("language", catalogues.LANGUAGES)
def test_only_a_whole_catalogue_is_compiled_and_offered(language: str) -> None:
    whole = not catalogues.faults(language)
    assert catalogues.mo_path(language).exists() is whole
    if whole:
        compiled = catalogues.compiled(catalogues.read(language))
        assert catalogues.mo_path(language).read_bytes() == compiled


@pytest.mark.parametrize(
    ("message", "translation", "fault"),
    [
        ("{name} won", "{name} vandt", ""),
        ("{name} won", "vandt", "other gaps or tags: {name} won"),
        ("{name} won", "{navn} vandt", "other gaps or tags: {name} won"),
        ("<b>Try it.</b>", "Prøv det.", "other gaps or tags: <b>Try it.</b>"),
        ("Home", "", "missing: Home"),
        ("Home", " Hjem", "other spaces at the ends: Home"),
    ],
)
def test_faults_of_a_translation_are_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, message: str, translation: str, fault: str
) -> None:
    monkeypatch.setattr(catalogues, "LOCALE", tmp_path)
    catalogue = Catalog(locale="da")
    catalogue.add(message, translation)
    catalogues.po_path("da").parent.mkdir(parents=True)
    with catalogues.po_path("da").open("wb") as file:
        write_po(file, catalogue)
    assert catalogues.faults("da") == ([fault] if fault else [])
    catalogues.tidy("da")
    assert catalogues.mo_path("da").exists() is not bool(fault)


@pytest.mark.skipif(shutil.which("xgettext") is None, reason="needs GNU gettext")
def test_a_whole_catalogue_has_every_message_of_the_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: object
) -> None:
    """Collects everything afresh, elsewhere, and compares with the languages that are offered."""
    monkeypatch.chdir(catalogues.LOCALE.parents[2])
    settings.LOCALE_PATHS = [tmp_path]  # type: ignore[attr-defined]
    call_command(
        "makemessages",
        locale=["da"],
        ignore_patterns=[".venv", "var", "tests", "node_modules"],
        no_location=True,
        no_wrap=True,
        verbosity=0,
    )
    with (tmp_path / "da" / "LC_MESSAGES" / "django.po").open("rb") as file:
        fresh = {message.id for message in read_po(file)}
    assert len(fresh) > 900
    for language in catalogues.LANGUAGES:
        if catalogues.mo_path(language).exists():
            assert {message.id for message in catalogues.read(language)} == fresh
