"""What a board keeps: members, boards, threads, posts, private messages, sessions. Times are aware."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Literal

Group = Literal["admin", "moderator", "member", "muted", "banned", "unverified"]
Visibility = Literal["shown", "pending", "removed"]

GROUP_TITLES: dict[str, str] = {
    "admin": "管理员",
    "moderator": "版主",
    "member": "新手上路",
    "muted": "禁止发言",
    "banned": "禁止访问",
    "unverified": "等待验证会员",
    "guest": "游客",
}
GROUP_IDS: dict[str, int] = {
    "admin": 1,
    "moderator": 3,
    "muted": 4,
    "banned": 5,
    "guest": 7,
    "unverified": 8,
    "member": 10,
}


@dataclass(slots=True)
class Settings:
    """What the owner of a board may set. Sizes are bytes in the board's charset, as on the real ones."""

    title: str = "练习论坛"
    zone: timedelta = timedelta(hours=8)
    posts_per_page: int = 10
    threads_per_page: int = 20
    flood_seconds: int = 15
    pm_flood_seconds: int = 15
    posts_per_hour: int = 0
    min_bytes: int = 10
    max_bytes: int = 10000
    subject_bytes: int = 80
    edit_notice: bool = True
    edit_minutes: int = 0
    human_times: bool = True
    quick_forward: bool = True
    login_tries: int = 5
    lock_minutes: int = 15
    login_captcha: bool = False
    captcha_answer: str = "W7K2"
    closed_text: str | None = None
    hours_text: str | None = None
    cookie_prefix: str = "Rm4k_2132_"
    floor_names: tuple[str, ...] = ("楼主", "沙发", "板凳", "地板")
    banned_words: tuple[str, ...] = ()


@dataclass(slots=True)
class Member:
    """An account. `question` is the number of the security question, 0 for none."""

    uid: int
    name: str
    password: str
    group: Group = "member"
    question: int = 0
    answer: str = ""
    signature: str = ""
    joined: datetime | None = None
    last_post: datetime | None = None
    last_pm: datetime | None = None
    post_lock: datetime | None = None


@dataclass(slots=True)
class Forum:
    """A board of the forum (版块)."""

    fid: int
    name: str
    moderators: set[int] = field(default_factory=set)
    holds_threads: bool = False
    holds_replies: bool = False
    readers: set[str] | None = None
    types: dict[int, str] = field(default_factory=dict)
    password: str = ""


@dataclass(slots=True)
class Thread:
    """A thread and the options of its first post."""

    tid: int
    fid: int
    uid: int
    author: str
    subject: str
    at: datetime
    closed: bool = False
    hidden_replies: bool = False
    reverse: bool = False
    tell_author: bool = False
    typeid: int = 0
    readperm: int = 0
    price: int = 0
    sticky: int = 0
    visibility: Visibility = "shown"
    positions_broken: bool = False
    modaction: str = ""
    modaction_at: datetime | None = None
    views: int = 0
    stuck: list[int] = field(default_factory=list)


@dataclass(slots=True)
class Post:
    """A post as stored: BBCode, the edit notice included. `position` never changes; floors are counted."""

    pid: int
    tid: int
    uid: int
    author: str
    text: str
    at: datetime
    position: int
    first: bool = False
    subject: str = ""
    visibility: Visibility = "shown"
    blocked: bool = False
    warned: bool = False
    anonymous: bool = False
    usesig: bool = True
    smileyoff: bool = False
    bbcodeoff: bool = False
    parseurloff: bool = False


@dataclass(slots=True)
class PrivateMessage:
    """A private message between two members; `unread` is the receiver's view, `deleted_by` whose copy is gone."""

    pmid: int
    sender: int
    receiver: int
    text: str
    at: datetime
    unread: bool = True
    deleted_by: set[int] = field(default_factory=set)


@dataclass(slots=True)
class Session:
    """A login: the `auth` cookie's value is `token`, good only beside the saltkey or User-Agent in `tie`."""

    token: str
    uid: int
    tie: str
    password: str


@dataclass(slots=True)
class Failures:
    """Wrong passwords from one address or for one name; forgotten after the lock's minutes."""

    count: int
    last: datetime
