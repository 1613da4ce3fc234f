"""The real daemon, in its own process and in real time, killed with signal 9 at moments that nobody chose."""

from __future__ import annotations

import os
import random
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest

from practice.board import Board
from practice.server import serve

ROOT = Path(__file__).parents[2]
ZONE = timezone(timedelta(hours=8))
NAMES = ("苏武", "班昭", "蔡伦", "张骞", "卫青", "王充")
IDENTITIES = ("狼人", "狼人", "村民", "村民", "村民", "女巫")
RUN = """
import sys
from functools import partial
import service.app as app
app.open_forum = partial(app.open_forum, gap_seconds=0, jitter_seconds=0)
from service.cli import main
main(["run", "--config", sys.argv[1]])
"""
"""`panguan run` that does not wait between requests: the board is ours."""

MARK = re.compile(r"编号 (D\S+-[0-9A-F]{4,})")
KILLS = 4
DEADLINE = 75.0


def game(folder: Path, url: str, fid: int, vote: int, talk: int, opens: datetime, closes: datetime) -> None:
    home = folder / "games" / "g"
    home.mkdir(parents=True)
    characters = "".join(
        f'[[character]]\nname = "{name}"\nidentity = "{identity}"\n'
        for name, identity in zip(NAMES, IDENTITIES, strict=True)
    )
    env = "PANGUAN_JUDGE_USER=判官\nPANGUAN_JUDGE_PASSWORD=judge-pw-long\n"
    toml = f'''title = "真局"
[board]
url = "{url}"
account = "judge"
forum = {fid}
[director]
name = "某导演"
[timetable]
start = {opens - timedelta(days=2):%Y-%m-%d}
[[timetable.day]]
n = 2
open = {opens:%Y-%m-%dT%H:%M:%S}
close = {closes:%Y-%m-%dT%H:%M:%S}
[threads]
open = false
[threads.2]
vote = {vote}
discussion = {talk}
{characters}[resume]
day = 2
'''
    for path, text in ((folder / ".env", env), (home / "game.toml", toml)):
        path.touch(mode=0o600)
        path.write_text(text, "utf-8")


def start(folder: Path, log: Path) -> subprocess.Popen[bytes]:
    with log.open("ab") as out:
        return subprocess.Popen(
            [sys.executable, "-c", RUN, str(folder)],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdout=out,
            stderr=subprocess.STDOUT,
        )


def wait_for(seconds: float, process: subprocess.Popen[bytes]) -> None:
    with pytest.raises(subprocess.TimeoutExpired):  # it must not end by itself
        process.wait(seconds)


@pytest.mark.slow
def test_killed_by_nine_at_random_one_result_stands(tmp_path: Path) -> None:
    chance = random.Random(1122)
    board = Board(now=lambda: datetime.now(UTC))
    board.settings.flood_seconds = board.settings.pm_flood_seconds = 0
    fid = board.add_forum("测试版")
    uids = {name: board.add_member(name, f"pw-{name}-long") for name in (*NAMES, "某导演")}
    judge = board.add_member("判官", "judge-pw-long")
    now = datetime.now(ZONE).replace(microsecond=0)
    opens, closes = now - timedelta(minutes=2), now + timedelta(seconds=6)
    vote = board.open_thread(fid, uids["某导演"], "第二天 投票", "请投票吧，各位", opens)
    talk = board.open_thread(fid, uids["某导演"], "第二天 讨论", "请讨论吧，各位", opens)
    for number, name in enumerate(NAMES[:4]):
        board.post(
            vote, uids[name], "投票：卫青" if number else "投票：王充", now - timedelta(seconds=50 - number)
        )
    log = tmp_path / "log.txt"
    with serve(board) as served:
        game(tmp_path / "conf", served.url, fid, vote, talk, opens, closes)
        begun = time.monotonic()

        def results() -> list[str]:
            return [one.text for one in board.posts(vote) if one.uid == judge and "投票结果" in one.text]

        process = start(tmp_path / "conf", log)
        try:
            for kill in range(1, KILLS + 1):
                while log.read_text("utf-8").count(" ready ") < kill:
                    wait_for(0.05, process)
                wait_for(chance.uniform(0.1, 1.6), process)
                process.send_signal(signal.SIGKILL)
                process.wait()
                process = start(tmp_path / "conf", log)
            while log.read_text("utf-8").count(" ready ") <= KILLS:  # only then does it hear SIGTERM
                wait_for(0.05, process)
            while not results() and time.monotonic() - begun < DEADLINE:
                wait_for(0.2, process)
            wait_for(2.0, process)
            process.terminate()
            assert process.wait(20) == 0, log.read_text("utf-8")[-3000:]
        finally:
            process.kill()
            process.wait()
        told = log.read_text("utf-8")
        assert len(results()) == 1, told[-3000:]
        assert "卫青" in results()[0]
        marks = Counter(
            mark
            for tid in (vote, talk)
            for one in board.posts(tid)
            if one.uid == judge
            for mark in MARK.findall(one.text)
        )
        mail = Counter(
            mark
            for uid in set(uids.values())
            for one in board.messages(uid)
            if one.sender == judge
            for mark in MARK.findall(one.text)
        )
        assert marks
        assert set((marks + mail).values()) == {1}
        assert "Traceback" not in told
        assert "judge-pw-long" not in told
