"""A page of a thread, whichever dialect it speaks."""

from __future__ import annotations

from datetime import datetime

from parsers.dom import parse, unwrap
from parsers.model import Head, ThreadPage
from parsers.pager import where_in
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
    matter, _ = unwrap(html)
    root = parse(matter)
    where = where_in(matter, url)
    page = Reading(
        now=head.board_now,
        zone_minutes=zone_minutes if head.zone_minutes is None else head.zone_minutes,
        clock=now,
    )
    return read_x(root, where, page)
