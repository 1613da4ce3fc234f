"""The steps of a scenario: what each may say."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime

from engine.ballot import Ballot, Choice
from engine.model import Skill
from service.files.toml_table import Table
from service.files.toml_values import (
    DEFAULT_ZONE,
    Unfit,
    any_whole,
    choice,
    flag,
    in_utc,
    instant,
    prose,
    shown,
    whole,
)
from service.scenarios.scenario_overrides import names, read_override
from service.scenarios.scenario_step import NIGHT_SKILLS, Step

STEPS = ("night0", "vote", "night", "penalty", "override")


def read_step(row: Table, number: int) -> Step:
    """One `[[step]]`; faults are noted in the table's report."""
    do = row.need("do", choice(*STEPS), None, example='"night"')
    if do is None:
        return Step(number=number, do="")
    step = _READERS[do](row, number)
    row.close()
    return step


def _night0(row: Table, number: int) -> Step:
    cupid = row.take("cupid", names, ())
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


_READERS: Mapping[str, Callable[[Table, int], Step]] = {
    "night0": _night0,
    "vote": _vote,
    "night": _night,
    "penalty": _penalty,
    "override": read_override,
}


def _orders(row: Table, skills: tuple[Skill, ...]) -> Mapping[Skill, tuple[str, ...]]:
    taken = {one: row.take(one.value, names, ()) for one in skills}
    return {one: names for one, names in taken.items() if names}


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
