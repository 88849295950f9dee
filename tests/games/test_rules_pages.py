"""The rules pages: every game has one, every figure is a legal line, every decision is said."""

from __future__ import annotations

import re
from html import escape, unescape
from urllib.parse import parse_qs, urlsplit

import pytest
from django.template import Context, Template, TemplateSyntaxError
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.boards.registry import board_of
from games.rules import registry
from games.rules.core import OVER, RulesError

KEYS = sorted(registry.games())

FEWEST, MOST = 3, 7
"""Figures on a page."""

SOURCES = {
    "blokus": ("Bernard Tavitian", "2000", "Sekkoïa"),
    "conquare": ("Luis Bolaños Mures",),
    "dots-and-boxes": ("Édouard Lucas", "1889", "La Pipopipette"),
    "dots-and-hexagons": ("Édouard Lucas", "1889"),
    "fast-conquare": ("Luis Bolaños Mures",),
    "fast-quabble": ("Luis Bolaños Mures",),
    "quabble": ("Luis Bolaños Mures",),
    "qualos": ("Luis Bolaños Mures",),
    "speckles": ("David Smith", "2001", "About.com"),
    "tink": ("Chris Goodwin", "2009", "Looney Pyramid Games Wiki"),
}
"""Designer, year and source, as far as they are known."""

DECIDED = {
    "blokus": ("the next player in turn who stayed plays it",),
    "conquare": (
        "the points on the border of the board are corners",
        "three to twelve squares each way",
        "has lost the list of actions",
    ),
    "dots-and-boxes": ("the lower places are ranked by points too", "keeps the points they have"),
    "dots-and-hexagons": (
        "the lower places are ranked by points too",
        "keeps the points they have",
    ),
    "fast-conquare": (
        "the points on the border of the board are corners",
        "three to twelve squares each way",
    ),
    "fast-quabble": ("five to nineteen squares each way",),
    "quabble": ("five to nineteen squares each way", "has lost the list of actions"),
    "qualos": ("five to nineteen squares each way",),
    "speckles": ("belongs to nobody from then on",),
    "tink": ("comes for the third time", "after 400 turns", "win nothing for anybody"),
}
"""What RULES marks [D] and what was decided while building, each in a paragraph of its own."""

FIGURE = re.compile(
    r'<figure(?: data-board)? data-src="([^"]*)"(?: data-pick="([^"]*)")?>.*?</figure>', re.S
)
DECISION = re.compile(r"<p[^>]*><b>This site decides:</b>(.*?)</p>", re.S)


def page(key: str, client: Client) -> str:
    answer = client.get(reverse("rules", args=[key]))
    assert answer.status_code == 200
    return answer.content.decode()


def figures(html: str) -> list[tuple[str, str]]:
    """Address and picks of every figure on a page."""
    return [(unescape(src), unescape(pick or "")) for src, pick in FIGURE.findall(html)]


@pytest.fixture
def member(db: None) -> Client:
    client = Client()
    client.force_login(User.objects.create_user("halina", password="a long password"))
    return client


def test_every_game_is_listed_here() -> None:
    assert KEYS == sorted(SOURCES) == sorted(DECIDED)


@pytest.mark.django_db
@pytest.mark.parametrize("key", KEYS)
def test_page_for_visitors(key: str, client: Client) -> None:
    html = page(key, client)
    for name in SOURCES[key]:
        assert name in html
    assert "style=" not in html.replace("text-style=", "")
    assert reverse("play_bot") in html


@pytest.mark.parametrize("key", KEYS)
def test_page_for_members(key: str, member: Client) -> None:
    assert "halina" in page(key, member)


@pytest.mark.django_db
@pytest.mark.parametrize("key", KEYS)
def test_decisions_are_said(key: str, client: Client) -> None:
    said = [" ".join(unescape(text).split()) for text in DECISION.findall(page(key, client))]
    for words in DECIDED[key]:
        assert any(words in one for one in said), words
    assert len(said) == len(DECIDED[key])


@pytest.mark.django_db
@pytest.mark.parametrize("key", KEYS)
def test_figures_are_legal_lines(key: str, client: Client) -> None:
    html = page(key, client)
    found = figures(html)
    assert any("data-board" in one for one in re.findall("<figure[^>]*>", html))
    assert FEWEST <= len(found) <= MOST
    for src, pick in found:
        query = parse_qs(urlsplit(src).query)
        options = {k: v[0] for k, v in query.items() if k not in ("full", "seats", "moves")}
        rules = registry.make(key, int(query["seats"][0]), options)
        moves = query.get("moves", [""])[0]
        state = rules.replay(text for text in moves.split(";") if text)
        answer = client.get(src)
        assert answer.status_code == 200
        shown = answer.json()
        if state.to_move == OVER:
            assert f'<figure data-src="{escape(src)}"' in html
        assert len(shown["legal"]) == rules.count_legal(state)
        assert shown["geometry"]["shapes"]
        assert {name for name, mark in shown["marks"].items() if mark} == set(
            board_of(rules).marks(state)
        )
        if pick:  # the picks must lead somewhere
            picked = pick.split("|")
            assert any(way[: len(picked)] == picked for move in shown["legal"] for way in move["p"])


@pytest.mark.django_db
@pytest.mark.parametrize("key", KEYS)
def test_pictures_need_no_script(key: str, client: Client) -> None:
    html = page(key, client)
    for body in re.findall(r"<figure.*?</figure>", html, re.S):
        assert re.search(r'<svg class="board [^>]* role="img" aria-label="[^"]{8,}"', body)
        assert re.search(r"<figcaption[^>]*><p>[^<\s]", body)
        for symbol in re.findall(r'href="#([^"]+)"', body):
            assert f'id="{symbol}"' in html
    ids = re.findall(r'\sid="([^"]+)"', html)
    assert len(ids) == len(set(ids))


@pytest.mark.django_db
def test_worked_positions_are_shown(client: Client) -> None:
    """QB4b, QB3, QB5, QL7 and TK11 of RULES as people see them."""
    shown = {
        key: [client.get(src).json() for src, _ in figures(page(key, client))]
        for key in ("quabble", "qualos", "tink")
    }
    legal = {key: [{m["t"] for m in one["legal"]} for one in all_] for key, all_ in shown.items()}
    black = [
        {k for k, m in one["marks"].items() if m and m[1] == "black"} for one in shown["quabble"]
    ]
    assert {"b2", "d2", "c3", "c2"} in [{k for k in stones if "-" not in k} for stones in black]
    assert any("c2" in moves for moves in legal["quabble"])
    assert {"a3", "b2", "b4", "c3", "d2", "d4", "d1"} in legal["quabble"]
    assert any("d1!" in moves and "b1!" not in moves for moves in legal["qualos"])
    assert any(one["over"] and one["winners"] == [1] for one in shown["tink"])


def draw(arguments: str) -> str:
    template = Template("{% load figures %}{% figure " + arguments + " %}x{% endfigure %}")
    return template.render(Context({"game": {"key": "speckles"}}))


def test_illegal_line_is_an_error() -> None:
    with pytest.raises(RulesError):
        draw('moves="Rd4;Rd5"')
    with pytest.raises(RulesError):
        draw('moves="Rd4" size=5')
    with pytest.raises(TemplateSyntaxError):
        draw('"Rd4"')


def test_dots_and_part_of_the_board() -> None:
    def legal(html: str) -> int:
        return html.count('class="legal"')

    assert legal(draw('moves="Rd4"')) == 0
    assert legal(draw('moves="Rd4" dots=True')) == 8
    assert legal(draw('moves="Rd4" dots=True pick="tray-R"')) == 0
    assert legal(draw('moves="Rd4;Ye5" dots=True pick="tray-Y"')) == 5
    assert 'viewBox="100 200 500 500"' in draw('moves="Rd4" area="b2 f6"')
    assert 'class="last"' in draw('moves="Rd4" last=True')
    assert 'class="last"' not in draw('moves="Rd4"')
