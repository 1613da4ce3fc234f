"""`panguan review` and `panguan roster`, on files of posts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from parsers.checkin import check_ins, names_file
from parsers.model import Post
from service.cli import main
from service.files.names_file import parse_names

WINDOW = ["--from", "2026-03-04T09:30:00", "--until", "2026-03-05T21:30:00"]


def post(pid: int, author: str, at: str, text: str, **more: object) -> dict[str, object]:
    return {
        "pid": pid,
        "floor": pid,
        "author": author,
        "posted_at": f"2026-03-{at}+08:00",
        "text": text,
        **more,
    }


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "names.txt").write_text("林冲\n鲁智深\n武松\n", "utf-8")
    posts = [
        post(1, "导演", "04T09:30:00", "第二天开始"),
        post(2, "林冲", "04T10:00:00", "谁干的"),
        post(3, "鲁智深", "04T10:30:00", "我没疯"),
        post(4, "武松", "04T09:00:00", "早"),
        post(5, "武松", "04T11:00:00", "改过", edited_by="武松", edited_at="2026-03-04T11:05:00+08:00"),
        post(6, "林冲", "04T21:30:00", "现在行了"),
    ]
    lines = [json.dumps(one, ensure_ascii=False) for one in posts]
    (tmp_path / "day.jsonl").write_text("\n".join(lines), "utf-8")
    return tmp_path


def run(folder: Path, *options: str) -> Result:
    return CliRunner().invoke(
        main, ["review", str(folder / "day.jsonl"), "--names", str(folder / "names.txt"), *options]
    )


def test_a_review_as_json(folder: Path) -> None:
    result = run(folder, *WINDOW, "--fainted", "林冲", "--mad", "鲁智深", "--json")
    assert result.exit_code == 0, result.output
    conduct: dict[str, Any] = json.loads(result.stdout)
    assert conduct["day"] is None
    assert conduct["characters"][0] == {
        "name": "林冲", "states": ["fainted"], "posts": 2, "limit": None,
        "silent_until": "2026-03-04T21:30:00+08:00", "points": 0,
    }  # fmt: skip
    assert [(one["kind"], one["who"], one["pid"], one["detail"]) for one in conduct["violations"]] == [
        ("night_post", "武松", 4, "讨论日之外的发言"),
        ("silenced", "林冲", 2, "昏厥，开场后 12 小时内的发言"),
        ("mad_text", "鲁智深", 3, "我没疯"),
        ("edited", "武松", 5, "编辑后：改过"),
    ]
    assert conduct["violations"][1]["at"] == "2026-03-04T10:00:00+08:00"


def test_a_review_in_words(folder: Path) -> None:
    text = run(folder, *WINDOW, "--imprisoned", "武松").stdout
    assert "武松 [囚禁] 1 帖（上限 20）" in text
    assert "夜间发言" in text


def test_the_vote_thread_allows_ballots(folder: Path) -> None:
    ballot = json.dumps(post(9, "鲁智深", "04T12:00:00", "投票：林冲"), ensure_ascii=False)
    (folder / "day.jsonl").write_text(ballot, "utf-8")
    for options, kinds in ((["--vote-thread"], []), ([], ["mad_text"])):
        result = run(folder, *WINDOW, "--mad", "鲁智深", "--json", *options)
        assert [one["kind"] for one in json.loads(result.stdout)["violations"]] == kinds


def test_an_unknown_name_is_one_clear_line(folder: Path) -> None:
    result = run(folder, *WINDOW, "--mad", "鲁达")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("--mad 鲁达：名单里没有这个角色")


def checked(number: int, author: str, text: str = "报到") -> Post:
    return Post(pid=number, floor=number, author=author, uid=number, posted_at=None, text=text)


def test_a_roster_is_in_the_order_of_reporting_and_a_good_names_file() -> None:
    posts = [
        checked(1, "导演", "角色报到"), checked(2, "宋江"), checked(3, "a=b"), checked(4, "路人", "看看"),
        checked(5, "宋江", "再说一句"), checked(6, "#7"), checked(7, "导演", "收到"),
    ]  # fmt: skip
    text = names_file(check_ins(posts))
    assert [entry.name for entry in parse_names(text, "names.txt")] == ["宋江", "a=b", "#7"]
    assert "# 没有写“报到”：路人" in text


def test_roster_prints_names(folder: Path) -> None:
    result = CliRunner().invoke(main, ["roster", str(folder / "day.jsonl")])
    assert result.exit_code == 0, result.output
    assert result.stdout.splitlines() == ["武松", "林冲", "鲁智深"]
