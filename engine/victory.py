"""Who has won, asked after step 17 only (R-125 … R-132, R-157, R-158; A-74 … A-81)."""

from __future__ import annotations

from typing import assert_never

from engine.model import Camp, Identity
from engine.readings import LAST_DAY, VICTORY_ORDER, WHITE_WOLF_DAY
from engine.state import State


def winner(state: State) -> Camp | None:
    """The first camp, in the rules' order, whose condition holds on day N = `state.day`; None: play on."""
    for camp in VICTORY_ORDER:
        if _holds(state, camp):
            return camp
    return None


def _holds(state: State, camp: Camp) -> bool:
    match camp:
        case Camp.WHITE_WOLF:
            alive = any(one.alive for one in state.bearers(Identity.WHITE_WOLF))
            return state.day == WHITE_WOLF_DAY and alive and _stands(state, camp)
        case Camp.PIPER:
            return _few_are_left(state) and _stands(state, camp)
        case Camp.LOVERS:
            alive = bool(state.lovers) and all(state[name].alive for name in state.lovers)
            return state.day == LAST_DAY and alive and _stands(state, camp)
        case Camp.WEREWOLVES:
            return state.day == LAST_DAY and state.wolf_alive()
        case Camp.VILLAGERS:
            return state.day == LAST_DAY
        case _ as never:  # pragma: no cover
            assert_never(never)


def _stands(state: State, camp: Camp) -> bool:
    """A-74: somebody not expelled belongs to the camp."""
    if not state.rules.win_requires_member:
        return True
    return any(one.camp is camp and not one.expelled for one in state)


def _few_are_left(state: State) -> bool:
    """R-131 in the readings of A-04 and A-77; never in a game without 吹笛 (G-01)."""
    pipers = state.bearers(Identity.PIPER)
    if not pipers or (state.rules.piper_must_be_alive and not any(one.alive for one in pipers)):
        return False
    counted = [one for one in state if one.alive and (state.rules.piper_count_includes_mad or not one.mad)]
    return len(counted) <= state.day
