"""Bringing a database to the present shape: Alembic, forward only."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Engine, text

from service.store.lease_rows import WRITERS
from service.store.store import Store

HERE = Path(__file__).parent / "migrations"


def upgrade(store: Store) -> None:
    """Create or upgrade every table. Safe to call at every start."""
    config = _config()
    if _current(store.engine) == ScriptDirectory.from_config(config).get_current_head():
        return
    with store.engine.connect() as connection:
        if connection.dialect.name == "postgresql":  # one at a time; the second finds nothing left to do
            connection.execute(text(f"SELECT pg_advisory_xact_lock({WRITERS})"))
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
        connection.commit()


def up_to_date(store: Store) -> bool:
    """Is the database in the shape that this version knows?"""
    return _current(store.engine) == ScriptDirectory.from_config(_config()).get_current_head()


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(HERE))
    return config


def _current(engine: Engine) -> str | None:
    with engine.connect() as connection:
        return MigrationContext.configure(connection).get_current_revision()
