"""Thread pages of Discuz! 6.1 and 6.0."""

from __future__ import annotations

from parsers.body import read_body
from parsers.dom import Element, Frame, Framed, name_of, text_of, tidy
from parsers.model import ThreadPage
from parsers.pager import Where, pages_of
from parsers.thread_build import finish, with_attachments
from parsers.thread_parts import (
    Reading,
    Row,
    author_id_in,
    closed_by,
    floor_in,
    nameless,
    rows_of,
    subject_of,
    uid_in,
)


def read_6(root: Element, found: Framed, where: Where, page: Reading) -> ThreadPage:
    """Read a page of a thread."""
    current, total = pages_of(found, root, "pages")
    first = found.frames[0].parts if found.frames else {}
    return finish(
        rows_of(found.frames, _row, page),
        page,
        where,
        title=subject_of(next(root.iter("h1"), None), None),
        current=current,
        total=total,
        closed=closed_by(first.get(".modact")),
    )


def _row(frame: Frame) -> Row | None:
    pid, parts = frame.pid, frame.parts
    number = parts.get(f"postnum{pid}")
    if number is None:
        number = parts.get(f"postnum_{pid}")  # 6.0
    line = parts.get(".postinfo")
    if line is None:
        return None
    row = Row(pid)
    words = "".join(child.tail or "" for child in line)
    row.time_words = tidy((line.text or "") + words)
    left = parts.get(".postauthor")
    cite = None if left is None else next(left.iter("cite"), None)
    if cite is not None:
        _author(cite, line, row)
    if number is not None:
        row.floor_words = text_of(number)
        row.floor = floor_in(row.floor_words)
    if (notice := parts.get(".notice")) is not None:
        row.notice = text_of(notice)
    body = parts.get(f"postmessage_{pid}")
    if body is not None:
        row.body = read_body(body, "6")
        if (later := parts.get(".postattachlist")) is not None:
            row.body = with_attachments(row.body, later.iter("dl"))
    return row


def _author(cite: Element, line: Element, row: Row) -> None:
    link = next((a for a in cite.iterfind("a") if uid_in(a.get("href"))), None)
    beside = tidy(cite.tail or "")
    if link is not None and "匿名" not in beside:
        row.author, row.uid = name_of(link), uid_in(link.get("href"))
        return
    named = [cite.text or ""]
    for child in cite:  # a label holds a moderator's tools
        named += [text_of(child) if child.tag != "label" else "", child.tail or ""]
    nameless(row, tidy("".join(named)), anonymous="匿名" in beside)
    if link is not None:
        row.uid = uid_in(link.get("href"))
    elif not row.anonymous:
        row.uid = author_id_in(line)
