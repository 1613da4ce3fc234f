"""One step of a scenario, as read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.ballot import Ballot
from engine.model import Skill
from engine.orders import Order
from engine.rulings import Ruling

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
"""What a night's step may order, by the skill's own word."""


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
