"""What a game must have brought: the referee's course of it, day by day, and what was owed to whom."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from tests.journey.conduct_apart import Flag
from tests.journey.count_apart import Count
from tests.journey.table_apart import Entry, Table


@dataclass(frozen=True)
class Told:
    """A letter that the judge owes. `least`: not before. `must` False: allowed, not owed."""

    kind: str
    to: str
    what: str
    least: datetime
    must: bool = True


@dataclass(frozen=True)
class Expulsion:
    """Somebody was expelled: by which points, each with its reason ("" by a flag) and its post (0: by ruling)."""

    who: str
    at: datetime
    ledger: tuple[tuple[int, str, int], ...]


@dataclass(frozen=True)
class Change:
    """A count that was published came out otherwise. `asked`: the director must decide, `action` says how."""

    day: int
    at: datetime
    old: Count
    new: Count
    action: str = ""

    @property
    def asked(self) -> bool:
        """Whether another outcome follows from it."""
        return self.old.top != self.new.top


@dataclass(frozen=True)
class Flow:
    """By day a ruling brought somebody into a state, or more, and everybody hears of it."""

    at: datetime
    entries: tuple[Entry, ...]
    news: tuple[str, ...]


@dataclass
class DayCourse:
    """What day n brings, and the night after it."""

    n: int
    sheriff: str = ""
    imprisoned: list[str] = field(default_factory=list)
    fainted: list[str] = field(default_factory=list)
    expelled: list[str] = field(default_factory=list)
    opening: list[Entry] = field(default_factory=list)
    opening_news: list[tuple[str, str]] = field(default_factory=list)
    count: Count = field(default_factory=Count)
    sheriff_at_close: str = ""
    entries: list[Entry] = field(default_factory=list)
    news: list[tuple[str, str]] = field(default_factory=list)
    asked: bool = False


@dataclass
class Course:
    """The whole game. `moved`: of which day the close came later, from when on, and to when."""

    table: Table
    days: list[DayCourse] = field(default_factory=list)
    told: list[Told] = field(default_factory=list)
    verdicts: dict[int, str] = field(default_factory=dict)
    winner: str = ""
    last_night: list[Entry] = field(default_factory=list)
    flags: list[Flag] = field(default_factory=list)
    expulsions: list[Expulsion] = field(default_factory=list)
    changes: list[Change] = field(default_factory=list)
    flows: list[Flow] = field(default_factory=list)
    moved: list[tuple[int, datetime, datetime]] = field(default_factory=list)
