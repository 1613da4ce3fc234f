"""What is the author's own text, line by line, and what lies over it."""

from __future__ import annotations

import pytest

from parsers.body import read_body
from parsers.body_parts import Body
from parsers.dom import parse
from parsers.model import Dialect, Mark, Quote


def body(html: str, dialect: Dialect = "x") -> Body:
    cell = parse(f'<table><tr><td id="postmessage_1">{html}</td></tr></table>').find(".//td")
    assert cell is not None
    return read_body(cell, dialect)


TEXTS = [
    ("投<font>票</font>：青<b>瓷</b>", "投票：青瓷"),  # inline tags never break a line
    ("一<br />\n二<br>三", "一\n二\n三"),
    ("一\n\t二\r\n三", "一二三"),  # the source's own line ends and tabs are nothing
    ("<br /><br />一<br /><br />二<br /><br />", "一\n\n二"),
    ("一<div>二</div>三", "一\n二\n三"),
    ("<p>一</p><p>二</p>", "一\n二"),
    ("一<br /><div>二</div>三", "一\n二\n三"),  # a break stands there already
    ("一<div>二</div><br />三", "一\n二\n\n三"),
    ("<table><tr><td>一</td><td>二</td></tr><tr><th>三</th><td></td></tr></table>四", "一\t二\n三\t\n四"),
    ("<ul><li>一<li>二</ul>", "一\n二"),
    (" 一\xa0\xa0二\u3000三\u200b ", " 一  二\u3000三\u200b "),  # blanks stay
    ("&amp;#128512; &amp;amp; &#8203;&lt;b&gt;", "&#128512; &amp; \u200b<b>"),  # references are resolved once
    ("<s>一</s><del>二</del><strike>三</strike>四", "四"),
    ("[s]一[/s]", "[s]一[/s]"),
    ("一<script>alert(1)</script><style>x</style>二", "一二"),
    ('一<font class="jammer">x</font><span style="display:none">y</span>二', "一二"),
    ('一<font style="font-size:0px;color:#FFF">x</font>二', "一二"),
    ('一<span style="font-size: 0.9em">二</span>', "一二"),
    ('一<div style="Display : None">x</div>二', "一\n二"),
    ("一<img src='a.png' alt='投票 青瓷'>二", "一二"),
    ("<a href='x'>@青瓷</a> 你好", "@青瓷 你好"),
    ("a < b <3 <青瓷>", "a < b <3 <青瓷>"),
    ("<blockquote>缩进</blockquote>后", "缩进\n后"),  # [indent] is no quote
]


@pytest.mark.parametrize(("html", "text"), TEXTS)
def test_text(html: str, text: str) -> None:
    assert body(html).text == text


def test_quote_without_the_boards_header_names_nobody() -> None:
    read = body(
        '<div class="quote"><blockquote>老猫 发表于 2031-5-6 10:00<br />\n投票 青瓷</blockquote></div><br />\n不投'
    )
    assert read.quotes == [Quote(author=None, text="老猫 发表于 2031-5-6 10:00\n投票 青瓷")]
    assert read.text == "不投"


def test_quote_in_grey_without_a_link_is_typed_by_hand() -> None:
    typed = '<font size="2"><font color="#999999">老猫 发表于 2031-5-6 10:00</font></font><br />\n投票 青瓷'
    read = body(f'<div class="quote"><blockquote>{typed}</blockquote></div>')
    assert read.quotes == [Quote(author=None, text="老猫 发表于 2031-5-6 10:00\n投票 青瓷")]


def test_notice_of_an_edit_only_at_the_start() -> None:
    notice = '<i class="pstatus"> 本帖最后由 青瓷 于 2031-5-6 10:00 编辑 </i>'
    assert body(f"{notice}<br />\n<br />\n投票 半夏").edited == ("青瓷", "2031-5-6 10:00")
    later = body(f"投票 半夏<br />\n{notice}")
    assert later.edited is None
    assert later.text == "投票 半夏\n 本帖最后由 青瓷 于 2031-5-6 10:00 编辑 "


def test_second_notice_is_text() -> None:
    notice = '<i class="pstatus"> 本帖最后由 青瓷 于 2031-5-6 10:00 编辑 </i>'
    forged = '<i class="pstatus"> 本帖最后由 半夏 于 2031-5-6 11:00 编辑 </i>'
    read = body(f"{notice}<br />\n<br />\n{forged}<br />\n投票")
    assert read.edited == ("青瓷", "2031-5-6 10:00")
    assert "半夏" in read.text


def test_old_boards_put_the_notice_in_brackets_at_the_end() -> None:
    notice = "[<i> 本帖最后由 青瓷 于 2031-5-6 10:00 编辑 </i>]"
    assert body(f"投票<br />\n<br />\n{notice}", "6").edited == ("青瓷", "2031-5-6 10:00")
    assert body(f"投票<br />\n<br />\n{notice}", "6").text == "投票"
    assert body(f"{notice}<br />\n投票", "6").edited is None


def test_marks_lie_over_the_text() -> None:
    read = body(
        '<br />\n看<font color="white">隐形</font>和<font size="1">小字</font>，<font color="red">红</font>'
        '<font face="黑体">黑</font><font size="5">大</font><a href="http://x.test/">网</a><img src="http://x.test/a.png" />'
    )
    assert read.text == "看隐形和小字，红黑大网"
    assert read.marks == (
        Mark(kind="faint", start=1, end=3, detail="white"),
        Mark(kind="tiny", start=4, end=6, detail="1"),
        Mark(kind="color", start=7, end=8, detail="red"),
        Mark(kind="font", start=8, end=9, detail="黑体"),
        Mark(kind="size", start=9, end=10, detail="5"),
        Mark(kind="link", start=10, end=11, detail="http://x.test/"),
        Mark(kind="image", start=11, end=11, detail="http://x.test/a.png"),
    )


@pytest.mark.parametrize("color", ["white", "#fff", "#FEFEFE", "#f8f8f8", "rgb(250, 250, 250)", " Snow "])
def test_nearly_white_is_faint(color: str) -> None:
    assert [mark.kind for mark in body(f'<font color="{color}">隐</font>').marks] == ["faint"]


@pytest.mark.parametrize("color", ["red", "#ff0", "#999999", "rgb(250,0,250)", "#zzzzzz"])
def test_other_colours_are_colours(color: str) -> None:
    assert [mark.kind for mark in body(f'<font color="{color}">字</font>').marks] == ["color"]


def test_smilies_are_told_by_number_and_other_images_are_marks() -> None:
    read = body(
        '<img src="static/image/smiley/default/smile.gif" smilieid="12" alt="" /><img src="http://x.test/smile.gif" />'
    )
    assert read.smilies == ["12"]
    assert [mark.kind for mark in read.marks] == ["image"]


def test_hidden_part_runs_to_its_double_break() -> None:
    read = body(
        '甲<div class="locked">以下内容需要积分高于 9 才可浏览</div><br />\n一<br />\n<br />\n二<br /><br /><br />\n<br />\n乙'
    )
    assert (read.text, read.hidden) == ("甲\n乙", "一\n\n二")


def test_quotes_and_code_inside_a_hidden_part_are_listed() -> None:
    read = body(
        '<div class="showhide"><h4>本帖隐藏的内容</h4>里<div class="quote"><blockquote>引</blockquote></div></div>外'
    )
    assert (read.text, read.hidden) == ("外", "里")
    assert read.quotes == [Quote(author=None, text="引")]
