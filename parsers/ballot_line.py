"""A line of a post that is, or nearly is, a ballot."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from parsers.fold import Folded

Kind = Literal["vote", "abstain", "withdraw", "rejected"]
WhyNot = Literal["unknown_target", "ambiguous_target", "several_targets", "unreadable"]
FlagKind = Literal["part_of_name", "disguised", "suggestion"]


@dataclass(frozen=True, slots=True)
class Flag:
    """Something that the director should know of a ballot."""

    kind: FlagKind
    detail: str


@dataclass(frozen=True, slots=True)
class BallotLine:
    """One line that is, or nearly is, a ballot. `index` is the line's place in the post, from 0.

    `words` is where a valid ballot's own words stand in the post: from the voting word to the target's end.
    For `unknown_target` `token` holds the word that names nobody.
    """

    kind: Kind
    target: str | None = None
    reason: WhyNot | None = None
    flags: tuple[Flag, ...] = ()
    candidates: tuple[str, ...] = ()
    text: str = ""
    index: int = 0
    words: tuple[int, int] = (0, 0)
    token: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a post: in its folded forms, as written, and where it stands."""

    folded: Folded
    text: str
    index: int
    start: int
