"""A language is offered when its catalogue is whole, and not before."""

from __future__ import annotations

import shutil
from contextlib import suppress
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po
from django.core.management import CommandError, call_command
from django.test import Client

from accounts.models import User
from plypost import catalogues
from plypost import settings as written
from tests import factories

ROOT = Path(__file__).resolve().parents[2]
IGNORED = shutil.ignore_patterns("__pycache__", "*.pyc", "*.ttf")


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


@pytest.mark.parametrize("language", catalogues.LANGUAGES)
def test_no_leftovers_are_kept(language: str) -> None:
    assert not catalogues.read(language).obsolete


@pytest.mark.parametrize("language", catalogues.LANGUAGES)
def test_a_language_is_in_the_settings_if_it_is_compiled(language: str) -> None:
    assert (language in dict(written.LANGUAGES)) is catalogues.mo_path(language).exists()


@pytest.mark.parametrize("language", catalogues.LANGUAGES)
def test_both_languages_are_whole_and_offered(language: str) -> None:
    assert catalogues.faults(language) == []
    assert language in dict(written.LANGUAGES)


@pytest.mark.django_db
def test_the_browser_chooses_danish_and_the_account_overrules_it(client: Client) -> None:
    danish = client.get("/", headers={"accept-language": "da-DK,da;q=0.9,en;q=0.5"})
    assert 'lang="da"' in danish.text
    assert "Brætspil pr. post" in danish.text
    person = factories.person()
    client.force_login(person)
    page = client.get("/accounts/settings/", headers={"accept-language": "en"})
    assert 'value="da"' in page.text
    assert "Indstillinger" not in page.text
    User.objects.filter(pk=person.pk).update(language="da")
    page = client.get("/accounts/settings/", headers={"accept-language": "en"})
    assert "Indstillinger" in page.text


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


def test_what_translators_agreed_on_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogues, "LOCALE", tmp_path)
    catalogue = Catalog(locale="da", header_comment="# Plypost. An old line.\n# move: træk")
    catalogues.po_path("da").parent.mkdir(parents=True)
    with catalogues.po_path("da").open("wb") as file:
        write_po(file, catalogue)
    catalogues.tidy("da")
    catalogues.tidy("da")
    first, *notes = catalogues.read("da").header_comment.splitlines()
    assert first.startswith("# Plypost. `manage.py messages`")
    assert notes == ["# move: træk"]


@pytest.mark.skipif(shutil.which("xgettext") is None, reason="needs GNU gettext")
def test_the_catalogues_hold_the_messages_of_the_code_and_no_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    # a copy, because collecting writes beside the templates and into the catalogues
    for folder in ("accounts", "games", "ratings", "site", "templates"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=IGNORED)
    locale = tmp_path / catalogues.LOCALE.relative_to(ROOT)
    before = {code: messages_of(code) for code in catalogues.LANGUAGES}
    settings.LOCALE_PATHS = [locale]
    monkeypatch.setattr(catalogues, "LOCALE", locale)
    monkeypatch.chdir(tmp_path)
    with suppress(CommandError):  # what is missing is said more clearly below
        call_command("messages", stdout=StringIO(), stderr=StringIO())
    for code in catalogues.LANGUAGES:
        now = messages_of(code)
        assert sorted(now - before[code]) == [], f"run `manage.py messages`, translate into {code}"
        assert sorted(before[code] - now) == [], f"run `manage.py messages`: leftovers in {code}"
    assert len(now) > 500


def messages_of(language: str) -> set[tuple[str, str]]:
    """Context and (first) text of each message of a catalogue."""
    return {
        (
            message.context or "",
            message.id[0] if isinstance(message.id, (tuple, list)) else message.id,
        )
        for message in catalogues.read(language)
        if message.id
    }
