"""The members: accounts with a browser each, and how they write; every word goes into the ledger."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Literal, Protocol

from practice.board import Board
from tests.journey.agenda import Agenda
from tests.journey.browser import BoardSaidNo, Browser
from tests.journey.ledger import Ledger, Meaning, Said

PAUSE = timedelta(seconds=20)
"""Longer than the board's flood limits."""


class Clock(Protocol):
    """What members ask of time."""

    def now(self) -> datetime:
        """The present."""
        ...


@dataclass
class World:
    """What all members share."""

    board: Board
    fid: int
    judge: int
    judge_name: str
    clock: Clock
    agenda: Agenda
    ledger: Ledger
    names: tuple[str, ...]

    def local(self, at: datetime) -> datetime:
        """An instant on the board's wall clock, naive."""
        return (at + self.board.settings.zone).replace(tzinfo=None)

    def wall(self, local: datetime) -> datetime:
        """A wall-clock time as an instant."""
        return (local - self.board.settings.zone).replace(tzinfo=UTC)


@dataclass
class Member:
    """One account. `seat` is 0 for those who play nobody. `hollow`: forum and thread where the orders go."""

    world: World
    name: str
    uid: int
    browser: Browser
    seat: int = 0
    identity: str = ""
    mad: bool = False
    seen: int = 0
    inbox: list[str] = field(default_factory=list)
    notes: dict[str, list[str]] = field(default_factory=dict)
    acted: set[int] = field(default_factory=set)
    hollow: tuple[int, int] | None = None
    _busy_until: datetime | None = None

    # reading -----------------------------------------------------------------------------------------------

    def read(self) -> None:
        """Fetch the judge's letters since the last look into the inbox, and keep in mind what they tell."""
        for one in self.browser.letters(self.world.judge):
            if not one.mine and one.number > self.seen:
                self.seen = one.number
                self.inbox.append(one.text)
                self._learn(one.text)

    def asked(self, phrase: str) -> str:
        """The newest letter in the inbox that holds a phrase, taken out of it; empty if there is none."""
        self.read()
        found = [text for text in self.inbox if phrase in text]
        self.inbox = [text for text in self.inbox if phrase not in text]
        return found[-1] if found else ""

    def _learn(self, text: str) -> None:
        if "的身份是：" in text:
            self.identity = text.split("的身份是：", 1)[1].split("（", 1)[0]
        if "起处于癫狂状态" in text:
            self.mad = True

    # writing -----------------------------------------------------------------------------------------------

    def _wait(self, retry: Callable[[], None]) -> bool:
        """Whether the board's flood limit asks to wait; then the deed is planned again."""
        now = self.world.clock.now()
        if self._busy_until is not None and now < self._busy_until:
            self.world.agenda.at(self._busy_until, retry)
            return True
        self._busy_until = now + PAUSE
        return False

    def post(self, tid: int, said: tuple[str, Meaning]) -> None:
        """Answer in a thread."""
        if self._wait(lambda: self.post(tid, said)):
            return
        text, meaning = said
        known = {p.pid for p in self.world.board.posts(tid)}
        answer = self.browser.reply(self.world.fid, tid, text)
        fresh = [p for p in self.world.board.posts(tid) if p.pid not in known]
        if not fresh:
            if self.world.board.state.threads[tid].closed:
                return
            raise BoardSaidNo(f"{self.name} in {tid}: {answer[:300]}")
        self.world.ledger.wrote(fresh[0].pid, self.name, tid, fresh[0].at, text, meaning)

    def last_ballot(self, tid: int) -> int:
        """The pid of one's newest post in a thread, 0 if there is none."""
        mine = [p.pid for p in self.world.board.posts(tid) if p.uid == self.uid]
        return mine[-1] if mine else 0

    def edit(self, tid: int, said: tuple[str, Meaning]) -> None:
        """Change one's newest post in a thread."""
        pid = self.last_ballot(tid)
        if not pid:
            return
        before = self.world.board.state.posts[pid].text
        answer = self.browser.edit(self.world.fid, tid, pid, said[0])
        if self.world.board.state.posts[pid].text == before:
            raise BoardSaidNo(f"{self.name} cannot edit {pid} {before!r} to {said[0]!r}: {answer[:300]}")
        self.world.ledger.rewrote(pid, self.world.clock.now(), *said)

    def delete(self, tid: int) -> None:
        """Delete one's newest post in a thread."""
        pid = self.last_ballot(tid)
        if pid:
            answer = self.browser.delete(self.world.fid, tid, pid)
            if self.world.board.state.posts[pid].visibility != "removed":
                raise BoardSaidNo(f"{self.name} cannot delete {pid}: {answer[:2000]}")
            self.world.ledger.posts[pid].deleted = self.world.clock.now()

    def say(
        self,
        text: str,
        *orders: tuple[str, Sequence[str]],
        kind: Literal["order", "pass", "unclear", "talk"] = "order",
    ) -> None:
        """Write to the judge, or in one's hollow."""
        if self._wait(lambda: self.say(text, *orders, kind=kind)):
            return
        meant = tuple((skill, tuple(targets)) for skill, targets in orders)
        if self.hollow is not None:
            number, at = self._in_hollow(*self.hollow, text)
            self.world.ledger.said.append(Said(number, self.name, at, text, kind, meant))
            return
        state = self.world.board.state
        answer = self.browser.send(self.world.judge, self.world.judge_name, text)
        mine = [m for m in state.messages.values() if m.sender == self.uid and m.at == self.world.clock.now()]
        if not mine:
            raise BoardSaidNo(f"{self.name} cannot write to the judge: {answer[:300]}")
        self.world.ledger.said.append(Said(mine[-1].pmid, self.name, mine[-1].at, text, kind, meant))

    def _in_hollow(self, fid: int, tid: int, text: str) -> tuple[int, datetime]:
        """The number of what was said, below zero: it is no message's."""
        known = self.last_ballot(tid)
        answer = self.browser.reply(fid, tid, text)
        pid = self.last_ballot(tid)
        if pid == known:
            raise BoardSaidNo(f"{self.name} cannot write in the hollow: {answer[:300]}")
        return -pid, self.world.board.state.posts[pid].at

    def order(self, skill: str, *targets: str) -> None:
        """One order in its plain form."""
        self.say(" ".join((skill, *targets)), (skill, targets))
