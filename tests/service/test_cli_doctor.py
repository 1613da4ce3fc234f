"""`panguan doctor` against practice boards: what works, what does not, and what to do; nothing is posted."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from practice.board import Charset, DialectName
from practice.records import Settings as BoardSettings
from tests.service.played import Played, quick, run


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.cli.doctor.connect_board", quick)


@pytest.mark.parametrize(
    ("dialect", "charset"), [("x", "utf-8"), ("x", "gbk"), ("7.2", "gbk"), ("7.0", "utf-8")]
)
def test_all_is_well(
    tmp_path: Path, dialect: DialectName, charset: Charset, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Played(tmp_path, dialect=dialect, charset=charset) as played:
        monkeypatch.setattr("service.cli.doctor.SystemClock", lambda: played.clock)
        played.board.open_thread(played.fid, played.director, "旧帖", "以前的一个帖子")
        if dialect != "x":
            played.game.write_text(
                played.game.read_text("utf-8").replace(
                    "[[char", "[threads]\nhidden_votes = false\n[[char", 1
                ),
                "utf-8",
            )
        before = dict(played.board.counts())
        done = run(played, "doctor", "--json")
        document = json.loads(done.stdout)
        (board,) = document["boards"]
        checks = {check["check"]: check for check in board["checks"]}
        assert done.exit_code == 0, document
        assert document["ok"] is True
        assert board["dialect"] == ("x" if dialect == "x" else "7")
        assert board["charset"] == charset
        assert board["zone_minutes"] == 480
        assert abs(board["skew_seconds"]) < 2
        assert {
            "reach",
            "zone",
            "clock",
            "login",
            "read",
            "post",
            "reply",
            "moderator",
            "pm",
            "director",
            "guest",
        } <= set(checks)
        assert all(check["ok"] for check in checks.values()), checks
        assert before == {}
        assert len([r for r in played.board.requests if r.method == "POST"]) == 1, "the log-in alone"
        assert len(played.board.posts(played.thread("旧帖"))) == 1


def test_lines_for_people(tmp_path: Path) -> None:
    with Played(tmp_path) as played:
        done = run(played, "doctor")
        assert done.exit_code == 0
        assert "✓ 登录：判官（uid" in done.stdout
        assert "judge-pw" not in done.stdout
        assert "✗ 时钟" in done.stdout, "the practice board lives in March"
        assert done.stdout.endswith("判官可以在这里工作\n")
        assert not played.settings.state_dir.exists(), "a look makes no database"


def test_a_wrong_password_is_one_line_and_one_try(tmp_path: Path) -> None:
    with Played(tmp_path, password="no-such") as played:
        done = run(played, "doctor")
        assert done.exit_code == 1
        (line,) = [one for one in done.stdout.splitlines() if "登录" in one]
        assert line.startswith("  ✗ 登录：用户名、密码或安全提问不对")
        assert "panguan login" in line
        assert "no-such" not in done.stdout
        assert len([r for r in played.board.requests if r.method == "POST"]) == 1


def test_a_refusal_that_was_kept_is_not_tried_again(tmp_path: Path) -> None:
    with Played(tmp_path, password="no-such") as played:
        played.app.tick()
        tries = len([r for r in played.board.requests if r.method == "POST"])
        done = run(played, "doctor")
        assert done.exit_code == 1
        assert "没有再试" in done.stdout
        assert len([r for r in played.board.requests if r.method == "POST"]) == tries


def test_kept_cookies_are_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Played(tmp_path) as played:
        monkeypatch.setattr("service.cli.doctor.SystemClock", lambda: played.clock)
        played.app.tick()
        tries = len([r for r in played.board.requests if r.method == "POST" and "login" in r.path])
        done = run(played, "doctor")
        assert "用保存的登录状态" in done.stdout
        assert len([r for r in played.board.requests if r.method == "POST" and "login" in r.path]) == tries


def test_a_captcha_names_the_command_that_helps(tmp_path: Path) -> None:
    with Played(tmp_path, board_settings=BoardSettings(login_captcha=True)) as played:
        done = run(played, "doctor")
        assert done.exit_code == 1
        assert "✗ 登录：登录要验证码" in done.stdout
        assert "panguan login" in done.stdout


def test_what_is_no_discuz_board(tmp_path: Path) -> None:
    with Played(tmp_path) as played:
        played.game.write_text(
            played.game.read_text("utf-8").replace(played.server.url, played.server.url + "practice.css/"),
            "utf-8",
        )
        done = run(played, "doctor")
        assert done.exit_code == 1
        assert "✗ 论坛：这个网址不像 Discuz! 论坛" in done.stdout


def test_a_board_that_does_not_answer(tmp_path: Path) -> None:
    with Played(tmp_path) as played:
        played.server.stop()
        done = run(played, "doctor", "--json")
        assert done.exit_code == 1
        (board,) = json.loads(done.stdout)["boards"]
        assert [check["ok"] for check in board["checks"]] == [False]
        assert board["checks"][0]["detail"].startswith("连不上论坛")


def test_a_forum_that_is_not_there(tmp_path: Path) -> None:
    with Played(tmp_path) as played:
        played.game.write_text(
            played.game.read_text("utf-8").replace(f"forum = {played.fid}", "forum = 99"), "utf-8"
        )
        done = run(played, "doctor")
        assert done.exit_code == 1
        assert "✗ 版块 99 读帖" in done.stdout


def test_no_account_and_no_games(tmp_path: Path) -> None:
    with Played(tmp_path) as played:
        (played.folder / ".env").write_text("", "utf-8")
        done = run(played, "doctor")
        assert done.exit_code == 1
        assert "PANGUAN_JUDGE_USER" in done.stdout
        assert "✓ 游客" in done.stdout
        played.game.unlink()
        none = run(played, "doctor")
        assert none.exit_code == 2
        assert "panguan init" in none.stderr
