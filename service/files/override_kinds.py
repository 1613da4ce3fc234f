"""The kinds of rulings and their keys: what each may say, and what would have no effect.

A reader notes faults in its table and returns the converted keys; what it returns after a fault is never used.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, tzinfo

from engine.model import Identity, Skill
from service.files.cast import Cast
from service.files.gamemodel import LAST_DAY, GameFile
from service.files.toml_table import Table
from service.files.toml_values import (
    Unfit,
    camp,
    choice,
    flag,
    identity,
    in_utc,
    instant,
    listed,
    name,
    post,
    prose,
    shown,
    skill,
    status,
    thread,
    whole,
    word,
)

DAY = whole(1, LAST_DAY)
VOTING_DAY = whole(1, LAST_DAY - 1)
NIGHT = whole(0, LAST_DAY - 1)

ABSTAIN, NONE = "abstain", "none"
"""Ballots that name nobody: an abstention, and no ballot at all."""
_NOBODY = {"abstain": ABSTAIN, "弃票": ABSTAIN, "弃权": ABSTAIN, "none": NONE, "撤票": NONE, "无": NONE}

MOST_POINTS = 99
"""Beyond any threshold that makes sense; a longer number is a slip."""

WINDOW_ZH = ("夜晚1（守卫）", "夜晚2（吹笛）", "夜晚3、4、5（先知、狼人、白狼）", "夜晚6（女巫）", "猎人")
"""The five windows of a night, in their order (R-143 … R-147)."""
_WINDOWS: Mapping[str, int] = {
    **dict.fromkeys(("1", "守卫", "guard"), 1),
    **dict.fromkeys(("2", "吹笛", "piper"), 2),
    **dict.fromkeys(("3", "4", "5", "345", "先知", "狼人", "白狼", "hunt"), 3),
    **dict.fromkeys(("6", "女巫", "witch"), 4),
    **dict.fromkeys(("猎人", "hunter"), 5),
}
"""The rules' own number of 夜晚, or who acts in it → the window's place in the night."""

_HOW_MANY: Mapping[Skill, tuple[int, int]] = {
    Skill.FORESEE: (1, 1),
    Skill.ANTIDOTE: (1, 1),
    Skill.POISON: (1, 1),
    Skill.GUARD_SHIELD: (1, 1),
    Skill.SOUND_SHIELD: (1, 1),
    Skill.LAST_SHOT: (1, 1),
    Skill.KILL: (1, 1),
    Skill.BITE: (1, 1),
    Skill.SUCCESSION: (1, 1),
    Skill.ARROW: (2, 2),
    Skill.PIPE: (1, 2),
    Skill.JOIN_PACK: (0, 0),
    Skill.PLAY_FOOL: (0, 0),
}
"""Skills that can be declared, and how many targets they take."""
_NIGHT_0 = frozenset({Skill.ARROW, Skill.JOIN_PACK})


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """What a ruling is read against. The cast learns aliases, `identities` new identities, as they are read."""

    game: GameFile
    cast: Cast
    zone: tzinfo
    identities: dict[str, Identity]


Reader = Callable[[Table, Context], Mapping[str, object]]


def _ballot(row: Table, context: Context) -> Mapping[str, object]:
    def target(value: object) -> str:
        if isinstance(value, str) and value in _NOBODY and context.cast.bearer(value) is None:
            return _NOBODY[value]
        return context.cast.character(value)

    given = [key for key in ("target", "void", "restore") if key in row]
    if len(given) != 1:
        row.note(
            None,
            'target（投给谁，或 "abstain"、"none"）、void（作废哪一楼）、restore（恢复哪一楼）三者必须写一个且只写一个',
        )
    return {
        "day": row.need("day", VOTING_DAY, None, example="2"),
        "voter": row.need("voter", context.cast.character, None, example='"角色名"'),
        "target": row.take("target", target, None),
        "void": row.take("void", post, None),
        "restore": row.take("restore", post, None),
    }


def _alias(row: Table, context: Context) -> Mapping[str, object]:
    who = row.need("name", context.cast.character, None, example='"角色名"')
    alias: str = row.need("alias", name, "", example='"别名"')
    bearer = context.cast.bearer(alias) if alias else None
    if bearer is not None:
        told = (
            "本来就指他，这一条没有作用" if bearer == who else f"已经指「{bearer}」，一个别名不能指两个角色"
        )
        row.note("alias", f"「{alias}」{told}")
    elif alias and who:
        context.cast.add(alias, who)
    return {"name": who, "alias": alias}


def _read(row: Table, _context: Context) -> Mapping[str, object]:
    return {
        "pid": row.need("pid", post, None, example="2048"),
        "as": row.need("as", word, None, example='"投票：某某"'),
    }


def _order(row: Table, context: Context) -> Mapping[str, object]:
    night = row.need("night", NIGHT, None, example="1")
    used = row.need("skill", skill, None, example='"预言"')
    targets = row.take("targets", listed(context.cast.character, single=True), None)
    void = row.take("void", flag, False)
    if used is not None and used not in _HOW_MANY:
        row.note("skill", "这个技能不由人宣告，不能代为下令")
    elif used is not None:
        if night is not None and (night == 0) != (used in _NIGHT_0):
            row.note("night", "爱神之箭和归群在第 0 夜，别的技能从第 1 夜起")
        if void and targets:
            row.note("void", "void = true 是作废命令，不能同时写 targets")
        fewest, most = _HOW_MANY[used]
        count = len(targets or ())
        if not void and ("targets" not in row or targets is not None) and not fewest <= count <= most:
            span = f"{fewest}" if fewest == most else f"{fewest} 到 {most}"
            row.note(
                "targets", f"这个技能要写 {span} 个目标，现在有 {count} 个；若是作废命令，写 void = true"
            )
        if targets and len(set(targets)) != len(targets):
            row.note("targets", "同一个目标写了两次")
    return {
        "night": night,
        "who": row.need("who", context.cast.character, None, example='"角色名"'),
        "skill": used,
        "targets": None if void else (targets or ()),
        "void": void or None,
    }


def _state(row: Table, context: Context) -> Mapping[str, object]:
    add = row.take("add", listed(status, single=True), ())
    remove = row.take("remove", listed(status, single=True), ())
    if not row.data.get("add") and not row.data.get("remove"):
        row.note(None, "add（加上的状态）和 remove（去掉的状态）至少写一个，否则没有作用")
    if set(add) & set(remove):
        row.note("remove", "同一个状态既加上又去掉，没有作用")
    return {
        "who": row.need("who", context.cast.character, None, example='"角色名"'),
        "add": add or None,
        "remove": remove or None,
    }


def _identity(row: Table, context: Context) -> Mapping[str, object]:
    who = row.need("who", context.cast.character, None, example='"角色名"')
    value = row.need("value", identity, None, example='"村民"')
    if value is not None and context.identities.get(who or "") is value:
        row.note("value", "他现在就是这个身份，这一条没有作用")
    if who is not None and value is not None:
        context.identities[who] = value
    return {"who": who, "value": value}


def _camp(row: Table, context: Context) -> Mapping[str, object]:
    return {
        "who": row.need("who", context.cast.character, None, example='"角色名"'),
        "value": row.need("value", camp, None, example='"村民阵营"'),
    }


def _sheriff(row: Table, context: Context) -> Mapping[str, object]:
    return {"who": row.need("who", context.cast.character_or_none, None, example='"角色名"（"" 是没有警长）')}


def _weight(row: Table, context: Context) -> Mapping[str, object]:
    return {
        "who": row.need("who", context.cast.character, None, example='"角色名"'),
        "value": row.need("value", whole(0, 99), None, example="2"),
        "day": row.need("day", VOTING_DAY, None, example="2"),
    }


def _points(row: Table, context: Context) -> Mapping[str, object]:
    points = row.need("points", whole(-MOST_POINTS, MOST_POINTS), None, example="1")
    if points == 0:
        row.note("points", "0 分没有作用；扣分写正数，免除写负数")
    return {
        "who": row.need("who", context.cast.character, None, example='"角色名"'),
        "points": points,
        "post": row.take("post", post, None),
    }


def _exempt(row: Table, context: Context) -> Mapping[str, object]:
    if ("post" in row) == ("who" in row or "day" in row):
        row.note(None, "写 post（哪一楼），或者写 who 和 day（某角色某一天的全部发言），二者取一")
    elif "post" not in row:
        for key in ("who", "day"):
            if key not in row:
                row.note(key, "缺少这个键：who 和 day 要一起写")
    return {
        "post": row.take("post", post, None),
        "who": row.take("who", context.cast.character, None),
        "day": row.take("day", DAY, None),
    }


def _window(value: object) -> int:
    """A window's place in the night, from 1."""
    key = (
        str(value)
        if isinstance(value, int) and not isinstance(value, bool)
        else word(value).removeprefix("夜晚")
    )
    if key not in _WINDOWS:
        raise Unfit(f'应为 1 到 6（夜晚几）或 "猎人"，现在是 {shown(value)}')
    return _WINDOWS[key]


def _time(row: Table, context: Context) -> Mapping[str, object]:
    """`open` and `close` of day 0 are those of night 0."""
    what = row.need("what", choice("open", "close", "window"), None, example='"close"')
    limits = {"open": (0, LAST_DAY), "close": (0, LAST_DAY - 1)}
    n = row.need("n", whole(*limits.get(what or "", (1, LAST_DAY - 1))), None, example="2")
    window = row.take("window", _window, None)
    if what == "window" and "window" not in row:
        row.note("window", '缺少这个键：写夜晚几，1 到 6，或 "猎人"')
    if what is not None and what != "window" and "window" in row:
        row.note("window", '只有 what = "window" 时才写 window')
    value: datetime | None = row.need("value", instant, None, example="2026-03-05T21:30:00")
    return {
        "what": what,
        "n": n,
        "window": window,
        "value": None if value is None else in_utc(value, context.zone),
    }


def _phase(row: Table, _context: Context) -> Mapping[str, object]:
    return {"action": row.need("action", choice("skip", "hold", "go"), None, example='"hold"')}


def _substitute(row: Table, context: Context) -> Mapping[str, object]:
    who = row.need("who", context.cast.character, None, example='"角色名"')
    account = row.need("account", name, None, example='"新账号"')
    if account is not None and account == who:
        row.note("account", "就是他原来的账号，这一条没有作用")
    elif account in context.cast.names:
        row.note("account", f"「{account}」是另一个角色的账号，不能一人两角")
    return {"who": who, "account": account}


def _thread(row: Table, context: Context) -> Mapping[str, object]:
    day = row.need("day", DAY, None, example="2")
    which = row.need("which", choice("discussion", "vote"), None, example='"vote"')
    tid = row.need("url", thread, None, example="102")
    by_hand = context.game.threads.by_day.get(day or 0)
    if by_hand is not None and which is not None and tid == getattr(by_hand, which):
        row.note("url", "game.toml 里写的就是这个帖子，这一条没有作用")
    return {"day": day, "which": which, "url": tid}


def _notice(row: Table, _context: Context) -> Mapping[str, object]:
    action = row.need("action", choice("hold", "approve", "withdraw", "replace"), None, example='"approve"')
    text = row.take("text", prose, None)
    if action == "replace" and not (text or "").strip():
        row.note("text", 'action = "replace" 时要写 text，即换上的全文')
    if action not in {None, "replace"} and "text" in row:
        row.note("text", '只有 action = "replace" 时才写 text，现在没有作用')
    return {"ref": row.need("ref", word, None, example='"公示编号"'), "action": action, "text": text}


def _correction(row: Table, _context: Context) -> Mapping[str, object]:
    return {
        "ref": row.need("ref", word, None, example='"更正编号"'),
        "action": row.need("action", choice("apply", "drop"), None, example='"apply"'),
    }


def _winner(row: Table, _context: Context) -> Mapping[str, object]:
    return {"camp": row.need("camp", camp, None, example='"村民阵营"')}


def _nothing(_row: Table, _context: Context) -> Mapping[str, object]:
    return {}


KINDS: Mapping[str, Reader] = {
    "ballot": _ballot,
    "alias": _alias,
    "read": _read,
    "order": _order,
    "state": _state,
    "identity": _identity,
    "camp": _camp,
    "sheriff": _sheriff,
    "weight": _weight,
    "points": _points,
    "exempt": _exempt,
    "time": _time,
    "phase": _phase,
    "substitute": _substitute,
    "thread": _thread,
    "notice": _notice,
    "correction": _correction,
    "winner": _winner,
    "pause": _nothing,
    "resume": _nothing,
}
"""Every kind, and the reader of its keys."""
