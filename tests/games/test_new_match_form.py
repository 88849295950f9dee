"""The form for a new match, and the page it stands on."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.urls import reverse

from games import clocks, terms
from games.forms import NewMatchForm
from games.models import Match
from games.rules import registry
from ratings.models import Rating
from tests.factories import bot, guest, person

PAGE = "new_match"


def fresh(user: Any, **query: str) -> NewMatchForm:
    return NewMatchForm(None, game=query.get("game", ""), user=user, initial=query)


def filled(form: NewMatchForm, **changes: str) -> dict[str, str]:
    """What a browser sends when nothing but `changes` was touched."""
    data = {"game": form.key, "seats": str(form.seats)}
    for name, field in form.fields.items():
        choices = getattr(field, "choices", [])
        first = str(next(iter(choices))[0]) if choices else ""
        data[name] = str(first if field.initial is None else field.initial)
    return {**data, **changes}


@pytest.mark.parametrize("key", list(registry.games()))
@pytest.mark.django_db
def test_every_game_with_every_number_of_seats_makes_a_match(client: Client, key: str) -> None:
    user = person("Halina")
    client.force_login(user)
    for seats in registry.find(key).players:
        form = fresh(user, game=key, seats=str(seats))
        assert (form.key, form.seats) == (key, seats)
        client.post(reverse(PAGE), filled(form))
        match = Match.objects.latest("pk")
        assert (match.game, match.size, match.status, match.rated) == (key, seats, "open", True)
        Match.objects.all().delete()


@pytest.mark.parametrize(
    ("key", "option", "value"),
    [
        (key, option.key, value)
        for key, game in registry.games().items()
        for option in game.options
        for value in game.choices(option, game.players[0])[:3]
    ],
)
@pytest.mark.django_db
def test_options_arrive_at_the_match(client: Client, key: str, option: str, value: str) -> None:
    user = person("Halina")
    client.force_login(user)
    # The square board of that size: not every pair of rows and columns is offered.
    wanted = dict.fromkeys(
        ("rows", "columns") if option in ("rows", "columns") else (option,), value
    )
    data = filled(fresh(user, game=key)) | {f"option_{k}": v for k, v in wanted.items()}
    client.post(reverse(PAGE), data)
    match = Match.objects.get()
    assert {k: match.options[k] for k in wanted} == wanted


@pytest.mark.parametrize("mine", [0, 1, 2])
@pytest.mark.django_db
def test_the_chosen_seat_is_mine_and_the_others_follow_in_order(mine: int) -> None:
    bot("pip", "Pip")
    user = person("Halina")
    form = fresh(user, game="tink", seats="3")
    data = filled(form, mine=str(mine), with_1="player", name_1="oskar", with_2="bot", bot_2="Pip")
    form = NewMatchForm(data, game="tink", user=user, initial={})
    assert form.is_valid()
    seats = form.terms()["seats"]
    kinds = ["player", "bot"]
    kinds.insert(mine, "me")
    assert [spec.kind for spec in seats] == kinds
    assert {spec.name for spec in seats} == {"", "oskar", "Pip"}


@pytest.mark.django_db
def test_the_lot_gives_every_seat_sooner_or_later() -> None:
    user = person("Halina")
    data = filled(fresh(user, game="tink", seats="2"))
    seen = set()
    for _ in range(200):  # misses one of two seats with a chance of 2 ** -199
        form = NewMatchForm(data, game="tink", user=user, initial={})
        assert form.is_valid()
        seen.add([spec.kind for spec in form.terms()["seats"]].index("me"))
    assert seen == {0, 1}


@pytest.mark.django_db
def test_what_the_address_says_is_chosen_already() -> None:
    bot("pip", "Pip")
    user = person("Halina")
    challenge = fresh(user, game="speckles", player="oskar", clock="7d", rated="no")
    assert challenge["with_1"].value() == "player"
    assert challenge["name_1"].value() == "oskar"
    assert (challenge["clock"].value(), challenge["rated"].value()) == ("7d", "no")
    training = fresh(user, bot="Pip")
    assert (training["with_1"].value(), training["bot_1"].value()) == ("bot", "Pip")


@pytest.mark.parametrize("query", [{"game": "chess"}, {"game": ""}, {"seats": "9"}, {"seats": "x"}])
@pytest.mark.django_db
def test_nonsense_in_the_address_falls_back_to_what_there_is(
    client: Client, query: dict[str, str]
) -> None:
    client.force_login(person("Halina"))
    assert client.get(reverse(PAGE), {**query, "clock": "400d", "with_1": "x"}).status_code == 200


@pytest.mark.django_db
def test_guests_and_visitors_are_not_asked_about_rating() -> None:
    for user in (guest(), AnonymousUser()):
        form = fresh(user, game="speckles")
        assert "rated" not in form.fields
        form = NewMatchForm(filled(form, rated="yes"), game="speckles", user=user, initial={})
        assert form.is_valid()
        assert form.terms()["rated"] is False


@pytest.mark.django_db
def test_a_bot_is_offered_only_where_there_are_bots() -> None:
    user = person("Halina")
    kinds = [value for value, _ in fresh(user).fields["with_1"].choices]  # type: ignore[attr-defined]
    assert kinds == ["anyone", "player", "link"]


@pytest.mark.django_db
def test_several_bots_are_different_ones_until_one_chooses(client: Client) -> None:
    client.force_login(person())
    for level in ("pip", "quill", "sorter"):
        bot(level)
    bots = {f"with_{seat}": "bot" for seat in (1, 2, 3)}
    form = fresh(person(), game="blokus", seats="4", **bots)
    client.post(reverse(PAGE), filled(form))
    match = Match.objects.get()
    names = {seat.user.username for seat in match.seat_rows if seat.user and seat.user.is_bot}
    assert names == {"Pip", "Quill", "Sorter"}


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"with_1": "player", "name_1": ""}, "name_1"),
        ({"with_1": "player", "name_1": "nobody-here"}, "__all__"),
        ({"with_1": "player", "name_1": "Halina"}, "__all__"),
        ({"with_1": "stranger"}, "with_1"),
        ({"clock": "4d"}, "clock"),
        ({"mine": "7"}, "mine"),
    ],
)
@pytest.mark.django_db
def test_a_refusal_is_shown_and_makes_no_match(
    client: Client, changes: dict[str, str], field: str
) -> None:
    user = person("Halina")
    client.force_login(user)
    answer = client.post(reverse(PAGE), filled(fresh(user, game="speckles"), **changes))
    assert answer.status_code == 400
    assert answer.context["form"].errors.keys() == {field}
    assert Match.objects.count() == 0


@pytest.mark.django_db
def test_no_choice_shows_the_key_of_a_value() -> None:
    for key in registry.games():
        form = fresh(AnonymousUser(), game=key)
        for option in form.rules.options:
            shown = dict(form.fields[f"option_{option.key}"].choices)  # type: ignore[attr-defined]
            wordless = {value for value, label in shown.items() if str(label) == value}
            assert {value for value in wordless if not value.isdigit()} == set(), key


@pytest.mark.parametrize("clock", clocks.offered())
@pytest.mark.django_db
def test_every_clock_that_is_offered_can_be_chosen(client: Client, clock: str) -> None:
    client.force_login(user := person("Halina"))
    client.post(reverse(PAGE), filled(fresh(user, game="speckles"), clock=clock))
    match = Match.objects.get()
    assert (match.clock, match.rated) == (clock, clock != "none")


@pytest.mark.django_db
def test_what_stops_the_clock_is_chosen_and_seen_before_one_joins(client: Client) -> None:
    halina = person("Halina", time_zone="Europe/Copenhagen")
    client.force_login(halina)
    page = client.get(reverse(PAGE)).content.decode()
    assert "Saturday and Sunday, Europe/Copenhagen" in page
    client.post(
        reverse(PAGE), filled(fresh(halina, game="speckles"), weekend="off", vacations="off")
    )
    match = Match.objects.get()
    assert (match.weekend, match.vacations) == ("Europe/Copenhagen", False)
    visitor = Client()
    for url in (match.get_absolute_url(), reverse("lobby")):
        shown = visitor.get(url).content.decode()
        assert "weekends off (Europe/Copenhagen)" in shown
        assert "vacations do not stop the clock" in shown
    client.post(reverse(PAGE), filled(fresh(halina, game="speckles")))
    plain = Match.objects.latest("pk")
    assert (plain.weekend, plain.vacations) == ("", True)


# --- variants, last choices, the line of the terms ------------------------------------------------


@pytest.mark.django_db
def test_a_family_is_one_board_with_a_row_of_variants(client: Client) -> None:
    page = client.get(reverse(PAGE), {"game": "qualos"}).content.decode()
    picks = page[page.index('class="pick"') : page.index("</ul></nav>")]
    shown = re.findall(r'\?game=([a-z-]+)"', picks)
    assert shown == [key for key, game in registry.games().items() if not game.family]
    assert 'data-again="quabble" aria-current="true"' in picks
    row = page[page.index('id="ng-variant"') :]
    row = row[: row.index("</nav>")]
    assert re.findall(r'\?game=([a-z-]+)"', row) == ["quabble", "qualos", "fast-quabble"]
    assert re.findall(r'data-again="([a-z-]+)" aria-current="true"', row) == ["variant-qualos"]
    assert "ng-variant" not in client.get(reverse(PAGE), {"game": "tink"}).content.decode()


@pytest.mark.parametrize("as_guest", [False, True])
@pytest.mark.django_db
def test_the_last_choices_are_chosen_again(client: Client, as_guest: bool) -> None:
    bot("pip", "Pip")
    user = AnonymousUser() if as_guest else person("Halina")
    if not as_guest:
        client.force_login(user)  # type: ignore[arg-type]
    changes = {"option_size": "9", "clock": "7d", "mine": "1", "with_1": "bot", "bot_1": "Pip"}
    changes |= {"weekend": "off"} | ({} if as_guest else {"rated": "no"})
    client.post(reverse(PAGE), filled(fresh(user, game="qualos"), **changes))
    assert Match.objects.count() == 1
    form = client.get(reverse(PAGE)).context["form"]
    assert form.key == "qualos"
    assert {name: form[name].value() for name in changes} == changes
    # another game has the same terms and a board of its own
    other = client.get(reverse(PAGE), {"game": "conquare"}).context["form"]
    assert (other["clock"].value(), other["option_size"].value()) == ("7d", "7")
    # what the address says comes first
    asked = client.get(reverse(PAGE), {"player": "oskar", "clock": "1d"}).context["form"]
    assert (asked["with_1"].value(), asked["name_1"].value()) == ("player", "oskar")
    assert asked["clock"].value() == "1d"


@pytest.mark.django_db
def test_the_number_of_players_is_chosen_again_and_whom_one_challenged_is_not(
    client: Client,
) -> None:
    person("oskar")
    client.force_login(halina := person("Halina"))
    three = filled(fresh(halina, game="tink", seats="3"), with_1="player", name_1="oskar")
    client.post(reverse(PAGE), three | {"with_2": "link"})
    form = client.get(reverse(PAGE)).context["form"]
    assert (form.key, form.seats) == ("tink", 3)
    assert (form["with_1"].value(), form["with_2"].value()) == ("anyone", "link")
    assert form["name_1"].value() is None
    halina.refresh_from_db()
    assert "oskar" not in str(halina.last_choices)


@pytest.mark.django_db
def test_a_refused_form_is_not_remembered(client: Client) -> None:
    client.force_login(user := person("Halina"))
    bad = filled(fresh(user, game="tink"), with_1="player", name_1="nobody-here")
    assert client.post(reverse(PAGE), bad).status_code == 400
    user.refresh_from_db()
    assert user.last_choices == {}


@pytest.mark.django_db
def test_bots_are_listed_with_their_rating_in_this_game() -> None:
    pip = bot("pip", "Pip")
    bot("quill", "Quill")
    Rating.objects.create(user=pip, ladder="tink", elo=1023.4, games=3)
    listed = dict(fresh(person(), game="tink").fields["bot_1"].choices)  # type: ignore[attr-defined]
    assert listed == {"Pip": "Pip, rating 1023", "Quill": "Quill"}
    assert dict(fresh(person(), game="qualos").fields["bot_1"].choices)["Pip"] == "Pip"  # type: ignore[attr-defined]


@pytest.mark.django_db
def test_choices_carry_the_words_that_the_terms_of_the_match_will_have(client: Client) -> None:
    client.force_login(person("Halina", time_zone="Europe/Copenhagen"))
    changes = {"option_claims": "manual", "rated": "no", "weekend": "off", "vacations": "off"}
    form = client.get(reverse(PAGE), {"game": "quabble"}).context["form"]
    data = filled(form, **changes)
    client.post(reverse(PAGE), data)
    words = []
    for name in form.line_parts.split():
        if name == "seats":
            continue
        options = form.fields[name].widget.create_option(name, data[name], "", False, 0)
        words.append(options["attrs"].get("data-words", ""))
    assert terms.line("Quabble", *words) == terms.facts(Match.objects.get())


@pytest.mark.django_db
def test_a_few_choices_are_buttons_and_many_are_a_list(client: Client) -> None:
    page = client.get(reverse(PAGE), {"game": "quabble"}).content.decode()
    for name in ("option_claims", "weekend", "vacations", "mine", "with_1"):
        assert f'<label class="opt"><input type="radio" name="{name}"' in page, name
    assert re.search(r'<select name="option_size" class="fld"', page)
    assert re.search(r'<select name="clock" class="fld"', page)
