"""What a ruling says, as a sentence for the director."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime, tzinfo
from enum import StrEnum

from engine.model import CAMP_ZH, IDENTITY_ZH, SKILL_ZH, STATUS_ZH
from service.files.override_kinds import ABSTAIN, NONE, WINDOW_ZH
from service.files.overrides import Override
from service.files.toml_values import DEFAULT_ZONE

_WORDS: Mapping[str, str] = {
    code.value: chinese
    for words in (SKILL_ZH, STATUS_ZH, CAMP_ZH, IDENTITY_ZH)
    for chinese, code in reversed(words.items())  # the first word of a code is the rules' own
}
_CAMPS: Mapping[str, str] = {code.value: chinese for chinese, code in CAMP_ZH.items()}


def describe(override: Override, zone: tzinfo = DEFAULT_ZONE) -> str:
    """What the ruling says, in one sentence; times are the board's."""
    said = _SAYINGS[override.kind](_Keys(override.keys, zone))
    since = f"（自 {clock(override.at, zone)} 起）" if override.at is not None else ""
    reason = f"，理由：{override.reason}" if override.reason else ""
    return f"[{override.id}] {said}{since}{reason}"


def clock(at: datetime, zone: tzinfo) -> str:
    """An instant by the board's clock, with seconds only where there are any."""
    return f"{at.astimezone(zone):%Y-%m-%d %H:%M:%S}".removesuffix(":00")


class _Keys:
    """The keys of a ruling as words."""

    def __init__(self, keys: Mapping[str, object], zone: tzinfo) -> None:
        self._keys = keys
        self._zone = zone

    def __contains__(self, key: str) -> bool:
        return key in self._keys

    def __getitem__(self, key: str) -> str:
        value = self._keys.get(key)
        if isinstance(value, datetime):
            return clock(value, self._zone)
        if isinstance(value, StrEnum):
            return _WORDS[value.value]
        if isinstance(value, tuple):
            return "、".join(_WORDS[one.value] if isinstance(one, StrEnum) else f"「{one}」" for one in value)
        return str(value)

    def camp(self, key: str) -> str:
        return _CAMPS[str(self._keys[key])]


def _ballot(keys: _Keys) -> str:
    head = f"第 {keys['day']} 天，「{keys['voter']}」的票"
    if "void" in keys:
        return f"{head}（pid {keys['void']}）作废"
    if "restore" in keys:
        return f"{head}（pid {keys['restore']}）恢复有效"
    said = {ABSTAIN: "算弃票", NONE: "算没有投"}.get(keys["target"])
    return head + (said or f"算投给「{keys['target']}」")


def _order(keys: _Keys) -> str:
    head = f"第 {keys['night']} 夜，「{keys['who']}」的{keys['skill']}"
    if "void" in keys:
        return f"{head}命令作废"
    return f"{head}，由导演代为下令" + (f"，目标 {keys['targets']}" if keys["targets"] else "")


def _state(keys: _Keys) -> str:
    parts = [f"{word}{keys[key]}" for key, word in (("add", "加上"), ("remove", "解除")) if key in keys]
    return f"「{keys['who']}」{'，'.join(parts)}"


def _points(keys: _Keys) -> str:
    amount = int(keys["points"])
    post = f"（pid {keys['post']}）" if "post" in keys else ""
    return f"「{keys['who']}」{'扣' if amount > 0 else '减免'} {abs(amount)} 分{post}"


def _exempt(keys: _Keys) -> str:
    if "post" in keys:
        return f"pid {keys['post']} 不算发言，撤去它的标记"
    return f"「{keys['who']}」第 {keys['day']} 天的发言都不计，撤去标记"


def _time(keys: _Keys) -> str:
    n = keys["n"]
    day = f"第 {n} 天{'开' if keys['what'] == 'open' else '收'}帖"
    if keys["what"] == "window":
        day = f"第 {n} 夜{WINDOW_ZH[int(keys['window']) - 1]}的时段开始"
    elif n == "0":
        day = f"第零夜{'开始' if keys['what'] == 'open' else '结束'}"
    return f"{day}改在 {keys['value']}"


def _notice(keys: _Keys) -> str:
    action = {"hold": "暂缓发出", "approve": "准予发出", "withdraw": "撤下", "replace": "换成导演写的全文"}
    return f"公示 {keys['ref']} {action[keys['action']]}"


_PHASES = {"skip": "跳过当前阶段", "hold": "停在当前阶段，等导演的话", "go": "继续，不再等待"}
_THREADS = {"discussion": "讨论帖", "vote": "投票帖"}
_CORRECTIONS = {"apply": "照改，并发更正公示", "drop": "不改，维持原公示"}

_SAYINGS: Mapping[str, Callable[[_Keys], str]] = {
    "ballot": _ballot,
    "alias": lambda keys: f"「{keys['alias']}」也指「{keys['name']}」",
    "read": lambda keys: f"pid {keys['pid']} 读作「{keys['as']}」",
    "order": _order,
    "state": _state,
    "identity": lambda keys: f"「{keys['who']}」的身份改为{keys['value']}",
    "camp": lambda keys: f"「{keys['who']}」的阵营改为{keys.camp('value')}",
    "sheriff": lambda keys: f"警长是「{keys['who']}」" if keys["who"] else "没有警长",
    "weight": lambda keys: f"第 {keys['day']} 天「{keys['who']}」的一票按 {keys['value']} 票计",
    "points": _points,
    "exempt": _exempt,
    "time": _time,
    "phase": lambda keys: _PHASES[keys["action"]],
    "substitute": lambda keys: f"「{keys['who']}」改由账号「{keys['account']}」扮演",
    "thread": lambda keys: f"第 {keys['day']} 天的{_THREADS[keys['which']]}是 tid {keys['url']}",
    "notice": _notice,
    "correction": lambda keys: f"更正 {keys['ref']} {_CORRECTIONS[keys['action']]}",
    "winner": lambda keys: f"{keys.camp('camp')}获胜，牌局结束",
    "pause": lambda _: "整局暂停",
    "resume": lambda _: "整局恢复",
}
