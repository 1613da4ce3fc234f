"""`[timetable]` of a game's file: the calendar's rule, holidays, and explicit instants (A-10 … A-16)."""

from __future__ import annotations

from datetime import date, datetime, timedelta, tzinfo

from engine.state import Window
from engine.timetable import Timetable
from service.files.gamemodel import LAST_DAY, NIGHT_TAILS, DayInstants, TimetableSection
from service.files.toml_table import Table
from service.files.toml_values import Unfit, choice, clock_time, day, in_utc, instant, listed, whole

WINDOWS = 5
"""Windows of a night: 守卫, 吹笛, 先知/狼人/白狼, 女巫, 猎人 (R-143 … R-147)."""


def read_timetable(table: Table, zone: tzinfo) -> TimetableSection:
    """The section; instants out of order are reported. `start` may be left out where day 1 is explicit."""
    default = TimetableSection(start=date(1970, 1, 1))
    days = _days(table, zone)
    first = next((d.open for d in days if d.n == 1 and d.open is not None), None)
    need = table.take if first is not None and "start" not in table else table.need
    start = need("start", day, default.start if first is None else first.date())
    section = TimetableSection(
        start=start,
        day_open=table.take("day_open", clock_time, default.day_open),
        day_close=table.take("day_close", clock_time, default.day_close),
        day_span_days=table.take("day_span_days", whole(0, 30), default.day_span_days),
        night0_minutes=table.take("night0_minutes", whole(1, 2880), default.night0_minutes),
        night_window_minutes=table.take("night_window_minutes", whole(1, 720), default.night_window_minutes),
        night_tail=table.take("night_tail", choice(*NIGHT_TAILS), default.night_tail),
        holidays=tuple(sorted(set(table.take("holidays", listed(day), ())))),
        days=days,
    )
    if section.day_span_days == 0 and section.day_close <= section.day_open:
        table.note("day_close", "day_span_days = 0 时，收帖的钟点必须晚于开帖的钟点")
    _report_short_night(table, section)
    table.close()
    return section


def timetable(section: TimetableSection, zone: tzinfo) -> Timetable:
    """The calendar that the file alone gives: no rulings, every count notice in time."""
    opens = {day.n: in_utc(day.open, zone) for day in section.days if day.open is not None}
    closes = {day.n: in_utc(day.close, zone) for day in section.days if day.close is not None}
    for explicit in section.days:
        if explicit.night0_open is not None:
            opens[0] = in_utc(explicit.night0_open, zone)
    return Timetable(
        start=section.start,
        zone=zone,
        day_open=section.day_open,
        day_close=section.day_close,
        day_span_days=section.day_span_days,
        night0_minutes=section.night0_minutes,
        night_window_minutes=section.night_window_minutes,
        night_tail=section.night_tail,
        holidays=frozenset(section.holidays),
        opens=opens,
        closes=closes,
        windows={
            (day.n, window): in_utc(start, zone)
            for day in section.days
            for window, start in zip(Window, day.windows, strict=False)
        },
    )


def _report_short_night(table: Table, section: TimetableSection) -> None:
    """The windows of a night must be over before the next opening by the rule."""
    night = timedelta(minutes=WINDOWS * section.night_window_minutes)
    close = datetime.combine(section.start, section.day_close)
    following = datetime.combine(section.start, section.day_open)
    while following <= close:
        following += timedelta(days=1)
    if section.night_tail == "hold_until_open" and close + night > following:
        table.note(
            "night_window_minutes",
            f"五个时段共 {WINDOWS * section.night_window_minutes} 分钟，收帖到次日开帖之间放不下，请改短",
        )


def _windows(value: object) -> tuple[datetime, ...]:
    found = listed(instant)(value)
    if len(found) != WINDOWS:
        raise Unfit(f"应写五个时段各自的开始时刻，现在有 {len(found)} 个")
    return found


def _days(table: Table, zone: tzinfo) -> tuple[DayInstants, ...]:
    found: dict[int, DayInstants] = {}
    for row in table.tables("day"):
        n = row.need("n", whole(1, LAST_DAY), 0, example="2")
        explicit = DayInstants(
            n=n,
            open=row.take("open", instant, None),
            close=row.take("close", instant, None),
            night0_open=row.take("night0_open", instant, None),
            windows=row.take("windows", _windows, ()),
        )
        row.close()
        if n in found:
            row.note("n", f"第 {n} 天写了两次，请并成一节")
        elif n:
            found[n] = explicit
        if not set(row.data) & {"open", "close", "night0_open", "windows"}:
            row.note(None, "这一节没有写任何时刻，请写 open、close 或 windows")
        if explicit.night0_open is not None and n != 1:
            row.note("night0_open", "第零夜的时刻只写在第 1 天（n = 1）的一节里")
        _report_order(row, explicit, zone)
    days = tuple(found[n] for n in sorted(found))
    _report_overlap(table, days, zone)
    return days


def _report_order(row: Table, explicit: DayInstants, zone: tzinfo) -> None:
    """Inside one day: night 0, opening, close, windows, each after the one before it."""
    steps = [("night0_open", explicit.night0_open), ("open", explicit.open), ("close", explicit.close)]
    steps += [("windows", one) for one in explicit.windows]
    before: datetime | None = None
    for key, one in steps:
        if one is None:
            continue
        if (
            before is not None
            and (at := in_utc(one, zone)) <= before
            and not (key == "windows" and at == before)
        ):
            row.note(key, "时刻的先后不对：应依次是 night0_open、open、close、windows（从早到晚）")
            return
        before = in_utc(one, zone)


def _report_overlap(table: Table, days: tuple[DayInstants, ...], zone: tzinfo) -> None:
    last: datetime | None = None
    for one in days:
        instants = [i for i in (one.night0_open, one.open, one.close, *one.windows) if i is not None]
        if not instants:
            continue
        if last is not None and in_utc(instants[0], zone) < last:
            table.note("day", f"第 {one.n} 天的时刻早于前一天的时刻，请核对日期")
            return
        last = in_utc(instants[-1], zone)
