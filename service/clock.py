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
