"""How members word their votes, each wording with what it means by `ballots.md`."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from tests.journey.ledger import Meaning
from tests.journey.words import MAD_LETTERS

_BALLOTS = (
    "投票：{t}",
    "【投票】{t}",
    "投票 {t}",
    "投票对象：{t}",
    "我投票给{t}",
    "投票：「{t}」",
    "投票对象：\n{t}",
    "先想一想再说。\n投票：{t}",
    "投票：{t}（昨天的话前后不一）",
    "[b]投票：{t}[/b]",
    "投票→{t}",
    "vote {t}",
    "我投{t}，理由晚上补",
)
_CHANGES = ("改投：{t}", "想了想，换一个。\n改投 {t}", "改票：{t}")
_ABSTAIN = ("弃票", "我弃权")
_TALK = (
    "大家再想想，今天还早着呢。",
    "昨天我投了{t}，现在有点后悔。",
    "如果投{t}，晚上会怎么样呢",
    "谁投{t}了？",
    "我觉得{t}说话太少。",
    "别投{t}，先听听他怎么说。",
    "第一楼写得真长，先占个位子。",
)


def ballot(chance: Random, target: str, seat: int, *, change: bool = False) -> tuple[str, Meaning]:
    """A vote for somebody; sometimes by the number of the seat."""
    if not change and chance.random() < 0.08:
        return f"投票：{seat}号", Meaning("ballot", target)
    form = chance.choice(_CHANGES if change else _BALLOTS)
    return form.format(t=target), Meaning("ballot", target)


def mad_ballot(target: str) -> tuple[str, Meaning]:
    """A vote within the rule of madness."""
    return f"投票：{target}", Meaning("ballot", target)


def abstention(chance: Random) -> tuple[str, Meaning]:
    """A vote for nobody."""
    return chance.choice(_ABSTAIN), Meaning("abstain")


def withdrawal() -> tuple[str, Meaning]:
    """The vote is taken back."""
    return "撤票", Meaning("withdraw")


def talk(chance: Random, names: Sequence[str]) -> tuple[str, Meaning]:
    """Words that are no vote, though some name a name."""
    return chance.choice(_TALK).format(t=chance.choice(names)), Meaning("talk")


def mad_talk(chance: Random) -> tuple[str, Meaning]:
    """What a mad character may say."""
    return "".join(chance.choice(MAD_LETTERS) for _ in range(6)), Meaning("talk")


def unreadable(chance: Random) -> tuple[str, Meaning]:
    """A voting word without a name."""
    return chance.choice(("投票：", "我投票给")), Meaning("bad", reason="unreadable")


def unknown(chance: Random) -> tuple[str, Meaning]:
    """A vote for somebody who plays nobody."""
    return f"投票：{chance.choice(('无名氏某', '路人戊己庚', '扫地僧'))}", Meaning(
        "bad", reason="unknown_target"
    )


def several(one: str, two: str) -> tuple[str, Meaning]:
    """Two names on one line."""
    return f"投票：{one}、{two}", Meaning("bad", reason="several_targets")


def quoting(author: str, quoted: str, said: tuple[str, Meaning]) -> tuple[str, Meaning]:
    """One's own words after somebody else's: only the own ones count."""
    text = f"[quote][size=2][color=#999999]{author} 发表于 2026-3-2 10:00[/color][/size]\n{quoted}[/quote]\n{said[0]}"
    return text, said[1]
