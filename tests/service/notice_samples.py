"""Fixed contexts for every template: what `docs/notices.md` shows is rendered from them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta, timezone
from pathlib import Path
from typing import Any

from service.notices import Renderer

ZONE = timezone(timedelta(hours=8))
TEMPLATES = Path(__file__).resolve().parents[2] / "service" / "notices" / "templates"
REF = "D2-票-7F3A1"


def _at(day: int, clock: str) -> str:
    return f"2026-03-{day:02}T{clock}:00+08:00"


def _link(pid: int) -> str:
    return f"https://bbs.example.org/forum.php?mod=redirect&goto=findpost&ptid=102&pid={pid}"


def _voter(name: str, floor: int, weight: int = 1, note: str = "") -> dict[str, Any]:
    return {"voter": name, "weight": weight, "floor": floor, "url": _link(2000 + floor), "note": note}


@dataclass(frozen=True, slots=True)
class Sample:
    """A template with a context: who reads it, when it is sent, and what it is rendered from."""

    title: str
    template: str
    context: Mapping[str, Any]

    def text(self, own: Path | None = None) -> str:
        """As the judge would say it."""
        context = {"ref": REF, "part": None, "parts": None, **self.context}
        return Renderer(ZONE, own).text(self.template, context)


_COUNT: Mapping[str, Any] = {
    "n": 2,
    "close": _at(5, "21:30"),
    "ballots": 4,
    "weight": 4,
    "late": False,
    "lead": "张衡、马钧票数相同且最高，警长沈括投给张衡。",
    "result": "张衡进入囚禁状态。",
    "after": "第三天起每个讨论日发言不超过 20 帖，仍可投票与发动技能。",
    "notes": [],
    "standing": [
        {
            "target": "张衡",
            "votes": 2,
            "heads": 1,
            "voters": [_voter("沈括", 12, 2)],
        },
        {
            "target": "马钧",
            "votes": 2,
            "heads": 2,
            "voters": [_voter("张衡", 9), _voter("一行", 15, note="截止前编辑过")],
        },
    ],
    "abstained": [{"voter": "祖冲之", "floor": 20, "url": _link(2020)}],
    "silent": ["郦道元"],
    "rejected": [
        {
            "author": "贾思勰", "floor": 14, "url": _link(2014), "text": "投票：张三",
            "why": "没有这个角色（是否想写：张衡）",
        },
        {"author": "马钧", "floor": 26, "url": _link(2026), "text": "改投沈括", "why": "晚于截止时间"},
    ],
    "superseded": [{"author": "张衡", "floor": 7, "url": _link(2007)}],
    "flags": [{"floor": 9, "url": _link(2009), "text": "张衡：恰在截止的那一分钟"}],
    "windows": [
        {"name": "夜晚1", "open": _at(5, "21:30"), "close": _at(5, "21:45")},
        {"name": "夜晚2", "open": _at(5, "21:45"), "close": _at(5, "22:00")},
        {"name": "夜晚3、4、5", "open": _at(5, "22:00"), "close": _at(5, "22:15")},
        {"name": "夜晚6", "open": _at(5, "22:15"), "close": _at(5, "22:30")},
        {"name": "猎人", "open": _at(5, "22:30"), "close": _at(5, "22:45")},
    ],
}  # fmt: skip

_OPEN: Mapping[str, Any] = {
    "n": 3,
    "opened": _at(6, "09:30"),
    "close": _at(7, "21:30"),
    "late": False,
    "taken_over": False,
    "mute_blocks_votes": False,
    "inclusive": False,
    "imprisoned": ["张衡"],
    "fainted": ["马钧", "一行"],
    "sheriff": "沈括",
    "skills_lost": False,
    "madness_lifted": True,
    "all_imprisoned": ["张衡"],
    "all_fainted": ["马钧", "一行"],
    "expelled": ["祖冲之"],
    "post_limit": 20,
    "mute_until": _at(6, "21:30"),
    "commitment": None,
    "show_commitment": False,
    "vote_url": "https://bbs.example.org/forum.php?mod=viewthread&tid=104",
}

_FLAGS: tuple[Mapping[str, Any], ...] = (
    {
        "kind": "over_limit", "what": "超过发帖上限", "who": "张衡", "pid": 3044, "floor": 44,
        "at": _at(6, "20:15"), "detail": "第 21 帖（上限 20）", "clause": "R-043", "words": "我还有一句话",
        "points": 1, "url": _link(3044),
    },
    {
        "kind": "edited", "what": "编辑过", "who": "马钧", "pid": 3051, "floor": 51, "at": _at(6, "22:02"),
        "detail": "原文：我看是[b]沈括[/b]", "clause": "A-69", "words": "我看是[b]沈括[/b]", "points": 0,
        "url": _link(3051),
    },
)  # fmt: skip

_WINDOW = {"open": _at(5, "21:30"), "close": _at(5, "21:45")}

PUBLIC = (
    Sample(
        "报到帖（开局前，含公平承诺）", "checkin",
        {
            "title": "第十二局", "names": ["张衡", "马钧", "祖冲之", "郦道元", "贾思勰", "一行"],
            "roster": [("狼人", 2), ("村民", 3), ("女巫", 1)],
            "night0": _at(1, "21:30"), "night0_end": _at(1, "22:30"), "open": _at(2, "09:30"),
            "close": _at(3, "21:30"), "judge": "判官", "by_message": True, "in_hollow": False,
            "commitment": "5f2c…（64 位十六进制）",
        },
    ),
    Sample(
        "开帖公示（第一天）", "day_open",
        {
            **_OPEN, "n": 1, "opened": _at(2, "09:30"), "close": _at(3, "21:30"), "imprisoned": [], "fainted": [],
            "sheriff": None, "madness_lifted": False, "all_imprisoned": [], "all_fainted": [], "expelled": [],
            "commitment": "5f2c…（64 位十六进制）", "show_commitment": True,
        },
    ),
    Sample("开帖公示（其后各天）", "day_open", _OPEN),
    Sample(
        "投票帖首帖", "vote_open",
        {
            "n": 2, "election": False, "opened": _at(4, "09:30"), "close": _at(5, "21:30"), "hidden": True,
            "inclusive": False, "reserved": False, "final": False,
            "candidates": [(1, "张衡"), (2, "马钧"), (4, "郦道元")],
        },
    ),
    Sample("计票公示", "count", _COUNT),
    Sample(
        "计票公示（竞选警长，裁判曾离线）", "count",
        {
            **_COUNT, "n": 1, "close": _at(3, "21:30"), "late": True, "lead": "", "result": "沈括当选警长。",
            "after": "", "standing": [{"target": "沈括", "votes": 1, "heads": 1, "voters": [_voter("张衡", 9)]}],
            "ballots": 1, "weight": 1, "abstained": [], "rejected": [], "superseded": [], "flags": [],
        },
    ),
    Sample(
        "更正公示", "correction",
        {
            "n": 2, "of": "D2-票-7F3A1", "why": "导演裁定，或后来读到的帖子",
            "changes": [{"what": "张衡", "old": "1 票（沈括）", "new": "2 票（沈括、一行）"}],
            "outcome_same": True, "result": "张衡",
        },
    ),
    Sample(
        "实时计票（公开投票时，随票改写）", "live",
        {
            "n": 2, "as_of": _at(5, "20:00"), "close": _at(5, "21:30"), "last_floor": 15,
            "standing": [{"target": "马钧", "votes": 2, "voters": [{"voter": "张衡"}, {"voter": "一行"}]}],
            "abstained": ["祖冲之"], "silent": ["郦道元"],
        },
    ),
    Sample("截止前的提醒（reminder = \"public\"）", "reminder", {"n": 2, "close": _at(5, "21:30"), "inclusive": False}),
    Sample(
        "发言记录（flags = \"public\"）", "conduct",
        {
            "n": 3, "entered": False,
            "violations": [{**_FLAGS[0], "text": "第 21 帖（上限 20）"}, {**_FLAGS[1], "text": "编辑过"}],
        },
    ),
    Sample(
        "罚下公示", "expelled",
        {
            "who": "祖冲之", "threshold": 12, "by_points": True,
            "ledger": [
                {"at": _at(6, "20:15"), "points": 10, "why": "导演裁定", "url": None, "floor": None},
                {"at": _at(6, "21:00"), "points": 2, "why": "第 21 帖（上限 20）", "url": _link(3044), "floor": 44},
            ],
        },
    ),
    Sample(
        "状态变化（白天里即时公示）", "flow",
        {"headline": "状态变化", "lines": ["张衡进入囚禁状态（导演裁定）。", "所有癫狂状态解除，吹笛技能失去。"]},
    ),
    Sample(
        "终局与揭秘", "reveal",
        {
            "title": "第十二局", "n": 4, "camp": "〖村民阵营〗", "late": False, "night": True,
            "fainted": ["马钧"], "winners": ["张衡", "祖冲之"],
            "cast": [
                {
                    "seat": 1, "name": "张衡", "actor": None, "identity": "先知", "camp": "〖村民阵营〗",
                    "state": "存活",
                },
                {
                    "seat": 2, "name": "马钧", "actor": "某演员", "identity": "狼人", "camp": "〖狼人阵营〗",
                    "state": "昏厥",
                },
            ],
            "log": ["第1夜 张衡【预言】 → 马钧", "第3夜 马钧 昏厥"],
            "commitment": "5f2c…", "salt": "a1b2…", "seed": "9d0e…",
            "canonical": '{"identities":{"张衡":"seer","马钧":"werewolf"},"seed":"9d0e…"}',
            "draws": ["night/1/wolf/0：马钧 → 马钧"],
        },
    ),
)  # fmt: skip

PRIVATE = (
    Sample(
        "身份",
        "pm_identity",
        {
            "title": "第十二局",
            "who": "张衡",
            "identity": "先知",
            "camp": "〖村民阵营〗",
            "skills": "预言（每晚可查验一名存活角色）",
        },
    ),
    Sample("第零夜：爱神", "pm_night0_cupid", {**_WINDOW, "current": ""}),
    Sample("第零夜：白狼", "pm_night0_white_wolf", {**_WINDOW, "pack": ["马钧", "一行"]}),
    Sample(
        "替补接手",
        "pm_substitute",
        {
            "title": "第十二局",
            "who": "沈括",
            "identity": "先知",
            "camp": "〖情侣阵营〗",
            "skills": "预言（每晚可查验一名存活角色）",
            "states": ["癫狂"],
            "sheriff": True,
            "partner": ["马钧"],
            "pack": [],
            "foreseen": [["一行", "非村民阵营"]],
            "listed": None,
            "used": ["预言（一行）"],
            "points": 2,
            "asked": [],
            "reply": "回复",
        },
    ),
    Sample("狼人互知", "pm_pack", {"pack": ["马钧", "一行"]}),
    Sample("情侣", "pm_lovers", {"partner": "马钧", "camp": "〖情侣阵营〗"}),
    Sample("阵营改变", "pm_camp", {"camp": "〖狼人阵营〗"}),
    Sample("夜晚1：守卫", "pm_guard", {**_WINDOW, "both": True}),
    Sample("夜晚2：吹笛", "pm_pipe", _WINDOW),
    Sample("夜晚3：先知", "pm_foresee", _WINDOW),
    Sample("查验结果", "pm_foresaw", {"target": "马钧", "answer": "非村民阵营"}),
    Sample("夜晚4：狼人", "pm_kill", _WINDOW),
    Sample("夜晚5：白狼", "pm_bite", _WINDOW),
    Sample(
        "夜晚6：女巫",
        "pm_witch",
        {**_WINDOW, "listed": ["沈括"], "antidote": True, "poison": True, "both": True},
    ),
    Sample(
        "夜晚6：女巫（药已用完）", "pm_witch", {**_WINDOW, "listed": [], "antidote": False, "poison": False}
    ),
    Sample("猎人", "pm_last_shot", _WINDOW),
    Sample("癫狂", "pm_mad", {"n": 3}),
    Sample("当选警长", "pm_sheriff", {}),
    Sample(
        "指定警长继任者",
        "pm_succession",
        {"who": "沈括", "until": _at(6, "09:30"), "silent": "由裁判随机指定"},
    ),
    Sample("白痴：是否装傻", "pm_play_fool", {"close": _at(5, "21:45"), "top": True}),
    Sample("收到命令", "pm_ack", {"said": "守护 张衡", "until": _at(5, "21:45"), "final": False}),
    Sample("没有读懂", "pm_unclear", {"words": "查一下 张横", "near": ["张衡"]}),
    Sample("没有接受", "pm_refused", {"words": "查验 马钧", "why": "目标或时机不合法"}),
    Sample("我的票", "pm_my_vote", {"n": 2, "pid": 2009, "choice": "马钧", "floor": 9}),
    Sample("我的票（还没有）", "pm_my_vote", {"n": 2, "pid": None, "choice": "", "floor": None}),
    Sample("发帖将到上限", "pm_warn_limit", {"posts": 18, "limit": 20}),
    Sample("被罚下", "pm_expelled_you", {"points": 12, "by_points": True}),
)

DIRECTOR = (
    Sample(
        "提醒", "alert",
        {
            "title": "第2天投票还有一小时截止", "text": "未投：郦道元；未能计入：#14 贾思勰“投票：张三”",
            "todo": "",
        },
    ),
    Sample(
        "文件有误", "alert",
        {
            "title": "文件有误，仍按上次正确的内容执行", "text": "overrides.toml:3 kind：没有「ballots」这一种",
            "todo": "改好后判官会自动重读",
        },
    ),
    Sample("发言提示", "director_flags", {"n": 3, "violations": _FLAGS, "entered": False}),
    Sample(
        "公示等放行（publish = \"approve\"）", "director_held",
        {
            "title": "第十二局", "held": "D2-票-7F3A1", "subject": None,
            "text": "【公示】第二天投票结果\n张衡进入囚禁状态。", "more": True,
        },
    ),
    Sample(
        "裁定复述，等确认", "director_reply",
        {
            "title": "第十二局",
            "replies": [
                {
                    "kind": "proposed", "effect": "第 2 天收帖改在 2026-03-05 20:00",
                    "was": "原定 2026-03-05 21:30", "code": "7F3A",
                }
            ],
        },
    ),
    Sample(
        "裁定生效、收回及其他答复", "director_reply",
        {
            "title": "第十二局",
            "replies": [
                {"kind": "in_force", "effect": "警长是「沈括」", "id": "m204"},
                {"kind": "taken_back", "id": "m198"},
                {"kind": "let_go", "gone": ["D2-票-7F3A1"], "unknown": ["D2-开-00000"]},
                {"kind": "no_such_word", "code": "9C01"},
                {"kind": "lapsed", "code": "9C01", "words": "警长 谁=张衡"},
                {"kind": "in_file", "id": "r1"},
                {"kind": "no_such_ruling", "id": "r9"},
                {"kind": "unread", "words": "状台 谁=张衡", "why": "没有「状台」这一种，是不是「状态」？"},
            ],
        },
    ),
    Sample(
        "演示时不发帖", "director_reply",
        {"title": "第十二局", "replies": [{"kind": "dry_run"}, {"kind": "let_go", "gone": [], "unknown": []}]},
    ),
)  # fmt: skip

SECTIONS: Mapping[str, tuple[Sample, ...]] = {
    "公示": PUBLIC,
    "给角色的私信": PRIVATE,
    "给导演的私信": DIRECTOR,
}

HEAD = """# 判官说的话

这一页由测试写出（`tests/service/test_notices.py`），每一种公示和私信各有一例；模板改了，这一页就要重写：
`PANGUAN_REGENERATE=1 python -m pytest tests/service/test_notices.py`。

要改成自己的话，在牌局的文件夹里建 `templates/`，放一个同名的模板（例如 `templates/count.j2`）即可，其余的仍用判官自带的。
改错了也不会停局：判官改用自带的模板，并把文件、行号和错处私信给导演。
"""


def document() -> str:
    """The whole page."""
    parts = [HEAD]
    for heading, samples in SECTIONS.items():
        parts.append(f"## {heading}\n")
        parts += [f"### {s.title}\n\n`{s.template}.j2`\n\n```\n{s.text()}\n```\n" for s in samples]
    return "\n".join(parts)
