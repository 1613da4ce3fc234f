"""Private messages: X's conversations and their messages, 7.x's inbox and its message view.

The X list's summary is damaged by the board and is not read. Messages come oldest first, by pmid.
"""

from __future__ import annotations

import re
from datetime import datetime

from parsers._when import board_time
from parsers.lists import read_pager
from parsers.model import Head, PmMessage, PmPage, PmSummary
from parsers.soup import Tag, attr, first, lines_of, parse, select, text_of

_UID = re.compile(r"(?:uid[=-]|space-uid-)(\d{1,10})")
_NUMBER = re.compile(r"(\d{1,12})$")
PER_PAGE = 10
"""Messages of a conversation on a page of X; the remainder stands on page 1, the oldest."""


def read_pm(html: str, head: Head) -> PmPage:
    """A list of conversations, or one conversation; an empty one has neither."""
    tree = parse(html)
    if first(tree, 'dl[id^="pmlist_"], #pm_ul, #membernum') is not None:
        return _x_page(tree, head)
    return _seven_page(tree, head)


def _x_page(tree: Tag, head: Head) -> PmPage:
    listing = first(tree, "form#deletepmform")
    if listing is not None:
        rows = tuple(row for node in select(listing, 'dl[id^="pmlist_"]') if (row := _x_row(node, head)))
        page, pages = read_pager(tree)
        return PmPage(page=page, pages=pages, conversations=rows)
    messages = [said for node in select(tree, 'dl[id^="pmlist_"]') if (said := _x_message(node, head))]
    told = first(tree, "#membernum")
    page, pages = read_pager(tree)
    total = int(text_of(told)[:9]) if told is not None and text_of(told).isdecimal() else None
    if total is not None:
        pages = max(1, -(-total // PER_PAGE))
    ordered = tuple(sorted(messages, key=lambda message: message.pmid))
    return PmPage(page=page, pages=pages, messages=ordered, total=total)


def _x_row(node: Tag, head: Head) -> PmSummary | None:
    number = _NUMBER.search(attr(node, "id"))
    cell = first(node, "dd.pm_c")
    if number is None or cell is None:
        return None
    link = first(cell, 'a[href*="uid"]')
    answer = re.search(r"touid=(\d{1,10})", " ".join(attr(a, "href") for a in select(cell, "a[href]")))
    uid = answer[1] if answer else None
    if uid is None and (seen := _UID.search(attr(link, "href"))):
        uid = seen[1]
    return PmSummary(
        uid=int(uid) if uid else None,
        name=text_of(link) if link is not None else None,
        unread="newpm" in attr(node, "class").split(),
        at=_when(cell, head),
        plid=int(number[1]),
    )


def _x_message(node: Tag, head: Head) -> PmMessage | None:
    number = _NUMBER.search(attr(node, "id"))
    cell = first(node, "dd.ptm")
    if number is None or cell is None:
        return None
    parts = [child for child in cell.children if isinstance(child, Tag)]
    author = next((tag for tag in parts if "xw1" in attr(tag, "class").split()), None)
    stamp = next((tag for tag in reversed(parts) if "xg1" in attr(tag, "class").split()), None)
    mine = author is not None and author.name == "span"
    uid = _UID.search(attr(author, "href"))
    return PmMessage(
        pmid=int(number[1]),
        mine=mine,
        author=head.logged_in_as if mine else (text_of(author) if author is not None else None),
        uid=head.uid if mine else (int(uid[1]) if uid else None),
        at=_when(stamp, head) if stamp is not None else None,
        text=_words(cell, author, stamp),
    )


def _seven_page(tree: Tag, head: Head) -> PmPage:
    page, pages = read_pager(tree)
    if first(tree, "#pmlist") is None:
        rows = tuple(
            row for node in select(tree, 'ul.pm_list > li[id^="pm_"]') if (row := _seven_row(node, head))
        )
        return PmPage(page=page, pages=pages, conversations=rows)
    messages, day = [], ""
    for node in select(tree, "ul.pm_list > li"):
        if "pm_date" in attr(node, "class").split():
            day = text_of(node)
        elif said := _seven_message(node, head, day):
            messages.append(said)
    return PmPage(page=page, pages=pages, messages=tuple(sorted(messages, key=lambda said: said.pmid)))


def _seven_row(node: Tag, head: Head) -> PmSummary | None:
    number = _NUMBER.search(attr(node, "id"))
    if number is None:
        return None
    # 7.0 links the board itself instead of the member: the tick box has the number
    told, link, box = (
        first(node, "p"),
        first(node, "p cite a"),
        attr(first(node, 'input[name="uid[]"]'), "value"),
    )
    uid = _UID.search(attr(link, "href")) or re.match(r"(\d{1,10})$", box)
    when = text_of(told, without=(link,) if link is not None else ()) if told is not None else ""
    return PmSummary(
        uid=int(uid[1]) if uid else None,
        name=text_of(link) if link is not None else None,
        unread=first(node, 'img[alt="NEW"], cite.new') is not None,
        at=board_time(when, head.board_now, head.zone_minutes),
        pmid=int(number[1]),
    )


def _seven_message(node: Tag, head: Head, day: str) -> PmMessage | None:
    number = _NUMBER.search(attr(node, "id"))
    body = first(node, "div.summary")
    if number is None or body is None:
        return None
    mine = "self" in attr(node, "class").split()
    cite, name = first(node, "p.cite"), first(node, "p.cite cite")
    uid = _UID.search(attr(first(node, "p.cite cite a"), "href")) or _UID.search(
        attr(first(node, "a.avatar"), "href")
    )
    if uid is None:
        uid = re.search(r"[?&]uid=(\d{1,10})", attr(first(node, "a.avatar img"), "src"))
    told = text_of(cite, without=(name,) if name is not None else ()) if cite is not None else ""
    at = board_time(told, head.board_now, head.zone_minutes)
    if at is None:
        at = board_time(f"{day} {told}", head.board_now, head.zone_minutes)
    return PmMessage(
        pmid=int(number[1]),
        mine=mine,
        author=text_of(name) if name is not None else None,
        uid=int(uid[1]) if uid else (head.uid if mine else None),
        at=at,
        text=_words(body),
    )


def _when(node: Tag, head: Head) -> datetime | None:
    exact = first(node, "span.xg1 span[title]") or first(node, "span[title]")
    text = attr(exact, "title") if exact is not None else text_of(first(node, "span.xg1") or node)
    return board_time(text, head.board_now, head.zone_minutes)


def _words(cell: Tag, *furniture: Tag | None) -> str:
    """The writer's own words: no quotes, no struck text, lines as broken by the writer."""
    away = [*select(cell, "div.quote, blockquote, strike, s, del, div.blockcode"), *filter(None, furniture)]
    return "\n".join(lines_of(cell, without=tuple(away))).strip("\n")
