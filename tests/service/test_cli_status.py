"""`panguan status`: beside a running daemon, before the first run, with a bad file; no secret in it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from service.lock import StateLock, running_pid
from service.store import Store
from service.store.store import sqlite_url
from tests.service.played import NAMES, Played, at, run

WAIT = "import sys,fcntl; f=open(sys.argv[1],'a+'); fcntl.flock(f,fcntl.LOCK_EX); f.truncate(0); f.write('{pid}'); f.flush(); print('held',flush=True); sys.stdin.read()"


@pytest.fixture(scope="module")
def voting(tmp_path_factory: pytest.TempPathFactory) -> Played:
    """A game in the middle of its first vote, its daemon's database open."""
    with Played(tmp_path_factory.mktemp("voting"), publish="approve") as played:
        played.visit(at(1, "12:00"), at(2, "08:30"), at(2, "09:30"))
        yield played  # type: ignore[misc]


def test_a_finished_game_is_told_with_its_winner(finished: Played) -> None:
    done = run(finished, "status", "first")
    assert done.exit_code == 0
    assert "first「第一局」：已结束" in done.stdout
    assert "〖狼人阵营〗获胜" in done.stdout
    document = json.loads(run(finished, "status", "--json").stdout)
    (game,) = document["games"]
    assert document["daemon"] == {"running": False, "pid": None, "role": None, "leader": None}
    assert (game["day"], game["phase"], game["winner"], game["next"]) == (2, "over", "werewolves", None)
    assert game["last_read"] == "2026-03-04T09:40:00+08:00"
    assert game["notices"]["sent"] > 20
    assert game["notices"]["held"] == game["notices"]["failed"] == 0


def test_held_notices_keep_the_page_from_running_ahead_of_the_board(voting: Played) -> None:
    game = json.loads(run(voting, "status", "--json").stdout)["games"][0]
    assert (game["day"], game["phase"]) == (1, "day")
    assert game["next"] == {"step": "day1.close", "what": "第1天收票", "at": "2026-03-03T21:30:00+08:00"}
    assert game["notices"]["held"] == 3  # check-in, vote, discussion
    text = run(voting, "status").stdout
    assert "等导演点头 3" in text
    assert "panguan approve first" in text


def test_status_tells_nothing_of_identities_or_seed(voting: Played) -> None:
    with Store.open(
        sqlite_url(voting.settings.state_dir / "panguan.sqlite3"), read_only=True
    ).reading() as tx:
        secret = tx.secret("first")
    assert secret is not None
    shown = run(voting, "status").stdout + run(voting, "status", "--json").stdout
    assert secret["seed"] not in shown
    assert secret["salt"] not in shown
    assert not [word for word in ("狼人", "先知", "女巫") if word in shown]


def test_before_the_first_run(tmp_path: Path) -> None:
    with Played(tmp_path) as played:
        done = run(played, "status")
        assert done.exit_code == 0
        assert "还没有开局" in done.stdout
        assert not played.settings.state_dir.exists(), "looking makes nothing"
        assert run(played, "status", "none").exit_code == 2


def test_a_bad_file_is_told_and_hides_no_other_game(tmp_path: Path) -> None:
    with Played(tmp_path) as played:
        other = played.folder / "games" / "second"
        other.mkdir()
        (other / "game.toml").write_text("title = 3\n", "utf-8")
        done = run(played, "status")
        assert done.exit_code == 0
        assert "second\n  文件有误：" in done.stdout
        assert "first「第一局」" in done.stdout


def test_an_empty_database_is_one_clear_line(tmp_path: Path) -> None:
    with Played(tmp_path) as played:
        played.settings.state_dir.mkdir()
        (played.settings.state_dir / "panguan.sqlite3").touch()
        done = run(played, "status")
        assert done.exit_code == 1
        assert done.stderr.startswith("数据库不是这个版本的样子")
        assert done.stderr.count("\n") == 1


def test_whether_the_daemon_runs_is_seen_without_touching_its_lock(tmp_path: Path) -> None:
    assert running_pid(tmp_path) is None
    with StateLock(tmp_path):
        pass
    assert running_pid(tmp_path) is None, "a number that was left behind says nothing"
    held = WAIT.format(pid=4321)
    with subprocess.Popen(
        [sys.executable, "-c", held, str(tmp_path / "panguan.lock")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "held\n"
        assert running_pid(tmp_path) == 4321
        assert running_pid(tmp_path) == 4321, "a look lets go of nothing"
        other.communicate("")
    assert running_pid(tmp_path) is None


def test_votes_in_are_counted_and_not_named(tmp_path: Path) -> None:
    with Played(tmp_path) as played:
        played.visit(at(1, "12:00"), at(2, "09:30"), at(2, "09:31"))
        played.vote(1, {NAMES[0]: NAMES[1], NAMES[2]: "弃票"})
        played.visit(at(2, "10:30"))
        game = json.loads(run(played, "status", "--json").stdout)["games"][0]
        assert game["votes"] == {"day": 1, "in": 2, "of": 12}
        assert "第1天已投 2/12" in run(played, "status").stdout
