"""Forum lists of X, 7.x and 4.1."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from parsers.head import read_head
from parsers.lists import read_forum
from parsers.model import Head

HEAD = Head(dialect="x", board_now=datetime(2026, 3, 2, 1, 30, tzinfo=UTC), zone_minutes=480)

X_LIST = """<table summary="forum_9"><tbody id="stickthread_4"><tr><td class="icn"></td><th class="common">
<a href="forum.php?mod=viewthread&amp;tid=4" class="s xst">规则 &lt;必读&gt;</a></th>
<td class="by"><cite><a href="home.php?mod=space&amp;uid=2">导演</a></cite><em><span>2026-2-1</span></em></td>
<td class="num"><a class="xi2">12</a><em>99</em></td><td class="by"><cite><a>别人</a></cite></td></tr></tbody>
<tbody id="normalthread_8"><tr><td><i class="fico-lock"></i></td><th>
<a href="thread-8-1-1.html" class="s xst">投票帖</a></th>
<td class="by"><cite>匿名</cite><em><span title="2026-3-1">昨天&nbsp;10:00</span></em></td>
<td class="num"><a>0</a></td></tr></tbody></table>
<div class="pg"><strong>2</strong><a href="x">1</a><span title="共 7 页"> / 7 页</span><a class="nxt">下一页</a></div>"""

SEVEN_LIST = """<script>fid = parseInt('3')</script><tbody id="normalthread_5"><tr><td class="folder">
<img src="images/default/folder_lock.gif" /></td><th class="subject lock"><span id="thread_5">
<a href="viewthread.php?tid=5&amp;extra=page%3D1">讨论帖</a></span></th><td class="author"><cite>
<a href="space.php?uid=6">甲</a></cite><em>2026-3-1</em></td><td class="nums"><strong>41</strong>/<em>1</em></td></tr></tbody>
<tbody id="normalthread_6"><tr><td><img src="images/default/folder_lock.gif" /></td><th class="subject">移动:
<span id="thread_6"><a href="viewthread.php?tid=16">搬走的</a></span></th><td class="author"><cite><a href="space.php?uid=6">甲</a>
</cite><em>2026-3-1</em></td></tr></tbody><div class="pages"><strong>1</strong><a>2</a><a class="last">... 12</a><a class="next">下一页</a></div>"""


def test_x() -> None:
    page = read_forum(X_LIST, HEAD)
    assert (page.fid, page.page, page.pages) == (9, 2, 7)
    stick, vote = page.rows
    assert (stick.tid, stick.title, stick.author, stick.uid, stick.replies, stick.sticky) == (
        4,
        "规则 <必读>",
        "导演",
        2,
        12,
        True,
    )
    assert (vote.tid, vote.author, vote.uid, vote.closed, vote.sticky) == (8, "匿名", None, True, False)
    assert vote.created == datetime(2026, 2, 28, 16, tzinfo=UTC)


def test_seven_with_a_moved_thread() -> None:
    page = read_forum(SEVEN_LIST, HEAD)
    assert (page.fid, page.page, page.pages) == (3, 1, 12)
    closed, moved = page.rows
    assert (closed.tid, closed.author, closed.replies, closed.closed) == (5, "甲", 41, True)
    assert (moved.tid, moved.closed) == (16, False)


def test_a_page_without_a_list_has_no_rows() -> None:
    assert read_forum("<p>没有</p>", HEAD).rows == ()


@pytest.mark.parametrize(
    ("file", "encoding", "fid", "rows", "closed"),
    [
        ("x35/forumdisplay_p1.html", "utf-8", 2, 20, set()),
        ("x35/forumdisplay_p2.html", "utf-8", 2, 18, {3}),
        ("x35/forumdisplay_rewrite.html", "utf-8", 2, 20, set()),
        ("d72/002-forumdisplay-guest.html", "gb18030", 2, 12, {4}),
        ("d61/002-forumdisplay-guest.html", "gb18030", 2, 5, {3}),
        ("d41/002-forumdisplay-guest.html", "utf-8", 2, 5, {3}),
    ],
)
def test_captured(captures: Path, file: str, encoding: str, fid: int, rows: int, closed: set[int]) -> None:
    html = (captures / file).read_bytes().decode(encoding, "replace")
    page = read_forum(html, read_head(html))
    assert (page.fid, len(page.rows)) == (fid, rows)
    assert {row.tid for row in page.rows if row.closed} == closed
    assert all(row.author and row.uid and row.created for row in page.rows if row.author != "匿名")
