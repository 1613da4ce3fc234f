"""A whole thread by its address, for `count` and `review`."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import cast

import pytest

from parsers.model import Head, Post, ThreadPage
from service.clock import SteppedClock
from service.counts.sources import Reading, read_sources
from service.counts.thread_fetch import MOST_PAGES, read_thread_pages, visitor
from service.errors import BadInput
from service.forum.api import Forum

NOW = datetime(2026, 3, 2, 2, tzinfo=UTC)


class GrowingForum:
    """A board whose thread gets one more page while it is read, and whose clock runs."""

    def __init__(self, pages: int, *, tells_time: bool = True) -> None:
        self.pages = pages
        self.asked: list[int] = []
        self.tells_time = tells_time

    def thread(self, tid: int, page: int = 1) -> ThreadPage:
        self.asked.append(page)
        total = self.pages if page == 1 else self.pages + 1
        post = Post(pid=page, floor=page, author="甲", uid=1, posted_at=NOW, text="投乙")
        return ThreadPage(tid=tid, fid=2, title="投票帖", page=page, pages=total, closed=False, posts=(post,))

    def head(self) -> Head:
        now = NOW + timedelta(minutes=len(self.asked)) if self.tells_time else None
        return Head(board_now=now, zone_minutes=540 if self.tells_time else None)


def read(forum: GrowingForum) -> list[Reading]:
    return read_thread_pages(cast("Forum", forum), 7, SteppedClock(NOW), lambda *_: None)


def test_a_thread_is_read_to_the_page_that_is_last_by_then() -> None:
    forum = GrowingForum(2)
    thread = read_sources(["http://bbs.example.org/thread-7-1-1.html"], NOW, lambda _: read(forum))
    assert forum.asked == [1, 2, 3]
    assert [one.pid for one in thread.seen] == [1, 2, 3]
    assert thread.pages_missing == ()
    assert thread.as_of == NOW + timedelta(minutes=3)
    assert thread.zone.utcoffset(None) == timedelta(hours=9)
    assert thread.opener == "甲"


def test_a_board_that_tells_no_time_is_read_at_ours() -> None:
    thread = read_sources(["https://x/"], NOW, lambda _: read(GrowingForum(1, tells_time=False)))
    assert thread.as_of is None
    assert thread.seen[0].first.first_seen == NOW


def test_a_thread_without_end_is_refused() -> None:
    with pytest.raises(BadInput, match="上限"):
        read(GrowingForum(MOST_PAGES + 5))


def test_pages_of_two_threads_are_refused() -> None:
    pages = [
        read(GrowingForum(1))[0],
        read_thread_pages(cast("Forum", GrowingForum(1)), 8, SteppedClock(NOW), lambda *_: None)[0],
    ]
    with pytest.raises(BadInput, match="不是同一个帖子"):
        read_sources(["https://a/", "https://b/"], NOW, lambda _: [pages.pop()])


def test_the_visitors_account_needs_no_configuration_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert visitor({}) is None
    account = visitor({"PANGUAN_USER": "过客", "PANGUAN_PASSWORD": "x"})
    assert account is not None
    assert account.name == "过客"
