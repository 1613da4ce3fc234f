"""Posts as seen: every form of every post, with the times between which it stood there."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from sqlalchemy import Connection, and_, func, insert, select, update

from parsers.model import Post
from parsers.posts_json import post_from_dict, post_to_dict
from service.counts.seen import SeenForm, SeenPost
from service.store.tables import messages, post_forms, posts, readings, threads
from service.store.values import HeldMessage, Reading

VOLATILE = ("floor",)
"""What may differ between two looks at one unchanged post: floors shift when others are deleted."""

ABSENT = "absent"
"""In the place of a form's digest: the post was gone for a while."""


class PostRows:
    """Threads, their posts, and private messages."""

    connection: Connection

    def thread_pages(self, board: str, tid: int) -> int:
        """How many pages the thread had when last read (1 if never)."""
        row = self.connection.execute(
            select(threads.c.pages).where(threads.c.board == board, threads.c.tid == tid)
        ).first()
        return int(row.pages) if row else 1

    def note_thread(self, board: str, tid: int, *, fid: int | None, pages: int, at: datetime) -> None:
        """Keep where a thread stands and how long it is."""
        where = and_(threads.c.board == board, threads.c.tid == tid)
        done = self.connection.execute(update(threads).where(where).values(fid=fid, pages=pages, read_at=at))
        if not done.rowcount:
            self.connection.execute(
                insert(threads).values(board=board, tid=tid, fid=fid, pages=pages, read_at=at)
            )

    def thread_fid(self, board: str, tid: int) -> int | None:
        """The board that a thread stands in, as last seen."""
        row = self.connection.execute(
            select(threads.c.fid).where(threads.c.board == board, threads.c.tid == tid)
        ).first()
        return row.fid if row else None

    def thread_read_at(self, board: str, tid: int) -> datetime | None:
        """When a thread was last read."""
        row = self.connection.execute(
            select(threads.c.read_at).where(threads.c.board == board, threads.c.tid == tid)
        ).first()
        return row.read_at if row else None

    def note_reading(self, board: str, tid: int, *, at: datetime, whole: bool, last_pid: int | None) -> None:
        """Keep that the thread was read."""
        self.connection.execute(
            insert(readings).values(board=board, tid=tid, at=at, whole=whole, last_pid=last_pid)
        )

    def readings(self, board: str, tid: int) -> tuple[Reading, ...]:
        """Every reading of a thread, in time order."""
        rows = self.connection.execute(
            select(readings).where(readings.c.board == board, readings.c.tid == tid).order_by(readings.c.at)
        )
        return tuple(Reading(at=r.at, whole=r.whole, last_pid=r.last_pid) for r in rows)

    def last_reading(self) -> datetime | None:
        """When a thread of any board was last read; None if none ever was."""
        return self.connection.execute(select(func.max(readings.c.at))).scalar()

    def see_posts(
        self,
        board: str,
        tid: int,
        seen: Iterable[tuple[Post, int]],
        at: datetime,
        shown: Mapping[int, datetime] | None = None,
    ) -> list[int]:
        """Note posts that stand on the board at `at`, each with the page it stood on.

        `shown`: by pid, when its page had come (else `at`): what is new in it was written before that, and not
        surely before `at`. Returns the pids that are new or have changed. The same look twice changes nothing
        but `last_seen`.
        """
        changed = []
        for post, page in seen:
            if post.pid is None:
                continue
            if self._see_post(board, tid, post, page, at, (shown or {}).get(post.pid, at)):
                changed.append(post.pid)
        return changed

    def _see_post(self, board: str, tid: int, post: Post, page: int, at: datetime, shown: datetime) -> bool:
        data = post_to_dict(post)
        digest = _digest({k: v for k, v in data.items() if k not in VOLATILE})
        here = and_(posts.c.board == board, posts.c.tid == tid, posts.c.pid == post.pid)
        forms_here = and_(post_forms.c.board == board, post_forms.c.tid == tid, post_forms.c.pid == post.pid)
        known = self.connection.execute(select(posts.c.gone_at).where(here)).first()
        key = {"board": board, "tid": tid, "pid": post.pid}
        if known is None:
            self.connection.execute(insert(posts).values(**key, page=page, first_seen=at, last_seen=at))
        else:
            # A post that was thought gone and is there again was never gone for good.
            self.connection.execute(update(posts).where(here).values(page=page, last_seen=at, gone_at=None))
        last = self.connection.execute(
            select(post_forms.c.number, post_forms.c.digest)
            .where(forms_here)
            .order_by(post_forms.c.number.desc())
            .limit(1)
        ).first()
        if last is not None and known is not None and known.gone_at is not None:
            absent = {"number": last.number + 1, "first_seen": known.gone_at, "last_seen": at}
            self.connection.execute(
                insert(post_forms).values(**key, **absent, digest=ABSENT, data=_json(None))
            )
            number = last.number + 2
        elif last is not None and last.digest == digest:
            self.connection.execute(
                update(post_forms)
                .where(forms_here, post_forms.c.number == last.number)
                .values(last_seen=at, data=_json(data))
            )
            return False
        else:
            number = 1 if last is None else last.number + 1
        self.connection.execute(
            insert(post_forms).values(
                **key, number=number, first_seen=shown, last_seen=at, digest=digest, data=_json(data)
            )
        )
        return True

    def note_gone(self, board: str, tid: int, present: set[int], at: datetime) -> list[int]:
        """After a reading of the whole thread: whatever was known and is not among `present` is gone."""
        rows = self.connection.execute(
            select(posts.c.pid).where(posts.c.board == board, posts.c.tid == tid, posts.c.gone_at.is_(None))
        )
        gone = [row.pid for row in rows if row.pid not in present]
        for pid in gone:
            self.connection.execute(
                update(posts)
                .where(posts.c.board == board, posts.c.tid == tid, posts.c.pid == pid)
                .values(gone_at=at)
            )
        return gone

    def thread_signature(self, board: str, tid: int) -> tuple[int, int]:
        """What changes whenever anything in a thread does: its forms, and its posts that are gone."""
        forms = select(func.count()).select_from(post_forms)
        gone = select(func.count()).select_from(posts).where(posts.c.gone_at.is_not(None))
        return (
            self.connection.execute(
                forms.where(post_forms.c.board == board, post_forms.c.tid == tid)
            ).scalar_one(),
            self.connection.execute(gone.where(posts.c.board == board, posts.c.tid == tid)).scalar_one(),
        )

    def has_private(self, board: str, tid: int) -> bool:
        """Was any post of the thread seen that only its author and the judge may read?"""
        rows = self.connection.execute(
            select(post_forms.c.data).where(post_forms.c.board == board, post_forms.c.tid == tid)
        )
        return any('"private":true' in row.data or '"state":"hidden"' in row.data for row in rows)

    def thread_of_post(self, board: str, pid: int) -> int | None:
        """The thread in which a post was seen last; None if it never was."""
        rows = self.connection.execute(
            select(posts.c.tid)
            .where(posts.c.board == board, posts.c.pid == pid)
            .order_by(posts.c.last_seen.desc())
        )
        return rows.scalars().first()

    def pids(self, board: str, tid: int) -> tuple[int, ...]:
        """The pids of a thread that stand there as far as is known."""
        rows = self.connection.execute(
            select(posts.c.pid)
            .where(posts.c.board == board, posts.c.tid == tid, posts.c.gone_at.is_(None))
            .order_by(posts.c.pid)
        )
        return tuple(row.pid for row in rows)

    def seen_posts(self, board: str, tid: int) -> tuple[SeenPost, ...]:
        """Every post ever seen in a thread, with all its forms, by pid."""
        forms: dict[int, list[SeenForm]] = {}
        absences: dict[int, list[tuple[datetime, datetime]]] = {}
        rows = self.connection.execute(
            select(post_forms)
            .where(post_forms.c.board == board, post_forms.c.tid == tid)
            .order_by(post_forms.c.pid, post_forms.c.number)
        )
        for row in rows:
            if row.digest == ABSENT:
                absences.setdefault(row.pid, []).append((row.first_seen, row.last_seen))
                continue
            post = post_from_dict(json.loads(row.data))
            forms.setdefault(row.pid, []).append(
                SeenForm(post=post, first_seen=row.first_seen, last_seen=row.last_seen)
            )
        gone = {
            row.pid: row.gone_at
            for row in self.connection.execute(
                select(posts.c.pid, posts.c.gone_at).where(posts.c.board == board, posts.c.tid == tid)
            )
        }
        return tuple(
            SeenPost(
                pid=pid,
                tid=tid,
                forms=tuple(known),
                gone_at=gone.get(pid),
                absences=tuple(absences.get(pid, ())),
            )
            for pid, known in sorted(forms.items())
        )

    def see_message(self, board: str, account: str, message: HeldMessage) -> bool:
        """Keep a private message as first seen; True if it is new."""
        where = and_(
            messages.c.board == board,
            messages.c.account == account,
            messages.c.uid == message.uid,
            messages.c.pmid == message.pmid,
        )
        if self.connection.execute(select(messages.c.pmid).where(where)).first():
            return False
        self.connection.execute(
            insert(messages).values(
                board=board,
                account=account,
                uid=message.uid,
                pmid=message.pmid,
                mine=message.mine,
                author=message.author,
                at=message.at,
                text=message.text,
                first_seen=message.first_seen,
            )
        )
        return True

    def messages(
        self, board: str, account: str, uids: Sequence[int] | None = None
    ) -> tuple[HeldMessage, ...]:
        """Messages in the order of their ids, of all or of some members."""
        query = select(messages).where(messages.c.board == board, messages.c.account == account)
        if uids is not None:
            query = query.where(messages.c.uid.in_(list(uids)))
        return tuple(
            HeldMessage(
                uid=r.uid,
                pmid=r.pmid,
                mine=r.mine,
                author=r.author,
                at=r.at,
                text=r.text,
                first_seen=r.first_seen,
            )
            for r in self.connection.execute(query.order_by(messages.c.pmid, messages.c.uid))
        )


def _json(data: object) -> str:
    return json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def _digest(data: object) -> str:
    return hashlib.sha256(_json(data).encode("utf-8", "surrogatepass")).hexdigest()
