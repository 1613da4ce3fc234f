"""Rows made posts, and posts a page: times in one order, floors by their neighbours, one post for each number."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from parsers.body_parts import Body
from parsers.dom import Element, tidy
from parsers.model import Mark, MarkKind, Post, ThreadPage
from parsers.pager import Where
from parsers.thread_parts import Reading, Row, state_in
from parsers.when import Calendar


def put_together(row: Row, page: Reading, calendar: Calendar) -> Post:
    """The post of a row; whatever does not fit is a complaint of the page."""
    body = row.body
    state, private = state_in(row.notice, body=body is not None)
    if body is None and row.notice is None:
        page.complain("a post without body and without notice", row.pid, row.author or "")
    found = calendar.read(row.time_words or "", row.time_title)
    if found is None:
        page.complain("the time could not be read", row.pid, row.time_title or row.time_words or "")
    elif found.rough:
        page.complain("only the age of the post is shown", row.pid, row.time_words or "")
    edited = calendar.read(body.edited[1]) if body and body.edited else None
    if row.author is None and not row.anonymous:
        page.complain("a post without author", row.pid, row.time_words or "")
    return Post(
        pid=row.pid,
        floor=row.floor,
        author=None if row.anonymous else row.author,
        uid=row.uid,
        posted_at=found.at if found else None,
        precision=found.precision if found else "minute",
        edited_at=edited.at if edited else None,
        edited_by=body.edited[0] if body and body.edited else None,
        state=state,
        private=private,
        anonymous=row.anonymous,
        text=body.text if body else None,
        hidden=body.hidden if body else None,
        code=tuple(body.code) if body else (),
        quotes=tuple(body.quotes) if body else (),
        smilies=tuple(body.smilies) if body else (),
        marks=body.marks if body else (),
    )


def finish(
    rows: list[Row],
    page: Reading,
    where: Where,
    *,
    title: str | None,
    current: int,
    total: int,
    closed: bool,
) -> ThreadPage:
    """The page of a thread from its rows; a page without posts is a complaint, never an empty thread."""
    samples = [words for row in rows for words in (row.time_title, row.time_words) if words]
    calendar = Calendar.of(
        samples, now=page.now, zone_minutes=page.zone_minutes, clock=page.clock, foot=page.foot
    )
    reverse = newest_first(rows)
    number_floors(rows, page=current, reverse=reverse)
    posts = once_each(put_together(row, page, calendar) for row in rows)
    if not posts:
        page.complain("no post was found on the page", None, title or "")
    return ThreadPage(
        tid=where.tid,
        fid=where.fid,
        title=title,
        page=current,
        pages=total,
        closed=closed,
        posts=posts,
        reverse=reverse,
        complaints=tuple(page.complaints),
        board_now=calendar.now if page.now else None,
    )


def newest_first(rows: list[Row]) -> bool:
    """Whether the numbers fall from row to row (the first post may stand above)."""
    floors = [row.floor for row in rows if not row.sticky and row.floor is not None]
    if floors and floors[0] == 1:
        floors = floors[1:]
    return len(floors) > 1 and all(a > b for a, b in pairwise(floors))


def number_floors(rows: list[Row], *, page: int, reverse: bool) -> None:
    """Floors of rows whose label told none; sticky rows stay without.

    Boards name the first floors as they like, and in reverse order leave the first one's number out: the first
    row of page 1 is floor 1 whatever it is called. Others take their place's number if counting agrees with
    every number that is there. Without any label (robots get none) nothing is counted.
    """
    plain = [row for row in rows if not row.sticky and row.floor_words is not None]
    if page != 1 or not plain:
        return
    plain[0].floor = plain[0].floor or 1
    if not reverse and all(row.floor in {None, at} for at, row in enumerate(plain, 1)):
        for at, row in enumerate(plain, 1):
            row.floor = at


def with_attachments(body: Body, later: Iterable[Element]) -> Body:
    """A body with what is attached below it marked at its end."""
    marks = list(body.marks)
    end = len(body.text)
    for element in later:
        picture = element.find(".//img[@file]") if element.tag != "img" else element
        link = element.find(".//a")
        kind: MarkKind = "attachment" if picture is None else "image"
        name = "" if link is None else tidy("".join(link.itertext()))
        marks.append(Mark(kind=kind, start=end, end=end, detail=name[:200]))
    body.marks = tuple(marks)
    return body


def once_each(posts: Iterable[Post]) -> tuple[Post, ...]:
    """One post for each pid, in page order; of a copy above and the row in its place the one with a floor."""
    found: dict[int | None, Post] = {}
    for post in posts:
        known = found.get(post.pid)
        if known is None:
            found[post.pid] = post
        elif known.floor is None and post.floor is not None:
            del found[post.pid]
            found[post.pid] = post
    return tuple(found.values())
