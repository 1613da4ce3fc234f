"""One board with a judge and a player, each logged in once for all tests."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from service.clock import Clock, SteppedClock
from service.errors import Outcome
from service.forum.api import Account, Forum
from service.forum.common import CommonForum
from service.forum.open import open_forum
from service.forum.session import Prepared


class Store:
    """Cookies in memory, across clients."""

    def __init__(self) -> None:
        self.jar: str | None = None

    def load(self) -> str | None:
        return self.jar

    def save(self, jar: str) -> None:
        self.jar = jar


@dataclass
class Arena:
    """A board, its accounts, and what the tests opened there."""

    url: str
    fid: int
    judge_account: Account
    player_account: Account
    clock: Clock
    real: bool
    failed_login: bool
    board: Any = None
    judge_store: Store = field(default_factory=Store)
    player_store: Store = field(default_factory=Store)
    threads: list[int] = field(default_factory=list)
    clients: list[Forum] = field(default_factory=list)

    def client(self, account: Account | None, store: Store | None = None) -> Forum:
        gap = 0.1 if self.real else 0.0
        made = open_forum(self.url, account, self.clock, store, gap_seconds=gap, jitter_seconds=gap)
        self.clients.append(made)
        return made

    def log_in(self) -> None:
        self.judge = self.client(self.judge_account, self.judge_store)
        self.player = self.client(self.player_account, self.player_store)
        self.guest = self.client(None)
        for who in (self.judge, self.player):
            outcome = who.ensure_login()
            assert outcome.ok, outcome

    def opened(
        self, subject: str, text: str = "首帖的内容，十个字节以上", *, hidden: bool = False
    ) -> Outcome:
        outcome = self.judge.new_thread(self.fid, subject, text, hidden=hidden)
        if outcome.tid:
            self.threads.append(outcome.tid)
        return outcome

    def thread(self, subject: str) -> tuple[int, int]:
        """A new thread of the judge's: its tid and its first pid."""
        outcome = done(self.opened(subject))
        assert outcome.tid
        assert outcome.pid
        return outcome.tid, outcome.pid

    def clean_up(self) -> None:
        if self.real:
            for tid in self.threads:
                with contextlib.suppress(Exception):
                    if not _delete_thread(self.judge, self.fid, tid).ok:
                        self.judge.set_closed(self.fid, tid, closed=True)
        for one in self.clients:
            one.close()


def done(outcome: Outcome) -> Outcome:
    """A write that must have been done."""
    assert outcome.ok, outcome
    return outcome


def practice_arena(dialect: str, charset: str, stack: contextlib.ExitStack, **settings: Any) -> Arena:
    """A practice board on a stepped clock."""
    from practice.board import Board
    from practice.records import Settings
    from practice.server import serve

    clock = SteppedClock(datetime(2026, 3, 2, 1, 30, 7, tzinfo=UTC))
    board: Any = Board(
        dialect=dialect,  # type: ignore[arg-type]
        charset=charset,  # type: ignore[arg-type]
        now=clock.now,
        settings=Settings(**settings),
    )
    fid = board.add_forum("狼人杀")
    judge = board.add_member("裁判", "judge-password-1")
    board.add_member("夜_雨é", "player-password-1")
    board.set_moderator(fid, judge)
    running = stack.enter_context(serve(board))
    return Arena(
        url=running.url,
        fid=fid,
        judge_account=Account(name="裁判", password="judge-password-1"),
        player_account=Account(name="夜_雨é", password="player-password-1"),
        clock=clock,
        real=False,
        failed_login=True,
        board=board,
    )


def _delete_thread(judge: Forum, fid: int, tid: int) -> Outcome:
    assert isinstance(judge, CommonForum)

    def prepare() -> Prepared:
        seen = judge.read(judge.thread_path(tid, 1))
        script = "forum.php?mod=topicadmin&" if judge.dialect == "x" else "topicadmin.php?"
        return f"{script}action=moderate&optgroup=3&modsubmit=yes&infloat=yes&inajax=1", {
            "formhash": seen.head.formhash or "",
            "fid": str(fid),
            "moderate[]": str(tid),
            "operations[]": "delete",
            "handlekey": "mods",
            "reason": "",
        }

    return judge.submit(prepare)
