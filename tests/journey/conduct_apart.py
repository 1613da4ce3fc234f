"""The referee's own eye for conduct (`conduct.md`): what a day's posts must be flagged for, and what it costs."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from tests.journey.ledger import Written
from tests.journey.table_apart import Table
from tests.journey.words import MAD_LETTERS

MUTE = timedelta(hours=12)
MOST_POSTS = 20
WARNED_AT = 18
SEEN = timedelta(minutes=30)
"""What is changed sooner than this after it was written may be read in its later form alone."""

_MAD = re.compile(rf"[{MAD_LETTERS} \u3000\u00a0\n]*")
_PLAIN = re.compile(r"(?:投票：|弃票$|撤票$|我弃权$)\S*")


@dataclass(frozen=True)
class Flag:
    """A post that must be (`must`) or may be flagged."""

    kind: str
    pid: int
    who: str
    at: datetime
    must: bool = True


@dataclass
class Watch:
    """One day. `bound`: the states that its opening found, by character."""

    opens: datetime
    closes: datetime
    talk: int
    vote: int
    bound: dict[str, set[str]]
    counts: dict[str, int] = field(default_factory=dict)

    def posts(self, written: dict[int, Written]) -> list[Written]:
        """The day's posts in their order."""
        mine = [
            p
            for p in written.values()
            if p.tid in {self.talk, self.vote} and self.opens <= p.versions[0].since < self.closes
        ]
        return sorted(mine, key=lambda p: (p.versions[0].since, p.pid))

    def flags(self, post: Written, table: Table) -> list[Flag]:
        """What a post is flagged for as it appears."""
        if post.who not in table.players:
            return []
        at, talk = post.versions[0].since, post.tid == self.talk
        if talk:
            self.counts[post.who] = self.counts.get(post.who, 0) + 1
        states = self.bound.get(post.who, set())
        found = []
        if table.players[post.who].expelled:
            found.append(("expelled_spoke", True))
        if "fainted" in states and at < self.opens + MUTE:
            found += [("silenced", sure) for sure in self._speaks(post, talk=talk)]
        if "imprisoned" in states and talk and self.counts[post.who] > MOST_POSTS:
            found.append(("over_limit", True))
        if "mad" in states and not _mad_may(post, table, talk=talk):
            found.append(("mad_text", True))
        return [Flag(kind, post.pid, post.who, at, must) for kind, must in found]

    def _speaks(self, post: Written, *, talk: bool) -> list[bool]:
        """A ballot is free, words beside it are not; [] no speech, [False] hard to tell, [True] speech."""
        first = post.versions[0]
        if talk or first.meaning.kind == "talk":
            return [True]
        return [] if _PLAIN.fullmatch(first.text) and "（" not in first.text else [False]

    def changed(self, post: Written, names: list[str]) -> list[Flag]:
        """Edits and deletions of speech, whoever wrote it."""
        if post.tid != self.talk or post.who not in names:
            return []
        first, found = post.versions[0], []
        if len(post.versions) > 1:
            since = post.versions[1].since
            found.append(Flag("edited", post.pid, post.who, since, since - first.since > SEEN))
        if post.deleted is not None:
            must = post.deleted - first.since > SEEN
            found.append(Flag("deleted", post.pid, post.who, post.deleted, must))
        return found


def _mad_may(post: Written, table: Table, *, talk: bool) -> bool:
    """R-046: the sixteen letters; in the vote thread a ballot's word, separator and name."""
    text = post.versions[0].text
    if _MAD.fullmatch(text):
        return True
    return not talk and text in {f"投票：{name}" for name in table.names}
