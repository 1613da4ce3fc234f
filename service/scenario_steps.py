"""The steps of a scenario: what each may say."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime

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
from service.toml_table import Table
from service.toml_values import (
    DEFAULT_ZONE,
    Unfit,
    any_whole,
    camp,
    choice,
    flag,
    identity,
    in_utc,
    instant,
    listed,
    prose,
    shown,
    skill,
    status,
    whole,
)

NIGHT_SKILLS = (
    Skill.GUARD_SHIELD,
    Skill.SOUND_SHIELD,
    Skill.PIPE,
    Skill.FORESEE,
    Skill.KILL,
    Skill.BITE,
    Skill.ANTIDOTE,
    Skill.POISON,
    Skill.LAST_SHOT,
)
DECLARED = frozenset({*NIGHT_SKILLS, Skill.ARROW, Skill.JOIN_PACK, Skill.PLAY_FOOL, Skill.SUCCESSION})
STEPS = ("night0", "vote", "night", "penalty", "override")
KINDS = ("ballot", "order", "state", "identity", "camp", "sheriff", "weight", "points", "winner")
"""Overrides that touch the game's state and name no post."""
_ABSTAIN = frozenset({"abstain", "弃票", "弃权"})
_NONE = frozenset({"none", "撤票", "无"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One step. `n` is the day of a vote or the night of a night; `orders` are by skill, as written.

    An override has exactly one of: a `ballot` for day `n`, an `order` for night `n`, `rulings`.
    """

    number: int
    do: str
    n: int | None = None
    orders: Mapping[Skill, tuple[str, ...]] = field(default_factory=dict)
    ballots: tuple[Ballot, ...] = ()
    play_fool: bool = False
    join_pack: bool = False
    wolf: str | None = None
    who: str = ""
    points: int = 0
    why: str = ""
    ballot: Ballot | None = None
    order: Order | None = None
    rulings: tuple[Ruling, ...] = ()


def read_step(row: Table, number: int) -> Step:
    """One `[[step]]`; faults are noted in the table's report."""
    do = row.need("do", choice(*STEPS), None, example='"night"')
    if do is None:
        return Step(number=number, do="")
    step = _READERS[do](row, number)
    row.close()
    return step


def _night0(row: Table, number: int) -> Step:
    cupid = row.take("cupid", _names, ())
    join = row.take("join_pack", flag, False)
    return Step(number=number, do="night0", n=0, orders={Skill.ARROW: cupid} if cupid else {}, join_pack=join)


def _vote(row: Table, number: int) -> Step:
    return Step(
        number=number,
        do="vote",
        n=row.need("day", whole(1), None, example="1"),
        ballots=row.take("ballots", _ballots, ()),
        play_fool=row.take("play_fool", flag, False),
        orders=_orders(row, (Skill.SUCCESSION,)),
    )


def _night(row: Table, number: int) -> Step:
    return Step(
        number=number,
        do="night",
        n=row.need("n", whole(1), None, example="1"),
        wolf=row.take("wolf", prose, "") or None,
        orders=_orders(row, (*NIGHT_SKILLS, Skill.SUCCESSION)),
    )


def _penalty(row: Table, number: int) -> Step:
    return Step(
        number=number,
        do="penalty",
        who=row.need("who", prose, "", example='"角色名"'),
        points=row.need("points", any_whole, 0, example="1"),
        why=row.take("why", prose, ""),
    )


def _override(row: Table, number: int) -> Step:
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
    targets = row.take("targets", _names, ())
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


_READERS: Mapping[str, Callable[[Table, int], Step]] = {
    "night0": _night0,
    "vote": _vote,
    "night": _night,
    "penalty": _penalty,
    "override": _override,
}
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


def _orders(row: Table, skills: tuple[Skill, ...]) -> Mapping[Skill, tuple[str, ...]]:
    taken = {one: row.take(one.value, _names, ()) for one in skills}
    return {one: names for one, names in taken.items() if names}


def _names(value: object) -> tuple[str, ...]:
    """A name or a list of names; nothing given where they are empty."""
    return tuple(name for name in listed(prose, single=True)(value) if name)


def _anything(value: object) -> object:
    return value


def _declared(value: object) -> Skill:
    used = skill(value)
    if used not in DECLARED:
        raise Unfit("这个技能不由人宣告，不能代为下令")
    return used


def _ballots(value: object) -> tuple[Ballot, ...]:
    if not isinstance(value, list):
        raise Unfit(f'应为一列票，例如 [["甲", "乙", "2026-03-02T10:00:00"]]，现在是 {shown(value)}')
    return tuple(_one_ballot(row, place) for place, row in enumerate(value))


def _one_ballot(row: object, place: int) -> Ballot:
    if not isinstance(row, list) or len(row) not in {2, 3} or not all(isinstance(w, str) for w in row[:2]):
        raise Unfit(
            f'第 {place + 1} 张票应写成 ["谁", "投给谁"] 或 ["谁", "投给谁", 时刻]，现在是 {shown(row)}'
        )
    at: datetime | None = None
    if len(row) == 3 and row[2] != "":
        at = in_utc(instant(row[2]), DEFAULT_ZONE)
    said = Choice.TARGET if row[1] else Choice.ABSTAIN
    return Ballot(voter=row[0], choice=said, target=row[1] or None, at=at, order=place)
