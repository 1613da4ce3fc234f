"""What a director should know before a game starts, though nothing is wrong with the files (rules, §5.1)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import combinations

from engine.model import Identity
from engine.roster import SIZES, roster
from parsers.fold import fold
from service.files.gamemodel import GameFile

PIPER_CANNOT_WIN_FROM = 16
"""Players from which the piper can't win if mad characters are counted (appendix C, 2)."""

_RESERVED = frozenset({"弃票", "弃权", "空票", "不投", "无", "撤票"})


def setup_warnings(game: GameFile) -> tuple[str, ...]:
    """Warnings, in Chinese, most weighty first."""
    return (*_names(game), *_rules(game), *_arrangements(game))


def _identities(game: GameFile) -> set[Identity]:
    if game.dealt:
        return {character.identity for character in game.characters if character.identity is not None}
    return set(roster(len(game.characters))) if len(game.characters) in SIZES else set()


def _names(game: GameFile) -> Iterator[str]:
    words = [(word, c.name) for c in game.characters for word in (c.name, *c.aliases)]
    for (one, owner), (other, other_owner) in combinations(words, 2):
        if owner == other_owner:
            continue
        if fold(one) == fold(other):
            yield f"「{one}」与「{other}」只差写法（简繁、大小写、全半角等），两者并存，票上要写得一字不差"
            continue
        short, long = sorted((one, other), key=len)
        if fold(long).startswith(fold(short)):
            yield f"「{short}」是「{long}」的开头：票上写「{short}」就只指{short}，不会当作{long}的简称"
    for word, owner in words:
        if re.fullmatch(r"[0-9０-９]+号?", word):
            yield f"「{word}」是数字：票上单写这个数就指{owner}，不再当座位号"
        if word in _RESERVED:
            yield f"「{word}」与弃票、撤票的写法相同，请给{owner}另取别名并提醒大家"
    if game.director.name in game.names:
        yield f"导演「{game.director.name}」同时是角色，他的帖子会当作角色的发言"


def _rules(game: GameFile) -> Iterator[str]:
    piper = Identity.PIPER in _identities(game)
    if piper and len(game.characters) >= PIPER_CANNOT_WIN_FROM and game.rules.piper_count_includes_mad:
        yield (
            f"{len(game.characters)} 人局又设了 piper_count_includes_mad = true：癫狂者也算存活时，吹笛阵营不可能获胜"
            "（到第 5 天存活者仍多于 5 人）；建议改回 false"
        )
    if game.rules.custom_roster and not game.dealt:
        yield "custom_roster = true 但没有写身份：判官仍按规则的表发牌，这一项没有作用"
    if game.rules.violation_action == "flag_and_points" and not any(game.penalties.values()):
        yield 'violation_action = "flag_and_points"，但 [penalties] 里没有写分数，不会扣分'
    yield "规则目录里的 6 楼「疑问解答」不在判官所据的文本里；那里若另有说法，请写进 [rules] 或用裁定处理"


def _arrangements(game: GameFile) -> Iterator[str]:
    if "hollow" in game.orders and (missing := _listed(c.name for c in game.characters if c.hollow is None)):
        nowhere = "" if "pm" in game.orders else '；orders 里没有 "pm"，他们没有地方下命令'
        yield f'orders 里有 "hollow"，但这些角色没有写树洞（hollow）：{missing}{nowhere}'
    if game.timetable.night_tail == "open_immediately":
        yield 'night_tail = "open_immediately"：夜里昏厥的警长没有时间指定继任，按 sheriff_silent 办理'
    if game.timetable.start in game.timetable.holidays:
        yield "start 那天在 holidays 里，第 1 天会顺延"
    by_day = game.threads.by_day
    tids = [tid for day in by_day.values() for tid in (day.discussion, day.vote) if tid is not None]
    if len(set(tids)) != len(tids):
        yield "[threads] 里同一个帖子用了不止一次：各天、讨论与投票之间只按时刻区分"
    if game.publish == "dry-run":
        yield 'publish = "dry-run"：只演示，不会在论坛上发任何东西'


def _listed(names: Iterable[str]) -> str:
    return "、".join(names)
