"""The express consent to a shorter day (R-021, A-16): a line that says it of its author and asks nothing."""

from __future__ import annotations

import re

from parsers import phrases
from parsers.fold import folded, level, resolve_references
from parsers.plain import own_words
from parsers.tails import skip

CONSENT = re.compile(
    rf"(?:{phrases.words('我', '本人')})?{phrases.GAP}{phrases.words('同意')}{phrases.GAP}{phrases.words('缩短')}"
    rf"{phrases.GAP}(?:{phrases.words('游戏日', '本日', '今日', '今天', '当日', '白天', '讨论日', '时间', '今天的游戏日')})?"
)
_END = re.compile(r"[ \u200b]*[了啦哈!。.~]*[ \u200b]*(?:$|[,;。!、:(\[【]|[ \u200b](?![吗么的]))")


def consents_at(text: str, position: int) -> bool:
    """Whether a levelled line consents from a position on."""
    match = CONSENT.match(text, position)
    if match is None or "?" in text:
        return False
    behind = skip(phrases.TRAILING, text, match.end())[-1]
    return bool(_END.match(text, behind)) and not phrases.ASKING_TAIL.match(text, behind)


def is_consent(post_text: str) -> bool:
    """Whether a line of a post or message consents to a shorter day."""
    lines = (folded(resolve_references(raw)).level for raw in own_words(post_text).split("\n"))
    return any(
        consents_at(line, skip(phrases.DECORATION, line, 0)[-1]) for line in lines if level(line).strip()
    )
