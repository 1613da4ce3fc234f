"""What must stay with the judge: nowhere in a log, a status page, an error or another user's reach."""

from __future__ import annotations

import json
import logging
import stat
import traceback
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import structlog
from sqlalchemy import text

from parsers.model import Form, Head
from service.daemon import put_back
from service.errors import ServiceError
from service.files.settings import load_settings
from service.forum.api import Account
from service.logs import set_up
from service.store import Store
from service.store.migrate import upgrade
from service.store.store import sqlite_url
from tests.service.at_work import IDENTITIES, at, at_work


@pytest.fixture(autouse=True)
def _logging_as_it_was() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers[:] = handlers
    root.setLevel(level)
    structlog.reset_defaults()


def test_a_game_at_debug_tells_no_secret(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    set_up(debug=True, as_json=True)
    with at_work(tmp_path, close="2026-03-02T10:30:00") as work:
        work.until(at(2, 9, 35))
        work.board.pm(work.uids["王充"], work.judge, "毒 苏武，先记着")
        work.board.pm(work.uids["苏武"], work.judge, "杀 班昭吧")
        work.until(at(2, 11, 10))
        secret = work.record().secret
        with work.app.store.reading() as tx:
            jar = tx.jar(next(iter(work.app.lanes)).rpartition(" ")[0], "判官") or ""
        state = load_settings(work.config, {}).state_dir
    told = capsys.readouterr().out
    assert '"event": "step"' in told
    shown = "".join(p.read_text("utf-8") for p in state.rglob("*") if p.suffix in {".json", ".html"})
    assert shown
    hidden = [*set(IDENTITIES) - {"村民", "狼人"}, "先记着", "班昭吧", "judge-pw", str(secret["seed"])]
    hidden += [str(secret["salt"]), *cookie_values(jar)]
    for one in hidden:
        assert one not in told, one
        assert one not in shown, one
    for path in state.rglob("*"):
        if path.is_file() and path.suffix not in {".json", ".html"} and path.name != "panguan.lock":
            assert stat.S_IMODE(path.stat().st_mode) == 0o600, path
    assert stat.S_IMODE(state.stat().st_mode) == 0o700


def cookie_values(jar: str) -> list[str]:
    """Values of a kept jar that are long enough to be somebody's key."""
    found: list[str] = []

    def walk(value: object, name: str = "") -> None:
        if isinstance(value, dict):
            for key, inner in value.items():
                walk(inner, str(key))
        elif isinstance(value, list):
            for inner in value:
                walk(inner, name)
        elif isinstance(value, str) and len(value) >= 12 and name in {"value", "1"}:
            found.append(value)

    walk(json.loads(jar))
    return found


@pytest.mark.parametrize("read_only", [False, True])
def test_a_database_that_fails_tells_no_value(tmp_path: Path, *, read_only: bool) -> None:
    path = tmp_path / "a.sqlite3"
    store = Store.open(sqlite_url(path))
    upgrade(store)
    store.close()
    store = Store.open(sqlite_url(path), read_only=read_only)
    order = "毒药给苏武" * 400

    def keep() -> None:
        with store.transaction() as tx:
            if not read_only:
                tx.connection.execute(text("PRAGMA max_page_count=1"))
            for n in range(500):
                tx.keep_fact("game:g", f"f{n}", order, datetime(2026, 3, 2, tzinfo=UTC))

    with pytest.raises(ServiceError) as caught:
        keep()
    words = "".join(traceback.format_exception(caught.value))
    assert "数据库现在不能用" in str(caught.value)
    assert "毒药" not in words
    store.close()


def test_nothing_shows_a_secret_when_it_is_printed() -> None:
    account = Account(name="判官", password="hunter2", answer="blue")
    shown = (
        repr(account)
        + repr(Head(formhash="0a1b2c3d"))
        + repr(Form(action="x", fields={"password": "hunter2"}))
    )
    for one in ("hunter2", "blue", "0a1b2c3d"):
        assert one not in shown


@pytest.mark.parametrize(
    ("seconds", "back"), [(20, False), (21, False), (18, False), (-7200, True), (9000, False)]
)
def test_a_clock_that_was_put_back_is_noticed(seconds: int, *, back: bool) -> None:
    started = datetime(2026, 3, 2, tzinfo=UTC)
    now = started + timedelta(seconds=100 + seconds)
    assert put_back(now, 120.0, started) is back
