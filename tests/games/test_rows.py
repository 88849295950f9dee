"""What the rows of the players, the heading and the action bar say beyond the names."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone, translation

from accounts.models import User
from games import selectors, snapshots, timing
from games.boards.registry import board_of
from games.boards.words import WORDS
from games.models import Match
from games.rules import registry
from games.services.leave import match_resign
from games.services.offers import offer_make
from ratings.models import Change, Rating
from tests.factories import WIN_FOR_RED, match_of, person, play

pytestmark = pytest.mark.django_db

BOX = ("h0,0", "v0,0", "h0,1")
"""Three lines of the box at the upper left."""


def ends(client: Client, match: Match) -> list[str]:
    return list(client.get(match.get_absolute_url()).context["ends"])


def rated_with(elo: dict[User, float], ladder: str = "speckles", games: int = 20) -> None:
    Rating.objects.bulk_create(
        Rating(user=user, ladder=ladder, elo=points, games=games) for user, points in elo.items()
    )


# --- points in the game's own unit ----------------------------------------------------------------


def test_rows_count_in_the_unit_of_the_game(client: Client) -> None:
    match = match_of(person(), person(), game="dots-and-boxes", moves=(*BOX, "v1,0"))
    assert ends(client, match) == ["0 boxes", "1 box"]
    match = match_of(person(), person(), game="blokus")
    assert ends(client, match) == ["178 left", "178 left"]  # two colours each
    rules = registry.make("blokus", 4)
    assert [str(text) for text in board_of(rules).tally(rules.initial())] == ["89 left"] * 4


def test_what_a_draft_adds_stands_apart() -> None:
    rules = registry.make("dots-and-hexagons", 2)
    board = board_of(rules)
    before = rules.initial()
    assert [str(text) for text in board.tally(before, before)] == ["0 hexagons", "0 hexagons"]
    state = before
    sides = [rules.lines[line] for line in rules.field_sides[0]]
    for text in sides[:-1]:
        state = rules.play(state, text)
    after = rules.play(state, sides[-1])
    told = [str(text) for text in board.tally(after, state)]
    assert sorted(told) == ["0 + 1 hexagons", "0 hexagons"]
    assert "1 hexagon" in [str(text) for text in board.tally(after)]


def test_the_line_of_a_draft_has_the_words_for_it(client: Client) -> None:
    match = match_of(person(), person(), game="dots-and-boxes", moves=BOX)
    line = client.get(f"/api/matches/{match.code}/line/", {"ply": 3, "moves": "v1,0"}).json()
    assert line["tally"] == ["0 boxes", "0 + 1 boxes"]


def test_a_finished_game_of_blokus_shows_points(client: Client) -> None:
    ann = person()
    match = match_of(ann, person(), game="blokus")
    match_resign(match_id=match.pk, user_id=ann.pk)
    first, second = ends(client, match)
    assert first.startswith("−178 points · resigned")
    assert second.startswith("−178 points")


def test_numbers_choose_their_form_in_every_language() -> None:
    board = board_of(registry.make("dots-and-boxes", 2))
    from games.texts import say

    with translation.override("fr"):
        none = say(board.tally(board.game.initial())[0])
    assert none == "0 carré"  # singular, unlike in English


# --- to move, posted ------------------------------------------------------------------------------


def test_without_points_rows_say_who_is_to_move_and_who_has_posted(client: Client) -> None:
    match = match_of(person(), person())
    assert ends(client, match) == ["to move", ""]
    play(match, "Ra1")
    posted, to_move = ends(client, match)
    match.refresh_from_db()
    assert match.last_at is not None
    assert f'datetime="{match.last_at.isoformat()}"' in posted
    assert "posted just now</time>" in posted
    assert to_move == "to move"
    snapshot = snapshots.match_snapshot(selectors.match_by_code(match.code), None)
    assert snapshot["posted"] == {"seat": 0, "at": match.last_at.isoformat()}


@pytest.mark.parametrize(
    ("passed", "words"),
    [
        (timedelta(seconds=59), "posted just now"),
        (timedelta(minutes=1), "posted 1 min ago"),
        (timedelta(minutes=59), "posted 59 min ago"),
        (timedelta(hours=20), "posted 20 h ago"),
        (timedelta(hours=47), "posted 47 h ago"),
        (timedelta(hours=48), "posted 2 d ago"),
        (timedelta(seconds=-5), "posted just now"),
    ],
)
def test_how_long_ago(passed: timedelta, words: str) -> None:
    now = timezone.now()
    assert timing.posted_text(now - passed, now) == words


# --- the end --------------------------------------------------------------------------------------


def finished(client: Client, match: Match, reader: User) -> dict[str, Any]:
    client.force_login(reader)
    context = client.get(match.get_absolute_url()).context
    return {"length": context["match"]["length"], "rating": context["match"]["rating_text"]}


def test_a_rated_game_tells_its_players_what_it_did_to_them(client: Client) -> None:
    ann, ben = person("ann"), person("ben")
    near, far = person("near"), person("far")
    rated_with({ann: 1500, ben: 1500, near: 1501, far: 1900})
    match = match_of(ann, ben, moves=WIN_FOR_RED)
    won, lost = Change.objects.order_by("-after")
    assert won.user == ann
    told = finished(client, match, ann)
    assert told["length"] == "4 moves"
    # she was third of four behind near and far, on equal points before ben who came later
    assert told["rating"] == f"Rating 1500 to {round(won.after)}. Number 2, up 1."
    assert finished(client, match, ben)["rating"] == (
        f"Rating 1500 to {round(lost.after)}. Number 4."
    )
    rating = Rating.objects.get(user=ann)
    assert ends(client, match)[0] == f'<span class="up">+{round(rating.elo) - 1500}</span>'
    assert snapshots.match_snapshot(selectors.match_by_code(match.code), None)["rating_text"] == ""


def test_the_place_is_left_out_once_other_games_have_moved_it(client: Client) -> None:
    ann, ben = person("ann"), person("ben")
    rated_with({ann: 1500, ben: 1500})
    match = match_of(ann, ben, moves=WIN_FOR_RED)
    first = Change.objects.get(match=match, user=ann)
    play(match_of(ben, ann), *WIN_FOR_RED)
    assert finished(client, match, ann)["rating"] == f"Rating 1500 to {round(first.after)}."


def test_the_first_rated_game_names_the_place_without_a_way_there(client: Client) -> None:
    ann, ben = person("ann"), person("ben")
    match = match_of(ann, ben, moves=WIN_FOR_RED)
    assert finished(client, match, ann)["rating"].endswith("Number 1.")


def test_places_that_were_lost_are_named_too(client: Client) -> None:
    ann, ben, between = person("ann"), person("ben"), person("between")
    rated_with({ann: 1500, ben: 1500, between: 1499})
    match = match_of(ann, ben, moves=WIN_FOR_RED)
    assert finished(client, match, ben)["rating"].endswith("Number 3, down 1.")


@pytest.mark.parametrize("rated", [False, True])
def test_an_unrated_or_running_game_says_nothing_of_ratings(client: Client, rated: bool) -> None:
    ann, ben = person("ann"), person("ben")
    match = match_of(ann, ben, rated=rated, moves=() if rated else WIN_FOR_RED)
    told = finished(client, match, ann)
    assert told == {"length": "" if rated else "4 moves", "rating": ""}


def test_a_won_chain_is_named_by_its_edges_and_only_once(client: Client) -> None:
    ann, ben = person("ann"), person("ben")
    match = match_of(ann, ben, game="quabble", size="5", rated=False)
    state, rng = match.load_position(), Random(7)
    moves = []
    while state.to_move >= 0:
        move = match.rules.random_move(state, rng)
        moves.append(match.rules.format_move(move))
        state = match.rules.apply(state, move)
    match = play(match, *moves)
    assert match.reason == "connection"
    client.force_login(ann)
    page = client.get(match.get_absolute_url()).content.decode()
    bar = page[page.index("data-title") : page.index("data-actions")]
    words = ("Black joins top and bottom.", "White joins left and right.")
    assert sum(bar.count(sentence) for sentence in words) == 1
    assert "Two edges were joined" not in bar


@pytest.mark.chromium
def test_the_page_goes_on_saying_how_long_ago_as_the_server_does() -> None:
    from playwright.sync_api import sync_playwright

    script = Path(__file__).resolve().parents[2] / "static" / "js" / "clock.js"
    start = timezone.now()
    minutes = [0, 1, 30, 59, 60, 119, 1440, 2879, 2880, 4319, 9999]
    words = {key: text for key, text in WORDS.items() if key.startswith("posted_")}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--no-sandbox"]
        )
        page = browser.new_page()
        source = script.read_text() + "\nwindow.clock = { posted };"
        page.add_script_tag(content=source, type="module")
        page.wait_for_function("window.clock")
        told = page.evaluate(
            "([at, list, t]) => list.map((n) => clock.posted(at, Date.parse(at) + n * 60000, t))",
            [start.isoformat(), minutes, words],
        )
        browser.close()
    assert told == [timing.posted_text(start, start + timedelta(minutes=n)) for n in minutes]


# --- the end --------------------------------------------------------------------------------------


def test_the_end_says_whose_line_it_was_and_the_rows_who_has_won(client: Client) -> None:
    ann, ben, cec = person("ann"), person("ben"), person("cec")
    match = match_of(ann, ben, moves=WIN_FOR_RED, rated=False)
    assert ends(client, match) == ["won", "lost"]
    said = {user: snapshots.match_snapshot(match, user)["outcome_text"] for user in (ann, ben, cec)}
    assert said[ann] == "Your line was completed."
    assert said[ben] == said[cec] == "ann’s line was completed."


def test_a_draw_stands_in_both_rows(client: Client) -> None:
    ann, ben = person("ann"), person("ben")
    match = match_of(ann, ben, moves=["Rd4"], rated=False)
    for user in (ben, ann):  # who offers what is offered accepts it
        offer_make(
            match_id=match.pk, user_id=user.pk, kind="draw", ply=match.ply, now=timezone.now()
        )
    assert ends(client, match) == ["a draw", "a draw"]
