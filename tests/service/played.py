"""A folder of games against the practice board, driven by one stepped clock: what the commands are tried on."""

from __future__ import annotations

import os
from datetime import datetime, timedelta, timezone
from pathlib import Path
from types import TracebackType

from click.testing import CliRunner, Result

from practice.board import Board, Charset, DialectName
from practice.records import Settings as BoardSettings
from practice.server import RunningBoard, serve
from service.app import App, build
from service.cli import main
from service.clock import Clock, SteppedClock
from service.files.gamemodel import GameFile
from service.files.settings import Settings, load_settings
from service.forum.api import Account, CookieKeeper, Forum
from service.forum.open import open_forum

CST = timezone(timedelta(hours=8))
BEFORE = datetime(2026, 3, 1, 12, 0, tzinfo=CST)
NAMES = (
    "孙策",
    "大乔",
    "小乔",
    "周瑜",
    "鲁肃",
    "吕蒙",
    "陆逊",
    "甘宁",
    "<b>黄盖",
    "Zhou Tai",
    "步练师",
    "虞翻",
)
IDENTITIES = ("狼人", "狼人", "先知", "女巫", "守卫", "长老", "猎人", "白痴", "吹笛", "村民", "爱神", "白狼")
GAME = "first"

HEAD = """title = "第一局"
publish = "{publish}"
[board]
url = "{url}"
account = "judge"
forum = {fid}
[director]
name = "导演甲"
[timetable]
start = 2026-03-02
"""


def at(day: int, clock: str) -> datetime:
    """An instant of March 2026, by the board's clock."""
    return datetime.fromisoformat(f"2026-03-{day:02}T{clock}:00+08:00")


def quick(game: GameFile, account: Account | None, clock: Clock, cookies: CookieKeeper | None) -> Forum:
    """A client that does not wait between requests."""
    return open_forum(game.board.url, account, clock, cookies, gap_seconds=0, jitter_seconds=0)


class Played:
    """A board, its members, the judge's folder and his service."""

    def __init__(
        self,
        folder: Path,
        *,
        dialect: DialectName = "x",
        charset: Charset = "utf-8",
        publish: str = "auto",
        password: str = "judge-pw",
        start: datetime = BEFORE,
        board_settings: BoardSettings | None = None,
        dealt: bool = False,
    ) -> None:
        self.clock = SteppedClock(start)
        self.board = Board(now=self.clock.now, dialect=dialect, charset=charset, settings=board_settings)
        self.fid = self.board.add_forum("竞技场")
        # 7.x refuses such a sign in any address, so it cannot be asked for the name.
        names = NAMES if dialect == "x" else tuple(name.replace("<b>", "") for name in NAMES)
        self.uids = {name: self.board.add_member(name, "pw") for name in names}
        self.judge = self.board.add_member("判官", "judge-pw")
        self.board.set_moderator(self.fid, self.judge)
        self.director = self.board.add_member("导演甲", "pw")
        self.server: RunningBoard = serve(self.board)
        self.folder = folder
        self.game = folder / "games" / GAME / "game.toml"
        self.game.parent.mkdir(parents=True)
        self.game.parent.chmod(0o700)
        env = folder / ".env"
        env.write_text(f"PANGUAN_JUDGE_USER=判官\nPANGUAN_JUDGE_PASSWORD={password}\n", "utf-8")
        env.chmod(0o600)
        rows = [
            f'[[character]]\nname = "{name}"\n' + (f'identity = "{identity}"\n' if dealt else "")
            for name, identity in zip(names, IDENTITIES, strict=True)
        ]
        head = HEAD.format(publish=publish, url=self.server.url, fid=self.fid)
        own = "[rules]\ncustom_roster = true\n" if dealt else ""
        self.game.write_text(head + own + "".join(rows), "utf-8")
        self.game.chmod(0o600)
        self.settings: Settings = load_settings(folder, {})
        self._app: App | None = None

    @property
    def app(self) -> App:
        """The judge's service; it is started when first asked for."""
        if self._app is None:
            self._app = build(self.settings, self.clock, connect=quick)
        return self._app

    def visit(self, *moments: datetime) -> None:
        """Let the judge wake at these moments and at no others: what fell due in between is done late."""
        for moment in moments:
            self.clock.move_to(moment)
            self.app.tick()

    def thread(self, title: str) -> int:
        """The tid of the thread whose title holds these words."""
        return next(t.tid for t in self.board.state.threads.values() if title in t.subject)

    def vote(self, day: int, ballots: dict[str, str]) -> None:
        """Let members vote in the day's vote thread, now."""
        tid = self.thread(f"【投票帖】第一局 第{day}天")
        for voter, target in ballots.items():
            self.board.post(tid, self.uids[voter], f"投票：{target}")

    def close_app(self) -> None:
        """Stop the judge."""
        if self._app is not None:
            self._app.close()
            self._app = None

    def __enter__(self) -> Played:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close_app()
        self.server.stop()


def run(played: Played, *words: str, stdin: str | None = None) -> Result:
    """A command in this process, with the folder of the game and no setting from outside."""
    outside: dict[str, str | None] = {name: None for name in os.environ if name.startswith("PANGUAN_")}
    command = [*words, "--config", str(played.folder)]
    done = CliRunner().invoke(main, command, input=stdin, env=outside)
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done
