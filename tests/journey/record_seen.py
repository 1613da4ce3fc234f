"""What the board holds of a game: the judge's posts and letters, the threads, the members' words."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta

from practice.board import Board
from tests.journey.ledger import Ledger
from tests.journey.notices_read import Private, Public, private, public


@dataclass(frozen=True)
class Scene:
    """One game on one board, as the tests set it up.

    `asleep`: when the judge was down. `tariff`: points that flags bring by themselves. `own_roster`: no row of
    the table. `public_flags`: the discussion thread hears of flags, too.
    `patience`: how long a notice may wait for the director's word. `approved`: which he let go, and when.
    `lives`: what the live counts showed from when on, by day.
    """

    board: Board
    fid: int
    judge: int
    director: int
    title: str
    uids: dict[str, int]
    ledger: Ledger
    night0: tuple[datetime, datetime]
    opens: dict[int, datetime]
    closes: dict[int, datetime]
    minutes: bool = False
    dealt_by_judge: bool = True
    asleep: list[tuple[datetime, datetime]] = field(default_factory=list)
    tariff: dict[str, int] = field(default_factory=dict)
    own_roster: bool = False
    public_flags: bool = False
    hidden_votes: bool = True
    patience: timedelta = timedelta(0)
    approved: dict[str, datetime] = field(default_factory=dict)
    lives: list[tuple[datetime, int, str]] = field(default_factory=list)

    @property
    def names(self) -> list[str]:
        """The characters in seat order."""
        return list(self.uids)

    def publics(self) -> list[Public]:
        """Every post of the judge, oldest first."""
        found = []
        for tid, thread in self.board.state.threads.items():
            if thread.fid != self.fid:
                continue
            mine = [post for post in self.board.posts(tid) if post.uid == self.judge]
            found += [public(post.text, pid=post.pid, tid=tid, at=post.at) for post in mine]
        return sorted(found, key=lambda p: (p.at, p.pid))

    def privates(self) -> list[Private]:
        """Every letter of the judge to a character, oldest first."""
        found = [
            (m.at, m.pmid, private(m.text, to=name, at=m.at))
            for name, uid in self.uids.items()
            for m in self.board.messages(uid)
            if m.sender == self.judge
        ]
        return [letter for _, _, letter in sorted(found, key=lambda one: one[:2])]

    def to_director(self) -> list[tuple[datetime, str]]:
        """Every letter of the judge to the director, oldest first."""
        return [(m.at, m.text) for m in self.board.messages(self.director) if m.sender == self.judge]

    def thread(self, which: str, n: int) -> int:
        """The tid of a day's thread, 0 if there is none."""
        title = f"【{which}】{self.title} 第{n}天"
        return next((t.tid for t in self.board.state.threads.values() if t.subject == title), 0)

    def slept(self, start: datetime, end: datetime) -> bool:
        """Whether the judge was down at any time in [start, end]."""
        return any(a <= end and start <= b for a, b in self.asleep)
