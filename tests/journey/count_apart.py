"""The referee's own count of a vote: from the board's posts and what their writers meant by them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from tests.journey.ledger import Meaning, Written
from tests.journey.table_apart import Table

UNMARKED = timedelta(seconds=60)
"""Boards write no edit mark within this time of the post."""


@dataclass(frozen=True)
class Vote:
    """A ballot that was valid: an empty target abstains."""

    voter: str
    target: str
    pid: int
    at: datetime


@dataclass
class Count:
    """What a count must say. `may_reject`: posts about which the notice is free."""

    standing: dict[str, list[tuple[Vote, int]]] = field(default_factory=dict)
    abstained: list[Vote] = field(default_factory=list)
    silent: list[str] = field(default_factory=list)
    rejected: dict[int, str] = field(default_factory=dict)
    superseded: set[int] = field(default_factory=set)
    may_reject: set[int] = field(default_factory=set)
    top: str = ""
    reason: str = ""

    def votes(self, target: str) -> int:
        """A target's votes, weights and all."""
        return sum(weight for _, weight in self.standing.get(target, ()))


@dataclass(frozen=True)
class Booth:
    """One vote: its window, and who wrote in its thread. `minutes`: the board shows no seconds.

    `ballots`: by the director's word, voter → target, "abstain" or "none". `voided`: posts that he voided.
    """

    day: int
    opens: datetime
    closes: datetime
    posts: tuple[Written, ...]
    minutes: bool = False
    ballots: Mapping[str, str] = field(default_factory=dict)
    voided: frozenset[int] = frozenset()


def _minute(at: datetime) -> datetime:
    return at.replace(second=0, microsecond=0)


def as_at(post: Written, instant: datetime) -> tuple[datetime, Meaning] | None:
    """What a post meant just before an instant, and since when; None if it did not stand there."""
    if post.deleted is not None and post.deleted < instant:
        return None
    forms = [v for v in post.versions if v.since < instant]
    if not forms:
        return None
    last = forms[-1]
    if len(forms) == 1 or last.since - post.versions[0].since <= UNMARKED:
        return post.versions[0].since, last.meaning
    return _minute(last.since), last.meaning


def count(table: Table, booth: Booth) -> Count:
    """Count a vote as the thread stood at its close."""
    result = Count()
    valid: dict[str, list[Vote | None]] = {}
    seen = [(_time(p, booth), p) for p in booth.posts]
    for _, post in sorted(seen, key=lambda pair: (pair[0], pair[1].pid)):
        if post.versions[0].since >= booth.closes:
            if post.versions[0].meaning.kind != "talk":
                result.rejected[post.pid] = "late"
            continue
        form = as_at(post, booth.closes)
        if form is None:
            result.may_reject.add(post.pid)
            continue
        at, meaning = _time(post, booth), form[1]
        reason = _why_not(table, booth, post.who, at, meaning)
        if post.pid in booth.voided and meaning.kind != "talk":
            reason = "voided"
        if reason:
            result.rejected[post.pid] = reason
        elif meaning.kind == "withdraw":
            valid.setdefault(post.who, []).append(None)
            result.may_reject.add(post.pid)
        elif meaning.kind in {"ballot", "abstain"}:
            valid.setdefault(post.who, []).append(Vote(post.who, meaning.target, post.pid, at))
    _ruled(table, booth, result, valid)
    _final(table, result, valid)
    _outcome(table, result, booth.day)
    return result


def _time(post: Written, booth: Booth) -> datetime:
    form = as_at(post, booth.closes)
    at = form[0] if form else post.versions[0].since
    return _minute(at) if booth.minutes else at


def _ruled(table: Table, booth: Booth, result: Count, valid: dict[str, list[Vote | None]]) -> None:
    """The director's ballots stand in the place of the voter's own, and are told as his."""
    for voter, target in booth.ballots.items():
        if table.players[voter].expelled:
            continue
        mine = [v for v in valid.pop(voter, []) if v is not None]
        result.rejected |= {v.pid: "voided" for v in mine}
        if target != "none":
            at = max((v.at for v in mine), default=booth.closes)
            valid[voter] = [Vote(voter, "" if target == "abstain" else target, 0, at)]


def _why_not(table: Table, booth: Booth, who: str, at: datetime, meaning: Meaning) -> str:
    if meaning.kind == "talk":
        return ""
    if who not in table.players:
        return "not_a_character"
    if at < booth.opens:
        return "early"
    if meaning.kind == "bad":
        return meaning.reason
    if table.players[who].expelled:
        return "not_eligible"
    if meaning.kind == "ballot":
        target = table.players[meaning.target]
        if target.out or target.expelled:
            return "ineligible_target"
    return ""


def weight(table: Table, voter: str, day: int) -> int:
    """R-120, A-49."""
    if table.players[voter].feigned:
        return 0
    return 2 if day >= 2 and table.sheriff == voter else 1


def _final(table: Table, result: Count, valid: dict[str, list[Vote | None]]) -> None:
    for name, one in table.players.items():
        cast = valid.get(name, [])
        last = cast[-1] if cast else None
        earlier = {v.pid for v in cast[:-1] if v is not None}
        if last is None:
            result.may_reject |= earlier
            if not one.expelled:
                result.silent.append(name)
            continue
        result.superseded |= earlier
        if not last.target:
            result.abstained.append(last)
            continue
        result.standing.setdefault(last.target, []).append((last, weight(table, name, table.day)))


def _outcome(table: Table, result: Count, day: int) -> None:
    totals = {target: result.votes(target) for target in result.standing}
    most = max(totals.values(), default=0)
    if not most:
        result.reason = "no_votes"
        return
    top = [t for t, votes in totals.items() if votes == most]
    if len(top) == 1:
        result.top, result.reason = top[0], "most_votes"
    elif day == 1:
        result.top = min(top, key=lambda t: max((v.at, v.pid) for v, _ in result.standing[t]))
        result.reason = "first_to_reach"
    else:
        _sheriffs_word(table, result, top)


def _sheriffs_word(table: Table, result: Count, top: Iterable[str]) -> None:
    """R-121, R-122, A-61."""
    for target in top:
        for vote, heads in result.standing[target]:
            if vote.voter == table.sheriff and heads:
                result.top, result.reason = target, "sheriff_breaks_tie"
                return
    result.reason = "tie"
