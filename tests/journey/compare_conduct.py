"""Flags of conduct, held against what the director (and, where the game says so, everybody) was told."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from datetime import datetime, timedelta

from tests.journey.conduct_apart import Flag
from tests.journey.course import Course
from tests.journey.notices_read import Public, clean
from tests.journey.record_seen import Scene

KINDS = {
    "超过发帖上限": "over_limit",
    "昏厥期间发言": "silenced",
    "癫狂：不可用的字符": "mad_text",
    "癫狂：图片、链接等": "mad_image",
    "癫狂：疑似字符画或密码（待人工判断）": "mad_art",
    "夜间发言": "night_post",
    "编辑过": "edited",
    "已删除": "deleted",
    "罚下后发言": "expelled_spoke",
}
SECRET = frozenset({"mad_text", "mad_image", "mad_art"})
LOOK = timedelta(minutes=30)
_FLAG = re.compile(
    rf"^\d+\. (.+?) #\S* .*?　({'|'.join(KINDS)})：.*?(?:\n　当时的文字：.*)?\n　pid (\d+)", re.MULTILINE
)
_SHOWN = re.compile(r"^\[\*\]\[url=[^\]]*pid=(\d+)[^\]]*\]", re.MULTILINE)

Told = tuple[datetime, str, str, int]


def told_to_director(scene: Scene) -> list[Told]:
    """Every flag that he read: when, whose, its kind, its pid."""
    return [
        (at, who, KINDS[what], int(pid))
        for at, text in scene.to_director()
        if "天发言提示" in text
        for who, what, pid in _FLAG.findall(clean(text))
    ]


def flags(scene: Scene, course: Course, publics: list[Public]) -> Iterator[str]:
    """Every flag is told once, soon, with its author; and nothing is flagged that is no breach."""
    told = told_to_director(scene)
    for (pid, kind), times in Counter((pid, kind) for _, _, kind, pid in told).items():
        if times > 1:
            yield f"{pid} was flagged as {kind} {times} times"
    ours = {(flag.pid, flag.kind): flag for flag in course.flags}
    theirs = {(pid, kind): (at, who) for at, who, kind, pid in told}
    for key, flag in ours.items():
        if key in theirs:
            yield from _timely(scene, flag, *theirs[key])
        elif flag.must:
            yield f"{flag} was not told; told of it: {[k for k in theirs if k[0] == flag.pid]}"
    for pid, kind in theirs.keys() - ours.keys():
        post = scene.ledger.posts.get(pid)
        yield f"{pid} is flagged as {kind} without reason: {post.versions if post else None}"
    yield from _public(scene, ours, publics)


def _timely(scene: Scene, flag: Flag, at: datetime, who: str) -> Iterator[str]:
    if who != flag.who:
        yield f"{flag} was told of {who}"
    changed = flag.kind in {"edited", "deleted"}
    if at < flag.at or (at > flag.at + LOOK and not changed and not scene.slept(flag.at, at)):
        yield f"{flag} was told at {at}"


def _public(scene: Scene, ours: dict[tuple[int, str], Flag], publics: list[Public]) -> Iterator[str]:
    shown = {int(pid) for p in publics if p.kind == "conduct" for pid in _SHOWN.findall(p.text)}
    may = {pid for pid, kind in ours if kind not in SECRET} if scene.public_flags else set()
    must = {flag.pid for flag in ours.values() if flag.must and flag.kind not in SECRET}
    if shown - may:
        yield f"flags that are nobody's business: {shown - may}"
    if scene.public_flags and must - shown:
        yield f"flags that were not published: {must - shown}"
