"""Thread pages of Discuz! 4.1: tables without ids; a post is found by its anchor `<a name="pidN">`."""

from __future__ import annotations

import re

from parsers.body import read_body
from parsers.dom import Element, Frame, XPath, name_of, text_of, tidy
from parsers.model import ThreadPage
from parsers.pager import Where
from parsers.thread_build import finish, with_attachments
from parsers.thread_parts import Reading, Row, floor_in, nameless, rows_of, subject_of, uid_in

_ANCHORS = XPath("//a[starts-with(@name,'pid')]")
_FRAME = XPath("ancestor::div[@class='maintable'][1]")
_AUTHOR = XPath("(.//td[@width='21%'])[1]")
_NUMBERS = XPath(".//td[@align='right']/a[@class='bold'][starts-with(.,'#')]")
_COUNT = XPath("//td[@class='header']")
_TITLE = XPath(
    "//td[@class='bold'][starts-with(normalize-space(.),'标题:') or starts-with(normalize-space(.),'標題:')]"
)
_OF = re.compile(r"(\d{1,7})\s*/\s*(\d{1,7})\Z")
_BODY_STYLE = "font-size: 12px"


def read_4(root: Element, where: Where, page: Reading) -> ThreadPage:
    """Read a page of a thread."""
    frames: list[Frame] = []
    taken: set[Element] = set()
    for anchor in _ANCHORS(root):
        number = (anchor.get("name") or "")[3:]
        box = _FRAME(anchor)
        if number.isdecimal() and number.isascii() and len(number) < 16 and box and box[0] not in taken:
            taken.add(box[0])
            frames.append(Frame(int(number), box[0], {"anchor": anchor}))
    current = total = 1
    for cell in _COUNT(root):
        if told := _OF.match(text_of(cell)):
            current, total = int(told[1]), int(told[2])
            break
    title = subject_of(next(iter(_TITLE(root)), None), None)
    return finish(
        rows_of(frames, _row, page),
        page,
        where,
        title=None if title is None else title[3:].strip(),
        current=current,
        total=max(current, total),
        closed=False,
    )


def _row(frame: Frame) -> Row | None:
    row = Row(frame.pid)
    cell = next(iter(_AUTHOR(frame.element)), None)
    if cell is not None:
        _author(cell, row)
    for number in _NUMBERS(frame.element):
        row.floor_words = text_of(number)
        row.floor = floor_in(row.floor_words)
        place = number.getparent()
        beside = None if place is None else place.getprevious()
        row.time_words = "" if beside is None else text_of(beside)
    anchor = frame.parts["anchor"]
    words = [anchor.tail or ""]
    later: list[Element] = []
    for node in anchor.itersiblings():
        if row.body is None and node.tag == "span" and node.get("style") == _BODY_STYLE:
            row.body = read_body(node, "4")
        elif row.body is None:
            words.append(node.tail or "")
        elif node.tag == "a" and "attachment" in (node.get("href") or ""):
            later.append(node)
    notice = tidy("".join(words))
    row.notice = notice if notice.startswith("***") else None
    if row.body is not None and later:
        row.body = with_attachments(row.body, later)
    return row


def _author(cell: Element, row: Row) -> None:
    link = cell.find("a[@class='bold']")
    if link is not None:
        row.author, row.uid = name_of(link), uid_in(link.get("href"))
        return
    name = cell.find("span[@class='bold']")
    if name is None:
        return
    beside = tidy(name.tail or "") + tidy("".join(child.tail or "" for child in cell))
    nameless(row, text_of(name), anonymous="匿名" in beside)
