"""Pages made to harm: of any size, depth and encoding, in bounded time; one strange post never costs the others."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from parsers.charset import decode
from parsers.model import Page, Post
from parsers.page import read_page

FOLDER = Path(__file__).resolve().parents[1] / "fixtures" / "pages"
PLACE = "投票&nbsp;半夏"
STRANGE = 502
SECONDS = 10.0
"""Far above what any of them takes; a quadratic reader would need minutes."""


def source() -> str:
    return (FOLDER / "x_day.html").read_text(encoding="utf-8")


def posts(page: Page) -> dict[int | None, Post]:
    assert page.thread is not None
    return {post.pid: post for post in page.thread.posts}


def read_with(body: str) -> Page:
    """The page with a strange body in its third post; every other post must be as ever."""
    began = time.process_time()
    page = read_page(source().replace(PLACE, body))
    assert time.process_time() - began < SECONDS
    plain = posts(read_page(source()))
    strange = posts(page)
    assert strange.keys() == plain.keys()
    assert {pid for pid, post in plain.items() if strange[pid] != post} <= {STRANGE}
    return page


HUGE = {
    "five megabytes of text": "投票 半夏" * 1_000_000,
    "a million tags": "<b>" * 1_000_000,
    "a million breaks": "<br />" * 1_000_000,
    "lines": "a<br />\n" * 100_000,
    "blocks 10,000 deep": "<div>" * 10_000 + "x" + "</div>" * 10_000,
    "quotes 10,000 deep": '<div class="quote"><blockquote>' * 10_000,
    "hidden parts 5,000 deep": '<div class="showhide"><h4>x</h4>' * 5_000,
    "italics around a long text": "<i>" * 1_500 + "x" * 1_000_000,
    "tables": "<table><tr><td>" * 5_000,
    "links": '<a href="x">' * 50_000,
    "list items": "<li>" * 50_000,
    "entities": "&amp;" * 800_000,
    "numeric references": "&#128512;" * 300_000,
    "attributes": "<a " + " ".join(f"a{n}=1" for n in range(50_000)) + ">y</a>",
    "a long attribute": '<a href="' + "x" * 3_000_000 + '">y</a>',
    "rulers": "=" * 2_000_000,
    "blank lines": "<br />" + "\n<br />" * 60_000 + "x" + "<br />\n" * 60_000,
    "styles": '<font style="' + "color:" * 200_000 + '">x</font>',
    "sizes": '<font style="font-size:' + "1" * 400_000 + '">x</font>',
    "an endless notice": '<i class="pstatus"> 本帖最后由 ' + "于 " * 200_000 + " 编辑 </i>",
    "locks": '<div class="locked">以下内容需要</div>' * 20_000,
    "code": '<div class="blockcode"><ol>' + "<li>x" * 50_000,
}


@pytest.mark.parametrize("body", HUGE.values(), ids=HUGE.keys())
def test_size_and_depth(body: str) -> None:
    read_with(body)


BROKEN = {
    "stray ends": "</div></div></span></font></ul></p></strong>投票 半夏",
    "stray ends of the cell": "</td></tr></table></div></div>投票 半夏",
    "an open table": "<table><tr><td>投票 半夏",
    "an open script": '<script>var a="',
    "an open style": "<style>",
    "an open textarea": "<textarea>",
    "an open comment": "<!-- 投票 半夏",
    "an open title": "<title>",
    "an open attribute": '<a href="',
    "an open tag": "<a href=",
    "plaintext": "<plaintext>",
    "a CDATA section": "<![CDATA[ 投票 ]]> ]]>",
    "an instruction": "<?php echo 1 ?>",
    "bad references": "&#0;&#xD800;&#x110000;&#99999999999;&bogus;&amp",
    "an own form": "<form><input name=formhash value=deadbeef></form>",
    "foreign elements": "<svg><foreignObject><math><mi><p>" * 50,
    "a select": "<select><option>" * 50,
}


@pytest.mark.parametrize("body", BROKEN.values(), ids=BROKEN.keys())
def test_broken_markup(body: str) -> None:
    read_with(body)


def test_a_post_that_swallows_others_is_told() -> None:
    page = read_with('<script>var a="')
    assert any("left open" in complaint.what for complaint in page.complaints)


def test_nuls_and_surrogates_are_no_text() -> None:
    assert posts(read_with("投\0票 半\0夏"))[STRANGE].text == "投票 半夏"
    assert posts(read_with("投\ud800票"))[STRANGE].text == "投\ufffd票"


FORGED = (
    '<div id="post_{0}"><table id="pid{0}"><tr><td class="pls"><div class="pi"><div class="authi">'
    '<a href="home.php?mod=space&amp;uid=14" class="xw1">白露</a></div></div></td><td><a id="postnum{0}"><em>99</em></a>'
    '<em id="authorposton{0}">发表于 2031-5-6 10:00:00</em>'
    '<table><tr><td class="t_f" id="postmessage_{0}">投票 青瓷</td></tr></table></td></tr></table></div>'
)


@pytest.mark.parametrize("pid", [900, 503, 505])
def test_a_frame_inside_a_body_is_no_post(pid: int) -> None:
    page = read_with(FORGED.format(pid))
    assert 900 not in posts(page)
    assert any("inside another post's body" in complaint.what for complaint in page.complaints)


def test_a_frame_typed_as_text_is_text() -> None:
    typed = FORGED.format(900).replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")
    page = read_with(typed)
    assert page.complaints == ()
    assert "postmessage_900" in (posts(page)[STRANGE].text or "")


def test_the_judges_own_furniture_cannot_be_imitated() -> None:
    notice = "<strong>【公示】青瓷 出局</strong><br />\n公示编号 #A1-000001<br />\n提示: <em>该帖被管理员或版主屏蔽</em>"
    post = posts(read_with(notice))[STRANGE]
    assert (post.author, post.state) == ("青瓷", "visible")
    assert post.text == "【公示】青瓷 出局\n公示编号 #A1-000001\n提示: 该帖被管理员或版主屏蔽"


def test_words_of_the_foot_in_a_post_do_not_set_the_clock() -> None:
    page = read_with("GMT+0, 2031-5-6 03:00<br />\n当前时区 GMT+0, 现在时间是 2031-5-6 03:00")
    assert page.head.zone_minutes == 480
    assert page.head.board_now is not None
    assert page.head.board_now.isoformat() == "2031-05-06T13:40:00+00:00"


@pytest.mark.parametrize(
    "name",
    [
        "[b]青瓷[/b]",
        "[url=x]点我[/url]",
        "&lt;b&gt;青瓷&lt;/b&gt;",
        "青\u202e瓷",
        "青\u200b瓷",
        "青\u3000瓷",
        "&quot;&amp;#39;",
        "匿名者",
    ],
)
def test_names_come_as_they_are_spelled(name: str) -> None:
    html = source().replace('class="xw1">青瓷</a>', f'class="xw1">{name}</a>')
    told = name.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", '"').replace("&amp;", "&")
    assert posts(read_page(html))[STRANGE].author == told


def test_right_to_left_and_zero_width_text_stays() -> None:
    assert (
        posts(read_with("投\u200b票 \u202e夏半\u202c\ufeff"))[STRANGE].text
        == "投\u200b票 \u202e夏半\u202c\ufeff"
    )


@pytest.mark.parametrize(
    "content", [b"", b"\0", b"\xff\xfe\0\0", bytes(range(256)) * 40, b"<", b"\x1f\x8b\x08\0", b"%PDF-1.7"]
)
def test_what_is_no_page_is_unknown(content: bytes) -> None:
    assert read_page(decode(content)[0]).kind == "unknown"


def test_a_broken_half_of_a_page() -> None:
    raw = (FOLDER / "seven_day.html").read_bytes()
    for end in range(0, len(raw), 997):
        page = read_page(decode(raw[:end])[0])
        assert page.kind in {"thread", "unknown"}
    damaged = raw.replace("投票".encode("gbk"), b"\x80\xff")
    assert len(posts(read_page(decode(damaged)[0]))) == 10


def test_a_thread_page_without_posts_complains() -> None:
    html = source()
    start, end = html.index('<div id="post_501"'), html.index('<div id="ft"')
    page = read_page(html[:start] + html[end:])
    assert page.kind == "thread"
    assert page.thread is not None
    assert page.thread.posts == ()
    assert [complaint.what for complaint in page.complaints] == ["no post was found on the page"]


def test_a_post_without_time_or_author_is_told_with_its_pid() -> None:
    html = source().replace(
        '<em id="authorposton504">发表于 <span title="2031-5-5 23:59:59">昨天&nbsp;23:59</span></em>',
        '<em id="authorposton504"></em>',
    )
    page = read_page(html)
    assert posts(page)[504].posted_at is None
    assert [(one.what, one.pid) for one in page.complaints] == [("the time could not be read", 504)]


OTHER = {
    "tags": "<b>" * 1_000_000,
    "depth": "<div>" * 100_000,
    "rows": '<tbody id="normalthread_1"><tr><th><a class="s xst">t</a></th></tr></tbody>' * 20_000,
    "text": "x" * 5_000_000,
    "less-than": "<" * 3_000_000,
    "ampersands": "&" * 3_000_000,
    "feet": 'id="ft" GMT+8, ' * 200_000,
    "links": 'href="forum-' * 300_000,
    "formhashes": '<input name="formhash" value="' * 100_000,
    "scripts": "<script>" + "tid = parseInt('" * 200_000,
}
FORUM = (
    "<html><head><meta name=\"generator\" content=\"Discuz! X3.5\" /><script>discuz_uid = '0', cookiepre = 'a'</script>"
    '</head><body class="pg_forumdisplay">'
)


@pytest.mark.parametrize("matter", OTHER.values(), ids=OTHER.keys())
@pytest.mark.parametrize(
    "top", [FORUM, '<?xml version="1.0" encoding="utf-8"?><root><![CDATA['], ids=["list", "window"]
)
def test_other_pages_are_bounded_too(top: str, matter: str) -> None:
    began = time.process_time()
    page = read_page(top + matter)
    assert time.process_time() - began < SECONDS
    assert any("longer than any board's" in complaint.what for complaint in page.complaints)


def page_of(matter: str) -> str:
    return f'<html><head><meta name="generator" content="Discuz! X3.5" /></head><body>{matter}</body></html>'


def one_post(body: str) -> str:
    return page_of(FORGED.format(1).replace("投票 青瓷", body))


GROWING: dict[str, Callable[[int], str]] = {
    "posts": lambda n: page_of("".join(FORGED.format(1000 + at) for at in range(20 * n))),
    "text": lambda n: one_post("投票 半夏" * (20_000 * n)),
    "breaks": lambda n: one_post("a<br />\n" * (2_000 * n)),
    "quotes": lambda n: one_post('<div class="quote"><blockquote>引</blockquote></div>字' * (300 * n)),
    "fonts": lambda n: one_post('<font color="red" style="font-size:9px">字</font>' * (500 * n)),
    "depth": lambda n: one_post("<div>" * (100 * n) + "x" + "</div>" * (100 * n)),
}


@pytest.mark.slow
@pytest.mark.parametrize("grow", GROWING.values(), ids=GROWING.keys())
def test_time_grows_with_size_and_no_faster(grow: Callable[[int], str]) -> None:
    def seconds(html: str) -> float:
        best = float("inf")
        for _ in range(5):
            began = time.process_time()
            read_page(html)
            best = min(best, time.process_time() - began)
        return best

    assert seconds(grow(8)) <= 12 * seconds(grow(1)) + 0.01
