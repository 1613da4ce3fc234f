"""What a value of a director's file may be: pure converters, each raising `Unfit` with a Chinese remedy."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, date, datetime, time, tzinfo
from difflib import get_close_matches
from enum import StrEnum
from typing import TypeVar
from urllib.parse import urlsplit, urlunsplit
from zoneinfo import ZoneInfo

from engine.model import (
    CAMP_ZH,
    IDENTITY_ALIASES_ZH,
    IDENTITY_ZH,
    SKILL_ZH,
    STATUS_ZH,
    Camp,
    Identity,
    Skill,
    Status,
)

T = TypeVar("T")
E = TypeVar("E", bound=StrEnum)
L = TypeVar("L", bound=str)
When = TypeVar("When", bound=date)

DEFAULT_ZONE = ZoneInfo("Asia/Shanghai")
"""The zone of a time that has none, until the board has told its own."""

_TID = (
    re.compile(r"[?&]tid[=-](\d+)"),
    re.compile(r"(?:^|/)thread-(\d+)(?:-\d+)*\.html"),
    re.compile(r"[?&/]tid-(\d+)"),
    re.compile(r"[?&]ptid=(\d+)"),
)
_PID = (re.compile(r"#pid(\d+)"), re.compile(r"[?&](?:view)?pid=(\d+)"))
MOST = 2**31 - 1
"""The largest number that a board numbers anything with."""

_CONTROL = re.compile(r"[\x00-\x1f\x7f\u2028\u2029]")


class Unfit(ValueError):
    """A value that can't stand where it stands; the text is the remedy, in Chinese."""


def nearest(word: str, known: Iterable[str]) -> str:
    """`；是不是「…」？` with the most similar known word, or nothing."""
    close = get_close_matches(word, list(known), n=1, cutoff=0.5)
    return f"；是不是「{close[0]}」？" if close else ""


def shown(value: object) -> str:
    """A value as the director wrote it, shortened, on one line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int) and abs(value) >= 10**40:
        return "一个极大的数"
    if isinstance(value, list | dict):
        return "一列值" if isinstance(value, list) else "一个表"
    return f'"{clipped(value)}"' if isinstance(value, str) else clipped(str(value))


def clipped(text: str) -> str:
    """At most 40 characters of a text, on one line."""
    text = _CONTROL.sub(" ", text[:41])
    return text if len(text) <= 40 else text[:39] + "…"


def word(value: object) -> str:
    """A text of one line that is not empty."""
    if not isinstance(value, str):
        raise Unfit(f"应为加英文引号的文字，现在是 {shown(value)}")
    if not value.strip():
        raise Unfit("不能是空的")
    if _CONTROL.search(value):
        raise Unfit("只能写一行，不能含换行或控制字符")
    return value


def name(value: object) -> str:
    """A member's name: a word without blanks around it."""
    text = word(value)
    if text != text.strip():
        raise Unfit(f"名字「{text}」前后有空格，请去掉")
    return text


def prose(value: object) -> str:
    """Any text, of several lines if need be; it may be empty."""
    if not isinstance(value, str):
        raise Unfit(f"应为加英文引号的文字，现在是 {shown(value)}")
    return value


def flag(value: object) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise Unfit(f"应为 true 或 false（不加引号），现在是 {shown(value)}")
    return value


def whole(low: int, high: int = MOST) -> Callable[[object], int]:
    """A whole number of that range, both ends in it."""

    def convert(value: object) -> int:
        if isinstance(value, bool) or not isinstance(value, int):
            raise Unfit(f"应为不加引号的整数，现在是 {shown(value)}")
        if not low <= value <= high:
            span = f"{low} 到 {high} 之间" if high != MOST else f"{low} 或更大（不超过 {MOST}）"
            raise Unfit(f"应为 {span}的整数，现在是 {shown(value)}")
        return value

    return convert


def any_whole(value: object) -> int:
    """A whole number, negative or not."""
    return whole(-MOST, MOST)(value)


def choice(*options: L) -> Callable[[object], L]:
    """One of some words."""

    def convert(value: object) -> L:
        found = next((option for option in options if option == value), None)
        if found is None:
            said = " 或 ".join(f'"{option}"' for option in options)
            raise Unfit(f"应为 {said}，现在是 {shown(value)}{nearest(str(value), options)}")
        return found

    return convert


def listed(convert: Callable[[object], T], *, single: bool = False) -> Callable[[object], tuple[T, ...]]:
    """A list of such values; `single`: one alone may stand without brackets."""

    def convert_all(value: object) -> tuple[T, ...]:
        if single and not isinstance(value, list):
            value = [value]
        if not isinstance(value, list):
            raise Unfit(f'应为方括号里的一列，例如 ["甲", "乙"]，现在是 {shown(value)}')
        return tuple(convert(one) for one in value)

    return convert_all


def coded(value: object, words: Mapping[str, E], what: str) -> E:
    """A word of the game, in Chinese or as a code."""
    text = word(value)
    by_code = {code.value: code for code in words.values()}
    known = {**by_code, **words}
    if text in known:
        return known[text]
    options = "、".join(words)
    raise Unfit(f"没有「{clipped(text)}」这种{what}，可写：{options}{nearest(text, known)}")


def identity(value: object) -> Identity:
    """身份."""
    return coded(value, {**IDENTITY_ZH, **IDENTITY_ALIASES_ZH}, "身份")


def camp(value: object) -> Camp:
    """阵营, with or without the word 阵营."""
    short = {chinese.removesuffix("阵营"): code for chinese, code in CAMP_ZH.items()}
    bare = value.strip("〖〗") if isinstance(value, str) else value
    return coded(bare, {**CAMP_ZH, **short}, "阵营")


def status(value: object) -> Status:
    """状态, without 濒死, which is the night's own."""
    words = {chinese: code for chinese, code in STATUS_ZH.items() if code is not Status.DYING}
    return coded(value, words, "状态")


def skill(value: object) -> Skill:
    """技能."""
    return coded(value, SKILL_ZH, "技能")


def _sane_year(value: When) -> When:
    """Years that can be meant; others would run out of the calendar once a zone is applied."""
    if not 2000 <= value.year <= 2100:
        raise Unfit(f"年份应在 2000 到 2100 之间，现在是 {value.year}")
    return value


def day(value: object) -> date:
    """A date, bare or in quotes."""
    if isinstance(value, str):
        try:
            value = date.fromisoformat(value)
        except ValueError:
            raise Unfit(f"应为日期，例如 2026-03-02，现在是 {shown(value)}") from None
    if isinstance(value, datetime) or not isinstance(value, date):
        raise Unfit(f"应为日期（不带时刻），例如 2026-03-02，现在是 {shown(value)}")
    return _sane_year(value)


def clock_time(value: object) -> time:
    """A time of day without a zone, such as `"09:30"`."""
    if isinstance(value, str):
        try:
            value = time.fromisoformat(value)
        except ValueError:
            value = None
    if not isinstance(value, time) or value.tzinfo is not None:
        raise Unfit('应为 24 小时制的钟点，例如 "09:30"')
    return value


def instant(value: object) -> datetime:
    """A date and a time, as written: naive where it has no offset (it is then the board's)."""
    if isinstance(value, str):
        try:
            value = datetime.fromisoformat(value)
        except ValueError:
            raise Unfit(f"应为时刻，例如 2026-03-02T09:30:00，现在是 {shown(value)}") from None
    if not isinstance(value, datetime):
        raise Unfit(f"应为日期加时刻，例如 2026-03-02T09:30:00，现在是 {shown(value)}")
    return _sane_year(value)


def in_utc(value: datetime, zone: tzinfo) -> datetime:
    """An instant of a file as aware UTC; one without an offset is the zone's."""
    return (value if value.tzinfo is not None else value.replace(tzinfo=zone)).astimezone(UTC)


def _number_or_link(value: object, patterns: Iterable[re.Pattern[str]], what: str, example: str) -> int:
    if isinstance(value, int) and not isinstance(value, bool) and 0 < value < 2**63:
        return value
    if isinstance(value, str):
        text = value.strip()
        if re.fullmatch(r"[0-9]{1,18}", text) and int(text):
            return int(text)
        for pattern in patterns:
            found = pattern.search(text)
            if found and len(found.group(1)) <= 18 and int(found.group(1)):
                return int(found.group(1))
    raise Unfit(f"应为{what}，例如 {example}，现在是 {shown(value)}")


def thread(value: object) -> int:
    """A thread's tid, as a number or as any dialect's link."""
    return _number_or_link(value, _TID, "帖子的链接或编号（tid）", '101 或 "https://…viewthread&tid=101"')


def post(value: object) -> int:
    """A post's pid, as a number or as a link to the floor."""
    return _number_or_link(value, _PID, "楼层的链接或编号（pid）", '2048 或 "https://…findpost&pid=2048"')


def board_url(value: object) -> str:
    """The board's root, with a slash at its end."""
    text = word(value).strip()
    parts = urlsplit(text)
    if parts.scheme not in {"http", "https"} or not parts.netloc:
        raise Unfit('应为论坛首页的网址，例如 "https://bbs.example.org/"')
    if "@" in parts.netloc:
        raise Unfit("网址里不能带用户名和密码；账号写在 .env 里")
    folder = parts.path
    if folder.endswith((".php", ".html", ".htm")):
        folder = folder.rsplit("/", 1)[0]
    return urlunsplit((parts.scheme, parts.netloc, folder.rstrip("/") + "/", "", ""))
