"""Opening the database and working in it by transactions."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, make_url, text
from sqlalchemy.engine import URL
from sqlalchemy.exc import OperationalError, SQLAlchemyError
from sqlalchemy.pool import QueuePool

from service.errors import ServiceError
from service.store.game_rows import GameRows
from service.store.notice_rows import NoticeRows
from service.store.post_rows import PostRows
from service.store.session_rows import SessionRows

BUSY_MS = 15_000


class Tx(PostRows, GameRows, NoticeRows, SessionRows):
    """One transaction: every table by its noun. Nothing is kept of it after the `with` block."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection


class Store:
    """The database of one installation. Safe to use from several threads; each transaction has its connection."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine

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
            raise ServiceError(f"数据库打不开：{_cause(error)}") from error
        return cls(engine)

    @contextmanager
    def transaction(self) -> Iterator[Tx]:
        """All that is written inside becomes durable together, or not at all."""
        with _told(), self.engine.begin() as connection:
            yield Tx(connection)

    @contextmanager
    def reading(self) -> Iterator[Tx]:
        """A consistent look; nothing may be written."""
        with _told(), self.engine.connect() as connection:
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
    except OperationalError as error:
        raise ServiceError(f"数据库现在不能用：{_cause(error)}") from error


def _cause(error: Exception) -> str:
    """The driver's own words, without the statement and its values."""
    return " ".join(str(getattr(error, "orig", None) or error).split())[:200]


def sqlite_url(path: Path) -> str:
    """The URL of a database file, whatever signs its path holds."""
    return URL.create("sqlite", database=str(path)).render_as_string(hide_password=False)


def _engine(url: str, *, read_only: bool) -> Engine:
    if not url.startswith("sqlite"):
        return create_engine(url, pool_pre_ping=True, hide_parameters=True)
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
