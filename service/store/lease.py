"""Who leads, where two daemons share one PostgreSQL: a lease that its connection carries.

The lease is an advisory lock of the database's session: it is held as long as that one connection lives, and by
nobody else. Whoever gets it counts the epoch up, and every transaction of a leader asks for its own epoch first
(`Store.fence`): one that lost its connection can neither write nor, asking right before each POST, say anything.
"""

from __future__ import annotations

import threading
from types import TracebackType

from sqlalchemy import Connection, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import NullPool

from service.clock import Clock
from service.errors import LeaseLost, ServiceError
from service.store.lease_rows import LEASE, MINE, Leader
from service.store.store import Store, Tx, cause, engine_for, is_postgres


class Lease:
    """One contender for the lead, on a connection of its own. Safe to ask from several threads."""

    def __init__(self, url: str) -> None:
        self._engine = engine_for(url, pool=NullPool)
        self._lock = threading.Lock()
        self._connection: Connection | None = None
        self._lost = False

    def __enter__(self) -> Lease:
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self.close()

    def take(self) -> bool:
        """Try to get the lead; False while another has it. Raises `ServiceError` where the database is away."""
        with self._lock:
            try:
                connection = self._open()
                return bool(connection.execute(text(f"SELECT pg_try_advisory_lock({LEASE})")).scalar())
            except SQLAlchemyError as error:
                self._drop()
                raise ServiceError(f"数据库打不开：{cause(error)}") from error

    def leader(self) -> Leader | None:
        """Who leads, as far as that is known."""
        with self._lock:
            try:
                return Tx(self._open()).leader()
            except SQLAlchemyError:  # also where the leader is still making the tables
                return None

    def begin(self, store: Store, clock: Clock) -> None:
        """Take up the lead: from here on `store` writes for this epoch alone."""
        with store.transaction() as tx:
            epoch = tx.take_over(clock.now())
        store.fence(epoch)

    def check(self) -> None:
        """Ask the database whether the lead is still ours; raises `LeaseLost`. Once lost, it stays lost."""
        with self._lock:
            if not self._lost:
                try:
                    self._lost = self._connection is None or not self._connection.execute(text(MINE)).scalar()
                except SQLAlchemyError:
                    self._lost = True
            if self._lost:
                raise LeaseLost("与数据库的连接断过，另一个判官可能已接手")

    def held(self) -> bool:
        """Is the lead still ours?"""
        try:
            self.check()
        except LeaseLost:
            return False
        return True

    def close(self) -> None:
        """Give the lead up, at once where the database answers."""
        with self._lock:
            if self._connection is not None and not self._lost:
                try:
                    self._connection.execute(text("SELECT pg_advisory_unlock_all()"))
                except SQLAlchemyError:
                    pass  # it fell with the connection
            self._lost = True
            self._drop()
            self._engine.dispose()

    def _open(self) -> Connection:
        if self._connection is None:
            self._connection = self._engine.connect().execution_options(isolation_level="AUTOCOMMIT")
        return self._connection

    def _drop(self) -> None:
        if self._connection is not None:
            try:
                self._connection.invalidate()
                self._connection.close()
            except SQLAlchemyError:
                pass  # it was gone already
            self._connection = None


def lease_for(url: str) -> Lease | None:
    """A contender for the lead of this database; None where the file lock is all that is needed (SQLite)."""
    return Lease(url) if is_postgres(url) else None
