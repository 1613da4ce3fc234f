"""The phone plugin's JSON of Discuz! X (`api/mobile/index.php?module=viewthread`): exact times, uids, floors.

Its bodies are cut down (no notices of edits, no code, tables with gaps), so HTML remains the base.
"""

from __future__ import annotations

import json
from datetime import UTC, datetime
from html import unescape
from typing import Any

from parsers.body import read_body
from parsers.dom import parse, within_limits
from parsers.model import Complaint, Head, Page, Post, ThreadPage

_BLOCKED = 1


def is_api(text: str) -> bool:
    """Whether an answer looks like the plugin's JSON about a thread."""
    return text.lstrip("\ufeff \t\r\n").startswith("{") and '"Variables"' in text and '"postlist"' in text


def read_api(text: str) -> Page | None:
    """The page of a thread, or None where the JSON holds none."""
    try:
        data = json.loads(text.lstrip("\ufeff"))
        told = data["Variables"]
        rows = told["postlist"]
        rows = list(rows.values()) if isinstance(rows, dict) else rows
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
    if not isinstance(rows, list) or not (rows or "Message" not in data):
        return None
    thread = told.get("thread")
    facts: dict[str, Any] = thread if isinstance(thread, dict) else {}
    posts: dict[int, Post] = {}
    complaints: list[Complaint] = []
    for row in rows:
        try:
            post = _post(row)
        except (ValueError, KeyError, TypeError, OverflowError, OSError) as error:
            complaints.append(
                Complaint(what=f"a post could not be read: {error!r}", pid=None, excerpt=str(row)[:300])
            )
            continue
        if post.pid is not None and (post.pid not in posts or posts[post.pid].floor is None):
            posts[post.pid] = post
    size = _number(told.get("ppp")) or 10
    total = (_number(facts.get("replies")) or 0) + 1
    firsts = [post.floor for post in posts.values() if post.floor]
    page = ThreadPage(
        tid=_number(facts.get("tid")),
        fid=_number(facts.get("fid") or told.get("fid")),
        title=unescape(str(facts.get("subject", ""))) or None,
        page=max(1, -(-max(firsts, default=1) // size)),
        pages=max(1, -(-total // size)),
        closed=_number(facts.get("closed")) == 1,
        posts=tuple(posts.values()),
        complaints=tuple(complaints),
    )
    head = Head(
        dialect="x",
        charset=str(data.get("Charset", "utf-8")).lower(),
        uid=_number(told.get("member_uid")) or 0,
        logged_in_as=str(told["member_username"]) if told.get("member_username") else None,
        formhash=str(told["formhash"]) if told.get("formhash") else None,
        moderator=str(told.get("ismoderator") or "0") != "0",
    )
    return Page(kind="thread", head=head, thread=page, complaints=page.complaints)


def _post(row: dict[str, Any]) -> Post:
    blocked = bool((_number(row.get("status")) or 0) & _BLOCKED)
    message = str(row.get("message") or "")
    hidden = message.startswith("该帖仅作者可见")
    gone = "作者被禁止或删除" in message[:200] and message.lstrip().startswith("提示")
    anonymous = _number(row.get("anonymous")) == 1
    body = (
        None
        if blocked or hidden or gone
        else read_body(parse(within_limits(f"<body>{message}</body>")[0]), "x")
    )
    return Post(
        pid=int(row["pid"]),
        floor=_number(row.get("number")) or None,
        author=None if anonymous else unescape(str(row.get("author") or "")) or None,
        uid=_number(row.get("authorid")) or None,
        posted_at=datetime.fromtimestamp(int(row["dbdateline"]), UTC),
        state="hidden" if hidden else "banned" if gone else "blocked" if blocked else "visible",
        anonymous=anonymous,
        text=body.text if body else None,
        quotes=tuple(body.quotes) if body else (),
        smilies=tuple(body.smilies) if body else (),
        marks=body.marks if body else (),
    )


def _number(value: object) -> int | None:
    """A number that the plugin wrote as text."""
    words = str(value if value is not None else "").strip()
    return int(words) if words.isdecimal() and len(words) < 16 else None
