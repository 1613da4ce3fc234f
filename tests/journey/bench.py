"""The referee's bench: points of flags and the director's rulings, carried out on its own table."""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from tests.journey.conduct_apart import Flag
from tests.journey.count_apart import Booth, Count, count
from tests.journey.course import Change, Course, Expulsion, Flow
from tests.journey.ledger import Ruling
from tests.journey.record_seen import Scene
from tests.journey.table_apart import Table

STATES = {"囚禁": "imprisoned", "昏厥": "fainted", "癫狂": "mad", "罚下": "expelled"}
ON_COUNTS = frozenset({"ballot"})


@dataclass
class Counted:
    """A published count: what it was made of, and what stands published now."""

    booth: Booth
    table: Table
    published: Count


def ballots_ruled(rulings: Sequence[Ruling], n: int) -> tuple[dict[str, str], frozenset[int]]:
    """The director's word on the ballots of day n: in whose place what, and which posts are void."""
    given: dict[str, str] = {}
    voided: set[int] = set()
    for one in rulings:
        if one.kind != "ballot" or one.keys["day"] != n:
            continue
        if "target" in one.keys:
            given[one.keys["voter"]] = one.keys["target"]
        if "void" in one.keys:
            voided.add(one.keys["void"])
        if "restore" in one.keys:
            voided.discard(one.keys["restore"])
    return given, frozenset(voided)


class Bench:
    """`tell(kind, to, at)`: somebody is owed a letter."""

    def __init__(self, scene: Scene, course: Course, tell: Callable[[str, str, datetime], None]) -> None:
        self.scene, self.course, self.table, self._tell = scene, course, course.table, tell
        self.counted: dict[int, Counted] = {}
        self._paid: dict[int, tuple[str, int]] = {}
        self._ledger: dict[str, list[tuple[int, str, int]]] = {}
        self._asked: dict[int, Change] = {}

    # points ------------------------------------------------------------------------------------------------

    def charge(self, flags: Sequence[Flag]) -> None:
        """A post costs once, by the dearest of its flags."""
        points = max((self.scene.tariff.get(f.kind, 0) for f in flags), default=0)
        if points:
            heard = len(self.table.news)
            self._paid[flags[0].pid] = flags[0].who, points
            self._give(flags[0].who, points, "", flags[0].pid, flags[0].at)
            if news := tuple(what for what, _ in self.table.news[heard:]):
                self.course.flows.append(Flow(flags[0].at, (), news))

    def _give(self, who: str, points: int, why: str, pid: int, at: datetime) -> None:
        ledger = self._ledger.setdefault(who, [])
        ledger.append((points, why, pid))
        if self.table.give(who, points):
            self.course.expulsions.append(Expulsion(who, at, tuple(ledger)))
            self._tell("expelled", who, at)

    # rulings -----------------------------------------------------------------------------------------------

    def carry_out(self, rulings: Sequence[Ruling], *, by_day: bool) -> None:
        """Rulings of one instant."""
        table = self.table
        before, heard = len(table.entries), len(table.news)
        for one in rulings:
            self._one(one)
        at = rulings[0].at
        entries = tuple(e for e in table.entries[before:] if e.cause == "director" or by_day)
        news = tuple(what for what, _ in table.news[heard:])
        if by_day and (entries or news):
            self.course.flows.append(Flow(at, entries, news))
        if any(one.kind in ON_COUNTS for one in rulings):
            for n in self.counted:
                self._recount(n, at)

    def _one(self, ruling: Ruling) -> None:
        keys, table = ruling.keys, self.table
        match ruling.kind:
            case "state":
                for word in keys.get("add", ()):
                    self._enter(keys["who"], STATES[word])
                for word in keys.get("remove", ()):
                    setattr(table.players[keys["who"]], STATES[word], False)
            case "identity":
                table.players[keys["who"]].identity = keys["value"]
            case "points":
                self._give(keys["who"], keys["points"], ruling.reason, 0, ruling.at)
            case "exempt":
                who, points = self._paid.pop(keys["post"], ("", 0))
                if points:
                    self._give(who, -points, "", keys["post"], ruling.at)
            case "time":
                self.course.moved.append((keys["n"], ruling.at, keys["value"]))
            case "correction":
                self._decide(ruling)
            case _:
                pass

    def _enter(self, who: str, state: str) -> None:
        if state == "mad":
            self.table.players[who].mad = True
        else:
            self.table.enter(who, state, "director")

    # counts ------------------------------------------------------------------------------------------------

    def published(self, booth: Booth, result: Count) -> None:
        """A count goes out; the table is as it was counted on."""
        self.counted[booth.day] = Counted(booth, copy.deepcopy(self.table), result)

    def _recount(self, n: int, at: datetime) -> None:
        was = self.counted[n]
        given, voided = ballots_ruled([r for r in self.scene.ledger.rulings if r.at <= at], n)
        new = count(was.table, replace(was.booth, ballots=given, voided=voided))
        if _matter(new) == _matter(was.published):
            return
        change = Change(n, at, was.published, new)
        if change.asked:
            self._asked[n] = change
        else:
            self.course.changes.append(change)
            was.published = new

    def _decide(self, ruling: Ruling) -> None:
        """The director's answer: as he says, the outcome is put right or left; the count is the new one."""
        found = re.match(r"D(\d)", ruling.keys["ref"])
        assert found
        change = self._asked.pop(int(found[1]))
        self.course.changes.append(replace(change, action=ruling.keys["action"]))
        self.counted[change.day].published = change.new
        if ruling.keys["action"] != "apply":
            return
        if change.day == 1:
            if self.table.sheriff != change.new.top:
                self.table.sheriff, self.table.owed = change.new.top, False
                self._tell("sheriff", change.new.top, ruling.at)
            return
        if change.old.top:
            self.table.players[change.old.top].imprisoned = False
        if change.new.top:
            self.table.enter(change.new.top, "imprisoned", "director")


def _matter(result: Count) -> object:
    return (
        {t: (result.votes(t), sorted(v.voter for v, _ in cast)) for t, cast in result.standing.items()},
        sorted(v.voter for v in result.abstained),
        result.top,
    )
