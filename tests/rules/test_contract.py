"""Every game keeps what `games.rules.core.Game` promises: all games, seats and options.

Variants are taken from what the site offers; where they are many, the dearer tests take some of
them, the default ones always. Random numbers are seeded: a failure repeats.
"""

import json
from collections import Counter
from random import Random
from typing import Any

import pytest

from games.rules.core import OVER, REASONS, Game, IllegalMove, NotationError, Outcome
from games.rules.registry import find, make
from games.rules.text import Text
from tests.rules.kit import CASE_IDS, CASES, random_game, sample, some_states, variants

every_case = pytest.mark.parametrize(("key", "seats"), CASES, ids=CASE_IDS)

COLOURS = {"red", "yellow", "green", "blue", "white", "black"}


def assert_outcome_is_sound(game: Game[Any], state: Any) -> Outcome:
    """Places of all seats with ties sharing the better place, a known reason, fitting scores."""
    outcome = game.outcome(state)
    assert outcome is not None
    assert len(outcome.places) == game.seats
    for place in outcome.places:
        assert place == 1 + sum(other < place for other in outcome.places)
    assert outcome.reason in REASONS
    assert outcome.scores == game.scores(state)
    assert outcome.scores is None or len(outcome.scores) == game.seats
    return outcome


@every_case
def test_every_variant_ends_within_its_greatest_length(key: str, seats: int) -> None:
    for number, game in enumerate(variants(key, seats)):
        *played, (last, _) = random_game(game, Random(number))
        assert len(played) <= game.max_plies(), game.values
        assert_outcome_is_sound(game, last)
        assert game.legal(last) == [] or game.legal(last) == ()
        assert game.count_legal(last) == 0


@every_case
def test_positions_of_a_random_game_are_sound(key: str, seats: int) -> None:
    for game in variants(key, seats, 12):
        for state, move in random_game(game, Random(7)):
            before = game.dump(state)
            number = hash(state)
            legal = game.legal(state)
            assert (state.to_move == OVER) == (move is None)
            assert (game.outcome(state) is None) == (move is not None)
            assert game.count_legal(state) == len(legal)
            assert len(set(legal)) == len(legal)
            assert bool(legal) == (move is not None)
            assert state.to_move in range(-1, seats)
            if move is not None:
                assert move in legal
                after = game.apply(state, move)
                assert after != state
                assert type(after) is game.state_type
            assert game.dump(state) == before  # nothing above changed it
            assert hash(state) == number


@every_case
def test_legal_moves_have_one_spelling_each(key: str, seats: int) -> None:
    for game in variants(key, seats, 10):
        rng = Random(8)
        for state in some_states(game, 8, 8):
            moves = sample(rng, list(game.legal(state)), 150)
            texts = [game.format_move(move) for move in moves]
            assert len(set(texts)) == len(texts)
            assert [game.parse_move(text) for text in texts] == moves
            assert all(text and text.isascii() and text.isprintable() for text in texts)
            assert not any(character.isspace() for text in texts for character in text)


@every_case
def test_refusal_agrees_with_the_list_and_play_with_both(key: str, seats: int) -> None:
    for game in variants(key, seats, 8):
        rng = Random(9)
        states = some_states(game, 9, 10)
        seen = list({move for state in states for move in sample(rng, list(game.legal(state)), 30)})
        refused = 0
        for state in states:
            legal = set(game.legal(state))
            before = game.dump(state)
            for move in sample(rng, sorted(legal), 30):
                assert game.refusal(state, move) is None
                assert game.play(state, game.format_move(move)) == game.apply(state, move)
            for move in sample(rng, [move for move in seen if move not in legal], 30):
                assert_refused(game, state, move)
                refused += 1
            assert game.dump(state) == before
        assert refused > 0, "no illegal move was tried"


def assert_refused(game: Game[Any], state: Any, move: int) -> None:
    """`play` refuses a well-formed illegal move with a sentence, and `refusal` gives the reason."""
    reason = game.refusal(state, move)
    assert isinstance(reason, Text)
    assert len(str(reason)) > 10
    assert str(reason)[-1] in ".!?"
    with pytest.raises(IllegalMove) as caught:
        game.play(state, game.format_move(move))
    assert caught.value.code == "illegal_move"
    assert str(caught.value.text) == str(reason)


@every_case
def test_nothing_can_be_done_after_the_end(key: str, seats: int) -> None:
    game = make(key, seats)
    *played, (last, _) = random_game(game, Random(10))
    before = game.dump(last)
    for _, move in played[:20]:
        assert move is not None
        with pytest.raises(IllegalMove, match=r"^The game is over\.$"):
            game.play(last, game.format_move(move))
    for seat in range(seats):
        with pytest.raises(IllegalMove, match=r"^The game is over\.$"):
            game.retire(last, seat)
    assert game.dump(last) == before


@every_case
def test_dump_and_load_are_exact_and_have_the_same_future(key: str, seats: int) -> None:
    for game in variants(key, seats, 4):
        for state in some_states(game, 11, 6):
            text = game.dump(state)
            loaded = game.load(text)
            assert loaded == state
            assert type(loaded) is type(state)
            assert hash(loaded) == hash(state)
            assert game.dump(loaded) == text
            assert game.legal(loaded) == game.legal(state)
            assert list(random_game(game, Random(1), loaded)) == list(
                random_game(game, Random(1), state)
            )
        *_, (last, _) = random_game(game, Random(11))
        assert game.outcome(game.load(game.dump(last))) == game.outcome(last)


@every_case
def test_two_instances_play_the_same_game(key: str, seats: int) -> None:
    for game in variants(key, seats, 3):
        twin = find(key)(seats, game.values)
        assert twin is not game
        assert list(random_game(twin, Random(12))) == list(random_game(game, Random(12)))
        assert twin.initial(seed=3) == game.initial(seed=3)


@every_case
def test_random_moves_are_uniform(key: str, seats: int) -> None:
    game = make(key, seats)
    rng = Random(13)
    states = [s for s in some_states(game, 13, 40) if 2 <= game.count_legal(s) <= 60]
    assert states
    for state in sample(rng, states, 3):
        legal = game.legal(state)
        draws = 40 * len(legal)
        counts = Counter(game.random_move(state, rng) for _ in range(draws))
        assert set(counts) <= set(legal)
        chi_square = sum((counts[move] - 40) ** 2 / 40 for move in legal)
        # mean n - 1, variance 2 (n - 1): five standard deviations, and the skew of small n
        freedom = len(legal) - 1
        assert chi_square < freedom + 5 * (2 * freedom) ** 0.5 + 10


@every_case
def test_view_and_colours_are_plain_and_complete(key: str, seats: int) -> None:
    for game in variants(key, seats, 4):
        for state, _ in random_game(game, Random(14)):
            view = game.view(state)
            assert json.loads(json.dumps(view)) == view
            colours = game.colours(state)
            assert len(colours) == seats
            assert all(own and set(own) <= COLOURS for own in colours)
            scores = game.scores(state)
            assert scores is None or all(type(score) is int for score in scores)
            assert scores is None or len(scores) == seats


@every_case
def test_retiring_in_any_order_leaves_the_last_one_first(key: str, seats: int) -> None:
    """RULES.md, "Leaving a game": with two seats the other wins at once, with more the last one.

    "placed behind all that stay, the earlier it left the lower; its turns are skipped".
    """
    game = make(key, seats)
    for seed in range(6 * seats):
        rng = Random(seed)
        order = rng.sample(range(seats), seats)
        state = game.initial()
        for number, seat in enumerate(order[:-1], 1):
            for _ in range(rng.randrange(4)):
                state = game.apply(state, game.random_move(state, rng))
            before = game.dump(state)
            after = game.retire(state, seat)
            assert game.dump(state) == before
            state = after
            assert state.to_move not in order[:number]
            if number < seats - 1:
                assert game.outcome(state) is None
                with pytest.raises(IllegalMove):
                    game.retire(state, seat)
        outcome = assert_outcome_is_sound(game, state)
        assert outcome.reason == "last_left"
        assert [outcome.places[seat] for seat in reversed(order)] == list(range(1, seats + 1))
        assert state.to_move == OVER


@every_case
@pytest.mark.parametrize("seat", [-1, 4, 99])
def test_a_seat_that_is_not_there_cannot_retire(key: str, seats: int, seat: int) -> None:
    game = make(key, seats)
    with pytest.raises(IllegalMove):
        game.retire(game.initial(), seat)


# --- near-miss notation -----------------------------------------------------------------------


def damaged(text: str) -> set[str]:
    """Texts that look like `text` but are not it."""
    found = {
        *(text.upper(), text.lower(), text.title(), text.swapcase()),
        *(f" {text}", f"{text} ", f"{text}\n", f"\t{text}", f"{text}\0", f"{text}\u00a0"),
        *(f"\ufeff{text}", f"{text}\u200b", f"{text}\u0301", f"{text}!", f"{text}+", f"{text}#"),
        *(f"{text},", f",{text}", f"{text};", f"-{text}", f"+{text}", f"{text}.0", f"{text}e0"),
        *(f'"{text}"', f"({text})", f"{text}/", f"{text}?", f"{text}=", f"{text}*"),
        *(text + text, f"{text},{text}", f"{text}+{text}", f"{text} {text}", text[::-1]),
        text * 2000,
        text.translate(str.maketrans("0123456789", "٠١٢٣٤٥٦٧٨٩")),
        text.translate(str.maketrans("0123456789", "０１２３４５６７８９")),
        text.translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")),
        text.translate(str.maketrans("abcdefghv", "аbсdеfghν")),  # Cyrillic and Greek
        text.translate(str.maketrans("abcdefgh", "ａｂｃｄｅｆｇｈ")),
        text.translate(str.maketrans(",", ";")),
        text.translate(str.maketrans(",", "، ".strip())),
    }
    for place, character in enumerate(text):
        head, tail = text[:place], text[place + 1 :]
        found |= {head + tail, head + character * 2 + tail, f"{head} {character}{tail}"}
        found |= {head + character.swapcase() + tail, f"{head}_{character}{tail}"}
        if tail:
            found.add(head + tail[0] + character + tail[1:])
        if character.isdigit():
            found |= {f"{head}0{character}{tail}", f"{head}+{character}{tail}"}
            found |= {f"{head}-{character}{tail}", f"{head}{character}.0{tail}", f"{head}99{tail}"}
            found |= {f"{head}{digit}{tail}" for digit in "0123456789"}
    if "," in text:
        parts = text.split(",")
        found |= {",".join(reversed(parts)), ",".join(parts[1:] + parts[:1]), ", ".join(parts)}
        found |= {",".join([*parts, parts[0]]), ",,".join(parts)}
    return found - {text}


JUNK = {
    *("", " ", "\0", "-", "+", ",", "0", "1", "-1", "None", "null", "a", "a0", "a1a1", "i9", "ä1"),
    *("swap ", "SWAP", "Swap", "pass\n", "Pass", "swappass", "h", "v", "h,", "h0", "h0,", "v,0"),
    *("v-1,0", "h1e1,0", "h0x1,0", "h١,1", "🟥a1", "\ud800", "a1\ud800", "c2!!", "!c2", "c2!c2"),
    *("a1,a1", "b1,a1", "c4+e4>", "+>", ">Md5", "c4+c4>Md5", "e4+c4>Md5", "c4+e4>md5", "R", "Rr"),
    *("../../etc/passwd", "<b>a1</b>", "{0}", "%s", "a1" * 50_000, "9" * 10_000, "," * 10_000),
}


@every_case
def test_near_misses_are_no_moves_or_other_moves(key: str, seats: int) -> None:
    """Game: "parse_move(format_move(move)) == move, and no other text gives that move"."""
    for game in variants(key, seats, 4):
        rng = Random(15)
        texts = {
            game.format_move(move)
            for state in some_states(game, 15, 6)
            for move in sample(rng, list(game.legal(state)), 6)
        }
        messages = set()
        for near in sorted({near for text in texts for near in damaged(text)} | JUNK):
            try:
                move = game.parse_move(near)
            except NotationError as error:
                messages.add(str(error.text))
            else:
                assert game.format_move(move) == near
        assert len(messages) > 100
        assert max(map(len, messages)) < 300  # a long text is not sent back whole


@every_case
def test_badly_written_moves_change_nothing(key: str, seats: int) -> None:
    game = make(key, seats)
    state = game.initial()
    before = game.dump(state)
    with pytest.raises(NotationError) as caught:
        game.play(state, "no such move")
    assert caught.value.code == "bad_notation"
    assert game.dump(state) == before
