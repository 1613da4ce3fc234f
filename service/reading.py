"""Reading threads into the store: what stands there, what changed, what is gone.

A poll reads from the last known page on; a whole reading goes from the first page to the last and is the only
one that may find a post gone. Pages move while one reads them: a whole reading is believed only if no known post
is missing, or if a second whole reading misses it too.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta

from parsers.model import Complaint, Post, ThreadPage
from service.clock import Clock
from service.errors import BoardUnreachable
from service.forum.api import Forum
from service.logs import logger
from service.store import Store

LOOK_BACK = timedelta(hours=3)
MAX_PAGES = 400
ROUNDS = 3
"""How often a thread that moves while it is read is looked at again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ThreadLook:
    """What one reading brought. `started` is our clock's time before the first request."""

    tid: int
    started: datetime
    whole: bool
    pages: int
    closed: bool
    fid: int | None
    title: str | None
    changed: tuple[int, ...] = ()
    gone: tuple[int, ...] = ()
    complaints: tuple[Complaint, ...] = ()


@dataclass(slots=True)
class _Pages:
    """Posts gathered in one pass, by pid."""

    posts: dict[int, tuple[Post, int]] = field(default_factory=dict)
    shown: dict[int, datetime] = field(default_factory=dict)
    complaints: list[Complaint] = field(default_factory=list)
    last: ThreadPage | None = None

    def take(self, page: ThreadPage, came: datetime) -> None:
        """A page; `came`: our clock's time when its answer was there."""
        self.last = page
        self.complaints.extend(page.complaints)
        for post in page.posts:
            if post.pid is not None:
                self.posts[post.pid] = (post, page.page)
                self.shown[post.pid] = came


class ThreadReader:
    """Reads the threads of one board for the judge."""

    def __init__(self, store: Store, clock: Clock, board: str) -> None:
        self._store = store
        self._clock = clock
        self._board = board
        self._log = logger("reading")

    def poll(self, forum: Forum, tid: int) -> ThreadLook:
        """From the last known page on: new posts, and changes on that page. One request if nothing is new."""
        started = self._clock.now()
        with self._store.reading() as tx:
            known_pages = tx.thread_pages(self._board, tid)
        gathered = _Pages()
        self._run(forum, tid, known_pages, gathered)
        return self._keep(tid, gathered, started, whole=False)

    def recent(self, forum: Forum, tid: int) -> ThreadLook:
        """The pages of the last three hours again, to see edits there."""
        started = self._clock.now()
        with self._store.reading() as tx:
            number = tx.thread_pages(self._board, tid)
        gathered = _Pages()
        self._run(forum, tid, number, gathered)
        assert gathered.last is not None
        number = min(number, gathered.last.pages) - 1
        while number >= 1:
            page = forum.thread(tid, number)
            gathered.take(page, self._clock.now())
            times = [p.posted_at for p in page.posts if p.posted_at is not None]
            if times and max(times) < started - LOOK_BACK:
                break
            number -= 1
        return self._keep(tid, gathered, started, whole=False)

    def whole(self, forum: Forum, tid: int) -> ThreadLook:
        """Every page. Raises what the forum raises; then nothing of this reading is kept."""
        started = self._clock.now()
        first = self._pass(forum, tid)
        with self._store.reading() as tx:
            known = set(tx.pids(self._board, tid))
        if not known <= set(first.posts):
            second = self._pass(forum, tid)
            for pid, (post, page) in first.posts.items():
                second.posts.setdefault(pid, (post, page))
                second.shown.setdefault(pid, first.shown[pid])
            first = second
        self._between(forum, tid, first, known)
        return self._keep(tid, first, started, whole=True)

    def _between(self, forum: Forum, tid: int, gathered: _Pages, known: set[int]) -> None:
        """Read again around every page that begins with a new post.

        If a post is deleted after its page was read, the first post of the next page moves to the end of that
        one, where nobody looks any more. Known posts are missed by name; new ones only in this way.
        """
        for _ in range(ROUNDS):
            begins: dict[int, int] = {}
            for pid, (_post, number) in gathered.posts.items():
                begins[number] = min(pid, begins.get(number, pid))
            fresh = [number for number, pid in begins.items() if number > 1 and pid not in known]
            before = set(gathered.posts)
            for number in sorted(fresh):
                page = forum.thread(tid, number - 1)
                gathered.take(page, self._clock.now())
            known = known | before
            if before == set(gathered.posts):
                return

    def _pass(self, forum: Forum, tid: int) -> _Pages:
        gathered = _Pages()
        self._run(forum, tid, 1, gathered)
        return gathered

    def _run(self, forum: Forum, tid: int, start: int, into: _Pages) -> None:
        """Pages from `start` to the last, also those that appear while we read."""
        number = start
        for _ in range(MAX_PAGES):
            page = forum.thread(tid, number)
            into.take(page, self._clock.now())
            if page.page >= page.pages:
                return
            if page.page < number:
                raise BoardUnreachable(f"asked for page {number} of thread {tid}, got {page.page}")
            number = page.page + 1
        raise BoardUnreachable(f"thread {tid} has more than {MAX_PAGES} pages")

    def _keep(self, tid: int, gathered: _Pages, started: datetime, *, whole: bool) -> ThreadLook:
        last = gathered.last
        assert last is not None
        now = self._clock.now()
        pids = set(gathered.posts)
        with self._store.transaction() as tx:
            ordered = [gathered.posts[pid] for pid in sorted(pids)]
            changed = tx.see_posts(self._board, tid, ordered, started, gathered.shown)
            gone = tx.note_gone(self._board, tid, pids, now) if whole else []
            tx.note_thread(self._board, tid, fid=last.fid, pages=last.pages, at=now)
            if whole or changed:
                tx.note_reading(self._board, tid, at=started, whole=whole, last_pid=max(pids, default=None))
        for complaint in gathered.complaints:
            self._log.warning("strange post", tid=tid, pid=complaint.pid, what=complaint.what)
        return ThreadLook(
            tid=tid,
            started=started,
            whole=whole,
            pages=last.pages,
            closed=last.closed,
            fid=last.fid,
            title=last.title,
            changed=tuple(changed),
            gone=tuple(gone),
            complaints=tuple(gathered.complaints),
        )
