"""Flags of conduct: each kept once and told once; points where they are entered by themselves (`conduct.md`).

A flag never changes a vote, a state or a post. Points follow the game's file and the director's word.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from engine.game import Penalty, decide
from engine.model import Status
from engine.state import Phase
from parsers.conduct import Conduct, Speech, Violation
from service.counts.reviewing import KIND
from service.files.gamemodel import LAST_DAY
from service.game.conduct import WHICH, judge_day
from service.game.context import Ctx
from service.game.course import Due
from service.game.day import discussion_whole
from service.game.effects import publish_effects
from service.game.players import in_force
from service.game.say import iso
from service.game.tell import tell
from service.store import Tx

SECRET_KINDS = frozenset({"mad_text", "mad_image", "mad_art"})
"""Flags that would tell everybody who is mad, which the rules keep private (A-38): never in public."""

WARN_BEFORE = 2
"""The imprisoned are warned when so many posts are left (18 of 20)."""

EACH = 15
"""Flags in one message: boards limit their length."""

FOREVER = datetime.max.replace(tzinfo=UTC)


def flag_step(n: int, pid: int, kind: str) -> str:
    """The step that keeps one flag."""
    return f"flag.{n}.{pid}.{kind}"


class ConductWatch:
    """Looks at the days that may still bring flags. Threads that did not change since cost next to nothing."""

    def __init__(self) -> None:
        self._judged: dict[int, object] = {}

    def look(self, ctx: Ctx, due: Due | None) -> bool:
        """Keep and tell what is new; True if something was written (then look again).

        While steps are overdue only what was posted before the next of them is judged, and only where points
        could change what it decides.
        """
        state = ctx.record.state
        if state is None or state.phase is Phase.OVER:
            return False
        overdue = due is not None and due.fell(ctx.now)
        if overdue and ctx.game.rules.violation_action == "flag":
            return False
        until = due.at if overdue and due is not None and due.at is not None else FOREVER
        first = max(int(ctx.record.data("setup").get("first_day", 0)), 1)
        current = due.day if due is not None else state.day
        if not overdue and _read_whole(ctx, range(first, min(current, LAST_DAY - 1) + 1)):
            return True
        days = [n for n in (current - 1, current) if first <= n < LAST_DAY]
        return any(self._day(ctx, n, until) for n in days)

    def _day(self, ctx: Ctx, n: int, until: datetime) -> bool:
        with ctx.store.reading() as tx:
            stamp = _stamp(ctx, tx, n, until)
            if self._judged.get(n) == stamp:
                return False
            judged = judge_day(ctx, tx, n)
        conduct = judged.conduct
        ripe = [one for one in conduct.violations if one.at is not None and one.at < until]
        fresh = [
            one
            for one in ripe
            if one.pid is not None and not ctx.record.done(flag_step(n, one.pid, one.kind))
        ]
        if fresh:
            _keep_flags(ctx, n, fresh[:EACH], judged.said)
            return True
        if _enter_points(ctx, n, ripe, judged.said) or _warn(ctx, n, conduct):
            return True
        self._judged[n] = stamp
        return False


def _read_whole(ctx: Ctx, days: Iterable[int]) -> bool:
    """After its count a day's discussion is read whole, once: so edits and deletions come to light."""
    for n in days:
        step = f"whole.{n}"
        if ctx.record.done(f"day{n}.result") and not ctx.record.done(step):
            discussion_whole(ctx, n)
            with ctx.store.transaction() as tx:
                ctx.take(tx, step, due=None)
            return True
    return False


def _stamp(ctx: Ctx, tx: Tx, n: int, until: datetime) -> object:
    """Whatever a day's conduct depends on: if it is the same, so is the conduct."""
    tids = [ctx.thread(n, which) for which in WHICH]
    readings = [tx.readings(ctx.board, tid)[-1:] for tid in tids if tid is not None]
    times = ctx.calendar.open(n), ctx.calendar.close(n), until
    ruled = [one for one in ctx.rulings if in_force(one, ctx.now)]
    return tids, readings, times, ruled, len(ctx.record.log), ctx.game.digest, _accounts(ctx)


def _accounts(ctx: Ctx) -> dict[str, Any]:
    return {name: value for name, value in ctx.record.facts.items() if name.startswith("uid.")}


def _keep_flags(ctx: Ctx, n: int, fresh: Sequence[Violation], said: Sequence[Speech]) -> None:
    """One transaction, one message to the director, and in public what may be told there."""
    places = {one.post.pid: ctx.thread(n, one.thread) for one in said}
    rows = [_row(ctx, one, places.get(one.pid)) for one in fresh]
    with ctx.store.transaction() as tx:
        for one, row in zip(fresh, rows, strict=True):
            assert one.pid is not None
            ctx.take(tx, flag_step(n, one.pid, one.kind), due=one.at, data=row)
        voice = ctx.voice(tx)
        serial = f"{fresh[0].pid}.{fresh[0].kind}"
        context = {
            "n": n,
            "violations": rows,
            "entered": ctx.game.rules.violation_action == "flag_and_points",
        }
        voice.to_director(n, "纪", "director_flags", context, serial)
        shown = [_in_public(row) for row in rows if row["kind"] not in SECRET_KINDS]
        if ctx.game.flags == "public" and shown:
            context = {**context, "violations": shown}
            voice.public(n, "纪", "conduct", context, which="discussion", serial=serial)


def _row(ctx: Ctx, one: Violation, tid: int | None) -> dict[str, Any]:
    """A flag as it is kept and told: the words are those of the first look."""
    assert one.pid is not None
    return {
        "kind": one.kind,
        "what": KIND[one.kind],
        "who": one.who,
        "pid": one.pid,
        "floor": one.floor,
        "at": iso(one.at) if one.at is not None else None,
        "detail": one.detail,
        "clause": one.clause,
        "words": one.text,
        "points": ctx.game.penalties.get(one.kind, 0),
        "url": ctx.forum.post_url(tid, one.pid) if tid is not None else None,
    }


def _in_public(row: Mapping[str, Any]) -> dict[str, Any]:
    """A flag as everybody sees it: what an author has taken back is not said again."""
    text = row["what"] if row["kind"] in {"edited", "deleted"} else row["detail"]
    return {**{key: row[key] for key in ("who", "at", "floor", "url", "points")}, "text": text}


def _enter_points(ctx: Ctx, n: int, ripe: Sequence[Violation], said: Sequence[Speech]) -> bool:
    """`flag_and_points`: a post costs once, by the dearest of its flags; a flag that was lifted gives them back."""
    if ctx.game.rules.violation_action != "flag_and_points":
        return False
    entered = _entered(ctx, n)
    costs: dict[int, Violation] = {}
    for one in ripe:
        if one.pid is not None and one.points > costs.get(one.pid, _FREE).points:
            costs[one.pid] = one
    for pid, one in costs.items():
        if not entered.get(pid, ("", 0))[1]:
            _enter(ctx, n, pid, one.who, one.points, _why(one))
            return True
    for pid, (who, net) in entered.items():
        if net > 0 and pid not in costs and _exempted(ctx, n, who, said):
            _enter(ctx, n, pid, who, -net, "标记已撤去")
            return True
    return False


_FREE = Violation(kind="edited", who="", pid=None, floor=None, at=None, detail="")


def _entered(ctx: Ctx, n: int) -> Mapping[int, tuple[str, int]]:
    """Who has been charged how much for which post of day n."""
    found: dict[int, tuple[str, int]] = {}
    for step in ctx.record.steps.values():
        if step.step.startswith(f"penalty.{n}."):
            pid = int(step.data["pid"])
            found[pid] = step.data["who"], found.get(pid, ("", 0))[1] + int(step.data["points"])
    return found


def _exempted(ctx: Ctx, n: int, who: str, said: Sequence[Speech]) -> bool:
    """Does an `exempt` ruling speak of the character's posts? Nothing else gives points back by itself."""
    mine = {one.post.pid for one in said if one.who == who}
    keys = [one.keys for one in ctx.rulings if one.kind == "exempt" and in_force(one, ctx.now)]
    return any(key.get("post") in mine or (key.get("who"), key.get("day")) == (who, n) for key in keys)


def _why(one: Violation) -> str:
    """The ledger's words: they are published when the character is expelled, so they tell no secret."""
    if one.kind in SECRET_KINDS:
        return "发言用字"
    return one.detail if one.kind == "over_limit" else KIND[one.kind]


def _enter(ctx: Ctx, n: int, pid: int, who: str, points: int, why: str) -> None:
    serial = sum(1 for step in ctx.record.steps if step.startswith(f"penalty.{n}.{pid}."))
    step = f"penalty.{n}.{pid}.{serial}"
    decision = decide(ctx.record.game_state(), Penalty(who=who, points=points, why=why))
    kept = next(
        (s.data for s in ctx.record.steps.values() if s.step.startswith(f"flag.{n}.{pid}.")),
        {},
    )
    data = {
        "pid": pid,
        "who": who,
        "points": points,
        "why": why,
        "url": kept.get("url"),
        "floor": kept.get("floor"),
    }
    with ctx.store.transaction() as tx:
        ctx.take(tx, step, due=ctx.now, decision=decision, data=data)
        voice = ctx.voice(tx)
        tell(voice, ctx, decision, step)
        publish_effects(voice, ctx, decision, step, post=data)


def _warn(ctx: Ctx, n: int, conduct: Conduct) -> bool:
    """A private word to the imprisoned shortly before their limit; once a day."""
    if not ctx.calendar.open(n) <= ctx.now < ctx.calendar.close(n):
        return False
    for one in conduct.characters:
        step = f"warn.{n}.{one.name}"
        if one.limit is None or one.posts < one.limit - WARN_BEFORE or ctx.record.done(step):
            continue
        if one.posts and Status.EXPELLED not in one.states:
            with ctx.store.transaction() as tx:
                ctx.take(tx, step, due=None, data={"posts": one.posts})
                context = {"posts": one.posts, "limit": one.limit}
                closes = ctx.calendar.close(n)
                ctx.voice(tx).private(one.name, n, "限", "warn_limit", context, serial=str(n), until=closes)
            return True
    return False
