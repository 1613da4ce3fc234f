"""Private messages of one account, read into the store as first seen.

A board marks a conversation as read even where the newest message was not shown yet (one that arrived within the
same second), so a conversation that was just read is read once more at the next look.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from parsers.model import PmMessage
from service.clock import Clock
from service.errors import Refused
from service.forum.api import Forum
from service.logs import logger
from service.store import HeldMessage, Store

LIST_PAGES = 3
OLD_PAGES = 20


class Mailbox:
    """What was written to the judge, and what the judge wrote."""

    def __init__(self, store: Store, clock: Clock, board: str, account: str) -> None:
        self._store = store
        self._clock = clock
        self._board = board
        self._account = account
        self._read_at: dict[int, datetime] = {}
        self._again: set[int] = set()
        self._log = logger("mailbox")

    def check(self, forum: Forum) -> int:
        """Look at the list and read every conversation that may hold something new; how many messages were new."""
        due: list[int] = sorted(self._again)
        self._again = set()
        for number in range(1, LIST_PAGES + 1):
            page = forum.pm_list(number)
            fresh = [
                row.uid
                for row in page.conversations
                if row.uid is not None and self._may_be_new(row.uid, row.unread, row.at)
            ]
            due.extend(uid for uid in fresh if uid not in due)
            if number >= page.pages or not fresh:
                break
        return sum(self._read(forum, uid, again=True) for uid in due)

    def read(self, forum: Forum, uids: Iterable[int]) -> int:
        """Read these conversations whether or not the list shows anything new."""
        return sum(self._read(forum, uid, again=False) for uid in uids)

    def _may_be_new(self, uid: int, unread: bool, at: datetime | None) -> bool:
        last = self._read_at.get(uid)
        # The list shows minutes: a message of the minute in which we last read may have come after it.
        return (
            unread
            or (at is not None and last is not None and at >= last - timedelta(minutes=1))
            or last is None
        )

    def _read(self, forum: Forum, uid: int, *, again: bool) -> int:
        started = self._clock.now()
        try:
            messages = self._conversation(forum, uid)
        except Refused as refused:
            self._log.warning("a conversation cannot be read", uid=uid, kind=refused.outcome.kind.value)
            return 0
        new = 0
        with self._store.transaction() as tx:
            for message in messages:
                held = HeldMessage(
                    uid=uid,
                    pmid=message.pmid,
                    mine=message.mine,
                    author=message.author,
                    at=message.at,
                    text=message.text,
                    first_seen=started,
                )
                new += tx.see_message(self._board, self._account, held)
        first_time = uid not in self._read_at
        self._read_at[uid] = started
        if again and (new or first_time):
            self._again.add(uid)
        return new

    def _conversation(self, forum: Forum, uid: int) -> list[PmMessage]:
        """The newest page, and older ones until nothing is new."""
        page = forum.pm_read(uid)
        gathered = list(page.messages)
        with self._store.reading() as tx:
            known = {m.pmid for m in tx.messages(self._board, self._account, [uid])}
        number = page.page - 1
        oldest_new = bool(gathered) and gathered[0].pmid not in known
        for _ in range(OLD_PAGES):
            if number < 1 or not oldest_new:
                break
            older = forum.pm_read(uid, number)
            gathered = [*older.messages, *gathered]
            oldest_new = bool(older.messages) and older.messages[0].pmid not in known
            number -= 1
        return gathered
