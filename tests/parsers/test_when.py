"""The table of times: every form that the boards write, in every reader's format and zone."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from parsers.when import Calendar

NOW = datetime(2031, 5, 6, 13, 40, tzinfo=UTC)  # 21:40 at the board


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).astimezone(UTC)


ABSOLUTE = [
    ("2031-5-6 09:30:07", "2031-05-06T09:30:07+08:00", "second"),
    ("2031-05-06 09:30", "2031-05-06T09:30+08:00", "minute"),
    ("发表于 2031-5-6 09:30", "2031-05-06T09:30+08:00", "minute"),
    ("2031/5/6 00:00:00", "2031-05-06T00:00+08:00", "second"),
    ("2031.5.6 23:59", "2031-05-06T23:59+08:00", "minute"),
    ("2031年5月6日 12:00", "2031-05-06T12:00+08:00", "minute"),
    ("5/6/2031 21:30:00", "2031-05-06T21:30+08:00", "second"),
    ("13/5/2031 21:30", "2031-05-13T21:30+08:00", "minute"),
    ("6-5-2031 21:30", "2031-05-06T21:30+08:00", "minute"),
    ("2031-5-6 12:00 AM", "2031-05-06T00:00+08:00", "minute"),
    ("2031-5-6 12:05 PM", "2031-05-06T12:05+08:00", "minute"),
    ("2031-5-6 03:15 PM", "2031-05-06T15:15+08:00", "minute"),
    ("2031-5-6 03:15:09 am", "2031-05-06T03:15:09+08:00", "second"),
    ("2031-5-6 下午 3:15", "2031-05-06T15:15+08:00", "minute"),
    ("2031-5-6\xa003:15", "2031-05-06T03:15+08:00", "minute"),
]


@pytest.mark.parametrize(("text", "told", "precision"), ABSOLUTE)
def test_absolute_times(text: str, told: str, precision: str) -> None:
    found = Calendar(now=NOW).read(text)
    assert found is not None
    assert (found.at, found.precision, found.rough) == (at(told), precision, False)


AGES = [
    ("刚刚", "2031-05-06T21:40+08:00", True),
    ("59\xa0秒前", "2031-05-06T21:39:01+08:00", True),
    ("15\xa0分钟前", "2031-05-06T21:25+08:00", True),
    ("半小时前", "2031-05-06T21:10+08:00", True),
    ("8\xa0小时前", "2031-05-06T13:40+08:00", True),
    ("今天 13:48", "2031-05-06T13:48+08:00", False),
    ("昨天\xa021:29", "2031-05-05T21:29+08:00", False),
    ("昨天 09:05 PM", "2031-05-05T21:05+08:00", False),
    ("前天\xa000:01", "2031-05-04T00:01+08:00", False),
    ("3\xa0天前\xa010:00", "2031-05-03T10:00+08:00", False),
    ("7\xa0天前", "2031-04-29T00:00+08:00", True),
]


@pytest.mark.parametrize(("text", "told", "rough"), AGES)
def test_ages_from_the_boards_clock(text: str, told: str, rough: bool) -> None:
    found = Calendar(now=NOW).read(text)
    assert found is not None
    assert (found.at, found.precision, found.rough) == (at(told), "minute", rough)


def test_title_prevails_over_the_age() -> None:
    found = Calendar(now=NOW).read("1\xa0小时前", title="2031-5-6 20:39:58")
    assert found is not None
    assert (found.at, found.precision, found.rough) == (at("2031-05-06T20:39:58+08:00"), "second", False)


def test_a_broken_title_falls_back_to_the_text() -> None:
    found = Calendar(now=NOW).read("2031-5-6 20:39", title="2031-13-45 20:39:58")
    assert found is not None
    assert found.at == at("2031-05-06T20:39+08:00")


@pytest.mark.parametrize(("zone", "told"), [(0, "2031-05-06T09:30+00:00"), (-300, "2031-05-06T09:30-05:00"),
                                            (330, "2031-05-06T09:30+05:30"), (480, "2031-05-06T09:30+08:00")])  # fmt: skip
def test_the_readers_zone(zone: int, told: str) -> None:
    found = Calendar(now=NOW, zone_minutes=zone).read("2031-5-6 09:30")
    assert found is not None
    assert found.at == at(told)


def test_midnight_of_the_reader_divides_today_from_yesterday() -> None:
    just_after = datetime(2031, 5, 6, 16, 1, tzinfo=UTC)  # 00:01 of the 7th at the board
    found = Calendar(now=just_after).read("昨天 23:59")
    assert found is not None
    assert found.at == at("2031-05-06T23:59+08:00")


@pytest.mark.parametrize(
    ("samples", "text", "told"),
    [
        (["14/4/2031 10:00"], "5/6/2031 09:30", "2031-06-05T09:30+08:00"),
        (["4/14/2031 10:00"], "5/6/2031 09:30", "2031-05-06T09:30+08:00"),
        (["30-4-2031 10:00"], "6-5-2031 09:30", "2031-05-06T09:30+08:00"),
        (
            ["5-6-2031 09:30"],
            "5-6-2031 09:30",
            "2031-05-06T09:30+08:00",
        ),  # the other reading lies ahead of us
        (["6/5/2031 09:30"], "6/5/2031 09:30", "2031-05-06T09:30+08:00"),
    ],
)
def test_one_clear_date_settles_the_order_of_all(samples: list[str], text: str, told: str) -> None:
    calendar = Calendar.of(samples, now=NOW, zone_minutes=480)
    found = calendar.read(text)
    assert found is not None
    assert found.at == at(told)


@pytest.mark.parametrize(
    "text",
    ["", "发表于 ", "2031-2-30 10:00", "99999999 天前", "2031-5-6 25:61", "1/2/3 10:00", "来自 #", "١٢:٣٠"],
)
def test_what_is_no_time_is_none(text: str) -> None:
    assert Calendar(now=NOW).read(text) is None


def test_ages_without_any_clock_are_none() -> None:
    assert Calendar().read("3 分钟前") is None
