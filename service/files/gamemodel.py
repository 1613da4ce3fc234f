"""A game as the director's file describes it: frozen values. Secrets are kept out of their `repr`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, time
from pathlib import Path
from types import MappingProxyType
from typing import Literal

from engine.model import Camp, Identity, Skill, Status
from engine.rules import Rules

Publish = Literal["auto", "approve", "dry-run"]
Channel = Literal["pm", "hollow"]
Flags = Literal["director", "public"]
NightTail = Literal["hold_until_open", "open_immediately"]

PUBLISH: tuple[Publish, ...] = ("auto", "approve", "dry-run")
CHANNELS: tuple[Channel, ...] = ("pm", "hollow")
FLAGS: tuple[Flags, ...] = ("director", "public")
NIGHT_TAILS: tuple[NightTail, ...] = ("hold_until_open", "open_immediately")

LAST_DAY = 5
"""The day that opens with the end of the game at the latest (R-157)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardSection:
    """Where the game is played. `account` names credentials, `forum` is the fid of new threads."""

    url: str
    account: str
    forum: int
    dialect: str = "auto"
    charset: str = "auto"


@dataclass(frozen=True, slots=True, kw_only=True)
class DirectorSection:
    """Who directs; `contact` are Apprise addresses, which may hold tokens."""

    name: str
    contact: tuple[str, ...] = field(default=(), repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class DayInstants:
    """Explicit instants of day `n`, instead of the rule; naive ones are the board's. None: by the rule.

    `night0_open` stands on day 1; `windows` are the starts of the five windows of the night after day n
    (steps 11 to 15); the last of them lasts `night_window_minutes`.
    """

    n: int
    open: datetime | None = None
    close: datetime | None = None
    night0_open: datetime | None = None
    windows: tuple[datetime, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TimetableSection:
    """The rule of the calendar (A-10, A-11, A-13, A-16); clock times are the board's."""

    start: date
    day_open: time = time(9, 30)
    day_close: time = time(21, 30)
    day_span_days: int = 1
    night0_minutes: int = 60
    night_window_minutes: int = 15
    night_tail: NightTail = "hold_until_open"
    holidays: tuple[date, ...] = ()
    days: tuple[DayInstants, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class DayThreads:
    """The threads (tid) of one day that the director gave by hand."""

    discussion: int | None = None
    vote: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ThreadsSection:
    """Which threads belong to which day, and how new ones are called (`{title}`, `{n}`)."""

    open: bool = True
    hidden_votes: bool = True
    discussion_title: str = "【讨论帖】{title} 第{n}天"
    vote_title: str = "【投票帖】{title} 第{n}天"
    by_day: Mapping[int, DayThreads] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True, slots=True, kw_only=True)
class CharacterEntry:
    """A character (角色) in seat order. `hollow` is the tid of its private thread."""

    name: str
    aliases: tuple[str, ...] = ()
    actor: str | None = field(default=None, repr=False)
    identity: Identity | None = field(default=None, repr=False)
    hollow: int | None = None
    line: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ResumedCharacter:
    """What is known of a character when the judge takes over."""

    states: frozenset[Status] = frozenset()
    camp: Camp | None = None
    marks: int = 0
    points: int = 0
    skills_lost: bool = False
    feigned: bool = False
    spent: frozenset[Skill] = frozenset()
    shielded: Mapping[Skill, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True, slots=True, kw_only=True)
class Resume:
    """A game that a person began, taken over at the opening of `day`."""

    day: int
    sheriff: str | None = None
    lovers: tuple[str, ...] = field(default=(), repr=False)
    characters: Mapping[str, ResumedCharacter] = field(
        default_factory=lambda: MappingProxyType({}), repr=False
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class GameFile:
    """A whole valid `game.toml`. `key` is the name of its folder, `path` the file."""

    key: str
    path: Path
    title: str
    publish: Publish
    orders: tuple[Channel, ...]
    flags: Flags
    board: BoardSection
    director: DirectorSection
    timetable: TimetableSection
    threads: ThreadsSection
    characters: tuple[CharacterEntry, ...]
    rules: Rules
    penalties: Mapping[str, int]
    exempt_posts: frozenset[int]
    resume: Resume | None = None
    reminder: Flags = "director"
    digest: str = ""

    @property
    def overrides_path(self) -> Path:
        """The director's rulings, beside the game's file."""
        return self.path.with_name("overrides.toml")

    @property
    def names(self) -> tuple[str, ...]:
        """The characters' names in seat order."""
        return tuple(character.name for character in self.characters)

    @property
    def dealt(self) -> bool:
        """The director dealt the identities; else the judge does."""
        return all(character.identity is not None for character in self.characters)
