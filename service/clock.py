"""Time, injected: everything else asks a clock and never the system."""

from __future__ import annotations

import threading
import time
from datetime import UTC, datetime, timedelta
from typing import Protocol


class Clock(Protocol):
    """What the shell may ask of time."""

    def now(self) -> datetime:
        """The present, aware UTC."""
        ...

    def monotonic(self) -> float:
        """Seconds that never run backwards."""
        ...

    def sleep(self, seconds: float) -> None:
        """Wait."""
        ...


class SystemClock:
    """The machine's clock."""

    def now(self) -> datetime:
        """The present, aware UTC."""
        return datetime.now(UTC)

    def monotonic(self) -> float:
        """Seconds that never run backwards."""
        return time.monotonic()

    def sleep(self, seconds: float) -> None:
        """Wait really."""
        time.sleep(seconds)


class SteppedClock:
    """A clock that stands still until it is moved; sleeping moves it. Shared by board, members and judge."""

    def __init__(self, start: datetime) -> None:
        self._now = start.astimezone(UTC)
        self._origin = self._now
        self._lock = threading.Lock()

    def now(self) -> datetime:
        """Where the clock stands."""
        with self._lock:
            return self._now

    def monotonic(self) -> float:
        """Seconds since the clock was made."""
        with self._lock:
            return (self._now - self._origin).total_seconds()

    def sleep(self, seconds: float) -> None:
        """Move forward by so many seconds, at once."""
        self.move_to(self.now() + timedelta(seconds=seconds))

    def move_to(self, instant: datetime) -> None:
        """Jump forward to an instant; never backwards."""
        with self._lock:
            self._now = max(self._now, instant.astimezone(UTC))


class BoardClock:
    """The board's own time: all deadlines are judged by it. `skew` is the board's clock minus ours."""

    TOLERANCE = 2.0  # seconds: a Date header has no fractions, and the answer was under way

    def __init__(self, base: Clock) -> None:
        self._base = base
        self.skew = timedelta(0)

    def measure(self, skew_seconds: float | None) -> None:
        """Take over what the board's answers told; small differences are noise."""
        if skew_seconds is not None:
            self.skew = timedelta(seconds=skew_seconds if abs(skew_seconds) > self.TOLERANCE else 0)

    def now(self) -> datetime:
        """The board's present, aware UTC."""
        return self._base.now() + self.skew

    def ours(self, board_time: datetime) -> datetime:
        """When the machine's clock shows what the board's clock shows at `board_time`."""
        return board_time - self.skew

    def monotonic(self) -> float:
        """Seconds that never run backwards."""
        return self._base.monotonic()

    def sleep(self, seconds: float) -> None:
        """Wait."""
        self._base.sleep(seconds)
