"""A post as JSON and back: the form in which posts are stored in files and printed."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from typing import Any, get_args

from parsers.model import Mark, MarkKind, Post, PostState, Quote

_STATES = frozenset(get_args(PostState))
_MARKS = frozenset(get_args(MarkKind))
_BOARD = timezone(timedelta(hours=8))
"""Times without an offset are the boards' own."""


class BadPost(ValueError):
    """An object that is no post; the text says why."""


def post_to_dict(post: Post, zone: tzinfo = UTC) -> dict[str, Any]:
    """The post's keys as `parse --json` prints them; times in `zone`, with its offset."""
    return {
        "pid": post.pid,
        "floor": post.floor,
        "author": post.author,
        "uid": post.uid,
        "posted_at": iso(post.posted_at, zone),
        "precision": post.precision,
        "edited_at": iso(post.edited_at, zone),
        "edited_by": post.edited_by,
        "state": post.state,
        "private": post.private,
        "anonymous": post.anonymous,
        "text": post.text,
        "hidden": post.hidden,
        "code": list(post.code),
        "quotes": [{"author": quote.author, "text": quote.text, "pid": quote.pid} for quote in post.quotes],
        "smilies": list(post.smilies),
        "marks": [
            {"kind": mark.kind, "start": mark.start, "end": mark.end, "detail": mark.detail}
            for mark in post.marks
        ],
    }


def post_from_dict(data: object) -> Post:
    """The post of an object that has at least `pid`, `floor`, `author`, `posted_at` and `text`.

    Raises `BadPost`. Keys that it doesn't know are left alone.
    """
    if not isinstance(data, dict):
        raise BadPost("不是一个对象")
    for key in ("pid", "floor", "author", "posted_at", "text"):
        if key not in data:
            raise BadPost(f"缺少 {key}")
    state = data.get("state", "visible")
    if state not in _STATES:
        raise BadPost(f"state 不能是 {state!r}")
    precision = data.get("precision", "second")
    if precision not in {"second", "minute"}:
        raise BadPost(f"precision 不能是 {precision!r}")
    return Post(
        pid=_number(data, "pid"),
        floor=_number(data, "floor"),
        author=_words(data, "author"),
        uid=_number(data, "uid"),
        posted_at=_time(data, "posted_at"),
        precision=precision,
        edited_at=_time(data, "edited_at"),
        edited_by=_words(data, "edited_by"),
        state=state,
        private=bool(data.get("private")),
        anonymous=bool(data.get("anonymous")),
        text=_words(data, "text"),
        hidden=_words(data, "hidden"),
        code=tuple(str(block) for block in _list(data, "code")),
        quotes=tuple(_quote(quote) for quote in _list(data, "quotes")),
        smilies=tuple(str(code) for code in _list(data, "smilies")),
        marks=tuple(_mark(mark) for mark in _list(data, "marks")),
    )


def read_posts(lines: Iterable[str]) -> Iterator[Post]:
    """The posts of a `.jsonl` file, one object a line; blank lines are left out. Raises `BadPost` with the line."""
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            yield post_from_dict(json.loads(line))
        except BadPost as error:
            raise BadPost(f"第 {number} 行：{error}") from None
        except (ValueError, RecursionError) as error:
            raise BadPost(f"第 {number} 行不是 JSON：{error}") from None


def iso(at: datetime | None, zone: tzinfo = UTC) -> str | None:
    """ISO 8601 with the offset of `zone`."""
    return None if at is None else at.astimezone(zone).isoformat(timespec="seconds")


def _number(data: dict[str, Any], key: str) -> int | None:
    value = data.get(key)
    if value is None or (isinstance(value, int) and not isinstance(value, bool)):
        return value
    raise BadPost(f"{key} 必须是整数")


def _words(data: dict[str, Any], key: str) -> str | None:
    value = data.get(key)
    if value is None or isinstance(value, str):
        return value
    raise BadPost(f"{key} 必须是文字")


def _list(data: dict[str, Any], key: str) -> list[Any]:
    value = data.get(key)
    if value is None or isinstance(value, list):
        return value or []
    raise BadPost(f"{key} 必须是列表")


def _time(data: dict[str, Any], key: str) -> datetime | None:
    value = _words(data, key)
    if value is None:
        return None
    try:
        at = datetime.fromisoformat(value)
        return (at if at.tzinfo else at.replace(tzinfo=_BOARD)).astimezone(UTC)
    except (ValueError, OverflowError):
        raise BadPost(f"{key} 不是 ISO 8601 时间：{value[:40]!r}") from None


def _quote(data: object) -> Quote:
    if not isinstance(data, dict):
        raise BadPost("quotes 里必须是对象")
    return Quote(author=_words(data, "author"), text=_words(data, "text") or "", pid=_number(data, "pid"))


def _mark(data: object) -> Mark:
    if not isinstance(data, dict) or data.get("kind") not in _MARKS:
        raise BadPost("marks 里必须是带 kind 的对象")
    start, end = _number(data, "start") or 0, _number(data, "end") or 0
    return Mark(kind=data["kind"], start=start, end=end, detail=_words(data, "detail") or "")
