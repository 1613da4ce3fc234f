"""Live counts of open votes, and notices that wait for the director's word."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta

from tests.journey.bench import Bench, Counted
from tests.journey.count_apart import Count, count, weight
from tests.journey.notices_read import Public, people
from tests.journey.record_seen import Scene

LOOK = timedelta(minutes=85)
"""What was written since the judge last read the thread is not in a live count yet; it is read whole every hour."""

_AS_OF = re.compile(r"截至 (\d+)月(\d+)日 (\d\d):(\d\d)")
_ROW = re.compile(r"\[tr\]\[td\](.+?)\[/td\]\[td\](?:\[b\](\d+)\[/b\]|—)\[/td\]\[td\](.*?)\[/td\]\[/tr\]")

Shown = tuple[dict[str, str | None], dict[str, int]]
NOBODY = {"弃票": "", "未投": None}


def approvals(scene: Scene, publics: list[Public]) -> Iterator[str]:
    """Where the director's word is asked nothing is said before it."""
    for post in publics:
        at = scene.approved.get(post.ref.split("~")[0])
        if scene.patience and (at is None or post.at < at):
            yield f"{post.ref} was published at {post.at}, let go at {at}"


def lives(scene: Scene, bench: Bench) -> Iterator[str]:
    """Each form of a live count was true when it was written, and the last one near the close."""
    for n, counted in bench.counted.items():
        forms = [(at, text) for at, day, text in scene.lives if day == n]
        if bool(forms) == scene.hidden_votes:
            yield f"day {n}: {len(forms)} live counts"
        for at, text in forms:
            told = _as_of(scene, text, at)
            if not _true(scene, counted, _shown(text), told - LOOK, told + timedelta(minutes=1)):
                yield f"day {n}: a live count as of {told} that never was true: {text!r}"
        closes = counted.booth.closes
        if forms and not _true(scene, counted, _shown(forms[-1][1]), closes - LOOK, closes):
            yield f"day {n}: the live count had fallen behind at the close: {forms[-1][1]!r}"


def _as_of(scene: Scene, text: str, at: datetime) -> datetime:
    found = _AS_OF.search(text)
    assert found
    month, day, hour, minute = map(int, found.groups())
    local = at + scene.board.settings.zone
    told = local.replace(month=month, day=day, hour=hour, minute=minute, second=0, microsecond=0)
    return told - scene.board.settings.zone


def _shown(text: str) -> Shown:
    """Whose ballot goes to whom, and the votes of each; "" abstains, None has no ballot."""
    ballots: dict[str, str | None] = {}
    votes: dict[str, int] = {}
    for target, number, voters in _ROW.findall(text):
        if number:
            votes[target] = int(number)
            ballots |= dict.fromkeys(voters.split("　"), target)
        elif target in NOBODY:
            ballots |= dict.fromkeys(people(voters), NOBODY[target])
    return ballots, votes


def _true(scene: Scene, counted: Counted, shown: Shown, start: datetime, end: datetime) -> bool:
    """Whether each had the ballot that is shown at some time of [start, end], and the votes are their sum."""
    moments = {start, end}
    for post in counted.booth.posts:
        changes = [v.since for v in post.versions] + ([post.deleted] if post.deleted else [])
        moments |= {at + timedelta(microseconds=1) for at in changes if start <= at <= end}
    had: dict[str, set[str | None]] = {}
    for at in moments:
        for who, target in _by_voter(count(counted.table, replace(counted.booth, closes=at))).items():
            had.setdefault(who, set()).add(target)
    ballots, votes = shown
    table, n = counted.table, counted.booth.day
    sums: Counter[str] = Counter()
    for who, target in ballots.items():
        if target:
            sums[target] += weight(table, who, n)
    return ballots.keys() == had.keys() and all(t in had[w] for w, t in ballots.items()) and sums == votes


def _by_voter(result: Count) -> dict[str, str | None]:
    ballots: dict[str, str | None] = dict.fromkeys(result.silent)
    ballots |= dict.fromkeys((v.voter for v in result.abstained), "")
    return ballots | {v.voter: target for target, cast in result.standing.items() for v, _ in cast}
