"""Published notices and private messages of the judge, read as a player would: values out of their words."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import datetime

from tests.journey.words import NUMBERS

MARK = re.compile(r"公示编号 (\S+?)(?:（(\d+)/(\d+)）)?(?: ·|\[/color\])")
PM_MARK = re.compile(r"（编号 (\S+?)）\s*$")
_LINK = r"(?:\[url=([^\]]*)\]#(\d+)\[/url\])"
_VOTER = re.compile(rf"(?P<name>.+?) {_LINK}(?P<rest>.*)")
_RULED = re.compile(r"(?P<name>.+?) （导演裁定）(?P<rest>.*)")
_ROW = re.compile(r"\[tr\]\[td[^\]]*\](.*?)\[/td\]\[td[^\]]*\](.*?)\[/td\]\[td[^\]]*\](.*?)\[/td\]\[/tr\]")
_WINDOW = re.compile(r"(\S+) (\d\d:\d\d)–(\d\d:\d\d)")
_EDITED = re.compile(r"^\[i=s\] 本帖最后由 .* 编辑 \[/i\]\n\n")
_TAG = re.compile(r"\[/?[a-z]+(?:=[^\]]*)?\]")


@dataclass(frozen=True)
class Public:
    """A post of the judge. `kind`: count, open, vote_open, reveal, checkin, correction, flow, …"""

    kind: str
    day: int
    text: str
    pid: int
    tid: int
    at: datetime
    ref: str
    part: tuple[int, int] = (1, 1)


@dataclass
class CountNotice:
    """A published count."""

    result: str = ""
    lead: str = ""
    body: str = ""
    ballots: int = -1
    weight: int = -1
    late: bool = False
    standing: dict[str, tuple[int, list[tuple[str, int, int]]]] = field(default_factory=dict)
    order: list[str] = field(default_factory=list)
    abstained: list[str] = field(default_factory=list)
    silent: list[str] = field(default_factory=list)
    rejected: dict[int, tuple[str, str]] = field(default_factory=dict)
    superseded: set[int] = field(default_factory=set)
    windows: list[tuple[str, str, str]] = field(default_factory=list)
    floors: dict[int, int] = field(default_factory=dict)


_KINDS = (
    (re.compile(r"\[b\]【公示】第(.{1,2})天投票结果\[/b\]"), "count"),
    (re.compile(r"\[b\]【公示】第(.{1,2})天开始\[/b\]"), "open"),
    (re.compile(r"\[b\]【公示】第(.{1,2})天投票\[/b\]"), "vote_open"),
    (re.compile(r"\[b\]【公示】第(.{1,2})天发言记录\[/b\]"), "conduct"),
    (re.compile(r"\[b\]【更正公示】第(.{1,2})天投票\[/b\]"), "correction"),
    (re.compile(r"\[b\]【实时计票】第(.{1,2})天\[/b\]"), "live"),
    (re.compile(r"\[b\]【提醒】第(.{1,2})天投票"), "reminder"),
    (re.compile(r"\[b\]【公示】.+ 报到\[/b\]"), "checkin"),
    (re.compile(r"\[b\]【公示】报到情况\[/b\]"), "present"),
    (re.compile(r"\[b\]【公示】〖?.{2,6}〗?获胜\[/b\]"), "reveal"),
    (re.compile(r"\[b\]【公示】.+ 罚下\[/b\]"), "expelled"),
    (re.compile(r"\[b\]【公示】.+\[/b\]"), "flow"),
)


def clean(text: str) -> str:
    """Without the marks that make names harmless."""
    return text.replace("\u200b", "").replace("&#8203;", "")


def day_number(word: str) -> int:
    """一 → 1."""
    return int(word) if word.isdigit() else NUMBERS.index(word)


def public(text: str, *, pid: int, tid: int, at: datetime) -> Public:
    """Tell what a post of the judge is."""
    text = _EDITED.sub("", clean(text))
    mark = MARK.search(text)
    ref = mark[1] if mark else ""
    part = (int(mark[2]), int(mark[3])) if mark and mark[2] else (1, 1)
    for pattern, kind in _KINDS:
        if found := pattern.search(text.split("\n", 1)[0]):
            day = day_number(found[1]) if found.groups() else 0
            return Public(kind, day, text, pid, tid, at, ref, part)
    return Public("part" if part[0] > 1 else "unknown", 0, text, pid, tid, at, ref, part)


def whole(parts: list[Public]) -> str:
    """The text of a notice that was split, its parts joined; the closed and opened tables stay."""
    return "\n".join(p.text for p in sorted(parts, key=lambda p: p.part))


def people(text: str) -> list[str]:
    """甲、乙 → [甲, 乙]; 无 and 空缺 → []."""
    return [] if text.strip() in {"无", "空缺", ""} else text.strip().split("、")


def plain(text: str) -> str:
    """Without BBCode tags."""
    return _TAG.sub("", text)


def _pid(link: str) -> int:
    found = re.search(r"pid=(\d+)", link)
    return int(found[1]) if found else 0


def read_count(text: str) -> CountNotice:
    """Take a count notice apart."""
    notice = CountNotice()
    body = clean(text)
    if found := re.search(r"有效票 (\d+) 张，计 (\d+) 票", body):
        notice.ballots, notice.weight = int(found[1]), int(found[2])
    notice.late = "迟发" in body
    head = body.split("[table", 1)[0]
    bold = re.findall(r"\[b\](.*?)\[/b\]", head)
    notice.result = bold[1] if len(bold) > 1 else ""
    notice.body = head.split("[/color]", 1)[-1].strip()
    notice.lead = notice.body.split("[b]", 1)[0].strip()
    for target, votes, voters in _ROW.findall(body):
        _row(notice, plain(target), votes, voters)
    _rejected(notice, body)
    if found := re.search(r"已被同一人后来的票代替：(.*?)\[/color\]", body):
        notice.superseded = {_pid(link) for link, _ in re.findall(_LINK, found[1])}
    if found := re.search(r"\[b\]今晚\[/b\](.*)", body):
        notice.windows = [(a.strip("　"), b, c) for a, b, c in _WINDOW.findall(found[1])]
    return notice


def _row(notice: CountNotice, target: str, votes: str, voters: str) -> None:
    if target == "对象":
        return
    if target == "未投":
        notice.silent = people(voters)
        return
    cast: list[tuple[str, int, int]] = []
    for entry in voters.split("　"):
        if found := _VOTER.fullmatch(entry.strip()):
            times = re.search(r"警长×(\d)", found["rest"])
            heavy = int(times[1]) if times else 0 if "不计" in found["rest"] else 1
            pid = _pid(found[2])
            cast.append((found["name"], heavy, pid))
            notice.floors[pid] = int(found[3])
        elif found := _RULED.fullmatch(entry.strip()):
            times = re.search(r"警长×(\d)", found["rest"])
            cast.append((found["name"], int(times[1]) if times else 0 if "不计" in found["rest"] else 1, 0))
        elif entry.strip() not in {"", "无"}:
            cast.append((entry.strip(), -1, 0))
    if target == "弃票":
        notice.abstained = [name for name, _, _ in cast]
        return
    number = re.search(r"\d+", plain(votes))
    notice.standing[target] = (int(number[0]) if number else -1, cast)
    notice.order.append(target)


def _rejected(notice: CountNotice, body: str) -> None:
    if "[b]未计入的帖子[/b]" not in body:
        return
    for part in body.split("[b]未计入的帖子[/b]")[1:]:
        for line in part.split("[/list]", 1)[0].splitlines():
            found = re.match(rf"\[\*\]{_LINK} (?P<rest>.*)——(?P<why>.*)$", line)
            if found:
                notice.rejected[_pid(found[1])] = (found["rest"], found["why"])


def field_of(text: str, label: str) -> str | None:
    """What stands behind `label：` on its line, without tags; None if there is no such line."""
    found = re.search(rf"^{label}：(.*)$", clean(text), re.MULTILINE)
    return plain(found[1]).strip() if found else None


# private messages ------------------------------------------------------------------------------------------

_PRIVATE = (
    (
        "identity",
        re.compile(r"【.*?】你的角色 (?P<who>.+) 的身份是：(?P<what>\S+?)（〖?(?P<camp>\S+?)〗?）。"),
    ),
    ("lovers", re.compile(r"你与 (?P<who>.+) 成为情侣。你现在的阵营：〖?(?P<camp>\S+?)〗?。")),
    ("pack", re.compile(r"〖狼人阵营〗的同伴：(?P<what>.+?)。提醒")),
    ("camp", re.compile(r"你的阵营变为：〖?(?P<camp>\S+?)〗?。")),
    ("cupid?", re.compile(r"第零夜（(?P<span>\S+)）：请回复“情侣")),
    ("white?", re.compile(r"第零夜（(?P<span>\S+)）：本局狼人是：(?P<what>.+?)。")),
    ("guard?", re.compile(r"夜晚1（(?P<span>\S+)）：")),
    ("pipe?", re.compile(r"夜晚2（(?P<span>\S+)）：")),
    ("foresee?", re.compile(r"夜晚3（(?P<span>\S+)）：")),
    ("kill?", re.compile(r"夜晚4（(?P<span>\S+)）：今晚由你行动")),
    ("bite?", re.compile(r"夜晚5（(?P<span>\S+)）：")),
    ("witch", re.compile(r"夜晚6（(?P<span>\S+)）：(?:今晚的目标：(?P<what>.+?)。)?(?:可回复|不用|$)")),
    ("shot?", re.compile(r"你已昏厥。猎人窗口（(?P<span>\S+)）")),
    ("foresaw", re.compile(r"查验结果：(?P<who>.+) —— (?P<what>\S+)。")),
    ("mad", re.compile(r"你从第(?P<what>.{1,2})天起处于癫狂状态")),
    ("sheriff", re.compile(r"你是警长。")),
    ("succession?", re.compile(r"警长 (?P<who>.+) 出局，须指定继任者：请在 (?P<span>.+?) 前")),
    ("fool?", re.compile(r"你(?:在今天的投票中票数最高|将因今天的投票随情侣囚禁)。(?P<span>\S+) 前")),
    ("expelled", re.compile(r"你已累计 \d+ 分，被罚下")),
    ("limit", re.compile(r"提醒：你处于囚禁状态")),
    ("ack", re.compile(r"已收到：(?P<what>.+)")),
    ("refused", re.compile(r"未接受“(?P<what>.*)”：(?P<why>.*)。没有消耗")),
    ("unclear", re.compile(r"没有读懂“(?P<what>.*)”")),
    ("my_vote", re.compile(r"你在第.天投票帖的有效票|第.天还没有你的有效票")),
    ("alert", re.compile(r"【判官】")),
)


@dataclass(frozen=True)
class Private:
    """A message of the judge. `values`: who, what, camp, span, why, as far as the kind has them."""

    kind: str
    to: str
    at: datetime
    text: str
    ref: str
    values: dict[str, str]


def private(text: str, *, to: str, at: datetime) -> Private:
    """Tell what a message of the judge is."""
    text = clean(text)
    mark = PM_MARK.search(text)
    for kind, pattern in _PRIVATE:
        if found := pattern.match(text):
            values = {key: value for key, value in found.groupdict().items() if value is not None}
            return Private(kind, to, at, text, mark[1] if mark else "", values)
    return Private("unknown", to, at, text, mark[1] if mark else "", {})
