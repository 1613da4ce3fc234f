"""The words of the game: what parsers and the shell may know of the engine."""

from __future__ import annotations

from enum import StrEnum


class Identity(StrEnum):
    """身份: what a character is (R-049 … R-080). The order is that of the roster table's columns."""

    WEREWOLF = "werewolf"
    VILLAGER = "villager"
    SEER = "seer"
    WITCH = "witch"
    GUARD = "guard"
    ELDER = "elder"
    HUNTER = "hunter"
    IDIOT = "idiot"
    CUPID = "cupid"
    PIPER = "piper"
    WHITE_WOLF = "white_wolf"


class Camp(StrEnum):
    """阵营: whom a character wins with (R-011 … R-013)."""

    WEREWOLVES = "werewolves"
    WHITE_WOLF = "white_wolf"
    VILLAGERS = "villagers"
    PIPER = "piper"
    LOVERS = "lovers"


class Status(StrEnum):
    """状态: the flags of a character; `alive` is the absence of the first, second, third and last."""

    DYING = "dying"
    IMPRISONED = "imprisoned"
    FAINTED = "fainted"
    MAD = "mad"
    EXPELLED = "expelled"


class Skill(StrEnum):
    """技能: whatever a character may declare or suffer by its identity or office."""

    FORESEE = "foresee"
    COMMUNE = "commune"
    ANTIDOTE = "antidote"
    POISON = "poison"
    GUARD_SHIELD = "guard_shield"
    SOUND_SHIELD = "sound_shield"
    LONGEVITY = "longevity"
    LAST_SHOT = "last_shot"
    PLAY_FOOL = "play_fool"
    ARROW = "arrow"
    PIPE = "pipe"
    KILL = "kill"
    JOIN_PACK = "join_pack"
    BITE = "bite"
    ELOPE = "elope"
    EMPATHY = "empathy"
    ELECTION = "election"
    LEAD = "lead"
    SUCCESSION = "succession"


class Cause(StrEnum):
    """Why a state was entered."""

    VOTE = "vote"
    KILL = "kill"
    BITE = "bite"
    POISON = "poison"
    LAST_SHOT = "last_shot"
    EMPATHY = "empathy"
    DIRECTOR = "director"


IDENTITY_ZH: dict[str, Identity] = {
    "狼人": Identity.WEREWOLF,
    "村民": Identity.VILLAGER,
    "先知": Identity.SEER,
    "女巫": Identity.WITCH,
    "守卫": Identity.GUARD,
    "长老": Identity.ELDER,
    "猎人": Identity.HUNTER,
    "白痴": Identity.IDIOT,
    "爱神": Identity.CUPID,
    "吹笛": Identity.PIPER,
    "白狼": Identity.WHITE_WOLF,
}
"""The rules' own word for each identity."""

IDENTITY_ALIASES_ZH: dict[str, Identity] = {
    "预言家": Identity.SEER,
    "村长": Identity.ELDER,
    "丘比特": Identity.CUPID,
    "吹笛者": Identity.PIPER,
    "笛子": Identity.PIPER,
}
"""Other words that the rules allow (R-081, R-093, R-101, R-105)."""

CAMP_ZH: dict[str, Camp] = {
    "狼人阵营": Camp.WEREWOLVES,
    "白狼阵营": Camp.WHITE_WOLF,
    "村民阵营": Camp.VILLAGERS,
    "吹笛阵营": Camp.PIPER,
    "情侣阵营": Camp.LOVERS,
}

STATUS_ZH: dict[str, Status] = {
    "濒死": Status.DYING,
    "囚禁": Status.IMPRISONED,
    "昏厥": Status.FAINTED,
    "癫狂": Status.MAD,
    "罚下": Status.EXPELLED,
}

SKILL_ZH: dict[str, Skill] = {
    "预言": Skill.FORESEE,
    "通灵": Skill.COMMUNE,
    "解药": Skill.ANTIDOTE,
    "毒药": Skill.POISON,
    "守护之盾": Skill.GUARD_SHIELD,
    "隔音之盾": Skill.SOUND_SHIELD,
    "长寿之命": Skill.LONGEVITY,
    "麻醉": Skill.LAST_SHOT,
    "最后一枪": Skill.LAST_SHOT,
    "装傻": Skill.PLAY_FOOL,
    "爱神之箭": Skill.ARROW,
    "吹笛": Skill.PIPE,
    "杀人": Skill.KILL,
    "归群": Skill.JOIN_PACK,
    "撕咬": Skill.BITE,
    "私奔": Skill.ELOPE,
    "移情": Skill.EMPATHY,
    "竞岗": Skill.ELECTION,
    "带队": Skill.LEAD,
    "殉职": Skill.SUCCESSION,
}
