"""Beside the course: the reminder before a close, and the live count where votes are open."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from service.game.context import Ctx
from service.game.course import Due
from service.game.say import LATER, PUBLIC, iso
from service.game.votes import count_day
from service.game.words import WHY
from service.notices import mark_of
from service.notices.render import chinese_number
from service.store import Notice, NoticeState

REMIND_BEFORE = timedelta(minutes=60)


def remind(ctx: Ctx, due: Due | None) -> None:
    """An hour before a close: who has not voted, and what could not be read, to the director (and in public)."""
    if due is None or not due.step.endswith(".close") or not due.step.startswith("day") or due.at is None:
        return
    step = f"remind.{due.day}"
    if ctx.record.done(step) or ctx.now < due.at - REMIND_BEFORE or ctx.now >= due.at:
        return
    n = due.day
    with ctx.store.transaction() as tx:
        view = count_day(ctx, tx, ctx.record.game_state(), n, as_of=ctx.now)
        if view is None:
            return
        tally = view.count.tally
        unread = [
            f"#{r.ballot.floor} {r.ballot.voter}“{r.ballot.text[:20]}”（{WHY[r.reason]}）"
            for r in view.count.rejected
            if r.reason.value not in {"superseded", "early", "not_a_character"}
        ]
        living = len(ctx.game.names)
        text = f"未投：{'、'.join(tally.silent) or '无'}；未能计入：{'；'.join(unread) or '无'}"
        if len(tally.silent) * 2 > living:
            text += "。注意：过半角色没有可读的票，请看看投票格式是否有误"
        voice = ctx.voice(tx)
        voice.alert(
            f"remind {n}", f"第{chinese_number(n)}天投票还有{_left(due.at - ctx.now)}截止", text, day=n
        )
        ctx.take(tx, step, due=due.at - REMIND_BEFORE)
        if ctx.game.reminder == "public":
            voice.public(
                n,
                "醒",
                "reminder",
                {"n": n, "close": iso(due.at), "inclusive": ctx.game.rules.close_inclusive},
                which="discussion",
                until=due.at,
            )


def _left(time: timedelta) -> str:
    """A judge that was away reminds late, and says so."""
    minutes = -(-time // timedelta(minutes=1))
    return "一小时" if minutes > 55 else f" {minutes} 分钟"


def live_count(ctx: Ctx, due: Due | None) -> None:
    """One reply in the vote thread that is edited as the count changes, where votes are open to all (A-59)."""
    if ctx.game.threads.hidden_votes or due is None or due.step not in {f"day{n}.close" for n in range(1, 5)}:
        return
    n = due.day
    if ctx.now >= ctx.calendar.close(n):
        return
    with ctx.store.transaction() as tx:
        view = count_day(ctx, tx, ctx.record.game_state(), n, as_of=ctx.now)
        if view is None:
            return
        context = _live_context(ctx, n, view.count)
        shown = ctx.record.facts.get(f"live.{n}")
        matter = {key: context[key] for key in ("standing", "abstained", "silent")}
        if shown == matter:
            return
        base = str(ctx.record.secret.get("commitment", ctx.game.key))
        ref = mark_of(base, n, "实", f"live:vote:{n}")
        first = tx.notice(ctx.game.key, ref)
        if first is None:
            ctx.voice(tx).public(n, "实", "live", context, which="vote", priority=PUBLIC, serial=str(n))
        elif first.state in {NoticeState.HELD, NoticeState.READY}:  # it tells the newest when it goes out
            assert first.id is not None
            tx.change_notice(first.id, data={**first.data, "context": context})
        elif first.state is NoticeState.SENT and first.pid is not None:
            _edit(ctx, tx, n, ref, first, context)
        else:
            return
        ctx.fact(tx, f"live.{n}", matter)


def _edit(ctx: Ctx, tx: Any, n: int, ref: str, first: Notice, context: dict[str, Any]) -> None:
    """The newest edit takes the place of one that still waits."""
    for waiting in tx.notices(ctx.game.key, [NoticeState.READY]):
        if waiting.kind == "edit" and waiting.ref.startswith(f"{ref}~"):
            tx.change_notice(waiting.id, state=NoticeState.WITHDRAWN, problem="a newer one follows")
    serial = sum(1 for one in tx.notices(ctx.game.key) if one.ref.startswith(f"{ref}~")) + 1
    data = {"template": "live", "context": {**context}, "thread": [n, "vote"], "pid": first.pid, "mark": ref}
    notice = Notice(
        game=ctx.game.key, ref=f"{ref}~{serial}", kind="edit", priority=LATER, data=data, tid=first.tid
    )
    tx.add_notice(notice, ctx.now)


def _live_context(ctx: Ctx, n: int, count: Any) -> dict[str, Any]:
    tally = count.tally
    floors = [v.ballot.floor for line in tally.standing for v in line.voters if v.ballot.floor]
    return {
        "n": n,
        "as_of": iso(ctx.now),
        "close": iso(ctx.calendar.close(n)),
        "last_floor": max(floors, default=1),
        "standing": [
            {
                "target": line.target,
                "votes": line.votes,
                "voters": [{"voter": v.ballot.voter} for v in line.voters],
            }
            for line in tally.standing
        ],
        "abstained": list(tally.abstained),
        "silent": list(tally.silent),
    }
