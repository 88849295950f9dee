"""Pictures that stand alone: the position of any ply, with its colours inside."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

import pytest
from django.test import Client
from django.urls import reverse

from games import lines, outside, pictures, rasters, records
from games.errors import PlayError
from games.models import Match
from games.rules import registry
from tests.factories import WIN_FOR_RED, match_of, person, play
from tests.pixels import Pixels

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
    assert rasters.resolved(text, dark=False) == "a:var(--x)"
    assert rasters.resolved(text, dark=True) == "a:b"


@pytest.mark.parametrize(
    ("query", "status", "words"),
    [
        ({"ply": "2"}, 404, "This game has no such ply.\n"),
        ({"ply": "9" * 5000}, 404, "This game has no such ply.\n"),
        ({"ply": "-1"}, 400, "ply must be a whole number, 0 for the start.\n"),
        ({"ply": ""}, 400, "ply must be a whole number, 0 for the start.\n"),
        ({"ply": "٣"}, 400, "ply must be a whole number, 0 for the start.\n"),
    ],
)
@pytest.mark.parametrize("name", ["board_svg", "board_png"])
def test_a_ply_that_is_not_there_is_refused_in_words(
    name: str, query: dict[str, str], status: int, words: str
) -> None:
    match = match_of(person(), person(), moves=["Rd4"])
    answer = Client().get(reverse(name, args=[match.code]), query)
    assert (answer.status_code, answer.content.decode()) == (status, words)
    assert answer["Content-Type"] == "text/plain; charset=utf-8"


def test_a_match_that_is_not_there_has_no_pictures() -> None:
    assert Client().get(reverse("board_svg", args=["nothing"])).status_code == 404
    assert Client().get(reverse("board_png", args=["nothing"])).status_code == 404


def test_the_style_is_allowed_by_hash_alone() -> None:
    match = match_of(person(), person())
    answer = Client().get(reverse("board_svg", args=[match.code]))
    assert answer["Content-Security-Policy"] == pictures.policy()
    assert "unsafe-inline" not in answer["Content-Security-Policy"]


# --- what a browser may keep ----------------------------------------------------------------------


@pytest.mark.parametrize("name", ["board_svg", "board_png"])
def test_who_has_the_picture_is_told_so_before_anything_is_drawn(
    name: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = match_of(person(), person(), moves=["Rd4"])
    address = reverse(name, args=[match.code])
    first = Client().get(address)
    monkeypatch.setattr(pictures, "board_file", None)
    monkeypatch.setattr(pictures, "kept_png", None)
    again = Client().get(address, headers={"if-none-match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again["ETag"] == first["ETag"]
    monkeypatch.undo()
    play(match, "Yd5")
    moved = Client().get(address, headers={"if-none-match": first["ETag"]})
    assert moved.status_code == 200
    assert moved["ETag"] != first["ETag"]


def test_a_past_ply_may_be_kept_and_the_present_one_is_asked_for_again() -> None:
    match = match_of(person(), person(), moves=["Rd4"])
    address = reverse("board_svg", args=[match.code])
    assert Client().get(address, {"ply": 0})["Cache-Control"] == "max-age=31536000, immutable"
    assert Client().get(address, {"ply": 1})["Cache-Control"] == "no-cache"
    assert Client().get(address)["Cache-Control"] == "no-cache"


def test_what_is_over_may_be_kept_for_good() -> None:
    match = match_of(person(), person(), moves=WIN_FOR_RED)
    assert match.is_over
    for query in ({}, {"ply": 1}):
        answer = Client().get(reverse("board_png", args=[match.code]), query)
        assert answer["Cache-Control"] == "max-age=31536000, immutable"


def test_a_move_that_was_replaced_has_another_picture() -> None:
    match = match_of(person(), person(), moves=["Rd4", "Yd5"])
    before = pictures.tag(match, 1), pictures.tag(match, 2)
    match.record = match.record.replace("Yd5", "Ye5")
    assert pictures.tag(match, 1) == before[0]
    assert pictures.tag(match, 2) != before[1]


# --- PNG ------------------------------------------------------------------------------------------


def pixels(match: Match, **query: int | str) -> Pixels:
    answer = Client().get(reverse("board_png", args=[match.code]), query)
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/png")
    return Pixels(answer.content)


def test_a_png_shows_the_pieces_where_they_are_in_the_colours_of_the_sheet() -> None:
    match = match_of(person(), person(), moves=["Ra1", "Yb1"])
    box = pictures.board_of(match.rules).geometry.box
    shapes = pictures.board_of(match.rules).geometry.by_id
    for theme, red, square in (("light", "#bf3b2b", "#eee2cb"), ("dark", "#d0503f", "#28313c")):
        now, before = (pixels(match, ply=ply, size=256, theme=theme) for ply in (1, 0))

        def at(picture: Pixels, place: str, dx: float = 0) -> str:
            shape = shapes[place]
            scale = 256 / max(box[2:])
            return picture.at((shape.x + dx - box[0]) * scale, (shape.y - box[1]) * scale)

        assert at(now, "a1", dx=20) == red
        assert at(before, "a1", dx=20) == square
        assert at(now, "c3", dx=20) == at(before, "c3", dx=20)


@pytest.mark.parametrize("key", sorted(registry.games()))
def test_every_game_has_a_png_in_its_own_proportions(key: str) -> None:
    match = match_of(person(), person(), game=key)
    box = pictures.board_of(match.rules).geometry.box
    picture = pixels(match, size=256)
    assert max(picture.width, picture.height) == 256
    assert picture.width / picture.height == pytest.approx(box[2] / box[3], abs=0.01)
    assert picture.colours() > 3


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ({"size": "9000"}, "size must be one of 128, 256, 512, 800, 1200.\n"),
        ({"size": "x"}, "size must be one of 128, 256, 512, 800, 1200.\n"),
        ({"size": ""}, "size must be one of 128, 256, 512, 800, 1200.\n"),
        ({"theme": "sepia"}, "theme must be light or dark.\n"),
    ],
)
def test_a_png_that_cannot_be_had_is_refused_in_words(query: dict[str, str], words: str) -> None:
    match = match_of(person(), person())
    answer = Client().get(reverse("board_png", args=[match.code]), query)
    assert (answer.status_code, answer.content.decode()) == (400, words)


def test_one_address_cannot_keep_us_drawing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outside, "PER_MINUTE", 2)
    match = match_of(person(), person(), moves=["Ra1", "Yb1"])
    address = reverse("board_png", args=[match.code])
    status = [Client().get(address, {"ply": ply, "size": 128}).status_code for ply in (0, 1, 2)]
    assert status == [200, 200, 429]
    assert Client().get(address, {"ply": 0, "size": 128}).status_code == 200  # it is kept
    elsewhere = Client(REMOTE_ADDR="192.0.2.9").get(address, {"ply": 2, "size": 128})
    assert elsewhere.status_code == 200


def test_pictures_of_a_match_that_only_its_link_finds_stay_out_of_search_engines() -> None:
    match = match_of(person(), person())
    Match.objects.filter(pk=match.pk).update(listed=False)
    assert Client().get(reverse("board_png", args=[match.code]))["X-Robots-Tag"] == "noindex"
    Match.objects.filter(pk=match.pk).update(listed=True)
    assert "X-Robots-Tag" not in Client().get(reverse("board_png", args=[match.code]))


def test_no_colour_is_left_to_the_renderer() -> None:
    match = match_of(person(), person(), game="tink", moves=["d4", "e5"])
    for dark in (False, True):
        text = rasters.painted(pictures.board_file(match, 2), pictures.rules_of_boards(), dark=dark)
        assert not [word for word in ("var(", "color-mix", "light-dark", "class=") if word in text]
        root = ElementTree.fromstring(text)
        defined = {f"#{node.get('id')}" for node in root.iter() if node.get("id")}
        assert set(pieces(root)) <= defined


# The values are those that Chromium computes.
@pytest.mark.parametrize(
    ("given", "mixed"),
    [
        ("color-mix(in srgb,#24549b 14%,#0000)", "#24549b24"),
        ("color-mix(in oklab,#bf3b2b 68%,#fff)", "#da7e6fff"),
        ("color-mix(in oklab,#bf3b2b 78%,#000)", "#88281cff"),
        ("color-mix(in oklab,#cbd8f1 55%,#f5ecdb)", "#dee1e8ff"),
    ],
)
def test_colours_are_mixed_as_browsers_do(given: str, mixed: str) -> None:
    assert rasters.plain(given, {}) == mixed


def test_variables_may_name_others_and_have_a_fallback() -> None:
    known = {"--a": "var(--b)", "--b": "#123456"}
    assert rasters.plain("var(--a)", known) == "#123456"
    assert rasters.plain("1px var(--c,#fff)", known) == "1px #fff"
    assert rasters.plain("var(--c)", known) == ""


# --- replaying ------------------------------------------------------------------------------------


def long_record() -> tuple[Match, list[str]]:
    """A match of more than two steps, and the dump of each of its positions."""
    rules = registry.make("dots-and-boxes", 2, {"rows": "10", "columns": "10"})
    state, dumps, entries = rules.initial(), [], []
    while state.to_move >= 0:
        dumps.append(rules.dump(state))
        move = rules.legal(state)[0]
        entries.append(records.Entry(rules.format_move(move), 60))
        state = rules.apply(state, move)
    match = Match(
        game="dots-and-boxes",
        size=2,
        options={"rows": "10", "columns": "10"},
        record=records.append("", entries),
        position=rules.dump(state),
        ply=len(entries),
    )
    return match, [*dumps, rules.dump(state)]


def test_a_position_of_a_long_game_is_the_same_from_the_cache_and_without_it() -> None:
    match, dumps = long_record()
    assert match.ply > 3 * lines.STEP
    for _ in range(2):
        found = [match.rules.dump(lines.position_at(match, ply)) for ply in range(match.ply + 1)]
        assert found == dumps


def test_a_long_game_is_not_played_again_from_its_start(monkeypatch: pytest.MonkeyPatch) -> None:
    match, _ = long_record()
    counted: list[int] = []
    played = lines.played

    def counting(rules: Any, state: Any, path: list[records.Entry]) -> Any:
        counted.append(len(path))
        return played(rules, state, path)

    lines.position_at(match, match.ply - 1)
    monkeypatch.setattr(lines, "played", counting)
    lines.position_at(match, match.ply - 1)
    assert counted == [(match.ply - 1) % lines.STEP]


def test_moves_that_were_taken_back_are_not_on_the_way() -> None:
    rules = registry.make("speckles", 2)
    entries = records.parse("Rd4/1 Yd5/1 ~1u1/1 Ye5/1 Gf5/1 ~0u4/1 ~0r/1")
    positions = records.replay(rules, entries)
    assert [lines.replayed(rules, entries, ply) for ply in range(8)] == positions
    assert [str(entry) for entry in lines.path_to(entries, 6)] == ["Rd4/1", "Ye5/1"]


def test_a_ply_beyond_the_record_is_refused() -> None:
    match, _ = long_record()
    with pytest.raises(PlayError, match="no such move"):
        lines.position_at(match, match.ply + 1)
