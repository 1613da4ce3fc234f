"""One board's wakings: a fault in one game leaves the others their turn; a board in trouble is left in peace."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from parsers.model import Answer
from service.clock import BoardClock, SteppedClock
from service.errors import BoardUnreachable, Outcome
from service.forum.api import Forum
from service.outbox import Outbox
from service.saying import Prepared
from service.store import Notice, Store, Tx
from service.store.migrate import upgrade
from service.store.store import sqlite_url
from service.worker import BoardWorker
from tests.service.at_work import at


@dataclass
class Game:
    key: str
    faulty: bool = False
    turns: list[datetime] = field(default_factory=list)
    stumbles: list[Exception] = field(default_factory=list)

    def refresh(self, now: datetime) -> None: ...

    def work(self, forum: Forum, now: datetime) -> bool:
        self.turns.append(now)
        if self.faulty:
            raise KeyError("a fault of ours")
        return False

    def next_wake(self, now: datetime) -> datetime:
        return now + timedelta(minutes=1)

    def calls(self, now: datetime) -> bool:
        return self.faulty

    def stumbled(self, error: Exception, now: datetime) -> None:
        self.stumbles.append(error)
        raise error

    def board_trouble(self, outcome: Outcome, now: datetime) -> None:
        raise AssertionError(outcome)

    def prepare(self, notice: Notice, now: datetime) -> Prepared | None:
        return None

    def said(self, tx: Tx, notice: Notice, now: datetime) -> None: ...

    def trouble(self, notice: Notice, outcome: Outcome, now: datetime) -> None: ...

    def behind(self, at: datetime) -> bool:
        return False


class Quiet:
    """A board that lets us in."""

    def probe(self) -> Any:
        return type("Facts", (), {"skew_seconds": 0.0})()

    def ensure_login(self) -> Outcome:
        return Outcome(kind=Answer.SUCCEEDED)


def test_the_other_game_has_its_turn(tmp_path: Path) -> None:
    store = Store.open(sqlite_url(tmp_path / "a.sqlite3"))
    upgrade(store)
    clock = BoardClock(SteppedClock(at(2, 9, 30)))
    games = [Game("bad", faulty=True), Game("good")]
    worker = BoardWorker(
        "board",
        clock=clock,
        outbox=Outbox(store, clock),
        connect=Quiet,  # type: ignore[arg-type]
        tables=lambda: games,
        help_came=lambda: False,
    )
    assert worker.tick() > clock.now()
    assert games[0].stumbles
    assert not games[1].stumbles
    store.close()
    assert [len(game.turns) for game in games] == [1, 1]
    assert worker.health.last_trouble == ""


def test_a_board_in_trouble_is_asked_less_and_less_however_often_we_wake(tmp_path: Path) -> None:
    """The daemon wakes every minute for the files' sake."""
    store = Store.open(sqlite_url(tmp_path / "a.sqlite3"))
    upgrade(store)
    ours = SteppedClock(at(2, 9, 30))
    clock = BoardClock(ours)
    asked: list[float] = []

    def connect() -> Forum:
        asked.append((ours.now() - at(2, 9, 30)).total_seconds() / 60)
        raise BoardUnreachable("nobody answers")

    worker = BoardWorker(
        "board",
        clock=clock,
        outbox=Outbox(store, clock),
        connect=connect,
        tables=lambda: (),
        help_came=lambda: False,
    )
    for _ in range(40):
        worker.tick()
        ours.sleep(60)
    store.close()
    assert asked == [0, 1, 3, 8, 18, 28, 38]
