"""What follows from points and from the director's word, held against what was published and what he was told."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime, timedelta

from tests.journey.count_apart import Count
from tests.journey.course import Change, Course, Expulsion, Flow
from tests.journey.notices_read import Public, field_of, plain
from tests.journey.record_seen import Scene

LOOK = timedelta(minutes=30)
"""In the middle of a day the judge looks every twenty minutes."""

_ENTRY = re.compile(r"^\[\*\](.+?)　(-?\d+) 分　(.*)$", re.MULTILINE)
_CHANGE = re.compile(r"^(.+?)：原 \[s\](.*?)\[/s\]　现 \[b\](.*?)\[/b\]$", re.MULTILINE)


def _near(notices: list[Public], at: datetime, holds: str) -> Public | None:
    """The notice that came in time for something, taken out of the list."""
    for notice in notices:
        if holds in notice.text and at <= notice.at <= at + LOOK:
            notices.remove(notice)
            return notice
    return None


def rulings(scene: Scene, course: Course, publics: list[Public]) -> Iterator[str]:
    """Expulsions, changes of state by day, corrections: each once, and no other."""
    left = [p for p in publics if p.kind in {"expelled", "flow", "correction"}]
    for expulsion in course.expulsions:
        notice = _near(left, expulsion.at, f"{expulsion.who} 罚下[/b]")
        if notice is None:
            yield f"{expulsion.who} was expelled at {expulsion.at} and nobody was told"
        else:
            yield from _ledger(expulsion, notice)
    for flow in course.flows:
        notice = _near(left, flow.at, "状态变化")
        if notice is None:
            yield f"{flow} was not published"
        else:
            yield from _flow(flow, notice)
    for n, at, closes in course.moved:
        local = closes + scene.board.settings.zone
        words = f"第{'零一二三四'[n]}天投票截止改为 {local.month}月{local.day}日 {local:%H:%M}（"
        if _near(left, at, words) is None:
            yield f"nobody was told that day {n} closes at {closes}"
    for change in course.changes:
        yield from _change(scene, change, left)
    for notice in left:
        yield f"a notice that nobody expected: {notice.kind} at {notice.at}: {notice.text[:200]!r}"


def _ledger(expulsion: Expulsion, notice: Public) -> Iterator[str]:
    told = []
    for _, points, rest in _ENTRY.findall(notice.text):
        pid = re.search(r"pid=(\d+)", rest)
        why = plain(rest.split("[url=", 1)[0]).strip()
        told.append((int(points), why, int(pid[1]) if pid else 0))
    ours = list(expulsion.ledger)
    same = len(told) == len(ours) and all(
        (points, pid) == (theirs[0], theirs[2]) and (not why or why == theirs[1])
        for (points, why, pid), theirs in zip(ours, told, strict=True)
    )
    if not same:
        yield f"the ledger of {expulsion.who} is {ours}, published {told}"


def _flow(flow: Flow, notice: Public) -> Iterator[str]:
    for state, word in (("imprisoned", "进入囚禁状态"), ("fainted", "进入昏厥状态")):
        ours = [e.who for e in flow.entries if e.state == state]
        found = re.search(rf"^(.*?){word}", notice.text, re.MULTILINE)
        if (found[1].split("、") if found else []) != ours:
            yield f"{ours} {word}, published {notice.text!r}"
    for what, words in (
        ("skills_lost", "失去其技能"),
        ("madness_lifted", "癫狂状态解除"),
        ("vacated", "警长空缺"),
    ):
        if (what in flow.news) != (words in notice.text):
            yield f"{what} is {flow.news}, published {notice.text!r}"


def _change(scene: Scene, change: Change, left: list[Public]) -> Iterator[str]:
    if change.asked:
        asked = [text for at, text in scene.to_director() if "与已公布的不同" in text and at >= change.at]
        if not any(f"第{'零一二三四'[change.day]}天" in text for text in asked):
            yield f"the director was not asked about day {change.day}"
        if change.action == "drop":
            return
    notice = next((p for p in left if p.kind == "correction" and p.day == change.day), None)
    if notice is None or notice.at < change.at:
        yield f"the count of day {change.day} changed at {change.at} and was not corrected"
        return
    left.remove(notice)
    told = {what: (old, new) for what, old, new in _CHANGE.findall(notice.text)}
    ours = {}
    for target in change.old.standing.keys() | change.new.standing.keys():
        pair = _line(change.old, target), _line(change.new, target)
        if pair[0] != pair[1]:
            ours[target] = pair
    before, after = ("、".join(_abstained(count)) or "无" for count in (change.old, change.new))
    if before != after:
        ours["弃票"] = before, after
    if _sorted(told) != _sorted(ours):
        yield f"the count of day {change.day} changes by {ours}, published {told}"
    label = "结果更正为" if change.asked else "结果不变"
    result = field_of(plain(notice.text), label)
    if result != (change.new.top or "无人"):
        yield f"{label} {change.new.top}, published {notice.text!r}"


def _abstained(count: Count) -> list[str]:
    return [v.voter for v in count.abstained]


def _line(count: Count, target: str) -> str:
    cast = count.standing.get(target)
    return f"{count.votes(target)} 票（{'、'.join(v.voter for v, _ in cast)}）" if cast else "0 票"


def _sorted(lines: dict[str, tuple[str, str]]) -> object:
    """Names in any order."""
    return {what: tuple(sorted(re.split(r"[、（）]", line)) for line in pair) for what, pair in lines.items()}
