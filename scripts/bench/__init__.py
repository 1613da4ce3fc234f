"""What the program costs, each figure against its floor in the same run. One file a part, each with `figures()`."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of the table: a value, the floor that it is held against, and value over floor."""

    name: str
    value: float
    unit: str
    floor: float | None = None

    @property
    def ratio(self) -> float | None:
        """Value over floor."""
        return self.value / self.floor if self.floor else None


def best_of(jobs: Mapping[str, Callable[[], object]], rounds: int = 9) -> dict[str, float]:
    """Seconds of processor time that each job takes at its best; the jobs take turns, so that all fare alike."""
    best = dict.fromkeys(jobs, float("inf"))
    for _ in range(rounds):
        for name, job in jobs.items():
            began = time.process_time()
            job()
            best[name] = min(best[name], time.process_time() - began)
    return best
