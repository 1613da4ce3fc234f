"""What the page readers see: frozen values that hold no element of any HTML library.

What each key of a post means, to the letter, is in the boards' facts; times are aware UTC.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Literal

Dialect = Literal["x", "7", "6", "4"]
PageKind = Literal["thread", "message", "forum", "pm", "login", "unknown"]
PostState = Literal["visible", "blocked", "banned", "hidden"]


class Answer(StrEnum):
    """What a board's answer means; one kind for each row of the table of answers."""

    SUCCEEDED = "succeeded"
    MODERATED = "moderated"
    LOGIN_REQUIRED = "login_required"
    LOGIN_FAILED = "login_failed"
    LOGIN_LOCKED = "login_locked"
    QUESTION_REQUIRED = "question_required"
    CAPTCHA = "captcha"
    FORMHASH = "formhash"
    FLOOD = "flood"
    HOURLY_LIMIT = "hourly_limit"
    TOO_SHORT = "too_short"
    TOO_LONG = "too_long"
    NO_PERMISSION = "no_permission"
    READ_PERMISSION = "read_permission"
    GROUP_REFUSED = "group_refused"
    BOARD_PASSWORD = "board_password"
    NEWBIE = "newbie"
    CENSORED = "censored"
    THREAD_MISSING = "thread_missing"
    THREAD_CLOSED = "thread_closed"
    USER_MISSING = "user_missing"
    BOARD_MISSING = "board_missing"
    BOARD_CLOSED = "board_closed"
    HOURS = "hours"
    IP_BANNED = "ip_banned"
    BANNED = "banned"
    DB_DOWN = "db_down"
    SERVER_ERROR = "server_error"
    ROBOT_REFUSED = "robot_refused"
    CACHE_WARMING = "cache_warming"
    PM_FLOOD = "pm_flood"
    PM_REFUSED = "pm_refused"
    NOTHING_DONE = "nothing_done"
    DUPLICATE = "duplicate"
    OTHER = "other"


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """A board's answer in words. `values` are the script's own (`pid`, `tid`, `loginperm`, …)."""

    kind: Answer
    text: str
    seconds: int | None = None
    tries_left: int | None = None
    location: str | None = None
    values: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Quote:
    """A quoted part of a post; `author` and `pid` only where the board's own header tells."""

    author: str | None
    text: str
    pid: int | None = None


MarkKind = Literal[
    "image", "attachment", "link", "media", "table", "color", "size", "font", "faint", "tiny", "strike"
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """Something in the author's own words that text alone does not show, over `text[start:end]`.

    `faint`: letters in (nearly) the background's colour; `tiny`: letters too small to read; `color`, `size`,
    `font`: any other change; `image`: one that is no smilie. Matter without text has `start == end`.
    """

    kind: MarkKind
    start: int
    end: int
    detail: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Post:
    """A post as one reader saw it on one page; key is `pid`, floors may shift."""

    pid: int | None
    floor: int | None
    author: str | None
    uid: int | None
    posted_at: datetime | None
    precision: Literal["second", "minute"] = "second"
    edited_at: datetime | None = None
    edited_by: str | None = None
    state: PostState = "visible"
    private: bool = False
    anonymous: bool = False
    text: str | None = ""
    hidden: str | None = None
    code: tuple[str, ...] = ()
    quotes: tuple[Quote, ...] = ()
    smilies: tuple[str, ...] = ()
    marks: tuple[Mark, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Complaint:
    """One thing on a page that could not be read: what, where (pid if known), and the excerpt at fault."""

    what: str
    pid: int | None
    excerpt: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """What any page tells beside its matter. `uid` is 0 for a guest and None where the page does not tell.

    `zone_minutes` is the footer's zone (minutes east of Greenwich), `board_now` the footer's time.
    """

    dialect: Dialect | None = None
    charset: str | None = None
    uid: int | None = None
    logged_in_as: str | None = None
    formhash: str | None = field(default=None, repr=False)
    board_now: datetime | None = None
    zone_minutes: int | None = None
    moderator: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ThreadPage:
    """One page of a thread. `pages` is the pager's total; a board clamps a page past the end to the last.

    `board_now`: the foot's time, read with the order of day and month that the page's dates show.
    """

    tid: int | None
    fid: int | None
    title: str | None
    page: int
    pages: int
    closed: bool
    posts: tuple[Post, ...]
    reverse: bool = False
    complaints: tuple[Complaint, ...] = ()
    board_now: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ThreadRow:
    """One row of a forum's list of threads."""

    tid: int
    title: str
    author: str | None
    uid: int | None
    created: datetime | None
    replies: int | None
    closed: bool = False
    sticky: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ForumPage:
    """One page of a forum's list."""

    fid: int | None
    page: int
    pages: int
    rows: tuple[ThreadRow, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PmSummary:
    """One conversation of the private messages' list (X), or one message of the inbox (7.x: `pmid`)."""

    uid: int | None
    name: str | None
    unread: bool
    at: datetime | None
    pmid: int | None = None
    subject: str | None = None
    plid: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PmMessage:
    """One private message, `mine` if the reader wrote it. Times have no seconds on any board."""

    pmid: int
    mine: bool
    author: str | None
    uid: int | None
    at: datetime | None
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PmPage:
    """A list of conversations, or one conversation. `total`: the messages that the board counts, where it tells."""

    page: int
    pages: int
    conversations: tuple[PmSummary, ...] = ()
    messages: tuple[PmMessage, ...] = ()
    total: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """A form as a browser would send it back: hidden and text fields, selected options, ticked boxes."""

    action: str
    fields: dict[str, str] = field(repr=False)
    name: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """Any page: its head, its kind, and the one part that the kind has."""

    kind: PageKind
    head: Head
    thread: ThreadPage | None = None
    forum: ForumPage | None = None
    pm: PmPage | None = None
    message: Message | None = None
    complaints: tuple[Complaint, ...] = ()
