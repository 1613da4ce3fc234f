"""The director's rulings inside a scenario: those that touch the state and name no post."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.ballot import Ballot, Choice
from engine.model import Skill
from engine.orders import Order
from engine.rulings import (
    AddState,
    Declare,
    GivePoints,
    RemoveState,
    Ruling,
    SetCamp,
    SetIdentity,
    SetSheriff,
    SetWeight,
)
from service.files.toml_table import Table
from service.files.toml_values import (
    Unfit,
    any_whole,
    camp,
    flag,
    identity,
    listed,
    prose,
    shown,
    skill,
    status,
    whole,
)
from service.scenarios.scenario_step import NIGHT_SKILLS, Step

DECLARED = frozenset({*NIGHT_SKILLS, Skill.ARROW, Skill.JOIN_PACK, Skill.PLAY_FOOL, Skill.SUCCESSION})
KINDS = ("ballot", "order", "state", "identity", "camp", "sheriff", "weight", "points", "winner")
_ABSTAIN = frozenset({"abstain", "弃票", "弃权"})
_NONE = frozenset({"none", "撤票", "无"})


def read_override(row: Table, number: int) -> Step:
    """An override's step; `at`, `id` and `reason` say nothing here."""
    for key in ("id", "at", "reason"):
        row.take(key, _anything, None)
    kind = row.need("kind", _kind, None, example='"state"')
    step = Step(number=number, do="override")
    return step if kind is None else _OVERRIDES[kind](row, step)


def _kind(value: object) -> str:
    if value in KINDS:
        return str(value)
    options = "、".join(KINDS)
    raise Unfit(f"剧本里的裁定只能是会改动牌局状态的几种：{options}；现在是 {shown(value)}")


def _ballot(row: Table, step: Step) -> Step:
    day = row.need("day", whole(1), None, example="2")
    voter = row.need("voter", prose, "", example='"角色名"')
    target = row.need("target", prose, "", example='"角色名"')
    said = Choice.ABSTAIN if target in _ABSTAIN else Choice.WITHDRAW if target in _NONE else Choice.TARGET
    ballot = Ballot(voter=voter, choice=said, target=target if said is Choice.TARGET else None, ruled=True)
    return _replaced(step, n=day, ballot=ballot)


def _order(row: Table, step: Step) -> Step:
    night = row.need("night", whole(0), None, example="1")
    used = row.need("skill", _declared, Skill.KILL, example='"杀人"')
    void = row.take("void", flag, False)
    targets = row.take("targets", names, ())
    who = row.need("who", prose, "", example='"角色名"')
    if night is not None and (night == 0) != (used in {Skill.ARROW, Skill.JOIN_PACK}):
        row.note("night", "爱神之箭和归群在第 0 夜，别的技能从第 1 夜起")
    order = Order(
        skill=used, who=who, targets=() if void else targets, void=void, ruled=True, ref=str(step.number)
    )
    return _replaced(step, n=night, order=order)


def _state(row: Table, step: Step) -> Step:
    who = row.need("who", prose, "", example='"角色名"')
    add = row.take("add", listed(status, single=True), ())
    remove = row.take("remove", listed(status, single=True), ())
    if not add and not remove:
        row.note(None, "add（加上的状态）和 remove（去掉的状态）至少写一个，否则没有作用")
    rulings = [AddState(who=who, state=one) for one in add] + [
        RemoveState(who=who, state=one) for one in remove
    ]
    return _replaced(step, rulings=tuple(rulings))


def _identity(row: Table, step: Step) -> Step:
    who = row.need("who", prose, "", example='"角色名"')
    value = row.need("value", identity, None, example='"村民"')
    return step if value is None else _replaced(step, rulings=(SetIdentity(who=who, identity=value),))


def _camp(row: Table, step: Step) -> Step:
    who = row.need("who", prose, "", example='"角色名"')
    value = row.need("value", camp, None, example='"村民阵营"')
    return step if value is None else _replaced(step, rulings=(SetCamp(who=who, camp=value),))


def _sheriff(row: Table, step: Step) -> Step:
    who = row.need("who", prose, "", example='"角色名"')
    return _replaced(step, rulings=(SetSheriff(who=who or None),))


def _weight(row: Table, step: Step) -> Step:
    who = row.need("who", prose, "", example='"角色名"')
    value = row.need("value", whole(0, 99), 0, example="2")
    day = row.need("day", whole(1), 0, example="2")
    return _replaced(step, n=day, rulings=(SetWeight(who=who, day=day, weight=value),))


def _points(row: Table, step: Step) -> Step:
    row.take("post", _anything, None)
    who = row.need("who", prose, "", example='"角色名"')
    points = row.need("points", any_whole, 0, example="1")
    return _replaced(step, rulings=(GivePoints(who=who, points=points),))


def _winner(row: Table, step: Step) -> Step:
    value = row.need("camp", camp, None, example='"村民阵营"')
    return step if value is None else _replaced(step, rulings=(Declare(camp=value),))


_OVERRIDES: Mapping[str, Callable[[Table, Step], Step]] = {
    "ballot": _ballot,
    "order": _order,
    "state": _state,
    "identity": _identity,
    "camp": _camp,
    "sheriff": _sheriff,
    "weight": _weight,
    "points": _points,
    "winner": _winner,
}


def _replaced(
    step: Step,
    *,
    n: int | None = None,
    ballot: Ballot | None = None,
    order: Order | None = None,
    rulings: tuple[Ruling, ...] = (),
) -> Step:
    return Step(number=step.number, do=step.do, n=n, ballot=ballot, order=order, rulings=rulings)


def names(value: object) -> tuple[str, ...]:
    """A name or a list of names; nothing given where they are empty."""
    return tuple(name for name in listed(prose, single=True)(value) if name)


def _anything(value: object) -> object:
    return value


def _declared(value: object) -> Skill:
    used = skill(value)
    if used not in DECLARED:
        raise Unfit("这个技能不由人宣告，不能代为下令")
    return used
