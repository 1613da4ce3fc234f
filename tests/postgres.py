"""An empty PostgreSQL database a test, where PANGUAN_TEST_POSTGRES names a server that lets us make one."""

from __future__ import annotations

import os
import uuid
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from sqlalchemy import create_engine, make_url
from sqlalchemy.pool import NullPool

CUT = (
    "SELECT pg_terminate_backend(pid, 5000) FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 2"
    " AND classid = 1346454094 AND objid = 1 AND granted"
    " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
)
CUT_ALL = (
    "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
    " WHERE datname = current_database() AND pid <> pg_backend_pid()"
)
CUT_OTHERS = CUT_ALL + " AND pid NOT IN (SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND objid = 1)"


def ask(url: str, statement: str) -> list[object]:
    """Say one thing to the database, on a connection of its own, outside any transaction."""
    engine = create_engine(url, poolclass=NullPool)
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        done = connection.exec_driver_sql(statement)
        return [tuple(row) for row in done] if done.returns_rows else []


@contextmanager
def a_database() -> Iterator[str]:
    server = os.environ.get("PANGUAN_TEST_POSTGRES", "")
    if not server:
        pytest.skip("PANGUAN_TEST_POSTGRES names no server")
    name = f"panguan_{uuid.uuid4().hex[:12]}"
    ask(server, f"CREATE DATABASE {name}")
    try:
        yield make_url(server).set(database=name).render_as_string(hide_password=False)
    finally:
        ask(server, f"DROP DATABASE {name} WITH (FORCE)")
