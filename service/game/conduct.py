"""A day's conduct from what is stored: the same for the flags, for `panguan conduct` and for any later look.

Which states bind whom (`conduct.md`): what the day's opening found; 罚下 from its instant; until a state was taken
away or madness was lifted. What else comes in the day binds from the next opening (`engine.views.binding`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from engine.events import Event, Expelled, FlagRemoved, MadnessLifted, Opened, Placed
from engine.game import evolve, replay
from engine.model import Status
from engine.state import Phase, State
from engine.views import binding
from parsers.conduct import Bound, Conduct, Day, Player, Speech, judge_conduct
from service.counts.reviewing import conduct_rules, speeches
from service.files.gamemodel import LAST_DAY
from service.game.context import Papers
from service.game.players import in_force
from service.game.record import Logged
from service.game.votes import name_book, voters_of
from service.store import Tx

Which = Literal["discussion", "vote"]
WHICH: tuple[Which, ...] = ("discussion", "vote")


@dataclass(frozen=True, slots=True, kw_only=True)
class DayJudged:
    """A day's conduct, and the posts that it rests on."""

    conduct: Conduct
    said: tuple[Speech, ...]


def judge_day(papers: Papers, tx: Tx, n: int) -> DayJudged:
    """Who wrote how much, when and in what words on day n, as far as it was seen."""
    said = day_speeches(papers, tx, n)
    conduct = judge_conduct(
        said,
        _players(papers, n),
        Day(opens=papers.calendar.open(n), closes=papers.calendar.close(n), number=n),
        conduct_rules(papers.game.rules, papers.game.penalties),
        name_book(papers),
        exempt=exempt_pids(papers, n, said),
        judges=(papers.account,),
    )
    return DayJudged(conduct=conduct, said=tuple(said))


def day_speeches(papers: Papers, tx: Tx, n: int) -> list[Speech]:
    """The characters' posts in the threads of day n. A thread that several days share is parted by its times."""
    voters = voters_of(papers)
    said: list[Speech] = []
    threads: set[int] = set()
    for which in WHICH:
        tid = papers.thread(n, which)
        if tid is None or tid in threads:
            continue
        threads.add(tid)
        since, until = _span(papers, n, which, tid)
        said += [
            one
            for one in speeches(tx.seen_posts(papers.board, tid), voters, which)
            if one.post.posted_at is not None
            and one.post.posted_at >= since
            and (until is None or one.post.posted_at < until)
        ]
    return said


def _span(papers: Papers, n: int, which: Which, tid: int) -> tuple[datetime, datetime | None]:
    """From when to when posts of a thread are day n's: from the night before (it is no time for talk, A-73)."""
    if n == 1:
        since = papers.calendar.night0_open
    elif papers.thread(n - 1, which) == tid:
        since = papers.calendar.open(n)
    else:
        since = papers.calendar.close(n - 1)
    shared = n + 1 < LAST_DAY and papers.thread(n + 1, which) == tid
    return since, papers.calendar.open(n + 1) if shared else None


def exempt_pids(papers: Papers, n: int, said: Iterable[Speech]) -> frozenset[int]:
    """Posts that are no speech: by the game's file (`[exempt]`) and by `exempt` rulings."""
    pids = set(papers.game.exempt_posts)
    for ruling in papers.rulings:
        if ruling.kind != "exempt" or not in_force(ruling, papers.now):
            continue
        post = ruling.keys.get("post")
        if isinstance(post, int):
            pids.add(post)
        elif ruling.keys.get("day") == n:
            pids |= {s.post.pid for s in said if s.who == ruling.keys.get("who") and s.post.pid is not None}
    return frozenset(pids)


def _players(papers: Papers, n: int) -> list[Player]:
    state, bounds = _walk(papers, n)
    return [
        Player(
            name=name,
            states=tuple(bounds.get(name, ())),
            points=state[name].points if state is not None else 0,
        )
        for name in papers.game.names
    ]


def _walk(papers: Papers, n: int) -> tuple[State | None, Mapping[str, list[Bound]]]:
    """The state when day n and its night were over (or now), and which states bound whom in that day."""
    log = papers.record.log
    opening = max((at for at, one in enumerate(log) if _opens(one.event, n)), default=None)
    if opening is None:
        return papers.record.state, {}
    events = [one.event for one in log[: opening + 1]]
    state = replay(events)
    bounds = {
        name: [Bound(status=status) for status in Status if status in found]
        for name, found in binding(events).items()
    }
    for one in log[opening + 1 :]:
        if isinstance(one.event, Opened):
            break
        state = evolve(state, one.event)
        match one.event:
            case Expelled(who=who):
                bounds[who].append(Bound(status=Status.EXPELLED, since=one.at))
            case FlagRemoved(who=who, state=status):
                bounds[who] = _lifted(bounds[who], status, _instant(papers, one))
            case MadnessLifted() if state.phase is Phase.DAY and state.opened:
                lifted = _instant(papers, one)
                bounds = {name: _lifted(found, Status.MAD, lifted) for name, found in bounds.items()}
            case _:
                pass
    return state, bounds


def _opens(event: Event, n: int) -> bool:
    """Day n opens, or is taken over as it opens."""
    return isinstance(event, Opened | Placed) and event.day == n


def _instant(papers: Papers, one: Logged) -> datetime:
    """When a ruling took hold: from the instant that it names, however late it was carried out."""
    step = papers.record.steps.get(one.step)
    return step.due if step is not None and step.due is not None else one.at


def _lifted(bounds: list[Bound], status: Status, at: datetime) -> list[Bound]:
    return [
        Bound(status=one.status, since=one.since, until=at)
        if one.status is status and one.until is None
        else one
        for one in bounds
    ]
