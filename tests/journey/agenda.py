"""What the members mean to do, and when."""

from __future__ import annotations

import heapq
from collections.abc import Callable
from datetime import datetime
from itertools import count


class Agenda:
    """Deeds in the order of their time; those of one instant in the order of planning."""

    def __init__(self) -> None:
        self._heap: list[tuple[datetime, int, Callable[[], None]]] = []
        self._number = count()

    def at(self, instant: datetime, deed: Callable[[], None]) -> None:
        """Plan a deed."""
        heapq.heappush(self._heap, (instant, next(self._number), deed))

    def next(self) -> datetime | None:
        """When the next deed is due."""
        return self._heap[0][0] if self._heap else None

    def run_due(self, now: datetime) -> int:
        """Do everything that is due; how much it was."""
        done = 0
        while self._heap and self._heap[0][0] <= now:
            heapq.heappop(self._heap)[2]()
            done += 1
        return done
