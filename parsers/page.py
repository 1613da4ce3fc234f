"""Any page of a board → its kind, its head, and the one part that the kind has."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import datetime

from parsers.charset import clean
from parsers.dom import within_limits
from parsers.head import read_head
from parsers.lists import read_forum
from parsers.messages import classify
from parsers.model import Complaint, Head, Page, PageKind
from parsers.pm import read_pm
from parsers.thread import read_thread
from parsers.thread_api import is_api, read_api

_FRAME_MARKS = ('id="pid', 'name="pid')
_FORUM = re.compile(
    r'\bid="(?:normalthread|stickthread)_\d|<body[^>]{0,60}\b(?:id="forumdisplay"|pg_forumdisplay)'
)
_OLD_FORUM = re.compile(r'href="rss\.php\?fid=\d')
_PM = re.compile(r'\bid="(?:pmlist_\d|pm_\d|deletepmform|pmform_list|pm_ul|pmform)|<body[^>]{0,60}\bid="pm"')
_EMPTY_PM = re.compile(r'class="emp">\s*(?:当前)?没有相应的短消息')
_LOGIN = re.compile(r'<select name="loginfield"|type="radio" name="loginfield"|<body[^>]{0,60}pg_logging')
_THREAD_BODY = re.compile(r'<body[^>]{0,60}\b(?:id="viewthread"|pg_viewthread)|id="postlist"')
_OTHER_VIEWS = re.compile(r'Archiver</title>|Discuz! Archiver"|<wml|margin: 10px 80px|leftmargin="80"')
_OTHER_ADDRESSES = re.compile(r"archiver/|action=printable|wap/")
_BLIND = "a view without post numbers (archiver, print, WAP): save the thread's ordinary page"

_CUT = "the page is longer than any board's; its end was not read"
_MAX_CHARS = 1_000_000
_MAX_TAGS = 30_000
"""Of pages that are no thread: their trees are slow and large."""


def read_page(
    html: str,
    *,
    charset: str | None = None,
    url: str | None = None,
    now: datetime | None = None,
    zone_minutes: int | None = None,
    status: int = 200,
    location: str | None = None,
    posted: bool = False,
) -> Page:
    """Read any answer of a board. Never raises for what a page holds.

    `charset`: what the page was decoded with; `url`: its address, for what the page itself does not tell; `now`
    (aware) and `zone_minutes` serve where it shows no clock and no zone; `status`, `location` and
    `posted` are the response's and its request's. What is no page of a board is `unknown`.
    """
    if is_api(html):
        page = read_api(clean(html))
        if page is not None:
            return page
    head = read_head(html, charset)
    if _has_posts(html):
        thread = read_thread(html, head, url=url, now=now, zone_minutes=zone_minutes)
        if thread.board_now != head.board_now:
            head = replace(head, board_now=thread.board_now)
        return Page(kind="thread", head=head, thread=thread, complaints=thread.complaints)
    text, whole = within_limits(clean(html[:_MAX_CHARS]), _MAX_TAGS)
    cut = () if whole and len(html) <= _MAX_CHARS else (Complaint(what=_CUT, pid=None, excerpt=""),)
    head = head if text is html else read_head(text, charset)
    message = classify(text, status=status, location=location, dialect=head.dialect, posted=posted)
    if message is not None:
        return Page(kind="message", head=head, message=message, complaints=cut)
    kind = _kind(text, head)
    if kind == "forum":
        return Page(kind=kind, head=head, forum=read_forum(text, head), complaints=cut)
    if kind == "pm":
        return Page(kind=kind, head=head, pm=read_pm(text, head), complaints=cut)
    if kind == "thread":
        thread = read_thread(text, head, url=url, now=now, zone_minutes=zone_minutes)
        return Page(kind=kind, head=head, thread=thread, complaints=thread.complaints)
    return Page(kind=kind, head=head, complaints=cut + _blind(text, url))


def _has_posts(text: str) -> bool:
    """Whether any post's frame is there; BBCode makes no attributes, so text cannot pass for one."""
    for mark in _FRAME_MARKS:
        at = text.find(mark)
        while at >= 0:
            at += len(mark)
            if text[at : at + 1].isdecimal():
                return True
            at = text.find(mark, at)
    return False


def _kind(text: str, head: Head) -> PageKind:
    """What a page without posts and without a message box is."""
    if head.dialect is None:
        return "unknown"
    if _FORUM.search(text) or (
        head.dialect == "4" and _OLD_FORUM.search(text) and "forumdisplay.php" in text
    ):
        return "forum"
    if _PM.search(text) or _EMPTY_PM.search(text):
        return "pm"
    if _LOGIN.search(text):
        return "login"
    if _THREAD_BODY.search(text):
        return "thread"
    return "unknown"


def _blind(text: str, url: str | None) -> tuple[Complaint, ...]:
    """A word of advice for the views of a thread that tell no post's number."""
    shown = text[:3000]
    if _OTHER_VIEWS.search(shown) or _OTHER_ADDRESSES.search(url or ""):
        return (Complaint(what=_BLIND, pid=None, excerpt=" ".join(shown.split())[:120]),)
    return ()
