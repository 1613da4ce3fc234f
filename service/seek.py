"""Where on the board one of our notices stands: found by its mark, in our own account's words only."""

from __future__ import annotations

import html
from dataclasses import dataclass
from datetime import datetime, timedelta

from parsers.model import ThreadPage
from service.errors import BoardUnreachable
from service.forum.api import Forum

MESSAGE_PAGES = 10
"""Older pages of a conversation that are searched for a mark."""

LIST_PAGES, FAR_LIST_PAGES = 2, 10
"""Pages of a forum's list that are searched for a thread: one opened just now, and one of long ago."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """Where a notice stands, and since when by the board's stamp."""

    pid: int | None = None
    tid: int | None = None
    at: datetime | None = None


def find_mark(forum: Forum, tid: int, ref: str, *, since: datetime | None = None) -> Found | None:
    """Our own post that ends with the notice's mark; None if no page of the thread holds one.

    Newest pages first, back to the page whose posts are all older than `since` by more than an hour (clocks
    differ). Only our own account's posts count: anybody may write what looks like a mark.
    """
    first = forum.thread(tid, 1)
    page: ThreadPage | None = first if first.pages == 1 else None
    number = first.pages
    seen: set[int] = set()
    while number >= 1:
        if page is None:
            page = forum.thread(tid, number)
        me = _our_uid(forum)
        for post in reversed(page.posts):
            if post.uid == me and post.pid is not None and ref in (post.text or ""):
                return Found(pid=post.pid, at=post.posted_at)
        seen.add(page.page)
        times = [post.posted_at for post in page.posts if post.posted_at is not None]
        if since is not None and times and max(times) < since - timedelta(hours=1):
            return None
        if page.pages > first.pages and page.pages not in seen:  # it grew while we read
            first, number, page = page, page.pages, None
            continue
        number, page = number - 1, None
    return None


def _our_uid(forum: Forum) -> int:
    """Whose posts are ours. A page that does not tell, or was made for a guest, proves nothing either way."""
    uid = forum.head().uid
    if not uid:
        raise BoardUnreachable("the page does not tell that we are logged in")
    return uid


def find_thread(forum: Forum, fid: int, ref: str, subject: str, *, pages: int = LIST_PAGES) -> Found | None:
    """Our own thread of that title whose first post holds the mark; the newest pages of the list are looked at."""
    for number in range(1, pages + 1):
        listing = forum.forum(fid, number)
        me = _our_uid(forum)
        for row in listing.rows:
            mine = row.uid == me or row.uid is None
            if mine and bare(row.title) == bare(subject) and _holds_mark(forum, row.tid, ref):
                return Found(tid=row.tid)
        if listing.pages <= number:
            break
    return None


def bare(title: str) -> str:
    """What every board keeps of a title: letters and numbers. Spaces are lost, and what a GBK board cannot write."""
    kept = html.unescape(title).encode("gbk", "ignore").decode("gbk")
    return "".join(char for char in kept if char.isalnum())


def _holds_mark(forum: Forum, tid: int, ref: str) -> bool:
    first = forum.thread(tid, 1).posts[:1]
    me = _our_uid(forum)
    return any(post.uid == me and ref in (post.text or "") for post in first)


def find_message(forum: Forum, uid: int, ref: str, *, since: datetime | None) -> Found | None:
    """Our own message with the notice's mark, newest page first: its reader may have written many since."""
    page = forum.pm_read(uid)
    for number in range(page.page - 1, max(page.page - 1 - MESSAGE_PAGES, -1), -1):
        for message in reversed(page.messages):
            if message.mine and ref in message.text:
                return Found(pid=message.pmid, at=message.at)
        times = [message.at for message in page.messages if message.at is not None]
        if number < 1 or (since is not None and times and min(times) < since - timedelta(hours=1)):
            return None
        page = forum.pm_read(uid, number)
    return None
