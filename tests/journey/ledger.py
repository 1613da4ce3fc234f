"""What the members meant by what they wrote: the tests' own record, made as they write."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

Kind = Literal["ballot", "abstain", "withdraw", "bad", "talk"]


@dataclass(frozen=True)
class Meaning:
    """What a text is by `ballots.md`. `reason` says why a bad one is no ballot, whoever is still in the game."""

    kind: Kind
    target: str = ""
    reason: str = ""


@dataclass(frozen=True)
class Version:
    """A post's text from an instant on."""

    since: datetime
    text: str
    meaning: Meaning


@dataclass
class Written:
    """A post of a member with all its forms."""

    pid: int
    who: str
    tid: int
    versions: list[Version] = field(default_factory=list)
    deleted: datetime | None = None


@dataclass(frozen=True)
class Said:
    """A private message to the judge: the orders in it, as the writer meant them.

    `kind`: an order, a pass ("不用"), words that nobody can read as an order, or talk that asks for no answer.
    """

    pmid: int
    who: str
    at: datetime
    text: str
    kind: Literal["order", "pass", "unclear", "talk"]
    orders: tuple[tuple[str, tuple[str, ...]], ...] = ()


@dataclass(frozen=True)
class Ruling:
    """An entry of the director's file, in force from `at`."""

    kind: str
    at: datetime
    keys: Mapping[str, Any]
    reason: str = ""


@dataclass
class Ledger:
    """Everything written by members, and what the director ruled, in order."""

    posts: dict[int, Written] = field(default_factory=dict)
    said: list[Said] = field(default_factory=list)
    rulings: list[Ruling] = field(default_factory=list)

    def wrote(self, pid: int, who: str, tid: int, at: datetime, text: str, meaning: Meaning) -> None:
        """A new post."""
        self.posts[pid] = Written(pid, who, tid, [Version(at, text, meaning)])

    def rewrote(self, pid: int, at: datetime, text: str, meaning: Meaning) -> None:
        """An edit."""
        self.posts[pid].versions.append(Version(at, text, meaning))

    def ruled(self, start: datetime, end: datetime) -> list[Ruling]:
        """Rulings of [start, end)."""
        return [one for one in self.rulings if start <= one.at < end]

    def between(self, start: datetime, end: datetime, who: str | None = None) -> list[Said]:
        """Messages of [start, end), oldest first."""
        found = [s for s in self.said if start <= s.at < end and who in {None, s.who}]
        return sorted(found, key=lambda s: (s.at, s.pmid))
