"""What the engine has the judge say in private, as messages: to whom it says, and to nobody else."""

from __future__ import annotations

from collections.abc import Iterable

from engine.events import Foreseen, SuccessionOwed, Told
from engine.game import Decision
from engine.model import Camp, Skill, Status
from engine.queries import owes_successor
from engine.state import State
from service.game.context import Ctx
from service.game.say import FIRST, Voice, iso
from service.game.words import CAMP

SAID_WITH_A_PROMPT = frozenset({Skill.COMMUNE.value, Skill.LAST_SHOT.value, Skill.JOIN_PACK.value})
"""These come with the prompt of their window (`prompts`), not by themselves."""


def tell(voice: Voice, ctx: Ctx, decision: Decision, step: str) -> None:
    """Write every private message that a decision brings."""
    seen = {event.who: event for event in ctx_events(ctx, decision) if isinstance(event, Foreseen)}
    for told in decision.told:
        if told.skill not in SAID_WITH_A_PROMPT:
            _one(voice, decision.state, told, step, seen.get(told.to))
    owing = owes_successor(decision.state)
    fell = any(isinstance(event, SuccessionOwed) for event in decision.events)
    if owing is not None and (fell or ctx.record.game_state().unaware):
        _ask_successor(voice, ctx, decision.state, owing, step)


def ctx_events(ctx: Ctx, decision: Decision) -> Iterable[object]:
    """The whole log, then the decision's own events: a seer in love hears later what was seen before."""
    yield from (one.event for one in ctx.record.log)
    yield from decision.events


def _ask_successor(voice: Voice, ctx: Ctx, state: State, sheriff: str, step: str) -> None:
    """Ask the sheriff who is out for a successor: at the count, or once the night is over (R-123, A-63)."""
    until = ctx.calendar.open(state.discussion_day + 1)
    voice.private(
        sheriff,
        state.day,
        "警",
        "succession",
        {
            "who": sheriff,
            "until": iso(until),
            "silent": "由裁判随机指定" if state.rules.sheriff_silent == "random" else "警长空缺",
        },
        serial=step,
        until=until,
    )


def _one(voice: Voice, state: State, told: Told, step: str, foreseen: Foreseen | None) -> None:
    day = state.day
    match told.skill:
        case "lovers":
            partner = next(name for name in _names(told) if name != told.to)
            camp = CAMP[state[told.to].camp]
            voice.private(told.to, day, "侣", "lovers", {"partner": partner, "camp": camp}, serial=step)
        case "pack":
            voice.private(
                told.to, day, "狼", "pack", {"pack": [n for n in _names(told) if n != told.to]}, serial=step
            )
        case "camp" if told.to in state.lovers and step == "night0.close":
            pass  # said with the partner's name
        case "camp":
            voice.private(told.to, day, "营", "camp", {"camp": CAMP[Camp(str(told.what))]}, serial=step)
        case Status.MAD.value:
            voice.private(told.to, day, "癫", "mad", {"n": day}, priority=FIRST, serial=step)
        case "sheriff":
            voice.private(told.to, day, "长", "sheriff", {}, serial=step)
        case Skill.FORESEE.value:
            assert foreseen is not None
            context = {"target": foreseen.target, "answer": str(told.what)}
            voice.private(told.to, day, "验", "foresaw", context, priority=FIRST, serial=step)
        case _:
            raise AssertionError(f"nothing is known to say for {told.skill}")


def _names(told: Told) -> tuple[str, ...]:
    assert isinstance(told.what, tuple)
    return told.what
