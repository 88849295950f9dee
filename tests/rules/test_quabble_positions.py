"""The worked positions of the Quabble family in RULES.md 1.8, each named by its id."""

import pytest

from games.rules.core import OVER, IllegalMove, NotationError
from games.rules.quabble_core import PASS, SWAP
from games.rules.quabble_net import WHITE
from tests.rules.quabble_lay import dark, gained, game, joined, kinds, lay, lay_picture, legal

LIGHT_5 = set("a1 a3 a5 b2 b4 c1 c3 c5 d2 d4 e1 e3 e5".split())


def test_qb1_first_moves_are_the_light_squares() -> None:
    rules = game("quabble", 5, "automatic")
    assert legal(rules, rules.initial()) == LIGHT_5


def test_qb2_light_squares_stay_free_to_take() -> None:
    rules = game("quabble", 5, "automatic")
    assert legal(rules, lay(rules, "b2", "e1")) == LIGHT_5 - {"b2", "e1"}


@pytest.mark.parametrize("claims", ["automatic", "manual"])
@pytest.mark.parametrize("colour", [0, 1])
def test_qb3_both_contest_the_square_between(colour: int, claims: str) -> None:
    rules = game("quabble", 5, claims)
    assert dark(rules, lay(rules, "b2 d2", "c1 c3", colour)) == {"c2"}


def test_qb4_a_stone_takes_the_edge_square_it_then_controls() -> None:
    rules = game("quabble", 5, "automatic")
    assert gained(rules, rules.replay("a1 b2".split()), "c1") == {"c1", "b1"}


def test_qb4b_three_of_four_take_an_inner_square() -> None:
    rules = game("quabble", 5, "automatic")
    assert gained(rules, rules.replay("b2 c1 d2 e5".split()), "c3") == {"c3", "c2"}


def test_qb4c_a_contested_square_is_taken_alone_by_either() -> None:
    rules = game("quabble", 5, "automatic")
    state = rules.replay("b2 c1 d2 c3".split())
    assert gained(rules, state, "c2") == {"c2"}
    assert "c2" in legal(rules, lay(rules, "b2 d2", "c1 c3", WHITE))


def test_qb5_a_dark_corner_is_contested_with_one_of_two() -> None:
    rules = game("quabble", 4, "automatic")
    state = lay(rules, white="a1", black="c1")
    assert legal(rules, state) == set("a3 b2 b4 c3 d2 d4 d1".split())
    assert gained(rules, state, "d2") == {"d2", "d1"}


def test_qb6_a_chain_by_a_diagonal_of_dark_squares_wins() -> None:
    rules = game("quabble", 3, "automatic")
    assert joined(rules, lay_picture(rules, "W B . / : W B / . B W")) == ["black"]


def test_qb7_a_chain_along_an_edge_does_not_win() -> None:
    rules = game("quabble", 3, "automatic")
    assert joined(rules, lay_picture(rules, "B : . / W B W / . : B")) == []


def test_qb8_the_last_square_ends_the_game() -> None:
    rules = game("quabble", 3, "automatic")
    before = rules.replay("a1 a3 b2 c1".split())
    picture = lay_picture(rules, "W : . / B B : / B B W")
    assert rules.stones(before) == rules.stones(picture)
    after = rules.play(before, "c3")
    assert sum(rules.stones(after)) == rules.net.all
    outcome = rules.outcome(after)
    assert outcome is not None
    assert (outcome.places, outcome.reason, outcome.scores) == ((1, 2), "connection", None)


@pytest.mark.parametrize(("key", "claims"), kinds())
def test_qb9_the_sides_are_swapped_at_the_second_move_only(key: str, claims: str) -> None:
    rules = game(key, 5, claims)
    first = "v2,2" if "conquare" in key else "c3"
    assert "swap" not in legal(rules, rules.initial())
    state = rules.play(rules.initial(), first)
    assert "swap" in legal(rules, state)
    for second in ("v0,0", "v1,1") if "conquare" in key else ("a1", "b2"):
        third = rules.play(state, second)
        assert SWAP not in rules.legal(third)
        with pytest.raises(IllegalMove, match="only at the second move"):
            rules.play(third, "swap")
        fourth = rules.apply(third, rules.legal(third)[-1])
        assert SWAP not in rules.legal(fourth)


def test_qb9_counts_twelve_light_squares() -> None:
    rules = game("quabble", 5, "automatic")
    assert legal(rules, rules.replay(["c3"])) == LIGHT_5 - {"c3"} | {"swap"}


@pytest.mark.parametrize(("key", "claims"), kinds())
def test_swap_exchanges_the_colours_of_the_players_and_moves_no_stone(
    key: str, claims: str
) -> None:
    rules = game(key, 5, claims)
    first = "v2,2" if "conquare" in key else "c3"
    before = rules.replay([first])
    after = rules.play(before, "swap")
    assert rules.stones(after) == rules.stones(before)
    assert rules.colours(before) == (("black",), ("white",))
    assert rules.colours(after) == (("white",), ("black",))
    assert after.to_move == 0  # White is next, and White is seat 0 from now on
    assert rules.view(after) == {"black": [first], "white": [], "swapped": True}
    third = "v0,0" if "conquare" in key else "a1"
    later = rules.play(after, third)
    assert rules.view(later) == {"black": [first], "white": [third], "swapped": True}
    assert later.to_move == 1


def test_after_a_swap_the_chain_of_black_wins_for_seat_1() -> None:
    rules = game("quabble", 3, "manual")
    state = rules.replay("b2 swap a1 c3 a3 c1 a2 b1 pass".split())
    assert rules.outcome(state) is None
    outcome = rules.outcome(rules.play(state, "b3"))
    assert outcome is not None
    assert outcome.places == (2, 1)


def test_ql1_qualos_counts_the_first_stone_in_sight() -> None:
    rules = game("qualos", 5)
    state = rules.replay("d4 a1 e1 a5".split())
    assert dark(rules, state) == {"d1", "e4"}
    assert dark(rules, lay(rules, "d4 e1", "a1 a5", WHITE)) == {"a2", "a4"}


def test_ql2_a_dark_stone_counts_over_an_empty_square() -> None:
    rules = game("qualos", 5)
    state = rules.replay("c5 d4 d2 e1 c2 e4".split())
    assert "c4" in legal(rules, state)
    assert gained(rules, state, "c4") == {"c4"}


def test_ql4_half_is_not_enough_for_a_flip() -> None:
    rules = game("qualos", 5)
    state = rules.replay("d4 b4 c5 c1 c4".split())
    assert "c4!" not in legal(rules, state)
    with pytest.raises(IllegalMove, match="You need more neighbours here: 2 of 4"):
        rules.play(state, "c4!")


def test_ql5_two_of_three_turn_a_stone_at_the_edge() -> None:
    rules = game("qualos", 5)
    state = rules.replay("e1 b2 e5 a3 e2 e3 c1".split())
    assert "e2!" in legal(rules, state)
    black, white = rules.stones(rules.play(state, "e2!"))
    bit = 1 << rules.moves["e2"]
    assert (black & bit, white & bit) == (0, bit)


def test_ql6_three_of_four_turn_an_inner_stone() -> None:
    rules = game("qualos", 5)
    state = rules.replay("d2 c1 a1 c5 a2 c4 c2 b2 e1".split())
    assert "c2!" in legal(rules, state)
    assert gained(rules, state, "c2!") == {"c2"}


def test_ql7_a_flip_makes_the_next_one_possible() -> None:
    rules = game("qualos", 5)
    state = rules.replay("e1 d4 b2 a1 c3 d1 d2 a4 c2 b1".split())
    assert "d1!" in legal(rules, state)
    assert "b1!" not in legal(rules, state)
    state = rules.play(rules.play(state, "d1!"), "e5")
    assert "b1!" in legal(rules, state)


def test_ql9_a_corner_stone_is_seen_along_both_edges() -> None:
    rules = game("qualos", 4)
    assert dark(rules, lay(rules, "a1")) == {"d1", "a4"}


def test_fq1_the_first_move_takes_a_dark_corner_along() -> None:
    rules = game("fast-quabble", 4)
    assert gained(rules, rules.initial(), "c1") == {"c1", "d1"}


def test_fq3_half_of_four_is_enough() -> None:
    rules = game("fast-quabble", 5)
    assert gained(rules, lay(rules, "b2", "e3"), "d2") == {"d2", "c2"}


def test_fq4_one_stone_takes_four_dark_squares() -> None:
    rules = game("fast-quabble", 5)
    assert gained(rules, lay(rules, "b2 d4", "e1 e5"), "c3") == set("c3 b3 c2 c4 d3".split())


def test_fq5_dark_stones_never_change() -> None:
    rules = game("fast-quabble", 5)
    assert gained(rules, lay(rules, "b2 d2 c2", "c1", WHITE), "c3") == {"c3"}


def test_cq1_first_moves_are_the_vertices() -> None:
    rules = game("conquare", 2, "automatic")
    nine = {f"v{column},{row}" for column in range(3) for row in range(3)}
    assert legal(rules, rules.initial()) == nine


@pytest.mark.parametrize("claims", ["automatic", "manual"])
def test_cq2_a_space_is_contested_by_two_of_its_vertices(claims: str) -> None:
    rules = game("conquare", 2, claims)
    stones = "v0,0 v1,1", "v2,0 v2,2"
    assert dark(rules, lay(rules, *stones)) == {"a1"}
    assert dark(rules, lay(rules, *stones, WHITE)) == set()


def test_cq3_diagonal_spaces_are_joined_by_the_vertex_between() -> None:
    rules = game("conquare", 2, "automatic")
    assert joined(rules, lay(rules, "a2 v1,1 b1")) == ["black"]


def test_cq4_diagonal_spaces_alone_are_not_joined() -> None:
    rules = game("conquare", 2, "automatic")
    assert joined(rules, lay(rules, "a2 b1", "v1,1")) == []


def test_fc1_half_of_its_corners_takes_a_space() -> None:
    rules = game("fast-conquare", 2)
    assert gained(rules, lay(rules, "v1,1", "v0,0"), "v1,2") == {"v1,2", "a2", "b2"}


# --- passing, leaving, notation -------------------------------------------------------------


def test_pass_is_legal_without_another_move_and_only_then() -> None:
    rules = game("quabble", 3, "manual")
    state = rules.replay("b2 a1 c3 a3 c1 a2".split())
    assert legal(rules, state) == {"b1", "b3", "c2"}
    with pytest.raises(IllegalMove, match="pass only without another move"):
        rules.play(state, "pass")
    state = rules.play(state, "b1")
    assert rules.legal(state) == [PASS]
    assert rules.count_legal(state) == 1
    after = rules.play(state, "pass")
    assert rules.stones(after) == rules.stones(state)
    assert after.to_move == 0


@pytest.mark.parametrize(("key", "claims"), kinds())
@pytest.mark.parametrize("swapped", [False, True])
@pytest.mark.parametrize("seat", [0, 1])
def test_the_other_wins_when_a_seat_leaves(key: str, claims: str, swapped: bool, seat: int) -> None:
    rules = game(key, 5, claims)
    state = rules.replay(["v2,2" if "conquare" in key else "c3"] + ["swap"] * swapped)
    over = rules.retire(state, seat)
    assert over.to_move == OVER
    assert rules.stones(over) == rules.stones(state)
    assert rules.colours(over) == rules.colours(state)
    outcome = rules.outcome(over)
    assert outcome is not None
    assert outcome.places == ((2, 1) if seat == 0 else (1, 2))
    assert outcome.reason == "last_left"
    with pytest.raises(IllegalMove):
        rules.retire(over, 1 - seat)
    assert rules.load(rules.dump(over)) == over


@pytest.mark.parametrize(
    ("key", "claims", "words"),
    [
        ("quabble", "automatic", "pass c2! a0 A1 a01 f1 a6 swap! v0,0 a1a a"),
        ("quabble", "manual", "c2! pass! Pass PASS"),
        ("fast-quabble", "", "pass c2!"),
        ("qualos", "", "c2!! !c2 pass! f1! c2?"),
        ("conquare", "automatic", "pass c2! v6,0 v0,6 v00,0 v0 v0,0, v-1,0 f1"),
        ("conquare", "manual", "c2! v1,1!"),
        ("fast-conquare", "", "pass v1.1"),
    ],
)
def test_other_spellings_are_no_moves(key: str, claims: str, words: str) -> None:
    rules = game(key, 5, claims)
    for text in [*words.split(), "", " c3", "c3 ", "ｃ3", "c３"]:
        with pytest.raises(NotationError):
            rules.parse_move(text)


@pytest.mark.parametrize(("key", "claims"), kinds())
def test_every_move_has_one_spelling(key: str, claims: str) -> None:
    rules = game(key, 11, claims)
    squares = 121 + (144 if "conquare" in key else 0) + (121 if key == "qualos" else 0)
    assert len(rules.moves) == squares + 1 + (claims == "manual" or key == "qualos")
    for text, move in rules.moves.items():
        assert rules.format_move(move) == text
        assert rules.parse_move(text) == move


def test_refusals_say_why() -> None:
    quabble = game("quabble", 5, "automatic")
    state = quabble.replay("b2 c1".split())
    cases = [
        (quabble, state, "b2", "This square is taken."),
        (quabble, state, "c1", "This square is taken."),
        (quabble, state, "c2", "You need more neighbours here: 1 of 4."),
        (quabble, state, "e2", "You need more neighbours here: 0 of 3."),
        (quabble, state, "swap", "The sides can be swapped only at the second move."),
    ]
    qualos = game("qualos", 5)
    state = qualos.replay("e1 b2 e5 a3 e2 e3 c1".split())
    cases += [
        (qualos, state, "c3!", "There is no enemy stone here to take over."),
        (qualos, state, "b2!", "There is no enemy stone here to take over."),
        (qualos, state, "e1!", "Stones on light squares stay for good."),
        (qualos, state, "e2", "This square is taken."),
        (qualos, state, "d5", "You need more neighbours here: 0 of 3."),
    ]
    conquare = game("conquare", 5, "automatic")
    state = conquare.replay("v2,2 v3,3".split())
    cases += [
        (conquare, state, "v3,3", "This corner is taken."),
        (conquare, state, "c3", "You need more neighbours here: 1 of 4."),
    ]
    fast = game("fast-quabble", 5)
    sentence = "Dark squares are not chosen: they fall to whoever fills half of the squares beside"
    cases.append((fast, fast.initial(), "c2", sentence + " them."))
    fast = game("fast-conquare", 5)
    sentence = "Squares are not chosen: they fall to whoever fills half of their corners."
    cases.append((fast, fast.initial(), "c2", sentence))
    for rules, before, text, words in cases:
        with pytest.raises(IllegalMove) as refused:
            rules.play(before, text)
        assert str(refused.value) == words, text
