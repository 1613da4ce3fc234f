"""The board's memory: plain collections and the changes that need no permission. `acts` adds the rules."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from practice.records import (
    Failures,
    Forum,
    Group,
    Member,
    Post,
    PrivateMessage,
    Session,
    Settings,
    Thread,
)

EDIT_GRACE = timedelta(seconds=60)


class Missing(LookupError):
    """No such member, board, thread or post."""


class State:
    """Everything a board knows. `now` gives aware times; nothing here reads the system's clock."""

    def __init__(self, now: Callable[[], datetime], settings: Settings) -> None:
        self.now = now
        self.settings = settings
        self.members: dict[int, Member] = {}
        self.forums: dict[int, Forum] = {}
        self.threads: dict[int, Thread] = {}
        self.posts: dict[int, Post] = {}
        self.messages: dict[int, PrivateMessage] = {}
        self.sessions: dict[str, Session] = {}
        self.failures: dict[str, Failures] = {}
        self.site_key = secrets.token_hex(8)
        self._by_thread: dict[int, list[int]] = {}
        self._next = {"uid": 1, "fid": 2, "tid": 1, "pid": 1, "pmid": 1}

    # numbers -------------------------------------------------------------------------------------------

    def take(self, kind: str) -> int:
        """The next number of a kind: uid, fid, tid, pid, pmid."""
        number = self._next[kind]
        self._next[kind] = number + 1
        return number

    def numbers(self) -> dict[str, int]:
        """The counters, for a snapshot."""
        return dict(self._next)

    def set_numbers(self, numbers: dict[str, int]) -> None:
        """Put back what `numbers` gave."""
        self._next.update(numbers)

    def _time(self, at: datetime | None) -> datetime:
        return (at or self.now()).astimezone(UTC)

    # members and boards --------------------------------------------------------------------------------

    def add_member(
        self, name: str, password: str, *, group: Group = "member", question: int = 0, answer: str = ""
    ) -> Member:
        """Register a member; names are unique without regard to case."""
        if self.find_member(name):
            raise ValueError(f"there is a member {name!r} already")
        member = Member(self.take("uid"), name, password, group, question, answer, joined=self._time(None))
        self.members[member.uid] = member
        return member

    def find_member(self, name: str) -> Member | None:
        """A member by name, as a database compares names: without regard to case."""
        folded = name.casefold()
        return next((m for m in self.members.values() if m.name.casefold() == folded), None)

    def add_forum(self, name: str, **options: object) -> Forum:
        """Open a board; `options` are fields of `Forum`."""
        forum = Forum(self.take("fid"), name)
        for key, value in options.items():
            setattr(forum, key, value)
        self.forums[forum.fid] = forum
        return forum

    # threads and posts ---------------------------------------------------------------------------------

    def open_thread(
        self, fid: int, uid: int, subject: str, text: str, *, at: datetime | None = None
    ) -> tuple[Thread, Post]:
        """Store a thread and its first post."""
        member = self.members[uid]
        when = self._time(at)
        thread = Thread(self.take("tid"), fid, uid, member.name, subject, when)
        self.threads[thread.tid] = thread
        self._by_thread[thread.tid] = []
        post = self.add_post(thread.tid, uid, text, at=when)
        post.first = True
        post.subject = subject
        return thread, post

    def add_post(self, tid: int, uid: int, text: str, *, at: datetime | None = None) -> Post:
        """Store a post at the end of a thread."""
        if tid not in self.threads:
            raise Missing(f"thread {tid}")
        member = self.members[uid]
        when = self._time(at)
        members = self._by_thread[tid]
        position = self.posts[members[-1]].position + 1 if members else 1
        post = Post(self.take("pid"), tid, uid, member.name, text, when, position)
        self.posts[post.pid] = post
        members.append(post.pid)
        member.last_post = max(when, member.last_post or when)
        return post

    def index_post(self, post: Post) -> None:
        """Take a post of a snapshot back in."""
        self.posts[post.pid] = post
        self._by_thread.setdefault(post.tid, []).append(post.pid)

    def edit_post(self, post: Post, text: str, editor: Member, *, at: datetime | None = None) -> None:
        """Replace a post's text. Within 60 s, and for administrators, no notice is written."""
        when = self._time(at)
        notice = ""
        if self.settings.edit_notice and editor.group != "admin" and when - post.at > EDIT_GRACE:
            local = when + self.settings.zone
            stamp = f"{local.year}-{local.month}-{local.day} {local:%H:%M}"
            notice = f"[i=s] 本帖最后由 {editor.name} 于 {stamp} 编辑 [/i]\n\n"
        post.text = notice + text

    def remove_post(self, post: Post) -> None:
        """Delete a post; with the first one goes the thread."""
        post.visibility = "removed"
        if post.first:
            self.threads[post.tid].visibility = "removed"

    def thread_posts(self, tid: int) -> list[Post]:
        """Every stored post of a thread, removed and pending ones too, in order of time."""
        posts = [self.posts[pid] for pid in self._by_thread.get(tid, ())]
        return sorted(posts, key=lambda p: (p.at, p.pid) if not p.first else (p.at, 0))

    def shown_posts(self, tid: int) -> list[Post]:
        """The posts that a reader of the thread meets."""
        return [p for p in self.thread_posts(tid) if p.visibility == "shown"]

    def first_post(self, tid: int) -> Post:
        """The thread's first post."""
        return self.posts[self._by_thread[tid][0]]

    def last_post(self, tid: int) -> Post:
        """The newest post that is shown, else the first."""
        shown = self.shown_posts(tid)
        return shown[-1] if shown else self.first_post(tid)

    def has_replied(self, tid: int, uid: int) -> bool:
        """Whether a member answered in a thread: opens [hide]."""
        return any(
            self.posts[pid].uid == uid and not self.posts[pid].first and self.posts[pid].visibility == "shown"
            for pid in self._by_thread.get(tid, ())
        )

    def forum_threads(self, fid: int) -> list[Thread]:
        """The threads of a board as its list shows them: sticky first, then by last post."""
        threads = [t for t in self.threads.values() if t.fid == fid and t.visibility == "shown"]
        threads.sort(key=lambda t: (self.last_post(t.tid).at, t.tid), reverse=True)
        threads.sort(key=lambda t: -t.sticky)
        return threads

    def moderates(self, member: Member | None, fid: int) -> bool:
        """Whether a member is a moderator of a board, or an administrator."""
        if member is None:
            return False
        return member.group == "admin" or member.uid in self.forums[fid].moderators

    # private messages ----------------------------------------------------------------------------------

    def add_pm(self, sender: int, receiver: int, text: str, *, at: datetime | None = None) -> PrivateMessage:
        """Store a private message."""
        when = self._time(at)
        message = PrivateMessage(self.take("pmid"), sender, receiver, text, when)
        self.messages[message.pmid] = message
        self.members[sender].last_pm = when
        return message

    def conversation(self, uid: int, other: int) -> list[PrivateMessage]:
        """What two members wrote each other, oldest first, as `uid` still has it."""
        pair = {uid, other}
        found = [
            m for m in self.messages.values() if {m.sender, m.receiver} == pair and uid not in m.deleted_by
        ]
        return sorted(found, key=lambda m: (m.at, m.pmid))

    def correspondents(self, uid: int) -> list[tuple[int, list[PrivateMessage]]]:
        """A member's conversations, the newest first."""
        others = {
            m.receiver if m.sender == uid else m.sender
            for m in self.messages.values()
            if uid in {m.sender, m.receiver}
        }
        talks = [(other, self.conversation(uid, other)) for other in others]
        talks = [(other, talk) for other, talk in talks if talk]
        return sorted(talks, key=lambda pair: (pair[1][-1].at, pair[1][-1].pmid), reverse=True)
