"""The count of a day's vote, from what is stored: the same way for the result, the live view and any later look."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from engine.game import replay
from engine.queries import poll
from engine.state import State
from parsers.names import NameBook, NameEntry
from service.counts.counting import Count, CountRulings, Span, Voters, count_thread
from service.counts.seen import SeenPost
from service.game.context import Papers
from service.game.players import in_force, tenures
from service.store import Tx


@dataclass(frozen=True, slots=True, kw_only=True)
class VoteView:
    """One count, and the state and reading that it rests on."""

    day: int
    tid: int
    count: Count
    read_at: datetime | None
    opens: datetime
    closes: datetime


def name_book(ctx: Papers) -> NameBook:
    """Names and aliases, those of the director's rulings too, in seat order."""
    extra: dict[str, list[str]] = {}
    for ruling in ctx.rulings:
        if ruling.kind == "alias" and in_force(ruling, ctx.now):
            extra.setdefault(str(ruling.keys["name"]), []).append(str(ruling.keys["alias"]))
    entries = [
        NameEntry(c.name, (*c.aliases, *extra.get(c.name, ()), *_substitutes(ctx, c.name)))
        for c in ctx.game.characters
    ]
    return NameBook(entries, "exact" if ctx.game.rules.name_match == "exact" else "part")


def _substitutes(ctx: Papers, who: str) -> tuple[str, ...]:
    """Accounts that play a character by the director's ruling."""
    return tuple(dict.fromkeys(one.account for one in tenures(ctx.rulings, who, ctx.now)[1:]))


def voters_of(ctx: Papers) -> Voters:
    """Whose account is whose character."""
    by_name: dict[str, str] = {}
    by_uid: dict[int, str] = {}
    spans: dict[str | int, Span] = {}
    for one in (tenure for name in ctx.game.names for tenure in tenures(ctx.rulings, name, ctx.now)):
        by_name[one.account] = one.who
        spans[one.account] = one.since, one.until
        uid = ctx.uid(one.account)
        if uid is not None:
            by_uid[uid] = one.who
            spans[uid] = one.since, one.until
    me = ctx.record.facts.get("uid.judge")
    return Voters(
        by_name=by_name,
        by_uid=by_uid,
        judges=frozenset({ctx.account}),
        judge_uids=frozenset({me} if isinstance(me, int) else ()),
        pinned=frozenset(account for account in by_name if ctx.uid(account) is not None),
        spans=spans,
    )


def count_rulings(ctx: Papers, day: int) -> CountRulings:
    """The director's rulings that touch one day's count."""
    ballots: dict[str, str] = {}
    voided: set[int] = set()
    restored: set[int] = set()
    read_as: dict[int, str] = {}
    for ruling in ctx.rulings:
        keys = ruling.keys
        if not in_force(ruling, ctx.now):
            continue
        if ruling.kind == "read":
            read_as[_whole(keys["pid"])] = str(keys["as"])
        if ruling.kind != "ballot" or keys["day"] != day:
            continue
        if "target" in keys:
            ballots[str(keys["voter"])] = str(keys["target"])
        if "void" in keys:
            voided.add(_whole(keys["void"]))
            restored.discard(_whole(keys["void"]))
        if "restore" in keys:
            restored.add(_whole(keys["restore"]))
            voided.discard(_whole(keys["restore"]))
    return CountRulings(
        ballots=ballots, voided=frozenset(voided), restored=frozenset(restored), read_as=read_as
    )


def count_day(
    ctx: Papers, tx: Tx, state: State, day: int, *, as_of: datetime | None = None
) -> VoteView | None:
    """Count a day's vote as the state stands; None while its thread is not known.

    `as_of`: what had been seen by then, with the window's own times; later posts and forms are left out.
    """
    tid = ctx.thread(day, "vote")
    if tid is None:
        return None
    opens, closes = ctx.calendar.open(day), ctx.calendar.close(day)
    seen = tx.seen_posts(ctx.board, tid)
    if as_of is not None:
        seen = tuple(past for past in (_as_of(one, as_of) for one in seen) if past is not None)
    read_at = close_reading(ctx, tx, tid, closes, as_of)
    count = count_thread(
        seen,
        name_book(ctx),
        replace(poll(state, day, opens, closes), weights=_weights(ctx, day)),
        ctx.game.rules,
        voters=voters_of(ctx),
        rulings=count_rulings(ctx, day),
        read_at=read_at,
    )
    return VoteView(day=day, tid=tid, count=count, read_at=read_at, opens=opens, closes=closes)


def state_for_count(papers: Papers, day: int, as_of: datetime | None = None) -> State:
    """The state that a day's vote is counted on: as it stood when it was, or would be, counted.

    With `as_of` what was ruled later is left out, but never the day's opening: the ballots of a day that a late
    judge opened late are that day's.
    """
    last = max((i for i, one in enumerate(papers.record.log) if one.step == f"day{day}.open"), default=0)
    events = []
    for place, one in enumerate(papers.record.log):
        if one.step == f"day{day}.result":
            break
        if place > last and as_of is not None and one.at > as_of:
            break
        events.append(one.event)
    return replay(events)


def close_reading(
    ctx: Papers, tx: Tx, tid: int, closes: datetime, as_of: datetime | None = None
) -> datetime | None:
    """When the first whole reading at or after the close began: it shows how the thread stood."""
    readings = [r for r in tx.readings(ctx.board, tid) if r.whole and r.at >= closes]
    if as_of is not None:
        readings = [r for r in readings if r.at <= as_of]
    return readings[0].at if readings else None


def _weights(ctx: Papers, day: int) -> dict[str, int]:
    """The weights of the rulings that are in force: those that come after the count correct it, those that go too."""
    weights: dict[str, int] = {}
    for ruling in ctx.rulings:
        if ruling.kind == "weight" and ruling.keys["day"] == day and in_force(ruling, ctx.now):
            weights[str(ruling.keys["who"])] = _whole(ruling.keys["value"])
    return weights


def _as_of(seen: SeenPost, moment: datetime) -> SeenPost | None:
    forms = tuple(
        replace(form, last_seen=min(form.last_seen, moment))
        for form in seen.forms
        if form.first_seen <= moment
    )
    first = seen.first.post.posted_at
    if not forms or (first is not None and first > moment):
        return None
    gone = seen.gone_at if seen.gone_at is not None and seen.gone_at <= moment else None
    absences = tuple(one for one in seen.absences if one[1] <= moment)
    gone = next((since for since, back in seen.absences if since <= moment < back), gone)
    return replace(seen, forms=forms, gone_at=gone, absences=absences)


def _whole(value: object) -> int:
    assert isinstance(value, int)
    return value
