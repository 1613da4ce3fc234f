"""A page of a thread, whichever dialect it speaks."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from parsers.dom import Element, Framed, framed, framed_in_pieces, parse, unwrap, within_limits
from parsers.model import Dialect, Head, ThreadPage
from parsers.pager import Where, where_in
from parsers.thread_4 import read_4
from parsers.thread_6 import read_6
from parsers.thread_7 import read_7
from parsers.thread_parts import Reading
from parsers.thread_x import read_x


def read_thread(
    html: str,
    head: Head,
    *,
    url: str | None = None,
    now: datetime | None = None,
    zone_minutes: int | None = None,
) -> ThreadPage:
    """Every post of the page; one that cannot be read becomes a complaint and costs nothing else.

    `now` (aware) and `zone_minutes` serve where the page shows no clock and no zone of its own.
    """
    matter = unwrap(html)[0]
    kept, whole = within_limits(matter)
    root = parse(kept)
    where = where_in(kept, url)
    page = Reading(
        now=head.board_now,
        zone_minutes=zone_minutes if head.zone_minutes is None else head.zone_minutes,
        clock=now,
        foot=_foot(kept) if head.board_now else "",
    )
    found = framed(root)
    if not whole:
        page.complain(
            "the page is longer than any board's; posts were cut", None, matter[len(kept) : len(kept) + 300]
        )
    elif found.spilled or kept.count('id="pid') > found.seen:
        last = found.frames[-1] if found.frames else None
        page.complain(
            "a post was left open and ran over the following ones",
            None if last is None else last.pid,
            kept[:300] if last is None else last.element,
        )
    if page.complaints:
        found = framed_in_pieces(matter)
    for forged in found.forged:
        page.complain("a post's frame inside another post's body", None, forged)
    dialect = head.dialect or _dialect(matter)
    if dialect == "4":
        return read_4(root, where, page)
    return _READERS[dialect](root, found, where, page)


_READERS: dict[Dialect, Callable[[Element, Framed, Where, Reading], ThreadPage]] = {
    "x": read_x,
    "7": read_7,
    "6": read_6,
}


def _foot(html: str) -> str:
    """The words in which the page's foot tells the time; they show the reader's format of dates."""
    at = html.rfind("GMT")
    return html[at : at + 60] if at >= 0 else ""


def _dialect(html: str) -> Dialect:
    """By what no template of a dialect can do without, where a page has no head."""
    if "forum.php?mod=" in html or "home.php?mod=" in html:
        return "x"
    if 'class="posterlink"' in html or "authorposton" in html:
        return "7"
    return "6" if 'class="postauthor"' in html else "4" if 'name="pid' in html else "x"
