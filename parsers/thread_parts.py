"""What the readers of all dialects share: a post's state, its floor, ids in links, a body made a post."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import datetime

from parsers.body_parts import Body
from parsers.dom import Element, Frame, source_of, text_of, tidy
from parsers.model import Complaint, PostState

_UID = re.compile(r"(?:[?&]uid=|space-uid-|uid-)(\d{1,12})\b")
_FLOOR = re.compile(r"(\d{1,9})")
_AUTHOR_ID = re.compile(r"[?&]authorid=(\d{1,12})\b")
ANONYMOUS = frozenset({"匿名", "匿名者"})
GONE = ("该用户已被删除", "該用戶已被刪除")
RECOMMENDED = frozenset({"推荐", "推薦"})
_GUESTS = ("游客", "遊客")
_FIRST_FLOORS = {"楼主": 1, "樓主": 1, "沙发": 2, "沙發": 2, "板凳": 3, "地板": 4}
"""Boards in traditional characters have the same templates."""
_EXCERPT = 300


@dataclass(slots=True)
class Row:
    """What a reader found of one post before it is put together."""

    pid: int
    author: str | None = None
    uid: int | None = None
    anonymous: bool = False
    floor_words: str | None = None
    floor: int | None = None
    time_words: str | None = None
    time_title: str | None = None
    notice: str | None = None
    body: Body | None = None
    sticky: bool = False


@dataclass(slots=True)
class Reading:
    """One page being read: the board's clock and zone, ours, the foot's words for now, and what went wrong."""

    now: datetime | None = None
    zone_minutes: int | None = None
    clock: datetime | None = None
    foot: str = ""
    complaints: list[Complaint] = field(default_factory=list)

    def complain(self, what: str, pid: int | None, at: Element | str) -> None:
        """Note one thing that could not be read."""
        words = at if isinstance(at, str) else source_of(at)
        self.complaints.append(Complaint(what=what, pid=pid, excerpt=tidy(words[: 4 * _EXCERPT])[:_EXCERPT]))


def rows_of(frames: Iterable[Frame], read: Callable[[Frame], Row | None], page: Reading) -> list[Row]:
    """Each frame's row; one that cannot be read is a complaint and costs nothing else."""
    rows: list[Row] = []
    for frame in frames:
        try:
            row = read(frame)
        except (ValueError, TypeError, AttributeError, LookupError, RecursionError) as error:
            page.complain(
                f"the post could not be read: {type(error).__name__}: {error}", frame.pid, frame.element
            )
            continue
        if row is not None:
            rows.append(row)
    return rows


def uid_in(href: str | None) -> int | None:
    """The member's number in a link to a profile, plain or rewritten."""
    found = _UID.search(href or "")
    uid = int(found[1]) if found else None
    return uid or None


def author_id_in(place: Element) -> int | None:
    """The author's number in the link that shows this author's posts only."""
    for link in place.iter("a"):
        if found := _AUTHOR_ID.search(link.get("href") or ""):
            return int(found[1]) or None
    return None


def nameless(row: Row, words: str, *, anonymous: bool | None = None) -> None:
    """An author without a link: one who hides, a guest, or a member who is gone, by what stands for the name."""
    gone = any(word in words for word in GONE)
    name = words.partition(GONE[0])[0].partition(GONE[1])[0].strip()
    hides = name in ANONYMOUS if anonymous is None else anonymous
    if hides and not gone:
        row.anonymous = True
        return
    row.author = name[:2] if name.startswith(_GUESTS) else name or None


def subject_of(heading: Element | None, crumbs: Element | None) -> str | None:
    """The thread's title without its type; from the crumbs where the page has no heading."""
    if heading is not None:
        heading = next(heading.iter("h1"), heading)
        words = [heading.text or ""]
        for child in heading:
            is_type = child.tag == "a" and "typeid" in (child.get("href") or "")
            words += ["" if is_type else "".join(child.itertext()), child.tail or ""]
        return "".join(words).strip(" \r\n\t\xa0") or None
    if crumbs is not None and len(crumbs):
        return (crumbs[-1].tail or "").strip(" \r\n\t\xa0").removeprefix("»").strip() or None
    return None


def closed_by(moderation: Element | None) -> bool:
    """Whether the board's line about the last moderation (7, 6) says that the thread was closed."""
    words = "" if moderation is None else text_of(moderation)
    return words.startswith(("本主题由", "本主題由")) and words.endswith(("关闭", "關閉"))


def floor_in(words: str | None) -> int | None:
    """The number that a floor's label tells; the four usual names stand for 1 to 4."""
    if not words:
        return None
    if words in _FIRST_FLOORS:
        return _FIRST_FLOORS[words]
    found = _FLOOR.search(words)
    return (int(found[1]) or None) if found else None


def words_and_title(time: Element) -> tuple[str, str | None]:
    """A time's words, and the absolute time in the title of a span if the words are an age."""
    for child in time:
        if child.tag == "span" and (title := child.get("title")):
            return text_of(time), title
    return text_of(time), None


def state_in(notice: str | None, *, body: bool) -> tuple[PostState, bool]:
    """State and `private` by the board's notice and whether this reader was shown a body."""
    words = notice or ""
    if "屏蔽" in words:
        return ("banned" if "作者被禁止" in words else "blocked"), False
    if not body:
        return "hidden", False
    return "visible", "仅作者可见" in words or "僅作者可見" in words
