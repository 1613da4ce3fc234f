"""Who leads: the epoch's row, and the lock that proves it."""

from __future__ import annotations

import json
import os
import socket
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, and_, insert, select, text, update

from service.store.tables import facts

LEASE = "1346454094, 1"
"""The lease's key among the database's advisory locks ("PANN")."""

WRITERS = "1346454094, 2"
"""The writers' key: one transaction writes at a time, as with SQLite's BEGIN IMMEDIATE."""

_HELD = (
    "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND granted AND objsubid = 2"
    " AND classid = 1346454094 AND objid = 1"
    " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
)
MINE = f"{_HELD} AND pid = pg_backend_pid()"
"""1 where this very session holds the lease (behind a pooler it may be another session)."""

_ROW = and_(facts.c.scope == "daemon", facts.c.name == "lease")


@dataclass(frozen=True, slots=True, kw_only=True)
class Leader:
    """The daemon that leads: where it runs, and since when it leads."""

    host: str
    pid: int
    since: datetime

    def here(self, pid: int) -> bool:
        """Is it the process `pid` of this machine?"""
        return (self.host, self.pid) == (socket.gethostname(), pid)

    def __str__(self) -> str:
        return f"{self.host} 的进程 {self.pid}"


class LeaseRows:
    """The row that counts who led, and who does."""

    connection: Connection

    def epoch(self) -> int:
        """How often the lead changed hands so far."""
        row = self.connection.execute(select(facts.c.value).where(_ROW)).first()
        return 0 if row is None else int(json.loads(row.value)["epoch"])

    def take_over(self, at: datetime) -> int:
        """This process leads from now on; returns its epoch."""
        epoch = self.epoch() + 1
        value = json.dumps({"epoch": epoch, "host": socket.gethostname(), "pid": os.getpid()})
        done = self.connection.execute(update(facts).where(_ROW).values(value=value, at=at))
        if not done.rowcount:
            self.connection.execute(insert(facts).values(scope="daemon", name="lease", value=value, at=at))
        return epoch

    def leader(self) -> Leader | None:
        """Who leads at this moment; None where the lease is free, or was only just taken, or there is none."""
        if self.connection.dialect.name != "postgresql" or not self.connection.execute(text(_HELD)).scalar():
            return None
        row = self.connection.execute(select(facts.c.value, facts.c.at).where(_ROW)).first()
        if row is None:
            return None
        told = json.loads(row.value)
        return Leader(host=told["host"], pid=told["pid"], since=row.at)
