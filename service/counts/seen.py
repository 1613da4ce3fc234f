"""A post as the judge has seen it over time: every form, and the moments between which each stood there."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from parsers.model import Post


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenForm:
    """One form of a post. It stood there at least from `first_seen` to `last_seen` (times of readings)."""

    post: Post
    first_seen: datetime
    last_seen: datetime

    @property
    def readable(self) -> bool:
        """Can its words be read?"""
        return self.post.text is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenPost:
    """A post with its forms, first to last. `gone_at`: the first reading that did not find it any more.

    `absences`: when it was gone for a while: from the first reading that missed it to the one that found it again.
    """

    pid: int
    tid: int | None
    forms: tuple[SeenForm, ...]
    gone_at: datetime | None = None
    absences: tuple[tuple[datetime, datetime], ...] = ()

    @property
    def first(self) -> SeenForm:
        """As first seen."""
        return self.forms[0]

    @property
    def latest(self) -> SeenForm:
        """As last seen."""
        return self.forms[-1]
