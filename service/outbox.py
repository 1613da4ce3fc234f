"""Saying things on the board exactly once.

A notice stands in the outbox before it is said (in the same transaction as what it tells of). Then: mark as
`sending` → POST → look at the board → mark as `sent`. A process that dies anywhere in between leaves `ready` (not
begun) or `sending` (perhaps said): the second is never said again before the board was searched for the notice's
mark. So is what may have been said before the database was put back (`recall.py`). Editing, opening and closing may be done twice without harm and are simply done again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta

from parsers.model import Answer
from service.clock import Clock
from service.errors import BoardUnreachable, Outcome, Refused, ServiceError
from service.forum.api import Forum
from service.logs import logger
from service.recall import Recall, doubtful, earliest
from service.saying import STOPPING, UNWRITTEN, BoardStopped, Prepared, Speaker
from service.seek import FAR_LIST_PAGES, LIST_PAGES, Found, find_mark, find_message, find_thread
from service.store import Notice, NoticeState, Store

SETTLE = timedelta(seconds=20)
"""How long a board may still be busy with a POST whose answer never came."""

RETRY = (timedelta(minutes=1), timedelta(minutes=2), timedelta(minutes=5), timedelta(minutes=10))
"""Waiting after a refusal that may pass."""

HOPELESS = frozenset({Answer.USER_MISSING, Answer.PM_REFUSED, Answer.THREAD_MISSING, Answer.BOARD_MISSING})
"""Answers that another try will not change."""

URGENT = 0
"""The priority of what players wait for: threads, counts, prompts."""

IDEMPOTENT = frozenset({"edit", "close", "open"})


class Outbox:
    """Delivers the notices of the games of one board."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        *,
        pause: Callable[[str], None] = lambda _where: None,
        others: bool = False,
        known_until: datetime | None = None,
    ) -> None:
        """`others`: another judge may have led until now, and its last POST may still be under way.

        `known_until`: the last sign of life in the store before this start.
        """
        self._store = store
        self._clock = clock
        self._pause = pause  # a test kills the process here
        self._quiet_until = clock.monotonic() + (SETTLE.total_seconds() if others else 0.0)
        self._recall = Recall(store, clock.now(), known_until)
        self._log = logger("outbox")

    def deliver(
        self,
        forum: Forum,
        speakers: Mapping[str, Speaker],
        *,
        limit: int = 200,
        called: Callable[[], bool] | None = None,
        ending: Callable[[], bool] = lambda: False,
    ) -> int:
        """Say everything that is due; returns how many notices were said.

        `called`: once it says that a game has something to do, only what is urgent or already begun is still said.
        `ending`: once it says that we are to stop, nothing more is said.

        Raises `BoardStopped` where a person is needed and `BoardUnreachable` where the board does not answer; what
        was not said stays in the outbox.
        """
        said = 0
        tried: set[int] = set()
        self._recall.mark(speakers, lambda game, at: speakers[game].behind(at), self._clock.now())
        for _ in range(limit):
            if ending():
                break
            with self._store.reading() as tx:
                due = [n for n in tx.due_notices(speakers, self._clock.now()) if n.id not in tried]
            if due and called is not None and called():
                due = [n for n in due if n.priority == URGENT or n.state is NoticeState.SENDING]
            if not due:
                break
            notice = due[0]
            assert notice.id is not None
            tried.add(notice.id)
            if self._one(forum, speakers[notice.game], notice):
                said += 1
        return said

    def _one(self, forum: Forum, speaker: Speaker, notice: Notice) -> bool:
        now = self._clock.now()
        prepared = self._prepared(speaker, notice, now)
        if prepared is None:
            return False
        if notice.state is NoticeState.SENDING and notice.kind not in IDEMPOTENT:
            if self._seek_and_settle(forum, speaker, notice, prepared):
                return True
            with self._store.reading() as tx:
                again = tx.notice(notice.game, notice.ref)
            if again is None or again.state is not NoticeState.READY:
                return False
            prepared = self._prepared(speaker, again, now)
            if prepared is None:
                return False
            notice = again
        if doubtful(notice) and notice.kind not in IDEMPOTENT:
            found = self._seek(forum, notice, prepared)
            if found is not None:
                self._log.warning(
                    "said before, the database had forgotten it", game=notice.game, ref=notice.ref
                )
                return self._mark_sent(speaker, notice, found, prepared)
        self._pause("before marking")
        if not self._begin(notice, prepared, now):
            return False
        self._pause("before posting")
        outcome = self._post(forum, notice, prepared)
        self._pause("after posting")
        return self._settle(forum, speaker, notice, prepared, outcome)

    def _prepared(self, speaker: Speaker, notice: Notice, now: datetime) -> Prepared | None:
        """The final form. A fault of ours in one notice stops no other: it is told, and tried again later."""
        try:
            return speaker.prepare(notice, now)
        except (ServiceError, BoardStopped):
            raise
        except Exception as error:  # noqa: BLE001
            self._log.exception("a notice can't be written", game=notice.game, ref=notice.ref)
            self._change(notice, problem=f"{type(error).__name__}: {error}"[:500], not_before=now + RETRY[-1])
            if not notice.data.get("director"):
                speaker.trouble(notice, Outcome(kind=Answer.OTHER, values={UNWRITTEN: "1"}), now)
            return None

    def _begin(self, notice: Notice, prepared: Prepared, now: datetime) -> bool:
        """Mark as `sending`; False if somebody else has taken the notice in hand since it was read."""
        assert notice.id is not None
        with self._store.transaction() as tx:
            now_there = tx.notice(notice.game, notice.ref)
            if now_there is None or (now_there.state, now_there.attempts) != (notice.state, notice.attempts):
                return False
            tx.change_notice(
                notice.id,
                state=NoticeState.SENDING,
                attempted_at=now,
                attempts=notice.attempts + 1,
                body=prepared.body,
                subject=prepared.subject,
                tid=prepared.tid,
                fid=prepared.fid,
                uid=prepared.member.uid if prepared.member else notice.uid,
            )
        return True

    def _post(self, forum: Forum, notice: Notice, p: Prepared) -> Outcome:
        try:
            if notice.kind == "reply":
                assert p.fid is not None
                assert p.tid is not None
                return forum.reply(p.fid, p.tid, p.body)
            if notice.kind == "pm":
                assert p.member is not None
                return forum.send_pm(p.member, p.body)
            if notice.kind == "thread":
                assert p.fid is not None
                return forum.new_thread(p.fid, p.subject or "", p.body, hidden=p.hidden)
            if notice.kind == "edit":
                assert p.fid is not None
                assert p.tid is not None
                assert p.pid is not None
                return forum.edit(p.fid, p.tid, p.pid, p.body, p.subject)
            assert p.fid is not None
            assert p.tid is not None
            return forum.set_closed(p.fid, p.tid, closed=notice.kind == "close")
        except Refused as refused:
            return refused.outcome
        except BoardUnreachable as error:
            return Outcome(kind=Answer.OTHER, text=str(error), known=False)

    def _settle(self, forum: Forum, speaker: Speaker, notice: Notice, p: Prepared, outcome: Outcome) -> bool:
        now = self._clock.now()
        self._log.info(
            "answer", game=notice.game, ref=notice.ref, kind=outcome.kind.value, known=outcome.known
        )
        if outcome.ok and notice.kind in IDEMPOTENT:
            return self._mark_sent(speaker, notice, Found(pid=outcome.pid, tid=outcome.tid))
        if outcome.ok:
            # Success is what stands on the board, not what an answer says.
            return self._seek_and_settle(forum, speaker, notice, p, outcome)
        if outcome.kind is Answer.MODERATED:
            self._change(notice, problem="moderated: " + outcome.text, not_before=now + timedelta(minutes=3))
            speaker.trouble(notice, outcome, now)
            return False
        if not outcome.known:
            self._change(notice, problem=outcome.text[:500], not_before=now + SETTLE)
            return False
        if outcome.kind in STOPPING:
            self._change(
                notice, state=NoticeState.READY, problem=f"{outcome.kind.value}: {outcome.text}"[:500]
            )
            raise BoardStopped(outcome)
        hopeless = outcome.kind in HOPELESS and not (
            notice.kind == "reply" and outcome.kind is Answer.THREAD_MISSING
        )
        if outcome.seconds is not None and outcome.kind in {Answer.FLOOD, Answer.PM_FLOOD}:
            wait = timedelta(seconds=outcome.seconds + 1)
        else:
            wait = RETRY[min(notice.attempts, len(RETRY) - 1)]
        self._change(
            notice,
            state=NoticeState.FAILED if hopeless else NoticeState.READY,
            problem=f"{outcome.kind.value}: {outcome.text}"[:500],
            not_before=now + wait,
        )
        if outcome.kind is not Answer.FLOOD and outcome.kind is not Answer.PM_FLOOD:
            speaker.trouble(notice, outcome, now)
        return False

    def _seek_and_settle(
        self, forum: Forum, speaker: Speaker, notice: Notice, p: Prepared, outcome: Outcome | None = None
    ) -> bool:
        """Look for the notice's mark on the board; found: sent. Surely not there: ready again."""
        now = self._clock.now()
        found = self._seek(forum, notice, p)
        if found is not None:
            return self._mark_sent(speaker, notice, found)
        if outcome is not None and outcome.ok:
            # The board says done but does not show it (a cache, a queue): look again, never say it twice.
            self._change(notice, problem="not visible yet", not_before=now + SETTLE)
            return False
        if (notice.problem or "").startswith("moderated"):
            self._change(notice, not_before=now + timedelta(minutes=5))
            return False
        begun = notice.attempted_at or now
        if (quiet := self._quiet_until - self._clock.monotonic()) > 0:
            self._change(notice, not_before=now + timedelta(seconds=quiet))
            return False
        if now - begun < SETTLE:
            self._change(notice, not_before=begun + SETTLE)
            return False
        if (notice.problem or "") == "not visible yet" and now - begun < timedelta(minutes=10):
            self._change(notice, not_before=now + timedelta(minutes=1))
            return False
        self._log.info("not on the board, may be said again", game=notice.game, ref=notice.ref)
        self._change(notice, state=NoticeState.READY, problem=None, not_before=None)
        return False

    def _seek(self, forum: Forum, notice: Notice, p: Prepared) -> Found | None:
        me = forum.ensure_login()
        if not me.ok:
            raise BoardStopped(me)
        if notice.kind == "reply":
            assert p.tid is not None
            return find_mark(forum, p.tid, notice.ref, since=earliest(notice))
        if notice.kind == "thread":
            assert p.fid is not None
            pages = FAR_LIST_PAGES if doubtful(notice) else LIST_PAGES
            return find_thread(forum, p.fid, notice.ref, p.subject or "", pages=pages)
        assert p.member is not None
        return find_message(forum, p.member.uid, notice.ref, since=earliest(notice))

    def _mark_sent(
        self, speaker: Speaker, notice: Notice, found: Found, forgotten: Prepared | None = None
    ) -> bool:
        """`forgotten`: as it would be said, where nobody knew that it had been."""
        now = self._clock.now()
        assert notice.id is not None
        self._pause("before confirming")
        with self._store.transaction() as tx:
            tx.change_notice(
                notice.id,
                state=NoticeState.SENT,
                sent_at=now,
                pid=found.pid,
                sent_tid=found.tid,
                problem=None,
                not_before=None,
            )
            if forgotten is not None:
                # What follows from a notice (a night's windows) hangs on when it was said, not on when it was found.
                at = found.at or now
                p = forgotten
                tx.change_notice(
                    notice.id, attempted_at=at, body=p.body, subject=p.subject, tid=p.tid, fid=p.fid
                )
            sent = tx.notice(notice.game, notice.ref)
            assert sent is not None
            speaker.said(tx, sent, now)
        self._pause("after confirming")
        self._log.info("said", game=notice.game, ref=notice.ref, pid=found.pid, tid=found.tid)
        return True

    def _change(self, notice: Notice, **values: object) -> None:
        assert notice.id is not None
        with self._store.transaction() as tx:
            tx.change_notice(notice.id, **values)
