"""Thread pages of Discuz! 7.2, 7.1 and 7.0: one markup."""

from __future__ import annotations

from parsers.body import read_body
from parsers.dom import Element, Frame, Framed, name_of, text_of, tidy
from parsers.model import ThreadPage
from parsers.pager import Where, pages_of
from parsers.thread_build import finish, with_attachments
from parsers.thread_parts import (
    Reading,
    Row,
    closed_by,
    floor_in,
    nameless,
    rows_of,
    subject_of,
    uid_in,
    words_and_title,
)


def read_7(root: Element, found: Framed, where: Where, page: Reading) -> ThreadPage:
    """Read a page of a thread, or one post alone (`viewpid`)."""
    current, total = pages_of(found, root, "pages")
    first = found.frames[0].parts if found.frames else {}
    return finish(
        rows_of(found.frames, _row, page),
        page,
        where,
        title=subject_of(first.get("threadtitle"), found.ids.get("nav")),
        current=current,
        total=total,
        closed=closed_by(first.get(".modact")),
    )


def _row(frame: Frame) -> Row | None:
    pid, parts = frame.pid, frame.parts
    time, number, body = (parts.get(f"{name}{pid}") for name in ("authorposton", "postnum", "postmessage_"))
    if time is None:
        return None
    row = Row(pid)
    _author(parts, time, row)
    row.time_words, row.time_title = words_and_title(time)
    if number is not None:
        row.floor_words = text_of(number)
        row.floor = floor_in(row.floor_words)
    if (locked := parts.get(".locked")) is not None:
        row.notice = text_of(locked)
    if body is not None:
        row.body = read_body(body, "7")
        if (later := parts.get(".postattachlist")) is not None:
            row.body = with_attachments(row.body, later.iter("dl"))
    return row


def _author(parts: dict[str, Element], time: Element, row: Row) -> None:
    """The name in the post's header line; if the board keeps it on the left, there."""
    header, left = parts.get(".authorinfo"), parts.get(".postauthor")
    link = (
        None
        if header is None
        else next((a for a in header.iter("a") if a.get("class") == "posterlink"), None)
    )
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
