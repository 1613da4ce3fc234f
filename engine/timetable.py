"""When everything happens: pure functions of a game's settings, in aware UTC (R-015 … R-021; A-10 … A-16).

The shell gives the zone and, as `notices`, when each count notice really went out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta, tzinfo

from engine.readings import LAST_NIGHT, NOTICE_GRACE_MINUTES, QUARTER_MINUTES
from engine.state import Window

WINDOWS = tuple(Window)


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """A half-open stretch of time, [opens, closes)."""

    opens: datetime
    closes: datetime

    def __contains__(self, at: datetime) -> bool:
        return self.opens <= at < self.closes


@dataclass(frozen=True, slots=True, kw_only=True)
class Timetable:
    """A game's clock. Times of day are the zone's; instants that are given prevail over the rule.

    `opens`, `closes`: explicit instants by day (day 0 is night 0). `windows`: explicit starts by (night, window).
    `notices`: when the count notice of a day went out (A-12).
    """

    start: date
    zone: tzinfo
    day_open: time = time(9, 30)
    day_close: time = time(21, 30)
    day_span_days: int = 1
    night0_minutes: float = 60
    night_window_minutes: float = 15
    night_tail: str = "hold_until_open"
    holidays: frozenset[date] = frozenset()
    opens: Mapping[int, datetime] = field(default_factory=dict)
    closes: Mapping[int, datetime] = field(default_factory=dict)
    windows: Mapping[tuple[int, Window], datetime] = field(default_factory=dict)
    notices: Mapping[int, datetime] = field(default_factory=dict)

    def day(self, n: int) -> Span:
        """Day n, n ≥ 1: from its opening to its close."""
        opens = self._opening(n)
        return Span(opens=opens, closes=self._close(n, opens))

    def night0(self) -> Span:
        """Night 0: on the eve of day 1, from the hour at which days close (A-13)."""
        first = self.day(1).opens
        eve = first.astimezone(self.zone).date() - timedelta(days=1)
        opens = self.opens[0] if 0 in self.opens else self._at(eve, self.day_close)
        closes = self.closes.get(0, opens + timedelta(minutes=self.night0_minutes))
        return Span(opens=opens, closes=min(closes, max(first, opens)))

    def night(self, n: int) -> dict[Window, Span]:
        """The windows of night n, n ≥ 1, one after another; explicit starts move those that follow too."""
        length = timedelta(minutes=self.night_window_minutes)
        starts = self.windows.get((n, WINDOWS[0]), self._night_start(n))
        plan: dict[Window, Span] = {}
        for window, after in zip(WINDOWS, (*WINDOWS[1:], None), strict=True):
            ends = starts + length
            if after is not None and (n, after) in self.windows:
                ends = max(self.windows[n, after], starts)
            plan[window] = Span(opens=starts, closes=ends)
            starts = ends
        return plan

    def night_ends(self, n: int) -> datetime:
        """The instant of steps 16 and 17."""
        return self.night(n)[WINDOWS[-1]].closes

    def mute_ends(self, n: int, hours: float) -> datetime:
        """Until when the fainted are silent on day n: from the opening, never from the notice (A-14)."""
        return self.day(n).opens + timedelta(hours=hours)

    def last_instant(self) -> datetime:
        """When the longest possible game is over."""
        return self.night_ends(LAST_NIGHT)

    def _night_start(self, n: int) -> datetime:
        """A-12: the close, or for a late notice the next quarter of an hour.

        A game in quick time, with windows shorter than a quarter, has grace and steps that are as much shorter.
        """
        close = self.day(n).closes
        notice = self.notices.get(n, close)
        scale = min(1.0, self.night_window_minutes / QUARTER_MINUTES)
        if notice <= close + timedelta(minutes=NOTICE_GRACE_MINUTES * scale):
            return close
        step = timedelta(minutes=QUARTER_MINUTES * scale)
        midnight = datetime.combine(notice.astimezone(self.zone).date(), time(), self.zone).astimezone(UTC)
        steps = -((midnight - notice) // step)
        return midnight + steps * step

    def _opening(self, n: int) -> datetime:
        if n == 1:
            return self.opens[1] if 1 in self.opens else self._at(self._working(self.start), self.day_open)
        night_ends = self.night_ends(n - 1)
        if n in self.opens:
            return max(self.opens[n], night_ends)
        if self.night_tail == "open_immediately":
            return night_ends
        before = self.day(n - 1)
        morning = before.closes.astimezone(self.zone).date()
        if self._at(morning, self.day_open) < before.closes:
            morning += timedelta(days=1)
        return max(self._at(self._working(morning), self.day_open), night_ends)

    def _close(self, n: int, opens: datetime) -> datetime:
        if n in self.closes:
            return max(self.closes[n], opens)
        days = timedelta(days=self.day_span_days)
        closes = self._at(self._working(opens.astimezone(self.zone).date() + days), self.day_close)
        while closes <= opens:
            closes = self._at(
                self._working(closes.astimezone(self.zone).date() + timedelta(days=1)), self.day_close
            )
        return closes

    def _at(self, on: date, clock: time) -> datetime:
        return datetime.combine(on, clock, self.zone).astimezone(UTC)

    def _working(self, on: date) -> date:
        """The date itself, or the next that is no holiday (R-020)."""
        while on in self.holidays:
            on += timedelta(days=1)
        return on
