"""Madness and limits beyond what the corpora show."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.model import Status
from parsers.conduct import Bound, Conduct, ConductRules, Day, Player, Speech, judge_conduct
from parsers.madness import MadRules, mad_findings, talk_beside_ballots
from parsers.model import Mark, Post, Quote
from parsers.names import NameBook, NameEntry

BOOK = NameBook([NameEntry("阿紫"), NameEntry("游坦之"), NameEntry("汪剑通")])
OPEN = datetime(2026, 3, 4, 1, 30, tzinfo=UTC)
DAY = Day(opens=OPEN, closes=OPEN + timedelta(hours=36), number=2)


def post(text: str | None, pid: int = 1, hours: float = 1, marks: tuple[Mark, ...] = ()) -> Post:
    return Post(
        pid=pid,
        floor=pid + 1,
        author="阿紫",
        uid=7,
        posted_at=OPEN + timedelta(hours=hours),
        text=text,
        marks=marks,
    )


def found(text: str, *, vote: bool = False, marks: tuple[Mark, ...] = ()) -> list[tuple[str, str]]:
    return [
        (one.kind, one.detail)
        for one in mad_findings(post(text, marks=marks), BOOK, MadRules(), vote_thread=vote)
    ]


def judge(*speeches: Speech, states: tuple[Bound, ...] = (), rules: ConductRules | None = None) -> Conduct:
    return judge_conduct(
        speeches, [Player(name="阿紫", states=states, points=3)], DAY, rules or ConductRules(), BOOK
    )


@pytest.mark.parametrize(
    "text", ["投票：汪剑通", "【投票】汪剑通", "弃票", "撤票", "汪剑通", "喵\n投票对象：\n游坦之\n汪"]
)
def test_a_ballot_in_the_vote_thread_is_allowed(text: str) -> None:
    assert found(text, vote=True) == []


@pytest.mark.parametrize(
    ("text", "chars"),
    [
        ("投汪剑通吧", "吧"),
        ("@裁判 投汪剑通", "@裁判"),
        ("投汪剑通，游坦之", "投剑通，游坦之"),
        ("投剑", "投剑"),
    ],
)
def test_nothing_beside_it_is(text: str, chars: str) -> None:
    assert found(text, vote=True) == [("mad_text", chars)]


def test_emoji_that_a_board_of_another_charset_writes_as_a_number() -> None:
    assert found("喵&#128570;") == []


def test_hidden_words_code_and_quotes_are_words() -> None:
    mad = Post(
        pid=1, floor=1, author="阿紫", uid=7, posted_at=OPEN, text="喵", hidden="我", code=("是",),
        quotes=(Quote(author=None, text="狼"),),
    )  # fmt: skip
    assert [one.detail for one in mad_findings(mad, BOOK, MadRules(), vote_thread=False)] == ["我是狼"]
    assert [
        one.detail for one in mad_findings(mad, BOOK, MadRules(quotes_count=False), vote_thread=False)
    ] == ["我是"]


def test_one_style_over_the_whole_post_changes_nothing_inside() -> None:
    assert found("喵喵", marks=(Mark(kind="color", start=0, end=2),)) == []
    assert found("喵喵", marks=(Mark(kind="color", start=0, end=1),)) == [("mad_art", "文字样式有变化")]


@pytest.mark.parametrize(
    "text", ["喵喵\n汪汪\n咕咕", "　　喵喵\n　　汪汪\n　　咕", "汪 汪 汪", "啊，" * 3, "喵 汪 咕 呱 啊"]
)
def test_ordinary_sounds_are_no_art(text: str) -> None:
    assert "mad_art" not in [kind for kind, _ in found(text)]


@pytest.mark.parametrize(
    ("text", "talks"),
    [
        ("投阿紫", False),
        ("投阿紫吧", False),
        ("阿紫", False),
        ("投阿紫（划水）", True),
        ("我不是狼", True),
        ("投阿朱", False),
        ("投阿紫\n他划水", True),
    ],
)
def test_talk_beside_a_ballot(text: str, talks: bool) -> None:
    assert talk_beside_ballots(text, BOOK) is talks


def test_a_ballot_with_talk_breaks_the_mute() -> None:
    fainted = (Bound(status=Status.FAINTED),)
    clean = judge(Speech(post=post("投阿紫"), who="阿紫", thread="vote"), states=fainted)
    assert clean.violations == ()
    talking = judge(Speech(post=post("投阿紫，我是先知"), who="阿紫", thread="vote"), states=fainted)
    assert [one.kind for one in talking.violations] == ["silenced"]


def test_a_state_binds_from_when_it_is_known_until_it_is_lifted() -> None:
    lifted = OPEN + timedelta(hours=5)
    states = (Bound(status=Status.MAD, since=OPEN, until=lifted),)
    speeches = [Speech(post=post("我说", pid=n, hours=h), who="阿紫") for n, h in ((1, 4.99), (2, 5), (3, 6))]
    conduct = judge(*speeches, states=states)
    assert [one.pid for one in conduct.violations] == [1]
    assert conduct.characters[0].states == (Status.MAD,)


def test_an_edited_mad_post_is_checked_again_and_told_of_once() -> None:
    speech = Speech(post=post("喵"), later=(post("喵，"), post("喵，是")), who="阿紫", edited=True)
    conduct = judge(speech, states=(Bound(status=Status.MAD),))
    assert [(one.kind, one.detail) for one in conduct.violations] == [
        ("mad_text", "，是"),
        ("edited", "原文：喵"),
    ]


def test_what_a_violation_tells() -> None:
    rules = ConductRules(post_limit=0, penalties={"over_limit": 2})
    conduct = judge(
        Speech(post=post("早", pid=40), who="阿紫"), states=(Bound(status=Status.IMPRISONED),), rules=rules
    )
    (one,) = conduct.violations
    assert (one.kind, one.who, one.pid, one.floor, one.points, one.clause, one.text) == (
        "over_limit", "阿紫", 40, 41, 2, "R-043", "早",
    )  # fmt: skip
    assert one.detail == "第 1 帖（上限 0）"
    (line,) = conduct.characters
    assert (line.posts, line.limit, line.silent_until, line.points) == (1, 0, None, 3)


def test_a_post_without_words_breaks_nothing() -> None:
    conduct = judge(Speech(post=post(None), who="阿紫"), states=(Bound(status=Status.MAD),))
    assert conduct.violations == ()
    assert conduct.characters[0].posts == 1


@given(st.text(), st.booleans())
def test_any_text_is_judged_without_an_exception(text: str, vote: bool) -> None:
    for finding in mad_findings(post(text), BOOK, MadRules(), vote_thread=vote):
        assert finding.detail


@pytest.mark.parametrize(
    "piece",
    ["喵", "😀", "喵 ", "　喵\n", "投阿紫\n", "👨\u200d", "（", "&#128512;", "是", "\n", "喵" + " " * 50],
)
def test_time_grows_with_the_length_only(piece: str) -> None:
    def best(size: int) -> float:
        text = (piece * (size // len(piece) + 1))[:size]
        times = []
        for _ in range(3):
            start = time.process_time()
            found(text, vote=True)
            times.append(time.process_time() - start)
        return min(times)

    small = max(best(4_000), 0.01)
    assert best(32_000) < small * 8 * 3
