"""How boards print times. All formats are without leading zeros in month and day: `2026-3-2 09:30`."""

from __future__ import annotations

from datetime import datetime, timedelta

_DAY = timedelta(days=1)


def stamp(at: datetime, zone: timedelta, *, seconds: bool = False) -> str:
    """An absolute time in a zone, to the minute or the second."""
    local = at + zone
    clock = f"{local:%H:%M:%S}" if seconds else f"{local:%H:%M}"
    return f"{local.year}-{local.month}-{local.day} {clock}"


def day(at: datetime, zone: timedelta) -> str:
    """A date in a zone."""
    local = at + zone
    return f"{local.year}-{local.month}-{local.day}"


def human(at: datetime, now: datetime, zone: timedelta, *, clock_for_days: bool = False) -> str | None:
    """The relative words of `at` seen at `now` with `&nbsp;` in them, or None where boards print it absolute.

    `clock_for_days`: 7.x adds the time of day to `3 天前`.
    """
    here = now + zone
    midnight = here.replace(hour=0, minute=0, second=0, microsecond=0)
    local = at + zone
    clock = f"{local:%H:%M}"
    if local >= midnight:
        age = int(now.timestamp()) - int(at.timestamp())
        if age < 0:
            return None
        for limit, size, unit in ((3600, 3600, "小时前"), (1800, 0, "半小时前"), (60, 60, "分钟前")):
            if age > limit:
                return f"{age // size}&nbsp;{unit}" if size else unit
        return f"{age}&nbsp;秒前" if age else "刚刚"
    days = (midnight - local - timedelta(microseconds=1)) // _DAY
    if days >= 7:
        return None
    if days < 2:
        return f"{'昨天' if days == 0 else '前天'}&nbsp;{clock}"
    return f"{days + 1}&nbsp;天前" + (f"&nbsp;{clock}" if clock_for_days else "")


def spanned(
    at: datetime,
    now: datetime,
    zone: timedelta,
    *,
    seconds: bool,
    convert: bool = True,
    clock_for_days: bool = False,
    title: str | None = None,
) -> str:
    """A time as HTML: relative words in a span titled with the absolute time, else the absolute time alone."""
    absolute = stamp(at, zone, seconds=seconds and convert)
    words = human(at, now, zone, clock_for_days=clock_for_days) if convert else None
    return f'<span title="{title or absolute}">{words}</span>' if words else absolute
