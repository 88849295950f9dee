"""What every game declares, how it is found, and which options are refused."""

from collections.abc import Iterator
from typing import Any

import pytest

from games.boards.core import Board
from games.boards.registry import board_of
from games.rules.core import Game, OptionError
from games.rules.registry import families, find, games, make
from tests.rules.kit import CASE_IDS, CASES

KEYS = sorted(games())


def test_there_are_the_ten_games() -> None:
    assert set(games()) >= {
        *("blokus", "conquare", "dots-and-boxes", "dots-and-hexagons", "fast-conquare"),
        *("fast-quabble", "quabble", "qualos", "speckles", "tink"),
    }


def test_games_stand_in_the_order_of_the_design_and_variants_with_their_game() -> None:
    assert list(games()) == [
        *("speckles", "blokus", "tink", "quabble", "qualos", "fast-quabble"),
        *("conquare", "fast-conquare", "dots-and-hexagons", "dots-and-boxes"),
    ]
    assert [keys for keys in families().values() if len(keys) > 1] == [
        ["quabble", "qualos", "fast-quabble"],
        ["conquare", "fast-conquare"],
    ]
    assert all(keys[0] == first for first, keys in families().items())


@pytest.mark.parametrize("key", KEYS)
def test_games_declare_themselves(key: str) -> None:
    game = games()[key]
    assert game.key == key
    assert game.name
    assert game.credit
    assert game.summary.endswith(".")
    assert game.version >= 1
    assert game.players
    assert sorted(set(game.players)) == list(game.players)
    assert set(game.players) <= {2, 3, 4}
    assert hasattr(game.state_type, "_make")  # a NamedTuple
    keys = [option.key for option in game.options]
    assert len(set(keys)) == len(keys)


@pytest.mark.parametrize(("key", "seats"), CASES, ids=CASE_IDS)
def test_options_are_sound_and_the_usual_ones_are_offered(key: str, seats: int) -> None:
    game = games()[key]
    for option in game.options:
        choices = game.choices(option, seats)
        assert option.label
        assert len(set(choices)) == len(choices)
        assert not set(choices) & set(option.unlisted)
        assert game.default(option, seats) in choices
        assert all(isinstance(choice, str) for choice in (*choices, *option.unlisted))
    usual = make(key, seats)
    assert usual.values == {o.key: game.default(o, seats) for o in game.options}
    assert game.offered(seats, usual.values)


@pytest.mark.parametrize(("key", "seats"), CASES, ids=CASE_IDS)
def test_variants_show_every_choice(key: str, seats: int) -> None:
    game = games()[key]
    found = game.variants(seats)
    assert all(game.offered(seats, values) for values in found)
    for option in game.options:
        assert {values[option.key] for values in found} == set(game.choices(option, seats))


def test_variants_of_many_options_stay_few_and_combine_the_switches() -> None:
    found = games()["dots-and-boxes"].variants(2)
    assert len(found) == 20
    usual = [v for v in found if v["rows"] == v["columns"] == "4"]
    assert {(v["misere"], v["border"]) for v in usual} == {
        *(("false", "false"), ("false", "true"), ("true", "false"), ("true", "true"))
    }


@pytest.mark.parametrize(("key", "seats"), CASES, ids=CASE_IDS)
def test_instances_are_shared_and_have_a_board(key: str, seats: int) -> None:
    game = make(key, seats)
    assert make(key, seats, game.values) is game
    board = board_of(game)
    assert isinstance(board, Board)
    assert board_of(make(key, seats)) is board


def all_options(key: str) -> Iterator[tuple[int, str]]:
    for seats in games()[key].players:
        for option in games()[key].options:
            yield seats, option.key


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("value", ["", " ", "0", "-1", "99", "yes", "ＴＲＵＥ", None, 4.0, [], {}])
def test_values_that_are_no_choice_are_refused(key: str, value: Any) -> None:
    for seats, option in all_options(key):
        with pytest.raises(OptionError) as caught:
            make(key, seats, {option: value})
        assert caught.value.code == "bad_option"
        assert option in str(caught.value.text)


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("seats", [0, 1, 5, -2, "2", 2.0, None, True])
def test_numbers_of_seats_that_are_not_allowed_are_refused(key: str, seats: Any) -> None:
    with pytest.raises(OptionError):
        make(key, seats)


@pytest.mark.parametrize("key", KEYS)
def test_unknown_options_are_refused(key: str) -> None:
    seats = games()[key].players[0]
    with pytest.raises(OptionError, match="no option called “colour”"):
        make(key, seats, {"colour": "red"})


@pytest.mark.parametrize("key", ["", "chess", "Speckles", "dots_and_boxes", None, ["tink"], 3])
def test_unknown_games_are_refused(key: Any) -> None:
    with pytest.raises(OptionError, match="There is no game called"):
        find(key)


@pytest.mark.parametrize(("given", "value"), [(5, "5"), ("5", "5")])
def test_numbers_and_strings_are_the_same_choice(given: object, value: str) -> None:
    assert make("dots-and-boxes", 2, {"rows": given}).values["rows"] == value


@pytest.mark.parametrize("given", [True, "true"])
def test_booleans_and_strings_are_the_same_choice(given: object) -> None:
    game: Game[Any] = make("dots-and-boxes", 2, {"border": given})
    assert game.values["border"] == "true"
