"""Orders as they were received: kept one by one, gathered when their window closes.

An order is kept with the night and the window that its own time falls into, whenever it is read: a judge who was
down while a window ran still takes what was sent in time (A-12).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from engine.game import Order
from engine.model import Skill
from engine.orders import WINDOW_OF
from engine.state import Window
from service.game.context import Ctx
from service.game.players import in_force

NIGHT0 = "0"
"""The window of night 0, which has no number of its own."""


def window_key(night: int, window: Window | None) -> str:
    """A name for one window of one night."""
    return f"{night}.{window.value if window else NIGHT0}"


def in_turn(key: str) -> tuple[str | int, ...]:
    """Keys of messages and posts in the order of their coming: boards number them, and many tell no seconds."""
    return tuple(int(part) if part.isdecimal() else part for part in re.split(r"(\d+)", key))


def gather(ctx: Ctx, night: int, window: Window | None) -> tuple[Order, ...]:
    """The orders of one window in the order of their coming, then the director's."""
    key = window_key(night, window)
    held = [s for s in ctx.record.steps.values() if s.step.startswith("order.")]
    orders = [_order(s.step, s.data) for s in held if s.data.get("window") == key]
    orders.sort(key=lambda one: (one.at is None, one.at, in_turn(one.ref)))
    return (*orders, *_ruled(ctx, night, window))


def _order(ref: str, data: Mapping[str, Any]) -> Order:
    return Order(
        skill=Skill(data["skill"]),
        who=data["who"],
        targets=tuple(data["targets"]),
        at=datetime.fromisoformat(data["at"]),
        void=bool(data["void"]),
        ref=ref,
    )


def _ruled(ctx: Ctx, night: int, window: Window | None) -> tuple[Order, ...]:
    out = []
    for ruling in ctx.rulings:
        if ruling.kind != "order" or ruling.keys["night"] != night or not in_force(ruling, ctx.now):
            continue
        skill = ruling.keys["skill"]
        assert isinstance(skill, Skill)
        if WINDOW_OF.get(skill) is not window:
            continue
        targets = ruling.keys.get("targets") or ()
        assert isinstance(targets, tuple)
        out.append(
            Order(
                skill=skill,
                who=str(ruling.keys["who"]),
                targets=targets,
                ruled=True,
                void=bool(ruling.keys.get("void")),
                ref=f"ruling.{ruling.id}",
            )
        )
    return tuple(out)
