"""Pictures that stand alone: the position of any ply, with its colours inside."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from django.test import Client
from django.urls import reverse

from games import pictures
from games.models import Match
from games.rules import registry
from tests.factories import match_of, person

pytestmark = pytest.mark.django_db
SVG = "{http://www.w3.org/2000/svg}"


def picture(match: Match, **query: int | str) -> ElementTree.Element:
    answer = Client().get(reverse("board_svg", args=[match.code]), query)
    assert answer.status_code == 200
    assert answer["Content-Type"] == "image/svg+xml"
    return ElementTree.fromstring(answer.content)


def pieces(root: ElementTree.Element) -> list[str]:
    return sorted(use.get("href", "") for use in root.iter(f"{SVG}use"))


def test_every_ply_has_its_own_position() -> None:
    match = match_of(person(), person(), moves=["Ra1", "Yb1"])
    assert pieces(picture(match, ply=0)) == []
    assert pieces(picture(match, ply=1)) == ["#chip-red"]
    assert pieces(picture(match, ply=2)) == ["#chip-red", "#chip-yellow"]
    assert pieces(picture(match)) == ["#chip-red", "#chip-yellow"]


@pytest.mark.parametrize("key", sorted(registry.games()))
def test_the_file_needs_nothing_from_outside(key: str) -> None:
    match = match_of(person(), person(), game=key)
    root = picture(match)
    defined = {f"#{node.get('id')}" for node in root.iter() if node.get("id")}
    assert set(pieces(root)) <= defined
    assert root.tag == f"{SVG}svg"
    assert "url(" not in pictures.style()


def test_colours_are_resolved_for_light_and_for_dark() -> None:
    light, dark = pictures.style().split("@media(prefers-color-scheme:dark)")
    assert "light-dark(" not in pictures.style()
    assert "--paper:#f6f4ef" in light
    assert "--paper:#141a22" in dark
    assert "fill:var(--c)}" in light


def test_nested_functions_are_resolved() -> None:
    text = "a:light-dark(var(--x),light-dark(rgb(1,2,3),b))"
    assert pictures.resolved(text, dark=False) == "a:var(--x)"
    assert pictures.resolved(text, dark=True) == "a:b"


def test_a_ply_that_is_not_there_is_404() -> None:
    match = match_of(person(), person(), moves=["Rd4"])
    address = reverse("board_svg", args=[match.code])
    for ply in ("2", "-1", "x", "", "99999999"):
        assert Client().get(address, {"ply": ply}).status_code == 404
    assert Client().get(reverse("board_svg", args=["nothing"])).status_code == 404


def test_the_style_is_allowed_by_hash_alone() -> None:
    match = match_of(person(), person())
    answer = Client().get(reverse("board_svg", args=[match.code]))
    assert answer["Content-Security-Policy"] == pictures.policy()
    assert "unsafe-inline" not in answer["Content-Security-Policy"]
