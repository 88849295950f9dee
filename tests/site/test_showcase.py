"""The fixed site of `manage.py screenshots` and `manage.py bench pages`, and what they say."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from games.models import Match
from games.rules import registry
from plypost import browsers, showcase, weights
from plypost.management.commands.bench import exceeded
from tests.factories import match_of, person
from tests.pixels import Pixels

DESIGN = """
game-blokus game-conquare game-hexagons game-quabble game-speckles game-tink home-player
home-visitor invite ladder new-game profile rules settings
"""


@pytest.mark.django_db
def test_the_showcase_has_a_page_for_every_picture_and_every_game() -> None:
    shown = showcase.seed()
    assert set(shown.pages) >= set(DESIGN.split())
    for name, (path, signed_in) in shown.pages.items():
        client = Client()
        if signed_in:
            client.cookies["sessionid"] = shown.session
        answer = client.get(path)
        assert answer.status_code == 200, name
        if signed_in:
            assert answer.context["user"].username == showcase.ME
    on = Match.objects.exclude(status=Match.Status.OPEN).values_list("game", flat=True)
    assert set(on) == set(registry.games())
    assert set(weights.PAGES.values()) <= set(shown.pages)


@pytest.mark.django_db
def test_the_showcase_shows_the_states_of_the_design() -> None:
    shown = showcase.seed()
    client = Client()
    client.cookies["sessionid"] = shown.session

    def heading(name: str) -> Any:
        return client.get(shown.pages[name][0]).context["verdict"]

    assert heading("game-speckles") == "Your move"
    assert heading("game-quabble") == "Waiting for camille"
    assert heading("game-conquare") == "You won"
    assert set(shown.drafts) == {f"game-{name}" for name in showcase.DRAFTS}
    for name, picks in shown.drafts.items():
        page = client.get(shown.pages[name][0]).context
        moves = [pick for move in page["match"]["legal"] for pick in move["p"]]
        plain = [[shape for shape in pick if not shape.startswith("turn-")] for pick in moves]
        assert any(pick[: len(picks)] == picks for pick in plain), name


def test_a_missing_browser_is_named_with_what_to_do(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    pytest.importorskip("playwright")
    monkeypatch.setattr(browsers, "chromium", lambda: "/nowhere/chromium")
    with pytest.raises(CommandError, match="Chromium is missing: install it"):
        call_command("screenshots", tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_missing_playwright_is_named_with_what_to_do(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "playwright.sync_api", None)
    with pytest.raises(CommandError, match="Playwright is missing: run"):
        call_command("screenshots", tmp_path)


def test_what_is_over_its_budget_is_said() -> None:
    figures = {"page": "home", "uncached_kb": 121, "next_kb": 25, "cls": 0.02, "lcp_ms": 1500}
    assert exceeded(figures) == ["home: uncached_kb is 121, the budget is 120."]
    marks = {"performance": 94, "accessibility": 95, "best-practices": 100}
    figures |= {"uncached_kb": 120, "lighthouse": marks}
    assert exceeded(figures) == ["home: Lighthouse gives 94 for performance, wanted are 95."]
    figures |= {"lighthouse": {}, "board_before_script": False}
    assert exceeded(figures) == ["home: the board is not painted before scripts come."]


def test_there_is_no_bench_of_anything_else() -> None:
    with pytest.raises(CommandError, match="invalid choice: 'cooking'"):
        call_command("bench", "cooking")


@pytest.mark.chromium
@pytest.mark.slow
def test_pictures_are_taken_at_every_width_light_and_dark(tmp_path: Path) -> None:
    call_command("screenshots", tmp_path, only="embed")
    found = {path.name: Pixels(path.read_bytes()) for path in tmp_path.iterdir()}
    assert sorted(found) == sorted(
        f"embed-{width}-{scheme}.png" for width in (1440, 768, 390) for scheme in ("light", "dark")
    )
    for name, picture in found.items():
        assert f"embed-{picture.width}-" in name
        if picture.width > 390:
            continue  # reading pixels takes a while
        assert picture.colours() > 10
        assert picture.at(2, 2) == ("#141a22" if "dark" in name else "#f6f4ef")


@pytest.mark.chromium
@pytest.mark.slow
def test_the_game_page_is_light_and_shows_its_board_before_any_script() -> None:
    from plypost.scratch import scratch_site

    with browsers.Browsers() as opened, scratch_site() as (address, shown):
        figures = weights.measure(opened, address, shown, "game")
    # Milliseconds depend on the machine; the rest does not.
    assert figures["uncached_kb"] <= weights.BUDGETS["uncached_kb"]
    assert figures["next_kb"] <= weights.BUDGETS["next_kb"]
    assert figures["cls"] <= weights.BUDGETS["cls"]
    assert figures["board_before_script"] is True


@pytest.mark.django_db
def test_texts_are_sent_compressed_and_pictures_as_they_are() -> None:
    match = match_of(person(), person(), moves=["Rd4"])
    takes = {"accept-encoding": "gzip, br"}
    page = Client().get(match.get_absolute_url(), headers=takes)
    assert page["Content-Encoding"] == "gzip"
    svg = Client().get(reverse("board_svg", args=[match.code]), headers=takes)
    assert svg["Content-Encoding"] == "gzip"
    api = Client().get(reverse("api:match", args=[match.code]), headers=takes)
    assert api["Content-Encoding"] == "gzip"
    png = Client().get(reverse("board_png", args=[match.code]), headers=takes)
    assert "Content-Encoding" not in png
    plain = Client().get(match.get_absolute_url())
    assert "Content-Encoding" not in plain
    known = Client().get(
        reverse("board_svg", args=[match.code]), headers={**takes, "if-none-match": svg["ETag"]}
    )
    assert known.status_code == 304
