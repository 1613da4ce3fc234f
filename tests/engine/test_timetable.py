"""The clock of a game: 36-hour days, five windows, and everything that moves them."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.state import Window
from engine.timetable import Span, Timetable

SHANGHAI = ZoneInfo("Asia/Shanghai")
MONDAY = date(2026, 3, 2)


def made(**keys: object) -> Timetable:
    return Timetable(**({"start": MONDAY, "zone": SHANGHAI} | keys))


def local(text: str) -> datetime:
    return datetime.fromisoformat(f"2026-{text}").replace(tzinfo=SHANGHAI).astimezone(UTC)


def shown(span: Span) -> tuple[str, str]:
    return tuple(f"{at.astimezone(SHANGHAI):%m-%d %H:%M}" for at in (span.opens, span.closes))


@pytest.mark.rule("R-015", "R-017", "R-019", "A-10", "A-11", "A-13", "R-139", "R-143")
def test_the_sample_calendar_of_the_rules() -> None:
    plan = made()
    assert shown(plan.night0()) == ("03-01 21:30", "03-01 22:30")
    assert [shown(plan.day(n)) for n in range(1, 5)] == [
        ("03-02 09:30", "03-03 21:30"),
        ("03-04 09:30", "03-05 21:30"),
        ("03-06 09:30", "03-07 21:30"),
        ("03-08 09:30", "03-09 21:30"),
    ]
    assert [shown(span) for span in plan.night(1).values()] == [
        ("03-03 21:30", "03-03 21:45"),
        ("03-03 21:45", "03-03 22:00"),
        ("03-03 22:00", "03-03 22:15"),
        ("03-03 22:15", "03-03 22:30"),
        ("03-03 22:30", "03-03 22:45"),
    ]
    assert plan.last_instant() == local("03-09T22:45")
    assert plan.day(5).opens == local("03-10T09:30")
    assert all(at.tzinfo is UTC for at in (plan.day(2).opens, plan.day(2).closes, plan.night_ends(1)))


@pytest.mark.rule("R-045", "A-14")
def test_the_mute_runs_from_the_scheduled_opening() -> None:
    assert made().mute_ends(2, 12) == local("03-04T21:30")
    early = made(opens={2: local("03-04T08:00")})
    assert early.mute_ends(2, 12) == local("03-04T20:00")


@pytest.mark.rule("A-15")
def test_windows_are_half_open() -> None:
    window = made().night(1)[Window.GUARD]
    assert window.opens in window
    assert window.closes not in window
    assert window.closes in made().night(1)[Window.PIPER]


@pytest.mark.rule("A-12")
@pytest.mark.parametrize(
    ("notice", "starts"),
    [
        ("03-03T21:30", "03-03T21:30"),
        ("03-03T21:35", "03-03T21:30"),
        ("03-03T21:35:01", "03-03T21:45"),
        ("03-03T21:45", "03-03T21:45"),
        ("03-03T21:45:01", "03-03T22:00"),
        ("03-04T00:10", "03-04T00:15"),
    ],
)
def test_a_late_notice_moves_the_windows_to_the_next_quarter(notice: str, starts: str) -> None:
    plan = made(notices={1: local(notice)})
    assert plan.night(1)[Window.GUARD].opens == local(starts)
    assert plan.night_ends(1) == local(starts) + timedelta(minutes=75)
    assert plan.day(2).opens == local("03-04T09:30")


@pytest.mark.rule("A-12")
def test_a_very_late_notice_moves_the_next_opening_too() -> None:
    plan = made(notices={1: local("03-04T09:05")})
    assert plan.night_ends(1) == local("03-04T10:30")
    assert plan.day(2).opens == local("03-04T10:30")
    assert plan.day(2).closes == local("03-05T21:30")


def test_quarters_are_the_zones_own_and_quick_windows_have_quick_quarters() -> None:
    kathmandu = ZoneInfo("Asia/Kathmandu")
    plan = Timetable(start=MONDAY, zone=kathmandu, day_close=time(21, 40))
    close = plan.day(1).closes
    late = Timetable(
        start=MONDAY, zone=kathmandu, day_close=time(21, 40), notices={1: close + timedelta(minutes=6)}
    )
    assert late.night(1)[Window.GUARD].opens.astimezone(kathmandu).time() == time(22, 0)
    quick = made(night_window_minutes=1, notices={1: local("03-03T21:30:20")})
    assert quick.night(1)[Window.GUARD].opens == local("03-03T21:30")
    later = made(night_window_minutes=1, notices={1: local("03-03T21:30:21")})
    assert later.night(1)[Window.GUARD].opens == local("03-03T21:31")
    slow = made(night_window_minutes=60, notices={1: local("03-03T21:36")})
    assert slow.night(1)[Window.GUARD].opens == local("03-03T21:45")


@pytest.mark.rule("R-020", "A-16")
def test_on_a_holiday_nothing_opens_or_closes() -> None:
    closing = made(holidays=frozenset({date(2026, 3, 3)}))
    assert shown(closing.day(1)) == ("03-02 09:30", "03-04 21:30")
    assert shown(closing.day(2)) == ("03-05 09:30", "03-06 21:30")
    opening = made(holidays=frozenset({date(2026, 3, 4), date(2026, 3, 5)}))
    assert shown(opening.day(2)) == ("03-06 09:30", "03-07 21:30")
    first = made(holidays=frozenset({MONDAY}))
    assert shown(first.day(1)) == ("03-03 09:30", "03-04 21:30")


@pytest.mark.rule("R-021", "A-16")
def test_a_shortened_day_and_an_early_opening() -> None:
    short = made(closes={1: local("03-02T21:30")})
    assert shown(short.day(1)) == ("03-02 09:30", "03-02 21:30")
    assert shown(short.day(2)) == ("03-03 09:30", "03-04 21:30")
    early = made(opens={2: local("03-04T07:00")})
    assert shown(early.day(2)) == ("03-04 07:00", "03-05 21:30")
    too_early = made(opens={2: local("03-03T22:00")})
    assert too_early.day(2).opens == local("03-03T22:45"), "the night is not over before"
    after_midnight = made(closes={1: local("03-04T01:00")})
    assert after_midnight.day(2).opens == local("03-04T09:30")


def test_other_lengths_of_days_and_nights() -> None:
    half = made(day_span_days=0)
    assert [shown(half.day(n)) for n in (1, 2)] == [
        ("03-02 09:30", "03-02 21:30"),
        ("03-03 09:30", "03-03 21:30"),
    ]
    at_once = made(night_tail="open_immediately")
    assert shown(at_once.day(2)) == ("03-03 22:45", "03-04 21:30")
    late_start = made(day_span_days=0, opens={1: local("03-02T22:00")})
    assert shown(late_start.day(1)) == ("03-02 22:00", "03-03 21:30")
    impossible = made(closes={1: local("03-01T00:00")})
    assert impossible.day(1).closes == impossible.day(1).opens


def test_a_whole_game_in_an_hour_by_explicit_instants() -> None:
    start = local("03-02T14:00")
    minutes = timedelta(minutes=1)
    plan = made(
        night0_minutes=2,
        night_window_minutes=1,
        opens={0: start - 3 * minutes} | {n: start + 15 * (n - 1) * minutes for n in range(1, 6)},
        closes={n: start + (15 * (n - 1) + 8) * minutes for n in range(1, 5)},
    )
    assert plan.night0() == Span(opens=start - 3 * minutes, closes=start - minutes)
    assert plan.night_ends(4) == start + 58 * minutes
    assert plan.day(5).opens == start + 60 * minutes
    crowded = made(opens={0: start - minutes, 1: start}, closes={0: start + minutes})
    assert crowded.night0().closes == start


def test_a_window_that_the_director_moves_takes_the_later_ones_along() -> None:
    plan = made(windows={(1, Window.HUNT): local("03-03T22:20")})
    assert [shown(span) for span in plan.night(1).values()] == [
        ("03-03 21:30", "03-03 21:45"),
        ("03-03 21:45", "03-03 22:20"),
        ("03-03 22:20", "03-03 22:35"),
        ("03-03 22:35", "03-03 22:50"),
        ("03-03 22:50", "03-03 23:05"),
    ]
    whole = made(windows={(1, Window.GUARD): local("03-03T23:00")})
    assert whole.night_ends(1) == local("03-04T00:15")
    backwards = made(windows={(1, Window.PIPER): local("03-03T20:00")})
    assert shown(backwards.night(1)[Window.GUARD]) == ("03-03 21:30", "03-03 21:30")


@given(
    st.sampled_from(["Asia/Shanghai", "Europe/Berlin", "America/St_Johns", "Australia/Lord_Howe", "UTC"]),
    st.dates(date(2020, 1, 1), date(2030, 1, 1)),
    st.integers(0, 1),
    st.sets(st.integers(0, 20), max_size=8),
    st.dictionaries(st.integers(1, 4), st.integers(0, 900), max_size=4),
    st.sampled_from(["hold_until_open", "open_immediately"]),
)
def test_everything_comes_in_order(
    zone: str, start: date, span: int, holidays: set[int], late: dict[int, int], tail: str
) -> None:
    off = frozenset(start + timedelta(days=k) for k in holidays)
    plan = Timetable(start=start, zone=ZoneInfo(zone), day_span_days=span, holidays=off, night_tail=tail)
    for n, minutes in sorted(late.items()):
        notices = {**plan.notices, n: plan.day(n).closes + timedelta(minutes=minutes)}
        plan = Timetable(
            start=start,
            zone=ZoneInfo(zone),
            day_span_days=span,
            holidays=off,
            night_tail=tail,
            notices=notices,
        )
    instants = [plan.night0().opens, plan.night0().closes]
    for n in range(1, 5):
        instants += [plan.day(n).opens, plan.day(n).closes]
        for window in plan.night(n).values():
            instants += [window.opens, window.closes]
        if n in late:
            assert plan.night(n)[Window.GUARD].closes > plan.notices[n], "no window is over before its notice"
    assert instants == sorted(instants)
    if tail == "hold_until_open":
        assert all(plan.day(n).opens.astimezone(ZoneInfo(zone)).date() not in off for n in (1,))


@pytest.mark.rule("A-13", "R-019")
def test_an_explicit_close_of_night_0_and_a_day_that_would_have_no_length() -> None:
    ends = local("03-01T23:10")
    assert made(closes={0: ends}).night0().closes == ends
    assert made(closes={1: local("03-03T20:00")}).night0().closes == local("03-01T22:30")
    morning = made(day_close=time(9, 30), day_span_days=0)
    assert shown(morning.day(1)) == ("03-02 09:30", "03-03 09:30")
