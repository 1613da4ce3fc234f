"""A ballot as the engine takes it, and the count that comes out of it: frozen values, no behaviour.

A ballot is already *read*: parsers found the words and the name, the shell settled edits and deletions.
What is decided from here on (windows, eligibility, supersession, weight, ties) is the engine's (`tally`).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum


class Choice(StrEnum):
    """What a ballot says."""

    TARGET = "target"
    ABSTAIN = "abstain"
    WITHDRAW = "withdraw"


class Reason(StrEnum):
    """Why a ballot was not counted (`interfaces.md`, tally)."""

    LATE = "late"
    EARLY = "early"
    NOT_A_CHARACTER = "not_a_character"
    NOT_ELIGIBLE = "not_eligible"
    UNKNOWN_TARGET = "unknown_target"
    AMBIGUOUS_TARGET = "ambiguous_target"
    INELIGIBLE_TARGET = "ineligible_target"
    UNREADABLE = "unreadable"
    SUPERSEDED = "superseded"
    VOIDED = "voided"
    DELETED = "deleted"
    SEVERAL_TARGETS = "several_targets"
    BLOCKED = "blocked"


class OutcomeReason(StrEnum):
    """Why the count ended as it did."""

    MOST_VOTES = "most_votes"
    FIRST_TO_REACH = "first_to_reach"
    SHERIFF_BREAKS_TIE = "sheriff_breaks_tie"
    TIE = "tie"
    NO_VOTES = "no_votes"
    FOOL_PLAYED = "fool_played"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ballot:
    """One readable ballot. `at` is aware UTC or None (a scenario's ballot inside the day); `order` breaks ties (pid)."""

    voter: str
    choice: Choice
    target: str | None = None
    at: datetime | None = None
    order: int = 0
    pid: int | None = None
    floor: int | None = None
    text: str = ""
    ruled: bool = False  # the director's word: whatever the time, it stands above the voter's own


@dataclass(frozen=True, slots=True, kw_only=True)
class Poll:
    """What a count needs to know beside the ballots; names in seat order. Times are aware UTC, half-open."""

    characters: tuple[str, ...]
    election: bool
    opens: datetime | None = None
    closes: datetime | None = None
    sheriff: str | None = None
    weights: dict[str, int] = field(default_factory=dict)  # absent: what give
    out: frozenset[str] = frozenset()  # may not be voted for
    expelled: frozenset[str] = frozenset()
    barred: frozenset[str] = frozenset()  # may not vote (voter_eligibility)
    feigned: frozenset[str] = frozenset()  # weight 0, and no tie-break
    silenced: frozenset[str] = (
        frozenset()
    )  # fainted: with `mute_blocks_votes` no ballot before `silent_until`
    silent_until: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Rejected:
    """A ballot that was not counted, and why."""

    ballot: Ballot
    reason: Reason


@dataclass(frozen=True, slots=True, kw_only=True)
class Vote:
    """A ballot that counts, with its weight (0: listed, not counted)."""

    ballot: Ballot
    weight: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """One target's line: votes by weight, its voters in time order, the moment it reached that number."""

    target: str
    votes: int
    voters: tuple[Vote, ...]
    reached_at: datetime | None
    reached_order: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """`kind` is elected, out or none."""

    kind: str
    target: str | None
    reason: OutcomeReason


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """A whole count: most votes first, then the earliest to reach."""

    standing: tuple[Standing, ...]
    abstained: tuple[str, ...]
    silent: tuple[str, ...]
    outcome: Outcome
    rejected: tuple[Rejected, ...]
    abstentions: tuple[Ballot, ...] = ()
