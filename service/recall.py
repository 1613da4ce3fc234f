"""What a later state of this database may have said already.

A database can be older than the board: a backup was put back, a replica lagged, a machine was rolled back. Such a
judge does again what it did in the time that it forgot, under the same marks. So after each start, what is to be
said is looked for on the board first, back to the last thing that the database knows of, until the game has caught
up with the time of the start. It costs one more look a notice, and asks nobody to say that something was put back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from typing import Any

from service.store import Notice, NoticeState, Store

DOUBT = "doubt"
"""The scope of the facts that outlive a restart in the middle of it, and the key in a notice's data."""

LONG_ENOUGH = timedelta(hours=2)
"""What is found late (an edit at the hourly look) is told within this time."""


class Recall:
    """Marks the notices that may have been said before the database was put back."""

    def __init__(self, store: Store, started: datetime, known_until: datetime | None) -> None:
        """`known_until`: the last sign of life in the database at the start; None: there is none."""
        self._store = store
        self._started = started
        self._known_until = known_until
        self._since: dict[str, str | None] = {}
        self._seen: set[str] = set()

    def mark(self, games: Iterable[str], behind: Callable[[str, datetime], bool], now: datetime) -> None:
        """Mark what is to be said in games that may have forgotten something; let go of those that caught up.

        `behind(game, instant)`: is there a step that fell due before the instant and was not taken?
        """
        for game in games:
            if game not in self._seen:
                self._seen.add(game)
                self._begin(game, now)
            if game not in self._since:
                continue
            self._mark(game)
            if now - self._started > LONG_ENOUGH and not behind(game, self._started):
                del self._since[game]
                with self._store.transaction() as tx:
                    tx.keep_fact(DOUBT, game, value=None, at=now)

    def _begin(self, game: str, now: datetime) -> None:
        with self._store.reading() as tx:
            if tx.secret(game) is None:
                return  # set up from here on: its marks are new to the board
            begun = tx.fact(DOUBT, game)
        if begun is None:
            begun = {"since": self._known_until.isoformat() if self._known_until else None}
            with self._store.transaction() as tx:
                tx.keep_fact(DOUBT, game, begun, now)
        self._since[game] = begun["since"]

    def _mark(self, game: str) -> None:
        unsaid = (NoticeState.READY, NoticeState.HELD)
        with self._store.reading() as tx:
            if all(DOUBT in notice.data for notice in tx.notices(game, unsaid)):
                return
        with self._store.transaction() as tx:
            for notice in tx.notices(game, unsaid):
                if DOUBT not in notice.data:
                    assert notice.id is not None
                    doubt = {"since": self._since[game], "attempts": notice.attempts}
                    tx.change_notice(notice.id, data={**notice.data, DOUBT: doubt})


def doubtful(notice: Notice) -> bool:
    """Must it be looked for before it is said for the first time?"""
    doubt: dict[str, Any] | None = notice.data.get(DOUBT)
    return doubt is not None and doubt["attempts"] == notice.attempts


def earliest(notice: Notice) -> datetime | None:
    """Since when it may stand on the board; None: since ever."""
    doubt: dict[str, Any] | None = notice.data.get(DOUBT)
    if doubt is None:
        return notice.created_at
    since = datetime.fromisoformat(doubt["since"]) if doubt["since"] else None
    return min(since, notice.created_at) if since and notice.created_at else None
