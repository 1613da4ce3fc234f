"""A board's memory as one JSON file, so that a board can be stopped and brought back with its sessions."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, fields
from datetime import datetime
from pathlib import Path
from typing import Any, TypeVar

from practice.board import Board
from practice.records import Failures, Forum, Member, Post, PrivateMessage, Session, Thread

_Record = TypeVar("_Record")


def save(board: Board, path: Path) -> None:
    """Write a board's memory; settings and faults are not part of it."""
    with board.lock:
        state = board.state
        document = {
            "numbers": state.numbers(),
            "site_key": state.site_key,
            "members": [asdict(m) for m in state.members.values()],
            "forums": [asdict(f) for f in state.forums.values()],
            "threads": [asdict(t) for t in state.threads.values()],
            "posts": [asdict(p) for p in state.posts.values()],
            "messages": [asdict(m) for m in state.messages.values()],
            "sessions": [asdict(s) for s in state.sessions.values()],
            "failures": {key: asdict(f) for key, f in state.failures.items()},
        }
    partial = path.with_suffix(".part")
    partial.write_text(json.dumps(document, ensure_ascii=False, default=_plain), "utf-8")
    partial.replace(path)


def load(board: Board, path: Path) -> None:
    """Put what `save` wrote into an empty board."""
    document = json.loads(path.read_text("utf-8"))
    with board.lock:
        state = board.state
        state.set_numbers(document["numbers"])
        state.site_key = document["site_key"]
        state.members.update({m.uid: m for m in _all(Member, document["members"])})
        state.forums.update({f.fid: f for f in _all(Forum, document["forums"], _forum)})
        state.threads.update({t.tid: t for t in _all(Thread, document["threads"])})
        for post in _all(Post, document["posts"]):
            state.index_post(post)
        state.messages.update({m.pmid: m for m in _all(PrivateMessage, document["messages"], _message)})
        state.sessions.update({s.token: s for s in _all(Session, document["sessions"])})
        state.failures.update({key: _one(Failures, value) for key, value in document["failures"].items()})


def _plain(value: object) -> object:
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, set):
        return sorted(value)
    raise TypeError(type(value).__name__)


def _forum(raw: dict[str, Any]) -> dict[str, Any]:
    readers = raw["readers"]
    return raw | {
        "moderators": set(raw["moderators"]),
        "readers": None if readers is None else set(readers),
        "types": {int(number): name for number, name in raw["types"].items()},
    }


def _message(raw: dict[str, Any]) -> dict[str, Any]:
    return raw | {"deleted_by": set(raw["deleted_by"])}


def _one(kind: type[_Record], raw: dict[str, Any]) -> _Record:
    times = {f.name for f in fields(kind) if "datetime" in str(f.type)}  # type: ignore[arg-type]
    return kind(
        **{k: datetime.fromisoformat(v) if k in times and v is not None else v for k, v in raw.items()}
    )


def _all(
    kind: type[_Record],
    rows: list[dict[str, Any]],
    shape: Callable[[dict[str, Any]], dict[str, Any]] = lambda raw: raw,
) -> list[_Record]:
    return [_one(kind, shape(raw)) for raw in rows]
