"""What kind of page every captured answer is, and that a thread is never empty in silence."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from parsers.charset import decode
from parsers.page import read_page

BOARDS = ("x35", "d72", "d70", "d61", "d41")
FORM_AGAIN = "106-reply-no-replysubmit.html"


@pytest.mark.parametrize("board", BOARDS)
def test_kinds(captures: Path, board: str) -> None:
    seen = {"thread": 0, "message": 0}
    for capture in json.loads((captures / board / "manifest.json").read_text(encoding="utf-8"))["captures"]:
        html, charset = decode((captures / board / capture["file"]).read_bytes(), capture.get("content_type"))
        page = read_page(
            html,
            charset=charset,
            url=capture["url"],
            status=capture["status"],
            location=capture.get("location"),
            posted=capture.get("method") == "POST",
        )
        expected = capture.get("expected")
        where = f"{board}/{capture['file']}: {capture['shows']}"
        if isinstance(expected, dict) and expected.get("posts"):
            assert page.kind == "thread", where
            seen["thread"] += 1
        elif capture.get("message") and not capture["message"].get("why"):
            assert page.kind == "message", where
            seen["message"] += 1
        assert not page.thread or page.thread.posts, where
    assert min(seen.values()) >= 9


def test_views_without_post_numbers_say_so(captures: Path) -> None:
    for name in (
        "x35/thread_A_printable.html",
        "x35/thread_A_archiver_p1.html",
        "d72/046-archiver-thread.html",
    ):
        page = read_page(decode((captures / name).read_bytes())[0])
        assert page.kind == "unknown"
        assert "ordinary page" in page.complaints[0].what


def test_json_of_the_plugin_agrees_with_the_page(captures: Path) -> None:
    told = read_page(decode((captures / "x35/api_viewthread_p5.json").read_bytes())[0]).thread
    assert told is not None
    shown = read_page(decode((captures / "x35/thread_A_p5_member.html").read_bytes())[0]).thread
    assert shown is not None
    assert (told.tid, told.fid, told.title, told.pages) == (shown.tid, shown.fid, shown.title, shown.pages)
    floors = {post.pid: (post.floor, post.uid, post.text) for post in shown.posts if post.state == "visible"}
    same = [post for post in told.posts if floors.get(post.pid) == (post.floor, post.uid, post.text)]
    assert len(same) >= 5
