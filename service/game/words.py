"""The rules' own words for codes, and the judge's fixed sentences."""

from __future__ import annotations

from collections.abc import Mapping

from engine.ballot import Reason
from engine.model import CAMP_ZH, IDENTITY_ZH, SKILL_ZH, STATUS_ZH, Camp, Identity, Skill, Status

IDENTITY: Mapping[Identity, str] = {code: word for word, code in IDENTITY_ZH.items()}
CAMP: Mapping[Camp, str] = {code: f"〖{word}〗" for word, code in CAMP_ZH.items()}
STATUS: Mapping[Status, str] = {code: word for word, code in STATUS_ZH.items()}
SKILL: Mapping[Skill, str] = {
    **{code: word for word, code in SKILL_ZH.items()},
    Skill.LAST_SHOT: "麻醉",
}

SKILLS_OF: Mapping[Identity, str] = {
    Identity.WEREWOLF: "杀人（每晚随机一名存活的狼人行动）",
    Identity.SEER: "预言（每晚可查验一名存活角色）",
    Identity.WITCH: "通灵、解药（全局一次）、毒药（全局一次）",
    Identity.GUARD: "守护之盾、隔音之盾",
    Identity.ELDER: "长寿之命",
    Identity.HUNTER: "麻醉（昏厥时可令一名角色昏厥）",
    Identity.IDIOT: "装傻（可免于囚禁，此后你的票不计；可在计票前随时回复“装傻”预先声明）",
    Identity.CUPID: "爱神之箭（第零夜指定两名情侣）",
    Identity.PIPER: "吹笛",
    Identity.WHITE_WOLF: "归群、撕咬",
}

WHY: Mapping[Reason, str] = {
    Reason.LATE: "晚于截止时间",
    Reason.EARLY: "早于开始时间",
    Reason.NOT_A_CHARACTER: "不是本局角色",
    Reason.NOT_ELIGIBLE: "没有投票资格",
    Reason.UNKNOWN_TARGET: "没有这个角色",
    Reason.AMBIGUOUS_TARGET: "可能指不止一个角色",
    Reason.INELIGIBLE_TARGET: "该角色不能被投",
    Reason.UNREADABLE: "没有读出投给谁",
    Reason.SUPERSEDED: "已被后来的票代替",
    Reason.VOIDED: "由导演裁定作废",
    Reason.DELETED: "截止前已删除",
    Reason.SEVERAL_TARGETS: "写了不止一个角色",
    Reason.BLOCKED: "帖子被屏蔽，从未读到内容",
}

FLAG: Mapping[str, str] = {
    "part_of_name": "按名字的一部分认出",
    "on_the_line": "恰在截止的那一分钟",
    "edited": "截止前编辑过",
    "edited_after_close": "截止后编辑过，不影响计票",
    "deleted": "已删除",
    "blocked": "帖子被屏蔽，按最后读到的内容",
    "disguised": "用颜色或字号隐藏了文字",
    "suggestion": "是否想写",
    "not_seen_at_close": "截止时裁判未能读帖，依据稍后的读取",
}

REFUSED = "目标或时机不合法"
"""All that a player is told of an illegal order: anything more would tell something."""
NOT_YET = "现在不是使用这个技能的时间"


def states_zh(states: frozenset[Status]) -> str:
    """A character's states in a table."""
    shown = [
        STATUS[s] for s in (Status.IMPRISONED, Status.FAINTED, Status.MAD, Status.EXPELLED) if s in states
    ]
    return "、".join(shown) or "存活"
