"""A page as the object that `parse --json` prints."""

from __future__ import annotations

from datetime import timedelta, timezone, tzinfo
from typing import Any

from parsers.model import ForumPage, Page, PmPage
from parsers.posts_json import iso, post_to_dict


def zone_of(page: Page) -> tzinfo:
    """The zone that the page's own times are in."""
    minutes = page.head.zone_minutes
    return timezone(timedelta(minutes=480 if minutes is None or abs(minutes) >= 1440 else minutes))


def page_to_dict(page: Page, *, file: str | None = None) -> dict[str, Any]:
    """Every key of the interface; what the page has no value for is None."""
    zone, head, thread, message = zone_of(page), page.head, page.thread, page.message
    return {
        "file": file,
        "dialect": head.dialect,
        "charset": head.charset,
        "kind": page.kind,
        "logged_in_as": head.logged_in_as,
        "board_now": iso(head.board_now, zone),
        "formhash": head.formhash,
        "tid": thread.tid if thread else None,
        "fid": thread.fid if thread else page.forum.fid if page.forum else None,
        "title": thread.title if thread else None,
        "page": _number(page, "page"),
        "pages": _number(page, "pages"),
        "closed": thread.closed if thread else None,
        "reverse": thread.reverse if thread else None,
        "posts": [post_to_dict(post, zone) for post in thread.posts] if thread else None,
        "message": None
        if message is None
        else {
            "kind": message.kind.value,
            "text": message.text,
            "seconds": message.seconds,
            "tries_left": message.tries_left,
        },
        "forum": _forum(page.forum, zone) if page.forum else None,
        "pm": _pm(page.pm, zone) if page.pm else None,
        "complaints": [{"what": one.what, "pid": one.pid, "excerpt": one.excerpt} for one in page.complaints],
    }


def _number(page: Page, name: str) -> int | None:
    part = page.thread or page.forum or page.pm
    return None if part is None else int(getattr(part, name))


def _forum(forum: ForumPage, zone: tzinfo) -> dict[str, Any]:
    return {
        "threads": [
            {
                "tid": row.tid,
                "title": row.title,
                "author": row.author,
                "uid": row.uid,
                "created": iso(row.created, zone),
                "replies": row.replies,
                "closed": row.closed,
                "sticky": row.sticky,
            }
            for row in forum.rows
        ]
    }


def _pm(pm: PmPage, zone: tzinfo) -> dict[str, Any]:
    return {
        "conversations": [
            {
                "uid": one.uid,
                "name": one.name,
                "unread": one.unread,
                "at": iso(one.at, zone),
                "pmid": one.pmid,
            }
            for one in pm.conversations
        ],
        "messages": [
            {
                "pmid": one.pmid,
                "mine": one.mine,
                "author": one.author,
                "uid": one.uid,
                "at": iso(one.at, zone),
                "text": one.text,
            }
            for one in pm.messages
        ],
    }
