"""The words that declare a skill, in the rules' own terms and in the players'."""

from __future__ import annotations

import re
from dataclasses import dataclass

from engine.model import SKILL_ZH, Skill
from parsers import phrases

SKILL_WORDS: dict[Skill, tuple[str, ...]] = {
    Skill.FORESEE: ("查验", "预言", "查验对象", "验人", "查人", "验", "查"),
    Skill.GUARD_SHIELD: ("守护", "守护之盾", "守护对象", "守护盾", "守", "盾"),
    Skill.SOUND_SHIELD: ("隔音", "隔音之盾", "隔音盾", "隔音对象"),
    Skill.PIPE: ("吹笛", "吹笛对象", "吹", "笛"),
    Skill.KILL: ("杀", "杀人", "杀死", "击杀", "刀", "刀人", "杀人对象"),
    Skill.BITE: ("撕咬", "撕咬对象", "咬", "撕"),
    Skill.ANTIDOTE: ("解药", "救", "救人", "解", "解救"),
    Skill.POISON: ("毒药", "毒", "毒杀", "毒死", "毒人"),
    Skill.LAST_SHOT: ("麻醉", "最后一枪", "开枪", "开枪打", "开枪带走", "枪", "打", "带走", "枪杀"),
    Skill.ARROW: ("情侣", "爱神之箭", "指定情侣", "连", "连线", "连情侣", "情侣对象"),
    Skill.SUCCESSION: (
        "继任", "继任者", "警长继任", "继任警长", "警徽给", "警徽移交", "警长移交", "警长移交给", "移交警长", "警长给",
    ),
    Skill.JOIN_PACK: ("归群", "加入狼群"),
    Skill.PLAY_FOOL: ("装傻",),
}  # fmt: skip
"""Every word for a skill; the first one is the word that is said back."""

NO_TARGET = frozenset({Skill.JOIN_PACK, Skill.PLAY_FOOL})
MOST_TARGETS = {Skill.PIPE: 2, Skill.ARROW: 2}
FEWEST_TARGETS = {Skill.ARROW: 2}

FILLER = re.compile(
    rf"(?:{phrases.words('今晚', '今夜', '晚上', '我', '本人', '要', '选择', '决定', '请', '那就', '使用', '用', '发动', '指定', '改', '改为', '改成', '换成', '继续', '还是')}|[ \u200b])"
)
"""What may stand in front of a skill's word (pieces)."""

REFUSED = re.compile(phrases.words("不用", "不使用", "不发动", "不开", "不要", "不", "放弃", "跳过"))
"""In front of a skill's word: the skill is not used."""

UNUSED = re.compile(
    phrases.words(
        "不用", "不使用", "不发动", "不用了", "无", "放弃", "跳过", "不救", "不毒", "留着", "没有", "先不用"
    )
)
"""Behind a skill's word: it is not used."""

NOTHING = re.compile(
    rf"(?:{phrases.words('都', '全都', '今晚', '今夜', '我', '本轮', '全部', '技能', '两个都')}|[ \u200b])*"
    rf"(?:{phrases.words('不用', '不使用', '不发动', '不用技能', '不使用技能', '不发动技能', '放弃', '放弃技能', '跳过', '不行动', '不操作', '空过', '不用任何技能', 'pass')}){phrases.GAP}(?:{phrases.words('了谢谢')})?"
)
"""No skill is used tonight."""

TAKE_BACK = re.compile(
    rf"(?:我|{phrases.GAP})(?:{phrases.words('取消', '撤回', '收回', '撤销')})"
    rf"(?:{phrases.words('指令', '行动', '命令', '操作', '技能', '全部', '全部指令', '所有指令', '刚才的指令', '刚才的', '前面的', '之前的', '上一条')})?"
    rf"|(?:{phrases.words('刚才', '上面', '前面', '之前')})的?(?:{phrases.words('指令', '行动')})?(?:{phrases.words('作废', '不算', '不算数', '取消')})"
)

MY_VOTE = re.compile(
    rf"(?:{phrases.words('我的票', '查我的票', '查看我的票', '查询我的票')}{phrases.GAP}"
    rf"(?:{phrases.words('是谁', '投了谁', '投给了谁', '投给谁', '投给谁了', '投的谁', '呢', '在哪', '是什么', '是哪个')})?"
    rf"|{phrases.words('我投的谁', '我投了谁', '我投的是谁', '我票了谁', '我投给了谁', '我投谁了', '我投给谁了', '我投给谁')}|我(?:现在|目前)投?的?票?(?:投的)?(?:给|投给)?(?:是|了)?谁)[了吗呢 \u200b。!?~】\])]*$"
)

ADDRESS = re.compile(
    rf"@?(?:{phrases.words('导演', '法官', '裁判', '判官', '主持', '主持人', 'gm', '上帝')})"
    rf"(?:{phrases.words('你好', '您好', '晚上好', '好', '大人')})?[ \u200b,:!~。]*"
    rf"|(?:{phrases.words('行动', '指令', '命令', '技能', '操作', '我的行动', '今晚行动', '本夜行动')}|夜晚[0-9一二三四五六]?)[ \u200b]*:"
)
"""In front of an order: a call of the judge, or a heading."""

WISH = re.compile(
    rf"(?:{phrases.words('我', '今晚')}|[ \u200b])*(?:{phrases.words('想', '想要', '打算', '准备', '考虑', '应该')})"
)
"""A wish is not yet an order: asked back."""

CHANGE = re.compile(phrases.words("改成", "改为", "换成", "改", "换"))
"""In front of a name and no skill: asked back."""

TOWARDS = re.compile(rf"[对把给]?{phrases.GAP}")

LINK = re.compile(
    phrases.words("改成", "改为", "换成", "一下", "选择", "用在", "用于", "用给", "目标", "对象")
)
"""Between a skill's word and its target (pieces)."""

SELF = frozenset({"自己", "我自己", "我", "本人", "自身"})


@dataclass(frozen=True, slots=True)
class Said:
    """A skill's word found in a line."""

    skill: Skill
    word: str
    end: int


def skill_at(text: str, position: int) -> Said | None:
    """The longest word for a skill at a position of a levelled line; a second word for the same is part of it."""
    best: Said | None = None
    for skill, pattern in PATTERNS.items():
        match = pattern.match(text, position)
        if match and (best is None or match.end() > best.end):
            best = Said(skill, match.group().replace(" ", "").replace("\u200b", ""), match.end())
    return best


PATTERNS = {skill: re.compile(phrases.words(*said)) for skill, said in SKILL_WORDS.items()}

TERMS = {skill: term for term, skill in reversed(SKILL_ZH.items())}
"""Each skill's own term."""
