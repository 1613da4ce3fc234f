"""Opening the database and working in it by transactions."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, make_url, text
from sqlalchemy.engine import URL
from sqlalchemy.exc import InterfaceError, OperationalError, SQLAlchemyError
from sqlalchemy.pool import Pool, QueuePool

from service.errors import LeaseLost, ServiceError
from service.store.game_rows import GameRows
from service.store.lease_rows import WRITERS, LeaseRows
from service.store.notice_rows import NoticeRows
from service.store.post_rows import PostRows
from service.store.session_rows import SessionRows

BUSY_MS = 15_000

DEAD_AFTER = {
    "connect_timeout": 10,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 20_000,
}
"""libpq: how soon we notice that PostgreSQL's machine is gone (seconds; the last in milliseconds)."""

DEAD_THERE = ("tcp_keepalives_idle = 10", "tcp_keepalives_interval = 5", "tcp_keepalives_count = 3")
"""And how soon it notices that ours is, and lets go of the locks that our session held."""


class Tx(PostRows, GameRows, NoticeRows, SessionRows, LeaseRows):
    """One transaction: every table by its noun. Nothing is kept of it after the `with` block."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection


class Store:
    """The database of one installation. Safe to use from several threads; each transaction has its connection."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._epoch: int | None = None

    @classmethod
    def open(cls, url: str, *, read_only: bool = False) -> Store:
        """Open a database that exists and is up to date (`upgrade` makes it so).

        Raises `ServiceError` where it cannot be opened.
        """
        try:
            engine = _engine(url, read_only=read_only)
            with engine.connect() as connection:
                connection.execute(text("SELECT 1"))
        except (SQLAlchemyError, sqlite3.Error) as error:
            raise ServiceError(f"数据库打不开：{cause(error)}") from error
        return cls(engine)

    def fence(self, epoch: int) -> None:
        """From here on, write only while this is the lead's epoch: else `LeaseLost`, and nothing is written."""
        self._epoch = epoch

    @contextmanager
    def transaction(self) -> Iterator[Tx]:
        """All that is written inside becomes durable together, or not at all."""
        with _told(), self.engine.begin() as connection:
            if connection.dialect.name == "postgresql":
                connection.execute(text(f"SELECT pg_advisory_xact_lock({WRITERS})"))
            tx = Tx(connection)
            if self._epoch is not None and tx.epoch() != self._epoch:
                raise LeaseLost("另一个判官已接手")
            yield tx

    @contextmanager
    def reading(self) -> Iterator[Tx]:
        """A consistent look; nothing may be written."""
        with _told(), self.engine.connect() as connection:
            if connection.dialect.name == "postgresql":
                # As in SQLite: every statement sees the same instant.
                connection = connection.execution_options(
                    isolation_level="REPEATABLE READ", postgresql_readonly=True
                )
            yield Tx(connection)

    def answers(self) -> bool:
        """Does the database still answer? (What the watchdog asks.)"""
        try:
            with self.engine.connect() as connection:
                return bool(connection.execute(text("SELECT 1")).scalar() == 1)
        except SQLAlchemyError:
            return False

    def close(self) -> None:
        """Let go of every connection."""
        self.engine.dispose()


@contextmanager
def _told() -> Iterator[None]:
    """A database that is busy, full or gone is one line for a person, not a traceback."""
    try:
        yield
    except (OperationalError, InterfaceError) as error:
        raise ServiceError(f"数据库现在不能用：{cause(error)}") from error


def cause(error: Exception) -> str:
    """The driver's own words, without the statement and its values."""
    return " ".join(str(getattr(error, "orig", None) or error).split())[:200]


def sqlite_url(path: Path) -> str:
    """The URL of a database file, whatever signs its path holds."""
    return URL.create("sqlite", database=str(path)).render_as_string(hide_password=False)


def is_postgres(url: str) -> bool:
    """Is this the URL of a PostgreSQL? A URL that can't be read is no database's."""
    return url.startswith("postgresql")


def engine_for(url: str, *, pool: type[Pool] = QueuePool) -> Engine:
    """An engine for a database server. Raises `ServiceError` where its driver is missing."""
    postgres = is_postgres(url)
    try:
        engine = create_engine(
            url,
            poolclass=pool,
            pool_pre_ping=True,
            hide_parameters=True,
            connect_args=DEAD_AFTER if postgres else {},
        )
    except ModuleNotFoundError as error:
        raise ServiceError(
            f"缺少数据库驱动 {error.name}：请装上 psycopg[binary]，见运维文档的 PostgreSQL 一节"
        ) from error
    if postgres:

        @event.listens_for(engine, "connect")
        def _prepare(connection: Any, _record: Any) -> None:
            connection.autocommit = True  # a setting made inside a transaction would fall with it
            with connection.cursor() as cursor:
                for setting in DEAD_THERE:
                    cursor.execute(f"SET {setting}")
            connection.autocommit = False

    return engine


def _engine(url: str, *, read_only: bool) -> Engine:
    if not url.startswith("sqlite"):
        return engine_for(url)
    path = Path(make_url(url).database or "")
    if read_only and not path.is_file():
        raise ServiceError(f"{path}: 还没有数据库")
    address = path.absolute().as_uri() + ("?mode=ro" if read_only else "?mode=rwc")

    def connect() -> sqlite3.Connection:
        return sqlite3.connect(address, uri=True, timeout=BUSY_MS / 1000, check_same_thread=False)

    # Values are identities, orders and cookies: no error may tell them.
    engine = create_engine("sqlite://", creator=connect, poolclass=QueuePool, hide_parameters=True)

    @event.listens_for(engine, "connect")
    def _prepare(connection: Any, _record: Any) -> None:
        connection.isolation_level = None  # we say BEGIN ourselves
        cursor = connection.cursor()
        cursor.execute("PRAGMA foreign_keys=ON")
        cursor.execute(f"PRAGMA busy_timeout={BUSY_MS}")
        if not read_only:
            cursor.execute("PRAGMA journal_mode=WAL")
            # FULL, not NORMAL: a commit that a power cut undoes could post a notice twice.
            cursor.execute("PRAGMA synchronous=FULL")
        cursor.close()

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        # A writer takes the lock at once: two that both read first would deadlock on the upgrade.
        connection.exec_driver_sql("BEGIN" if read_only else "BEGIN IMMEDIATE")

    return engine
