"""Everything that can have happened, as frozen values with a dict codec.

`encode(event)` is a JSON-ready dict with `v` (the version) and `kind`; `decode` reads it back. A log of events is
the truth of a game: state is their fold (`evolve`).
"""

from __future__ import annotations

import types
import typing
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from enum import StrEnum
from functools import cache
from typing import Any, ClassVar

from engine.model import Camp, Cause, Identity, Skill, Status
from engine.state import Window

VERSION = 1


class Means(StrEnum):
    """How a sheriff came to the office, a lover to love, or a camp to change."""

    NAMED = "named"
    DRAWN = "drawn"
    DIRECTOR = "director"
    JOIN_PACK = "join_pack"
    ELOPE = "elope"
    ARROW = "arrow"
    VOTE = "vote"
    RULES = "rules"


@dataclass(frozen=True, slots=True, kw_only=True)
class Began:
    """The game is set up: names in seat order, identities beside them, the seed and what the rules change."""

    kind: ClassVar[str] = "began"
    names: tuple[str, ...]
    identities: tuple[Identity, ...]
    seed: str
    rules: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """A character's state where a game is taken over in the middle."""

    kind: ClassVar[str] = "given"
    who: str
    camp: Camp
    states: tuple[Status, ...] = ()
    marks: int = 0
    points: int = 0
    skills_lost: bool = False
    feigned: bool = False
    spent: tuple[Skill, ...] = ()
    guard_shielded: tuple[str, ...] = ()
    sound_shielded: tuple[str, ...] = ()
    bitten: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Placed:
    """A game that is taken over stands at the opening of this day."""

    kind: ClassVar[str] = "placed"
    day: int
    sheriff: str | None = None
    lovers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Used:
    """An order was carried out; what came of it follows as events of their own."""

    kind: ClassVar[str] = "used"
    who: str
    skill: Skill
    targets: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn:
    """Chance decided: `who` among the candidates, by the label (`chance`)."""

    kind: ClassVar[str] = "drawn"
    label: str
    candidates: tuple[str, ...]
    who: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LoversMade:
    """R-102."""

    kind: ClassVar[str] = "lovers"
    who: tuple[str, ...]
    cause: Means = Means.NAMED


@dataclass(frozen=True, slots=True, kw_only=True)
class CampChanged:
    """R-104, R-111, R-116, or the director's word."""

    kind: ClassVar[str] = "camp"
    who: str
    camp: Camp
    cause: Means


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened:
    """Day N is open."""

    kind: ClassVar[str] = "opened"
    day: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Counted:
    """A vote was counted; `outcome` is elected, out or none, `reason` a word of `OutcomeReason`."""

    kind: ClassVar[str] = "counted"
    day: int
    outcome: str
    who: str | None
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Elected:
    """R-032, R-119."""

    kind: ClassVar[str] = "elected"
    who: str
    cause: Means = Means.VOTE


@dataclass(frozen=True, slots=True, kw_only=True)
class NightFell:
    """Night N begins: its first window runs."""

    kind: ClassVar[str] = "night_fell"
    day: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WindowClosed:
    """A window of the night is over."""

    kind: ClassVar[str] = "window_closed"
    window: Window


@dataclass(frozen=True, slots=True, kw_only=True)
class WolfChosen:
    """Who may kill tonight (R-108); nobody if the pool is empty or the name given is not in it."""

    kind: ClassVar[str] = "wolf"
    who: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Targeted:
    """Somebody became the target of 杀人 or 撕咬, whether or not it took effect (R-084, A-25)."""

    kind: ClassVar[str] = "targeted"
    who: str
    cause: Cause


@dataclass(frozen=True, slots=True, kw_only=True)
class Stricken:
    """R-040: somebody became dying."""

    kind: ClassVar[str] = "dying"
    who: str
    cause: Cause


@dataclass(frozen=True, slots=True, kw_only=True)
class Saved:
    """Somebody is dying no more: by 解药 (R-085) or 长寿之命 (R-095)."""

    kind: ClassVar[str] = "saved"
    who: str
    by: Skill


@dataclass(frozen=True, slots=True, kw_only=True)
class Marked:
    """The elder's marks change (R-094, R-095, G-13)."""

    kind: ClassVar[str] = "marked"
    who: str
    marks: int
    double: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Foreseen:
    """R-082: what the seer saw; told at the window's end, or at step 16 (`delayed`)."""

    kind: ClassVar[str] = "foreseen"
    who: str
    target: str
    villager: bool
    delayed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Imprisoned:
    """R-042."""

    kind: ClassVar[str] = "imprisoned"
    who: str
    cause: Cause


@dataclass(frozen=True, slots=True, kw_only=True)
class Fainted:
    """R-044."""

    kind: ClassVar[str] = "fainted"
    who: str
    cause: Cause


@dataclass(frozen=True, slots=True, kw_only=True)
class Maddened:
    """R-106."""

    kind: ClassVar[str] = "mad"
    who: str
    cause: Means = Means.NAMED


@dataclass(frozen=True, slots=True, kw_only=True)
class MadnessLifted:
    """R-107: `who` is the piper whose fall lifted it."""

    kind: ClassVar[str] = "madness_lifted"
    who: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SkillsLost:
    """R-097: `who` is the elder whose fall cost them."""

    kind: ClassVar[str] = "skills_lost"
    who: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FoolPlayed:
    """R-099, R-100: the idiot used 装傻."""

    kind: ClassVar[str] = "feigned"
    who: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ShotDue:
    """R-098: the hunter has fainted and may shoot."""

    kind: ClassVar[str] = "shot_due"
    who: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SuccessionOwed:
    """R-123: the sheriff is out and must name a successor."""

    kind: ClassVar[str] = "owed"
    who: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Succeeded:
    """`who` is sheriff in the place of `by`."""

    kind: ClassVar[str] = "succeeded"
    who: str
    by: str | None
    cause: Means = Means.NAMED


@dataclass(frozen=True, slots=True, kw_only=True)
class Vacated:
    """There is no sheriff any more."""

    kind: ClassVar[str] = "vacated"
    who: str | None
    cause: Means = Means.RULES


@dataclass(frozen=True, slots=True, kw_only=True)
class PointsGiven:
    """R-035: deductions (negative: a pardon)."""

    kind: ClassVar[str] = "points"
    who: str
    points: int
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Expelled:
    """R-036."""

    kind: ClassVar[str] = "expelled"
    who: str
    cause: Means = Means.RULES


@dataclass(frozen=True, slots=True, kw_only=True)
class FlagRemoved:
    """The director took a state away (G-22)."""

    kind: ClassVar[str] = "removed"
    who: str
    state: Status


@dataclass(frozen=True, slots=True, kw_only=True)
class IdentitySet:
    """The director gave another identity; nothing else changes (G-22)."""

    kind: ClassVar[str] = "identity"
    who: str
    identity: Identity


@dataclass(frozen=True, slots=True, kw_only=True)
class WeightSet:
    """The director set what a vote counts on one day."""

    kind: ClassVar[str] = "weight"
    who: str
    day: int
    weight: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Turned:
    """R-149: N is now `day`; the night is over."""

    kind: ClassVar[str] = "turned"
    day: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Won:
    """R-125: `who` is the camp."""

    kind: ClassVar[str] = "won"
    who: Camp
    cause: Means = Means.RULES


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """What the judge says in private: `skill` is a skill's word, or lovers, pack, camp, mad, sheriff."""

    kind: ClassVar[str] = "told"
    to: str
    skill: str
    what: str | bool | tuple[str, ...]


Event = (
    Began | Given | Placed | Used | Drawn | LoversMade | CampChanged | Opened | Counted | Elected | NightFell
    | WindowClosed | WolfChosen | Targeted | Stricken | Saved | Marked | Foreseen | Imprisoned | Fainted | Maddened
    | MadnessLifted | SkillsLost | FoolPlayed | ShotDue | SuccessionOwed | Succeeded | Vacated | PointsGiven
    | Expelled | FlagRemoved | IdentitySet | WeightSet | Turned | Won | Told
)  # fmt: skip


class UnknownEvent(ValueError):
    """A dict that no version of this codec wrote; `data` is what was given."""

    def __init__(self, data: object, why: str) -> None:
        super().__init__(f"not an event ({why}): {data!r:.200}")
        self.data = data


def encode(event: Event) -> dict[str, Any]:
    """The event as a JSON-ready dict."""
    values = {one.name: _plain(getattr(event, one.name)) for one in fields(event)}
    return {"v": VERSION, "kind": event.kind, **values}


def decode(data: Mapping[str, Any]) -> Event:
    """The event that `encode` wrote. Raises `UnknownEvent` for any other dict."""
    if data.get("v") != VERSION:
        raise UnknownEvent(data, "version")
    cls = _kinds().get(data.get("kind", ""))
    if cls is None:
        raise UnknownEvent(data, "kind")
    hints = _hints(cls)
    try:
        values = {k: _typed(hints[k], v) for k, v in data.items() if k not in {"v", "kind"}}
        event: Event = cls(**values)
    except (KeyError, TypeError, ValueError) as error:
        raise UnknownEvent(data, str(error)) from error
    return event


def _plain(value: object) -> object:
    if isinstance(value, tuple):
        return [_plain(one) for one in value]
    if isinstance(value, Mapping):
        return dict(value)
    return str(value) if isinstance(value, StrEnum) else value


@cache
def _kinds() -> dict[str, Any]:
    return {cls.kind: cls for cls in typing.get_args(Event)}


@cache
def _hints(cls: Any) -> dict[str, Any]:
    return typing.get_type_hints(cls)


def _typed(hint: Any, value: Any) -> Any:
    if isinstance(value, list):
        inner = next(arg for arg in (hint, *typing.get_args(hint)) if typing.get_origin(arg) is tuple)
        return tuple(_typed(typing.get_args(inner)[0], one) for one in value)
    if isinstance(value, str):
        if isinstance(hint, type) and issubclass(hint, StrEnum):
            return hint(value)
        if hint is not str and not isinstance(hint, types.UnionType):
            raise TypeError(value)
        return value
    return value
