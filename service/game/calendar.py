"""A game's calendar: the engine's timetable, filled from the game's file, the director's rulings and what was printed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta, tzinfo

from engine.readings import NOTICE_GRACE_MINUTES, QUARTER_MINUTES
from engine.state import Window
from engine.timetable import Span, Timetable
from service.files.gamefile_timetable import timetable
from service.files.gamemodel import LAST_DAY, GameFile
from service.files.overrides import Override
from service.game.players import in_force
from service.game.record import Record

WINDOW_NAMES = {
    Window.GUARD: "夜晚1",
    Window.PIPER: "夜晚2",
    Window.HUNT: "夜晚3、4、5",
    Window.WITCH: "夜晚6",
    Window.HUNTER: "猎人",
}


def printed_fact(n: int) -> str:
    """The name of the fact that holds the windows of night n as they were printed."""
    return f"printed.{n}"


def skip_fact(step: str) -> str:
    """The name of the fact that holds when the wait for a step was ended by the director (`phase`, `skip`)."""
    return f"skipped.{step}"


def skipped(facts: Mapping[str, object]) -> list[tuple[str, datetime]]:
    """Steps of days and nights that came early, and when."""
    head = skip_fact("")
    found = [(name.removeprefix(head), str(at)) for name, at in facts.items() if name.startswith(head)]
    timed = [(step, at) for step, at in sorted(found) if step != "end" and not step.endswith(".result")]
    return [(step, datetime.fromisoformat(at)) for step, at in timed]


@dataclass(frozen=True, slots=True, kw_only=True)
class Calendar:
    """Every instant of a game, aware UTC."""

    table: Timetable
    utc: tzinfo = UTC

    @property
    def night0_open(self) -> datetime:
        """When night 0 begins."""
        return self.table.night0().opens

    @property
    def night0_close(self) -> datetime:
        """When night 0 ends."""
        return self.table.night0().closes

    def open(self, n: int) -> datetime:
        """When day n opens."""
        return self.table.day(n).opens

    def close(self, n: int) -> datetime:
        """When day n's vote closes."""
        return self.table.day(n).closes

    def mute_ends(self, n: int, hours: float) -> datetime:
        """Until when the fainted are silent (A-14)."""
        return self.table.mute_ends(n, hours)

    def windows(self, n: int, record: Record) -> dict[Window, tuple[datetime, datetime]]:
        """The windows of night n as they were printed; empty before (A-12: what was printed binds)."""
        if printed_fact(n) not in record.facts:
            return {}
        return {window: (span.opens, span.closes) for window, span in self.table.night(n).items()}

    def windows_if_printed(self, n: int, at: datetime) -> dict[Window, Span]:
        """The windows that a count notice which goes out at `at` has to print (A-12)."""
        notices = {**self.table.notices, n: at}
        windows = dict(self.table.windows)
        first = windows.get((n, Window.GUARD))
        # As in the engine: a game in quick time has a grace that is as much shorter.
        scale = min(1.0, self.table.night_window_minutes / QUARTER_MINUTES)
        if first is not None and at > first + timedelta(minutes=NOTICE_GRACE_MINUTES * scale):
            # Explicit starts that have passed cannot be kept; the quarter of an hour decides.
            windows = {key: start for key, start in windows.items() if key[0] != n}
        return replace(self.table, notices=notices, windows=windows).night(n)


def build_calendar(
    game: GameFile, rulings: Sequence[Override], facts: Mapping[str, object], zone: tzinfo, now: datetime
) -> Calendar:
    """The calendar as it stands now."""
    table = timetable(game.timetable, zone)
    opens, closes, windows = dict(table.opens), dict(table.closes), dict(table.windows)
    moved: dict[tuple[int, Window], datetime] = {}
    for night in range(1, LAST_DAY):
        printed = facts.get(printed_fact(night))
        if isinstance(printed, Mapping):
            for window in Window:
                windows[night, window] = datetime.fromisoformat(str(printed[window.value]))
    for ruling in rulings:
        if ruling.kind != "time" or not in_force(ruling, now):
            continue
        n, value = ruling.keys.get("n"), ruling.keys.get("value")
        if not isinstance(n, int) or not isinstance(value, datetime):
            continue
        match ruling.keys.get("what"):
            case "open":
                opens[n] = value
            case "close":
                closes[n] = value
            case _:
                which = ruling.keys.get("window")
                assert isinstance(which, int)
                moved[n, tuple(Window)[which - 1]] = value
    for step, at in skipped(facts):
        head, *rest, last = step.split(".")
        n = int(head.lstrip("daynight"))
        if not rest:
            (opens if last == "open" else closes)[n] = at
        else:  # a window that ends early lets the next begin; the last one ends by the course alone
            place = tuple(Window).index(Window(rest[0])) + (last == "close")
            if place < len(Window):
                moved[n, tuple(Window)[place]] = at
    windows = _moved(windows, moved)
    return Calendar(table=replace(table, opens=opens, closes=closes, windows=windows))


def _moved(
    starts: Mapping[tuple[int, Window], datetime], moved: Mapping[tuple[int, Window], datetime]
) -> dict[tuple[int, Window], datetime]:
    """Starts of windows after rulings: the windows behind one that was moved follow it, none loses its time."""
    order = tuple(Window)
    first = {night: min(order.index(w) for n, w in moved if n == night) for night, _ in moved}
    kept = {
        (night, window): start
        for (night, window), start in starts.items()
        if night not in first or order.index(window) < first[night]
    }
    return {**kept, **moved}
