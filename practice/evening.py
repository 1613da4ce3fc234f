"""Two evenings of a small game as members play them: votes, changes of mind, quotes, edits, chatter.

A script of acts at instants of the board's clock, for whoever wants a board on which something happens.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from practice.members import Member

CAST = ("贾宝玉", "林黛玉", "王熙凤", "孙悟空", "诸葛亮", "小明", "小明明", "K")
PASSWORD = "practice-{name}"
JUDGE, DIRECTOR = "判官", "某导演"


@dataclass(frozen=True, slots=True)
class Act:
    """Somebody does something at an instant. `thread` is a thread's subject, `edits` the number of an earlier act."""

    at: datetime
    who: str
    text: str
    thread: str = ""
    to: str = ""
    name: str = ""
    edits: str = ""


def acts(start: datetime, title: str) -> Iterator[Act]:
    """What the members do; `start` is 09:30 of day 1 (the board's zone)."""
    first, second = f"【投票帖】{title} 第1天", f"【投票帖】{title} 第2天"
    eve = start - timedelta(hours=12)
    yield Act(eve + timedelta(minutes=20), "K", "情侣 小明 小明明", to=JUDGE)
    for minutes, who, text, *rest in FIRST:
        yield Act(start + timedelta(minutes=minutes), who, text, thread=first, name=rest[0] if rest else "")
    yield Act(
        start + timedelta(hours=30), "林黛玉", "投票：贾宝玉（改了主意，前面那句作废）", edits="will-edit"
    )
    day2 = start + timedelta(days=2)
    for minutes, who, text in SECOND:
        yield Act(day2 + timedelta(minutes=minutes), who, text, thread=second)


FIRST: tuple[tuple[int, str, str] | tuple[int, str, str, str], ...] = (
    (5, "小明", "大家好，今天投谁当警长？"),
    (9, "贾宝玉", "投票：林黛玉"),
    (12, "林黛玉", "投票：王熙凤", "will-edit"),
    (15, "王熙凤", "投 贾宝玉，不解释了，大家加油"),
    (21, "孙悟空", "俺老孙先看看再说，投票不急，昨天我投了谁来着"),
    (33, "小明明", "投票：小明明，我要当警长"),
    (40, "小明", "我投小明明一票，名字像"),
    (47, "K", "投票对象：\n贾宝玉"),
    (55, "诸葛亮", "[quote]K 发表于 今天\n投票：K[/quote]\n引用归引用，我的票：王熙凤"),
    (70, "孙悟空", "如果投小明会怎样？"),
    (88, "孙悟空", "投票：王夫人"),
    (120, "孙悟空", "改投 王熙凤"),
    (180, "小明", "改票：王熙凤吧"),
    (240, "小明明", "撤票，再想想看"),
    (241, "小明明", "投票：小明、小明明"),
    (300, "K", "别投我，我不投小明，真的"),
    (400, "诸葛亮", "今晚月色真好，大家多说几句吧"),
    (500, "小明明", "投票：小明明"),
    (600, "小明", "投票：贾宝玉！"),
    (700, "王熙凤", "谢谢各位，投票的都是好人"),
    (900, "贾宝玉", "投票：贾宝玉，我来带队"),
    (1200, "孙悟空", "改投：贾宝玉（想了一夜）"),
    (1500, "诸葛亮", "投票：王熙凤，坚持"),
    (1700, "K", "投贾宝玉的都说说理由？"),
    (2150, "小明明", "[s]投票：K[/s]\n投票：王熙凤"),
    (2159, "小明", "改投王熙凤，最后一分钟了"),
    (2160, "K", "改投王熙凤！赶上了吗？"),
    (2160, "诸葛亮", "投票：诸葛亮，来晚了"),
)
"""Day 1: minutes after the opening, who, what."""

SECOND: tuple[tuple[int, str, str], ...] = (
    (10, "林黛玉", "投票：王熙凤"),
    (25, "K", "投 孙悟空，他话太多了"),
    (60, "王熙凤", "投票：孙悟空"),
    (90, "小明明", "投 孙悟空（同意楼上）"),
    (300, "孙悟空", "投票：王熙凤"),
    (1500, "诸葛亮", "弃票，看不出来"),
    (1600, "小明", "投票：孙悟空"),
    (2100, "贾宝玉", "投票：王熙凤"),
    (2160, "诸葛亮", "投票：孙悟空，又晚了"),
)
"""Day 2: a tie that the sheriff's two votes decide."""


class Players:
    """The cast over HTTP; each logs in at the first act."""

    def __init__(self, join: Callable[[str], Member], tid_of: Callable[[str], int | None]) -> None:
        self._join = join
        self._tid_of = tid_of
        self._members: dict[str, Member] = {}
        self._named: dict[str, int] = {}

    def play(self, act: Act) -> None:
        """Do one act. Raises KeyError if its thread is not there."""
        member = self._members.get(act.who)
        if member is None:
            member = self._members[act.who] = self._join(act.who)
        if act.to:
            member.pm(act.to, act.text)
        elif act.edits:
            member.edit(self._named[act.edits], act.text)
        else:
            tid = self._tid_of(act.thread)
            if tid is None:
                raise KeyError(act.thread)
            pid = member.reply(tid, act.text)
            if act.name:
                self._named[act.name] = pid
