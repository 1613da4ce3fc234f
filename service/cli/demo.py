"""`panguan demo`: the main job on the practice board, in quick time.

The only place in the product that knows the practice board: it starts one on loopback, lets scripted members play
two evenings over HTTP, and leads their game with the very service that runs on real boards.
"""

from __future__ import annotations

import logging
import re
import tempfile
import threading
import time
from collections.abc import Sequence
from datetime import datetime, timedelta, timezone
from pathlib import Path

import click

from practice.board import Board
from practice.evening import CAST, DIRECTOR, JUDGE, PASSWORD, Act, Players, acts
from practice.members import Member
from practice.records import Settings as BoardSettings
from practice.server import RunningBoard, serve
from service.app import App, build
from service.clock import Clock, SteppedClock
from service.files.gamemodel import GameFile
from service.files.settings import load_settings
from service.forum.api import Account, CookieKeeper, Forum
from service.forum.open import open_forum
from service.logs import set_up
from service.store import NoticeState

ZONE = timezone(timedelta(hours=8))
START = datetime(2026, 3, 2, 9, 30, tzinfo=ZONE)
TITLE = "演示局"
IDENTITIES = ("狼人", "村民", "村民", "狼人", "女巫", "村民", "村民", "爱神")

GAME = """\
title = "{title}"
[board]
url = "{url}"
account = "judge"
forum = {fid}
[director]
name = "{director}"
[timetable]
start = 2026-03-02
[threads]
hidden_votes = false
"""


@click.command()
@click.option("--dialect", type=click.Choice(["x", "7", "7.2", "7.0"]), default="x", show_default=True)
@click.option("--charset", type=click.Choice(["utf-8", "gbk"]), help="The board's charset.")
@click.option("--keep", is_flag=True, help="Keep the board up for a browser until Ctrl-C.")
@click.option("--verbose", is_flag=True, help="Show the judge's log.")
def command(dialect: str, charset: str | None, *, keep: bool, verbose: bool) -> None:
    """Log in, scrape, count and post on a practice board, nothing to set up."""
    set_up()
    logging.getLogger().setLevel(logging.INFO if verbose else logging.ERROR)
    began = time.monotonic()
    clock = SteppedClock(START - timedelta(hours=14))
    board, fid = _board(dialect, charset, clock)
    with serve(board) as running, tempfile.TemporaryDirectory(prefix="panguan-demo-") as folder:
        click.echo(f"练习论坛（{board.dialect_name}，{board.charset}）：{running.url}")
        app = build(load_settings(_config(Path(folder), running.url, fid), {}), clock, connect=_connect)
        try:
            _play(app, board, running, clock)
            _report(app, running, board)
        finally:
            app.close()
        click.echo(f"用时 {time.monotonic() - began:.0f} 秒")
        if keep:
            click.echo(
                f"论坛开着：{running.url} （任何角色可登录，密码 {PASSWORD.format(name='角色名')}；Ctrl-C 结束）"
            )
            _until_interrupted()


def _board(dialect: str, charset: str | None, clock: SteppedClock) -> tuple[Board, int]:
    name = {"7": "7.2"}.get(dialect, dialect)
    settings = BoardSettings(title="练习论坛")
    board = Board(dialect=name, charset=charset, now=clock.now, settings=settings)  # type: ignore[arg-type]
    fid = board.add_forum("无人伤亡")
    for who in (*CAST, DIRECTOR):
        board.add_member(who, PASSWORD.format(name=who))
    board.set_moderator(fid, board.add_member(JUDGE, PASSWORD.format(name=JUDGE)))
    return board, fid


def _config(folder: Path, url: str, fid: int) -> Path:
    game = folder / "games" / "demo"
    game.mkdir(parents=True)
    env = folder / ".env"
    env.touch(mode=0o600)
    env.write_text(
        f"PANGUAN_JUDGE_USER={JUDGE}\nPANGUAN_JUDGE_PASSWORD={PASSWORD.format(name=JUDGE)}\n", "utf-8"
    )
    characters = "".join(
        f'[[character]]\nname = "{who}"\nidentity = "{what}"\n'
        for who, what in zip(CAST, IDENTITIES, strict=True)
    )
    file = game / "game.toml"
    file.touch(mode=0o600)
    file.write_text(GAME.format(title=TITLE, url=url, fid=fid, director=DIRECTOR) + characters, "utf-8")
    return folder


def _connect(game: GameFile, account: Account, clock: Clock, cookies: CookieKeeper) -> Forum:
    return open_forum(game.board.url, account, clock, cookies, gap_seconds=0, jitter_seconds=0)


def _play(app: App, board: Board, running: RunningBoard, clock: SteppedClock) -> None:
    """Step from one due instant to the next until day 2's result stands on the board."""
    players = Players(
        lambda who: Member.of(running.url, board, _uid(board, who)),
        lambda subject: next((t.tid for t in board.state.threads.values() if t.subject == subject), None),
    )
    script = sorted(acts(START, TITLE), key=lambda act: act.at)
    ends = START + timedelta(days=3, hours=13)
    while clock.now() < ends:
        while script and script[0].at <= clock.now():
            _act(players, script.pop(0))
        wake = app.tick()
        coming = min([wake, *(act.at for act in script[:1])])
        clock.move_to(max(coming, clock.now() + timedelta(seconds=1)))


def _act(players: Players, act: Act) -> None:
    players.play(act)
    what = "发短消息" if act.to else "编辑" if act.edits else "发帖"
    words = " ⏎ ".join(act.text.split("\n"))
    click.echo(f"  {act.at:%m-%d %H:%M} {act.who} {what}：{words}")


def _uid(board: Board, name: str) -> int:
    member = board.state.find_member(name)
    assert member is not None
    return member.uid


def _report(app: App, running: RunningBoard, board: Board) -> None:
    """What stands on the board now, as the members read it."""
    with app.store.reading() as tx:
        sent = tx.notices("demo", [NoticeState.SENT])
    counts = [n for n in sent if n.data.get("template") == "count"]
    for notice in sorted(counts, key=lambda n: n.id or 0):
        click.echo("")
        click.echo(_plain(notice.body.splitlines()))
        where = f"{running.url}forum.php?mod=viewthread&tid={notice.tid}"
        if board.dialect_name != "x":
            where = f"{running.url}viewthread.php?tid={notice.tid}"
        click.echo(f"→ {where}（pid {notice.pid}）")
    public = sum(1 for n in sent if n.kind in {"reply", "thread"})
    private = sum(1 for n in sent if n.kind == "pm")
    click.echo("")
    click.echo(f"判官发出公示 {public} 条、短消息 {private} 条，读页与发帖共 {len(board.requests)} 次请求")


def _plain(lines: Sequence[str]) -> str:
    """BBCode as a terminal shows it."""
    text = "\n".join(lines)
    text = re.sub(r"\[url=[^\]]*\]([^\[]*)\[/url\]", r"\1", text)
    text = re.sub(r"\[/td\]\[td[^\]]*\]", "　", text)
    return re.sub(r"\[/?(?:b|color|table|tr|td|list|\*|s|code)(?:=[^\]]*)?\]|\[\*\]", "", text)


def _until_interrupted() -> None:
    try:
        threading.Event().wait()
    except KeyboardInterrupt:
        return
