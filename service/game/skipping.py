"""`phase` with `skip`: what the game waits for is over as soon as the director says so."""

from __future__ import annotations

from service.game.calendar import skip_fact
from service.game.context import Ctx
from service.game.course import Due
from service.game.players import in_force
from service.game.say import iso
from service.game.step_words import step_zh


def skip_phase(ctx: Ctx, due: Due | None) -> bool:
    """Carry out one `skip` that was not carried out yet; the director is told what it ended. True if there was one."""
    for ruling in ctx.rulings:
        step = f"skip.{ruling.id}"
        skips = ruling.kind == "phase" and ruling.keys["action"] == "skip" and in_force(ruling, ctx.now)
        if not skips or ctx.record.done(step):
            continue
        with ctx.store.transaction() as tx:
            ctx.take(tx, step, due=ruling.at)
            voice = ctx.voice(tx)
            if due is None or due.at is None or due.fell(ctx.now):
                text = f"裁定 {ruling.id} 没有作用：现在没有可以跳过的等待"
                voice.alert(step, "裁定没有作用", text)
            else:
                ctx.fact(tx, skip_fact(due.step), iso(ctx.now))
                was = due.at.astimezone(ctx.zone)
                voice.alert(step, "已跳过", f"“{step_zh(due.step)}”提前到现在，原定 {was:%m-%d %H:%M}")
        return True
    return False
