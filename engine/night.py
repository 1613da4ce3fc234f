"""One night, window by window (R-143 … R-149; App. B)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from engine.chance import wolf_label
from engine.choice import standing
from engine.draft import Draft
from engine.events import (
    Foreseen,
    Maddened,
    Marked,
    Saved,
    Stricken,
    Targeted,
    Turned,
    Used,
    WindowClosed,
    WolfChosen,
    Won,
)
from engine.model import Camp, Cause, Identity, Skill, Status
from engine.orders import WINDOW_OF, Order, Refusal, may_use
from engine.state import State, Window
from engine.triggers import enter
from engine.victory import winner

VILLAGER = "村民阵营"
NOT_VILLAGER = "非村民阵营"
"""R-082: the two answers to 预言, in the rules' own words."""


def close_window(draft: Draft, window: Window, orders: Sequence[Order], wolf: str | None = None) -> None:
    """Carry out what was ordered in one window. `wolf` names the night's wolf instead of chance, after 夜晚2."""
    for order in orders:
        if WINDOW_OF.get(order.skill) is not window:
            draft.refuse(order, Refusal.WRONG_TIME)
    match window:
        case Window.GUARD:
            _guard(draft, orders)
        case Window.PIPER:
            _pipe(draft, orders)
            _choose_wolf(draft, wolf)
        case Window.HUNT:
            _hunt(draft, orders)
        case Window.WITCH:
            _brew(draft, orders)
            _look_ahead(draft)
        case Window.HUNTER:
            for order in standing(draft, orders, Skill.LAST_SHOT):
                _use(draft, order)
                enter(draft, order.targets[0], Status.FAINTED, Cause.LAST_SHOT)
        case _ as never:  # pragma: no cover
            assert_never(never)
    draft.emit(WindowClosed(window=window))


def settle(draft: Draft) -> None:
    """Steps 16 and 17: the dying faint, N goes up, and victory is tested."""
    for name, cause in draft.state.night.dying:
        one = draft.state[name]
        if not one.dying:
            continue
        if draft.state.protected(one) and not one.expelled:
            draft.emit(Marked(who=name, marks=1), Saved(who=name, by=Skill.LONGEVITY))
        else:
            enter(draft, name, Status.FAINTED, cause)
    for seer, villager in draft.state.night.foreseen:
        draft.tell(seer, Skill.FORESEE.value, VILLAGER if villager else NOT_VILLAGER)
    draft.emit(Turned(day=draft.state.day + 1))
    camp = winner(draft.state)
    if camp is not None:
        draft.emit(Won(who=camp))


def witch_list(state: State) -> tuple[str, ...]:
    """R-084, A-32: tonight's targets of 杀人 and 撕咬, in seat order, unlabelled."""
    immune_too = state.rules.witch_list_includes_immune
    return tuple(one.name for one in state if one.name in state.night.targets and (immune_too or one.dying))


def _use(draft: Draft, order: Order) -> None:
    draft.emit(Used(who=order.who, skill=order.skill, targets=order.targets))


def _guard(draft: Draft, orders: Sequence[Order]) -> None:
    """R-089 … R-092, A-30, G-10."""
    shielding = standing(draft, orders, Skill.GUARD_SHIELD)
    for order in shielding:
        _use(draft, order)
    used = {order.who for order in shielding}
    for order in standing(draft, orders, Skill.SOUND_SHIELD):
        if order.who in used and not draft.state.rules.guard_both_shields:
            draft.refuse(order, Refusal.ONE_SHIELD)
        else:
            _use(draft, order)


def _pipe(draft: Draft, orders: Sequence[Order]) -> None:
    """R-106, R-091."""
    for order in standing(draft, orders, Skill.PIPE):
        _use(draft, order)
        for name in order.targets:
            if name not in draft.state.night.soundproof and not draft.state[name].mad:
                draft.emit(Maddened(who=name))


def _choose_wolf(draft: Draft, named: str | None) -> None:
    """R-108, A-40: drawn when 夜晚4 is about to begin; a name that is not in the pool kills nobody."""
    pool = draft.state.wolf_pool()
    if named is not None:
        draft.emit(WolfChosen(who=named if named in pool else None))
    else:
        _draw_wolf(draft, pool)


def _draw_wolf(draft: Draft, pool: tuple[str, ...]) -> None:
    """The next draw of the night, among those of the pool who were not drawn before."""
    left = tuple(name for name in pool if name not in draft.state.night.drawn)
    if left:
        chosen = draft.draw(wolf_label(draft.state.day, len(draft.state.night.drawn)), left)
        draft.emit(WolfChosen(who=chosen))
    else:
        draft.emit(WolfChosen(who=None))


def redrawn_wolf(state: State) -> Draft:
    """What a redraw would bring now (A-40 (b)); the shell asks so as to prompt the next wolf."""
    draft = Draft(state)
    _draw_wolf(draft, state.wolf_pool())
    return draft


def _hunt(draft: Draft, orders: Sequence[Order]) -> None:
    """夜晚3, 4, 5 resolve in this order at their common end (A-46)."""
    for order in standing(draft, orders, Skill.FORESEE):
        _foresee(draft, order)
    for order in _kill(draft, orders):
        _use(draft, order)
        _strike(draft, order.targets[0], Cause.KILL)
    for order in standing(draft, orders, Skill.BITE):
        _use(draft, order)
        _strike(draft, order.targets[0], Cause.BITE)
    for witch in draft.state.bearers(Identity.WITCH):
        if may_use(draft.state, Skill.COMMUNE, witch.name) is None:
            draft.tell(witch.name, Skill.COMMUNE.value, witch_list(draft.state))


def _foresee(draft: Draft, order: Order) -> None:
    """R-082; a seer in love hears at step 16 (R-148, A-56)."""
    _use(draft, order)
    villager = draft.state[order.targets[0]].camp is Camp.VILLAGERS
    delayed = order.who in draft.state.lovers
    draft.emit(Foreseen(who=order.who, target=order.targets[0], villager=villager, delayed=delayed))
    if not delayed:
        draft.tell(order.who, Skill.FORESEE.value, VILLAGER if villager else NOT_VILLAGER)


def _kill(draft: Draft, orders: Sequence[Order]) -> list[Order]:
    """The drawn wolf's order; with `redraw` the next wolf's if the drawn one is silent (A-40)."""
    mine = [order for order in orders if order.skill is Skill.KILL]
    refused: list[Order] = []
    while True:
        wolf = draft.state.night.wolf
        chosen = standing(draft, [order for order in mine if order.who == wolf], Skill.KILL)
        refused += [order for order in mine if order.who == wolf]
        if chosen or wolf is None or draft.state.rules.wolf_silent_policy == "no_kill":
            break
        _draw_wolf(draft, draft.state.wolf_pool())
    standing(draft, [order for order in mine if order not in refused], Skill.KILL)
    return chosen


def _strike(draft: Draft, target: str, cause: Cause) -> None:
    """R-109, R-113, R-089; a second target of both fangs may be the elder (R-094)."""
    night = draft.state.night
    twice = target in night.targets
    draft.emit(Targeted(who=target, cause=cause))
    lands = target not in night.guarded
    if lands and not draft.state[target].dying:
        draft.emit(Stricken(who=target, cause=cause))
    one = draft.state[target]
    owns = one.identity is Identity.ELDER and not one.skills_lost
    if twice and owns and (lands or not draft.state.rules.elder_mark_requires_effective):
        draft.emit(Marked(who=target, marks=1, double=True))


def _brew(draft: Draft, orders: Sequence[Order]) -> None:
    """解药 before 毒药 (A-27, A-34)."""
    cured = set()
    for order in standing(draft, orders, Skill.ANTIDOTE):
        _use(draft, order)
        cured.add(order.who)
        _cure(draft, order.targets[0])
    for order in standing(draft, orders, Skill.POISON):
        if order.who in cured and not draft.state.rules.witch_both_potions_same_night:
            draft.refuse(order, Refusal.ONE_POTION)
        else:
            _poison(draft, order)


def _cure(draft: Draft, target: str) -> None:
    """R-085; nothing where the potion is wasted (A-35), and G-13."""
    if not draft.state[target].dying:
        return
    draft.emit(Saved(who=target, by=Skill.ANTIDOTE))
    if draft.state.rules.elder_mark_requires_effective and target in draft.state.night.double_marked:
        draft.emit(Marked(who=target, marks=-1))


def _poison(draft: Draft, order: Order) -> None:
    """R-087, R-088; a dying witch's poison has no effect (A-36, G-21)."""
    if not draft.state[order.who].dying:
        _use(draft, order)
        enter(draft, order.targets[0], Status.FAINTED, Cause.POISON)
    elif draft.state.rules.void_poison_is_spent:
        _use(draft, order)
    else:
        draft.refuse(order, Refusal.WITCH_DYING)


def _look_ahead(draft: Draft) -> None:
    """Step 15 (A-22, G-08): a hunter who is going to faint does so now, so that he may shoot; then he is asked."""
    state = draft.state
    if state.rules.hunter_lookahead:
        doomed = {name: cause for name, cause in state.night.dying if not state.protected(state[name])}
        for hunter in state.bearers(Identity.HUNTER):
            partner = state.partner(hunter.name)
            if hunter.name in doomed:
                enter(draft, hunter.name, Status.FAINTED, doomed[hunter.name])
            elif partner in doomed and not hunter.expelled and not hunter.in_state(Status.FAINTED):
                enter(draft, partner, Status.FAINTED, doomed[partner])
    for name in draft.state.characters:
        if may_use(draft.state, Skill.LAST_SHOT, name) is None:
            draft.tell(name, Skill.LAST_SHOT.value, True)
