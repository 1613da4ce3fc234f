"""Names to play under: short and long, one the beginning of another, marks, accents, digits."""

from __future__ import annotations

TWENTY = (
    "诸葛小亮",
    "小明",
    "小明明",
    "Napoléon",
    "★星野★",
    "阿K",
    "夜 未央",
    "猫·咪",
    "Dr.Who[3]",
    "和珅",
    "七号公馆",
    "白描",
    "林间的风",
    "老狼酒馆",
    "麦田_守望",
    "Qwerty",
    "月下独酌",
    "阿箬",
    "B站老王",
    "温吞水",
)
"""For X in UTF-8 (all of them fit GBK too)."""

TWELVE = (
    "诸葛小亮",
    "小明",
    "小明明",
    "阿K",
    "猫·咪",
    "和珅",
    "七号公馆",
    "林间的风",
    "麦田_守望",
    "Qwerty",
    "月下独酌",
    "温吞水",
)
SIX = ("诸葛小亮", "小明", "小明明", "阿K", "猫·咪", "和珅")
