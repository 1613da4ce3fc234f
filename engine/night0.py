"""第零晚: 归群, 爱神之箭, 私奔, 互知, in this order (A-43; R-102 … R-104, R-110 … R-116, R-027)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.chance import lover_label
from engine.choice import standing
from engine.draft import Draft
from engine.events import CampChanged, LoversMade, Means, Turned, Used
from engine.model import Camp, Identity, Skill
from engine.orders import NIGHT0_SKILLS, Order, Refusal
from engine.readings import LOVERS
from engine.state import State


def night0(draft: Draft, orders: Sequence[Order]) -> None:
    """Carry out night 0 and tell everyone what they must know."""
    for order in orders:
        if order.skill not in NIGHT0_SKILLS:
            draft.refuse(order, Refusal.WRONG_TIME)
    before = {one.name: one.camp for one in draft.state}
    _join_pack(draft, orders)
    _arrow(draft, orders)
    _elope(draft)
    for name in draft.state.lovers:
        draft.tell(name, "lovers", draft.state.lovers)
    for one in draft.state:
        if one.camp is not before[one.name]:
            draft.tell(one.name, "camp", one.camp.value)
    members = pack(draft.state)
    for name in members:
        draft.tell(name, "pack", members)
    draft.emit(Turned(day=1))


def werewolves(state: State) -> tuple[str, ...]:
    """Every 狼人: what the white wolf is told before it chooses (R-110)."""
    return tuple(one.name for one in state.bearers(Identity.WEREWOLF))


def pack(state: State) -> tuple[str, ...]:
    """Who knows whom as a wolf once camps are settled (R-027, R-111, A-43): 狼人 and a joined 白狼."""
    wolfish = {Identity.WEREWOLF, Identity.WHITE_WOLF}
    return tuple(one.name for one in state if one.identity in wolfish and one.camp is Camp.WEREWOLVES)


def _join_pack(draft: Draft, orders: Sequence[Order]) -> None:
    for white in draft.state.bearers(Identity.WHITE_WOLF):
        if not white.expelled:
            draft.tell(white.name, Skill.JOIN_PACK.value, werewolves(draft.state))
    for order in standing(draft, orders, Skill.JOIN_PACK):
        draft.emit(
            Used(who=order.who, skill=Skill.JOIN_PACK),
            CampChanged(who=order.who, camp=Camp.WEREWOLVES, cause=Means.JOIN_PACK),
        )


def _arrow(draft: Draft, orders: Sequence[Order]) -> None:
    """R-102; a silent 爱神's lovers are drawn (A-51), an expelled one's are none (G-12)."""
    chosen = standing(draft, orders, Skill.ARROW)
    if chosen:
        draft.emit(
            Used(who=chosen[0].who, skill=Skill.ARROW, targets=chosen[0].targets),
            LoversMade(who=chosen[0].targets),
        )
        return
    present = tuple(one.name for one in draft.state if not one.expelled)
    if len(present) < LOVERS or all(one.expelled for one in draft.state.bearers(Identity.CUPID)):
        return
    first = draft.draw(lover_label(0), present)
    second = draft.draw(lover_label(1), tuple(name for name in present if name != first))
    draft.emit(LoversMade(who=(first, second), cause=Means.DRAWN))


def _elope(draft: Draft) -> None:
    """R-115, R-116: lovers of two camps form their own; R-104: 爱神 follows them."""
    if not draft.state.lovers:
        return
    camps = {draft.state[name].camp for name in draft.state.lovers}
    if len(camps) > 1:
        for name in draft.state.lovers:
            draft.emit(CampChanged(who=name, camp=Camp.LOVERS, cause=Means.ELOPE))
    theirs = draft.state[draft.state.lovers[0]].camp
    for cupid in draft.state.bearers(Identity.CUPID):
        if cupid.camp is not theirs and not cupid.expelled:
            draft.emit(CampChanged(who=cupid.name, camp=theirs, cause=Means.ARROW))
