"""The store: its shape, its locks, what it refuses, and what two processes make of it."""

from __future__ import annotations

import multiprocessing
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import create_engine, inspect
from sqlalchemy.exc import IntegrityError, StatementError

from parsers.model import Post
from service.errors import ServiceError
from service.store import HeldMessage, Notice, NoticeState, Store
from service.store.migrate import up_to_date, upgrade
from service.store.store import sqlite_url
from service.store.tables import metadata
from tests.postgres import a_database

NOW = datetime(2026, 3, 2, 1, 30, tzinfo=UTC)
HOUR = timedelta(hours=1)
BOARD = "http://board.test/"


@pytest.fixture(params=["sqlite", "postgresql"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """An empty store, up to date; PostgreSQL only where PANGUAN_TEST_POSTGRES names a server."""
    with ExitStack() as stack:
        url = sqlite_url(tmp_path / "panguan.sqlite3")
        if request.param == "postgresql":
            url = stack.enter_context(a_database())
        opened = Store.open(url)
        upgrade(opened)
        yield opened
        opened.close()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "panguan.sqlite3"
    opened = Store.open(sqlite_url(path))
    upgrade(opened)
    opened.close()
    return path


def shape(engine: object) -> dict[str, object]:
    """Tables with columns, keys and indexes, as the database itself tells them."""
    seen = inspect(engine)
    tables = {}
    for table in sorted(set(seen.get_table_names()) - {"alembic_version"}):
        tables[table] = {
            "columns": {c["name"]: (str(c["type"]), c["nullable"]) for c in seen.get_columns(table)},
            "primary": tuple(seen.get_pk_constraint(table)["constrained_columns"]),
            "unique": sorted(tuple(u["column_names"]) for u in seen.get_unique_constraints(table)),
            "indexes": sorted((i["name"], tuple(i["column_names"])) for i in seen.get_indexes(table)),
            "foreign": sorted(
                (tuple(f["constrained_columns"]), f["referred_table"]) for f in seen.get_foreign_keys(table)
            ),
        }
    return tables


def test_the_migrations_make_what_the_tables_say(file: Path, tmp_path: Path) -> None:
    migrated = Store.open(sqlite_url(file))
    made = create_engine(sqlite_url(tmp_path / "made.sqlite3"))
    metadata.create_all(made)
    assert shape(migrated.engine) == shape(made)
    assert set(shape(made)) == set(metadata.tables)
    migrated.close()
    made.dispose()


def test_upgrading_again_changes_nothing(store: Store) -> None:
    with store.transaction() as tx:
        tx.keep_fact("a", "b", [1], NOW)
    assert up_to_date(store)
    upgrade(store)
    with store.reading() as tx:
        assert tx.fact("a", "b") == [1]


def test_an_empty_file_is_not_up_to_date(tmp_path: Path) -> None:
    empty = Store.open(sqlite_url(tmp_path / "empty.sqlite3"))
    assert not up_to_date(empty)
    empty.close()


def test_a_step_is_done_once_and_a_second_time_undoes_its_transaction(store: Store) -> None:
    with store.transaction() as tx:
        tx.do_step("g", "day1.open", NOW, data={"n": 1})

    def again() -> None:
        with store.transaction() as tx:
            tx.append_events("g", "day1.open", NOW, [("opened", {"day": 1})])
            tx.add_notice(Notice(game="g", ref="D1-开-00000", kind="reply"), NOW)
            tx.do_step("g", "day1.open", NOW + HOUR)

    with pytest.raises(IntegrityError):
        again()
    with store.reading() as tx:
        assert tx.events("g") == ()
        assert tx.notices("g") == ()
        assert tx.steps("g")["day1.open"].at == NOW
    with store.transaction() as tx:
        tx.do_step("other", "day1.open", NOW)


def test_naive_times_are_refused(store: Store) -> None:
    naive = NOW.replace(tzinfo=None)
    with pytest.raises(StatementError, match="naive"), store.transaction() as tx:
        tx.do_step("g", "setup", naive)
    with pytest.raises(StatementError, match="naive"), store.transaction() as tx:
        tx.add_notice(Notice(game="g", ref="r", kind="pm", not_before=naive), NOW)


@pytest.mark.parametrize(
    "instant",
    [
        datetime.min.replace(tzinfo=UTC),
        datetime.max.replace(tzinfo=UTC),
        datetime(2026, 3, 2, 9, 30, 0, 5, tzinfo=UTC),
        datetime.fromisoformat("2026-03-02T09:30:00+08:00"),
    ],
)
def test_every_instant_comes_back(store: Store, instant: datetime) -> None:
    with store.transaction() as tx:
        tx.do_step("g", "end", NOW, due=instant)
    with store.reading() as tx:
        assert tx.steps("g")["end"].due == instant


def test_events_are_numbered_on(store: Store) -> None:
    for step in ("a", "b"):
        with store.transaction() as tx:
            tx.append_events("g", step, NOW, [("x", {"n": 1}), ("y", {"名": "乙"})])
    with store.reading() as tx:
        assert [(e.seq, e.step, e.kind) for e in tx.events("g")] == [
            (1, "a", "x"),
            (2, "a", "y"),
            (3, "b", "x"),
            (4, "b", "y"),
        ]
        assert tx.events("g")[1].data == {"名": "乙"}


def test_a_secret_is_kept_once(store: Store) -> None:
    with store.transaction() as tx:
        tx.keep_secret("g", {"seed": "1"}, NOW)
    with pytest.raises(IntegrityError), store.transaction() as tx:
        tx.keep_secret("g", {"seed": "2"}, NOW)
    with store.reading() as tx:
        assert tx.secret("g") == {"seed": "1"}


def test_a_notice_of_one_reference_stands_once(store: Store) -> None:
    with store.transaction() as tx:
        assert tx.add_notice(Notice(game="g", ref="r", kind="pm", body="1"), NOW)
        assert not tx.add_notice(Notice(game="g", ref="r", kind="pm", body="2"), NOW)
        assert tx.add_notice(Notice(game="h", ref="r", kind="pm", body="3"), NOW)
        (notice,) = tx.notices("g")
        assert notice.body == "1"


def test_what_is_due_comes_by_urgency_and_never_before_its_time(store: Store) -> None:
    with store.transaction() as tx:
        for ref, priority, state, wait in (
            ("late", 5, NoticeState.READY, None),
            ("urgent", 0, NoticeState.READY, NOW),
            ("doubtful", 3, NoticeState.SENDING, None),
            ("waits", 0, NoticeState.READY, NOW + HOUR),
            ("held", 0, NoticeState.HELD, None),
            ("failed", 0, NoticeState.FAILED, None),
        ):
            tx.add_notice(
                Notice(game="g", ref=ref, kind="pm", priority=priority, state=state, not_before=wait), NOW
            )
        assert [n.ref for n in tx.due_notices(["g"], NOW)] == ["urgent", "doubtful", "late"]
        assert tx.due_notices(["h"], NOW) == ()
        assert [n.ref for n in tx.due_notices(["g"], NOW + HOUR)][:2] == ["urgent", "waits"]


def post(pid: int, text: str, floor: int = 1) -> Post:
    return Post(pid=pid, floor=floor, author="甲", uid=5, posted_at=NOW, precision="second", text=text)


def test_every_form_of_a_post_is_kept(store: Store) -> None:
    with store.transaction() as tx:
        assert tx.see_posts(BOARD, 7, [(post(1, "投票：乙"), 1), (post(2, "丙"), 1)], NOW) == [1, 2]
        assert tx.see_posts(BOARD, 7, [(post(1, "投票：乙", floor=9), 1)], NOW + HOUR) == [], (
            "a floor may shift"
        )
        assert tx.see_posts(BOARD, 7, [(post(1, "投票：丙"), 1)], NOW + 2 * HOUR) == [1]
        assert tx.see_posts(BOARD, 7, [(post(1, "投票：乙"), 1)], NOW + 3 * HOUR) == [1], "changed back"
        assert tx.note_gone(BOARD, 7, {1}, NOW + 4 * HOUR) == [2]
        first, second = tx.seen_posts(BOARD, 7)
    assert [(f.post.text, f.first_seen, f.last_seen) for f in first.forms] == [
        ("投票：乙", NOW, NOW + HOUR),
        ("投票：丙", NOW + 2 * HOUR, NOW + 2 * HOUR),
        ("投票：乙", NOW + 3 * HOUR, NOW + 3 * HOUR),
    ]
    assert second.gone_at == NOW + 4 * HOUR
    with store.transaction() as tx:
        tx.see_posts(BOARD, 7, [(post(2, "丙"), 1)], NOW + 5 * HOUR)
        assert tx.seen_posts(BOARD, 7)[1].gone_at is None


def test_a_message_is_kept_as_first_seen(store: Store) -> None:
    message = HeldMessage(uid=5, pmid=9, mine=False, author="甲", at=NOW, text="毒药：乙", first_seen=NOW)
    with store.transaction() as tx:
        assert tx.see_message(BOARD, "判官", message)
        assert not tx.see_message(BOARD, "判官", replace(message, text="毒药：丙"))
        assert [m.text for m in tx.messages(BOARD, "判官", [5])] == ["毒药：乙"]
        assert tx.messages(BOARD, "别人") == ()
        assert tx.messages(BOARD, "判官", []) == ()


def test_what_is_read_only_cannot_write_and_makes_no_file(file: Path, tmp_path: Path) -> None:
    reader = Store.open(sqlite_url(file), read_only=True)
    with pytest.raises(ServiceError), reader.transaction() as tx:
        tx.keep_fact("a", "b", 1, NOW)
    reader.close()
    absent = tmp_path / "absent.sqlite3"
    with pytest.raises(ServiceError, match="还没有数据库"):
        Store.open(sqlite_url(absent), read_only=True)
    assert not absent.exists()


@pytest.mark.parametrize("name", ["第 一局", "a#b", "50%25", "why?", "a&b=c"])
def test_any_folder_will_do(tmp_path: Path, name: str) -> None:
    folder = tmp_path / name
    folder.mkdir()
    url = sqlite_url(folder / "p.sqlite3")
    writer = Store.open(url)
    upgrade(writer)
    with writer.transaction() as tx:
        tx.keep_fact("a", "b", "c", NOW)
    reader = Store.open(url, read_only=True)
    with reader.reading() as tx:
        assert tx.fact("a", "b") == "c"
    assert (folder / "p.sqlite3").is_file()
    reader.close()
    writer.close()


def test_a_file_that_is_no_database_is_one_line(tmp_path: Path) -> None:
    path = tmp_path / "panguan.sqlite3"
    path.write_text("no database at all, but long enough to have a header" * 20)
    with pytest.raises(ServiceError, match="数据库打不开") as told:
        Store.open(sqlite_url(path))
    assert "\n" not in str(told.value)


def test_a_reader_sees_the_last_whole_transaction_while_another_writes(file: Path) -> None:
    writer, reader = Store.open(sqlite_url(file)), Store.open(sqlite_url(file), read_only=True)
    with writer.transaction() as tx:
        tx.keep_fact("a", "n", 1, NOW)
    with writer.transaction() as tx:
        tx.keep_fact("a", "n", 2, NOW)
        with reader.reading() as other:
            assert other.fact("a", "n") == 1
    with reader.reading() as other:
        assert other.fact("a", "n") == 2
    writer.close()
    reader.close()


def test_a_lock_that_is_not_let_go_is_one_line(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.store.store.BUSY_MS", 20)
    waiting = Store.open(sqlite_url(file))
    holder = sqlite3.connect(file, isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    with pytest.raises(ServiceError, match="locked"), waiting.transaction() as tx:
        tx.keep_fact("a", "b", 1, NOW)
    holder.execute("COMMIT")
    holder.close()
    with waiting.transaction() as tx:
        tx.keep_fact("a", "b", 1, NOW)
    waiting.close()


def _add(path: str, times: int) -> None:
    store = Store.open(sqlite_url(Path(path)))
    for _ in range(times):
        with store.transaction() as tx:
            tx.keep_fact("a", "n", (tx.fact("a", "n") or 0) + 1, NOW)
    store.close()


def test_two_processes_lose_nothing(file: Path) -> None:
    spawn = multiprocessing.get_context("spawn")
    workers = [spawn.Process(target=_add, args=(str(file), 15)) for _ in range(2)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(60)
        assert worker.exitcode == 0
    store = Store.open(sqlite_url(file), read_only=True)
    with store.reading() as tx:
        assert tx.fact("a", "n") == 30
    store.close()


def test_threads_lose_nothing(store: Store) -> None:
    with store.transaction() as tx:
        tx.keep_fact("a", "n0", 0, NOW)

    def work(name: str) -> None:
        for number in range(10):
            with store.transaction() as tx:
                tx.append_events(name, "s", NOW, [("x", {"n": number})])

    threads = [threading.Thread(target=work, args=(f"g{n}",)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with store.reading() as tx:
        assert [len(tx.events(f"g{n}")) for n in range(4)] == [10] * 4


def test_the_watchdogs_question(file: Path) -> None:
    store = Store.open(sqlite_url(file))
    assert store.answers()
    store.close()


def test_one_writes_at_a_time(store: Store) -> None:
    """Who reads and then writes what follows from it must not be overtaken, on either database."""

    def work() -> None:
        for _ in range(10):
            with store.transaction() as tx:
                tx.keep_fact("a", "n", (tx.fact("a", "n") or 0) + 1, NOW)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with store.reading() as tx:
        assert tx.fact("a", "n") == 40


def test_a_look_sees_one_instant() -> None:
    with a_database() as url:
        store = Store.open(url)
        upgrade(store)
        with store.reading() as look:
            assert look.fact("a", "n") is None
            with store.transaction() as tx:
                tx.keep_fact("a", "n", 1, NOW)
            assert look.fact("a", "n") is None
        with store.reading() as look:
            assert look.fact("a", "n") == 1
        store.close()


def test_two_that_start_at_once_make_the_tables_once() -> None:
    with a_database() as url:
        stores = [Store.open(url) for _ in range(4)]
        threads = [threading.Thread(target=upgrade, args=(store,)) for store in stores]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for store in stores:
            assert up_to_date(store)
            store.close()


def test_a_missing_driver_is_one_line() -> None:
    with pytest.raises(ServiceError, match="缺少数据库驱动"):
        Store.open("postgresql+pg8000://panguan@127.0.0.1/panguan")


def test_what_a_board_may_send_has_room(store: Store) -> None:
    """PostgreSQL knows widths that SQLite does not."""
    huge = 2**32 - 1
    with store.transaction() as tx:
        tx.see_posts(BOARD, huge, [(post(huge, "投票：乙"), 1)], NOW)
        tx.see_message(
            BOARD,
            "判官",
            HeldMessage(uid=huge, pmid=huge, mine=False, author="甲" * 300, at=NOW, text="", first_seen=NOW),
        )
        tx.add_notice(Notice(game="局" * 120, ref="r", kind="pm", uid=huge, subject="题" * 300), NOW)
        tx.keep_fact("局" * 120, "裁" * 300, 1, NOW)
    with store.reading() as tx:
        assert [p.pid for p in tx.seen_posts(BOARD, huge)] == [huge]
        assert [m.uid for m in tx.messages(BOARD, "判官")] == [huge]
        assert tx.notices("局" * 120)[0].subject == "题" * 300
        assert tx.fact("局" * 120, "裁" * 300) == 1
