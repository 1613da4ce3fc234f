"""The tables. Times are aware UTC in and out; JSON is text with sorted keys."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Dialect,
    ForeignKeyConstraint,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)
from sqlalchemy.types import TypeDecorator

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)


class UtcDateTime(TypeDecorator[datetime]):
    """An instant, kept as ISO text in UTC: SQLite would forget the zone. Naive values are refused."""

    impl = String(32)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> str | None:
        """To text that sorts as time does."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a naive time may not be stored")
        # Not `strftime`: its %Y writes the year 1 of `datetime.min` without zeros, which nothing reads back.
        return value.astimezone(UTC).replace(tzinfo=None).isoformat(timespec="microseconds")

    def process_result_value(self, value: Any, dialect: Dialect) -> datetime | None:
        """Back to an aware instant."""
        return None if value is None else datetime.fromisoformat(value).replace(tzinfo=UTC)


WIDE = BigInteger().with_variant(Integer, "sqlite")
"""A board's ids are unsigned and 32 bits wide; SQLite's integers have any width."""

sessions = Table(
    "sessions",
    metadata,
    Column("board", String(200), primary_key=True),
    Column("account", String(100), primary_key=True),
    Column("jar", Text),
)

threads = Table(
    "threads",
    metadata,
    Column("board", String(200), primary_key=True),
    Column("tid", WIDE, primary_key=True),
    Column("fid", WIDE),
    Column("pages", WIDE, nullable=False, default=1),
    Column("read_at", UtcDateTime),
    Column("whole_at", UtcDateTime),
)

readings = Table(
    "readings",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("board", String(200), nullable=False),
    Column("tid", WIDE, nullable=False),
    Column("at", UtcDateTime, nullable=False),
    Column("whole", Boolean, nullable=False),
    Column("last_pid", WIDE),
    Index("ix_readings_tid", "board", "tid", "at"),
)

posts = Table(
    "posts",
    metadata,
    Column("board", String(200), primary_key=True),
    Column("tid", WIDE, primary_key=True),
    Column("pid", WIDE, primary_key=True),
    Column("page", WIDE),
    Column("first_seen", UtcDateTime, nullable=False),
    Column("last_seen", UtcDateTime, nullable=False),
    Column("gone_at", UtcDateTime),
)

post_forms = Table(
    "post_forms",
    metadata,
    Column("board", String(200), primary_key=True),
    Column("tid", WIDE, primary_key=True),
    Column("pid", WIDE, primary_key=True),
    Column("number", WIDE, primary_key=True),
    Column("first_seen", UtcDateTime, nullable=False),
    Column("last_seen", UtcDateTime, nullable=False),
    Column("digest", String(64), nullable=False),
    Column("data", Text, nullable=False),
    ForeignKeyConstraint(["board", "tid", "pid"], ["posts.board", "posts.tid", "posts.pid"]),
)

messages = Table(
    "messages",
    metadata,
    Column("board", String(200), primary_key=True),
    Column("account", String(100), primary_key=True),
    Column("uid", WIDE, primary_key=True),
    Column("pmid", WIDE, primary_key=True),
    Column("mine", Boolean, nullable=False),
    Column("author", String(100)),
    Column("at", UtcDateTime),
    Column("text", Text, nullable=False),
    Column("first_seen", UtcDateTime, nullable=False),
)

games = Table(
    "games",
    metadata,
    Column("game", String(100), primary_key=True),
    Column("created_at", UtcDateTime, nullable=False),
    Column("secret", Text, nullable=False),
)

events = Table(
    "events",
    metadata,
    Column("game", String(100), primary_key=True),
    Column("seq", WIDE, primary_key=True),
    Column("at", UtcDateTime, nullable=False),
    Column("step", String(100), nullable=False),
    Column("kind", String(50), nullable=False),
    Column("data", Text, nullable=False),
)

steps = Table(
    "steps",
    metadata,
    Column("game", String(100), primary_key=True),
    Column("step", String(100), primary_key=True),
    Column("at", UtcDateTime, nullable=False),
    Column("due", UtcDateTime),
    Column("data", Text, nullable=False),
)

outbox = Table(
    "outbox",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("game", String(100), nullable=False),
    Column("ref", String(60), nullable=False),
    Column("kind", String(20), nullable=False),
    Column("priority", WIDE, nullable=False),
    Column("tid", WIDE),
    Column("fid", WIDE),
    Column("uid", WIDE),
    Column("name", String(100)),
    Column("subject", String(200)),
    Column("body", Text, nullable=False),
    Column("data", Text, nullable=False),
    Column("state", String(12), nullable=False),
    Column("created_at", UtcDateTime, nullable=False),
    Column("not_before", UtcDateTime),
    Column("attempted_at", UtcDateTime),
    Column("attempts", WIDE, nullable=False, default=0),
    Column("problem", Text),
    Column("sent_at", UtcDateTime),
    Column("pid", WIDE),
    Column("sent_tid", WIDE),
    UniqueConstraint("game", "ref", name="uq_outbox_game_ref"),
    Index("ix_outbox_state", "state", "priority", "id"),
)

facts = Table(
    "facts",
    metadata,
    Column("scope", String(100), primary_key=True),
    Column("name", String(100), primary_key=True),
    Column("value", Text, nullable=False),
    Column("at", UtcDateTime, nullable=False),
)
