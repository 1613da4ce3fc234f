"""What the shell asks about a game while it runs."""

from __future__ import annotations

from engine.day import poll, weight
from engine.model import Skill
from engine.night import redrawn_wolf, witch_list
from engine.night0 import pack, werewolves
from engine.orders import NIGHT0_SKILLS, OWNER, WINDOW_OF, judge_order, may_use, owes_successor
from engine.state import Phase, State, Window
from engine.victory import winner

__all__ = [
    "drawn_wolf",
    "entitled",
    "judge_order",
    "may_use",
    "owes_successor",
    "pack",
    "poll",
    "redrawn_wolf",
    "weight",
    "werewolves",
    "winner",
    "witch_list",
]


def entitled(state: State, night: int, window: Window | None) -> tuple[tuple[str, Skill], ...]:
    """Who is to be prompted in a window, for which skill, in seat order; night 0 has the window None.

    The shell runs every window all the same, so that timing tells nothing (A-17, A-23).
    """
    if state.phase is Phase.OVER or night != state.day:
        return ()
    skills = NIGHT0_SKILLS if window is None else tuple(s for s, w in WINDOW_OF.items() if w is window)
    return tuple(
        (one.name, skill)
        for one in state
        for skill in skills
        if OWNER.get(skill, one.identity) is one.identity and may_use(state, skill, one.name) is None
    )


def drawn_wolf(state: State, night: int) -> str | None:
    """Who may kill in the night that runs: drawn when 夜晚2 ended (R-108); None before, or if nobody may."""
    return state.night.wolf if state.phase is Phase.NIGHT and night == state.day else None
