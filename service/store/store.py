"""Opening the database and working in it by transactions."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, text
from sqlalchemy.exc import SQLAlchemyError

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
            raise ServiceError(f"the database cannot be opened: {type(error).__name__}") from error
        return cls(engine)

    @contextmanager
    def transaction(self) -> Iterator[Tx]:
        """All that is written inside becomes durable together, or not at all."""
        with self.engine.begin() as connection:
            yield Tx(connection)

    @contextmanager
    def reading(self) -> Iterator[Tx]:
        """A consistent look; nothing may be written."""
        with self.engine.connect() as connection:
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


def sqlite_url(path: Path) -> str:
    """The URL of a database file."""
    return f"sqlite:///{path}"


def _engine(url: str, *, read_only: bool) -> Engine:
    if not url.startswith("sqlite"):
        return create_engine(url, pool_pre_ping=True)
    path = url.removeprefix("sqlite:///")
    if read_only:
        if not Path(path).exists():
            raise ServiceError(f"there is no database yet: {path}")
        engine = create_engine(
            f"sqlite:///file:{path}?mode=ro&uri=true", connect_args={"timeout": BUSY_MS / 1000}
        )
    else:
        engine = create_engine(url, connect_args={"timeout": BUSY_MS / 1000})

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
