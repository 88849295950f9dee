"""The HTML door: pages for everybody, forms that work without script, refusals in words."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games import records
from games.boards.words import WORDS
from games.models import Match
from games.pages import HERO, HERO_OPENING
from games.results import verdict
from games.rules import registry
from games.rules.core import OVER
from games.services.create import SeatSpec, match_create
from games.services.ending import match_abort
from games.services.join import match_join
from tests.factories import WIN_FOR_RED, bot, fingerprint, match_of, person, play

pytestmark = pytest.mark.django_db


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def messages_of(answer: Any) -> list[str]:
    return [str(message) for message in answer.context["messages"]]


@pytest.mark.parametrize(
    "name", ["home", "lobby", "new_match", "ladders", "rules_index", "about", "fair_play"]
)
def test_pages_answer_visitors_and_members(name: str) -> None:
    assert Client().get(reverse(name)).status_code == 200
    assert signed_in(person()).get(reverse(name)).status_code == 200


@pytest.mark.parametrize("key", sorted(registry.games()))
def test_every_game_has_its_ladder_form_and_game_page(key: str) -> None:
    ann, ben = person(), person()
    match = match_of(ann, ben, game=key)
    for client in (signed_in(ann), signed_in(ben), Client()):
        assert client.get(match.get_absolute_url()).status_code == 200
    assert Client().get(reverse("ladder", args=[key])).status_code == 200
    assert signed_in(ann).get(reverse("new_match"), {"game": key}).status_code == 200


def test_what_does_not_exist_is_404() -> None:
    for name in ("match", "rules", "ladder", "profile"):
        assert Client().get(reverse(name, args=["nothing"])).status_code == 404


def test_home_sorts_my_turns_by_the_time_left() -> None:
    ann = person()
    slow = match_of(ann, person(), clock="7d")
    fast = match_of(ann, person(), clock="1d")
    cards = signed_in(ann).get(reverse("home")).context["turns"]
    assert [card["code"] for card in cards] == [fast.code, slow.code]


def test_next_game_goes_to_the_least_time_and_on_from_there() -> None:
    ann = person()
    slow = match_of(ann, person(), clock="7d")
    fast = match_of(ann, person(), clock="1d")
    client = signed_in(ann)
    assert client.get(reverse("next_game")).headers["Location"] == fast.get_absolute_url()
    after = client.get(reverse("next_game"), {"after": fast.code})
    assert after.headers["Location"] == slow.get_absolute_url()
    assert signed_in(person()).get(reverse("next_game")).headers["Location"] == reverse("home")


def test_a_whole_move_without_script() -> None:
    ann = person()
    match = match_of(ann, person())
    client = signed_in(ann)
    page = match.get_absolute_url()
    assert 'href="' + page + "?shape=tray-R" in client.get(page).content.decode()
    draft = client.get(page, {"shape": "tray-R|d4"}).context["draft"]
    assert draft["move"]["t"] == "Rd4"
    answer = client.post(reverse("match_move", args=[match.code]), {"ply": 0, "move": "Rd4"})
    assert answer.headers["Location"] == page
    match.refresh_from_db()
    assert match.ply == 1


def test_a_move_is_written_in_a_field_and_posted_without_script() -> None:
    ann, ben = person(), person()
    match = match_of(ann, ben, game="dots-and-boxes")
    url = reverse("match_move", args=[match.code])
    page = signed_in(ann).get(match.get_absolute_url())
    assert f'name="ply" value="{match.ply}" data-draft' in page.content.decode()
    assert page.context["example"] == "h0,0"
    # whoever is not to move has the field once the turn has come; spectators never
    assert "data-typed hidden" in signed_in(ben).get(match.get_absolute_url()).content.decode()
    assert "data-typed" not in Client().get(match.get_absolute_url()).content.decode()
    signed_in(ann).post(url, {"ply": 0, "move": " h0,0 "})
    match.refresh_from_db()
    assert match.ply == 1


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ({"ply": "0", "move": "Rz9"}, "Rz9"),
        ({"ply": "7", "move": "Rd4"}, "moved on"),
        ({"ply": "", "move": "Rd4"}, "moved on"),
        ({"ply": "0", "move": ""}, "Choose a move"),
    ],
)
def test_a_refused_form_says_why_and_changes_nothing(data: dict[str, str], words: str) -> None:
    ann = person()
    match = match_of(ann, person())
    before = fingerprint(match)
    url = reverse("match_move", args=[match.code])
    answer = signed_in(ann).post(url, data, follow=True)
    assert words in " ".join(messages_of(answer))
    assert fingerprint(match) == before


def test_those_who_are_not_signed_in_are_sent_to_sign_in() -> None:
    match = match_of(person(), person())
    before = fingerprint(match)
    for name in ("match_move", "match_resign", "match_cancel", "match_decline"):
        answer = Client().post(reverse(name, args=[match.code]))
        assert answer.headers["Location"].startswith(reverse("accounts:login"))
    assert fingerprint(match) == before


def test_an_invitation_by_link_is_taken_by_a_guest() -> None:
    ann = person("ann")
    match = match_create(
        creator=ann,
        game="speckles",
        options={},
        seats=[SeatSpec("me"), SeatSpec("link")],
        clock="3d",
        rated=True,
    )
    visitor = Client()
    page = visitor.get(match.get_absolute_url())
    assert page.templates[0].name == "games/invite.html"
    assert "ann" in page.content.decode()
    visitor.post(reverse("match_join", args=[match.code]))
    match.refresh_from_db()
    assert (match.status, match.rated) == (Match.Status.ACTIVE, False)
    assert match.seats.get(index=1).user.is_guest  # type: ignore[union-attr]


def test_a_guest_is_asked_for_a_name_beside_the_game_and_comes_back_to_it() -> None:
    ann, visitor = person(), Client()
    match = match_create(
        creator=ann,
        game="speckles",
        options={},
        seats=[SeatSpec("me"), SeatSpec("link")],
        clock="3d",
        rated=False,
    )
    url = match.get_absolute_url()
    visitor.post(reverse("match_join", args=[match.code]))
    offer = f'href="{reverse("accounts:join")}?next={url}">Choose a name to keep this game'
    assert offer in visitor.get(url).content.decode()
    for other in (signed_in(ann), Client()):
        assert offer not in other.get(url).content.decode()
    told = {"username": "Cleo", "email": "cleo@example.org", "password": "grasshopper-27"}
    answer = visitor.post(f"{reverse('accounts:join')}?next={url}", told)
    assert answer.headers["Location"] == url
    assert offer not in visitor.get(url).content.decode()


def test_a_link_to_copy_is_shown_only_where_whoever_opens_it_can_play() -> None:
    ann, ben = person(), person()
    for seat, shown in (
        (SeatSpec("link"), True),
        (SeatSpec("player", ben.username), False),
        (SeatSpec("anyone"), False),
    ):
        match = match_create(
            creator=ann,
            game="speckles",
            options={},
            seats=[SeatSpec("me"), seat],
            clock="3d",
            rated=True,
        )
        page = signed_in(ann).get(match.get_absolute_url()).content.decode()
        assert ("Copy link</span>" in page) is shown


def test_the_button_of_an_open_game_says_what_it_does() -> None:
    """Who made it cancels the game for all; who only took a seat leaves it."""
    ann, ben = person(), person()
    match = match_create(
        creator=ann,
        game="dots-and-boxes",
        options={},
        seats=[SeatSpec("me"), SeatSpec("link"), SeatSpec("link")],
        clock="3d",
        rated=True,
    )
    match_join(match_id=match.pk, user=ben)
    for user, said in ((ann, "Cancel the game"), (ben, "Leave")):
        for url in (match.get_absolute_url(), reverse("home")):
            page = signed_in(user).get(url).content.decode()
            form = page.partition(f'action="{reverse("match_cancel", args=[match.code])}"')[2]
            assert f">{said}</button>" in form.partition("</form>")[0]
    url = reverse("match_cancel", args=[match.code])
    for user, said in ((ben, "You have left this game."), (ann, "You have cancelled the game.")):
        assert messages_of(signed_in(user).post(url, follow=True)) == [said]


def test_a_game_that_is_called_off_has_one_heading() -> None:
    match = match_of(person(), person())
    match_abort(match_id=match.pk, user_id=match.seat_rows[0].user_id)
    match.refresh_from_db()
    assert verdict(match, None) == WORDS["aborted"]


def test_a_full_or_own_match_cannot_be_joined() -> None:
    ann, ben, cec = person(), person(), person()
    full = match_of(ann, ben)
    before = fingerprint(full)
    answer = signed_in(cec).post(reverse("match_join", args=[full.code]), follow=True)
    assert "No seat is free" in " ".join(messages_of(answer))
    answer = signed_in(ann).post(reverse("match_join", args=[full.code]), follow=True)
    assert "seat in this game already" in " ".join(messages_of(answer))
    assert fingerprint(full) == before


def test_a_visitor_starts_a_game_against_a_bot_with_the_move_made_already() -> None:
    bot()
    visitor = Client()
    answer = visitor.post(reverse("play_bot"), {"game": "speckles", "moves": "Rd4"})
    match = Match.objects.get()
    assert answer.headers["Location"] == match.get_absolute_url()
    assert match.record.startswith("Rd4/")
    assert match.rated is False


def test_the_game_of_the_front_page_runs_already_and_nobody_can_end_it_at_once(
    client: Client,
) -> None:
    rules = registry.make(HERO, 2)
    state = rules.initial()
    for text in HERO_OPENING:
        state = rules.play(state, text)
    assert (len(HERO_OPENING), state.to_move) == (12, 0)
    for seat in (0, 1):
        turn = state._replace(to_move=seat)
        assert all(rules.apply(turn, move).to_move != OVER for move in rules.legal(turn))
    page = client.get(reverse("home"))
    assert page.content.decode().count('href="#chip-') > 12  # on its board, without any script
    line = client.get(page.context["hero_src"]).json()
    assert line["to_move"] == 0
    assert sum(mark is not None and mark[0] != "" for mark in line["marks"].values()) > 12


def test_a_visitor_plays_on_in_it_as_a_match_with_a_whole_record() -> None:
    pip = bot()
    visitor = Client()
    data = {"game": HERO, "moves": "Rc3", "opening": "1"}
    answer = visitor.post(reverse("play_bot"), data)
    match = Match.objects.get()
    assert answer.headers["Location"] == match.get_absolute_url()
    assert [entry.text for entry in match.entries] == [*HERO_OPENING, "Rc3"]
    assert (match.status, match.ply, match.mover, match.rated) == ("active", 13, pip, False)
    assert match.rules.dump(records.replay(match.rules, match.entries)[-1]) == match.position
    # nobody is rated for what they did not play from the start
    again = signed_in(person())
    again.post(reverse("play_bot"), data)
    assert Match.objects.latest("pk").rated is False
    again.post(reverse("play_bot"), {"game": HERO})
    assert Match.objects.latest("pk").rated is True


@pytest.mark.parametrize(
    "data",
    [
        {"game": "chess"},
        {"game": "speckles", "moves": "Rz9"},
        {"game": "speckles", "bot": "x"},
        {"game": "speckles", "moves": "Rd4", "opening": "1"},  # taken
    ],
)
def test_a_bot_game_that_cannot_be_starts_nothing(data: dict[str, str]) -> None:
    bot()
    visitor = Client()
    answer = visitor.post(reverse("play_bot"), data, follow=True)
    assert messages_of(answer) != []
    assert not Match.objects.exists()


def test_the_new_game_form_creates_what_it_says() -> None:
    ann, ben = person(), person("ben")
    answer = signed_in(ann).post(
        reverse("new_match"),
        {
            "game": "dots-and-boxes",
            "seats": "2",
            "option_rows": "5",
            "option_columns": "4",
            "option_misere": "false",
            "option_border": "true",
            "with_1": "player",
            "name_1": "ben",
            "clock": "7d",
            "mine": "1",
            "rated": "yes",
        },
    )
    match = Match.objects.get()
    assert answer.headers["Location"] == match.get_absolute_url()
    assert (match.options["rows"], match.options["border"], match.clock) == ("5", "true", "7d")
    assert match.seats.get(index=0).invited == ben
    assert match.seats.get(index=1).user == ann


def test_a_refused_form_creates_nothing_and_says_why() -> None:
    ann = person()
    answer = signed_in(ann).post(
        reverse("new_match"),
        {
            "game": "speckles",
            "seats": "2",
            "option_colours": "RY",
            "with_1": "player",
            "name_1": "nobody",
            "clock": "3d",
            "mine": "0",
            "rated": "yes",
        },
    )
    assert answer.status_code == 400
    assert "There is no player called “nobody”." in answer.content.decode()
    assert not Match.objects.exists()


def test_the_end_is_seen_once_on_the_home_page() -> None:
    ann, ben = person(), person()
    match = play(match_of(ann, ben), *WIN_FOR_RED)
    client = signed_in(ann)
    assert [card["stamp"] for card in client.get(reverse("home")).context["done"]] == ["WON"]
    client.get(match.get_absolute_url())
    assert client.get(reverse("home")).context["done"] == []
    assert [c["stamp"] for c in signed_in(ben).get(reverse("home")).context["done"]] == ["LOST"]


def test_the_record_can_be_taken_home() -> None:
    match = play(match_of(person("ann"), person("ben")), *WIN_FOR_RED)
    answer = Client().get(reverse("match_record", args=[match.code]))
    text = answer.content.decode()
    assert "1. Ra1\n2. Yb1\n3. Gc1\n4. Rd1\n" in text
    assert "Seat 1: ann (place 1)" in text


def test_many_games_cost_no_more_statements(django_assert_max_num_queries: Any) -> None:
    ann = person()
    for _ in range(12):
        match_of(ann, person())
    client = signed_in(ann)
    client.get(reverse("home"))  # pictures and plies are kept from here on
    with django_assert_max_num_queries(20):
        client.get(reverse("home"))


def test_a_new_player_is_offered_a_first_game_and_nobody_else_is() -> None:
    ann, ben = person(), person()
    words = "Your first game can begin at once."
    assert words in signed_in(ann).get(reverse("home")).content.decode()
    match_of(ben, ann)
    assert words not in signed_in(ann).get(reverse("home")).content.decode()
