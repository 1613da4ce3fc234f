"""Every captured thread page of every board, every key of every post, against the board's own database."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from parsers.charset import decode
from parsers.head import read_head
from parsers.model import Post, ThreadPage
from parsers.thread import read_thread
from tests.conftest import CAPTURES

BOARDS = ("x35", "d72", "d70", "d61", "d41")
FIRST_FLOORS = {"楼主": 1, "沙发": 2, "板凳": 3, "地板": 4}


def captured_threads() -> Iterator[Any]:
    for board in BOARDS:
        manifest = CAPTURES / board / "manifest.json"
        if not manifest.is_file():
            continue
        for capture in json.loads(manifest.read_text(encoding="utf-8"))["captures"]:
            expected = capture.get("expected")
            if isinstance(expected, dict) and expected.get("posts"):
                yield pytest.param(board, capture, id=f"{board}-{capture['file']}")


def read_capture(folder: Path, board: str, capture: dict[str, Any]) -> ThreadPage:
    html, charset = decode((folder / board / capture["file"]).read_bytes(), capture.get("content_type"))
    served = capture.get("served_at_epoch")
    now = None if served is None else datetime.fromtimestamp(served, UTC)
    return read_thread(html, read_head(html, charset), now=now, url=capture["url"])


@pytest.mark.parametrize(("board", "capture"), list(captured_threads()) or [pytest.param("", {}, id="none")])
def test_every_key_of_every_post(captures: Path, board: str, capture: dict[str, Any]) -> None:
    page = read_capture(captures, board, capture)
    expected = capture["expected"]
    assert page.complaints == ()
    assert [post.pid for post in page.posts] == list(dict.fromkeys(post["pid"] for post in expected["posts"]))
    assert page.tid == expected.get("tid", page.tid)
    assert page.page == expected.get("page", page.page)
    assert page.pages == expected.get("pages", page.pages)
    posts = {post.pid: post for post in page.posts}
    for told in expected["posts"]:
        compare(board, posts[told["pid"]], told, floors="botUA" not in capture["file"])


def test_how_much_is_checked(captures: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = [parameters.values[1] for parameters in captured_threads()]
    posts = sum(len(capture["expected"]["posts"]) for capture in files)
    with capsys.disabled():
        print(f"\n{len(files)} captured thread pages, {posts} posts")
    assert len(files) >= 120
    assert posts >= 950


def compare(board: str, post: Post, told: dict[str, Any], *, floors: bool) -> None:
    """One post against the manifest, as the boards' facts say how."""
    where = f"pid {told['pid']}"
    shown = None if told["anonymous"] else told.get("author_shown", told["author"])
    assert post.author == shown, where
    if (board, told["author"]) != ("d41", "已注销"):  # 4.1 doesn't tell the number of a member who is gone
        assert post.uid == told.get("uid_shown", told["uid"]), where
    assert post.anonymous == told["anonymous"], where
    assert (post.state, post.private) == (told["state"], told.get("private", False)), where
    assert resolved(post.text) == resolved(told["text"]), where
    assert resolved(post.hidden) == resolved(told["hidden"]), where
    quotes = [(quote.author, resolved(quote.text), quote.pid) for quote in post.quotes]
    assert quotes == [(one["author"], resolved(one["text"]), one.get("pid")) for one in told["quotes"]], where
    assert list(post.smilies) == told["smilies"], where
    assert list(post.code) == told.get("code", []), where
    assert post.edited_by == told.get("edited_by"), where
    assert (post.edited_at is None) == ("edited_at_text" not in told), where
    if post.edited_at is not None:
        local = datetime.fromtimestamp(post.edited_at.timestamp() + 8 * 3600, UTC)
        day = f"{local.year}-{local.month}-{local.day}"
        assert told["edited_at_text"] in {f"{day} {local:%H:%M}", f"{day} {local:%I:%M %p}"}, where
    epoch = told["epoch"] - (told["epoch"] % 60 if post.precision == "minute" else 0)
    assert post.posted_at == datetime.fromtimestamp(epoch, UTC), where
    if floors and (floor := floor_told(told)) is not None:
        assert post.floor == floor, where


def floor_told(told: dict[str, Any]) -> int | None:
    """The floor that the page shows: labels of views that count anew prevail over the rule's."""
    label = told.get("floor_shown")
    if label is None:
        return told.get("floor")
    found = re.search(r"\d+", label)
    return FIRST_FLOORS.get(label) or (int(found[0]) if found else None)


def resolved(text: str | None) -> str | None:
    """Numeric references resolved: a board keeps those of rare characters as typed."""
    return None if text is None else re.sub(r"&#\w{1,8};", lambda found: unescape(found[0]), text)
