"""`[resume]` of a game's file: taking over a game that a person began."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from engine.model import Skill
from service.files.cast import Cast
from service.files.gamemodel import LAST_DAY, Resume, ResumedCharacter
from service.files.toml_table import Table
from service.files.toml_values import Unfit, camp, flag, listed, skill, status, whole

_SHIELDS = {Skill.GUARD_SHIELD: "守护之盾", Skill.SOUND_SHIELD: "隔音之盾"}


def read_resume(table: Table, cast: Cast, *, dealt: bool) -> Resume | None:
    """The state at the opening of a day, or None where the section is absent or empty."""
    if not table.data:
        return None
    lovers: tuple[str, ...] = table.take("lovers", listed(cast.character), ())
    if lovers and (len(lovers) != 2 or len(set(lovers)) != 2):
        table.note("lovers", '情侣应是两个不同的角色，例如 ["甲", "乙"]；没有就删去这一行')
    sheriff: str = table.take("sheriff", cast.character_or_none, "")
    resume = Resume(
        day=table.need("day", whole(1, LAST_DAY - 1), 1, example="3"),
        sheriff=sheriff or None,
        lovers=lovers,
        characters=_characters(table.table("characters"), cast),
    )
    table.close()
    if not dealt:
        table.note(None, "接手已开始的牌局，必须在每个 [[character]] 里写明身份")
    return resume


def _characters(table: Table, cast: Cast) -> Mapping[str, ResumedCharacter]:
    found: dict[str, ResumedCharacter] = {}
    for key in table.data:
        row = table.table(key)
        try:
            who = cast.character(key)
        except Unfit as error:
            row.note(None, str(error))
            who = key
        if who in found:
            row.note(None, f"角色「{who}」写了两次，请并成一处")
        found[who] = ResumedCharacter(
            states=frozenset(row.take("states", listed(status, single=True), ())),
            camp=row.take("camp", camp, None),
            marks=row.take("marks", whole(0, 2), 0),
            points=row.take("points", whole(0, 99), 0),
            skills_lost=row.take("skills_lost", flag, False),
            feigned=row.take("feigned", flag, False),
            spent=frozenset(row.take("spent", listed(skill, single=True), ())),
            shielded=_shielded(row.table("shielded"), cast),
        )
        row.close()
    return MappingProxyType(found)


def _shielded(table: Table, cast: Cast) -> Mapping[Skill, tuple[str, ...]]:
    known: dict[str, Skill] = {shield.value: shield for shield in _SHIELDS}
    known |= {chinese: shield for shield, chinese in _SHIELDS.items()}
    found: dict[Skill, tuple[str, ...]] = {}
    for key, shield in known.items():
        names: tuple[str, ...] = table.take(key, listed(cast.character, single=True), ())
        if names:
            found[shield] = tuple(dict.fromkeys((*found.get(shield, ()), *names)))
    table.close()
    return MappingProxyType(found)
