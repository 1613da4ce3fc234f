"""A copy of the database while somebody writes."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

from click.testing import CliRunner

from service.backup import back_up, main
from service.store import Store
from service.store.migrate import up_to_date, upgrade
from service.store.store import sqlite_url

NOW = datetime(2026, 3, 2, 1, 30, tzinfo=UTC)


def test_a_copy_holds_what_was_committed_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "panguan.sqlite3"
    store = Store.open(sqlite_url(path))
    upgrade(store)
    with store.transaction() as tx:
        tx.keep_secret("g", {"seed": "1"}, NOW)
    with store.transaction() as tx:
        tx.keep_fact("a", "b", 1, NOW)
        copied = back_up(path, tmp_path / "copies", 3, NOW)
    copy = Store.open(sqlite_url(copied), read_only=True)
    assert up_to_date(copy)
    with copy.reading() as tx:
        assert tx.secret("g") == {"seed": "1"}
        assert tx.fact("a", "b") is None
    copy.close()
    store.close()
    assert copied.stat().st_mode & 0o777 == 0o600
    assert (tmp_path / "copies").stat().st_mode & 0o777 == 0o700


def test_the_oldest_copies_go(tmp_path: Path) -> None:
    path = tmp_path / "panguan.sqlite3"
    Store.open(sqlite_url(path)).close()
    made = [back_up(path, tmp_path / "copies", 2, NOW + timedelta(days=n)) for n in range(4)]
    assert sorted((tmp_path / "copies").iterdir()) == made[2:]


def test_the_command(tmp_path: Path) -> None:
    path = tmp_path / "panguan.sqlite3"
    Store.open(sqlite_url(path)).close()
    done = CliRunner().invoke(main, [str(path), str(tmp_path / "copies"), "--keep", "1"])
    assert done.exit_code == 0
    assert Path(done.output.strip()).is_file()
    assert CliRunner().invoke(main, [str(tmp_path / "none"), str(tmp_path)]).exit_code == 2
