"""What a player declares in a message: frozen values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from engine.model import Skill

WhyUnclear = Literal[
    "no_target",
    "unknown_target",
    "ambiguous_target",
    "several_targets",
    "question",
    "turned_round",
    "unreadable",
]


@dataclass(frozen=True, slots=True)
class Order:
    """One declaration. `skill` is None for all skills at once (`不用`, `取消`)."""

    skill: Skill | None
    targets: tuple[str, ...] = ()
    decline: bool = False
    withdraw: bool = False
    text: str = ""
    index: int = 0


@dataclass(frozen=True, slots=True)
class Unclear:
    """Words that are meant as an order and can't be carried out as they stand."""

    reason: WhyUnclear
    skill: Skill | None = None
    words: str = ""
    suggestions: tuple[str, ...] = ()
    index: int = 0


@dataclass(frozen=True, slots=True)
class Query:
    """The player asks which ballot of his stands."""

    what: Literal["my_vote"] = "my_vote"
    index: int = 0


@dataclass(frozen=True, slots=True)
class Consent:
    """The player consents to a shorter day."""

    index: int = 0


Said = Order | Unclear | Query | Consent
