"""The end: the winner, the reveal, and what lets anybody check the game (R-125, R-153; A-82)."""

from __future__ import annotations

import json

from engine.events import Drawn, Expelled, Fainted, FoolPlayed, Imprisoned, LoversMade, Succeeded, Used, Won
from engine.model import Camp, Status
from service.game.context import Ctx
from service.game.course import Due
from service.game.day import entered
from service.game.say import URGENT, iso
from service.game.words import CAMP, IDENTITY, SKILL, states_zh
from service.notices.render import chinese_number


def end(ctx: Ctx, due: Due) -> None:
    """Publish the winner, every identity, what was done, and salt, seed and draws."""
    state = ctx.record.game_state()
    camp = next(one.event.who for one in reversed(ctx.record.log) if isinstance(one.event, Won))
    secret = ctx.record.secret
    n = max(state.day, 1)
    tonight = ctx.record.since(f"day{n - 1}.result") if n > 1 else ()
    actors = {c.name: c.actor for c in ctx.game.characters}
    context = {
        "title": ctx.game.title,
        "n": n,
        "camp": CAMP[Camp(camp)],
        "late": due.late(ctx.now) and state.rules.publish_win != "immediately",
        "night": bool(tonight),
        "fainted": entered(state, tonight, Status.FAINTED),
        "winners": [c.name for c in state if c.camp is Camp(camp) and not c.expelled],
        "cast": [
            {
                "seat": seat,
                "name": c.name,
                "actor": actors.get(c.name),
                "identity": IDENTITY[c.identity],
                "camp": CAMP[c.camp],
                "state": states_zh(c.states),
            }
            for seat, c in enumerate(state, start=1)
        ],
        "log": story(ctx),
        "commitment": secret["commitment"],
        "salt": secret["salt"],
        "seed": secret["seed"],
        "canonical": canonical(secret["seed"], secret["identities"]),
        "draws": [
            f"{e.label}：{'、'.join(e.candidates)} → {e.who}"
            for e in (one.event for one in ctx.record.log)
            if isinstance(e, Drawn)
        ],
        "at": iso(ctx.now),
    }
    with ctx.store.transaction() as tx:
        ctx.take(tx, due.step, due=due.at, data={"winner": camp})
        day, which = _place_of_reveal(ctx, n)
        ctx.voice(tx).public(
            n, "终", "reveal", context, which=which, at_day=day, priority=URGENT, serial="end"
        )


def _place_of_reveal(ctx: Ctx, n: int) -> tuple[int, str]:
    """The newest discussion thread that is known; before there is one, the check-in thread."""
    known = [day for day in (n, n - 1) if day >= 1 and ctx.thread(day, "discussion") is not None]
    if not known and ctx.thread(0, "checkin") is not None:
        return 0, "checkin"
    return (known[0] if known else max(n - 1, 1)), "discussion"


def canonical(seed: str, identities: dict[str, str]) -> str:
    """The JSON that the commitment was made of."""
    matter = {"seed": seed, "identities": identities}
    return json.dumps(matter, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def story(ctx: Ctx) -> list[str]:
    """What was done, in order: now nothing is a secret any more."""
    lines = []
    for one in ctx.record.log:
        place = _place(one.step)
        match one.event:
            case Used(who=who, skill=skill, targets=targets):
                target = f" → {'、'.join(targets)}" if targets else ""
                lines.append(f"{place} {who}【{SKILL[skill]}】{target}")
            case LoversMade(who=pair):
                lines.append(f"{place} 情侣：{'、'.join(pair)}")
            case Imprisoned(who=who):
                lines.append(f"{place} {who} 囚禁")
            case Fainted(who=who):
                lines.append(f"{place} {who} 昏厥")
            case FoolPlayed(who=who):
                lines.append(f"{place} {who} 装傻")
            case Succeeded(who=who):
                lines.append(f"{place} {who} 继任警长")
            case Expelled(who=who):
                lines.append(f"{place} {who} 罚下")
            case _:
                pass
    return lines


def _place(step: str) -> str:
    head = step.split(".", 1)[0]
    if head.startswith("night"):
        number = head.removeprefix("night")
        return f"第{chinese_number(int(number))}夜"
    if head.startswith("day"):
        return f"第{chinese_number(int(head.removeprefix('day')))}天"
    return "殉职" if head == "succession" else "裁定"
