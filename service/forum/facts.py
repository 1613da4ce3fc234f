"""What pages tell beside their matter: the board's name, its clock; and posts put in order."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from html import unescape

from parsers.model import Post
from service.forum.reading import Seen


def ascending(posts: tuple[Post, ...]) -> tuple[Post, ...]:
    """By time, then pid: sticky replies and reversed pages find their places; without times as they stand."""
    if any(post.posted_at is None or post.pid is None for post in posts):
        return posts
    return tuple(
        sorted(posts, key=lambda post: (post.posted_at or datetime.max.replace(tzinfo=UTC), post.pid or 0))
    )


def title(html: str) -> str:
    """The board's name, as its front page tells it."""
    if named := re.search(r'<meta name="application-name" content="([^"]{1,200})"', html):
        return unescape(named[1])
    start = html.find("<title>")
    words = html[start + 7 : html.find("</title>", start)] if start >= 0 else ""
    for tail in (" Powered by", " powered by"):
        words = words.partition(tail)[0]
    return unescape(words).strip(" -\r\n\t")[:200]


def skew(seen: Seen) -> float | None:
    """The board's clock minus ours: by the server's `Date`, if the footer's minute agrees, else by the footer."""
    told, shown = seen.reply.date, seen.head.board_now
    if (
        told is not None
        and shown is not None
        and abs(told - shown - timedelta(seconds=30)) > timedelta(seconds=90)
    ):
        told = None
    if told is None and shown is not None:
        told = shown + timedelta(seconds=30)
    return (told - seen.reply.asked_at).total_seconds() if told is not None else None
