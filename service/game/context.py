"""What every step of a game works with, and what can be looked at without a board."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, tzinfo
from typing import Any

from engine.events import encode
from engine.game import Decision
from service.files.gamemodel import GameFile
from service.files.overrides import Override
from service.forum.api import Forum
from service.game.calendar import Calendar
from service.game.record import Record, scope
from service.game.say import Voice
from service.game.threads import fact_name, thread_of
from service.mailbox import Mailbox
from service.reading import ThreadReader
from service.store import Store, Tx


@dataclass(frozen=True, slots=True, kw_only=True)
class Papers:
    """One look at one game without its board: its files, what is recorded, the present."""

    game: GameFile
    rulings: tuple[Override, ...]
    record: Record
    calendar: Calendar
    store: Store
    board: str
    account: str
    zone: tzinfo
    now: datetime

    def thread(self, n: int, which: str) -> int | None:
        """The tid of a day's thread, if it is known."""
        return thread_of(self.game, self.rulings, self.record.facts, n, which, now=self.now)

    def result_place(self, tx: Tx, n: int) -> str:
        """Where a count is published so that everybody can read it (R-022): not where replies are private."""
        tid = self.thread(n, "vote")
        ours = tid is not None and tid == self.record.facts.get(fact_name(n, "vote"))
        hidden = ours and self.game.threads.open and self.game.threads.hidden_votes
        if tid is not None and not hidden:
            hidden = tx.has_private(self.board, tid)
        return "discussion" if hidden and self.thread(n, "discussion") is not None else "vote"

    def uid(self, name: str) -> int | None:
        """The uid that a name was pinned to (a substitute's own from when he took over)."""
        return self.record.facts.get(f"uid.{name}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Ctx(Papers):
    """One look at one game at its board's table: what every step works with."""

    forum: Forum
    reader: ThreadReader
    mailbox: Mailbox

    def voice(self, tx: Tx, mark_base: str | None = None) -> Voice:
        """Speak within a transaction."""
        base = mark_base or str(self.record.secret.get("commitment", self.game.key))
        return Voice(tx=tx, game=self.game, mark_base=base, now=self.now)

    def fact(self, tx: Tx, name: str, value: object) -> None:
        """Keep a small fact of the game."""
        tx.keep_fact(scope(self.game.key), name, value, self.now)

    def take(
        self,
        tx: Tx,
        step: str,
        *,
        due: datetime | None,
        decision: Decision | None = None,
        data: Mapping[str, Any] | None = None,
    ) -> None:
        """Mark a step as taken, with the events that it brought: all in the caller's transaction."""
        tx.do_step(self.game.key, step, self.now, due=due, data=data)
        if decision is not None and decision.events:
            coded = [encode(event) for event in decision.events]
            tx.append_events(self.game.key, step, self.now, [(str(one["kind"]), one) for one in coded])
