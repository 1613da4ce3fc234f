"""What a day's conduct is judged from, and what comes of it: frozen values (`conduct.md`)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from engine.model import Status
from parsers.madness import MadRules
from parsers.model import Post

ViolationKind = Literal[
    "over_limit",
    "silenced",
    "mad_text",
    "mad_image",
    "mad_art",
    "night_post",
    "edited",
    "deleted",
    "expelled_spoke",
]

CLAUSES: Mapping[ViolationKind, str] = {
    "over_limit": "R-043",
    "silenced": "R-045",
    "mad_text": "R-046",
    "mad_image": "R-047",
    "mad_art": "R-047",
    "night_post": "A-73",
    "edited": "A-69",
    "deleted": "A-69",
    "expelled_spoke": "R-036",
}
"""The clause that each flag names."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Speech:
    """A character's post as it was first seen, and what became of it. `later`: its later forms, in order.

    An edited post without later forms was never seen as it stood before.
    """

    post: Post
    who: str
    thread: Literal["discussion", "vote"] = "discussion"
    later: tuple[Post, ...] = ()
    edited: bool = False
    deleted: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Bound:
    """A state while it binds its bearer: from when he learned of it until it was lifted (half-open)."""

    status: Status
    since: datetime | None = None
    until: datetime | None = None

    def holds(self, at: datetime) -> bool:
        """Whether the state binds at an instant."""
        return (self.since is None or at >= self.since) and (self.until is None or at < self.until)


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """A character of the roster: its states of the day and its ledger of points so far."""

    name: str
    states: tuple[Bound, ...] = ()
    points: int = 0

    def under(self, status: Status, at: datetime) -> bool:
        """Whether a state binds the character at an instant."""
        return any(state.status is status and state.holds(at) for state in self.states)


@dataclass(frozen=True, slots=True, kw_only=True)
class Day:
    """The window of the day, [opens, closes)."""

    opens: datetime
    closes: datetime
    number: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ConductRules:
    """The knobs of conduct; `penalties` gives points for each kind of flag."""

    post_limit: int = 20
    post_limit_counts_vote_thread: bool = False
    mute_hours: float = 12
    mute_blocks_votes: bool = False
    deleted_posts_count: bool = True
    mad: MadRules = field(default_factory=MadRules)
    penalties: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Violation:
    """One flag: which clause, which post, and the words as they stood when first seen."""

    kind: ViolationKind
    who: str
    pid: int | None
    floor: int | None
    at: datetime | None
    detail: str
    points: int = 0
    clause: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CharacterConduct:
    """One character's day: posts that count, the limits that bind, the points so far."""

    name: str
    states: tuple[Status, ...]
    posts: int
    limit: int | None
    silent_until: datetime | None
    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Conduct:
    """A whole day's conduct; characters in seat order, violations in the order of their posts."""

    day: int | None
    characters: tuple[CharacterConduct, ...]
    violations: tuple[Violation, ...]
