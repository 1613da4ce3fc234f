"""Which of the orders that came in for one skill are carried out (A-19)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.draft import Draft
from engine.model import Skill
from engine.orders import Order, judge_order


def standing(draft: Draft, orders: Iterable[Order], skill: Skill) -> list[Order]:
    """For each character, in seat order, the one legal order for the skill that stands at the window's end.

    Orders are in the order of their coming. Illegal ones are refused and change nothing; one without targets
    takes back what stood. The director's word stands above the character's own.
    """
    mine = [order for order in orders if order.skill is skill]
    chosen: list[Order] = []
    if not mine:
        return chosen
    for order in mine:
        if order.who not in draft.state.characters:
            _legal(draft, order)
    bidden = {order.who for order in mine}
    for name in [name for name in draft.state.characters if name in bidden]:
        own = [order for order in mine if order.who == name]
        ruled = [order for order in own if order.ruled]
        one = _one(draft, ruled, "last") if ruled else _one(draft, own, draft.state.rules.action_revision)
        if one is not None:
            chosen.append(one)
    return chosen


def _one(draft: Draft, orders: Sequence[Order], revision: str) -> Order | None:
    stands: Order | None = None
    for order in orders:
        if stands is not None and revision == "first":
            break
        if order.void:
            stands = None
        elif _legal(draft, order):
            stands = order
    return stands


def _legal(draft: Draft, order: Order) -> bool:
    rejection = judge_order(draft.state, draft.state.day, order.skill, order.who, order.targets)
    if rejection is not None:
        draft.refuse(order, rejection.reason)
    return rejection is None
