"""The whole state of a game as frozen values, and the questions that any rule may ask of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from engine.model import Camp, Cause, Identity, Skill, Status
from engine.readings import BITE_BLOCK_NIGHTS, NOT_ALIVE, OUT_STATES
from engine.rules import Rules


class Phase(StrEnum):
    """Where a game stands (`interfaces.md` §3)."""

    NIGHT0 = "night0"
    DAY = "day"
    NIGHT = "night"
    OVER = "over"


class Window(StrEnum):
    """The windows of a night, in their order (R-143 … R-147)."""

    GUARD = "1"
    PIPER = "2"
    HUNT = "345"
    WITCH = "6"
    HUNTER = "hunter"


@dataclass(frozen=True, slots=True, kw_only=True)
class Character:
    """One 角色. `spent` are limited skills used up; `bitten` is the last night on which it bit (0: never)."""

    name: str
    identity: Identity
    camp: Camp
    states: frozenset[Status] = frozenset()
    marks: int = 0
    points: int = 0
    skills_lost: bool = False
    feigned: bool = False
    spent: frozenset[Skill] = frozenset()
    guard_shielded: frozenset[str] = frozenset()
    sound_shielded: frozenset[str] = frozenset()
    bitten: int = 0

    @property
    def alive(self) -> bool:
        """存活 (A-04, A-08)."""
        return not self.states & NOT_ALIVE

    @property
    def dying(self) -> bool:
        """濒死."""
        return Status.DYING in self.states

    @property
    def mad(self) -> bool:
        """癫狂, an overlay (A-04)."""
        return Status.MAD in self.states

    @property
    def expelled(self) -> bool:
        """罚下."""
        return Status.EXPELLED in self.states

    @property
    def out(self) -> bool:
        """出局 (A-01)."""
        return bool(self.states & OUT_STATES)

    @property
    def present(self) -> bool:
        """Neither out nor expelled: alive or dying."""
        return not self.out and not self.expelled

    def in_state(self, status: Status) -> bool:
        """Whether it bears the flag."""
        return status in self.states


@dataclass(frozen=True, slots=True, kw_only=True)
class Night:
    """What one night has brought so far; forgotten when the day turns."""

    guarded: frozenset[str] = frozenset()
    soundproof: frozenset[str] = frozenset()
    wolf: str | None = None
    drawn: tuple[str, ...] = ()
    targets: frozenset[str] = frozenset()
    dying: tuple[tuple[str, Cause], ...] = ()
    double_marked: frozenset[str] = frozenset()
    foreseen: tuple[tuple[str, bool], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """A game. `characters` is in seat order; `day` is N, `window` the night's window that runs (R-143 … R-147).

    `opened`: the day has been opened. `owed`: the sheriff must name a successor; `unaware`: he fainted in the night
    that runs and hears of it at step 16 (A-63); `links` counts successions since the last opening. `newly_mad`: who has yet to be told. `shot_due`: hunters whose shot is due.
    """

    rules: Rules
    seed: str
    characters: Mapping[str, Character]
    day: int = 0
    phase: Phase = Phase.NIGHT0
    opened: bool = False
    window: Window | None = None
    sheriff: str | None = None
    owed: bool = False
    unaware: bool = False
    links: int = 0
    lovers: tuple[str, ...] = ()
    winner: Camp | None = None
    weights: Mapping[tuple[int, str], int] = field(default_factory=dict)
    newly_mad: tuple[str, ...] = ()
    shot_due: frozenset[str] = frozenset()
    night: Night = Night()

    def __getitem__(self, name: str) -> Character:
        return self.characters[name]

    def __iter__(self) -> Iterator[Character]:
        return iter(self.characters.values())

    @property
    def discussion_day(self) -> int:
        """The day that runs, or whose night does: until day N opens it is still night N − 1."""
        waiting = self.phase is Phase.DAY and not self.opened
        return self.day - 1 if waiting else self.day

    def bearers(self, identity: Identity) -> tuple[Character, ...]:
        """Who has the identity, in seat order."""
        return tuple(one for one in self if one.identity is identity)

    def partner(self, name: str) -> str | None:
        """The other lover, if the character is one (R-114)."""
        if name not in self.lovers:
            return None
        return self.lovers[1] if name == self.lovers[0] else self.lovers[0]

    def protected(self, one: Character) -> bool:
        """An elder who will not faint at night's end: no mark, and 长寿之命 not lost (R-095, G-03)."""
        return one.identity is Identity.ELDER and not one.marks and not one.skills_lost

    def candidates(self) -> tuple[str, ...]:
        """Who may be made sheriff (R-124): not out, not expelled, not feigned."""
        return tuple(one.name for one in self if one.present and not one.feigned)

    def wolf_pool(self) -> tuple[str, ...]:
        """Who may be drawn to kill (R-108, A-41, G-15), in seat order."""
        return tuple(one.name for one in self if self.may_be_drawn(one))

    def may_be_drawn(self, one: Character) -> bool:
        """Whether the character is in the wolves' pool."""
        return self._wolf(one, self.rules.wolf_kill_pool) and one.alive

    def wolf_alive(self) -> bool:
        """Whether an alive 狼人 is left (A-76, G-15)."""
        return any(self._wolf(one, self.rules.wolf_alive_counts) and one.alive for one in self)

    @staticmethod
    def _wolf(one: Character, reading: str) -> bool:
        return one.camp is Camp.WEREWOLVES if reading == "camp" else one.identity is Identity.WEREWOLF


def bite_block(night: int) -> int:
    """The number of the night's two-night block, from 1 (R-112, A-45); night 0, on which nobody bites, is block 0."""
    return (night + BITE_BLOCK_NIGHTS - 1) // BITE_BLOCK_NIGHTS
