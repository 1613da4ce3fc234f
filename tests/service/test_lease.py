"""Two on one PostgreSQL: one leads, the other stands by; who lost the lead writes nothing and says nothing."""

from __future__ import annotations

import json
import os
import socket
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from service.cli import main
from service.clock import SystemClock
from service.errors import LeaseLost, ServiceError
from service.files.settings import load_settings
from service.leading import leading, stand_by
from service.lock import StateLock
from service.store import Store
from service.store.lease import Lease, lease_for
from service.store.migrate import upgrade
from service.store.store import sqlite_url
from tests.judge.small_game import small_game
from tests.postgres import CUT, CUT_OTHERS, a_database, ask

CLOCK = SystemClock()


@pytest.fixture
def url() -> Iterator[str]:
    with a_database() as name:
        yield name


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    opened = Store.open(url)
    upgrade(opened)
    yield opened
    opened.close()


def until(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + 20
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.02)


def write(store: Store) -> None:
    with store.transaction() as tx:
        tx.keep_fact("a", "b", 1, CLOCK.now())


def test_a_file_needs_no_lease(tmp_path: Path) -> None:
    assert lease_for(sqlite_url(tmp_path / "p.sqlite3")) is None
    with leading(sqlite_url(tmp_path / "p.sqlite3")) as lease:
        assert lease is None


def test_one_has_it_until_its_connection_ends(url: str, store: Store) -> None:
    with Lease(url) as first, Lease(url) as second:
        assert first.take()
        assert not second.take()
        first.begin(store, CLOCK)
        leader = second.leader()
        assert leader is not None
        assert (leader.host, leader.pid) == (socket.gethostname(), os.getpid())
        with pytest.raises(ServiceError, match=f"进程 {os.getpid()} 正领着牌局"), leading(url):
            pass
        first.close()
        assert second.take()


def test_a_connection_that_was_cut_is_a_lost_lead_for_good(url: str, store: Store) -> None:
    with Lease(url) as first, Lease(url) as second:
        assert first.take()
        first.begin(store, CLOCK)
        first.check()
        ask(url, CUT)
        with pytest.raises(LeaseLost):
            first.check()
        assert not first.held()
        assert second.take()
        assert not first.held()


def test_who_was_overtaken_writes_nothing(url: str, store: Store) -> None:
    other = Store.open(url)
    with Lease(url) as first, Lease(url) as second:
        assert first.take()
        first.begin(store, CLOCK)
        write(store)
        ask(url, CUT)
        assert second.take()
        second.begin(other, CLOCK)
        with pytest.raises(LeaseLost):
            write(store)
        write(other)
    other.close()


def test_a_stand_by_waits_says_for_whom_and_takes_over(url: str, store: Store) -> None:
    heard: list[str] = []
    stop, done = threading.Event(), []
    with Lease(url) as first, Lease(url) as second:
        assert first.take()
        first.begin(store, CLOCK)
        waiting = threading.Thread(
            target=lambda: done.append(stand_by(second, stop, heard.append, look=0.05))
        )
        waiting.start()
        until(lambda: bool(heard))
        assert heard[0] == f"待命：{socket.gethostname()} 的进程 {os.getpid()} 正领着牌局"
        ask(url, CUT_OTHERS)
        until(lambda: any("数据库打不开" in words for words in heard))
        until(lambda: heard[-1] == heard[0])
        assert first.held()
        ask(url, CUT)
        waiting.join(10)
        assert done == [True]
        assert not first.held()
        second.check()


def test_a_stand_by_that_is_stopped_ends(url: str) -> None:
    stop = threading.Event()
    with Lease(url) as first, Lease(url) as second:
        assert first.take()
        assert not stand_by(second, stop, lambda _words: stop.set(), look=5)


def test_a_database_that_is_away_at_the_start_is_one_line() -> None:
    with (
        Lease("postgresql+psycopg://nobody@127.0.0.1:1/none") as lease,
        pytest.raises(ServiceError, match="数据库打不开"),
    ):
        stand_by(lease, threading.Event(), lambda _words: None)


def test_status_tells_who_leads(url: str, store: Store, tmp_path: Path) -> None:
    game = small_game(tmp_path / "here")
    (game.folder / ".env").write_text(f"PANGUAN_DATABASE_URL={url}\n", "utf-8")

    def status(*more: str) -> str:
        done = CliRunner().invoke(main, ["status", "--config", str(game.folder), *more])
        assert done.exit_code == 0, done.output
        return done.stdout

    with StateLock(load_settings(game.folder, {}).state_dir), Lease(url) as lease:
        assert lease.take()
        assert "待命" in status()
        lease.begin(store, CLOCK)
        assert "，领着牌局" in status()
        daemon = json.loads(status("--json"))["daemon"]
        assert (daemon["role"], daemon["leader"]["pid"]) == ("leads", os.getpid())
        ask(url, 'UPDATE facts SET value = \'{"epoch": 9, "host": "alpha", "pid": 7}\'')
        assert "，待命" in status()
        assert "领着牌局的是 alpha 的进程 7" in status()
    assert json.loads(status("--json"))["daemon"] == {
        "running": False,
        "pid": None,
        "role": None,
        "leader": None,
    }
    game.running.stop()
