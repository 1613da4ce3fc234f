"""Private messages of X and 7.x."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from parsers.head import read_head
from parsers.model import Head
from parsers.pm import read_pm

HEAD = Head(
    dialect="x",
    uid=2,
    logged_in_as="裁判",
    board_now=datetime(2026, 3, 2, 1, 30, tzinfo=UTC),
    zone_minutes=480,
)

X_LIST = """<form id="deletepmform"><dl id="pmlist_31" class="bbda newpm"><dd class="ptm pm_c">
<a href="home.php?mod=space&amp;uid=5" class="xw1">甲</a> 对 <span class="xi2">您</span> 说 :<br />摘要<br />
<span class="xg1"><span title="2026-3-2 09:12">18&nbsp;分钟前</span></span>
<a href="home.php?mod=space&amp;do=pm&amp;subop=view&amp;touid=5#last">回复</a></dd></dl>
<dl id="pmlist_30" class="bbda"><dd class="ptm pm_c"><span class="xi2">您</span> 对
<a href="home.php?mod=space&amp;uid=6">乙</a> 说 :<br />摘要<br /><span class="xg1">2026-2-1 10:00</span></dd></dl></form>"""

X_TALK = """共有 <span id="membernum">12</span> 条<div id="pm_ul"><dl id="pmlist_8"><dd class="ptm">
<a href="home.php?mod=space&amp;uid=5" class="xw1">甲</a> &nbsp; <br />查验 乙<br /><br />谢谢 <strike>丙</strike>
<div class="quote"><blockquote>旧话</blockquote></div><br /><span class="xg1"><span title="2026-3-2 09:12">x</span></span></dd></dl>
<dl id="pmlist_7"><dd class="ptm"><span class="xi2 xw1">您</span> &nbsp; <br />你的身份是先知<br />
<span class="xg1">2026-3-1 09:00</span></dd></dl></div>
<div class="pg"><span class="pgb"><a href="home.php?do=pm&amp;page=1#last">上一页</a></span></div>"""

SEVEN_TALK = """<div id="pmlist"><ul class="pm_list"><li class="pm_date"><strong>2026-3-1</strong></li>
<li id="pm_3" class="s_clear self"><a class="avatar"><img src="x?uid=2&size=small" /></a><p class="cite"><cite>裁判</cite>
2026-3-1 12:58&nbsp;</p><div class="summary">第一行<br />第二行</div></li>
<li id="pm_4" class="s_clear"><a class="avatar" href="space.php?uid=11"><img /></a><p class="cite"><cite>
<a href="space.php?uid=11">丁</a></cite> 今天 08:00 <img alt="NEW" /></p><div class="summary">救 戊</div></li></ul></div>"""


def test_the_list_of_x() -> None:
    first, second = read_pm(X_LIST, HEAD).conversations
    assert (first.uid, first.name, first.unread, first.plid) == (5, "甲", True, 31)
    assert first.at == datetime(2026, 3, 2, 1, 12, tzinfo=UTC)
    assert (second.uid, second.name, second.unread) == (6, "乙", False)


def test_a_conversation_of_x_oldest_first() -> None:
    page = read_pm(X_TALK, HEAD)
    assert (page.page, page.pages, page.conversations) == (2, 2, ())
    mine, theirs = page.messages
    assert (mine.pmid, mine.mine, mine.author, mine.uid, mine.text) == (7, True, "裁判", 2, "你的身份是先知")
    assert (theirs.pmid, theirs.mine, theirs.author, theirs.uid) == (8, False, "甲", 5)
    assert theirs.text == "查验 乙\n\n谢谢"
    assert theirs.at == datetime(2026, 3, 2, 1, 12, tzinfo=UTC)


def test_a_conversation_of_seven() -> None:
    mine, theirs = read_pm(SEVEN_TALK, HEAD).messages
    assert (mine.mine, mine.uid, mine.text, mine.at) == (
        True,
        2,
        "第一行\n第二行",
        datetime(2026, 3, 1, 4, 58, tzinfo=UTC),
    )
    assert (theirs.mine, theirs.author, theirs.uid, theirs.text) == (False, "丁", 11, "救 戊")
    assert theirs.at == datetime(2026, 3, 2, 0, 0, tzinfo=UTC)


def test_an_empty_box() -> None:
    page = read_pm('<ul class="pm_list"><li>没有短消息。</li></ul>', HEAD)
    assert (page.conversations, page.messages) == ((), ())


def test_captured_conversations(captures: Path) -> None:
    def load(file: str, encoding: str) -> str:
        return (captures / file).read_bytes().decode(encoding, "replace")

    html = load("x35/pm_list_unread.html", "utf-8")
    assert len(read_pm(html, read_head(html)).conversations) == 6
    assert read_pm(html, read_head(html)).conversations[0].uid == 3
    pages = [read_pm(load(f"x35/pm_view_{n}.html", "utf-8"), HEAD) for n in ("p1", "p2", "default")]
    assert [(page.page, page.pages, len(page.messages)) for page in pages] == [
        (1, 3, 6),
        (2, 3, 10),
        (3, 3, 10),
    ]
    html = load("d72/154-pm-list-private.html", "gb18030")
    row = read_pm(html, read_head(html)).conversations[0]
    assert (row.uid, row.name, row.unread, row.pmid) == (11, "老猫", True, 2)
    html = load("d70/064-pm-list-private.html", "utf-8")
    row = read_pm(html, read_head(html)).conversations[0]
    assert (row.uid, row.name, row.unread, row.at) == (
        2,
        "裁判",
        True,
        datetime(2026, 11, 30, 5, 53, tzinfo=UTC),
    )
