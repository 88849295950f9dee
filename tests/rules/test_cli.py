"""`python3 -m games.rules`: list, replay, perft, bench."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from games.rules.__main__ import main, replay_line
from games.rules.registry import games

ROOT = Path(__file__).parents[2]


def run(*arguments: str, text: str = "") -> "subprocess.CompletedProcess[str]":
    """The command in a Python without any installed package (`-S`), as on a bare machine."""
    return subprocess.run(
        [sys.executable, "-S", "-m", "games.rules", *arguments],
        input=text,
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=120,
    )


def replay(**request: Any) -> dict[str, Any]:
    return replay_line(json.dumps(request))


BOX = {"game": "dots-and-boxes", "seats": 2, "options": {"rows": 1, "columns": "1"}}


# --- list -----------------------------------------------------------------------------------


def test_list_describes_every_game_on_a_bare_python() -> None:
    done = run("list")
    assert (done.returncode, done.stderr) == (0, "")
    described = [json.loads(line) for line in done.stdout.splitlines()]
    assert [game["key"] for game in described] == list(games())
    for game in described:
        kind = games()[game["key"]]
        assert game["name"] == kind.name
        assert game["seats"] == list(kind.players)
        assert [option["key"] for option in game["options"]] == [o.key for o in kind.options]
        assert all(option["default"] in option["choices"] for option in game["options"])


def test_list_names_choices_by_seats_where_they_differ() -> None:
    described = {game["key"]: game for game in map(json.loads, run("list").stdout.splitlines())}
    (colours,) = described["speckles"]["options"]
    assert colours["default"] == "RY"
    assert colours["by_seats"]["4"]["default"] == "RYGB"
    assert not any("by_seats" in option for option in described["dots-and-boxes"]["options"])


# --- replay ---------------------------------------------------------------------------------


def test_replay_of_a_whole_game() -> None:
    assert replay(**BOX, moves=["h0,0", "h0,1", "v0,0", "v1,0"]) == {
        "plies": 4,
        "legal": [4, 3, 2, 1, 0],
        "to_move": [0, 1, 0, 1, None],
        "outcome": {"places": (2, 1), "scores": (0, 1), "reason": "score"},
        "error": None,
    }


def test_replay_of_a_game_under_way_lists_the_last_moves_when_asked() -> None:
    answer = replay(**BOX, moves=["h0,1"], list=True)
    assert answer["last_legal"] == ["h0,0", "v0,0", "v1,0"]
    assert (answer["legal"], answer["to_move"], answer["outcome"]) == ([4, 3], [0, 1], None)
    assert "last_legal" not in replay(**BOX, moves=["h0,1"], list=False)


@pytest.mark.parametrize("value", [True, "true"])
def test_replay_takes_options_as_numbers_booleans_or_strings(value: object) -> None:
    options = {"rows": 2, "columns": "2", "border": value}
    assert replay(game="dots-and-boxes", seats=2, options=options, moves=[])["legal"] == [4]


def test_replay_takes_the_usual_options_when_none_are_given() -> None:
    assert replay(game="dots-and-boxes", seats=4, moves=[])["legal"] == [40]


@pytest.mark.parametrize(
    ("moves", "code", "message"),
    [
        (["h0,0", "h0,0"], "illegal_move", "This line is already drawn."),
        (["h0,0", "h0,0 "], "bad_notation", "“h0,0 ” is not a line of this board."),
    ],
)
def test_replay_stops_at_a_refused_move(moves: list[str], code: str, message: str) -> None:
    assert replay(**BOX, moves=[*moves, "v0,0"], list=True) == {
        "plies": 1,
        "legal": [4, 3],
        "to_move": [0, 1],
        "outcome": None,
        "error": {"code": code, "message": message, "ply": 1},
        "last_legal": ["h0,1", "v0,0", "v1,0"],
    }


def test_replay_refuses_moves_after_the_end_and_keeps_the_outcome() -> None:
    answer = replay(**BOX, moves=["h0,0", "h0,1", "v0,0", "v1,0", "v1,0"])
    assert answer["error"] == {"code": "illegal_move", "message": "The game is over.", "ply": 4}
    assert (answer["plies"], answer["legal"]) == (4, [4, 3, 2, 1, 0])
    assert answer["outcome"]["places"] == (2, 1)


@pytest.mark.parametrize(
    ("game", "seats", "options"),
    [
        ("go", 2, {}),
        (["dots-and-boxes"], 2, {}),
        (None, 2, {}),
        ("dots-and-boxes", 5, {}),
        ("dots-and-boxes", "2", {}),
        ("dots-and-boxes", True, {}),
        ("dots-and-boxes", 2.0, {}),
        ("dots-and-boxes", 2, {"rows": 11}),
        ("dots-and-boxes", 2, {"rows": 4.0}),
        ("dots-and-boxes", 2, {"rows": None}),
        ("dots-and-boxes", 2, {"rows": ["4"]}),
        ("dots-and-boxes", 2, {"rows": "04"}),
        ("dots-and-boxes", 2, {"border": "True"}),
        ("dots-and-boxes", 2, {"size": 4}),
    ],
)
def test_replay_says_bad_option(game: object, seats: object, options: object) -> None:
    answer = replay(game=game, seats=seats, options=options, moves=["h0,0"], list=True)
    error = answer.pop("error")
    assert (error["code"], error["ply"]) == ("bad_option", None)
    assert error["message"]
    assert answer == {"plies": 0, "legal": [], "to_move": [], "outcome": None}


@pytest.mark.parametrize(
    "line",
    [
        "no json",
        "{",
        "[]",
        "null",
        "[" * 100_000,
        "9" * 10_000,
        '{"game": "speckles"}',
        '{"game": "speckles", "seats": 2}',
        '{"seats": 2, "moves": []}',
        '{"game": "speckles", "moves": []}',
        '{"game": "speckles", "seats": 2, "moves": "Rd4"}',
        '{"game": "speckles", "seats": 2, "moves": [1]}',
        '{"game": "speckles", "seats": 2, "moves": [], "options": []}',
        '{"game": "speckles", "seats": 2, "moves": [], "options": null}',
        '{"game": "speckles", "seats": 2, "moves": [], "list": 1}',
        '{"game": "speckles", "seats": 2, "moves": [], "leave": [[1, 0]]}',
        '{"game": "speckles", "seats": 2, "moves": [], "leave": [[0, true]]}',
        '{"game": "speckles", "seats": 2, "moves": [], "leave": [0, 1]}',
        '{"game": "speckles", "seats": 2, "moves": [], "leave": [[-1, 0]]}',
        b"\xff\xfe\xfa",
        b'{"game": "\xff"}',
    ],
)
def test_replay_says_bad_line(line: str | bytes) -> None:
    answer = replay_line(line)
    error = answer.pop("error")
    assert (error["code"], error["ply"]) == ("bad_line", None)
    assert error["message"]
    assert answer == {"plies": 0, "legal": [], "to_move": [], "outcome": None}


def test_replay_lets_seats_leave() -> None:
    answer = replay(game="dots-and-boxes", seats=3, moves=["h0,0", "h0,1"], leave=[[1, 1], [2, 0]])
    assert answer == {
        "plies": 2,
        "legal": [40, 39, 0],
        "to_move": [0, 2, None],
        "outcome": {"places": (2, 3, 1), "scores": (0, 0, 0), "reason": "last_left"},
        "error": None,
    }


def test_replay_refuses_that_a_seat_leaves_twice() -> None:
    answer = replay(game="dots-and-boxes", seats=3, moves=["h0,0"], leave=[[1, 1], [1, 1]])
    assert (answer["plies"], answer["legal"], answer["to_move"]) == (1, [40, 39], [0, 2])
    assert (answer["error"]["code"], answer["error"]["ply"]) == ("illegal_move", 1)


def test_replay_answers_line_by_line_and_goes_on_after_bad_ones() -> None:
    good = json.dumps({**BOX, "moves": ["h0,0"]})
    done = run("replay", text=f"{good}\n\nbad\n   \n{good}\n\n" + good.replace("boxes", "circles"))
    assert (done.returncode, done.stderr) == (0, "")
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    codes = [answer["error"] and answer["error"]["code"] for answer in answers]
    assert codes == [None, "bad_line", None, "bad_option"]
    assert answers[0] == answers[2]
    assert set(answers[0]) == {"plies", "legal", "to_move", "outcome", "error"}


def test_replay_answers_before_the_next_line_comes() -> None:
    with subprocess.Popen(
        [sys.executable, "-S", "-m", "games.rules", "replay"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for _ in range(3):
            process.stdin.write(json.dumps({**BOX, "moves": []}) + "\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["legal"] == [4]
        process.stdin.close()
        assert process.wait(timeout=60) == 0


# --- perft and bench ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "count"),
    [
        (["dots-and-boxes", "0"], "1"),
        (["dots-and-boxes", "1"], "40"),
        (["dots-and-boxes", "3", "--option", "rows=2", "columns=2"], "1320"),
        (["--option", "rows=2", "columns=2", "dots-and-boxes", "3", "--seats", "4"], "1320"),
        (["dots-and-boxes", "3", "--option", "rows=2", "--option=columns=2"], "1320"),
        (["dots-and-boxes", "5", "--option", "rows=1", "columns=1"], "0"),
        (["blokus", "2", "--seats", "4", "--option", "corners=fixed"], "3364"),
    ],
)
def test_perft_prints_the_number(
    arguments: list[str], count: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["perft", *arguments]) == 0
    assert capsys.readouterr().out == f"{count}\n"


@pytest.mark.parametrize(
    "arguments",
    [
        ["perft", "go", "2"],
        ["perft", "dots-and-boxes", "2", "--seats", "7"],
        ["perft", "dots-and-boxes", "2", "--option", "rows=99"],
        ["perft", "dots-and-boxes", "2", "--option", "rows"],
        ["bench", "dots-and-boxes", "--option", "size=4"],
    ],
)
def test_unknown_games_and_options_give_one_sentence(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert len(err.splitlines()) == 1


@pytest.mark.parametrize(
    "arguments", [[], ["perft"], ["perft", "tink", "-1"], ["perft", "tink", "x"]]
)
def test_wrong_arguments_are_refused(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as caught:
        main(arguments)
    assert caught.value.code == 2
    assert "usage" in capsys.readouterr().err


@pytest.mark.parametrize(("game", "has_playouts"), [("dots-and-boxes", True), ("speckles", False)])
def test_bench_prints_its_figures(
    game: str, has_playouts: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["bench", game, "--seconds", "0.05", "--seats", "2"]) == 0
    figures = json.loads(capsys.readouterr().out)
    expected = {"random_games_per_s", "lists_per_s", "counts_per_s", "checks_per_s"}
    expected |= {"plies_per_game"} | ({"playouts_per_s"} if has_playouts else set())
    assert set(figures) == expected
    assert all(figure > 0 for figure in figures.values())
    assert game == "speckles" or figures["plies_per_game"] == 40
