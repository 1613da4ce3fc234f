"""From posts as seen to a count: the one way, for the live view, the published tally and `panguan count`.

Pure: the same posts, rulings and rules always give the same count.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from engine.ballot import Ballot, Choice, Poll, Reason, Rejected, Tally
from engine.rules import Rules
from engine.tally import count, untimely
from parsers.ballots import BallotLine, effective, read_ballots
from parsers.model import Post
from parsers.names import NameBook
from service.counts.seen import SeenPost
from service.counts.standing_form import Close, Fate, StandingForm, standing_form

UNSEEN = timedelta(minutes=5)
"""A reading that began later than this after the close did not see the close."""

Span = tuple[datetime | None, datetime | None]

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
    """Who is who: accounts to characters (uid first: a rename changes nothing), and the judge's own accounts.

    `spans`: accounts, by name and by uid, that play only from an instant on, or only until one (excluded).
    """

    by_name: Mapping[str, str]
    by_uid: Mapping[int, str] = field(default_factory=dict)
    judges: frozenset[str] = frozenset()
    judge_uids: frozenset[int] = frozenset()
    pinned: frozenset[str] | None = None
    """Accounts whose uid is known; None: those of the characters in `by_uid`."""
    spans: Mapping[str | int, Span] = field(default_factory=dict)

    def character(self, post: Post) -> str | None:
        """The character that wrote a post; None for anybody else."""
        if post.uid is not None and post.uid in self.by_uid:
            return self.of_uid(post.uid, post.posted_at, minutes=post.precision == "minute")
        if post.author is None or (post.anonymous and post.uid is None):
            return None
        # An account of the same name with another uid is somebody else.
        namesake = post.uid is not None and self._pinned(post.author)
        if namesake or not self._plays(post.author, post.posted_at, minutes=post.precision == "minute"):
            return None
        return self.by_name.get(post.author)

    def of_uid(self, uid: int, at: datetime | None, *, minutes: bool = False) -> str | None:
        """The character that an account plays at an instant, or somewhere within that minute."""
        return self.by_uid.get(uid) if self._plays(uid, at, minutes=minutes) else None

    def judge(self, post: Post) -> bool:
        """Is it the judge's own post?"""
        if post.uid is not None and self.judge_uids:
            return post.uid in self.judge_uids
        return post.author in self.judges

    def _pinned(self, account: str) -> bool:
        if self.pinned is not None:
            return account in self.pinned
        return self.by_name.get(account) in self.by_uid.values()

    def _plays(self, account: str | int, at: datetime | None, *, minutes: bool) -> bool:
        since, until = self.spans.get(account, (None, None))
        if at is None:
            return until is None
        latest = at.replace(second=59, microsecond=999_999) if minutes else at
        return (since is None or latest >= since) and (until is None or at < until)


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
        if any(self._voters.judge(form.post) for form in seen.forms):
            return
        who = author_of(seen, self._voters)
        self.authors[seen.pid] = who or seen.first.post.author
        standing = standing_form(seen, self._close, edits=self._rules.edits, deletes=self._rules.deletes)
        form = standing.form.post
        if standing.fate is Fate.UNREADABLE and seen.pid not in self._rulings.read_as:
            self._unreadable(seen, who, standing)
            return
        ruled = self._rulings.read_as.get(seen.pid)
        lines = self._lines(form) if ruled is None else self._lines(replace(form, text=ruled, marks=()))
        if not lines:
            if any(flag[0] == "edited" for flag in standing.flags) and self._held_one(seen):
                self._note(standing.flags, seen, who)  # a ballot that was edited away
            return
        line = effective(lines) or lines[-1]
        ballot = self._ballot(seen, who, standing, line)
        self._flag(seen, who, standing, line)
        reason = self._why_not(seen, who, standing, line, ballot)
        if reason is not None:
            self.rejected.append(Rejected(ballot=ballot, reason=reason))
        else:
            self.ballots.append(ballot)

    def _lines(self, post: Post) -> tuple[BallotLine, ...]:
        return read_ballots(
            post.text or "",
            self._book,
            bare_name=self._rules.bare_name,
            marks=post.marks,
            judges=tuple(self._voters.judges),
        )

    def _held_one(self, seen: SeenPost) -> bool:
        """Did any form of the post hold a ballot?"""
        return any(self._lines(form.post) for form in seen.forms)

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
        if self._on_the_line(standing) and not self._rules.close_inclusive:
            return Reason.LATE
        if who is None:
            return Reason.NOT_A_CHARACTER
        if standing.fate is Fate.EDITED_VOID:
            return Reason.VOIDED
        return Reason(line.reason or "unreadable") if line.kind == "rejected" else None

    def _ballot(self, seen: SeenPost, who: str | None, standing: StandingForm, line: BallotLine) -> Ballot:
        post = standing.form.post
        return Ballot(
            voter=who or post.author or seen.first.post.author or "",
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
        if self._on_the_line(standing) and standing.at is not None:
            self._note([("on_the_line", standing.at.isoformat())], seen, who)

    def _on_the_line(self, standing: StandingForm) -> bool:
        """Does a time without seconds lie in the minute of the close?"""
        closes = self._poll.closes
        if closes is None or standing.form.post.precision != "minute":
            return False
        return standing.at == closes.replace(second=0, microsecond=0)

    def _note(self, flags: Sequence[tuple[str, str]], seen: SeenPost, who: str | None) -> None:
        for kind, detail in flags:
            self.flags.append(
                Flag(
                    kind=kind,
                    pid=seen.pid,
                    who=who or seen.first.post.author,
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


def author_of(seen: SeenPost, voters: Voters) -> str | None:
    """The character that wrote a post. A post keeps its author, whatever its later forms still show of him."""
    found = (voters.character(form.post) for form in seen.forms)
    return next((who for who in found if who is not None), None)


def _reserved(posts: Sequence[SeenPost], voters: Voters) -> list[SeenPost]:
    """Each character's own floor (its first post in the thread); nothing else is a ballot there."""
    first: dict[str, SeenPost] = {}
    for one in posts:
        who = author_of(one, voters)
        if who is not None and who not in first:
            first[who] = one
    return sorted(first.values(), key=lambda one: one.pid)
