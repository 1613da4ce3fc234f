"""Pages damaged at random: nothing is raised, what is read is sound, and a strange body stays where it is."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from parsers.charset import decode
from parsers.model import Page, Post
from parsers.page import read_page
from parsers.page_json import page_to_dict
from parsers.posts_json import post_from_dict
from tests.conftest import CAPTURES

FOLDER = Path(__file__).resolve().parents[1] / "fixtures" / "pages"
OWN = sorted(path for path in FOLDER.iterdir() if path.suffix in {".html", ".xml"})
CAPTURED = (
    "x35/thread_A_p3_member.html",
    "x35/thread_A_p4_moderator.html",
    "x35/thread_A_mobile2_p4.html",
    "d72/004-thread-discuss-p2-guest.html",
    "d61/003-thread-p1-guest.html",
    "d41/003-thread-p1-guest.html",
)
TOKENS = (
    "<b>", "</b>", "<font color=white>", "</font>", "<div>", "</div>", "<br />", "<br />\n", "<br /><br />", "<ul><li>",
    "</ul>", "<table><tr><td>", "</table>", '<div class="quote"><blockquote>', "</blockquote></div>", "<strike>",
    '<div class="showhide"><h4>x</h4>', '<div class="locked">以下内容需要积分</div>', '<div class="blockcode"><ol><li>',
    '<i class="pstatus"> 本帖最后由 甲 于 2031-5-6 10:00 编辑 </i>', "[<i> 本帖最后由 甲 于 2031-5-6 10:00 编辑 </i>]",
    '<img smilieid="3">', "<img src=x>", "<ignore_js_op>", "</ignore_js_op>", '<span style="display:none">', "</span>",
    '<a href="forum.php?mod=redirect&amp;goto=findpost&amp;pid=5">', "</a>", "&amp;", "&#8203;", "&#0;", "&lt;", "\xa0",
    "\0", "\ud83d", "\u202e", "=" * 30, "投票 青瓷", "\n", "\t", " ", "<!--", "-->", "]]>", "<script>", "</script>",
    '<span class="bold">以下内容跟帖回复才能看到</span>', '<div class="smalltxt">QUOTE:</div><div class="altbg2">', '"', "'",
    "<p>", "<td>", '<i id="postmessage_501">', '<table id="pid777">', '<em id="authorposton501">', "<h1>", "<textarea>",
)  # fmt: skip
ONLY_BODY = tuple(token for token in TOKENS if token not in {"<!--", "<script>", "<textarea>"})


@cache
def page_source(path: Path) -> str:
    return decode(path.read_bytes())[0]


def sound(page: Page) -> None:
    """What is read can be written, comes back, and its parts fit together."""
    told = page_to_dict(page)
    json.dumps(told, ensure_ascii=False).encode("utf-8")
    if page.thread is None:
        return
    pids = [post.pid for post in page.thread.posts]
    assert len(pids) == len(set(pids))
    assert page.thread.posts or page.complaints
    assert 1 <= page.thread.page <= page.thread.pages
    for post, shown in zip(page.thread.posts, told["posts"], strict=True):
        assert post_from_dict(shown) == post
        sound_post(post)


def sound_post(post: Post) -> None:
    assert post.floor is None or post.floor >= 1
    assert (post.text is not None) or post.state != "visible" or post.private is False
    for text in (post.text, post.hidden, *(quote.text for quote in post.quotes)):
        if text:
            assert not set(text) & {"\0", "\r", "\xa0"}
            assert text.split("\n")[0].strip() or "\n" not in text
            assert text.split("\n")[-1].strip() or "\n" not in text
    for mark in post.marks:
        assert 0 <= mark.start <= mark.end <= len(post.text or "")


damage = st.lists(
    st.tuples(
        st.sampled_from(["cut", "repeat", "insert", "swap"]),
        st.floats(0, 1, exclude_max=True),
        st.integers(1, 4000),
        st.sampled_from(TOKENS),
    ),
    min_size=1,
    max_size=6,
)


def damaged(html: str, wounds: list[tuple[str, float, int, str]]) -> str:
    for kind, where, size, token in wounds:
        at = int(where * len(html))
        piece = html[at : at + size]
        if kind == "cut":
            html = html[:at] + html[at + size :]
        elif kind == "repeat":
            html = html[:at] + piece + piece + html[at + size :]
        elif kind == "insert":
            html = html[:at] + token + html[at:]
        else:
            html = html[:at] + piece[::-1] + html[at + size :]
    return html


@settings(max_examples=200)
@given(st.sampled_from(OWN), damage)
@example(
    FOLDER / "x_viewpid.xml", [("cut", 0.5, 637, ""), ("repeat", 0.09375, 1, "")]
)  # a frame without a start
@example(
    FOLDER / "x_viewpid.xml", [("cut", 0.25, 973, ""), ("cut", 0.11328125, 26, "")]
)  # half an XML declaration
def test_damaged_pages_of_our_own(path: Path, wounds: list[tuple[str, float, int, str]]) -> None:
    sound(read_page(damaged(page_source(path), wounds)))


@pytest.mark.slow
@settings(max_examples=150)
@given(name=st.sampled_from(CAPTURED), wounds=damage)
def test_damaged_captures(captures: Path, name: str, wounds: list[tuple[str, float, int, str]]) -> None:
    sound(read_page(damaged(page_source(CAPTURES / name), wounds)))


@settings(max_examples=200)
@given(
    st.binary(max_size=2000),
    st.sampled_from([None, "text/html; charset=gbk", "text/html; charset=utf-16", "x"]),
)
def test_any_bytes(content: bytes, header: str | None) -> None:
    html, charset = decode(content, header)
    sound(read_page(html, charset=charset))


STRANGE = {
    "x_day.html": ("投票&nbsp;半夏", 502),
    "seven_day.html": ("猜猜我是谁", 507),
    "six_day.html": ("路过", 515),
    "four_day.html": ("猜猜", 505),
}


@settings(max_examples=250)
@given(st.sampled_from(sorted(STRANGE)), st.lists(st.sampled_from(ONLY_BODY), max_size=25))
@example(
    "four_day.html",
    ['<div class="locked">以下内容需要积分</div>', '<div class="showhide"><h4>x</h4>', "&amp;"],
)
@example("x_day.html", ["<table><tr><td>", '<table id="pid777">'])
@example("six_day.html", ["</div>", "投票 青瓷"])
@example("four_day.html", ["</span>", "投票 青瓷"])
def test_a_strange_body_stays_where_it_is(name: str, tokens: list[str]) -> None:
    place, pid = STRANGE[name]
    plain = read_page(page_source(FOLDER / name)).thread
    strange = read_page(page_source(FOLDER / name).replace(place, "".join(tokens)))
    sound(strange)
    assert plain is not None
    assert strange.thread is not None
    others = {post.pid: post for post in plain.posts if post.pid != pid}
    read = {post.pid: post for post in strange.thread.posts if post.pid != pid}
    assert read == others
