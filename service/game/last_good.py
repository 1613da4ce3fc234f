"""The last good files of a game, as they were written: kept beside its record, for the next start of the judge."""

from __future__ import annotations

from service.clock import Clock
from service.store import Store


class LastGood:
    """The text of a game's files when they last were valid. Without a clock it is only looked at."""

    def __init__(self, store: Store, key: str, clock: Clock | None = None) -> None:
        self._store = store
        self._scope = f"files:{key}"[:100]
        self._clock = clock
        self._known: dict[str, bytes] = {}

    def load(self, name: str) -> bytes | None:
        """The last good text of a file; None if it never was taken over."""
        with self._store.reading() as tx:
            text: str | None = tx.fact(self._scope, name)
        return None if text is None else text.encode()

    def keep(self, name: str, raw: bytes) -> None:
        """Keep a text that was taken over; one that is kept already costs nothing."""
        if self._clock is None or self._known.get(name) == raw:
            return
        if raw or self.load(name) is not None:
            with self._store.transaction() as tx:
                tx.keep_fact(self._scope, name, raw.decode(), self._clock.now())
        self._known[name] = raw
