"""Politeness: a least gap between two requests, with jitter, by an injected clock."""

from __future__ import annotations

import random

from service.clock import Clock


class Pacer:
    """Waits before a request until `gap` seconds (plus up to `jitter`) have passed since the last one."""

    def __init__(self, clock: Clock, gap: float, jitter: float, chance: random.Random | None = None) -> None:
        self._clock = clock
        self._gap = gap
        self._jitter = jitter
        self._chance = chance or random.Random()  # noqa: S311 - nothing secret hangs on it
        self._free_at = 0.0

    def wait(self) -> None:
        """Sleep as long as politeness asks."""
        missing = self._free_at - self._clock.monotonic()
        if missing > 0:
            self._clock.sleep(missing)

    def done(self) -> None:
        """A request has just ended."""
        if self._gap > 0 or self._jitter > 0:
            self._free_at = self._clock.monotonic() + self._gap + self._chance.uniform(0, self._jitter)
