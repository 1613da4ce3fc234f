"""The course of a game (rules' flow, steps 04 … 21): which step comes next, and when it falls due.

Steps have keys: `setup`, `night0.open`, `night0.close`, `dayN.open`, `dayN.close`, `dayN.result`,
`nightN.W.open`, `nightN.W.close`, `nightN.settle`, `end`. They are taken in this order, each once; after an
outage all that fell due are taken one after another, by their own times.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from engine.state import Phase, Window
from service.files.gamemodel import LAST_DAY
from service.files.overrides import Override
from service.game.calendar import Calendar, skip_fact
from service.game.record import Record

LATE = timedelta(minutes=5)
"""A step that is taken later than this after it was due says so (A-12)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Due:
    """The next step. `at` is None while its instant depends on something that has not happened yet."""

    step: str
    at: datetime | None
    day: int = 0
    window: Window | None = None

    def fell(self, now: datetime) -> bool:
        """Is it time?"""
        return self.at is not None and self.at <= now

    def late(self, now: datetime) -> bool:
        """Is it past time?"""
        return self.at is not None and now - self.at > LATE


def next_step(record: Record, calendar: Calendar, rulings: Sequence[Override], now: datetime) -> Due | None:
    """The first step that has not been taken; None when the game is over (or held by the director)."""
    if record.done("end") or held(rulings, now):
        return None
    first_day = int(record.data("setup").get("first_day", 0))
    state = record.state
    if state is not None and state.phase is Phase.OVER:
        return _hurried(record, Due(step="end", at=_end_at(record, calendar, state.day), day=state.day))
    for due in _course(record, calendar, first_day):
        if not record.done(due.step):
            return _hurried(record, due)
    return None


def _hurried(record: Record, due: Due) -> Due:
    """The director's `skip` ends the wait for a step; after the hunter's window the night is settled at once."""
    steps = [due.step]
    if due.step.endswith(".settle"):
        steps.append(due.step.replace(".settle", f".{Window.HUNTER.value}.close"))
    told = [datetime.fromisoformat(str(at)) for s in steps if (at := record.facts.get(skip_fact(s)))]
    return due if due.at is None else replace(due, at=min([due.at, *told]))


def held(rulings: Sequence[Override], now: datetime) -> bool:
    """Does the director hold the game (`phase` hold, `pause`)?"""
    stopped = False
    for ruling in rulings:
        if ruling.at is not None and ruling.at > now:
            continue
        if ruling.kind == "pause" or (ruling.kind == "phase" and ruling.keys.get("action") == "hold"):
            stopped = True
        if ruling.kind == "resume" or (
            ruling.kind == "phase" and ruling.keys.get("action") in {"go", "skip"}
        ):
            stopped = False
    return stopped


def _course(record: Record, calendar: Calendar, first_day: int) -> Iterator[Due]:
    yield Due(step="setup", at=datetime.min.replace(tzinfo=calendar.utc))
    if first_day == 0:
        yield Due(step="night0.open", at=calendar.night0_open)
        yield Due(step="night0.close", at=calendar.night0_close)
    for n in range(max(first_day, 1), LAST_DAY):
        yield Due(step=f"day{n}.open", at=calendar.open(n), day=n)
        yield Due(step=f"day{n}.close", at=calendar.close(n), day=n)
        yield Due(step=f"day{n}.result", at=_result_at(record, n), day=n)
        windows = calendar.windows(n, record)
        for window in Window:
            times = windows.get(window)
            opens, closes = times or (None, None)
            yield Due(step=f"night{n}.{window.value}.open", at=opens, day=n, window=window)
            yield Due(step=f"night{n}.{window.value}.close", at=closes, day=n, window=window)
        last = windows.get(Window.HUNTER)
        yield Due(step=f"night{n}.settle", at=last[1] if last else None, day=n)


def _result_at(record: Record, n: int) -> datetime | None:
    close = record.steps.get(f"day{n}.close")
    if close is None:
        return None
    until = close.data.get("until")
    if close.data.get("ask") and until and not close.data.get("answered"):
        return datetime.fromisoformat(str(until))
    return close.at


def _end_at(record: Record, calendar: Calendar, n: int) -> datetime:
    """A-82: a win found in the night is published at the opening, unless the game says at once."""
    state = record.game_state()
    ruled = any(
        getattr(one.event, "cause", None) == "director" for one in record.log if one.event.kind == "won"
    )
    if ruled or state.rules.publish_win == "immediately":
        return datetime.min.replace(tzinfo=calendar.utc)
    return calendar.open(n)
