"""What happens outside the count and is published at once by day, and with the next opening by night (R-024, R-025)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.events import (
    Event,
    Expelled,
    Fainted,
    FlagRemoved,
    Imprisoned,
    MadnessLifted,
    PointsGiven,
    SkillsLost,
    Succeeded,
    Vacated,
)
from engine.game import Decision
from engine.model import Status
from engine.state import Phase
from service.game.context import Ctx
from service.game.say import FIRST, Voice, iso
from service.game.words import STATUS


def publish_effects(
    voice: Voice, ctx: Ctx, decision: Decision, step: str, *, post: Mapping[str, Any] | None = None
) -> None:
    """Publish expulsions at once, and by day whatever else everybody must know.

    `post`: where a flag brought the points, its `url` and `floor`.
    """
    state = decision.state
    day = max(state.day, 1)
    for event in decision.events:
        if isinstance(event, Expelled):
            _expelled(voice, ctx, decision, event.who, step, post or {})
    if state.phase is not Phase.DAY or not state.opened:
        return
    lines = []
    imprisoned = [e.who for e in decision.events if isinstance(e, Imprisoned)]
    fainted = [e.who for e in decision.events if isinstance(e, Fainted)]
    if imprisoned:
        lines.append(f"{'、'.join(imprisoned)}进入囚禁状态（导演裁定）。")
    if fainted:
        lines.append(f"{'、'.join(fainted)}进入昏厥状态（导演裁定）。")
    if any(isinstance(e, SkillsLost) for e in decision.events):
        lines.append("所有特殊身份与普通身份失去其技能。")
    if any(isinstance(e, MadnessLifted) for e in decision.events):
        lines.append("所有癫狂状态解除，吹笛技能失去。")
    lines += [line for event in decision.events if (line := _office_or_release(event))]
    if lines:
        voice.public(day, "告", "flow", {"headline": "状态变化", "lines": lines}, priority=FIRST, serial=step)


def _office_or_release(event: Event) -> str:
    """A new sheriff, none any more, a state that was taken away; madness that ends for one is told to nobody else."""
    match event:
        case Succeeded(who=who):
            return f"{who}任警长。"
        case Vacated():
            return "警长空缺。"
        case FlagRemoved(who=who, state=status) if status is not Status.MAD:
            return f"{who}不再处于{STATUS[status]}状态（导演裁定）。"
        case _:
            return ""


def _expelled(
    voice: Voice, ctx: Ctx, decision: Decision, who: str, step: str, post: Mapping[str, Any]
) -> None:
    state = decision.state
    day = max(state.day, 1)
    by_points = any(isinstance(event, PointsGiven) and event.who == who for event in decision.events)
    entries = [
        *((one.at, one.event, ctx.record.data(one.step)) for one in ctx.record.log),
        *((ctx.now, event, post) for event in decision.events),
    ]
    ledger = [
        {
            "at": iso(at),
            "points": event.points,
            "why": event.why or "导演裁定",
            "url": data.get("url"),
            "floor": data.get("floor"),
        }
        for at, event, data in entries
        if isinstance(event, PointsGiven) and event.who == who
    ]
    voice.public(
        day,
        "罚",
        "expelled",
        {"who": who, "threshold": state.rules.penalty_threshold, "ledger": ledger, "by_points": by_points},
        priority=FIRST,
        serial=f"{step}.{who}",
    )
    voice.private(
        who, day, "罚", "expelled_you", {"points": state[who].points, "by_points": by_points}, serial=step
    )
