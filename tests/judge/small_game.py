"""A small game on the practice board for tests of the daemon: taken over at day 1, its vote thread given by hand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from pathlib import Path

from practice.board import Board
from practice.server import RunningBoard, serve
from service.app import App, build
from service.clock import Clock, SteppedClock
from service.files.gamemodel import GameFile
from service.files.settings import load_settings
from service.forum.api import Account, CookieKeeper, Forum
from service.forum.open import open_forum
from service.store import Notice, NoticeState

ZONE = timezone(timedelta(hours=8))
OPEN = datetime(2026, 3, 2, 9, 30, tzinfo=ZONE)
CLOSE = datetime(2026, 3, 3, 21, 30, tzinfo=ZONE)
NAMES = ("甲", "乙", "丙", "丁", "戊", "己")
IDENTITIES = ("狼人", "狼人", "村民", "村民", "村民", "女巫")
BALLOTS = (
    ("甲", "投票：丙"),
    ("乙", "投票：丙"),
    ("丙", "投票：丁"),
    ("丁", "改投 丙"),
    ("戊", "投票：没有这人"),
)


def connect(game: GameFile, account: Account, clock: Clock, cookies: CookieKeeper) -> Forum:
    return open_forum(game.board.url, account, clock, cookies, gap_seconds=0, jitter_seconds=0)


@dataclass
class SmallGame:
    folder: Path
    board: Board
    running: RunningBoard
    clock: SteppedClock
    fid: int
    vote: int
    discussion: int
    uids: dict[str, int]

    def app(self, pause: Callable[[str], None] = lambda _where: None) -> App:
        return build(load_settings(self.folder, {}), self.clock, connect=connect, pause=pause)

    def file(self) -> Path:
        return self.folder / "games" / "small" / "game.toml"

    def overrides(self, text: str) -> None:
        (self.folder / "games" / "small" / "overrides.toml").write_text(text, "utf-8")

    def judge_posts(self, tid: int) -> list[str]:
        return [post.text for post in self.board.posts(tid) if post.uid == self.uids["判官"]]

    def results(self) -> list[str]:
        return [text for text in self.judge_posts(self.vote) if "投票结果" in text]

    def run_until(self, app: App, end: datetime, stop: Callable[[], bool] = lambda: False) -> None:
        while self.clock.now() < end and not stop():
            wake = app.tick()
            self.clock.move_to(min(max(wake, self.clock.now() + timedelta(seconds=1)), end))

    def notices(self, app: App, *states: NoticeState) -> tuple[Notice, ...]:
        with app.store.reading() as tx:
            return tx.notices("small", states or None)


def small_game(
    folder: Path,
    *,
    dialect: str = "x",
    charset: str | None = None,
    extra: str = "",
    top: str = "",
    moderator: bool = True,
    ballots: bool = True,
    given: bool = True,
    resumed: bool = True,
    threads: str = "open = false",
) -> SmallGame:
    """The board stands at the opening of day 1, five ballots are cast at 10:00; the caller stops `running`."""
    clock = SteppedClock(OPEN - timedelta(minutes=5) if resumed else OPEN - timedelta(hours=20))
    board = Board(dialect=dialect, charset=charset, now=clock.now)  # type: ignore[arg-type]
    fid = board.add_forum("无人伤亡")
    uids = {name: board.add_member(name, f"pw-{name}-long") for name in (*NAMES, "判官", "导演甲")}
    if moderator:
        board.set_moderator(fid, uids["判官"])
    vote = board.open_thread(fid, uids["导演甲"], "第一天 投票", "请投票，今天竞选警长。")
    discussion = board.open_thread(fid, uids["导演甲"], "第一天 讨论", "请讨论，今天竞选警长。")
    if ballots:
        for minute, (who, text) in enumerate(BALLOTS):
            board.post(vote, uids[who], text, OPEN + timedelta(minutes=30 + minute))
    running = serve(board)
    game = folder / "games" / "small"
    game.mkdir(parents=True)
    (folder / ".env").touch(mode=0o600)
    (folder / ".env").write_text("PANGUAN_JUDGE_USER=判官\nPANGUAN_JUDGE_PASSWORD=pw-判官-long\n", "utf-8")
    characters = "".join(
        f'[[character]]\nname = "{name}"\nidentity = "{identity}"\n'
        for name, identity in zip(NAMES, IDENTITIES, strict=True)
    )
    resume = "[resume]\nday = 1" if resumed else ""
    by_hand = f"[threads.1]\nvote = {vote}\ndiscussion = {discussion}" if given else ""
    (game / "game.toml").touch(mode=0o600)
    (game / "game.toml").write_text(
        f'''title = "小局"
{top}
[board]
url = "{running.url}"
account = "judge"
forum = {fid}
[director]
name = "导演甲"
[timetable]
start = 2026-03-02
[threads]
{threads}
{by_hand}
{resume}
{extra}
{characters}''',
        "utf-8",
    )
    return SmallGame(folder, board, running, clock, fid, vote, discussion, uids)
