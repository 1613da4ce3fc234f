"""Whoever takes a character over learns what its player knew: once, by message, and nothing beyond it (R-006)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from engine import events as ev
from engine.model import Status
from engine.views import Known, character_view
from service.game.context import Ctx
from service.game.players import playing
from service.game.say import URGENT
from service.game.speaker import ASKING
from service.game.words import CAMP, IDENTITY, SKILL, SKILLS_OF, STATUS
from service.store import Notice, NoticeState, Tx


def brief_substitute(ctx: Ctx) -> bool:
    """Tell one new player who he is; True if somebody was told. A player who comes back is told anew."""
    if ctx.record.state is None or ctx.record.done("end"):
        return False
    for who in ctx.game.names:
        known = ctx.record.facts.get(f"player.{who}") or {"account": _first(ctx, who), "times": 0}
        account = playing(ctx.rulings, who, ctx.now)
        if account == known["account"]:
            continue
        times = int(known["times"]) + 1
        state = ctx.record.game_state()
        with ctx.store.transaction() as tx:
            ctx.fact(tx, f"player.{who}", {"account": account, "times": times})
            context = _context(ctx, character_view(tuple(one.event for one in ctx.record.log), who))
            context["asked"] = _asked(tx, ctx, who)
            ctx.voice(tx).private(
                who, state.day, "替", "substitute", context, priority=URGENT, serial=str(times)
            )
        return True
    return False


def _first(ctx: Ctx, who: str) -> str:
    """Who played when the identities were told; where a game was taken over, whoever the ruling does not replace."""
    return playing(ctx.rulings, who, ctx.record.steps["setup"].at)


def _context(ctx: Ctx, known: Known) -> dict[str, Any]:
    state = ctx.record.game_state()
    told = {one.skill: one.what for one in known.told}
    one = state[known.name]
    states = [
        status for status in (Status.IMPRISONED, Status.FAINTED, Status.EXPELLED) if status in one.states
    ]
    return {
        "title": ctx.game.title,
        "who": known.name,
        "identity": IDENTITY[known.identity],
        "camp": CAMP[known.camp],
        "skills": SKILLS_OF.get(known.identity, ""),
        "states": [STATUS[status] for status in states] + ([STATUS[Status.MAD]] if known.mad else []),
        "sheriff": known.public.sheriff == known.name,
        "partner": _others(told.get("lovers"), known.name) or _others(state.lovers, known.name, state.lovers),
        "pack": _others(told.get("pack"), known.name),
        "listed": told.get("commune"),
        "foreseen": _foreseen([one.event for one in ctx.record.log], known.name),
        "used": [
            f"{SKILL[used.skill]}" + (f"（{'、'.join(used.targets)}）" if used.targets else "")
            for used in known.used
        ],
        "points": known.points,
    }


def _others(names: object, name: str, among: Sequence[str] | None = None) -> list[str]:
    if not isinstance(names, tuple | list) or (among is not None and name not in among):
        return []
    return [one for one in names if one != name]


def _foreseen(log: Sequence[ev.Event], name: str) -> list[list[str]]:
    """What the seer was told, in order: a vision that is still to be told is not told here."""
    seen: list[list[str]] = []
    target = ""
    for event in log:
        if isinstance(event, ev.Foreseen) and event.who == name:
            target = event.target
        elif isinstance(event, ev.Told) and event.to == name and event.skill == "foresee":
            seen.append([target, str(event.what)])
    return seen


def _asked(tx: Tx, ctx: Ctx, who: str) -> list[str]:
    """What the former player was asked and may still be answered, as it was said."""
    asked = []
    for notice in tx.notices(ctx.game.key, [NoticeState.SENT, NoticeState.SENDING]):
        if notice.kind == "pm" and notice.name == who and _open(notice, ctx.now):
            lines = [line for line in notice.body.splitlines() if notice.ref not in line]
            asked.append("\n".join(lines).strip())
    return asked


def _open(notice: Notice, now: datetime) -> bool:
    if notice.data.get("template") not in ASKING:
        return False
    until = notice.data.get("until") or notice.data["context"].get("close")
    return bool(until) and now < datetime.fromisoformat(str(until))
