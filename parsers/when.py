"""Times as a board words them: to aware UTC, with what is known of their precision.

The text depends on the reader's settings (format, 12 or 24 hours, zone); the footer of the same page tells the
zone and shows the format. Words of age (`3 分钟前`) are read from the board's own clock.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Literal

Precision = Literal["second", "minute"]
DateOrder = Literal["dmy", "mdy"]

_CLOCK = r"(上午|下午)?\s*(\d{1,2}):(\d{2})(?::(\d{2}))?\s*([AaPp][Mm]|上午|下午)?"
_DATE = re.compile(
    r"(?<!\d)(\d{1,4})\s?([-/.年])\s?(\d{1,2})\s?([-/.月])\s?(\d{1,4})日?(?!\d)(?:\s*" + _CLOCK + ")?"
)
_DAY = re.compile(r"(?:(今天|昨天|前天)|(?<!\d)(\d{1,3})\s*天前)\s*(?:" + _CLOCK + ")?")
_AGO = re.compile(r"(?<!\d)(\d{1,3})\s*(秒|分[钟鐘]|小[时時])前")
_UNIT = {"秒": 1, "分": 60, "小": 3600}
_DAYS = {"今天": 0, "昨天": 1, "前天": 2}
_BOARD_ZONE = 480
"""Minutes east: where the page does not tell its zone, it is a board in China."""


@dataclass(frozen=True, slots=True)
class When:
    """An instant. `rough`: only known to the minute, hour or day of its age."""

    at: datetime
    precision: Precision
    rough: bool = False


@dataclass(frozen=True, slots=True)
class Calendar:
    """How one page writes its times: the board's clock (aware, or None), its zone, the order of short dates."""

    now: datetime | None = None
    zone_minutes: int = _BOARD_ZONE
    order: DateOrder | None = None

    @classmethod
    def of(
        cls,
        samples: Iterable[str],
        *,
        now: datetime | None,
        zone_minutes: int | None,
        clock: datetime | None = None,
        foot: str = "",
    ) -> Calendar:
        """From the page's own dates: one that can only be read one way settles the order for all.

        `now` is the foot's time and `foot` its words, read again once the order is known; `clock` is ours, used
        where the page shows none.
        """
        zone = _BOARD_ZONE if zone_minutes is None else zone_minutes
        order = _order([*samples, foot], clock or now, zone)
        if order is not None and (again := cls(zone_minutes=zone, order=order).read(foot)):
            now = again.at
        return cls(now=now or clock, zone_minutes=zone, order=order)

    def read(self, text: str, title: str | None = None) -> When | None:
        """The instant that `text` names, or None. A `title` (the absolute time beside words of age) prevails."""
        for words in (title, text):
            if words:
                try:
                    if found := self._absolute(words) or self._aged(words):
                        return found
                except (ValueError, OverflowError):
                    continue
        return None

    def _utc(self, local: datetime) -> datetime:
        return (local - timedelta(minutes=self.zone_minutes)).replace(tzinfo=UTC)

    def _absolute(self, text: str) -> When | None:
        found = _DATE.search(text)
        if not found:
            return None
        local = _at(_day(found, self.order), found.groups()[5:])
        return When(self._utc(local), "second" if found[9] else "minute", rough=found[7] is None)

    def _aged(self, text: str) -> When | None:
        if self.now is None:
            return None
        zone = timedelta(minutes=self.zone_minutes)
        local = self.now.astimezone(UTC).replace(tzinfo=None) + zone
        if found := _DAY.search(text):
            days = _DAYS[found[1]] if found[1] else int(found[2])
            at = _at(local.date() - timedelta(days=days), found.groups()[2:])
            return When(self._utc(at), "second" if found[6] else "minute", rough=found[5] is None)
        if found := _AGO.search(text):
            at = local - timedelta(seconds=int(found[1]) * _UNIT[found[2][0]])
            return When(self._utc(at), "minute", rough=True)
        if "半小时前" in text or "半小時前" in text:
            return When(self._utc(local - timedelta(minutes=30)), "minute", rough=True)
        return When(self._utc(local), "minute", rough=True) if "刚刚" in text or "剛剛" in text else None


def _day(found: re.Match[str], order: DateOrder | None) -> date:
    first, second, last = int(found[1]), int(found[3]), int(found[5])
    if len(found[1]) > 2 or found[2] == "年":
        return date(first, second, last)
    if len(found[5]) < 3:  # two-digit years are no format of the boards
        raise ValueError(found[0])
    if first > 12:
        order = "dmy"
    elif second > 12:
        order = "mdy"
    elif order is None:  # the boards offer j-n-Y and n/j/Y
        order = "mdy" if found[2] == "/" else "dmy"
    return date(last, second, first) if order == "dmy" else date(last, first, second)


def _at(day: date, clock: tuple[str | None, ...]) -> datetime:
    before, hour, minute, second, after = clock
    hours = int(hour or 0)
    half = (before or after or "").lower()
    if half in {"pm", "下午"}:
        hours = hours % 12 + 12 if hours <= 12 else hours
    elif half in {"am", "上午"} and hours == 12:
        hours = 0
    return datetime(day.year, day.month, day.day, hours, int(minute or 0), int(second or 0))  # noqa: DTZ001


def _order(samples: Iterable[str], now: datetime | None, zone: int) -> DateOrder | None:
    """`dmy` or `mdy` where a date of the page can only be read that way, or only so lies before the present."""
    for sample in samples:
        found = _DATE.search(sample)
        if not found or len(found[1]) > 2 or len(found[5]) < 3:
            continue
        first, second = int(found[1]), int(found[3])
        if first > 12:
            return "dmy"
        if second > 12:
            return "mdy"
        if now is not None and first != second:
            today = (now.astimezone(UTC) + timedelta(minutes=zone)).date()
            try:
                day_first = date(int(found[5]), second, first) <= today
                month_first = date(int(found[5]), first, second) <= today
            except ValueError:
                continue
            if day_first != month_first:
                return "dmy" if day_first else "mdy"
    return None
