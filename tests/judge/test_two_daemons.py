"""Two real daemons on one PostgreSQL, in real time: the leader is killed, or its connection cut, around a close."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from practice.board import Board
from practice.server import serve
from tests.judge.test_kill_nine import MARK, NAMES, ROOT, RUN, ZONE, game
from tests.postgres import CUT, CUT_ALL, a_database, ask

WAIT = 90.0
LEADS = "SELECT value::json->>'pid' FROM facts WHERE scope = 'daemon' AND name = 'lease'"
DOUBTFUL = "SELECT ref FROM outbox WHERE state = 'sending'"


def start(folder: Path, state: Path, url: str, log: Path) -> subprocess.Popen[bytes]:
    with log.open("ab") as out:
        return subprocess.Popen(
            [sys.executable, "-c", RUN, str(folder)],
            cwd=ROOT,
            env={
                **os.environ,
                "PYTHONPATH": str(ROOT),
                "PANGUAN_STATE": str(state),
                "PANGUAN_DATABASE_URL": url,
            },
            stdout=out,
            stderr=subprocess.STDOUT,
        )


def until(condition: object, what: str) -> None:
    assert callable(condition)
    end = time.monotonic() + WAIT
    while not condition():
        assert time.monotonic() < end, what
        time.sleep(0.05)


@pytest.mark.slow
@pytest.mark.parametrize("how", ["killed", "cut", "all cut"])
def test_one_result_whatever_becomes_of_the_leader(tmp_path: Path, how: str) -> None:
    # the moment is nobody's choice, and told where the test fails
    moment = random.Random(os.environ.get("PANGUAN_TEST_CHANCE", how)).uniform(-0.5, 1.5)
    board = Board(now=lambda: datetime.now(UTC))
    board.settings.flood_seconds = board.settings.pm_flood_seconds = 0
    fid = board.add_forum("测试版")
    uids = {name: board.add_member(name, f"pw-{name}-long") for name in (*NAMES, "某导演")}
    judge = board.add_member("判官", "judge-pw-long")
    now = datetime.now(ZONE).replace(microsecond=0)
    opens, closes = now - timedelta(minutes=2), now + timedelta(seconds=9)
    vote = board.open_thread(fid, uids["某导演"], "第二天 投票", "请投票吧，各位", opens)
    talk = board.open_thread(fid, uids["某导演"], "第二天 讨论", "请讨论吧，各位", opens)
    for number, name in enumerate(NAMES[:4]):
        word = "投票：卫青" if number else "投票：王充"
        board.post(vote, uids[name], word, now - timedelta(seconds=50 - number))

    def results() -> list[str]:
        return [one.text for one in board.posts(vote) if one.uid == judge and "投票结果" in one.text]

    logs = [tmp_path / "log0.txt", tmp_path / "log1.txt"]
    daemons: list[subprocess.Popen[bytes]] = []
    with a_database() as url, serve(board) as served:
        game(tmp_path / "conf", served.url, fid, vote, talk, opens, closes)

        def log(number: int) -> str:
            return logs[number].read_text("utf-8")

        def begin(number: int) -> subprocess.Popen[bytes]:
            return start(tmp_path / "conf", tmp_path / f"state{number}", url, logs[number])

        try:
            daemons.append(begin(0))
            until(lambda: " ready " in log(0), "the first leads")
            daemons.append(begin(1))
            until(lambda: "standing by" in log(1), "the second stands by")
            assert " ready " not in log(1)
            assert ask(url, LEADS) == [(str(daemons[0].pid),)]
            time.sleep(max(0.0, (closes - datetime.now(ZONE)).total_seconds() + moment))
            if how == "killed":
                daemons[0].send_signal(signal.SIGKILL)
                daemons[0].wait()
                until(lambda: " ready " in log(1), f"{moment}: the second takes over\n{log(1)}")
                daemons[0] = begin(0)
                until(lambda: log(0).count("standing by") == 1, f"{moment}: the first stands by")
            else:
                ask(url, CUT if how == "cut" else CUT_ALL)
                until(lambda: "standing by" in log(0), f"{moment}: the first stands by\n{log(0)}")
                until(lambda: log(0).count(" ready ") + log(1).count(" ready ") == 2, f"{moment}: one leads")
            until(results, f"{moment}: a result\n{log(0)}\n{log(1)}")
            until(lambda: ask(url, DOUBTFUL) == [], f"{moment}: nothing in doubt\n{log(0)}\n{log(1)}")
            time.sleep(2.0)
            for daemon in daemons:
                daemon.terminate()
            assert [daemon.wait(30) for daemon in daemons] == [0, 0]
        finally:
            for daemon in daemons:
                daemon.kill()
                daemon.wait()
    told = f"{moment}\n{log(0)}\n{log(1)}"
    assert len(results()) == 1, told
    assert "卫青" in results()[0]
    said = [one.text for tid in (vote, talk) for one in board.posts(tid) if one.uid == judge]
    said += [one.text for uid in set(uids.values()) for one in board.messages(uid) if one.sender == judge]
    assert set(Counter(mark for text in said for mark in MARK.findall(text)).values()) == {1}, told
    assert "Traceback" not in told
    assert "judge-pw-long" not in told
