"""Where a game stands, in a form that may be shown: who voted, for whom, and who is what are not in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, tzinfo

from engine.events import Event, Won
from engine.state import Phase
from engine.views import Public, public_view
from service.files.toml_values import DEFAULT_ZONE
from service.game.context import Papers
from service.game.course import held, next_step
from service.game.votes import count_day
from service.store import Notice, NoticeState, Tx

TELLING = frozenset({"day_open", "count", "correction", "expelled", "reveal"})
"""Templates of the notices that make a change of the game's state public."""


@dataclass(frozen=True, slots=True, kw_only=True)
class VotesIn:
    """How many have voted or abstained, of how many, in a vote that runs."""

    day: int
    votes: int
    of: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GameStanding:
    """One game. `day` and `phase` are None before it is set up; `step_at` None: when is not known yet."""

    key: str
    title: str
    publish: str
    day: int | None = None
    phase: Phase | None = None
    held: bool = False
    step: str | None = None
    step_at: datetime | None = None
    votes: VotesIn | None = None
    notices: Counter[str] = field(default_factory=Counter)
    read_at: datetime | None = None
    trouble: str | None = None
    left_out: str | None = None
    public: Public = field(default_factory=Public)
    zone: tzinfo = DEFAULT_ZONE


def standing(papers: Papers, tx: Tx) -> GameStanding:
    """The game as it stands now."""
    record = papers.record
    state = record.state
    due = next_step(record, papers.calendar, papers.rulings, papers.now)
    notices = tx.notices(papers.game.key)
    return GameStanding(
        key=papers.game.key,
        title=papers.game.title,
        publish=papers.game.publish,
        day=state.day if state is not None else None,
        phase=state.phase if state is not None else None,
        held=not record.done("end") and held(papers.rulings, papers.now),
        step=due.step if due is not None else None,
        step_at=due.at if due is not None and due.at is not None and due.at.year > 1 else None,
        votes=_votes_in(papers, tx),
        notices=Counter(notice.state.value for notice in notices),
        read_at=_read_at(papers, tx),
        trouble=record.facts.get("board_trouble") or None,
        left_out=record.facts.get("left_out") or None,
        public=public_view(public_log(papers, notices)),
        zone=papers.zone,
    )


def public_until(notices: Iterable[Notice]) -> datetime | None:
    """When the first thing was decided that the board was not told of yet; None: it was told of everything."""
    waiting = [
        notice.created_at
        for notice in notices
        if notice.data.get("template") in TELLING
        and notice.state not in {NoticeState.SENT, NoticeState.WITHDRAWN}
        and notice.created_at is not None
    ]
    return min(waiting, default=None)


def public_log(papers: Papers, notices: Sequence[Notice]) -> tuple[Event, ...]:
    """The events up to that moment: nothing is public here before it is there.

    A win that the night brought is told with the reveal (A-82): until then the night's settlement is left out.
    """
    until = public_until(notices)
    log = papers.record.log
    won = next((one.step for one in log if isinstance(one.event, Won)), None)
    if won is not None and not _revealed(notices):
        log = log[: next(place for place, one in enumerate(log) if one.step == won)]
    return tuple(one.event for one in log if until is None or one.at < until)


def _revealed(notices: Iterable[Notice]) -> bool:
    return any(
        notice.data.get("template") == "reveal" and notice.state is NoticeState.SENT for notice in notices
    )


def _votes_in(papers: Papers, tx: Tx) -> VotesIn | None:
    state = papers.record.state
    if state is None or state.phase is not Phase.DAY or papers.record.done(f"day{state.day}.result"):
        return None
    if not papers.record.done(f"day{state.day}.open"):
        return None
    view = count_day(papers, tx, state, state.day)
    if view is None:
        return None
    tally = view.count.tally
    voted = {vote.ballot.voter for line in tally.standing for vote in line.voters} | set(tally.abstained)
    return VotesIn(day=state.day, votes=len(voted), of=len(voted) + len(tally.silent))


def _read_at(papers: Papers, tx: Tx) -> datetime | None:
    state = papers.record.state
    days = (state.day, state.day - 1) if state is not None else ()
    tids = [papers.thread(n, which) for n in days for which in ("discussion", "vote")]
    times = [tx.thread_read_at(papers.board, tid) for tid in tids if tid is not None]
    return max((at for at in times if at is not None), default=None)
