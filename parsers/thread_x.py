"""Thread pages of Discuz! X (3.5; X3.4, X3.1 and X2.5 share the skeleton), the desktop template."""

from __future__ import annotations

from parsers.body import read_body
from parsers.dom import Element, Frame, Framed, XPath, classes, name_of, text_of
from parsers.model import ThreadPage
from parsers.pager import Where, pages_of
from parsers.thread_build import finish, with_attachments
from parsers.thread_parts import (
    ANONYMOUS,
    GONE,
    RECOMMENDED,
    Reading,
    Row,
    author_id_in,
    floor_in,
    nameless,
    rows_of,
    uid_in,
    words_and_title,
)
from parsers.thread_x_mobile import mobile_row

_LOCK = XPath("boolean(.//*[contains(@class,'fico-lock') or contains(@src,'locked.gif')])")


def read_x(root: Element, found: Framed, where: Where, page: Reading) -> ThreadPage:
    """Read a page of a thread, or one post alone (`viewpid`)."""
    mobile = bool(found.frames) and found.frames[0].element.tag == "div"
    title = found.ids.get("thread_subject")
    if mobile:
        title = found.ids.get(".view_tit")
    current, total = pages_of(found, root, "pg")
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
    _author(parts, row)
    if time is not None:
        row.time_words, row.time_title = words_and_title(time)
    if number is not None:
        row.floor_words = text_of(number)
        row.sticky = row.floor_words in RECOMMENDED or any(child.get("class") for child in number)
        row.floor = floor_in(row.floor_words)
    if (locked := parts.get(".locked")) is not None:
        row.notice = text_of(locked)
    if body is not None:
        row.body = read_body(body, "x")
        if (later := parts.get(".pattl")) is not None:
            row.body = with_attachments(row.body, later.iter("ignore_js_op"))
    return row


def _author(parts: dict[str, Element], row: Row) -> None:
    cell, right = parts.get(".pi"), parts.get(".pti")
    if cell is not None and (cell is _holder(right) or not text_of(cell)):
        cell = None
    link = None if cell is None else next(cell.iter("a"), None)
    if cell is None and right is not None:  # the board shows the name on the right
        cell = next((div for div in right.iter("div") if div.get("class") == "authi"), right)
        link = next((a for a in cell.iter("a") if " xi2 " in classes(a) and uid_in(a.get("href"))), None)
    if link is not None:
        row.uid = uid_in(link.get("href"))
        row.author = name_of(link)
        # an ordinary author's link has a class; the link that shows a moderator who hides has none
        row.anonymous = link.get("class") is None and row.author in ANONYMOUS
    elif cell is not None:
        words = text_of(cell)
        nameless(row, words, anonymous=not any(gone in words for gone in GONE))
        if not row.anonymous and right is not None:
            row.uid = author_id_in(right)
    if row.anonymous:
        row.author = None


def _holder(element: Element | None) -> Element | None:
    return None if element is None else element.getparent()
