"""`panguan approve`: what is held is shown, and goes out only after the word."""

from __future__ import annotations

from pathlib import Path

import pytest

from service.store import NoticeState, Store
from service.store.store import sqlite_url
from tests.service.played import Played, at, run


def held(played: Played) -> list[str]:
    store = Store.open(sqlite_url(played.settings.state_dir / "panguan.sqlite3"), read_only=True)
    with store.reading() as tx:
        refs = [notice.ref for notice in tx.notices("first", [NoticeState.HELD])]
    store.close()
    return refs


def test_one_goes_the_others_wait(tmp_path: Path) -> None:
    with Played(tmp_path, publish="approve") as played:
        played.visit(at(1, "12:00"), at(2, "09:30"))
        assert not played.board.state.threads, "nothing public before the word"
        refs = held(played)
        shown = run(played, "approve", "first")
        assert shown.exit_code == 0
        assert all(ref in shown.stdout for ref in refs)
        assert "公平承诺" in shown.stdout
        assert "SHA-256" in shown.stdout

        wrong = run(played, "approve", "first", refs[0], "D9-无-00000")
        assert wrong.exit_code == 2
        assert "D9-无-00000" in wrong.stderr
        assert held(played) == refs, "one wrong number changes nothing"

        one = next(ref for ref in refs if ref.startswith("D0-报"))
        assert run(played, "approve", "first", one).exit_code == 0
        played.visit(at(2, "09:35"))
        assert [t.subject for t in played.board.state.threads.values()] == ["【报到帖】第一局"]
        again = run(played, "approve", "first", one)
        assert again.exit_code == 2
        assert "已发" in again.stderr

        assert run(played, "approve", "first", "--all").exit_code == 0
        played.visit(at(2, "09:40"))
        assert len(played.board.state.threads) == 3
        assert "没有等导演点头的公示" in run(played, "approve", "first").stdout


def test_a_dry_run_is_shown_and_never_let_go(tmp_path: Path) -> None:
    with Played(tmp_path, publish="dry-run") as played:
        played.visit(at(1, "12:00"))
        assert "不会发出" in run(played, "approve", "first").stdout
        done = run(played, "approve", "first", "--all")
        assert done.exit_code == 2
        assert "dry-run" in done.stderr
        assert held(played)


@pytest.mark.parametrize("words", [["first", "x", "--all"], ["none"], ["first"]])
def test_before_the_first_run_or_with_wrong_words(tmp_path: Path, words: list[str]) -> None:
    with Played(tmp_path) as played:
        done = run(played, "approve", *words)
        assert done.exit_code in {1, 2}
        assert done.stderr.count("\n") == 1
