"""A ruling in one line, as the director may send it by private message: `票 天=2 投票人=甲 目标=乙`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import tzinfo

from service.files.gamemodel import GameFile
from service.files.override_kinds import KINDS
from service.files.overrides import TABLE, Override, read_rows, source_of
from service.files.toml_source import FileProblems, Problem
from service.files.toml_table import Table
from service.files.toml_values import DEFAULT_ZONE, nearest

MAX_CHARS = 1000

KIND_ZH: Mapping[str, str] = {
    **dict.fromkeys(("票", "选票", "投票"), "ballot"),
    "别名": "alias",
    "读作": "read",
    **dict.fromkeys(("命令", "夜间命令"), "order"),
    "状态": "state",
    "身份": "identity",
    "阵营": "camp",
    "警长": "sheriff",
    **dict.fromkeys(("票数", "权重"), "weight"),
    **dict.fromkeys(("扣分", "分数"), "points"),
    **dict.fromkeys(("豁免", "不算发言"), "exempt"),
    **dict.fromkeys(("时刻", "时间"), "time"),
    "阶段": "phase",
    **dict.fromkeys(("换人", "替补"), "substitute"),
    "帖子": "thread",
    "公示": "notice",
    "更正": "correction",
    **dict.fromkeys(("获胜", "胜者"), "winner"),
    "暂停": "pause",
    "恢复": "resume",
}
"""Chinese words for the kinds."""

KEY_ZH: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("天", "日"), ("day", "n")),
    **dict.fromkeys(("夜", "晚"), ("night", "n")),
    "第几": ("n",),
    "投票人": ("voter",),
    **dict.fromkeys(("谁", "角色"), ("who", "name", "voter")),
    **dict.fromkeys(("目标", "投给"), ("target", "targets")),
    "作废": ("void",),
    "恢复": ("restore",),
    "名字": ("name",),
    "别名": ("alias",),
    **dict.fromkeys(("楼", "楼层"), ("pid", "post")),
    "当作": ("as",),
    "技能": ("skill",),
    "加上": ("add",),
    "解除": ("remove",),
    **dict.fromkeys(("值", "改为"), ("value",)),
    **dict.fromkeys(("分", "分数"), ("points",)),
    "什么": ("what",),
    "夜晚": ("window",),
    "动作": ("action",),
    "账号": ("account",),
    "哪个": ("which",),
    "链接": ("url",),
    "编号": ("ref",),
    "全文": ("text",),
    "阵营": ("camp", "value"),
    "从": ("at",),
    "理由": ("reason",),
}
"""Chinese words for the keys; of several, the first that the kind has."""

_VALUE_ZH: Mapping[str, Mapping[str, str]] = {
    "what": {"开帖": "open", "收帖": "close", "时段": "window"},
    "which": {"讨论帖": "discussion", "投票帖": "vote"},
    "action": {
        "跳过": "skip", "停": "hold", "暂缓": "hold", "继续": "go", "准": "approve", "准予": "approve",
        "撤下": "withdraw", "替换": "replace", "照改": "apply", "不改": "drop",
    },
}  # fmt: skip
_KEYS: Mapping[str, tuple[str, ...]] = {
    "ballot": ("day", "voter", "target", "void", "restore"),
    "alias": ("name", "alias"),
    "read": ("pid", "as"),
    "order": ("night", "who", "skill", "targets", "void"),
    "state": ("who", "add", "remove"),
    "identity": ("who", "value"),
    "camp": ("who", "value"),
    "sheriff": ("who",),
    "weight": ("who", "value", "day"),
    "points": ("who", "points", "post"),
    "exempt": ("post", "who", "day"),
    "time": ("what", "n", "window", "value"),
    "phase": ("action",),
    "substitute": ("who", "account"),
    "thread": ("day", "which", "url"),
    "notice": ("ref", "action", "text"),
    "correction": ("ref", "action"),
    "winner": ("camp",),
}
_LISTS = frozenset({"targets", "add", "remove"})
_NUMBERS = frozenset({"day", "night", "n", "points", "window"})
_NUMBER_VALUE = frozenset({"weight"})
_PAIR = re.compile(r"""\s*([^\s=＝"“”]{1,20})\s*[=＝]\s*(?:"([^"]*)"|“([^”]*)”|「([^」]*)」|(\S+))""")


def read_line(
    line: str, ruling_id: str, game: GameFile, zone: tzinfo = DEFAULT_ZONE, where: str = "私信"
) -> Override:
    """The ruling that a line means. Raises `FileProblems`, each of one line, naming the nearest known word."""
    head, _, rest = line.strip()[:MAX_CHARS].partition(" ")
    kind = KIND_ZH.get(head, head)
    if kind not in KINDS:
        raise _refused(
            where,
            f"第一个词应是裁定的种类，没有「{head[:20]}」这一种{nearest(head[:20], [*KIND_ZH, *KINDS])}",
        )
    data: dict[str, object] = {"id": ruling_id, "kind": kind}
    at = 0
    while rest[at:].strip():
        pair = _PAIR.match(rest, at)
        if pair is None:
            raise _refused(where, f"「{rest[at:].strip()[:20]}」应写成「键=值」，值里有空格时加引号")
        key = _key(kind, pair[1])
        value = next(group for group in pair.groups()[1:] if group is not None)
        if key in data:
            raise _refused(where, f"「{pair[1]}」写了两次")
        data[key] = _value(kind, key, value)
        at = pair.end()
    report: list[Problem] = []
    source = source_of(where, {TABLE: [data]})
    (entry,) = read_rows([Table(source, report, data)], game, zone)
    if report:
        raise FileProblems(report)
    return entry


def _refused(where: str, text: str) -> FileProblems:
    return FileProblems([Problem(file=where, text=text)])


def _key(kind: str, written: str) -> str:
    """The key of that kind which a word means; an unknown word stays and is refused by its table."""
    known = _KEYS.get(kind, ())
    meant = [key for key in KEY_ZH.get(written, ()) if key in {*known, "at", "reason"}]
    return meant[0] if meant else written


def _value(kind: str, key: str, written: str) -> object:
    if key in _LISTS:
        return [one for one in re.split(r"[、,，]", written) if one]
    if (key in _NUMBERS or (key == "value" and kind in _NUMBER_VALUE)) and re.fullmatch(
        r"[+-]?[0-9]{1,9}", written
    ):
        return int(written)
    if kind == "order" and key == "void":
        return written in {"true", "是"}
    return _VALUE_ZH.get(key, {}).get(written, written)
