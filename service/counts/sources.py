"""The SOURCE of `count` and `review`: saved pages, `.jsonl` files of posts, or a thread's address, as seen posts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from pathlib import Path

from parsers.charset import decode
from parsers.model import Page, Post, ThreadPage
from parsers.page import read_page
from parsers.page_json import zone_of
from parsers.posts_json import BadPost, read_posts
from service.counts.seen import SeenForm, SeenPost
from service.errors import BadInput

BOARD_ZONE = timezone(timedelta(hours=8))
"""The zone of times that name none, and of what is printed where no page tells another."""

_MAX_BYTES = 64_000_000
_KINDS = {
    "message": "提示信息",
    "forum": "版块列表",
    "pm": "短消息",
    "login": "登录页",
    "unknown": "认不出的页面",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """Posts as one reading showed them, and when it was made."""

    posts: tuple[Post, ...]
    at: datetime
    zone: tzinfo = BOARD_ZONE
    thread: ThreadPage | None = None
    from_board: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ThreadSeen:
    """One thread as its sources show it. `since`, `as_of`: the first and the last time that a page of it tells."""

    seen: tuple[SeenPost, ...]
    tid: int | None
    title: str | None
    zone: tzinfo
    since: datetime | None
    as_of: datetime | None
    pages_missing: tuple[int, ...]
    complaints: tuple[str, ...]

    @property
    def opener(self) -> str | None:
        """Who opened the thread, where its first floor is there."""
        return next((one.first.post.author for one in self.seen if one.first.post.floor == 1), None)


def is_url(source: str) -> bool:
    """Whether a source is an address and no file."""
    return source.lower().startswith(("http://", "https://"))


def read_sources(
    sources: Sequence[str], now: datetime, fetch: Callable[[str], Sequence[Reading]]
) -> ThreadSeen:
    """Everything that the sources show of one thread. `fetch` reads an address.

    Raises BadInput for what can't be read, is no thread, or belongs to another thread.
    """
    readings: list[Reading] = []
    tids: dict[int, str] = {}
    for source in sources:
        found = fetch(source) if is_url(source) else [_read_file(Path(source), now)]
        for reading in found:
            tid = reading.thread.tid if reading.thread else None
            if tid is not None:
                tids.setdefault(tid, source)
        readings += found
    if len(tids) > 1:
        named = "、".join(f"{source}（tid {tid}）" for tid, source in tids.items())
        raise BadInput(f"这些来源不是同一个帖子：{named}；一次只数一个帖子")
    return _whole(readings, next(iter(tids), None))


def _read_file(path: Path, now: datetime) -> Reading:
    content = _bytes(path)
    if path.suffix.lower() in {".jsonl", ".ndjson"}:
        return _read_jsonl(path, content, now)
    html, charset = decode(content, None)
    page = read_page(html, charset=charset)
    if page.kind != "thread" or page.thread is None:
        said = f"：{page.message.text}" if page.message else ""
        raise BadInput(
            f"{path}：这不是帖子页面（{_KINDS.get(page.kind, page.kind)}{said}），请存下帖子的页面再试"
        )
    if not page.thread.posts:
        raise BadInput(f"{path}：这一页里没有读到任何帖子，请检查是不是完整的网页")
    return reading_of(page, now)


def reading_of(page: Page, now: datetime) -> Reading:
    """What a thread's page shows, at the page's own time if it tells one."""
    assert page.thread is not None
    board_now = page.head.board_now
    return Reading(
        posts=page.thread.posts,
        at=board_now or now,
        zone=zone_of(page),
        thread=page.thread,
        from_board=board_now is not None,
    )


def _read_jsonl(path: Path, content: bytes, now: datetime) -> Reading:
    try:
        posts = tuple(read_posts(content.decode("utf-8-sig").split("\n")))
    except UnicodeDecodeError:
        raise BadInput(f"{path}：文件不是 UTF-8 编码，请另存为 UTF-8") from None
    except BadPost as error:
        raise BadInput(f"{path}：{error}；每行应是一个帖子的 JSON 对象") from None
    if not posts:
        raise BadInput(f"{path}：里面没有帖子")
    for number, post in enumerate(posts, 1):
        if post.pid is None:
            raise BadInput(f"{path}：第 {number} 个帖子没有 pid；每个帖子都要有自己的 pid")
    return Reading(posts=posts, at=now)


def _bytes(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            content = file.read(_MAX_BYTES + 1)
    except FileNotFoundError:
        raise BadInput(f"{path}：没有这个文件，请检查路径") from None
    except OSError as error:
        raise BadInput(f"{path}：读不了这个文件（{error.strerror}）") from None
    if len(content) > _MAX_BYTES:
        raise BadInput(f"{path}：文件太大，不像是一页帖子")
    return content


def _whole(readings: Sequence[Reading], tid: int | None) -> ThreadSeen:
    forms: dict[int, list[SeenForm]] = {}
    for reading in sorted(readings, key=lambda one: one.at):
        for post in reading.posts:
            if post.pid is not None:
                _add(forms.setdefault(post.pid, []), post, reading.at)
    pages = [reading.thread for reading in readings if reading.thread]
    given = {page.page for page in pages}
    last = max((page.pages for page in pages), default=0)
    told = [reading.at for reading in readings if reading.from_board]
    return ThreadSeen(
        seen=tuple(SeenPost(pid=pid, tid=tid, forms=tuple(forms[pid])) for pid in sorted(forms)),
        tid=tid,
        title=next((page.title for page in pages if page.title), None),
        zone=next((reading.zone for reading in readings if reading.thread), BOARD_ZONE),
        since=min(told).astimezone(UTC) if told else None,
        as_of=max(told).astimezone(UTC) if told else None,
        pages_missing=tuple(number for number in range(1, last + 1) if number not in given),
        complaints=tuple(complaint.what for page in pages for complaint in page.complaints),
    )


def _add(forms: list[SeenForm], post: Post, at: datetime) -> None:
    if forms and _same(forms[-1].post, post):
        forms[-1] = SeenForm(post=forms[-1].post, first_seen=forms[-1].first_seen, last_seen=at)
    else:
        forms.append(SeenForm(post=post, first_seen=at, last_seen=at))


def _same(one: Post, other: Post) -> bool:
    return (one.text, one.state, one.marks, one.edited_at) == (
        other.text,
        other.state,
        other.marks,
        other.edited_at,
    )
