"""What pages tell beside their matter, and that players' words do not pass for it."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from parsers.head import read_head

X = (
    "<html><head><meta name=\"generator\" content=\"Discuz! X3.5\" /><script>var charset = 'utf-8', discuz_uid = '7', "
    'cookiepre = \'a_\';</script></head><body><strong class="vwmy"><a href="home.php?mod=space&amp;uid=7" '
    'title="t">甲 &amp; 乙</a></strong><a href="member.php?mod=logging&amp;action=logout&amp;formhash=0123abcd">退出</a>'
    '%s<div id="ft"><p class="xs0">\nGMT+8, 2026-3-2 09:30<span></span></p></div></body></html>'
)
SEVEN = (
    "<html><head><script>var charset = 'gbk', discuz_uid = 4, disallowfloat = '';</script></head><body>"
    '<div id="umenu">\n<cite><a href="space.php?uid=4" class="noborder">丙</a></cite></div>%s'
    '<input type="hidden" name="formhash" value="89abcdef" /><div id="footer">GMT-3.5, 3/2/2026 09:30 PM, x</div></body></html>'
)


def test_x() -> None:
    head = read_head(X % "", "utf-8")
    assert (head.dialect, head.charset, head.uid, head.logged_in_as) == ("x", "utf-8", 7, "甲 & 乙")
    assert (head.formhash, head.zone_minutes, head.moderator) == ("0123abcd", 480, False)
    assert head.board_now == datetime(2026, 3, 2, 1, 30, tzinfo=UTC)


def test_seven_without_its_generator_in_another_zone_and_format() -> None:
    head = read_head(SEVEN % "")
    assert (head.dialect, head.charset, head.uid, head.logged_in_as) == ("7", "gbk", 4, "丙")
    assert (head.formhash, head.zone_minutes) == ("89abcdef", -210)
    assert head.board_now == datetime(2026, 3, 3, 1, 0, tzinfo=UTC)


def test_a_guest_has_no_name() -> None:
    head = read_head((X % "").replace("discuz_uid = '7'", "discuz_uid = '0'"))
    assert (head.uid, head.logged_in_as) == (0, None)


def test_a_page_that_tells_nothing() -> None:
    head = read_head("<p>hello</p>")
    assert (head.dialect, head.uid, head.board_now, head.formhash) == (None, None, None, None)


def test_what_players_write_is_no_head() -> None:
    words = "discuz_uid = '1' GMT+0, 1999-1-1 00:00 所有时间为 GMT+0, 1999-1-1 00:00 当前时区 &lt;strong class=\"vwmy\"&gt;"
    head = read_head(X % words)
    assert (head.uid, head.zone_minutes, head.board_now) == (7, 480, datetime(2026, 3, 2, 1, 30, tzinfo=UTC))


@pytest.mark.parametrize(("mark", "is_one"), [('<div id="modmenu">', True), ("onclick=modclick(1)", False)])
def test_moderator_on_x(mark: str, is_one: bool) -> None:
    assert read_head(X % mark).moderator is is_one


@pytest.mark.parametrize(
    ("board", "dialect"), [("x35", "x"), ("d72", "7"), ("d70", "7"), ("d61", "6"), ("d41", "4")]
)
def test_whole_captured_pages(captures: Path, board: str, dialect: str) -> None:
    entries = json.loads((captures / board / "manifest.json").read_text(encoding="utf-8"))["captures"]
    read = 0
    for entry in entries:
        gbk = entry.get("charset") == "gbk" or entry["file"].startswith("gbk")
        html = (
            (captures / board / entry["file"]).read_bytes().decode("gb18030" if gbk else "utf-8", "replace")
        )
        if entry["status"] != 200 or "</head>" not in html or "generator" not in html:
            continue
        head = read_head(html)
        assert head.dialect == dialect, entry["file"]
        if head.uid and not entry["file"].startswith("search"):
            assert head.logged_in_as, entry["file"]
        if head.board_now:
            assert head.zone_minutes in {480, 0}, entry["file"]
        read += 1
    assert read > 20
