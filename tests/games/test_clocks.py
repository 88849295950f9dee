"""The arithmetic of clocks: what runs, what stands still, when a turn is over."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import clocks
from games.clocks import Interval, Nights, Span, Weekend

APIA, KATHMANDU = ZoneInfo("Pacific/Apia"), ZoneInfo("Asia/Kathmandu")
COPENHAGEN, NEW_YORK = ZoneInfo("Europe/Copenhagen"), ZoneInfo("America/New_York")
ZONES = (APIA, KATHMANDU, COPENHAGEN, NEW_YORK)
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def utc(*parts: int) -> datetime:
    return datetime(*parts, tzinfo=UTC)  # type: ignore[misc,arg-type]


# Around: Apia's skipped 30 December 2011, leap days, changes of the clocks in spring and autumn.
moments = st.one_of(
    *(
        st.datetimes(start.replace(tzinfo=None), end.replace(tzinfo=None)).map(
            lambda moment: moment.replace(tzinfo=UTC)
        )
        for start, end in (
            (utc(2011, 12, 20), utc(2012, 1, 10)),
            (utc(2024, 2, 20), utc(2024, 4, 10)),
            (utc(2026, 10, 15), utc(2026, 11, 15)),
            (utc(2027, 3, 1), utc(2027, 4, 5)),
        )
    )
)
lengths = st.timedeltas(timedelta(microseconds=1), timedelta(days=20))
times = st.times().map(lambda moment: moment.replace(second=0, microsecond=0))
spans = st.builds(lambda start, length: Span(start, start + length), moments, lengths)


@st.composite
def sleeps(draw: st.DrawFn) -> Nights:
    begin = draw(times)
    minutes = begin.hour * 60 + begin.minute + draw(st.integers(1, 540))
    return Nights(draw(st.sampled_from(ZONES)), begin, time(minutes // 60 % 24, minutes % 60))


reasons_drawn = st.lists(
    st.one_of(spans, sleeps(), st.builds(Weekend, st.sampled_from(ZONES))), max_size=5
)


def stands(moment: datetime, reasons: list[clocks.Reason]) -> bool:
    """Slow and plain: whether any reason covers the moment."""
    return any(
        each.start <= moment < each.end
        for reason in reasons
        for each in reason.intervals(moment - timedelta(days=60), moment + timedelta(days=60))
    )


@given(moments, lengths, reasons_drawn)
def test_used_and_stopped_are_the_wall_time(
    start: datetime, length: timedelta, reasons: list[clocks.Reason]
) -> None:
    end = start + length
    stops = clocks.stops(reasons, start, end)
    stopped = sum((each.end - each.start for each in stops), timedelta(0))
    assert clocks.running(start, end, reasons) + stopped == length
    for before, after in pairwise(stops):
        assert before.end < after.start
    for each in stops:
        assert start <= each.start < each.end <= end
        assert stands(each.start, reasons)
        assert stands(each.end - timedelta(microseconds=1), reasons)
        assert each.end == end or not stands(each.end, reasons)


@given(moments, lengths, reasons_drawn)
def test_the_deadline_is_the_first_moment_at_which_the_time_is_used(
    start: datetime, left: timedelta, reasons: list[clocks.Reason]
) -> None:
    due = clocks.deadline(start, left, reasons)
    assert clocks.running(start, due, reasons) == left
    # Just before it the clock ran, so that not all was used yet.
    assert clocks.running(start, due - timedelta(microseconds=1), reasons) < left
    assert clocks.warning(start, left, reasons) <= due


@given(moments, lengths, lengths, reasons_drawn)
def test_it_does_not_matter_whether_a_job_looked_in_between(
    start: datetime, left: timedelta, later: timedelta, reasons: list[clocks.Reason]
) -> None:
    due = clocks.deadline(start, left, reasons)
    middle = min(start + later, due)
    used = clocks.running(start, middle, reasons)
    if used < left:
        assert clocks.deadline(middle, left - used, reasons) == due
    assert used + clocks.running(middle, due, reasons) == left


@given(moments, lengths, reasons_drawn, spans)
def test_one_more_reason_never_brings_the_deadline_nearer(
    start: datetime, left: timedelta, reasons: list[clocks.Reason], further: Span
) -> None:
    due = clocks.deadline(start, left, reasons)
    paused = clocks.deadline(start, left, [*reasons, further])
    assert due <= paused
    # … and gives at most its own length, however it overlaps with others.
    assert clocks.running(due, paused, reasons) <= further.end - further.start


@given(moments, reasons_drawn)
def test_when_a_clock_goes_on(moment: datetime, reasons: list[clocks.Reason]) -> None:
    found = clocks.resumes(moment, reasons)
    assert (found is not None) == stands(moment, reasons)
    if found is not None:
        assert clocks.running(moment, found, reasons) == timedelta(0)
        assert not stands(found, reasons)


@given(
    st.sampled_from([clocks.control(text) for text in clocks.offered()]),
    st.lists(st.tuples(lengths, st.booleans()), max_size=30),
)
def test_what_is_left_grows_by_nothing_but_the_increment(
    control: clocks.Control, turns: list[tuple[timedelta, bool]]
) -> None:
    left = control.first()
    for used, moved in turns:
        before, left = left, control.after(left, used, moved=moved)
        if control.kind == "none":
            assert left is None
            continue
        assert before is not None
        assert left is not None
        if control.kind == "per_move":
            assert left == control.base
            continue
        grown = left - max(timedelta(0), before - used)
        assert timedelta(0) <= grown <= (control.increment if moved else timedelta(0))
        assert left <= max(control.cap, before)


# --- examples -------------------------------------------------------------------------------------


def test_controls_as_texts() -> None:
    assert clocks.control("3d") == clocks.Control("per_move", 3 * DAY)
    assert clocks.control("5d+1d/10d") == clocks.Control("bank", 5 * DAY, DAY, 10 * DAY)
    assert clocks.control("2d+12h/4d").increment == 12 * HOUR
    assert clocks.control("none").first() is None
    assert all(clocks.control(text) for text in clocks.offered())


@pytest.mark.parametrize(
    "text", ["", "d", "0d", "3", "3w", "5d+1d", "5d+1d/4d", "-3d", "٣d", "3d "]
)
def test_what_is_no_clock(text: str) -> None:
    with pytest.raises(ValueError, match=r"clock|cap"):
        clocks.control(text)


def test_the_last_moment_is_too_late() -> None:
    due = clocks.deadline(utc(2026, 1, 1), 3 * DAY)
    assert due == utc(2026, 1, 4)
    assert clocks.in_time(due - timedelta(microseconds=1), due)
    assert not clocks.in_time(due, due)
    assert clocks.in_time(due, None)


def test_a_weekend_is_two_local_days() -> None:
    # Friday noon in Copenhagen, one day: half of it on Friday, half on Monday.
    start = utc(2026, 11, 27, 11)
    assert clocks.deadline(start, DAY, [Weekend(COPENHAGEN)]) == utc(2026, 11, 30, 11)
    assert clocks.resumes(utc(2026, 11, 28), [Weekend(COPENHAGEN)]) == utc(2026, 11, 29, 23)


@pytest.mark.parametrize(
    ("saturday", "hours"),
    [
        (utc(2026, 3, 28), 47),  # clocks go forward on Sunday
        (utc(2026, 10, 24), 49),  # … and back
        (utc(2026, 11, 28), 48),
    ],
)
def test_weekends_when_the_clocks_are_changed(saturday: datetime, hours: int) -> None:
    stops = clocks.stops([Weekend(COPENHAGEN)], saturday - DAY, saturday + 4 * DAY)
    assert [each.end - each.start for each in stops] == [hours * HOUR]


def test_apia_had_no_30_december_2011() -> None:
    # Friday the 30th was skipped: the weekend began when Thursday was over.
    stops = clocks.stops([Weekend(APIA)], utc(2011, 12, 28), utc(2012, 1, 3))
    assert stops == [Interval(utc(2011, 12, 30, 10), utc(2012, 1, 1, 10))]
    asleep = clocks.stops(
        [Nights(APIA, time(22), time(6))], utc(2011, 12, 29, 20), utc(2011, 12, 31, 20)
    )
    assert sum((each.end - each.start for each in asleep), timedelta(0)) <= 18 * HOUR


def test_nights_over_midnight_and_not() -> None:
    late = clocks.nights("23:00-07:00 Asia/Kathmandu")  # UTC+5:45
    assert clocks.resumes(utc(2026, 5, 1, 18), [late]) == utc(2026, 5, 2, 1, 15)
    assert clocks.resumes(utc(2026, 5, 1, 12), [late]) is None
    noon = clocks.nights("12:00-14:30 America/New_York")
    assert clocks.running(utc(2026, 7, 1, 15), utc(2026, 7, 1, 20), [noon]) == timedelta(hours=2.5)
    assert str(late) == "23:00-07:00 Asia/Kathmandu"


@pytest.mark.parametrize(
    "text",
    ["", "23:00", "23:00-23:00 UTC", "20:00-05:01 UTC", "23:00-07:00 Atlantis/Poseidonis",
     "23:00-07:00 ../etc/passwd", "25:00-07:00 UTC"],
)  # fmt: skip
def test_what_are_no_sleeping_hours(text: str) -> None:
    with pytest.raises(ValueError, match=r".+"):
        clocks.nights(text)


def test_overlapping_reasons_count_once() -> None:
    start = utc(2026, 6, 1)
    away = [Span(start + DAY, start + 4 * DAY), Span(start + 2 * DAY, start + 6 * DAY)]
    assert clocks.deadline(start, 3 * DAY, away) == start + 8 * DAY
    assert clocks.running(start, start + 10 * DAY, away) == 5 * DAY


def test_the_warning_comes_when_a_fifth_is_left() -> None:
    start = utc(2026, 6, 1)
    assert clocks.warning(start, 5 * DAY) == start + 4 * DAY
    away = [Span(start + 2 * DAY, start + 3 * DAY)]
    assert clocks.warning(start, 5 * DAY, away) == start + 5 * DAY
