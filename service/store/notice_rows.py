"""The outbox: what is to be said on the board, and what became of it."""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, insert, or_, select, update

from service.store.tables import outbox
from service.store.values import Notice, NoticeState


class NoticeRows:
    """Notices to be sent, in order of priority, then age."""

    connection: Connection

    def add_notice(self, notice: Notice, at: datetime) -> bool:
        """Put a notice in the outbox; False if one of that reference is there already."""
        known = self.connection.execute(
            select(outbox.c.id).where(outbox.c.game == notice.game, outbox.c.ref == notice.ref)
        ).first()
        if known:
            return False
        self.connection.execute(
            insert(outbox).values(
                game=notice.game,
                ref=notice.ref,
                kind=notice.kind,
                priority=notice.priority,
                tid=notice.tid,
                fid=notice.fid,
                uid=notice.uid,
                name=notice.name,
                subject=notice.subject,
                body=notice.body,
                data=json.dumps(dict(notice.data), ensure_ascii=False, sort_keys=True),
                state=notice.state.value,
                created_at=at,
                not_before=notice.not_before,
                attempts=0,
            )
        )
        return True

    def notices(
        self, game: str | None = None, states: Iterable[NoticeState] | None = None
    ) -> tuple[Notice, ...]:
        """Rows of the outbox: those of a game, in some states; most urgent first."""
        query = select(outbox)
        if game is not None:
            query = query.where(outbox.c.game == game)
        if states is not None:
            query = query.where(outbox.c.state.in_([s.value for s in states]))
        return tuple(
            _notice(row) for row in self.connection.execute(query.order_by(outbox.c.priority, outbox.c.id))
        )

    def due_notices(self, games: Iterable[str], now: datetime) -> tuple[Notice, ...]:
        """What may be sent now (`ready`) or must be looked for first (`sending`), most urgent first."""
        query = (
            select(outbox)
            .where(
                outbox.c.game.in_(list(games)),
                outbox.c.state.in_([NoticeState.READY.value, NoticeState.SENDING.value]),
                or_(outbox.c.not_before.is_(None), outbox.c.not_before <= now),
            )
            .order_by(outbox.c.priority, outbox.c.id)
        )
        return tuple(_notice(row) for row in self.connection.execute(query))

    def notice(self, game: str, ref: str) -> Notice | None:
        """One notice by its reference."""
        row = self.connection.execute(
            select(outbox).where(outbox.c.game == game, outbox.c.ref == ref)
        ).first()
        return None if row is None else _notice(row)

    def change_notice(self, ident: int, **values: Any) -> None:
        """Change columns of one row."""
        if "state" in values:
            values["state"] = NoticeState(values["state"]).value
        if "data" in values:
            values["data"] = json.dumps(dict(values["data"]), ensure_ascii=False, sort_keys=True)
        self.connection.execute(update(outbox).where(outbox.c.id == ident).values(**values))


def _notice(row: Row[Any]) -> Notice:
    values = dict(row._mapping)  # noqa: SLF001 - the documented way to a row's mapping
    values["state"] = NoticeState(values["state"])
    values["data"] = json.loads(values["data"])
    return Notice(**values)
