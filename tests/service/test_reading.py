"""Threads that move while they are read."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from parsers.model import Post, ThreadPage
from service.clock import SteppedClock
from service.errors import BoardUnreachable
from service.reading import ThreadReader
from service.store import Store
from service.store.migrate import upgrade
from service.store.store import sqlite_url

START = datetime(2026, 3, 3, 21, 0, tzinfo=UTC)
BOARD = "http://bbs.example.org/"
SIZE = 10


class Thread:
    """A thread of ten posts a page; `before` is called with the number of each request, from 1."""

    def __init__(self, clock: SteppedClock, posts: int) -> None:
        self.clock = clock
        self.pids = list(range(1, posts + 1))
        self.texts: dict[int, str] = {}
        self.requests = 0
        self.took = 0.0
        self.stuck: tuple[int, int] | None = None
        self.before: Callable[[int], None] = lambda _number: None

    def thread(self, tid: int, page: int = 1) -> ThreadPage:
        self.requests += 1
        self.before(self.requests)
        pages = max(1, -(-len(self.pids) // SIZE))
        number, shown = min(page, pages), pages
        if self.stuck:
            number, shown = self.stuck
        here = self.pids[(number - 1) * SIZE : number * SIZE]
        posts = tuple(
            Post(
                pid=pid,
                floor=(number - 1) * SIZE + place,
                author="苏武",
                uid=101,
                posted_at=START - timedelta(minutes=30),
                text=self.texts.get(pid, f"第 {pid} 帖"),
            )
            for place, pid in enumerate(here, 1)
        )
        self.clock.sleep(self.took)
        return ThreadPage(tid=tid, fid=2, title="投票", page=number, pages=shown, closed=False, posts=posts)


@pytest.fixture
def clock() -> SteppedClock:
    return SteppedClock(START)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    made = Store.open(sqlite_url(tmp_path / "a.sqlite3"))
    upgrade(made)
    yield made
    made.close()


def here(store: Store) -> list[int]:
    with store.reading() as tx:
        return list(tx.pids(BOARD, 9))


def reader(store: Store, clock: SteppedClock) -> ThreadReader:
    return ThreadReader(store, clock, BOARD)


def test_an_unchanged_thread_costs_one_request_and_a_hundred_polls_change_nothing(
    store: Store, clock: SteppedClock
) -> None:
    board, judge = Thread(clock, 35), reader(store, clock)
    judge.poll(board, 9)  # type: ignore[arg-type]
    with store.reading() as tx:
        before = [(one.pid, [form.post for form in one.forms]) for one in tx.seen_posts(BOARD, 9)]
        signature, readings = tx.thread_signature(BOARD, 9), len(tx.readings(BOARD, 9))
    board.requests = 0
    for _ in range(100):
        clock.sleep(60)
        assert judge.poll(board, 9).changed == ()  # type: ignore[arg-type]
    assert board.requests == 100
    with store.reading() as tx:
        after = [(one.pid, [form.post for form in one.forms]) for one in tx.seen_posts(BOARD, 9)]
        assert (after, tx.thread_signature(BOARD, 9)) == (before, signature)
        assert len(tx.readings(BOARD, 9)) == readings


def test_a_new_post_behind_a_deletion_in_the_middle_of_a_reading_is_not_lost(
    store: Store, clock: SteppedClock
) -> None:
    """Pages 1 and 2 are read; then a post of page 1 goes, and the first new post of page 3 slips to page 2."""
    board, judge = Thread(clock, 20), reader(store, clock)
    judge.whole(board, 9)  # type: ignore[arg-type]
    board.pids += [21, 22, 23]
    board.requests = 0
    board.before = lambda number: board.pids.remove(3) if number == 3 else None
    judge.whole(board, 9)  # type: ignore[arg-type]
    assert set(here(store)) >= {20, 21, 22, 23}


def test_a_known_post_that_slips_between_pages_is_not_thought_gone(store: Store, clock: SteppedClock) -> None:
    board, judge = Thread(clock, 25), reader(store, clock)
    judge.whole(board, 9)  # type: ignore[arg-type]
    board.requests = 0
    board.before = lambda number: board.pids.remove(3) if number == 2 else None
    look = judge.whole(board, 9)  # type: ignore[arg-type]
    assert look.gone == ()  # seen when its page was read
    clock.sleep(60)
    board.before = lambda _number: None
    assert judge.whole(board, 9).gone == (3,)  # type: ignore[arg-type]
    assert 11 in here(store)


def test_pages_that_vanish_while_they_are_read(store: Store, clock: SteppedClock) -> None:
    board, judge = Thread(clock, 31), reader(store, clock)
    judge.whole(board, 9)  # type: ignore[arg-type]
    board.requests = 0

    def purge(number: int) -> None:
        if number == 3:
            board.pids = board.pids[:15]

    board.before = purge
    look = judge.whole(board, 9)  # type: ignore[arg-type]
    assert look.pages == 2
    assert here(store) == list(range(1, 21))


def test_a_thread_that_grows_while_it_is_read_is_read_to_its_end(store: Store, clock: SteppedClock) -> None:
    board, judge = Thread(clock, 9), reader(store, clock)

    def grow(number: int) -> None:
        if number < 5:
            board.pids += [max(board.pids) + more for more in range(1, 11)]

    board.before = grow
    judge.poll(board, 9)  # type: ignore[arg-type]
    assert here(store) == list(range(1, 50))


def test_a_thread_that_shrank_is_polled_at_its_new_last_page(store: Store, clock: SteppedClock) -> None:
    board, judge = Thread(clock, 41), reader(store, clock)
    judge.whole(board, 9)  # type: ignore[arg-type]
    board.pids = [*board.pids[:18], 50]
    board.requests = 0
    assert judge.poll(board, 9).changed == (50,)  # type: ignore[arg-type]
    assert board.requests == 1


def test_a_board_that_always_shows_one_page_is_not_asked_for_ever(store: Store, clock: SteppedClock) -> None:
    board, judge = Thread(clock, 35), reader(store, clock)
    board.stuck = (1, 4)
    with pytest.raises(BoardUnreachable):
        judge.whole(board, 9)  # type: ignore[arg-type]
    assert board.requests <= 3
    assert here(store) == []


def test_two_thousand_posts(store: Store, clock: SteppedClock) -> None:
    board, judge = Thread(clock, 2_000), reader(store, clock)
    judge.poll(board, 9)  # type: ignore[arg-type]
    assert len(here(store)) == 2_000
    board.requests = 0
    judge.poll(board, 9)  # type: ignore[arg-type]
    assert board.requests == 1


def test_an_edit_that_came_while_a_page_was_under_way_is_not_dated_before_it(
    store: Store, clock: SteppedClock
) -> None:
    """A reading that begins before the close and shows an edit after it must not put it before the close."""
    board, judge = Thread(clock, 5), reader(store, clock)
    judge.poll(board, 9)  # type: ignore[arg-type]
    clock.move_to(START + timedelta(minutes=29, seconds=58))
    board.took = 4.0
    board.texts[4] = "改投 班昭"
    judge.poll(board, 9)  # type: ignore[arg-type]
    with store.reading() as tx:
        (seen,) = (one for one in tx.seen_posts(BOARD, 9) if one.pid == 4)
    assert seen.latest.first_seen == START + timedelta(minutes=30, seconds=2)


def test_a_post_that_was_gone_and_is_there_again_keeps_the_memory_of_it(
    store: Store, clock: SteppedClock
) -> None:
    board, judge = Thread(clock, 5), reader(store, clock)
    judge.whole(board, 9)  # type: ignore[arg-type]
    board.pids.remove(4)
    clock.sleep(60)
    judge.whole(board, 9)  # type: ignore[arg-type]
    board.pids.insert(3, 4)
    clock.sleep(60)
    with store.reading() as tx:
        before = tx.thread_signature(BOARD, 9)
    assert judge.whole(board, 9).changed == (4,)  # type: ignore[arg-type]
    with store.reading() as tx:
        (seen,) = (one for one in tx.seen_posts(BOARD, 9) if one.pid == 4)
        assert tx.thread_signature(BOARD, 9) != before
    assert seen.gone_at is None
    assert seen.absences == ((START + timedelta(minutes=1), START + timedelta(minutes=2)),)
    assert [form.post.text for form in seen.forms] == ["第 4 帖", "第 4 帖"]
