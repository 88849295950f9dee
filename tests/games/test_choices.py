"""The terms of a match in words, and the one line that all pages make of them."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from games import terms
from games.rules import registry
from games.services.create import SeatSpec, match_create
from tests.factories import match_of, person


@pytest.mark.parametrize(
    ("game", "seats", "options", "text"),
    [
        ("quabble", 2, {}, "11 × 11"),
        ("quabble", 2, {"size": 5, "claims": "manual"}, "5 × 5, claims: by hand"),
        ("speckles", 2, {}, ""),
        ("speckles", 2, {"colours": "GW"}, "colours: green, white"),
        ("blokus", 4, {}, "four players"),
        ("blokus", 3, {"corners": "fixed"}, "three players, first pieces: each in its own corner"),
        ("dots-and-boxes", 2, {"misere": "true"}, "4 × 4, the fewest fields win"),
    ],
)
def test_terms_name_what_differs_from_the_usual_game(
    game: str, seats: int, options: dict[str, object], text: str
) -> None:
    assert ", ".join(terms.board_parts(registry.make(game, seats, options))) == text


def test_the_line_parts_the_game_from_the_rest_and_the_rest_by_commas() -> None:
    assert terms.line("Tink") == "Tink"
    assert terms.line("Tink", "") == "Tink"
    assert terms.line("Conquare", "7 × 7", "", "rated") == "Conquare · 7 × 7, rated"


@pytest.mark.django_db
def test_a_match_is_named_in_one_way_on_every_page(client: Client) -> None:
    ann, ben = person("ann"), person("ben")
    match = match_of(ann, ben, game="conquare", size="7", weekend="Europe/Paris")
    facts = "Conquare · 7 × 7, rated, 3 days a move, weekends off (Europe/Paris)"
    assert terms.facts(match) == facts
    assert facts in client.get(match.get_absolute_url()).content.decode()
    client.force_login(ann)
    assert "Conquare · 7 × 7, you are" in client.get(reverse("home")).content.decode()
    client.force_login(ben)
    assert ">Conquare · 7 × 7</span>" in client.get(reverse("home")).content.decode()
    offer = match_create(
        creator=ann,
        game="blokus",
        options={},
        seats=[SeatSpec("me"), *[SeatSpec("anyone")] * 3],
        clock="1d",
        rated=True,
    )
    words = "Blokus · four players, rated, 1 day a move"
    for page in (reverse("lobby"), offer.get_absolute_url()):
        assert words in client.get(page).content.decode()
    client.force_login(ann)
    assert words in client.get(reverse("home")).content.decode()


@pytest.mark.django_db
def test_names_and_terms_are_escaped_in_the_line(client: Client) -> None:
    from games.templatetags.seats import line

    assert line("A & B", "<b>") == "A &amp; B · &lt;b&gt;"


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("anyone", "The game is offered to everyone under Play."),
        ("link", "Send the link: whoever opens it can take the seat."),
        ("player", "The game starts when all who are invited have accepted."),
    ],
)
@pytest.mark.django_db
def test_an_open_game_says_once_that_it_waits_and_then_for_what(
    client: Client, kind: str, words: str
) -> None:
    ann = person("ann")
    name = person("ben").username if kind == "player" else ""
    match = match_create(
        creator=ann,
        game="tink",
        options={},
        seats=[SeatSpec("me"), SeatSpec(kind, name)],
        clock="3d",
        rated=True,
    )
    client.force_login(ann)
    page = client.get(match.get_absolute_url()).content.decode()
    body = page[page.index("<main") : page.index('id="match-data"')]
    assert body.count(">Waiting for players<") == 1
    assert words in body
