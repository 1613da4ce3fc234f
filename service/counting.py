"""From posts as seen to a count: the one way, for the live view, the published tally and `panguan count`.

Pure: the same posts, rulings and rules always give the same count.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from engine.ballot import Ballot, Choice, Poll, Reason, Rejected, Tally
from engine.rules import Rules
from engine.tally import count, untimely
from parsers.ballots import BallotLine, effective, read_ballots
from parsers.model import Post
from parsers.names import NameBook
from service.seen import SeenPost
from service.standing_form import Close, Fate, StandingForm, standing_form

UNSEEN = timedelta(minutes=5)
"""A reading that began later than this after the close did not see the close."""

CHOICE = {"vote": Choice.TARGET, "abstain": Choice.ABSTAIN, "withdraw": Choice.WITHDRAW}


@dataclass(frozen=True, slots=True, kw_only=True)
class Flag:
    """Something that the director should know of a ballot, or of the count."""

    kind: str
    pid: int | None
    who: str | None
    detail: str
    floor: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CountRulings:
    """The director's word on one count: by voter, and by post."""

    ballots: Mapping[str, str] = field(default_factory=dict)  # voter → name, "abstain" or "none"
    voided: frozenset[int] = frozenset()
    restored: frozenset[int] = frozenset()
    read_as: Mapping[int, str] = field(default_factory=dict)  # pid → the words it stands for


@dataclass(frozen=True, slots=True, kw_only=True)
class Voters:
    """Who is who: accounts to characters (uid first: a rename changes nothing), and the judge's own accounts."""

    by_name: Mapping[str, str]
    by_uid: Mapping[int, str] = field(default_factory=dict)
    judges: frozenset[str] = frozenset()
    judge_uids: frozenset[int] = frozenset()

    def character(self, post: Post) -> str | None:
        """The character that wrote a post; None for anybody else."""
        if post.uid is not None and post.uid in self.by_uid:
            return self.by_uid[post.uid]
        if post.author is None or (post.anonymous and post.uid is None):
            return None
        known = (
            post.uid is not None
            and post.author in self.by_name
            and self.by_name[post.author] in self.by_uid.values()
        )
        # An account of the same name with another uid is somebody else.
        return None if known else self.by_name.get(post.author)

    def judge(self, post: Post) -> bool:
        """Is it the judge's own post?"""
        return (post.uid is not None and post.uid in self.judge_uids) or post.author in self.judges


@dataclass(frozen=True, slots=True, kw_only=True)
class Count:
    """A whole count with everything that is to be explained. `rejected` is in time order."""

    tally: Tally
    rejected: tuple[Rejected, ...]
    flags: tuple[Flag, ...]
    authors: Mapping[int, str | None]
    notes: Mapping[int, tuple[str, ...]]
    last_pid: int | None = None


def count_thread(
    seen: Sequence[SeenPost],
    book: NameBook,
    poll: Poll,
    rules: Rules,
    *,
    voters: Voters,
    rulings: CountRulings = CountRulings(),
    read_at: datetime | None = None,
) -> Count:
    """Count one vote from everything that was seen in its thread (`ballots.md`).

    `read_at`: when the reading began that shows how the thread stood at the close.
    """
    reader = _Reader(book, poll, rules, voters, rulings, read_at)
    posts = sorted(seen, key=lambda one: one.pid)
    if rules.ballot_mode == "reserved":
        posts = _reserved(posts, voters)
    for one in posts:
        reader.take(one)
    reader.rule()
    tally = count(reader.ballots, poll, rules)
    rejected = sorted(
        [*tally.rejected, *reader.rejected],
        key=lambda r: (r.ballot.at is None, r.ballot.at, r.ballot.order),
    )
    flags = [*reader.flags]
    if poll.closes is not None and read_at is not None and read_at - poll.closes > UNSEEN:
        flags.append(Flag(kind="not_seen_at_close", pid=None, who=None, detail=read_at.isoformat()))
    notes: dict[int, list[str]] = {}
    for flag in flags:
        if flag.pid is not None:
            notes.setdefault(flag.pid, []).append(flag.kind)
    return Count(
        tally=tally,
        rejected=tuple(rejected),
        flags=tuple(flags),
        authors=reader.authors,
        notes={pid: tuple(kinds) for pid, kinds in notes.items()},
        last_pid=max((one.pid for one in seen), default=None),
    )


class _Reader:
    """Turns posts into ballots and rejections."""

    def __init__(
        self,
        book: NameBook,
        poll: Poll,
        rules: Rules,
        voters: Voters,
        rulings: CountRulings,
        read_at: datetime | None,
    ) -> None:
        self._book = book
        self._poll = poll
        self._rules = rules
        self._voters = voters
        self._rulings = rulings
        self._close = Close(at=poll.closes, read_at=read_at)
        self.ballots: list[Ballot] = []
        self.rejected: list[Rejected] = []
        self.flags: list[Flag] = []
        self.authors: dict[int, str | None] = {}

    def take(self, seen: SeenPost) -> None:
        """One post: at most one ballot, or one reason why there is none."""
        post = seen.latest.post
        if self._voters.judge(post):
            return
        who = self._voters.character(post)
        self.authors[seen.pid] = who or post.author
        standing = standing_form(seen, self._close, edits=self._rules.edits, deletes=self._rules.deletes)
        form = standing.form.post
        if standing.fate is Fate.UNREADABLE:
            self._unreadable(seen, who, standing)
            return
        text = self._rulings.read_as.get(seen.pid, form.text or "")
        lines = read_ballots(
            text,
            self._book,
            bare_name=self._rules.bare_name,
            marks=form.marks if seen.pid not in self._rulings.read_as else (),
            judges=tuple(self._voters.judges),
        )
        if not lines:
            return
        line = effective(lines) or lines[-1]
        ballot = self._ballot(seen, who, standing, line)
        self._flag(seen, who, standing, line)
        reason = self._why_not(seen, who, standing, line, ballot)
        if reason is not None:
            self.rejected.append(Rejected(ballot=ballot, reason=reason))
        else:
            self.ballots.append(ballot)

    def _why_not(
        self, seen: SeenPost, who: str | None, standing: StandingForm, line: BallotLine, ballot: Ballot
    ) -> Reason | None:
        """Reasons that the tally does not know: of the post, not of the ballot."""
        if seen.pid in self._rulings.voided:
            return Reason.VOIDED
        if seen.pid in self._rulings.restored:
            return None if line.kind != "rejected" else Reason(line.reason or "unreadable")
        if standing.fate is Fate.DELETED:
            return Reason.DELETED
        if standing.fate is Fate.EDITED_LATE:
            return Reason.LATE
        timing = untimely(ballot.at, self._poll, self._rules)
        if timing is not None:
            return timing
        if who is None:
            return Reason.NOT_A_CHARACTER
        if standing.fate is Fate.EDITED_VOID:
            return Reason.VOIDED
        return Reason(line.reason or "unreadable") if line.kind == "rejected" else None

    def _ballot(self, seen: SeenPost, who: str | None, standing: StandingForm, line: BallotLine) -> Ballot:
        post = standing.form.post
        return Ballot(
            voter=who or post.author or "",
            choice=CHOICE.get(line.kind, Choice.TARGET),
            target=line.target,
            at=standing.at,
            order=seen.pid,
            pid=seen.pid,
            floor=seen.latest.post.floor,
            text=" ".join(line.text.split()),
            ruled=seen.pid in self._rulings.restored,
        )

    def _unreadable(self, seen: SeenPost, who: str | None, standing: StandingForm) -> None:
        """A character's post that nobody but moderators could ever read."""
        post = standing.form.post
        if who is None:
            return
        timing = untimely(post.posted_at, self._poll, self._rules)
        reason = timing or (Reason.BLOCKED if post.state in {"blocked", "banned"} else Reason.UNREADABLE)
        ballot = Ballot(
            voter=who, choice=Choice.TARGET, at=post.posted_at, order=seen.pid, pid=seen.pid, floor=post.floor
        )
        self.rejected.append(Rejected(ballot=ballot, reason=reason))
        self._note(standing.flags, seen, who)

    def _flag(self, seen: SeenPost, who: str | None, standing: StandingForm, line: BallotLine) -> None:
        self._note(standing.flags, seen, who)
        for flag in line.flags:
            self._note([(flag.kind, flag.detail)], seen, who)
        post = standing.form.post
        at, close = standing.at, self._poll.closes
        if post.precision == "minute" and at is not None and close is not None:
            closing_minute = close.replace(second=0, microsecond=0)
            self._note([("on_the_line", at.isoformat())] if at == closing_minute else [], seen, who)

    def _note(self, flags: Sequence[tuple[str, str]], seen: SeenPost, who: str | None) -> None:
        for kind, detail in flags:
            self.flags.append(
                Flag(
                    kind=kind,
                    pid=seen.pid,
                    who=who or seen.latest.post.author,
                    detail=detail,
                    floor=seen.latest.post.floor,
                )
            )

    def rule(self) -> None:
        """The director's own ballots stand in the place of the voter's."""
        for voter, target in self._rulings.ballots.items():
            mine = [ballot for ballot in self.ballots if ballot.voter == voter and not ballot.ruled]
            self.ballots = [ballot for ballot in self.ballots if ballot not in mine]
            self.rejected += [Rejected(ballot=ballot, reason=Reason.VOIDED) for ballot in mine]
            if target == "none":
                continue
            last = max((b.at for b in mine if b.at is not None), default=None)
            self.ballots.append(
                Ballot(
                    voter=voter,
                    choice=Choice.ABSTAIN if target == "abstain" else Choice.TARGET,
                    target=None if target == "abstain" else target,
                    at=last or self._poll.closes,
                    order=max((b.order for b in mine), default=0),
                    ruled=True,
                )
            )


def _reserved(posts: Sequence[SeenPost], voters: Voters) -> list[SeenPost]:
    """Each character's own floor (its first post in the thread); nothing else is a ballot there."""
    first: dict[str, SeenPost] = {}
    for one in posts:
        who = voters.character(one.first.post)
        if who is not None and who not in first:
            first[who] = one
    return sorted(first.values(), key=lambda one: one.pid)
