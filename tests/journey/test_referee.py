"""The referee accepts a right game and finds a wrong one.

A stand-in of the judge plays one game to the letter; then single words of what it published are changed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest

from practice.records import Post, PrivateMessage
from tests.journey.fake_judge import FakeJudge
from tests.journey.harness import Journey
from tests.journey.names import TWENTY
from tests.journey.setting import Setup
from tests.journey.words import dealt


def truth(kind: str, text: str) -> str:
    del kind
    return text


@pytest.fixture(scope="module")
def journey(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Journey]:
    """A game that the stand-in led without fault."""
    identities = dict(zip(TWENTY, dealt(20), strict=True))
    with Journey(Setup(TWENTY, identities=identities, seed="fake"), tmp_path_factory.mktemp("fake")) as one:
        one.stand_in(FakeJudge(one.scene, one.clock.now, identities, truth))
        one.play()
        yield one


def test_a_right_game_is_accepted(journey: Journey) -> None:
    assert journey.referee().problems() == []
    assert journey.watcher.found == []
    assert journey.watcher.pages_read >= 20


def test_the_members_did_what_makes_counting_hard(journey: Journey) -> None:
    course = journey.referee()
    course.problems()
    assert course.course is not None
    days = course.course.days
    assert {reason for d in days for reason in d.count.rejected.values()} >= {
        "late",
        "not_a_character",
        "unknown_target",
        "several_targets",
        "unreadable",
        "ineligible_target",
    }
    assert any(d.count.superseded for d in days)
    assert any(d.count.abstained for d in days)
    assert any(len(p.versions) > 1 for p in journey.scene.ledger.posts.values())
    assert {"ack", "refused"} <= set(course.course.verdicts.values())


def judges_posts(journey: Journey, words: str) -> list[Post]:
    state = journey.board.state
    return [p for p in state.posts.values() if p.uid == journey.judge and words in p.text]


def judges_letters(journey: Journey, words: str) -> list[PrivateMessage]:
    state = journey.board.state
    return [m for m in state.messages.values() if m.sender == journey.judge and words in m.text]


def _bump(match: re.Match[str]) -> str:
    return f"[td][b]{int(match[1]) + 1}[/b][/td]"


PUBLIC_LIES: dict[str, tuple[str, Callable[[str], str]]] = {
    "one vote too many": (
        "第三天投票结果",
        lambda t: re.sub(r"\[td\]\[b\](\d+)\[/b\]\[/td\]", _bump, t, count=1),
    ),
    "a voter left out": (
        "第二天投票结果",
        lambda t: re.sub(r"\[td\]\S+ \[url=[^\]]*\]#\d+\[/url\]　", "[td]", t, count=1),
    ),
    "another voter's ballot": (
        "第二天投票结果",
        lambda t: re.sub(r"pid=(\d+)\]#", lambda m: f"pid={int(m[1]) + 1}]#", t, count=1),
    ),
    "a wrong floor": (
        "第二天投票结果",
        lambda t: re.sub(r"\]#(\d+)\[", lambda m: f"]#{int(m[1]) + 9}[", t, count=1),
    ),
    "the sheriff's vote counted once": ("警长×2", lambda t: t.replace("警长×2", "")),
    "another sheriff": ("第一天投票结果", lambda t: re.sub(r"\[b\]\S+当选警长", "[b]阿K当选警长", t)),
    "a rejected post left out": ("第一天投票结果", lambda t: re.sub(r"\[\*\][^\n]*\n", "", t, count=1)),
    "a wrong reason": ("第一天投票结果", lambda t: t.replace("没有这个角色", "没有读出投给谁")),
    "nobody silent": (
        "第一天投票结果",
        lambda t: re.sub(r"(未投\[/td\]\[td\]—\[/td\]\[td\])[^\[]*", r"\1无", t),
    ),
    "another one imprisoned": (
        "第三天投票结果",
        lambda t: re.sub(r"\[b\]\S+?(进入囚禁状态|无人出局)", "[b]温吞水进入囚禁状态", t),
    ),
    "windows moved": (
        "第二天投票结果",
        lambda t: re.sub(r"(夜晚1 \d\d:\d\d–\d\d):\d\d", r"\1:59", t, count=1),
    ),
    "an empty list": ("第二天开始", lambda t: re.sub(r"夜晚昏厥：\[b\][^\[]*", "夜晚昏厥：[b]某人", t)),
    "an old sheriff": ("第三天开始", lambda t: re.sub(r"当日警长：\[b\][^\[]*", "当日警长：[b]空缺", t)),
    "skills lost without cause": ("第二天开始", lambda t: t + "\n所有特殊身份与普通身份失去其技能。"),
    "another winner": ("获胜[/b]", lambda t: re.sub(r"〖.{4}〗获胜", "〖吹笛阵营〗获胜", t)),
    "another salt": ("获胜[/b]", lambda t: t.replace("盐：", "盐：0")),
    "another seed": ("获胜[/b]", lambda t: t.replace("种子：", "种子：0")),
    "another commitment": ("报到[/b]", lambda t: re.sub("[0-9a-f]{64}", "0" * 64, t)),
    "a draw changed": ("获胜[/b]", lambda t: re.sub(r"(wolf/0 → )\S+", r"\1某人", t, count=1)),
    "identities swapped": ("获胜[/b]", lambda t: t.replace("[td]先知[/td]", "[td]女巫[/td]")),
    "says it is late": ("第二天开始", lambda t: t + "\n本公示因裁判离线而迟发"),
    "no mark": ("第二天开始", lambda t: t.replace("公示编号", "编号")),
}


@pytest.mark.parametrize("lie", PUBLIC_LIES, ids=lambda lie: lie.replace(" ", "-"))
def test_a_wrong_notice_is_found(journey: Journey, lie: str) -> None:
    words, change = PUBLIC_LIES[lie]
    post = judges_posts(journey, words)[0]
    true = post.text
    post.text = change(true)
    assert post.text != true, "the lie changes nothing"
    try:
        assert journey.referee().problems() != []
    finally:
        post.text = true


def test_a_doubled_notice_is_found(journey: Journey) -> None:
    first = judges_posts(journey, "第二天投票结果")[0]
    pid = journey.board.post(first.tid, journey.judge, first.text)
    try:
        assert any("published twice" in p for p in journey.referee().problems())
    finally:
        del journey.board.state.posts[pid]
        journey.board.state._by_thread[first.tid].remove(pid)


LETTER_LIES: dict[str, tuple[str, Callable[[str], str]]] = {
    "the seer is told wrong": (
        "查验结果：",
        lambda t: t.replace("非村民", "村民") if "非" in t else t.replace("村民", "非村民"),
    ),
    "another lover": ("成为情侣", lambda t: t.replace("你与 ", "你与 某")),
    "a witch's list too long": ("今晚的目标：", lambda t: t.replace("今晚的目标：", "今晚的目标：温吞水、")),
    "a pack too large": ("狼人阵营〗的同伴：", lambda t: t.replace("同伴：", "同伴：温吞水、")),
    "a refusal taken for assent": ("未接受“", lambda t: "已收到：好。\n（编号 P-x）"),
    "another identity": ("的身份是：先知", lambda t: t.replace("先知", "女巫")),
}


@pytest.mark.parametrize("lie", LETTER_LIES, ids=lambda lie: lie.replace(" ", "-"))
def test_a_wrong_letter_is_found(journey: Journey, lie: str) -> None:
    words, change = LETTER_LIES[lie]
    letter = judges_letters(journey, words)[0]
    true = letter.text
    letter.text = change(true)
    assert letter.text != true, "the lie changes nothing"
    try:
        assert journey.referee().problems() != []
    finally:
        letter.text = true


@pytest.mark.parametrize("words", ["你是警长", "起处于癫狂状态", "夜晚1（", "今晚由你行动", "成为情侣"])
def test_a_letter_to_the_wrong_reader_is_found(journey: Journey, words: str) -> None:
    letter = judges_letters(journey, words)[0]
    true = letter.receiver
    letter.receiver = next(uid for uid in journey.scene.uids.values() if uid != true)
    try:
        assert journey.referee().problems() != []
    finally:
        letter.receiver = true


FLAG_LIES: dict[str, Callable[[str], str]] = {
    "a breach passed over": lambda t: t.replace("提示", "记录"),
    "another author": lambda t: re.sub(r"^1\. \S+", "1. 某人", t, flags=re.MULTILINE),
    "another kind": lambda t: t.replace("昏厥期间发言", "超过发帖上限"),
    "another post": lambda t: re.sub(r"pid (\d+)", "pid 9999", t),
    "told twice": lambda t: t + "\n" + t.split("\n", 1)[1],
}


@pytest.mark.parametrize("lie", FLAG_LIES, ids=lambda lie: lie.replace(" ", "-"))
def test_a_wrong_flag_is_found(journey: Journey, lie: str) -> None:
    letter = judges_letters(journey, "昏厥期间发言")[0]
    true = letter.text
    letter.text = FLAG_LIES[lie](true)
    assert letter.text != true, "the lie changes nothing"
    try:
        assert journey.referee().problems() != []
    finally:
        letter.text = true


@pytest.mark.parametrize("words", ["查验结果", "今晚的目标", "起处于癫狂状态", "未接受“"])
def test_a_missing_letter_is_found(journey: Journey, words: str) -> None:
    letter = judges_letters(journey, words)[0]
    true = letter.sender
    letter.sender = 0
    try:
        assert journey.referee().problems() != []
    finally:
        letter.sender = true
