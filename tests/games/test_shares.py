"""How links to our pages look elsewhere: words in the head, and cards that show the game."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import get_language
from pytest_django.fixtures import Settings

from accounts.models import User
from games import outside, pictures, shares
from games.models import Match
from tests.factories import WIN_FOR_RED, match_of, person
from tests.pixels import Pixels

pytestmark = pytest.mark.django_db


class Head(HTMLParser):
    """What a program that shows previews reads of a page."""

    def __init__(self, address: str, client: Client | None = None, **headers: str) -> None:
        super().__init__()
        self.said: dict[str, str] = {}
        answer = (client or Client()).get(address, headers=headers)
        assert answer.status_code == 200
        self.feed(answer.content.decode())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "meta" and (name := given.get("property") or given.get("name")):
            assert name not in self.said or name == "theme-color"
            self.said[name] = given["content"]
        elif tag == "link" and given["rel"] == "canonical":
            self.said["canonical"] = given["href"]


def card(address: str) -> Pixels:
    answer = Client().get(address)
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/png")
    return Pixels(answer.content)


def local(address: str) -> str:
    assert address.startswith("http://testserver/")
    return address.removeprefix("http://testserver")


def test_a_match_says_who_plays_and_shows_the_pieces() -> None:
    match = match_of(person("ada"), person("bob"), moves=["Ra1"])
    said = Head(match.get_absolute_url()).said
    assert said["og:title"] == "Speckles: ada, bob"
    assert said["description"] == said["og:description"]
    assert said["description"] == "Waiting for bob. Speckles · rated, 3 days a move"
    assert said["canonical"] == said["og:url"] == f"http://testserver/m/{match.code}/"
    assert said["twitter:card"] == "summary_large_image"
    shown = card(local(said["og:image"]))
    assert (shown.width, shown.height) == (1200, 630)
    assert (said["og:image:width"], said["og:image:height"]) == ("1200", "630")

    left, top, side = shares.SQUARE
    geometry = pictures.board_of(match.rules).geometry
    scale = side / max(geometry.box[2:])

    def at(place: str) -> str:
        shape = geometry.by_id[place]
        x, y = shape.x + 20 - geometry.box[0], shape.y - geometry.box[1]
        return shown.at(left + x * scale, top + y * scale)

    assert at("a1") == "#bf3b2b"  # the red chip
    assert at("h1") == "#f5ecdb"  # an empty square
    glyph = shares.LEFT + 24 + 20 * 0.56
    assert shown.at(glyph, 300) == "#bf3b2b"  # ada is red
    assert shown.at(glyph, 362) == "#f4c23c"  # bob is yellow


def test_the_card_of_a_match_changes_with_it() -> None:
    match = match_of(person(), person(), moves=WIN_FOR_RED[:3])
    before = shares.drawn(shares.match_card(match))
    over = match_of(person("winner"), person(), moves=WIN_FOR_RED)
    after = shares.drawn(shares.match_card(over))
    assert "winner won" in after
    assert "winner won" not in before
    address = Head(match.get_absolute_url()).said["og:image"]
    Match.objects.filter(pk=match.pk).update(version=match.version + 1)
    assert Head(match.get_absolute_url()).said["og:image"] != address


def test_an_invitation_says_who_invites() -> None:
    client = Client()
    client.force_login(person("ada"))
    made = client.post(reverse("invite_link"), {"game": "tink", "days": "3"})
    match = Match.objects.get()
    said = Head(made["Location"]).said
    assert said["og:title"] == "ada invites you to a game of Tink"
    assert said["robots"] == "noindex"
    assert "open seat" in shares.drawn(shares.match_card(match))


def test_a_match_that_lists_show_may_be_found() -> None:
    match = match_of(person(), person())
    Match.objects.filter(pk=match.pk).update(listed=True)
    assert "robots" not in Head(match.get_absolute_url()).said


@pytest.mark.parametrize(
    ("address", "title"),
    [
        ("/", "Board games by post"),
        ("/rules/tink/", "Tink rules"),
        ("/ladders/tink/", "Tink ladder"),
        ("/u/ada/", "ada"),
    ],
)
def test_pages_have_words_and_cards_of_their_own(address: str, title: str) -> None:
    person("ada")
    said = Head(f"{address}?all=1").said
    assert said["og:title"] == title
    assert said["canonical"] == said["og:url"] == "http://testserver" + address
    shown = card(local(said["og:image"]))
    assert (shown.width, shown.height) == (1200, 630)
    assert shown.colours() > 20


def test_pages_without_a_card_still_describe_the_site() -> None:
    said = Head(reverse("rules_index")).said
    assert "og:image" not in said
    assert said["description"]


def test_the_site_has_one_address_where_it_has_several(settings: Settings) -> None:
    settings.CANONICAL_URL = "https://plypost.example"
    said = Head("/rules/tink/").said
    assert said["canonical"] == "https://plypost.example/rules/tink/"
    assert said["og:image"].startswith("https://plypost.example/rules/tink/card.png?")


def test_names_are_escaped_wherever_they_come_from() -> None:
    ada = person("ada")
    match = match_of(ada, person("bob"))
    User.objects.filter(pk=ada.pk).update(username='<"&>')
    assert Head(match.get_absolute_url()).said["og:title"] == 'Speckles: <"&>, bob'
    assert card(reverse("match_card", args=[match.code])).width == 1200


def test_a_card_speaks_the_language_of_its_page(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    def spoken(key: str) -> shares.Card:
        return shares.Card(shares.game_board(key), get_language() or "", "")

    monkeypatch.setattr(shares, "rules_card", spoken)
    settings.LANGUAGES = [("en", "English"), ("da", "Dansk"), ("fr", "Français")]
    address = reverse("rules_card", args=["tink"])
    tags = {Client().get(address, {"lang": code})["ETag"] for code in ("en", "da", "fr")}
    assert len(tags) == 3
    refused = Client().get(address, {"lang": "xx"})
    assert (refused.status_code, refused.content) == (400, b"lang must be one of en, da, fr.\n")


def test_cards_are_kept_and_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outside, "PER_MINUTE", 1)
    first = Client().get("/rules/tink/card.png")
    assert Client().get("/rules/tink/card.png").content == first.content
    assert Client().get("/rules/speckles/card.png").status_code == 429
    monkeypatch.setattr(shares, "kept_png", None)
    monkeypatch.setattr(shares, "png", None)
    again = Client().get("/rules/tink/card.png", headers={"if-none-match": first["ETag"]})
    assert again.status_code == 304


@pytest.mark.parametrize(
    "address",
    ["/m/nothing/card.png", "/rules/chess/card.png", "/ladders/chess/card.png", "/u/x/card.png"],
)
def test_what_is_not_there_has_no_card(address: str) -> None:
    assert Client().get(address).status_code == 404


@pytest.mark.parametrize("name", ["W" * 20, "i" * 20, "Bob-the-great-builder"])
def test_words_stay_on_the_card(name: str) -> None:
    room = shares.RIGHT - shares.LEFT
    match = match_of(person("ada"), person("bob"), game="dots-and-hexagons")
    drawn = shares.drawn(shares.match_card(match))
    size = float(
        drawn.split('class="head" x="620" y="', 2)[1].split('font-size="')[1].split('"')[0]
    )
    assert shares.width_of("Dots and Hexagons") * size <= room
    row = shares._row((("chip-red", "chip-blue"), name), 300)
    left = float(row.split('<text class="text" x="')[1].split('"')[0])
    size = float(row.split('font-size="')[1].split('"')[0])
    assert left + shares.width_of(name) * size <= shares.RIGHT + 1
