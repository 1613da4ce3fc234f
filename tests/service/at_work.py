"""A judge at work on the practice board, in stepped time: for tests of what the daemon does by itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

from sqlalchemy import event

from practice.board import Board
from practice.records import Post
from practice.server import serve
from service.app import App, build
from service.clock import Clock, SteppedClock
from service.files.gamemodel import GameFile
from service.files.settings import load_settings
from service.forum.api import Account, CookieKeeper, Forum
from service.forum.open import open_forum
from service.game.record import Record, load
from service.store import Notice

CST = timezone(timedelta(hours=8))
NAMES = ("苏武", "班昭", "蔡伦", "张骞", "卫青", "王充")
IDENTITIES = ("狼人", "狼人", "村民", "村民", "村民", "女巫")
START = datetime(2026, 3, 2, 9, 29, tzinfo=CST)


def at(day: int, hour: int, minute: int = 0) -> datetime:
    """An instant of March 2026, by the board's clock."""
    return datetime(2026, 3, day, hour, minute, tzinfo=CST)


def quick(game: GameFile, account: Account, clock: Clock, cookies: CookieKeeper) -> Forum:
    """A client that does not wait between requests."""
    return open_forum(game.board.url, account, clock, cookies, gap_seconds=0, jitter_seconds=0)


@dataclass(slots=True)
class AtWork:
    """One judge, one board, one game `g` of six characters, taken over at the opening of a day (2 March, 09:30)."""

    board: Board
    clock: SteppedClock
    app: App
    folder: Path
    config: Path
    uids: Mapping[str, int]
    judge: int
    director: int
    fid: int
    ticks: int = field(default=0)

    def until(self, instant: datetime) -> None:
        """Let the judge work whenever it wants to, and once at the instant."""
        while True:
            wake = self.app.tick()
            self.ticks += 1
            assert self.ticks < 3_000
            if wake > instant:
                break
            self.clock.move_to(wake)
        self.clock.move_to(instant)
        self.app.tick()

    def thread(self, day: int, which: str) -> int:
        """The tid of a day's thread as the judge knows it."""
        tid = self.record().facts.get(f"thread.{day}.{which}")
        assert isinstance(tid, int)
        return tid

    def post(self, who: str, text: str, *, day: int = 2, which: str = "discussion") -> int:
        """A character writes now."""
        return self.board.post(self.thread(day, which), self.uids[who], text)

    def tell(self, text: str, who: str | None = None) -> None:
        """The director (or a character) writes to the judge now; it is read at once."""
        self.board.pm(self.uids[who] if who else self.director, self.judge, text)
        self.until(self.clock.now() + timedelta(minutes=25))

    def restart(self) -> None:
        """The judge's process ends and another begins."""
        self.app.close()
        self.app = build(load_settings(self.config, {}), self.clock, connect=quick)

    def record(self) -> Record:
        """The game as the store has it."""
        with self.app.store.reading() as tx:
            return load(tx, "g")

    def notices(self) -> tuple[Notice, ...]:
        """The outbox."""
        with self.app.store.reading() as tx:
            return tx.notices("g")

    def heard(self, who: str | None = None) -> list[str]:
        """Messages that the director (or a character) received from the judge."""
        uid = self.uids[who] if who else self.director
        return [m.text for m in self.board.messages(uid) if m.sender == self.judge]

    def judged_posts(self, day: int, which: str = "discussion") -> list[Post]:
        """The judge's own posts in a thread."""
        return [p for p in self.board.posts(self.thread(day, which)) if p.uid == self.judge]


def _hurry(app: App) -> None:
    """No power fails in these tests: the disk need not be waited for."""

    @event.listens_for(app.store.engine, "connect")
    def _connected(connection: Any, _record: Any) -> None:
        connection.execute("PRAGMA synchronous=OFF")

    app.store.engine.dispose()


@contextmanager
def at_work(
    folder: Path,
    *,
    toml: str = "",
    states: str = "",
    rules: str = "",
    top: str = "",
    close: str = "",
    day: int = 2,
) -> Iterator[AtWork]:
    """Start a judge. `states`: lines of `[resume.characters]`; `top`: lines before the first section; `close`: an earlier close."""
    clock = SteppedClock(START)
    board = Board(now=clock.now)
    fid = board.add_forum("测试版")
    uids = {name: board.add_member(name, f"pw-{name}") for name in NAMES}
    judge = board.add_member("判官", "judge-pw")
    board.set_moderator(fid, judge)
    director = board.add_member("某导演", "d-pw")
    characters = "".join(
        f'[[character]]\nname = "{name}"\nidentity = "{identity}"\n'
        for name, identity in zip(NAMES, IDENTITIES, strict=True)
    )
    first = START - timedelta(days=2 * (day - 1))
    with serve(board) as served:
        game = folder / "games" / "g"
        game.mkdir(parents=True)
        env = folder / ".env"
        env.write_text("PANGUAN_JUDGE_USER=判官\nPANGUAN_JUDGE_PASSWORD=judge-pw\n", "utf-8")
        env.chmod(0o600)
        (game / "game.toml").write_text(
            f'title = "试验局"\n{top}[board]\nurl = "{served.url}"\naccount = "judge"\nforum = {fid}\n'
            f'[director]\nname = "某导演"\n[timetable]\nstart = {first:%Y-%m-%d}\n'
            f"{f'[[timetable.day]]{chr(10)}n = {day}{chr(10)}close = {close}{chr(10)}' if close else ''}"
            f"{characters}[rules]\n{rules}{toml}\n[resume]\nday = {day}\n"
            f"[resume.characters]\n{states}",
            "utf-8",
        )
        (game / "game.toml").chmod(0o600)
        app = build(load_settings(folder, {}), clock, connect=quick)
        assert not app.faults, app.faults
        _hurry(app)
        work = AtWork(
            board=board,
            clock=clock,
            app=app,
            folder=game,
            config=folder,
            uids=uids,
            judge=judge,
            director=director,
            fid=fid,
        )
        try:
            yield work
        finally:
            work.app.close()
