"""`panguan login`: what needs a person is finished, and the daemon takes it over."""

from __future__ import annotations

from pathlib import Path

import pytest

from parsers.model import Answer
from practice.board import DialectName
from practice.records import Settings as BoardSettings
from service.console import look
from service.forum.api import Account
from service.forum.open import open_forum
from tests.service.played import Played, at, quick, run


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.cli.login.connect_board", quick)


def logins(played: Played) -> int:
    return len([r for r in played.board.requests if r.method == "POST" and "log" in r.path])


@pytest.mark.parametrize("dialect", ["x", "7.2"])
def test_a_captcha_is_shown_solved_and_taken_over_by_the_daemon(
    tmp_path: Path, dialect: DialectName, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Played(tmp_path, dialect=dialect, board_settings=BoardSettings(login_captcha=True)) as played:
        monkeypatch.setattr("service.cli.login.SystemClock", lambda: played.clock)
        played.app.tick()
        (lane,) = played.app.lanes.values()
        assert lane.worker.health.stopped is not None
        assert lane.worker.health.stopped.kind is Answer.CAPTCHA
        tried = logins(played)
        played.visit(at(1, "12:10"))
        assert logins(played) == tried, "a stopped worker asks nobody"

        modes: list[int] = []
        seen: list[bytes] = []
        real = look.private_file

        def watch(path: Path, content: bytes) -> None:
            real(path, content)
            modes.append(path.stat().st_mode & 0o777)
            seen.append(path.read_bytes())

        monkeypatch.setattr("service.cli.login.private_file", watch)
        done = run(played, "login", stdin="WRONG\nW7K2\n")
        assert done.exit_code == 0, done.stderr
        assert "已登录" in done.stdout
        assert "captcha." in done.stderr
        assert modes == [0o600, 0o600]
        assert all(picture for picture in seen)
        assert not list(played.settings.state_dir.glob("captcha*")), "the picture is gone when it is solved"

        played.visit(at(1, "12:20"))
        assert lane.worker.health.stopped is None
        assert played.board.messages(played.uids["孙策"]), "and the game goes on"


def test_a_mended_password_is_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Played(tmp_path) as played:
        monkeypatch.setattr("service.cli.login.SystemClock", lambda: played.clock)
        judge = played.board.state.members[played.judge]
        judge.password = "another"
        played.app.tick()
        tried = logins(played)
        played.close_app()
        played.visit(at(1, "12:10"))
        assert logins(played) == tried, "a restart tries nothing again"

        done = run(played, "login")
        assert done.exit_code == 1
        assert done.stderr.count("\n") == 1
        assert "用户名、密码或安全提问不对" in done.stderr
        assert "judge-pw" not in done.stderr + done.stdout
        assert logins(played) == tried + 1

        judge.password = "judge-pw"
        assert run(played, "login").exit_code == 0
        played.visit(at(1, "12:20"))
        (lane,) = played.app.lanes.values()
        assert lane.worker.health.stopped is None


def test_who_is_logged_in_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Played(tmp_path) as played:
        monkeypatch.setattr("service.cli.login.SystemClock", lambda: played.clock)
        assert run(played, "login").exit_code == 0
        tried = logins(played)
        assert run(played, "login", "first").exit_code == 0
        assert logins(played) == tried


def test_a_browsers_cookie(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Played(tmp_path, password="no-such") as played:
        monkeypatch.setattr("service.cli.login.SystemClock", lambda: played.clock)
        played.app.tick()
        wrong = run(played, "login", "--cookie", "-", stdin="a=b; c=d\n")
        assert wrong.exit_code == 1
        assert "论坛不认这个 Cookie" in wrong.stderr

        done = run(
            played, "login", "--cookie", "-", stdin=f"Cookie: {cookie_of(played, '判官', 'judge-pw')}\n"
        )
        assert done.exit_code == 0, done.stderr
        played.visit(at(1, "12:20"))
        (lane,) = played.app.lanes.values()
        assert lane.worker.health.stopped is None
        assert played.board.messages(played.uids["孙策"])


def test_another_members_cookie_is_not_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Played(tmp_path) as played:
        monkeypatch.setattr("service.cli.login.SystemClock", lambda: played.clock)
        assert run(played, "login").exit_code == 0
        done = run(played, "login", "--cookie", "-", stdin=cookie_of(played, "孙策", "pw"))
        assert done.exit_code == 1
        assert "这是 孙策 的 Cookie" in done.stderr
        tried = logins(played)
        assert run(played, "login").exit_code == 0
        assert logins(played) == tried, "what was kept before is kept still"


def test_a_cookie_on_the_command_line_is_refused(tmp_path: Path) -> None:
    with Played(tmp_path) as played:
        done = run(played, "login", "--cookie", "auth=abc")
        assert done.exit_code == 2
        assert "auth=abc" not in done.stderr
        assert run(played, "login", "--cookie", "-", stdin="\n").exit_code == 2


def cookie_of(played: Played, name: str, password: str) -> str:
    """What a member's browser sends to the board, after a log-in of its own."""
    account = Account(name=name, password=password)
    forum = open_forum(played.server.url, account, played.clock, gap_seconds=0, jitter_seconds=0)
    assert forum.ensure_login().ok
    jar = forum.keeper.jar  # type: ignore[attr-defined]
    forum.close()
    return "; ".join(f"{one['name']}={one['value']}" for one in jar.kept())
