"""A long day: 2,000 posts of a vote thread read from pages, kept, and counted; 10,000 posts counted from the store."""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

from engine.ballot import Poll
from engine.rules import Rules
from parsers.model import Post
from parsers.names import NameBook, NameEntry
from parsers.page import read_page
from scripts.bench import Figure, best_of
from scripts.bench.pages import thread_page
from service.counts.counting import Voters, count_thread
from service.counts.seen import SeenForm, SeenPost
from service.store import Store
from service.store.migrate import upgrade
from service.store.store import sqlite_url

NAMES = tuple(f"{surname}玩家" for surname in "赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦尤许")
OPENS = datetime(2026, 3, 4, 1, 30, tzinfo=UTC)
BOARD = "https://bbs.example.org/"
PAGE = 20


def figures() -> Iterator[Figure]:
    """2,000 posts from stored pages (bound: 0.25 s) and from the store; 10,000 from the store (bound: 1 s)."""
    pages = [thread_page(first + 1, _bodies(first)) for first in range(0, 2000, PAGE)]
    posts = [post for page in pages for post in _read(page)]
    assert len(posts) == 2000
    with tempfile.TemporaryDirectory() as folder:
        small, large = _store(Path(folder) / "a.sqlite3", 2000), _store(Path(folder) / "b.sqlite3", 10_000)
        taken = best_of(
            {
                "pages": lambda: _count([_seen(post) for page in pages for post in _read(page)]),
                "small": lambda: _recount(small),
                "large": lambda: _recount(large),
                "raw": lambda: _raw(Path(folder) / "b.sqlite3"),
            },
            rounds=3,
        )
        small.close()
        large.close()
    yield Figure("2,000 posts from pages, read and counted", 1000 * taken["pages"], "ms")
    yield Figure("2,000 posts from the store, counted", 1000 * taken["small"], "ms")
    yield Figure("10,000 posts from the store, counted", 1000 * taken["large"], "ms", 1000 * taken["raw"])


def _bodies(first: int) -> list[tuple[str, str]]:
    return [(NAMES[place % len(NAMES)], _text(place)) for place in range(first, first + PAGE)]


def _text(place: int) -> str:
    """One post in five is a ballot."""
    return (
        f"投票：{NAMES[place * 7 % len(NAMES)]}" if place % 5 == 0 else f"第{place}句闲话，昨天我投了谁来着"
    )


def _read(page: str) -> tuple[Post, ...]:
    thread = read_page(page).thread
    assert thread is not None
    return thread.posts


def _post(place: int) -> Post:
    at = OPENS + timedelta(seconds=5 * place)
    return Post(
        pid=place + 1,
        floor=place + 1,
        author=NAMES[place % 20],
        uid=place % 20 + 2,
        posted_at=at,
        text=_text(place),
    )


def _seen(post: Post) -> SeenPost:
    at = OPENS + timedelta(days=1)
    assert post.pid is not None
    return SeenPost(pid=post.pid, tid=1, forms=(SeenForm(post=post, first_seen=at, last_seen=at),))


def _store(path: Path, posts: int) -> Store:
    store = Store.open(sqlite_url(path))
    upgrade(store)
    with store.transaction() as tx:
        tx.see_posts(BOARD, 1, [(_post(place), place // PAGE) for place in range(posts)], OPENS)
    return store


def _recount(store: Store) -> None:
    with store.reading() as tx:
        _count(list(tx.seen_posts(BOARD, 1)))


def _count(seen: list[SeenPost]) -> None:
    poll = Poll(characters=NAMES, election=False)
    book = NameBook([NameEntry(name) for name in NAMES])
    voters = Voters(by_name={name: name for name in NAMES})
    count = count_thread(seen, book, poll, Rules(), voters=voters)
    assert count.tally.standing


def _raw(path: Path) -> None:
    with closing(sqlite3.connect(path)) as raw:
        raw.execute("SELECT data FROM post_forms").fetchall()
