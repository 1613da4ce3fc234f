"""The night's steps: windows opened and closed on the clock, orders gathered, the settlement (rules' steps 11 … 17)."""

from __future__ import annotations

from engine.game import Close, Decision, Night0, Settle, decide
from engine.queries import entitled
from engine.state import State, Window
from service.game.context import Ctx
from service.game.course import Due
from service.game.orders_held import gather
from service.game.prompts import prompt_night0, prompt_window
from service.game.tell import tell


def open_night0(ctx: Ctx, due: Due) -> None:
    """Night 0 begins: those who act in it are asked."""
    with ctx.store.transaction() as tx:
        ctx.take(tx, due.step, due=due.at)
        prompt_night0(ctx.voice(tx), ctx, ctx.record.game_state())


def close_night0(ctx: Ctx, due: Due) -> None:
    """Night 0 ends: camps are fixed, and everyone told what concerns them (A-43)."""
    decision = decide(ctx.record.game_state(), Night0(orders=gather(ctx, 0, None)))
    with ctx.store.transaction() as tx:
        ctx.take(tx, due.step, due=due.at, decision=decision, data=_refusals(decision))
        tell(ctx.voice(tx), ctx, decision, due.step)


def open_window(ctx: Ctx, due: Due) -> None:
    """A window begins. It runs whether or not anybody may act in it: timing tells nothing (A-17)."""
    assert due.window is not None
    span = ctx.calendar.windows(due.day, ctx.record)[due.window]
    with ctx.store.transaction() as tx:
        ctx.take(tx, due.step, due=due.at)
        prompt_window(ctx.voice(tx), ctx.record.game_state(), due.day, due.window, span)


def close_window(ctx: Ctx, due: Due) -> None:
    """A window ends: what was ordered in it is carried out."""
    assert due.window is not None
    orders = gather(ctx, due.day, due.window)
    decision = decide(ctx.record.game_state(), Close(night=due.day, window=due.window, orders=orders))
    with ctx.store.transaction() as tx:
        ctx.take(tx, due.step, due=due.at, decision=decision, data=_refusals(decision))
        tell(ctx.voice(tx), ctx, decision, due.step)


def settle_night(ctx: Ctx, due: Due) -> None:
    """Steps 16 and 17: the dying faint, the day turns, victory is tested."""
    decision = decide(ctx.record.game_state(), Settle(night=due.day))
    with ctx.store.transaction() as tx:
        ctx.take(tx, due.step, due=due.at, decision=decision)
        tell(ctx.voice(tx), ctx, decision, due.step)


def actors(state: State, night: int, window: Window | None) -> tuple[str, ...]:
    """Whose messages must be read before the window closes."""
    names = [who for who, _ in entitled(state, night, window)]
    if window is Window.HUNT and state.rules.wolf_silent_policy == "redraw":
        # Any wolf may come to be the one who acts.
        names += list(state.wolf_pool())
    return tuple(dict.fromkeys(names))


def _refusals(decision: Decision) -> dict[str, object]:
    return {
        "refused": [
            {"order": r.order, "who": r.who, "reason": str(r.reason), "ref": r.ref}
            for r in decision.rejections
        ]
    }
