"""A forum's list of threads, any dialect, and the pager that lists and private messages share."""

from __future__ import annotations

import re
from datetime import datetime

from parsers._when import board_time
from parsers.model import ForumPage, Head, ThreadRow
from parsers.soup import Tag, attr, first, parse, select, text_of

_FID = (
    re.compile(r"\bfid = parseInt\('(\d{1,9})'\)"),
    re.compile(r"summary=\"forum_(\d{1,9})\""),
    re.compile(r"action=newthread&(?:amp;)?fid=(\d{1,9})"),
    re.compile(r"forumdisplay(?:\.php\?|&(?:amp;)?)fid=(\d{1,9})"),
)
_TID = re.compile(r"(?:[?&]tid=|thread-)(\d{1,12})")
_UID = re.compile(r"uid[=-](\d{1,10})")


def read_forum(html: str, head: Head) -> ForumPage:
    """One page of a forum's list in page order; threads held for approval are not on it."""
    tree = parse(html)
    page, pages = read_pager(tree)
    found = next((seen for pattern in _FID if (seen := pattern.search(html)) and seen[1] != "0"), None)
    rows = _rows(tree, head) or (_loose_rows(tree, head) if head.dialect in {None, "4"} else [])
    return ForumPage(fid=int(found[1]) if found else None, page=page, pages=pages, rows=tuple(rows))


def read_pager(tree: Tag, *, within: str = "") -> tuple[int, int]:
    """The current page and the number of pages; (1, 1) where there is no pager.

    X tells the total, 7.x only the numbers of the links; a list without numbers counts by its neighbours.
    """
    box = next(
        (node for node in select(tree, f"{within} .pg, {within} .pages") if select(node, "a, strong")), None
    )
    if box is None:
        return 1, 1
    now = first(box, "strong")
    current = _number(text_of(now)) if now is not None else None
    total = next((n for span in select(box, "span[title]") if (n := _number(attr(span, "title")))), None)
    numbers = [
        n for link in select(box, "a") if "custompage" not in str(link) and (n := _number(text_of(link)))
    ]
    following, before = first(box, "a.nxt, a.next"), first(box, ".prev, .pgb a")
    if current is None:
        if (n := _page_of(following)) is not None:
            current = n - 1
        elif (n := _page_of(before)) is not None:
            current = n + 1
    current = current or 1
    ahead = current + 1 if following is not None else current
    return current, max(total or 1, *numbers, current, ahead) if numbers else max(total or 1, ahead)


def _page_of(link: Tag | None) -> int | None:
    found = re.search(r"page=(\d{1,7})", attr(link, "href"))
    return int(found[1]) if found else None


def _number(text: str) -> int | None:
    found = re.search(r"\d{1,7}", text.replace(",", ""))
    return int(found[0]) if found else None


def _rows(tree: Tag, head: Head) -> list[ThreadRow]:
    rows = []
    for body in select(tree, 'tbody[id^="normalthread_"], tbody[id^="stickthread_"]'):
        link = first(body, 'a.xst, span[id^="thread_"] a')
        tid = _TID.search(attr(link, "href"))
        if link is None or tid is None:
            continue
        by = first(body, "td.by, td.author")
        author = first(by, "cite a") if by is not None else None
        uid = _UID.search(attr(author, "href"))
        replies = first(body, "td.num a, td.nums strong")
        rows.append(
            ThreadRow(
                tid=int(tid[1]),
                title=text_of(link),
                author=text_of(author) if author is not None else _anonymous(by),
                uid=int(uid[1]) if uid else None,
                created=_created(by, head),
                replies=_number(text_of(replies)) if replies is not None else None,
                closed=_closed(body),
                sticky=attr(body, "id").startswith("stick"),
            )
        )
    return rows


def _anonymous(by: Tag | None) -> str | None:
    cite = first(by, "cite") if by is not None else None
    return text_of(cite) or None if cite is not None else None


def _created(by: Tag | None, head: Head) -> datetime | None:
    when = first(by, "em") if by is not None else None
    if when is None:
        return None
    exact = first(when, "span[title]")
    text = attr(exact, "title") if exact is not None else text_of(when)
    return board_time(text, head.board_now, head.zone_minutes)


def _closed(body: Tag) -> bool:
    if first(body, 'i.fico-lock, th.lock, img[src*="folder_lock"], img[src*="locked."]') is None:
        return False
    # a thread that was moved away leaves a row with the same lock
    subject = first(body, "th")
    return subject is None or not text_of(subject).startswith("移动:")


def _loose_rows(tree: Tag, head: Head) -> list[ThreadRow]:
    """4.1: no ids; a row is what holds the thread's link, its author, a date and two numbers."""
    rows = []
    for link in select(tree, 'a[href*="viewthread.php?tid="][href*="extra="]'):
        cell = link.find_parent("table")
        row = cell.find_parent("tr") if cell is not None else None
        if row is None or "page=" in attr(link, "href").partition("extra=")[2][8:]:
            continue
        author = first(row, 'a[href*="viewpro.php?uid="]')
        tid, uid = _TID.search(attr(link, "href")), _UID.search(attr(author, "href"))
        counts = [n for td in select(row, 'td[align="center"]') if re.fullmatch(r"\d+", n := text_of(td))]
        when = first(row, "span.smalltxt")
        if tid is None:
            continue
        rows.append(
            ThreadRow(
                tid=int(tid[1]),
                title=text_of(link),
                author=text_of(author) if author is not None else None,
                uid=int(uid[1]) if uid else None,
                created=board_time(text_of(when), head.board_now, head.zone_minutes)
                if when is not None
                else None,
                replies=int(counts[0]) if counts else None,
                closed=first(row, 'img[src*="lock_folder"], img[src*="folder_lock"]') is not None,
                sticky=first(row, 'img[src*="pin_"]') is not None,
            )
        )
    return rows
