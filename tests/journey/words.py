"""The words and tables of the game as the tests know them, typed again from the rules and not from the product."""

from __future__ import annotations

IDENTITIES = ("狼人", "村民", "先知", "女巫", "守卫", "长老", "猎人", "白痴", "爱神", "吹笛", "白狼")

ROSTER: dict[int, tuple[int, ...]] = {
    6: (2, 3, 0, 1, 0, 0, 0, 0, 0, 0, 0),
    7: (2, 4, 0, 1, 0, 0, 0, 0, 0, 0, 0),
    8: (2, 4, 0, 1, 0, 0, 0, 0, 1, 0, 0),
    9: (2, 5, 0, 1, 0, 0, 0, 0, 1, 0, 0),
    10: (3, 4, 1, 1, 0, 0, 0, 0, 1, 0, 0),
    11: (3, 5, 1, 1, 0, 0, 0, 0, 1, 0, 0),
    12: (3, 4, 1, 1, 1, 0, 0, 0, 1, 1, 0),
    13: (3, 5, 1, 1, 1, 0, 0, 0, 1, 1, 0),
    14: (3, 5, 1, 1, 1, 0, 1, 0, 1, 1, 0),
    15: (4, 5, 1, 1, 1, 0, 1, 0, 1, 1, 0),
    16: (4, 5, 1, 1, 1, 1, 1, 0, 1, 1, 0),
    17: (4, 6, 1, 1, 1, 1, 1, 0, 1, 1, 0),
    18: (4, 6, 1, 1, 1, 1, 1, 1, 1, 1, 0),
    19: (4, 6, 1, 1, 1, 1, 1, 1, 1, 1, 1),
    20: (4, 7, 1, 1, 1, 1, 1, 1, 1, 1, 1),
}
"""R-049 … R-063: how many of each identity."""

CODES = {
    "狼人": "werewolf",
    "村民": "villager",
    "先知": "seer",
    "女巫": "witch",
    "守卫": "guard",
    "长老": "elder",
    "猎人": "hunter",
    "白痴": "idiot",
    "爱神": "cupid",
    "吹笛": "piper",
    "白狼": "white_wolf",
}
"""The codes of `interfaces.md`, in which the commitment's JSON may write identities."""

WOLVES, WHITE, VILLAGE, PIPERS, LOVERS = "狼人阵营", "白狼阵营", "村民阵营", "吹笛阵营", "情侣阵营"
CAMPS = (WOLVES, WHITE, VILLAGE, PIPERS, LOVERS)
CAMP_OF = {"狼人": WOLVES, "白狼": WHITE, "吹笛": PIPERS}
"""Camps at the deal; everybody else is of the village."""

SKILLED = frozenset({"先知", "女巫", "守卫", "长老", "猎人", "白痴", "爱神"})
"""The 特殊 and 普通 identities, which lose their skills with the elder (R-080, R-097)."""

NUMBERS = "零一二三四五六七八九十"
MAD_LETTERS = "啊嗷嘎咕呱哼咴叽啾喵咩哞喔汪喳吱"


def dealt(n: int) -> list[str]:
    """The row of the table for n characters, identity by identity in the columns' order."""
    return [word for word, count in zip(IDENTITIES, ROSTER[n], strict=True) for _ in range(count)]
