"""The tree of tried lines: nothing is lost, nothing is kept twice."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from games import branches, records
from games.branches import Line

LINES = st.lists(
    st.builds(
        Line,
        st.integers(0, 3),
        st.lists(st.sampled_from("abc"), min_size=1, max_size=5).map(tuple),
    ),
    max_size=12,
)


def beginnings(lines: list[Line]) -> set[Line]:
    """Every move of a tree, named by the way to it."""
    return {
        Line(line.ply, line.moves[:length])
        for line in lines
        for length in range(1, len(line.moves) + 1)
    }


@given(LINES)
def test_merging_keeps_every_move_and_no_line_twice(lines: list[Line]) -> None:
    merged = branches.merged(lines)
    assert beginnings(merged) == beginnings(lines)
    assert branches.count(merged) == len(beginnings(lines))
    assert len(set(merged)) == len(merged)
    assert not any(
        one != other and one.ply == other.ply and other.moves[: len(one.moves)] == one.moves
        for one in merged
        for other in merged
    )
    assert branches.merged(merged) == merged


@given(LINES, st.data())
def test_deleting_takes_a_move_and_all_behind_it_and_nothing_else(
    lines: list[Line], data: st.DataObject
) -> None:
    ways = beginnings(lines)
    gone = data.draw(st.sampled_from(sorted(ways))) if ways else Line(0, ("z",))
    left = beginnings(branches.without(lines, gone))
    assert left == {
        way for way in ways if way.ply != gone.ply or way.moves[: len(gone.moves)] != gone.moves
    }


@given(LINES, st.lists(st.sampled_from("abc"), max_size=6))
def test_a_line_that_the_game_follows_goes_on_from_there(
    lines: list[Line], played: list[str]
) -> None:
    entries = [records.Entry(move, 1) for move in played]
    whole = {(*played[: line.ply], *line.moves) for line in lines if line.ply <= len(played)}
    for line in branches.rebased([line for line in lines if line.ply <= len(played)], entries):
        assert line.moves
        assert line.ply == len(played) or played[line.ply] != line.moves[0]
        assert (*played[: line.ply], *line.moves) in whole


def test_what_is_no_move_is_never_followed() -> None:
    entries = [records.Entry("a", 1), records.taken_back(0, 0, 5)]
    assert branches.rebased([Line(0, ("a", "b"))], entries) == [Line(1, ("b",))]
    assert branches.rebased([Line(1, ("b",))], entries) == [Line(1, ("b",))]


def test_bounds() -> None:
    def line(number: int, length: int) -> Line:
        return Line(number, ("a",) * length)

    assert branches.fits([line(number, 10) for number in range(200)])
    assert not branches.fits([line(number, 1) for number in range(201)])
    assert not branches.fits([line(number, 101) for number in range(20)])
    assert branches.fits([line(0, 200)])
    assert not branches.fits([line(0, 201)])
