"""A written scenario for `replay` (`interfaces.md` §3), read whole: every fault with its line and a remedy."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, time
from pathlib import Path

from engine.events import Given, Placed
from engine.model import Camp, Identity, Skill
from engine.readings import initial_camp
from engine.roster import SIZES, fits
from engine.rules import Rules
from engine.timetable import Timetable
from service.files.cast import Cast
from service.files.gamefile_resume import read_resume
from service.files.gamefile_rules import read_rules
from service.files.gamemodel import CharacterEntry, Resume
from service.files.toml_source import FileProblems, Problem, Source, read_toml
from service.files.toml_table import Table
from service.files.toml_values import DEFAULT_ZONE, Unfit, identity, in_utc, shown
from service.scenarios.scenario_step import Step
from service.scenarios.scenario_steps import read_step

EXAMPLE_START = "2026-03-02T09:30:00+08:00"
DEFAULT_START = datetime(2026, 3, 2, 9, 30, tzinfo=DEFAULT_ZONE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Scenario:
    """A scenario as read. `identities` is in seat order; `given` and `placed` are its `[state]`."""

    file: str
    identities: Mapping[str, Identity]
    seed: str
    rules: Rules
    timetable: Timetable
    given: tuple[Given, ...] = ()
    placed: Placed | None = None
    steps: tuple[Step, ...] = ()


def load_scenario(path: Path) -> Scenario:
    """The scenario in a file. Raises `FileProblems` with all that is wrong."""
    return read_scenario(read_toml(path))


def read_scenario(source: Source) -> Scenario:
    """The scenario of a TOML source. Raises `FileProblems` with all that is wrong."""
    report: list[Problem] = []
    root = Table(source, report, source.data)
    game = root.table("game")
    start = game.take("start", _start, DEFAULT_START)
    seed = game.take("seed", _seed, "0")
    game.close()
    rules = read_rules(root.table("rules"))
    identities = _characters(root.table("characters"), rules)
    cast = Cast(CharacterEntry(name=name) for name in identities)
    resume = read_resume(root.table("state"), cast, dealt=True)
    steps = [read_step(row, number) for number, row in enumerate(root.tables("step"), 1)]
    root.close()
    _in_sequence(root, steps, resume)
    if report:
        raise FileProblems(report)
    zone = start.tzinfo or DEFAULT_ZONE
    return Scenario(
        file=source.file,
        identities=identities,
        seed=seed,
        rules=rules,
        timetable=Timetable(start=start.date(), zone=zone, opens={1: in_utc(start, zone)}),
        given=_given(identities, resume),
        placed=None
        if resume is None
        else Placed(day=resume.day, sheriff=resume.sheriff, lovers=resume.lovers),
        steps=tuple(steps),
    )


def _start(value: object) -> datetime:
    if isinstance(value, str):
        try:
            value = datetime.fromisoformat(value)
        except ValueError:
            raise Unfit(f"应为时刻，例如 {EXAMPLE_START}，现在是 {shown(value)}") from None
    if isinstance(value, date) and not isinstance(value, datetime):
        value = datetime.combine(value, time(9, 30))
    if not isinstance(value, datetime):
        raise Unfit(f"应为时刻，例如 {EXAMPLE_START}，现在是 {shown(value)}")
    return value if value.tzinfo is not None else value.replace(tzinfo=DEFAULT_ZONE)


def _seed(value: object) -> str:
    if isinstance(value, bool) or not isinstance(value, int | str):
        raise Unfit(f"应为整数或加英文引号的文字，现在是 {shown(value)}")
    return str(value)


def _characters(table: Table, rules: Rules) -> Mapping[str, Identity]:
    identities: dict[str, Identity] = {}
    for name in table.data:
        found = table.take(name, identity, None)
        if not name.strip():
            table.note(name, "角色名不能是空的")
        if found is not None:
            identities[name] = found
    if len(identities) < len(table.data):
        return identities
    if not identities:
        table.note(None, '没有角色；每行写一个，例如 "甲" = "狼人"')
    elif not rules.custom_roster and not fits(identities.values()):
        table.note(None, _misfit(len(identities)))
    return identities


def _misfit(players: int) -> str:
    own = "；自定身份表请在 [rules] 里写 custom_roster = true"
    if players not in SIZES:
        return f"人数是 {players}，规则只有 {SIZES[0]} 到 {SIZES[-1]} 人的身份表{own}"
    return f"这些身份与规则的 {players} 人身份表不符{own}"


def _in_sequence(root: Table, steps: Iterable[Step], resume: Resume | None) -> None:
    """Night 0, vote 1, night 1, vote 2, …; penalties and overrides stand anywhere."""
    due = ("night0", 0) if resume is None else ("vote", resume.day)
    for step in steps:
        if step.do not in {"night0", "vote", "night"} or step.n is None:
            continue
        if (step.do, step.n) != due:
            place = Table(root.source, root.report, {}, ("step", step.number - 1))
            place.note(None, f"这一步是 {_named(step.do, step.n)}，按次序应是 {_named(*due)}")
            return
        due = ("night", step.n) if step.do == "vote" else ("vote", step.n + 1)


def _named(do: str, n: int) -> str:
    return {"night0": "第零夜（night0）", "vote": f"第 {n} 天的投票（vote，day = {n}）"}.get(
        do, f"第 {n} 夜（night，n = {n}）"
    )


def _given(identities: Mapping[str, Identity], resume: Resume | None) -> tuple[Given, ...]:
    """What `[state]` says of each character; lovers whose camps differ have eloped (R-116), 爱神 with them."""
    if resume is None:
        return ()
    said = {name: one.camp for name, one in resume.characters.items() if one.camp is not None}
    camps = {name: said.get(name, initial_camp(one)) for name, one in identities.items()}
    if len({camps[name] for name in resume.lovers}) > 1:
        camps |= {name: Camp.LOVERS for name in resume.lovers if name not in said}
    if resume.lovers:
        cupids = [name for name, one in identities.items() if one is Identity.CUPID and name not in said]
        camps |= dict.fromkeys(cupids, camps[resume.lovers[0]])
    found = []
    for name, one in resume.characters.items():
        found.append(
            Given(
                who=name,
                camp=camps[name],
                states=tuple(sorted(one.states)),
                marks=one.marks,
                points=one.points,
                skills_lost=one.skills_lost,
                feigned=one.feigned,
                spent=tuple(sorted(one.spent - {Skill.BITE})),
                guard_shielded=one.shielded.get(Skill.GUARD_SHIELD, ()),
                sound_shielded=one.shielded.get(Skill.SOUND_SHIELD, ()),
                bitten=resume.day - 1 if Skill.BITE in one.spent else 0,
            )
        )
    unsaid = [name for name in identities if name not in resume.characters]
    found += [Given(who=n, camp=camps[n]) for n in unsaid if camps[n] is not initial_camp(identities[n])]
    return tuple(found)
