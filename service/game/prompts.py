"""Asking those who may act in a window (R-143 … R-147): only them, and only what they may know."""

from __future__ import annotations

from datetime import datetime

from engine.model import Identity, Skill
from engine.queries import entitled, may_use, werewolves, witch_list
from engine.state import State, Window
from service.game.context import Ctx
from service.game.say import URGENT, Voice, iso

TEMPLATE = {
    Skill.GUARD_SHIELD: "guard",
    Skill.SOUND_SHIELD: "guard",
    Skill.PIPE: "pipe",
    Skill.FORESEE: "foresee",
    Skill.KILL: "kill",
    Skill.BITE: "bite",
    Skill.LAST_SHOT: "last_shot",
}


def prompt_window(
    voice: Voice, state: State, night: int, window: Window, span: tuple[datetime, datetime]
) -> None:
    """Prompt whoever may use a skill now. After the window only the witch's list still has a use."""
    opens, closes = span
    if window is Window.WITCH:
        _prompt_witch(voice, state, night, span)
        return
    asked = set()
    for who, skill in entitled(state, night, window):
        template = TEMPLATE[skill]
        if (who, template) in asked:
            continue
        asked.add((who, template))
        voice.private(
            who,
            night,
            "夜",
            template,
            {"open": iso(opens), "close": iso(closes), "both": state.rules.guard_both_shields},
            priority=URGENT,
            serial=str(night),
            until=closes,
        )


def _prompt_witch(voice: Voice, state: State, night: int, span: tuple[datetime, datetime]) -> None:
    """R-084: the list goes out even unasked; the potions that are left are offered."""
    for witch in state.bearers(Identity.WITCH):
        listed = may_use(state, Skill.COMMUNE, witch.name) is None
        antidote = may_use(state, Skill.ANTIDOTE, witch.name) is None
        poison = may_use(state, Skill.POISON, witch.name) is None
        if not (listed or antidote or poison):
            continue
        voice.private(
            witch.name,
            night,
            "巫",
            "witch",
            {
                "open": iso(span[0]),
                "close": iso(span[1]),
                "listed": list(witch_list(state)) if listed else None,
                "antidote": antidote,
                "poison": poison,
                "both": state.rules.witch_both_potions_same_night,
            },
            priority=URGENT,
            serial=str(night),
            until=None if listed else span[1],
        )


def prompt_night0(voice: Voice, ctx: Ctx, state: State) -> None:
    """R-102, R-110: 爱神 names two, 白狼 learns who the wolves are and chooses."""
    opens, closes = ctx.calendar.night0_open, ctx.calendar.night0_close
    times = {"open": iso(opens), "close": iso(closes)}
    for who, skill in entitled(state, 0, None):
        if skill is Skill.ARROW:
            voice.private(
                who, 0, "夜", "night0_cupid", {**times, "current": ""}, priority=URGENT, until=closes
            )
        else:
            context = {**times, "pack": list(werewolves(state))}
            voice.private(who, 0, "夜", "night0_white_wolf", context, priority=URGENT)
