"""The worked positions of RULES.md, checked against the reference implementations.

Positions that the rules give as stones are laid directly into the data of the reference; those
given as moves are played. `QB1` and the like name the row of the tables.
"""

import copy
import random
from typing import TypeVar

import pytest

from tests.rules.reference import POSITIONS, Position, blokus, dots, quabble, speckles, tink
from tests.rules.reference.seats import Seats

FamilyGame = TypeVar("FamilyGame", bound=quabble.Family)


def play_all(position: Position, moves: str) -> None:
    """Play moves that must be legal."""
    for move in moves.split():
        assert move in position.legal(), move
        position.play(move)


# --- seats and places ------------------------------------------------------------------------


def test_places_of_a_win_put_leavers_behind_the_earlier_the_lower() -> None:
    seats = Seats(4)
    seats.gone = [2, 0]
    assert seats.places_of_win(1) == (3, 1, 4, 2)


def test_places_of_a_draw_share_the_best_place() -> None:
    seats = Seats(4)
    seats.gone = [3]
    assert seats.places_of_draw() == (1, 1, 1, 4)


def test_places_by_points_share_the_better_place_and_ignore_leavers_points() -> None:
    seats = Seats(4)
    assert seats.places_by_points((5, 7, 5, 1)) == (2, 1, 2, 4)
    seats.gone = [1]
    assert seats.places_by_points((5, 7, 5, 1)) == (1, 4, 1, 3)


# --- the Quabble family ----------------------------------------------------------------------


def lay(position: FamilyGame, black: str = "", white: str = "", turn: str = "B") -> FamilyGame:
    """The position with these stones only, long after the swap."""
    position.stones = dict.fromkeys(black.split(), "B") | dict.fromkeys(white.split(), "W")
    position.colour = turn
    position.plies = 100
    return position


def lay_picture(position: FamilyGame, picture: str) -> FamilyGame:
    """The position with the stones of a picture, top row first, rows divided by `/`."""
    rows = [row.split() for row in picture.split("/")][::-1]
    names = {quabble.name(c, r): rows[r][c] for r in range(len(rows)) for c in range(len(rows))}
    for square, sign in names.items():
        if sign in ".:":  # `.` is an empty light square, `:` an empty dark one
            assert (sign == ".") == (square in position.board.light), square
    return lay(
        position,
        black=" ".join(square for square, sign in names.items() if sign == "B"),
        white=" ".join(square for square, sign in names.items() if sign == "W"),
    )


def new_stones(position: quabble.Family, move: str) -> str:
    """The squares that a legal move fills."""
    assert move in position.legal(), move
    before = set(position.stones)
    position.play(move)
    return " ".join(sorted(set(position.stones) - before))


def dark_moves(position: quabble.Family, turn: str) -> str:
    """The legal moves of a colour on dark points."""
    position.colour = turn
    return " ".join(move for move in position.legal() if move[:2] in position.board.dark)


def test_qb1_first_moves() -> None:
    light = "a1 a3 a5 b2 b4 c1 c3 c5 d2 d4 e1 e3 e5"
    assert quabble.Quabble(size="5").legal() == light.split()


def test_qb2_no_dark_move_beside_one_stone() -> None:
    position = lay(quabble.Quabble(size="5"), black="b2", white="e1")
    assert position.legal() == ["a1", "a3", "a5", "b4", "c1", "c3", "c5", "d2", "d4", "e3", "e5"]


@pytest.mark.parametrize("turn", ["B", "W"])
def test_qb3_both_contest_an_interior_square(turn: str) -> None:
    position = lay(quabble.Quabble(size="5"), black="b2 d2", white="c1 c3")
    assert dark_moves(position, turn) == "c2"


def test_qb4_edge_square_is_added_with_two_of_three() -> None:
    position = quabble.Quabble(size="5")
    play_all(position, "a1 b2")
    assert new_stones(position, "c1") == "b1 c1"


def test_qb4b_interior_square_is_added_with_three_of_four() -> None:
    position = quabble.Quabble(size="5")
    play_all(position, "b2 c1 d2 e5")
    assert new_stones(position, "c3") == "c2 c3"


def test_qb4c_contested_square_is_a_move_of_either_player() -> None:
    position = quabble.Quabble(size="5")
    play_all(position, "b2 c1 d2 c3")
    assert dark_moves(position, "W") == "c2"
    assert dark_moves(position, "B") == "c2"
    assert new_stones(position, "c2") == "c2"


def test_qb5_dark_corner() -> None:
    position = lay(quabble.Quabble(size="4"), black="c1", white="a1")
    assert position.legal() == ["a3", "b2", "b4", "c3", "d1", "d2", "d4"]
    assert new_stones(position, "d2") == "d1 d2"


@pytest.mark.parametrize(
    ("picture", "winner"),
    [
        pytest.param("W B . / : W B / . B W", "B", id="QB6"),
        pytest.param("B : . / W B W / . : B", None, id="QB7"),
    ],
)
def test_chain(picture: str, winner: str | None) -> None:
    assert lay_picture(quabble.Quabble(size="3"), picture).winner() == winner


def test_qb8_full_board() -> None:
    position = quabble.Quabble(size="3")
    play_all(position, "a1 a3 b2 c1")
    picture = lay_picture(quabble.Quabble(size="3"), "W : . / B B : / B B W")
    assert position.stones == picture.stones
    play_all(position, "c3")
    assert len(position.stones) == 9
    assert position.outcome() == ((1, 2), None)
    assert position.to_move == -1


def test_qb9_swap_at_ply_two_only() -> None:
    position = quabble.Quabble(size="5")
    assert "swap" not in position.legal()
    play_all(position, "c3")
    assert position.legal() == [
        "a1",
        "a3",
        "a5",
        "b2",
        "b4",
        "c1",
        "c5",
        "d2",
        "d4",
        "e1",
        "e3",
        "e5",
        "swap",
    ]
    play_all(position, "a1")
    assert "swap" not in position.legal()
    play_all(position, "c1")
    assert "swap" not in position.legal()


def test_swap_leaves_stones_and_lets_the_opener_go_on_as_white() -> None:
    position = quabble.Quabble(size="3")
    play_all(position, "b2 swap")
    assert position.stones == {"b2": "B"}
    assert (position.to_move, position.colour) == (0, "W")
    assert "swap" not in position.legal()
    play_all(position, "a3")
    assert (position.to_move, position.colour) == (1, "B")
    play_all(position, "a1 c3")
    while position.to_move >= 0:
        play_all(position, position.legal()[0])
    winner = position.winner()
    assert winner is not None
    assert position.outcome() == ((1, 2) if winner == "W" else (2, 1), None)


def test_manual_claims_add_nothing_and_pass_only_without_an_action() -> None:
    position = quabble.Quabble(size="5", claims="manual")
    play_all(position, "a1 b2")
    assert new_stones(position, "c1") == "c1"
    assert dark_moves(position, "B") == "b1"  # controlled
    assert dark_moves(position, "W") == ""
    small = lay(quabble.Quabble(size="2", claims="manual"), black="a1", white="b2", turn="W")
    assert small.legal() == ["a2", "b1"]
    edge = lay_picture(quabble.Quabble(size="3", claims="manual"), "W : W / B W W / B B B")
    assert edge.legal() == ["pass"]
    edge.colour = "W"
    assert edge.legal() == ["b3"]


def test_ql1_dark_moves() -> None:
    position = quabble.Qualos(size="5")
    play_all(position, "d4 a1 e1 a5")
    assert dark_moves(position, "B") == "d1 e4"
    assert dark_moves(position, "W") == "a2 a4"


@pytest.mark.parametrize(
    ("moves", "then", "legal"),
    [
        pytest.param("c5 d4 d2 e1 c2 e4", "c4", True, id="QL2"),
        pytest.param("d4 b4 c5 c1 c4", "c4!", False, id="QL4"),
        pytest.param("e1 b2 e5 a3 e2 e3 c1", "e2!", True, id="QL5"),
        pytest.param("d2 c1 a1 c5 a2 c4 c2 b2 e1", "c2!", True, id="QL6"),
    ],
)
def test_line_of_sight(moves: str, then: str, legal: bool) -> None:
    position = quabble.Qualos(size="5")
    play_all(position, moves)
    assert (then in position.legal()) == legal


def test_ql7_a_flip_opens_the_next() -> None:
    position = quabble.Qualos(size="5")
    play_all(position, "e1 d4 b2 a1 c3 d1 d2 a4 c2 b1")
    assert "b1!" not in position.legal()
    play_all(position, "d1!")
    assert position.stones["d1"] == "B"
    position.colour = "B"
    assert "b1!" in position.legal()


def test_ql9_sight_along_an_edge() -> None:
    position = lay(quabble.Qualos(size="4"), black="a1")
    assert dark_moves(position, "B") == "a4 d1"


def test_fq1_dark_corner_at_half() -> None:
    assert new_stones(quabble.FastQuabble(size="4"), "c1") == "c1 d1"


@pytest.mark.parametrize(
    ("black", "white", "turn", "move", "added"),
    [
        pytest.param("b2", "e3", "B", "d2", "c2 d2", id="FQ3"),
        pytest.param("b2 d4", "e1 e5", "B", "c3", "b3 c2 c3 c4 d3", id="FQ4"),
        pytest.param("b2 d2 c2", "c1", "W", "c3", "c3", id="FQ5"),
    ],
)
def test_fast_quabble_fills(black: str, white: str, turn: str, move: str, added: str) -> None:
    position = lay(quabble.FastQuabble(size="5"), black, white, turn)
    assert new_stones(position, move) == added


def test_cq1_first_moves_are_the_vertices() -> None:
    vertices = "v0,0 v0,1 v0,2 v1,0 v1,1 v1,2 v2,0 v2,1 v2,2"
    assert quabble.Conquare(size="2").legal() == vertices.split()


def test_cq2_contested_space() -> None:
    position = lay(quabble.Conquare(size="2"), black="v0,0 v1,1", white="v2,0 v2,2")
    assert dark_moves(position, "B") == "a1"
    assert dark_moves(position, "W") == ""


@pytest.mark.parametrize(
    ("black", "white", "winner"),
    [
        pytest.param("a2 v1,1 b1", "", "B", id="CQ3"),
        pytest.param("a2 b1", "v1,1", None, id="CQ4"),
    ],
)
def test_conquare_chain(black: str, white: str, winner: str | None) -> None:
    assert lay(quabble.Conquare(size="2"), black, white).winner() == winner


def test_fc1_fills() -> None:
    position = lay(quabble.FastConquare(size="2"), black="v1,1", white="v0,0")
    assert new_stones(position, "v1,2") == "a2 b2 v1,2"


Known = dict[tuple[frozenset[tuple[str, str]], str], str]


def winner_by_search(position: quabble.Family, known: Known) -> str:
    """The colour that wins with perfect play, from a position after the swap."""
    winner = position.winner()
    if winner is not None:
        return winner
    key = (frozenset(position.stones.items()), position.colour)
    if key not in known:
        other = "W" if position.colour == "B" else "B"
        wins = any(
            winner_by_search(after(position, move), known) == position.colour
            for move in position.legal()
        )
        known[key] = position.colour if wins else other
    return known[key]


def after(position: FamilyGame, move: str) -> FamilyGame:
    """The position after the move; the one given is kept."""
    changed = copy.copy(position)
    changed.stones = dict(position.stones)
    changed.play(move)
    return changed


def openings_won_by_black(position: quabble.Family) -> list[str]:
    """The first moves after which Black wins with perfect play, without the swap."""
    won = []
    known: Known = {}
    for move in position.legal():
        opened = after(position, move)
        opened.plies = 2  # no swap
        if winner_by_search(opened, known) == "B":
            won.append(move)
    return won


@pytest.mark.parametrize(
    ("game", "size"),
    [
        *((game, size) for game in ("automatic", "manual", "qualos") for size in ("2", "3")),
        ("automatic", "4"),
        pytest.param("manual", "4", marks=pytest.mark.slow),
        pytest.param("qualos", "4", marks=pytest.mark.slow),
    ],
)
def test_solved_openings_are_all_blacks(game: str, size: str) -> None:
    position: quabble.Family = (
        quabble.Qualos(size=size) if game == "qualos" else quabble.Quabble(size=size, claims=game)
    )
    assert openings_won_by_black(position) == position.legal()


def test_solved_openings_of_fast_quabble() -> None:
    assert openings_won_by_black(quabble.FastQuabble(size="4")) == ["a3", "b4", "c1", "d2"]


@pytest.mark.parametrize("claims", ["automatic", "manual"])
def test_solved_openings_of_conquare(claims: str) -> None:
    position = quabble.Conquare(size="2", claims=claims)
    assert openings_won_by_black(position) == ["v1,0", "v1,1", "v1,2"]


# --- Speckles --------------------------------------------------------------------------------


def speckled(chips: str, *, seats: int = 2, turn: int = 0) -> speckles.Position:
    """A position with these chips (`Rd4 Yc3`) laid without rules."""
    position = speckles.Position(seats)
    position.board = {speckles.square(chip[1:]): chip[0] for chip in chips.split()}
    position.to_move = turn
    return position


def test_sp1_first_moves() -> None:
    moves = speckles.Position().legal()
    assert len(moves) == 320
    assert {"Ra1", "Wh8"} <= set(moves)


def test_sp2_second_moves() -> None:
    around = ["c3", "c4", "c5", "d3", "d5", "e3", "e4", "e5"]
    expected = sorted(chip + square for chip in "YGBW" for square in around)
    assert speckled("Rd4").legal() == expected


def test_sp3_no_colour_is_left_for_a_square() -> None:
    full = speckled("Rc3 Yd3 Ge3 Bc4 We4").legal()
    assert [move for move in full if move[1:] == "d4"] == []
    without = speckled("Rc3 Yd3 Ge3 Bc4").legal()
    assert [move for move in without if move[1:] == "d4"] == ["Wd4"]


SP6 = "Rb4 Bc4 Re4 Yd2 Wd3 Yd5"


@pytest.mark.parametrize(
    ("chips", "seats", "turn", "move", "places"),
    [
        pytest.param("Ra1 Yb1 Gc1", 2, 0, "Rd1", (1, 2), id="SP4 seat 0"),
        pytest.param("Ra1 Yb1 Gc1", 2, 1, "Rd1", (1, 2), id="SP4 seat 1"),
        pytest.param("Ra1 Gc1 Rd1 Wb2", 2, 1, "Yb1", (1, 2), id="SP5"),
        pytest.param(SP6, 2, 0, "Gd4", (1, 2), id="SP6 seat 0"),
        pytest.param(SP6, 2, 1, "Gd4", (2, 1), id="SP6 seat 1"),
        pytest.param(SP6, 3, 2, "Gd4", None, id="SP7"),
        pytest.param("Wa1 Yb1 Gc1", 2, 0, "Wd1", None, id="SP8"),
        pytest.param("Ga1 Rb1 Yc1 Gd1 Bf1", 2, 1, "Re1", (1, 2), id="SP10"),
    ],
)
def test_speckles_line(
    chips: str, seats: int, turn: int, move: str, places: tuple[int, ...] | None
) -> None:
    position = speckled(chips, seats=seats, turn=turn)
    play_all(position, move)
    outcome = position.outcome()
    assert (outcome and outcome[0]) == places


def test_sp5_own_colour_beside_is_illegal() -> None:
    moves = speckled("Ra1 Gc1 Rd1 Wb2").legal()
    assert [move for move in moves if move[1:] == "b1"] == ["Bb1", "Yb1"]


def test_sp11_supply_of_a_colour_ends() -> None:
    position = speckled("Ra1 Rc1 Re1 Rg1 Ra3 Rc3 Re3 Rg3")
    assert position.legal() != []
    assert [move for move in position.legal() if move[0] == "R"] == []


def test_colours_are_owned_as_chosen() -> None:
    position = speckles.Position(2, colours="WB")
    play_all(position, "Wa1 Yb1 Gc1 Wd1")
    assert position.outcome() == ((1, 2), None)


def test_colour_of_a_seat_that_left_is_nobodys() -> None:
    position = speckled(SP6, seats=3, turn=2)
    position.leave(0)
    play_all(position, "Gd4")
    assert position.outcome() == ((3, 1, 2), None)


# --- Tink ------------------------------------------------------------------------------------


def pyramids(*seats: str, turn: int = 0) -> tink.Position:
    """A position with the pieces of each seat (`Sd4 Mf4`) laid without rules."""
    position = tink.Position(len(seats))
    for seat, pieces in enumerate(seats):
        for piece in pieces.split():
            position.board[piece[1:]] = (seat, piece[0])
    position.to_move = turn
    return position


def swaps(position: tink.Position) -> list[str]:
    """The results of the legal swaps, in order: piece and square."""
    return sorted(move.split(">")[1] for move in position.legal() if ">" in move)


def test_tk1_first_moves() -> None:
    assert tink.Position().legal() == sorted(file + rank for file in "cdef" for rank in "3456")


def test_tk2_second_moves() -> None:
    position = tink.Position()
    play_all(position, "d4")
    assert len(position.legal()) == 63
    assert position.legal() == sorted(set(tink.SQUARES) - {"d4"})


@pytest.mark.parametrize(
    ("own", "other", "expected"),
    [
        pytest.param("Sd4 Sf4", "", "Me3 Me4 Me5", id="TK3"),
        pytest.param("Sd4 Sg4", "", "", id="TK4"),
        pytest.param("Sd4 Se4", "", "Md3 Md5 Me3 Me5", id="TK5"),
        pytest.param("Sd4 Se5", "", "Md5 Me4", id="TK6"),
        pytest.param("Ld4 Mf4", "", "Le3 Le4 Le5 Se3 Se4 Se5", id="TK7"),
        pytest.param("Ld4 Sf4", "", "Me3 Me4 Me5", id="TK7 small"),
        pytest.param("Sd4", "Sf4", "", id="TK8 other's"),
        pytest.param("Sd4 Mf4", "", "", id="TK8 unlike"),
        pytest.param("Ma1 Mc1 Ma8 Mh8 Sd4 Sf4", "", "Lb1 Lb2 Sb1 Sb2", id="TK12"),
    ],
)
def test_swaps(own: str, other: str, expected: str) -> None:
    assert swaps(pyramids(own, other)) == expected.split()


def test_notation_of_a_swap_orders_the_squares_by_column_then_row() -> None:
    assert "d4+f4>Me3" in pyramids("Sf4 Sd4", "").legal()
    assert "d3+d5>Se4" in pyramids("Md5 Md3", "").legal()


@pytest.mark.parametrize(
    ("own", "other", "row"),
    [
        pytest.param("Sc3 Sd3 Se3 Lf3", "", True, id="large counts as small"),
        pytest.param("Sc3 Sd3 Se3 Mf3", "", False, id="medium"),
        pytest.param("Sc3 Sd3 Se3", "Sf3", False, id="other's small"),
        pytest.param("Mc3 Md4 Me5 Lf6", "", True, id="large counts as medium"),
    ],
)
def test_tk10_row(own: str, other: str, row: bool) -> None:
    assert pyramids(own, other).has_row(0) == row


def test_tk11_player_without_a_move_loses() -> None:
    stuck = "Sa1 Sd1 Sg1 Sa4 Sd4"
    assert pyramids(stuck, "Sh8").legal() == []
    position = pyramids(stuck, "Sh8", turn=1)
    play_all(position, "h1")
    assert position.outcome() == ((2, 1), None)


def test_player_without_a_move_is_out_of_a_game_of_three() -> None:
    position = pyramids("Sa1 Sd1 Sg1 Sa4 Sd4", "Sh8", "Sh7", turn=2)
    play_all(position, "h1")
    assert (position.to_move, position.outcome()) == (1, None)
    assert position.seats.gone == [0]
    play_all(position, "f8")
    assert position.to_move == 2
    position.leave(1)
    assert position.outcome() == ((3, 2, 1), None)


def test_tk13_swaps_can_cycle() -> None:
    position = pyramids("Se4", "")
    for move in ["c4", "c4+e4>Md5", "c4", "e4", "c4+e4>Md3", "d3+d5>Se4"]:
        position.to_move = 0
        play_all(position, move)
    assert position.board == {"e4": (0, "S")}


def test_third_occurrence_is_a_draw() -> None:
    position = tink.Position()
    play_all(position, "e4 e7")
    cycle = "c4 c7 c4+e4>Md5 c7+e7>Md8 c4 c7 e4 e7 c4+e4>Md3 c7+e7>Md6 d3+d5>Se4 d6+d8>Se7"
    play_all(position, cycle)
    assert position.outcome() is None
    play_all(position, cycle)
    assert position.outcome() == ((1, 1), None)


def test_ply_400_is_a_draw() -> None:
    position = pyramids("Se4", "Se7")
    position.plies = 398
    play_all(position, "a1")
    assert position.outcome() is None
    play_all(position, "a8")
    assert position.outcome() == ((1, 1), None)


# --- Blokus ----------------------------------------------------------------------------------


def coloured(position: blokus.Position, turn: str, **colours: str) -> blokus.Position:
    """The position with these cells (`b18 c19`) laid and every piece still in hand."""
    for colour, cells in colours.items():
        position.cells[colour] = set().union(*(blokus.cells_of(cell) for cell in cells.split()))
    position.colour = turn
    return position


def test_there_are_21_pieces_in_91_orientations_of_89_squares() -> None:
    assert [sum(len(piece) == size for piece in blokus.PIECES) for size in range(1, 6)] == [
        1, 1, 2, 5, 12,
    ]  # fmt: skip
    assert sum(len(blokus.orientations(piece)) for piece in blokus.PIECES) == 91
    assert sum(len(piece) for piece in blokus.PIECES) == 89


def test_bl1_first_moves() -> None:
    fixed = blokus.Position(4, corners="fixed").legal()
    sizes = [move.count(",") + 1 for move in fixed]
    assert [sizes.count(size) for size in range(1, 6)] == [1, 2, 5, 13, 37]
    assert all("a20" in move.split(",") for move in fixed)
    assert len(blokus.Position(4).legal()) == 232


@pytest.mark.parametrize("corners", ["free", "fixed"])
def test_first_moves_of_the_second_colour(corners: str) -> None:
    position = blokus.Position(4, corners=corners)
    play_all(position, "a20")
    moves = position.legal()
    assert len(moves) == (58 if corners == "fixed" else 174)
    assert not any("a20" in move.split(",") for move in moves)
    assert "t20" in moves


def test_bl2_contact_with_the_own_colour() -> None:
    moves = coloured(blokus.Position(4), "blue", blue="a20").legal()
    assert {"b19", "b18,b19", "b19,c19"} <= set(moves)
    assert not {"a19", "b20", "c18", "b19,b20", "a19,b19"} & set(moves)
    assert sum(move.count(",") == 1 for move in moves) == 2


def test_bl3_contact_with_other_colours_is_free() -> None:
    position = blokus.Position(4)
    assert "b19" in coloured(position, "blue", blue="a20", yellow="b18 c19").legal()
    assert "b19" not in coloured(position, "yellow", blue="a20", yellow="b18 c19").legal()


@pytest.mark.parametrize(
    ("left", "last", "score"),
    [
        ([], 1, 20),
        ([], 5, 15),
        ([4, 4], 5, -8),
        ([3, 4, 4, 4, 4, 5], 5, -24),
        ([3, 4, 4, 4, 5], 5, -20),
        ([len(piece) for piece in blokus.PIECES], 0, -89),
    ],
)
def test_bl5_score(left: list[int], last: int, score: int) -> None:
    position = blokus.Position(4)
    of_size = {len(piece): piece for piece in blokus.PIECES}
    position.left["red"] = [of_size[size] for size in left]
    position.last_piece["red"] = of_size.get(last)
    assert position.scores() == (-89, -89, score, -89)


def test_bl6_blocked_colour_is_skipped_for_ever() -> None:
    position = blokus.Position(4)
    position.blocked = {"blue"}
    position.colour = "yellow"
    for colour in ["red", "green", "yellow", "red"]:
        play_all(position, position.legal()[0])
        assert position.colour == colour


def test_bl7_green_is_shared_by_three_seats() -> None:
    position = blokus.Position(3)
    position.left["green"] = position.left["green"][4:]
    position.colour = "green"
    assert position.to_move == 1


def test_green_of_a_seat_that_left_goes_to_the_next_that_stays() -> None:
    position = blokus.Position(3, corners="fixed")
    play_all(position, "a20 t20 t1")
    assert (position.colour, position.to_move) == ("green", 0)
    position.leave(0)
    assert (position.colour, position.to_move) == ("green", 1)
    play_all(position, "a1")
    assert (position.colour, position.to_move) == ("yellow", 1)
    assert "blue" in position.blocked


def test_two_seats_have_two_colours_each() -> None:
    position = blokus.Position(2, corners="fixed")
    seats = []
    for move in ["a20", "t20", "t1", "a1"]:
        seats.append(position.to_move)
        play_all(position, move)
    assert seats == [0, 1, 0, 1]
    assert position.scores() == (-176, -176)


# --- Dots and Boxes, Dots and Hexagons -------------------------------------------------------


@pytest.mark.parametrize("rows", range(1, 7))
@pytest.mark.parametrize("columns", range(1, 7))
def test_numbers_of_lines(rows: int, columns: int) -> None:
    blank = dots.Hexagons(rows=str(rows), columns=str(columns))
    framed = dots.Hexagons(rows=str(rows), columns=str(columns), border="true")
    assert len(blank.lines) == 3 * rows * columns + 2 * rows + 2 * columns - 1
    assert len(framed.drawn) == 4 * rows + 4 * columns - 2


def test_numbers_of_lines_on_the_default_boards() -> None:
    assert (len(dots.Hexagons().lines), len(dots.Hexagons().fields)) == (63, 16)
    assert (len(dots.Boxes().lines), len(dots.Boxes().fields)) == (40, 16)


@pytest.mark.parametrize(
    ("line", "fields"),
    [("h1,1", [(0, 0), (1, 0)]), ("v2,0", [(0, 0), (0, 1)]), ("h0,0", [(0, 0)])],
)
def test_dh1_fields_at_a_line(line: str, fields: list[dots.Field]) -> None:
    assert dots.Hexagons(rows="2", columns="2").fields_at(line) == fields


def test_dh2_one_line_closes_two_fields() -> None:
    position = dots.Hexagons(rows="2", columns="2")
    position.drawn = (position.fields[0, 0] | position.fields[1, 0]) - {"h1,1"}
    assert len(position.drawn) == 10
    play_all(position, "h1,1")
    assert (position.scores(), position.to_move) == ((2, 0), 0)


@pytest.mark.parametrize(("line", "scores", "turn"), [("h0,0", (1, 0), 0), ("v3,1", (0, 0), 1)])
def test_dh3_closing_keeps_the_turn(line: str, scores: tuple[int, ...], turn: int) -> None:
    position = dots.Hexagons(rows="2", columns="2")
    position.drawn = position.fields[0, 0] - {"h0,0"}
    play_all(position, line)
    assert (position.scores(), position.to_move) == (scores, turn)


def test_dh4_border_is_drawn() -> None:
    position = dots.Hexagons(rows="2", columns="2", border="true")
    assert position.legal() == ["h1,1", "h2,1", "h3,1", "v2,0", "v3,1"]


def test_dh7_after_the_last_seat_comes_the_first() -> None:
    position = dots.Hexagons(4)
    turns = []
    for move in position.legal()[:5]:
        turns.append(position.to_move)
        position.play(move)
    assert turns == [0, 1, 2, 3, 0]


def best_difference(position: dots.Dots) -> int:
    """Fields of the first player minus those of the second, with best play of both."""
    order = sorted(position.lines - position.drawn)
    sides = [
        sum(1 << order.index(line) for line in lines - position.drawn)
        for lines in position.fields.values()
    ]
    touching = [[side for side in sides if side >> bit & 1] for bit in range(len(order))]
    sign = -1 if position.misere else 1
    full = (1 << len(order)) - 1
    # value[s]: what the player to move still gains over the other when the lines s are drawn
    value = [0] * (full + 1)
    for drawn in range(full - 1, -1, -1):
        best = -len(sides) - 1
        for bit in range(len(order)):
            if not drawn >> bit & 1:
                then = drawn | 1 << bit
                closed = sum(side & then == side for side in touching[bit])
                best = max(best, sign * closed + value[then] if closed else -value[then])
        value[drawn] = best
    return sign * value[0]


@pytest.mark.parametrize(
    ("rows", "columns", "border", "misere", "difference"),
    [
        ("2", "2", "true", "false", 4),
        ("2", "2", "true", "true", -4),
        ("2", "3", "true", "false", 2),
        ("2", "3", "true", "true", -6),
        pytest.param("2", "2", "false", "false", -2, marks=pytest.mark.slow),
        pytest.param("2", "2", "false", "true", -4, marks=pytest.mark.slow),
        ("1", "1", "false", "false", -1),
        ("1", "2", "false", "false", 0),
    ],
)
def test_dh6_best_play(rows: str, columns: str, border: str, misere: str, difference: int) -> None:
    position = dots.Hexagons(rows=rows, columns=columns, border=border, misere=misere)
    assert best_difference(position) == difference


@pytest.mark.parametrize(
    ("size", "border", "misere", "difference"),
    [
        ("1", "false", "false", -1),
        ("2", "false", "false", 2),
        ("2", "false", "true", 2),
        ("2", "true", "false", -4),
        ("2", "true", "true", 4),
    ],
)
def test_db1_best_play(size: str, border: str, misere: str, difference: int) -> None:
    position = dots.Boxes(rows=size, columns=size, border=border, misere=misere)
    assert best_difference(position) == difference


@pytest.mark.parametrize(("misere", "places"), [("false", (2, 1, 2, 4)), ("true", (2, 4, 2, 1))])
def test_places_by_fields(misere: str, places: tuple[int, ...]) -> None:
    position = dots.Boxes(4, rows="2", columns="2", misere=misere)
    position.owner = {(0, 0): 0, (0, 1): 1, (1, 0): 2}
    position.drawn = position.lines - {"h1,2"}
    position.to_move = 1
    play_all(position, "h1,2")
    assert position.outcome() == (places, (1, 2, 1, 0))


# --- every game ------------------------------------------------------------------------------

SETTINGS: list[tuple[str, int, dict[str, str]]] = [
    *(("speckles", seats, {}) for seats in (2, 3, 4)),
    *(("tink", seats, {}) for seats in (2, 3, 4)),
    *(("quabble", 2, {"size": "6", "claims": claims}) for claims in ("automatic", "manual")),
    ("qualos", 2, {"size": "6"}),
    ("fast-quabble", 2, {"size": "6"}),
    *(("conquare", 2, {"size": "4", "claims": claims}) for claims in ("automatic", "manual")),
    ("fast-conquare", 2, {"size": "4"}),
    *(("boxes", seats, {"rows": "2", "columns": "3"}) for seats in (2, 3, 4)),
    ("boxes", 3, {"misere": "true", "border": "true"}),
    *(("hexagons", seats, {"rows": "2", "columns": "3"}) for seats in (2, 3, 4)),
    ("hexagons", 3, {"misere": "true", "border": "true"}),
    *(("blokus", seats, {"corners": "free"}) for seats in (2, 3, 4)),
    ("blokus", 3, {"corners": "fixed"}),
]


@pytest.mark.parametrize("share_of_leaving", [0.0, 0.05])
@pytest.mark.parametrize(
    ("key", "seats", "options"),
    [pytest.param(*setting, id="-".join(map(str, setting[:2]))) for setting in SETTINGS],
)
def test_random_games_keep_the_interface(
    key: str, seats: int, options: dict[str, str], share_of_leaving: float
) -> None:
    chance = random.Random(key)
    for _ in range(2 if key == "blokus" else 20):
        position = POSITIONS[key](seats, **options)
        staying = set(range(seats))
        while position.to_move >= 0:
            assert position.outcome() is None
            if isinstance(position, tink.Position):  # where seats drop out by themselves as well
                staying = set(position.seats.staying())
            if chance.random() < share_of_leaving:
                leaver = chance.choice(sorted(staying))
                staying.remove(leaver)
                position.leave(leaver)
                continue
            assert position.to_move in staying
            moves = position.legal()
            assert moves == sorted(set(moves)) != []
            may_pass = key == "qualos" or options.get("claims") == "manual"
            assert may_pass or "pass" not in moves
            position.play(chance.choice(moves))
        assert position.legal() == []
        outcome = position.outcome()
        assert outcome is not None
        places, scores = outcome
        assert min(places) == 1
        assert all(place == 1 + sum(other < place for other in places) for place in places)
        assert (scores is None) == (key not in ("boxes", "hexagons", "blokus"))
        if isinstance(position, tink.Position):
            staying = set(position.seats.staying())
        assert all(places[seat] > len(staying) for seat in set(range(seats)) - staying)


@pytest.mark.parametrize("key", ["speckles", "tink", "boxes", "hexagons", "blokus"])
@pytest.mark.parametrize("order", [(0, 2, 1), (2, 0, 1), (1, 2, 3), (3, 2, 1)])
def test_last_one_left_wins_at_once(key: str, order: tuple[int, int, int]) -> None:
    position = POSITIONS[key](4)
    for leaver in order:
        assert position.outcome() is None
        position.leave(leaver)
        assert position.to_move not in order[: order.index(leaver) + 1]
    outcome = position.outcome()
    assert outcome is not None
    assert [outcome[0][leaver] for leaver in order] == [4, 3, 2]
    assert (position.to_move, position.legal()) == (-1, [])


@pytest.mark.parametrize("key", sorted(POSITIONS))
@pytest.mark.parametrize("leaver", [0, 1])
def test_with_two_seats_the_other_wins(key: str, leaver: int) -> None:
    position = POSITIONS[key](2)
    position.play(position.legal()[0])
    position.leave(leaver)
    outcome = position.outcome()
    assert outcome is not None
    assert outcome[0] == ((2, 1) if leaver == 0 else (1, 2))


@pytest.mark.parametrize("board_of", [quabble.Quabble, quabble.Conquare])
@pytest.mark.parametrize("size", ["2", "3", "4", "5"])
def test_full_board_has_exactly_one_chain(
    board_of: type[quabble.Quabble | quabble.Conquare], size: str
) -> None:
    """Rule: "Draws are impossible"."""
    chance = random.Random(size)
    for _ in range(200):
        position = board_of(size=size)
        points = position.board.light + position.board.dark
        stones = {point: chance.choice("BW") for point in points}
        chains = []
        for colour in "BW":
            position.stones = {point: stone for point, stone in stones.items() if stone == colour}
            chains.append(position.winner())
        assert chains in (["B", None], [None, "W"])
