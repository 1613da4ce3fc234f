"""The director's word on single notices: held, let go, withdrawn, or said in other words."""

from __future__ import annotations

from service.game.calendar import WINDOW_NAMES, printed_fact
from service.game.context import Ctx
from service.game.say import iso
from service.store import Notice, NoticeState, Tx


def apply_notice_rulings(ctx: Ctx) -> bool:
    """Carry out `notice` rulings that were not carried out yet; True if one was."""
    for ruling in ctx.rulings:
        step = f"notice.{ruling.id}"
        if ruling.kind != "notice" or ctx.record.done(step) or (ruling.at and ruling.at > ctx.now):
            continue
        ref = str(ruling.keys["ref"])
        action = str(ruling.keys["action"])
        with ctx.store.transaction() as tx:
            notice = tx.notice(ctx.game.key, ref)
            if notice is None or notice.id is None:
                # It may be written later (a ruling may come before its notice): only the director is told.
                ctx.voice(tx).alert(
                    f"notice ruling {ruling.id}",
                    "裁定没有作用",
                    f"{ruling.id}：还没有编号为 {ref} 的公示",
                    todo="核对公示编号",
                )
                continue
            waiting = notice.state in {NoticeState.HELD, NoticeState.READY}
            if action == "hold" and notice.state is NoticeState.READY:
                tx.change_notice(notice.id, state=NoticeState.HELD)
            elif action == "approve" and notice.state in {NoticeState.HELD, NoticeState.FAILED}:
                tx.change_notice(notice.id, state=NoticeState.READY, not_before=None)
            elif action == "withdraw" and waiting:
                tx.change_notice(notice.id, state=NoticeState.WITHDRAWN)
                _go_on(ctx, tx, notice)
            elif action == "replace" and waiting:
                text = str(ruling.keys.get("text") or "")
                tx.change_notice(notice.id, data={**notice.data, "text": text})
            else:
                ctx.voice(tx).alert(
                    f"notice ruling {ruling.id}",
                    "裁定没有作用",
                    f"{ruling.id}：公示 {ref} 现在的状态（{notice.state.value}）不能“{action}”",
                )
            ctx.take(tx, step, due=ruling.at, data={"ref": ref, "action": action})
        return True
    return False


def _go_on(ctx: Ctx, tx: Tx, notice: Notice) -> None:
    """A count that will not be published prints no windows: the night has those that it would print now (A-12)."""
    binds = str(notice.data.get("binds") or "")
    if not binds:
        return
    n = int(binds.removeprefix("night"))
    spans = ctx.calendar.windows_if_printed(n, ctx.now)
    ctx.fact(tx, printed_fact(n), {window.value: iso(span.opens) for window, span in spans.items()})
    times = "，".join(
        f"{WINDOW_NAMES[window]} {span.opens.astimezone(ctx.zone):%m-%d %H:%M}"
        for window, span in spans.items()
    )
    ctx.voice(tx).alert(
        f"withdrawn {notice.ref}",
        "计票公示已撤下，夜晚照常进行",
        f"{notice.ref} 不再发出；今晚的时段：{times}",
        todo="自行公布计票结果与今晚的时段",
        day=n,
    )
