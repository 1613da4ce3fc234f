"""Thread pages of Discuz! 7.2, 7.1 and 7.0: one markup."""

from __future__ import annotations

from parsers.body import read_body
from parsers.dom import Element, Frame, Framed, XPath, name_of, text_of, tidy
from parsers.model import ThreadPage
from parsers.pager import Where, pages_of
from parsers.thread_parts import (
    Reading,
    Row,
    closed_by,
    finish,
    floor_in,
    nameless,
    rows_of,
    subject_of,
    uid_in,
    with_attachments,
)

_OWN = "[not(ancestor::*[starts-with(@id,'postmessage_')])]"
_HEADER = XPath("(.//div[@class='authorinfo'])[1]")
_LEFT = XPath("(.//td[@class='postauthor'])[1]")
_LOCKED = XPath(".//div[@class='locked']" + _OWN)
_LATER = XPath(".//div[contains(@class,'postattachlist')]" + _OWN + "//dl")
_PAGERS = XPath("//div[@class='pages']")
_HEADINGS = XPath("//div[@id='threadtitle']/h1")


def read_7(root: Element, found: Framed, where: Where, page: Reading) -> ThreadPage:
    """Read a page of a thread, or one post alone (`viewpid`)."""
    current, total = pages_of(_PAGERS(root))
    return finish(
        rows_of(found.frames, _row, page),
        page,
        where,
        title=subject_of(_HEADINGS(root), found.ids.get("nav")),
        current=current,
        total=total,
        closed=closed_by(root),
    )


def _row(frame: Frame) -> Row | None:
    pid, parts = frame.pid, frame.parts
    time, number, body = (parts.get(f"{name}{pid}") for name in ("authorposton", "postnum", "postmessage_"))
    if time is None:
        return None
    row = Row(pid)
    _author(frame.element, time, row)
    span = time.find("span[@title]")
    row.time_title = None if span is None else span.get("title")
    row.time_words = text_of(time)
    if number is not None:
        row.floor_words = text_of(number)
        row.floor = floor_in(row.floor_words)
    if locked := _LOCKED(frame.element):
        row.notice = text_of(locked[0])
    if body is not None:
        row.body = with_attachments(read_body(body, "7"), _LATER(frame.element))
    return row


def _author(frame: Element, time: Element, row: Row) -> None:
    """The name in the post's header line; if the board keeps it on the left, there."""
    header = next(iter(_HEADER(frame)), None)
    left = next(iter(_LEFT(frame)), None)
    link = None if header is None else header.find("a[@class='posterlink']")
    if link is not None:
        row.author, row.uid = name_of(link), uid_in(link.get("href"))
        return
    words = _before(header, time)
    if not words and left is not None:
        link = left.find(".//div[@class='postinfo']/a")
        if link is not None:
            row.author, row.uid = name_of(link), uid_in(link.get("href"))
            return
        words = tidy("".join(left.itertext()))
    nameless(row, words)
    if row.anonymous and left is not None:  # what a moderator is shown
        links = (uid_in(a.get("href")) for a in left.iterfind("div[@class='avatar']/a"))
        row.uid = next((uid for uid in links if uid), None)


def _before(header: Element | None, time: Element) -> str:
    """What stands between the status icon and the time."""
    if header is None:
        return ""
    parts = [header.text or ""]
    for child in header:
        if child is time:
            break
        parts.append(child.tail or "")
    return tidy("".join(parts))
