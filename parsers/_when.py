"""Times of lists, private messages and footers: what the page says, in the reader's zone, to aware UTC."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta

_CLOCK = r"(\d{1,2}):(\d{2})(?::(\d{2}))?(?:\s*([AP]M))?"
_DATE = re.compile(rf"(\d{{1,4}})([-/.])(\d{{1,2}})\2(\d{{1,4}})(?:\s+{_CLOCK})?")
_DAY = re.compile(rf"(今天|昨天|前天|(\d+)\s*天前)\s*{_CLOCK}")
_AGO = re.compile(r"(\d+)\s*(秒|分钟|小时)前")
_UNIT = {"秒": 1, "分钟": 60, "小时": 3600}


def board_time(text: str, now: datetime | None, zone_minutes: int | None) -> datetime | None:
    """The instant that a board's words name, or None; words of age need `now`. Zone: east positive."""
    text = text.replace("\xa0", " ").strip()
    zone = timedelta(minutes=480 if zone_minutes is None else zone_minutes)
    local = None if now is None else now.astimezone(UTC).replace(tzinfo=None) + zone
    try:
        naive = _absolute(text) or (_relative(text, local) if local else None)
        return None if naive is None else (naive - zone).replace(tzinfo=UTC)
    except (ValueError, OverflowError):
        return None


def _absolute(text: str) -> datetime | None:
    found = _DATE.search(text)
    if not found:
        return None
    a, sign, b, c = int(found[1]), found[2], int(found[3]), int(found[4])
    year_last = len(found[1]) != 4
    # with the year last the boards offer d-m-Y and m/d/Y
    day = date(c, b, a) if year_last and sign != "/" else date(c, a, b) if year_last else date(a, b, c)
    return _at(day, found[5], found[6], found[7], found[8])


def _relative(text: str, local: datetime) -> datetime | None:
    if found := _DAY.search(text):
        days = {"今天": 0, "昨天": 1, "前天": 2}.get(found[1]) if found[2] is None else int(found[2])
        return _at(local.date() - timedelta(days=days or 0), found[3], found[4], found[5], found[6])
    if found := _AGO.search(text):
        return local - timedelta(seconds=int(found[1]) * _UNIT[found[2]])
    if "半小时前" in text:
        return local - timedelta(minutes=30)
    return local if "刚刚" in text else None


def _at(day: date, hour: str | None, minute: str | None, second: str | None, half: str | None) -> datetime:
    hours = int(hour or 0)
    if half:
        hours = hours % 12 + (12 if half == "PM" else 0)
    return datetime(day.year, day.month, day.day, hours, int(minute or 0), int(second or 0))  # noqa: DTZ001
