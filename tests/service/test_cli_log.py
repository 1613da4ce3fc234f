"""`panguan log`: the director sees everything in order; the public sees what the board was told."""

from __future__ import annotations

import json
from pathlib import Path

from tests.service.played import NAMES, Played, at, run


def test_the_directors_view(finished: Played) -> None:
    done = run(finished, "log", "first")
    assert done.exit_code == 0
    lines = done.stdout.splitlines()
    assert lines[0] == "== 2026-03-01"
    order = [
        next(n for n, line in enumerate(lines) if word in line)
        for word in (
            "开局准备",
            "第零夜开始",
            "第零夜结束",
            "第1天开帖",
            "第1天收票",
            "第1夜结算",
            "第2天开帖",
            "公布结局",
        )
    ]
    assert order == sorted(order)
    assert f"{NAMES[0]} 当选警长" in done.stdout
    assert "裁定 [end]" in done.stdout
    assert f"私信给 {NAMES[0]}" in done.stdout
    (count,) = [line for line in lines if "D1-票-" in line and "计票公示" in line]
    assert f"{finished.server.url}forum.php?mod=redirect&goto=findpost" in count


def test_the_link_of_a_notice_leads_to_it(finished: Played) -> None:
    entries = json.loads(run(finished, "log", "first", "--json").stdout)
    (link,) = [one["link"] for one in entries if "D1-票-" in one["text"] and one["link"]]
    pid = int(link.rpartition("pid=")[2])
    post = finished.board.state.posts[pid]
    assert post.uid == finished.judge
    assert post.tid == finished.thread("【讨论帖】第一局 第1天")
    assert "当选警长" in post.text


def test_the_public_view_of_a_running_game_has_no_secret(tmp_path: Path) -> None:
    with Played(tmp_path, dealt=True) as played:
        played.visit(at(1, "12:00"), at(2, "08:30"))
        played.board.pm(played.uids["虞翻"], played.judge, "归群")
        played.visit(at(2, "09:30"), at(2, "09:31"))
        whole = run(played, "log", "first").stdout
        public = run(played, "log", "first", "--public")
        assert public.exit_code == 0
        assert "虞翻 来信：归群" in whole
        assert "私信" not in public.stdout
        assert "来信" not in public.stdout
        assert "归群" not in public.stdout
        assert "裁定" not in public.stdout
        assert "第1天开帖" in public.stdout
        assert "D1-开-" in public.stdout


def test_what_a_player_writes_cannot_steer_a_terminal(tmp_path: Path) -> None:
    with Played(tmp_path, dealt=True) as played:
        played.visit(at(1, "12:00"), at(2, "08:30"))
        played.board.pm(played.uids["虞翻"], played.judge, "归群\x1b[2J\n\n== 2026-01-01")
        played.visit(at(2, "09:31"))
        done = run(played, "log", "first")
        told = done.stdout
        assert done.exit_code == 0
        assert "虞翻 来信：归群" in told
        assert "\x1b" not in told
        assert "\n== 2026-01-01" not in told


def test_before_the_first_run(tmp_path: Path) -> None:
    with Played(tmp_path) as played:
        done = run(played, "log", "first")
        assert done.exit_code == 1
        assert done.stderr.count("\n") == 1
