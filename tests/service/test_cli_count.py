"""`panguan count`: one vote thread, with no game folder."""

from __future__ import annotations

import json
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from service.cli import main

NAMES = "# 第一局\n关羽 = 云长, 关公\n张飞\n赵云\n马超\n黄忠\n"
FROM, UNTIL = "2026-03-02T09:30:00", "2026-03-03T21:30:00"


def post(pid: int, author: str, at: str, text: str | None, **more: object) -> dict[str, object]:
    return {
        "pid": pid, "floor": pid - 99, "author": author, "posted_at": f"2026-03-{at}+08:00", "text": text, **more,
    }  # fmt: skip


POSTS = [
    post(100, "判官", "02T09:00:00", "投票：角色名"),
    post(101, "关羽", "02T09:10:00", "投张飞"),
    post(102, "关羽", "02T10:00:00", "投票：赵云"),
    post(103, "张飞", "02T10:05:00", "投赵云吧"),
    post(104, "赵云", "02T10:06:00", "投票：张非"),
    post(105, "马超", "02T11:00:00", "弃票"),
    post(106, "关羽", "02T12:00:00", "改投张飞"),
    post(107, "路人", "02T12:30:00", "投张飞"),
    post(108, "黄忠", "03T21:30:00", "投张飞"),
    post(109, "赵云", "03T20:00:00", None, state="blocked"),
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "names.txt").write_text(NAMES, "utf-8")
    write(tmp_path, POSTS)
    return tmp_path


def write(folder: Path, posts: list[dict[str, object]]) -> None:
    lines = [json.dumps(one, ensure_ascii=False) for one in posts]
    (folder / "vote.jsonl").write_text("\n".join(lines) + "\n", "utf-8")


def run(folder: Path, *options: str) -> Result:
    arguments = ["count", str(folder / "vote.jsonl"), "--names", str(folder / "names.txt"), *options]
    return CliRunner().invoke(main, arguments)


def document(folder: Path, *options: str) -> dict[str, Any]:
    result = run(folder, "--json", *options)
    assert result.exit_code == 0, result.output
    loaded: dict[str, Any] = json.loads(result.stdout)
    return loaded


def test_a_count_as_json(folder: Path) -> None:
    count = document(folder, "--from", FROM, "--until", UNTIL, "--sheriff", "关公")
    assert count["from"] == "2026-03-02T09:30:00+08:00"
    assert count["until"] == "2026-03-03T21:30:00+08:00"
    assert [(line["target"], line["votes"]) for line in count["standing"]] == [("张飞", 2), ("赵云", 1)]
    assert count["standing"][0]["voters"] == [
        {"voter": "关羽", "weight": 2, "pid": 106, "floor": 7, "at": "2026-03-02T12:00:00+08:00"}
    ]
    assert count["standing"][0]["reached_at"] == "2026-03-02T12:00:00+08:00"
    assert count["abstained"] == ["马超"]
    assert count["silent"] == ["赵云", "黄忠"]
    assert count["outcome"] == {"kind": "out", "target": "张飞", "reason": "most_votes"}
    assert {(one["pid"], one["reason"]) for one in count["rejected"]} == {
        (101, "early"), (102, "superseded"), (104, "unknown_target"), (107, "not_a_character"), (108, "late"),
        (109, "blocked"),
    }  # fmt: skip
    assert {"kind": "suggestion", "pid": 104, "who": "赵云", "detail": "张飞"} in count["flags"]
    assert count["pages_missing"] == []
    assert count["day"] is None


def test_without_a_window_every_post_is_inside(folder: Path) -> None:
    count = document(folder)
    assert {one["reason"] for one in count["rejected"]} == {
        "superseded", "unknown_target", "not_a_character", "blocked",
    }  # fmt: skip
    assert (count["from"], count["until"]) == (None, None)


def test_day_one_elects_the_first_to_reach(folder: Path) -> None:
    write(folder, [post(1, "关羽", "02T10:00:00", "投马超"), post(2, "张飞", "02T10:01:00", "投黄忠")])
    assert document(folder, "--election")["outcome"] == {
        "kind": "elected", "target": "马超", "reason": "first_to_reach",
    }  # fmt: skip


def test_weights_and_who_is_out_or_expelled(folder: Path) -> None:
    count = document(folder, "--weight", "张飞=5", "--out", "赵云", "--expelled", "马超")
    assert {(one["pid"], one["reason"]) for one in count["rejected"]} >= {
        (103, "ineligible_target"), (105, "not_eligible"),
    }  # fmt: skip
    assert document(folder, "--weight", "张飞=5")["standing"][0]["votes"] == 5


def test_a_count_in_words_names_what_did_not_count_and_why(folder: Path) -> None:
    text = run(folder, "--from", FROM, "--until", UNTIL).stdout
    assert "张飞 出局" not in text  # one vote each, and no sheriff
    assert "最高票相同" in text
    assert "#5 赵云 “投票：张非”" in text
    assert "没有这个角色（是否想写 张飞）" in text
    assert "晚于截止时间" in text


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--sheriff", "关于"], "--sheriff 关于：名单里没有这个角色"),
        (["--weight", "张飞"], "--weight 张飞：写成"),
        (["--weight", "张飞=多"], "--weight"),
        (["--from", "昨天"], "--from 昨天：不是 ISO 8601 时间"),
        (["--from", UNTIL, "--until", FROM], "不早于"),
    ],
)
def test_a_bad_option_is_one_clear_line(folder: Path, options: list[str], said: str) -> None:
    result = run(folder, *options)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert said in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("{}", "缺少 pid"),
        ("不是 JSON", "不是 JSON"),
        ("", "里面没有帖子"),
        ('{"pid": null, "floor": 1, "author": "关羽", "posted_at": null, "text": ""}', "没有 pid"),
    ],
)
def test_a_bad_source_is_one_clear_line(folder: Path, content: str, said: str) -> None:
    (folder / "vote.jsonl").write_text(content, "utf-8")
    result = run(folder)
    assert result.exit_code == 2
    assert said in result.stderr
    assert "vote.jsonl" in result.stderr


def test_a_page_that_is_no_thread_and_a_file_that_is_not_there(folder: Path) -> None:
    names = str(folder / "names.txt")
    (folder / "page.html").write_text("<html><body>hello</body></html>", "utf-8")
    result = CliRunner().invoke(main, ["count", str(folder / "page.html"), "--names", names])
    assert (result.exit_code, result.stdout) == (2, "")
    assert "不是帖子页面" in result.stderr
    result = CliRunner().invoke(main, ["count", str(folder / "none.html"), "--names", names])
    assert result.exit_code == 2
    assert "没有这个文件" in result.stderr


def test_the_same_post_read_twice_is_one_ballot_and_an_edit_is_seen(folder: Path) -> None:
    old = post(7, "关羽", "02T10:00:00", "投张飞")
    new = post(7, "关羽", "02T10:00:00", "投马超", edited_at="2026-03-02T11:00:00+08:00", edited_by="关羽")
    write(folder, [old, old, new])
    count = document(folder)
    assert [(line["target"], line["votes"]) for line in count["standing"]] == [("马超", 1)]
    assert [flag["kind"] for flag in count["flags"]] == ["edited"]


@pytest.mark.parametrize("board", ["x35", "d72"])
def test_the_captured_threads_are_counted_as_by_hand(captures: Path, tmp_path: Path, board: str) -> None:
    expected = json.loads((captures / board / "votes.expect.json").read_text("utf-8"))
    names = tmp_path / "names.txt"
    names.write_text("\n".join(expected["names"]) + "\n", "utf-8")
    files = [str(captures / board / name) for name in expected["thread"]["files"]]
    window = ["--from", expected["from"], "--until", expected["until"]]
    result = CliRunner().invoke(main, ["count", *files, "--names", str(names), *window, "--json"])
    assert result.exit_code == 0, result.output
    count = json.loads(result.stdout)
    hand = expected["expect"]
    zone = datetime.fromisoformat(expected["from"]).tzinfo
    for line in count["standing"]:
        for vote in [line, *line["voters"]]:
            key = "reached_at" if "reached_at" in vote else "at"
            vote[key] = datetime.fromisoformat(vote[key]).astimezone(zone).isoformat()
    assert count["standing"] == [
        {k: v for k, v in line.items() if k != "reached_pid"} for line in hand["standing"]
    ]
    assert (count["abstained"], count["silent"]) == (hand["abstained"], hand["silent"])
    assert {(one["pid"], one["reason"]) for one in count["rejected"]} == {
        (one["pid"], one["reason"]) for one in hand["rejected"]
    }
    assert count["pages_missing"] == []
    without = CliRunner().invoke(main, ["count", *files[::2], "--names", str(names), "--json"])
    assert json.loads(without.stdout)["pages_missing"] == list(range(2, len(files) + 1, 2))


def test_a_reply_that_only_its_author_sees_is_told_as_such(folder: Path) -> None:
    write(folder, [*POSTS, post(110, "黄忠", "03T20:00:00", None, state="hidden")])
    lines = [line for line in run(folder).stdout.splitlines() if "#11 黄忠" in line]
    assert len(lines) == 1
    assert "看不到内容" in lines[0]
    assert "没有读出投给谁" not in lines[0]
