"""Who has checked in (rules' step 05), told once, an hour before night 0."""

from __future__ import annotations

from datetime import timedelta

from service.errors import Refused
from service.game.context import Ctx
from service.game.course import Due
from service.game.votes import voters_of

BEFORE = timedelta(hours=1)
STEP = "checkin.report"


def report_check_in(ctx: Ctx, due: Due | None) -> bool:
    """Read the check-in thread whole and say who is there and who is missing; True if it was said now."""
    tid = ctx.thread(0, "checkin")
    if due is None or due.step != "night0.open" or due.at is None or tid is None or ctx.record.done(STEP):
        return False
    if ctx.now < due.at - BEFORE:
        return False
    try:
        ctx.reader.whole(ctx.forum, tid)
    except Refused:
        return False
    voters = voters_of(ctx)
    with ctx.store.transaction() as tx:
        present = {voters.character(seen.first.post) for seen in tx.seen_posts(ctx.board, tid)}
        missing = [name for name in ctx.game.names if name not in present]
        there = [name for name in ctx.game.names if name in present]
        ctx.take(tx, STEP, due=due.at - BEFORE, data={"present": there, "missing": missing})
        voice = ctx.voice(tx)
        lines = [
            f"已报到 {len(there)} 名：{'、'.join(there) or '无'}",
            f"未报到：{'、'.join(missing) or '无'}",
        ]
        context = {"headline": "报到情况", "lines": lines}
        voice.public(0, "到", "flow", context, which="checkin", serial=STEP)
        if missing:
            voice.alert(
                "check-in",
                "有角色没有报到",
                f"{'、'.join(missing)}；第零夜 {ctx.calendar.night0_open.astimezone(ctx.zone):%m-%d %H:%M} 开始",
                todo="联系他们，或用 time 裁定推迟，或用 substitute 裁定换人",
            )
    return True
