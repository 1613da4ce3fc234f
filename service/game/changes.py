"""A close or a night's window that a ruling has moved after it was published: said again, once for each change (R-022)."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from service.game.calendar import WINDOW_NAMES, printed_fact
from service.game.context import Ctx
from service.game.course import Due
from service.game.say import FIRST, iso
from service.notices.render import chinese_number


def close_fact(n: int) -> str:
    """The name of the fact that holds the close of day n as it was last published."""
    return f"told.close.{n}"


def announce_changes(ctx: Ctx, due: Due | None) -> bool:
    """Say what was moved while the day or the night that it belongs to runs; True if something was said now."""
    if due is None or due.day < 1 or due.fell(ctx.now):
        return False
    if due.step == f"day{due.day}.close":
        return _close(ctx, due.day)
    return due.step.startswith("night") and _windows(ctx, due.day)


def _close(ctx: Ctx, n: int) -> bool:
    told, close = ctx.record.facts.get(close_fact(n)), iso(ctx.calendar.close(n))
    if told in {None, close}:
        return False
    word = f"第{chinese_number(n)}天投票截止改为 {_moment(ctx, ctx.calendar.close(n))}（原为 {_moment(ctx, told)}）。"
    return _say(ctx, n, close_fact(n), close, word)


def _windows(ctx: Ctx, n: int) -> bool:
    name = f"told.night.{n}"
    told: Mapping[str, Any] = ctx.record.facts.get(name) or ctx.record.facts.get(printed_fact(n)) or {}
    spans = ctx.calendar.windows(n, ctx.record)
    opens = {window.value: iso(span[0]) for window, span in spans.items()}
    if not spans or opens == told:
        return False
    times = "　".join(
        f"{WINDOW_NAMES[window]} {_moment(ctx, span[0])}–{span[1].astimezone(ctx.zone):%H:%M}"
        for window, span in spans.items()
    )
    return _say(ctx, n, name, opens, f"第{chinese_number(n)}夜的时段改为：{times}")


def _say(ctx: Ctx, n: int, fact: str, value: object, line: str) -> bool:
    with ctx.store.transaction() as tx:
        ctx.fact(tx, fact, value)
        context = {"headline": "时刻变更", "lines": [line]}
        serial = f"{fact}.{iso(ctx.now)}"
        ctx.voice(tx).public(n, "时", "flow", context, which="discussion", priority=FIRST, serial=serial)
    return True


def _moment(ctx: Ctx, at: datetime | str) -> str:
    local = (datetime.fromisoformat(at) if isinstance(at, str) else at).astimezone(ctx.zone)
    return f"{local.month}月{local.day}日 {local:%H:%M}"
