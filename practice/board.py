"""A board: its memory, its rules, its dialect, its faults, and the log of what was asked of it."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Literal, Protocol

from practice.acts import Acts
from practice.faults import Faults, Planned
from practice.logins import Logins
from practice.records import Group, Post, PrivateMessage, Settings
from practice.state import State
from practice.web import Answer, Request

DialectName = Literal["x", "7", "7.2", "7.0"]
Charset = Literal["utf-8", "gbk"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Logged:
    """One request as the board saw it. `uid` is who was logged in when it came."""

    method: str
    path: str
    uid: int
    time: datetime
    agent: str
    status: int = 0


class Dialect(Protocol):
    """How a version of the board answers."""

    def answer(self, board: Board, request: Request) -> Answer:
        """Answer a request."""
        ...

    def stricken(self, board: Board, request: Request, planned: Planned) -> Answer:
        """Answer a request that a fault befalls."""
        ...

    def viewer_uid(self, board: Board, request: Request) -> int:
        """Who is logged in with this request's cookies, 0 for a guest."""
        ...


def _system_now() -> datetime:
    return datetime.now(UTC)


class Board:
    """A look-alike board. The methods without a viewer change it as if by magic, whatever the rules say.

    `dialect` "7" is 7.2, which speaks GBK unless told otherwise.
    """

    def __init__(
        self,
        *,
        dialect: DialectName = "x",
        charset: Charset | None = None,
        now: Callable[[], datetime] = _system_now,
        settings: Settings | None = None,
    ) -> None:
        dialect = "7.2" if dialect == "7" else dialect
        self.dialect_name: DialectName = dialect
        self.charset: Charset = charset or ("gbk" if dialect == "7.2" else "utf-8")
        self.settings = settings or Settings()
        self.now = now
        self.state = State(now, self.settings)
        self.acts = Acts(self.state, self.size, counts_last_post=dialect != "x")
        self.logins = Logins(self.state)
        self.faults = Faults()
        self.lock = threading.RLock()
        self._requests: list[Logged] = []
        self.dialect = _dialect(dialect)

    # measuring and writing -----------------------------------------------------------------------------

    def size(self, text: str) -> int:
        """A text's bytes in the board's charset."""
        return len(text.encode("gb18030" if self.charset == "gbk" else "utf-8", "replace"))

    def typed(self, text: str) -> str:
        """A text as a browser would send it to this board: what the charset lacks becomes a reference."""
        if self.charset == "gbk":
            return text.encode("gbk", "xmlcharrefreplace").decode("gbk")
        return text

    def add_member(
        self, name: str, password: str, *, group: Group = "member", question: int = 0, answer: str = ""
    ) -> int:
        """Register a member; gives the uid."""
        with self.lock:
            return self.state.add_member(name, password, group=group, question=question, answer=answer).uid

    def add_forum(self, name: str, **options: object) -> int:
        """Open a board (版块); `options` are fields of `records.Forum`; gives the fid."""
        with self.lock:
            return self.state.add_forum(name, **options).fid

    def set_moderator(self, fid: int, uid: int) -> None:
        """Make a member moderator of a board; an ordinary member's group becomes 版主."""
        with self.lock:
            self.state.forums[fid].moderators.add(uid)
            member = self.state.members[uid]
            if member.group == "member":
                member.group = "moderator"

    def open_thread(
        self, fid: int, uid: int, subject: str, text: str, at: datetime | None = None, *, hidden: bool = False
    ) -> int:
        """Open a thread; gives the tid."""
        with self.lock:
            thread, _ = self.state.open_thread(fid, uid, self.typed(subject), self.typed(text), at=at)
            thread.hidden_replies = hidden
            return thread.tid

    def post(self, tid: int, uid: int, text: str, at: datetime | None = None) -> int:
        """Answer in a thread; gives the pid."""
        with self.lock:
            return self.state.add_post(tid, uid, self.typed(text), at=at).pid

    def edit(self, pid: int, text: str, at: datetime | None = None, *, by: int | None = None) -> None:
        """Edit a post, by its author unless `by` names another."""
        with self.lock:
            post = self.state.posts[pid]
            self.state.edit_post(post, self.typed(text), self.state.members[by or post.uid], at=at)

    def delete(self, pid: int, at: datetime | None = None) -> None:
        """Delete a post (`at` is for symmetry: a deletion leaves no time)."""
        with self.lock:
            self.state.remove_post(self.state.posts[pid])

    def block(self, pid: int, *, on: bool = True) -> None:
        """Block a post, or free it."""
        with self.lock:
            self.state.posts[pid].blocked = on

    def hold(self, pid: int) -> None:
        """Put a post into the moderation queue."""
        with self.lock:
            self.state.posts[pid].visibility = "pending"

    def approve(self, pid: int) -> None:
        """Let a held post (with a first post: its thread) appear."""
        with self.lock:
            post = self.state.posts[pid]
            post.visibility = "shown"
            if post.first:
                self.state.threads[post.tid].visibility = "shown"

    def close(self, tid: int, *, closed: bool = True) -> None:
        """Close a thread, or open it."""
        with self.lock:
            thread = self.state.threads[tid]
            thread.closed = closed
            thread.modaction, thread.modaction_at = ("关闭" if closed else "打开"), self.now()

    def pm(self, from_uid: int, to_uid: int, text: str, at: datetime | None = None) -> int:
        """Send a private message; gives its number."""
        with self.lock:
            return self.state.add_pm(from_uid, to_uid, self.typed(text), at=at).pmid

    def log_out_everybody(self) -> None:
        """Forget every session, as a change of the board's keys does."""
        with self.lock:
            self.state.sessions.clear()

    # looking -------------------------------------------------------------------------------------------

    def posts(self, tid: int) -> list[Post]:
        """The posts of a thread that are shown, oldest first."""
        with self.lock:
            return self.state.shown_posts(tid)

    def messages(self, uid: int) -> list[PrivateMessage]:
        """The private messages that a member received, oldest first."""
        with self.lock:
            found = [m for m in self.state.messages.values() if m.receiver == uid]
            return sorted(found, key=lambda m: (m.at, m.pmid))

    @property
    def requests(self) -> tuple[Logged, ...]:
        """Every request so far."""
        with self.lock:
            return tuple(self._requests)

    def counts(self) -> Counter[str]:
        """How many requests of each method."""
        return Counter(entry.method for entry in self.requests)

    def log(self, entry: Logged) -> None:
        """Keep one request."""
        with self.lock:
            self._requests.append(entry)


def _dialect(name: DialectName) -> Dialect:
    if name == "x":
        from practice.dialects.x import XDialect

        return XDialect()
    from practice.dialects.seven import SevenDialect

    return SevenDialect("7.0" if name == "7.0" else "7.2")
