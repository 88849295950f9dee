"""Danish and French are whole: nothing missing, nothing guessed, nothing left behind."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from django.core.management import call_command
from django.test import Client
from django.utils import translation
from games.rules.core import OptionError
from games.rules.registry import make
from games.texts import say
from plypost import catalogues


@pytest.mark.parametrize("language", catalogues.LANGUAGES)
def test_every_message_is_translated_and_keeps_its_gaps(language: str) -> None:
    assert catalogues.faults(language) == []


@pytest.mark.parametrize("language", catalogues.LANGUAGES)
def test_the_compiled_catalogue_is_up_to_date(language: str) -> None:
    compiled = catalogues.po_path(language).with_suffix(".mo").read_bytes()
    assert compiled == catalogues.compiled(catalogues.read(language))


@pytest.mark.skipif(shutil.which("xgettext") is None, reason="needs GNU gettext")
def test_no_message_of_the_code_is_missing_in_the_catalogues(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: object
) -> None:
    """Collects everything afresh, elsewhere, and compares with what is committed."""
    root = catalogues.LOCALE.parents[2]
    monkeypatch.chdir(root)
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
    for language in catalogues.LANGUAGES:
        assert {message.id for message in catalogues.read(language)} == fresh


@pytest.mark.parametrize(
    ("language", "words"),
    [("da", "Der er intet spil, der hedder"), ("fr", "Il n’y a pas de jeu")],
)
def test_the_rules_speak_the_readers_language(language: str, words: str) -> None:
    with pytest.raises(OptionError) as caught:
        make("chess", 2)
    with translation.override(language):
        assert say(caught.value.text).startswith(words)


@pytest.mark.django_db
@pytest.mark.parametrize(("language", "lang"), [("da", "da"), ("fr-CH,fr;q=0.9", "fr")])
def test_the_browser_chooses_the_language(language: str, lang: str) -> None:
    page = Client().get("/", headers={"accept-language": language}).content.decode()
    assert f'<html lang="{lang}"' in page
