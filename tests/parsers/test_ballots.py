"""Which lines are ballots, and which are not (`ballots.md`)."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parsers.ballots import BallotLine, effective, read_ballots
from parsers.model import Mark
from parsers.names import NameBook, NameEntry

BOOK = NameBook(
    [
        NameEntry("孙悟空", ("猴哥", "行者")),
        NameEntry("孙悟空空"),
        NameEntry("铁扇 公主"),
        NameEntry("白·骨-精！"),
        NameEntry("Sha Wujing"),
        NameEntry("9527"),
        NameEntry("唐僧[师父]"),
        NameEntry("紅孩兒"),
        NameEntry("红孩儿"),
        NameEntry("牛魔王"),
        NameEntry("甲"),
        NameEntry("票友"),
    ]
)


def say(line: BallotLine) -> str:
    words = [line.kind, line.target or line.reason or ""]
    return " ".join([*words, *(f"[{flag.kind}]" for flag in line.flags if flag.kind != "suggestion")]).strip()


def read(text: str, **options: bool) -> list[str]:
    return [say(line) for line in read_ballots(text, BOOK, **options)]


@pytest.mark.parametrize(
    "text",
    [
        "投票对象：孙悟空", "投票 孙悟空", "我投票给孙悟空", "投给孙悟空", "票投孙悟空", "我的票 孙悟空", "本票：孙悟空",
        "改投孙悟空", "改票 孙悟空", "改投票：孙悟空", "归票孙悟空", "VOTE 孙悟空", "/vote 孙悟空", "##vote: 孙悟空",
        "投票對象：孫悟空", "我 投 孙悟空", "【投票】孙悟空", "投票：「孙悟空」", "[vote]孙悟空[/vote]", "投票对象：\n\n孙悟空",
        "投票=孙悟空", "投票→孙悟空", "投票->孙悟空", "投票>孙悟空", "我的票是孙悟空", "投票对象为孙悟空", "投票對象為孫悟空",
        "投孙悟空（划水）", "投孙悟空，理由下面说", "投孙悟空一票", "投孙悟空1票", "投孙悟空吧", "投孙悟空了", "投孙悟空啦",
        "投孙悟空哈", "投孙悟空呗", "  * 投孙悟空", "12楼 投孙悟空", "@裁判 投票 孙悟空", "3. 投孙悟空", "① 投孙悟空",
        "[b]投票：孙悟空[/b]", "投猴哥", "投@孙悟空", "投 孫 悟 空", "孙悟空", "【孙悟空】", "@孙悟空", "猴哥", "1号",
        "投1号", "投1", "投No.1", "我的票投给孙悟空", "投一票给孙悟空", "投票：投孙悟空", "投\u200b票\u200b孙\u200b悟空", "投孙悟空……",
        "投孙悟空！！", "投孙悟空 他划水", "回复 3# 牛魔王\n孙悟空", "投1号孙悟空", "投孙&#24735;空", "投（1号）", "投 1 票给 孙悟空", "投孙悟空和猴哥", "一、投孙悟空", "投孙悟空+1票", "投孙悟空因为划水",
    ],
)  # fmt: skip
def test_a_vote(text: str) -> None:
    assert read(text) == ["vote 孙悟空"]


@pytest.mark.parametrize(
    ("text", "target"),
    [
        ("投孙悟空空", "孙悟空空"),
        ("投铁扇 公主", "铁扇 公主"),
        ("投铁扇公主 理由", "铁扇 公主"),
        ("投白·骨-精！，真的", "白·骨-精！"),
        ("投sha  wujing", "Sha Wujing"),
        ("投9527", "9527"),
        ("投唐僧[师父]", "唐僧[师父]"),
        ("投紅孩兒", "紅孩兒"),
        ("投红孩儿", "红孩儿"),
        ("投票友", "票友"),
        ("投票票友", "票友"),
        ("票友", "票友"),
    ],
)
def test_the_longest_known_name_as_written(text: str, target: str) -> None:
    assert read(text) == [f"vote {target}"]


@pytest.mark.parametrize(
    "text",
    [
        "昨天我投了孙悟空", "投孙悟空？", "投孙悟空吗", "投孙悟空 ？", "如果投孙悟空呢", "投孙悟空的都是狼", "谁投孙悟空了",
        "别投孙悟空", "我不投孙悟空", "我票孙悟空了吗", "不投孙悟空", "投谁好", "投票截止今晚", "投票已经结束了", "票数不对吧",
        "> 投孙悟空", "[quote]投孙悟空[/quote]", "[s]投孙悟空[/s]", "[code]投孙悟空[/code]", "[hide]投孙悟空[/hide]",
        "[quote][quote]投甲[/quote]投孙悟空[/quote]", "投孙悟空[/quote]", "孙悟空的票数？", "孙悟空投了牛魔王", "同意，投孙悟空",
        "(╯°□°)╯ 投孙悟空", "(=ω=) 投孙悟空", "孙悟空划水", "弃票的都是狼", "撤票吗", "@牛魔王 投票 孙悟空", "投票格式：投票 角色名", "votes: 3",
        "投孙悟空还是牛魔王？", "投孙悟空不如投牛魔王", "投了孙悟空", "投票无效", "投身革命", "本票作废", "投孙悟空之前想想", "》投孙悟空", "", "　\n\n", "孙悟空 牛魔王",
    ],
)  # fmt: skip
def test_talk_passes_in_silence(text: str) -> None:
    assert read(text) == []


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("投票：孙悟空、牛魔王", "several_targets"),
        ("投孙悟空和牛魔王", "several_targets"),
        ("投孙悟空 牛魔王", "several_targets"),
        ("投1号和3号", "several_targets"),
        ("投孙悟空，改投牛魔王", "several_targets"),
        ("投紅孩儿", "ambiguous_target"),
        ("投2号孙悟空", "ambiguous_target"),
        ("投孙悟饭", "unknown_target"),
        ("投票：99号", "unknown_target"),
        ("投 3 楼", "unknown_target"),
        ("投3楼", "unknown_target"),
        ("投孙悟空空空", "unknown_target"),
        ("投票 #1", "unknown_target"),
        ("投票1：孙悟空", "unknown_target"),
        ("投1号（孙悟空空）", "several_targets"),
        ("投孙悟空（2号）", "several_targets"),
        ("投孙悟空 or 牛魔王", "several_targets"),
        ("投孙悟空 PS：改投牛魔王", "several_targets"),
        ("改票！投孙悟空", "unreadable"),
        ("我的一票投给孙悟空", "unreadable"),
        ("投票", "unreadable"),
        ("投票对象：", "unreadable"),
        ("投票，孙悟空", "unreadable"),
        ("孙悟空投", "unreadable"),
        ("我票孙悟空", "unreadable"),
        ("孙悟空一票", "unreadable"),
        ("弃票孙悟空", "unreadable"),
        ("投孙悟空，如果他不解释", "unreadable"),
        ("公主", "unreadable"),
    ],
)
def test_near_misses_are_told_of(text: str, reason: str) -> None:
    assert read(text) == [f"rejected {reason}"]


@pytest.mark.parametrize(
    "text",
    [
        "弃票",
        "弃权",
        "我弃票",
        "我弃权",
        "棄票",
        "棄權",
        "空票",
        "不投",
        "投票：无",
        "投票：弃权",
        "弃票，没想好",
    ],
)
def test_abstaining(text: str) -> None:
    assert read(text) == ["abstain"]


@pytest.mark.parametrize(
    "text", ["撤票", "取消投票", "收回投票", "撤回投票", "撤销投票", "unvote", "撤票了", "撤回投票：甲"]
)
def test_taking_back(text: str) -> None:
    assert read(text) == ["withdraw"]


def test_every_line_of_a_post_in_order_and_the_last_valid_one_counts() -> None:
    lines = read_ballots("撤票\n投甲\n乱写一句\n改投牛魔王\n投无名氏", BOOK)
    assert [say(line) for line in lines] == ["withdraw", "vote 甲", "vote 牛魔王", "rejected unknown_target"]
    assert [line.index for line in lines] == [0, 1, 3, 4]
    counted = effective(lines)
    assert counted
    assert counted.target == "牛魔王"


def test_a_part_of_a_name_counts_and_is_flagged() -> None:
    assert read("投公主") == ["vote 铁扇 公主 [part_of_name]"]
    assert [say(line) for line in read_ballots("投公主", NameBook([NameEntry("铁扇 公主")], "exact"))] == [
        "rejected unknown_target"
    ]


def test_a_guess_is_offered_and_never_counted() -> None:
    (line,) = read_ballots("投牛魔主", BOOK)
    assert line.reason == "unknown_target"
    assert [(flag.kind, flag.detail) for flag in line.flags] == [("suggestion", "牛魔王")]


def test_a_bare_name_can_be_turned_off_and_needs_the_vote_thread() -> None:
    assert read("孙悟空", bare_name=False) == []
    assert read("孙悟空", vote_thread=False) == []
    assert read("投票：孙悟空", vote_thread=False) == []
    assert read("孙悟空？") == []
    assert read("孙悟空\n他划水") == []


def test_hidden_letters_are_flagged_and_struck_ones_are_no_ballot() -> None:
    text = "早上好\n投甲"
    hidden = Mark(kind="faint", start=4, end=6)
    assert [say(line) for line in read_ballots(text, BOOK, marks=[hidden])] == ["vote 甲 [disguised]"]
    assert read_ballots(text, BOOK, marks=[Mark(kind="strike", start=4, end=6)]) == ()
    elsewhere = Mark(kind="tiny", start=0, end=3)
    assert [say(line) for line in read_ballots(text, BOOK, marks=[elsewhere])] == ["vote 甲"]


def test_the_judge_may_be_called_by_its_account() -> None:
    assert read_ballots("@三清 投甲", BOOK) == ()
    assert [say(line) for line in read_ballots("@三清 投甲", BOOK, judges=["三清"])] == ["vote 甲"]


PIECES = st.sampled_from(
    ["投", "票", "投票对象", "：", "孙悟空", "铁扇 公主", "甲", "、", "\n", " ", "[quote]", "[/quote]", "[s]", "[/s]",
     "1号", "？", "的", "和", "撤票", "弃票", "@", "(", "[", "vote", "我", "：\n", "\u200b", "一票", "吧"]
)  # fmt: skip


@given(st.lists(st.one_of(PIECES, st.text(max_size=3)), max_size=40).map("".join))
def test_any_text_is_read_without_an_exception_and_always_the_same(text: str) -> None:
    lines = read_ballots(text, BOOK)
    assert lines == read_ballots(text, BOOK)
    for line in lines:
        assert (line.kind == "rejected") == (line.reason is not None)
        assert (line.kind == "vote") == (line.target is not None)
        assert line.target is None or line.target in BOOK.names
        assert line.text.startswith(text.split("\n")[line.index])


@pytest.mark.parametrize(
    "piece",
    ["投", "投票：", "投 ", "[quote]", "[/quote]", "[s][quote]", "投甲、", "投甲\n", "投票\n", "\n", "(", "@裁判 ", "投甲 投",
     "的", "投孙悟饭\n", "　", "1号和", "投票 \n\n", "一票吧", "啊", "：", "[b]", "甲甲", "，如果", "投无名氏 ", "&#30002;"],
)  # fmt: skip
def test_time_grows_with_the_length_only(piece: str) -> None:
    def best(size: int) -> float:
        text = (piece * (size // len(piece) + 1))[:size]
        times = []
        for _ in range(3):
            start = time.process_time()
            read_ballots(text, BOOK)
            times.append(time.process_time() - start)
        return min(times)

    small = max(best(4_000), 0.01)
    assert best(32_000) < small * 8 * 3


@pytest.mark.parametrize("board", ["x35", "d72"])
def test_the_captured_votes_are_read_as_counted_by_hand(captures: Path, board: str) -> None:
    expected = json.loads((captures / board / "votes.expect.json").read_text("utf-8"))
    manifest = json.loads((captures / board / "manifest.json").read_text("utf-8"))
    pages = {capture["file"]: capture for capture in manifest["captures"]}
    posts = {
        post["pid"]: post for file in expected["thread"]["files"] for post in pages[file]["expected"]["posts"]
    }
    book = NameBook([NameEntry(name) for name in expected["names"]])
    counted = {entry["pid"]: entry["target"] for entry in expected["expect"]["counted"]}
    assert counted
    for pid, target in counted.items():
        line = effective(read_ballots(posts[pid]["text"], book))
        assert line is not None
        assert (line.kind, line.target) == ("vote", target)
    for pid in expected["expect"]["abstained_pids"]:
        line = effective(read_ballots(posts[pid]["text"], book))
        assert line is not None
        assert line.kind == "abstain"
    for pid in expected["expect"]["ignored"]:
        if posts[pid]["author"] in book.names:
            assert read_ballots(posts[pid]["text"] or "", book) == ()
    for entry in expected["expect"]["rejected"]:
        if entry["reason"] in {"superseded", "late", "early"}:
            assert effective(read_ballots(posts[entry["pid"]]["text"], book)) is not None
