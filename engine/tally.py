"""The count of one vote: readable ballots in, a whole `Tally` out.

Pure and total: any list of ballots gives a count, the same list always the same one. What a post means, whether
it was edited, deleted or blocked, is settled before (parsers, shell); from the window on it is settled here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from engine.ballot import (
    Ballot,
    Choice,
    Outcome,
    OutcomeReason,
    Poll,
    Reason,
    Rejected,
    Standing,
    Tally,
    Vote,
)
from engine.readings import FEIGNED_WEIGHT, ORDINARY_WEIGHT, SHERIFF_WEIGHT
from engine.rules import Rules

DAWN_OF_TIME = datetime(1, 1, 1, tzinfo=UTC)
END_OF_TIME = datetime(9999, 12, 31, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class _Placed:
    """A ballot with its place among all others: time, then order, then place in the list."""

    ballot: Ballot
    at: datetime
    place: int

    @property
    def key(self) -> tuple[datetime, int, int]:
        return self.at, self.ballot.order, self.place

    @property
    def instant(self) -> tuple[datetime, int]:
        """Equal for ballots of one time stamp; a ballot without a time is an instant of its own."""
        return self.at, 0 if self.ballot.at is not None else self.place + 1


def count(ballots: Iterable[Ballot], poll: Poll, rules: Rules) -> Tally:
    """Count a vote (R-030 … R-034, R-119 … R-122; `ballots.md`).

    Ballots are taken by time, then order; one without a time stands at its place in the list. Every ballot that
    does not count is in `rejected` with one reason, except a taking back that had its effect.
    """
    placed = _in_order(ballots)
    valid: list[_Placed] = []
    refused: list[tuple[_Placed, Reason]] = []
    for one in placed:
        reason = fault(one.ballot, poll, rules)
        if reason is None:
            valid.append(one)
        else:
            refused.append((one, reason))
    by_voter: dict[str, list[_Placed]] = {voter: [] for voter in poll.characters}
    for one in valid:
        by_voter[one.ballot.voter].append(one)
    final: dict[str, _Placed] = {}
    for voter, own in by_voter.items():
        standing, overtaken = _settle(own, rules)
        refused += overtaken
        if standing is not None:
            final[voter] = standing
    lines = _lines(final, poll)
    refused.sort(key=lambda pair: pair[0].key)
    silenced = poll.expelled | poll.barred
    may_vote = [name for name in poll.characters if name not in silenced]
    return Tally(
        standing=tuple(lines),
        abstained=tuple(n for n in may_vote if n in final and final[n].ballot.choice is Choice.ABSTAIN),
        silent=tuple(n for n in may_vote if n not in final),
        outcome=_outcome(lines, final, valid, poll, rules),
        abstentions=tuple(
            final[n].ballot for n in may_vote if n in final and final[n].ballot.choice is Choice.ABSTAIN
        ),
        rejected=tuple(Rejected(ballot=one.ballot, reason=reason) for one, reason in refused),
    )


def untimely(at: datetime | None, poll: Poll, rules: Rules) -> Reason | None:
    """Whether a time lies outside the window [open, close) (A-15); no time is inside."""
    if at is None:
        return None
    if poll.closes is not None and (at > poll.closes or (at == poll.closes and not rules.close_inclusive)):
        return Reason.LATE
    if poll.opens is not None and at < poll.opens:
        return Reason.EARLY
    return None


def fault(ballot: Ballot, poll: Poll, rules: Rules) -> Reason | None:
    """Why one ballot by itself cannot count, or None: time, then voter, then target."""
    timing = None if ballot.ruled else untimely(ballot.at, poll, rules)
    if timing is not None:
        return timing
    if ballot.voter not in poll.characters:
        return Reason.NOT_A_CHARACTER
    if ballot.voter in poll.expelled or ballot.voter in poll.barred or _muted(ballot, poll, rules):
        return Reason.NOT_ELIGIBLE
    if ballot.choice is not Choice.TARGET:
        return None
    if ballot.target not in poll.characters:
        return Reason.UNKNOWN_TARGET
    if ballot.target in poll.out or ballot.target in poll.expelled:
        return Reason.INELIGIBLE_TARGET
    if ballot.target == ballot.voter and not rules.self_vote:
        return Reason.INELIGIBLE_TARGET
    return None


def weight_of(voter: str, poll: Poll) -> int:
    """What the voter's ballot counts: the poll's word, else A-49, else R-120."""
    if voter in poll.weights:
        return poll.weights[voter]
    if voter in poll.feigned:
        return FEIGNED_WEIGHT
    return SHERIFF_WEIGHT if voter == poll.sheriff and not poll.election else ORDINARY_WEIGHT


def _muted(ballot: Ballot, poll: Poll, rules: Rules) -> bool:
    """A-66, where the mute is read to cover ballots."""
    if not rules.mute_blocks_votes or ballot.voter not in poll.silenced or ballot.ruled:
        return False
    return ballot.at is not None and poll.silent_until is not None and ballot.at < poll.silent_until


def _in_order(ballots: Iterable[Ballot]) -> list[_Placed]:
    placed: list[_Placed] = []
    before = DAWN_OF_TIME
    for place, ballot in enumerate(ballots):
        before = before if ballot.at is None else ballot.at
        placed.append(_Placed(ballot, END_OF_TIME if ballot.ruled else before, place))
    return sorted(placed, key=lambda one: one.key)


def _settle(own: Sequence[_Placed], rules: Rules) -> tuple[_Placed | None, list[tuple[_Placed, Reason]]]:
    """Which of one voter's valid ballots stands (A-58), and why the others do not."""
    ruled = [one for one in own if one.ballot.ruled]
    if ruled:
        last = ruled[-1]
        taken_away = last.ballot.choice is Choice.WITHDRAW
        reason = Reason.VOIDED if taken_away else Reason.SUPERSEDED
        return None if taken_away else last, [(one, reason) for one in own if one is not last]
    if rules.revote_policy == "first":
        return _first(own)
    standing: _Placed | None = None
    overtaken: list[_Placed] = []
    for one in own:
        if standing is not None:
            overtaken.append(standing)
        standing = None if one.ballot.choice is Choice.WITHDRAW else one
    return standing, [(one, Reason.SUPERSEDED) for one in overtaken]


def _first(own: Sequence[_Placed]) -> tuple[_Placed | None, list[tuple[_Placed, Reason]]]:
    """The first ballot is final: nothing later changes it or takes it back."""
    said = [place for place, one in enumerate(own) if one.ballot.choice is not Choice.WITHDRAW]
    if not said:
        return None, []
    return own[said[0]], [(one, Reason.SUPERSEDED) for one in own[said[0] + 1 :]]


def _lines(final: dict[str, _Placed], poll: Poll) -> list[Standing]:
    """Most votes first, then the earliest to reach (R-119), for every target that was named."""
    by_target: dict[str, list[_Placed]] = {}
    for one in sorted(final.values(), key=lambda one: one.key):
        target = _named(one.ballot)
        if target is not None:
            by_target.setdefault(target, []).append(one)
    ranked: list[tuple[tuple[int, tuple[datetime, int, int]], Standing]] = []
    for target, voters in by_target.items():
        votes = [Vote(ballot=one.ballot, weight=weight_of(one.ballot.voter, poll)) for one in voters]
        weighty = [one for one, vote in zip(voters, votes, strict=True) if vote.weight] or voters
        total = sum(vote.weight for vote in votes)
        line = Standing(
            target=target,
            votes=total,
            voters=tuple(votes),
            reached_at=weighty[-1].ballot.at,
            reached_order=weighty[-1].ballot.order,
        )
        ranked.append(((-total, weighty[-1].key), line))
    return [line for _, line in sorted(ranked, key=lambda pair: pair[0])]


def _outcome(
    lines: Sequence[Standing], final: dict[str, _Placed], valid: Sequence[_Placed], poll: Poll, rules: Rules
) -> Outcome:
    if not lines or lines[0].votes <= 0:
        return Outcome(kind="none", target=None, reason=OutcomeReason.NO_VOTES)
    top = [line.target for line in lines if line.votes == lines[0].votes]
    kind = "elected" if poll.election else "out"
    if len(top) == 1:
        return Outcome(kind=kind, target=top[0], reason=OutcomeReason.MOST_VOTES)
    if poll.election:
        live = rules.first_reach_mode == "live_first"
        first = _live_first(top, lines[0].votes, valid, poll, rules) if live else top[0]
        return Outcome(kind=kind, target=first, reason=OutcomeReason.FIRST_TO_REACH)
    choice = _sheriffs_choice(final, poll, rules)
    if choice in top:
        return Outcome(kind=kind, target=choice, reason=OutcomeReason.SHERIFF_BREAKS_TIE)
    return Outcome(kind="none", target=None, reason=OutcomeReason.TIE)


def _sheriffs_choice(final: dict[str, _Placed], poll: Poll, rules: Rules) -> str | None:
    """R-121, A-61: whom the sheriff in office at the close named; a feigned one counts for nothing (A-50)."""
    ballot = final.get(poll.sheriff or "")
    if ballot is None or (poll.sheriff in poll.feigned and rules.feigned_sheriff != "keep_tiebreak"):
        return None
    return _named(ballot.ballot)


def _named(ballot: Ballot) -> str | None:
    return ballot.target if ballot.choice is Choice.TARGET else None


def _live_first(top: Sequence[str], maximum: int, valid: Sequence[_Placed], poll: Poll, rules: Rules) -> str:
    """Whose running count first stood at the maximum, or passed it (A-57, G-18); at one instant, seat order."""
    now: dict[str, str | None] = {}
    running = dict.fromkeys(poll.characters, 0)
    reached: dict[str, tuple[datetime, int]] = {}
    for one in valid:
        ballot = one.ballot
        if ballot.voter in now and rules.revote_policy == "first" and not ballot.ruled:
            continue
        if ballot.choice is Choice.WITHDRAW and ballot.voter not in now:
            continue
        weight = weight_of(ballot.voter, poll)
        before = now.get(ballot.voter)
        if before is not None:
            running[before] -= weight
        after = now[ballot.voter] = _named(ballot)
        if after is not None:
            running[after] += weight
            if running[after] >= maximum:
                reached.setdefault(after, one.instant)
    return min(top, key=lambda name: (reached[name], poll.characters.index(name)))
