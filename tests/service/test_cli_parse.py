"""`panguan parse`: JSON to the letter of the interface, and words for people."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner

from service.cli.parse import command

FOLDER = Path(__file__).resolve().parents[1] / "fixtures" / "pages"
PAGE_KEYS = {
    "file", "dialect", "charset", "kind", "logged_in_as", "board_now", "formhash", "tid", "fid", "title", "page",
    "pages", "closed", "posts", "message",
}  # fmt: skip
POST_KEYS = {
    "pid", "floor", "author", "uid", "posted_at", "precision", "edited_at", "edited_by", "state", "private",
    "anonymous", "text", "hidden", "code", "quotes", "smilies",
}  # fmt: skip


def test_json_has_every_key_in_the_order_of_the_files(tmp_path: Path) -> None:
    other = tmp_path / "other.html"
    other.write_text("<html><body>今天天气不错</body></html>", encoding="utf-8")
    files = [str(FOLDER / "seven_day.html"), str(other), str(FOLDER / "x_day.html")]
    ran = CliRunner().invoke(command, [*files, "--json"])
    assert ran.exit_code == 0
    pages = json.loads(ran.stdout)["pages"]
    assert [page["file"] for page in pages] == files
    assert all(page.keys() >= PAGE_KEYS for page in pages)
    assert all(post.keys() >= POST_KEYS for page in pages for post in page["posts"] or [])
    assert [page["kind"] for page in pages] == ["thread", "unknown", "thread"]
    assert (pages[1]["dialect"], pages[1]["posts"], pages[1]["message"]) == (None, None, None)
    assert pages[0]["posts"][1]["posted_at"] == "2031-05-06T21:38:00+08:00"


def test_words_for_people() -> None:
    ran = CliRunner().invoke(command, [str(FOLDER / "x_moderator.html")])
    assert ran.exit_code == 0
    assert "《树洞 & <秘密>》（已关闭）" in ran.stdout
    assert "2# 青瓷 2031-05-06 21:29:58 pid 602 【被屏蔽】" in ran.stdout


def test_a_page_of_another_program_is_said_to_be_one(tmp_path: Path) -> None:
    other = tmp_path / "other.html"
    other.write_bytes(b"\x89PNG\r\n\x1a\n\0\0")
    ran = CliRunner().invoke(command, [str(other)])
    assert ran.exit_code == 0
    assert "不像 Discuz! 论坛的页面" in ran.stdout


def test_a_missing_file_is_one_line_and_exit_2(tmp_path: Path) -> None:
    ran = CliRunner().invoke(command, [str(FOLDER / "x_day.html"), str(tmp_path / "没有.html")])
    assert ran.exit_code == 2
    assert ran.stdout == ""
    assert ran.stderr.count("\n") == 1
    assert "没有这个文件" in ran.stderr


def test_no_file_is_bad_usage() -> None:
    assert CliRunner().invoke(command, []).exit_code == 2


def test_terminal_codes_in_a_post_are_not_printed(tmp_path: Path) -> None:
    page = (FOLDER / "x_day.html").read_text(encoding="utf-8").replace("第一日 讨论", "\x1b[31m红\u202e反")
    hostile = tmp_path / "h.html"
    hostile.write_text(page, encoding="utf-8")
    ran = CliRunner().invoke(command, [str(hostile)])
    assert "\x1b" not in ran.stdout
    assert "\u202e" not in ran.stdout
