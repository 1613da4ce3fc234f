"""Thread pages of Discuz! X (3.5; X3.4, X3.1 and X2.5 share the skeleton), the desktop template."""

from __future__ import annotations

from parsers.body import read_body
from parsers.dom import Element, Frame, Framed, XPath, name_of, text_of
from parsers.model import ThreadPage
from parsers.pager import Where, pages_of
from parsers.thread_parts import (
    Reading,
    Row,
    author_id_in,
    finish,
    floor_in,
    nameless,
    rows_of,
    uid_in,
    with_attachments,
)
from parsers.thread_x_mobile import TITLE, mobile_row

_LEFT = XPath("(.//td[contains(@class,'pls')]//div[@class='pi'])[1]")
_RIGHT = XPath("(.//div[@class='pti']//div[@class='authi'])[1]")
_LOCKED = XPath(".//div[contains(@class,'pct')]//div[@class='locked'][not(ancestor::*[@class='t_f'])]")
_LATER = XPath(".//div[@class='pattl'][not(ancestor::*[@class='t_f'])]//ignore_js_op")
_PAGERS = XPath("//div[@class='pg']")
_LOCK = XPath("boolean(.//*[contains(@class,'fico-lock') or contains(@src,'locked.gif')])")
_DELETED = "该用户已被删除"
_ANONYMOUS = "匿名"


def read_x(root: Element, found: Framed, where: Where, page: Reading) -> ThreadPage:
    """Read a page of a thread, or one post alone (`viewpid`)."""
    mobile = bool(found.frames) and found.frames[0].element.tag == "div"
    title = found.ids.get("thread_subject")
    if mobile:
        title = next(iter(TITLE(root)), None)
    current, total = pages_of(_PAGERS(root))
    return finish(
        rows_of(found.frames, mobile_row if mobile else _row, page),
        page,
        where,
        title=None if title is None else name_of(title),
        current=current,
        total=total,
        closed=title is not None and _closed(title),
    )


def _closed(title: Element) -> bool:
    heading = title.getparent()
    return heading is not None and any(
        bool(_LOCK(place)) for place in (heading, heading.getnext()) if place is not None
    )


def _row(frame: Frame) -> Row | None:
    pid, parts = frame.pid, frame.parts
    time, number, body = (parts.get(f"{name}{pid}") for name in ("authorposton", "postnum", "postmessage_"))
    if time is None and body is None:
        return None  # the place of a post that is gone
    row = Row(pid)
    _author(frame.element, row)
    if time is not None:
        span = time.find("span[@title]")
        row.time_title = None if span is None else span.get("title")
        row.time_words = text_of(time)
    if number is not None:
        row.floor_words = text_of(number)
        row.sticky = number.find("em[@class]") is not None or "推荐" in row.floor_words
        row.floor = floor_in(row.floor_words)
    if locked := _LOCKED(frame.element):
        row.notice = text_of(locked[0])
    if body is not None:
        row.body = with_attachments(read_body(body, "x"), _LATER(frame.element))
    return row


def _author(frame: Element, row: Row) -> None:
    left = _LEFT(frame)
    cell = left[0] if left else None
    link = None if cell is None else cell.find(".//a")
    if link is None and (cell is None or not text_of(cell)):  # the name stands in the right cell
        right = _RIGHT(frame)
        cell = right[0] if right else cell
        link = None if cell is None else next((a for a in cell.iterfind("a") if uid_in(a.get("href"))), None)
    if link is not None:
        row.uid = uid_in(link.get("href"))
        row.author = name_of(link)
        # an ordinary author's link has a class; the link that shows a moderator who hides has none
        row.anonymous = link.get("class") is None and row.author == _ANONYMOUS
    elif cell is not None:
        nameless(row, text_of(cell), anonymous=_DELETED not in text_of(cell))
        right = _RIGHT(frame)
        if not row.anonymous and right:
            row.uid = author_id_in(right[0])
    if row.anonymous:
        row.author = None
