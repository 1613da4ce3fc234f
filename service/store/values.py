"""What the store hands out: frozen rows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any


class NoticeState(StrEnum):
    """Where a notice stands on its way to the board.

    `held` waits for the director (or is only shown, `dry-run`); `sending` means that a POST was begun and its end
    is not known: nothing but a look at the board leads out of it.
    """

    HELD = "held"
    READY = "ready"
    SENDING = "sending"
    SENT = "sent"
    WITHDRAWN = "withdrawn"
    FAILED = "failed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice:
    """One row of the outbox. `kind`: reply, pm, thread, edit, close, open; `ref` is unique in its game."""

    game: str
    ref: str
    kind: str
    body: str = ""
    priority: int = 5  # 0 first
    tid: int | None = None
    fid: int | None = None
    uid: int | None = None
    name: str | None = None
    subject: str | None = None
    data: Mapping[str, Any] = field(default_factory=dict)
    state: NoticeState = NoticeState.READY
    created_at: datetime | None = None
    not_before: datetime | None = None
    attempted_at: datetime | None = None
    attempts: int = 0
    problem: str | None = None
    sent_at: datetime | None = None
    pid: int | None = None
    sent_tid: int | None = None
    id: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredEvent:
    """An event of the engine as it was appended, and the step that brought it."""

    seq: int
    at: datetime
    step: str
    kind: str
    data: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredStep:
    """A step that was done: when it was, when it had been due, and what it decided."""

    step: str
    at: datetime
    due: datetime | None
    data: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """One reading of a thread; `whole`: every page, first to last."""

    at: datetime
    whole: bool
    last_pid: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldMessage:
    """A private message as first seen."""

    uid: int
    pmid: int
    mine: bool
    author: str | None
    at: datetime | None
    text: str
    first_seen: datetime
