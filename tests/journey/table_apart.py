"""The referee's own game: who is in which state, and what follows when somebody enters one.

Written from the clauses with the default readings; it shares nothing with the product.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from tests.journey.chance import drawn
from tests.journey.words import CAMP_OF, LOVERS, PIPERS, SKILLED, VILLAGE, WHITE, WOLVES

EXPELLED_AT = 12
"""Points at which a character leaves the game."""


@dataclass
class Player:
    """A character as the referee knows it."""

    name: str
    identity: str
    camp: str
    imprisoned: bool = False
    fainted: bool = False
    expelled: bool = False
    mad: bool = False
    dying: str = ""
    marks: int = 0
    points: int = 0
    lost: bool = False
    feigned: bool = False
    spent: set[str] = field(default_factory=set)
    shielded: dict[str, set[str]] = field(default_factory=lambda: {"守护": set(), "隔音": set()})
    bite_nights: set[int] = field(default_factory=set)

    @property
    def out(self) -> bool:
        """出局."""
        return self.imprisoned or self.fainted

    @property
    def alive(self) -> bool:
        """存活: madness lies over it."""
        return not (self.out or self.expelled or self.dying)


@dataclass(frozen=True)
class Entry:
    """Somebody entered a state, in order of happening."""

    who: str
    state: str
    cause: str


class NeedsAnswer(Exception):
    """The idiot must be asked before the count can be told."""


class Table:
    """The game. `feigns`: the idiot's answer to imprisonment; None: not known yet."""

    def __init__(self, identities: dict[str, str], seed: str) -> None:
        self.seed = seed
        self.players = {n: Player(n, i, CAMP_OF.get(i, VILLAGE)) for n, i in identities.items()}
        self.lovers: tuple[str, ...] = ()
        self.sheriff = ""
        self.owed = False
        self.links = 0
        self.day = 0
        self.feigns: bool | None = False
        self.entries: list[Entry] = []
        self.news: list[tuple[str, str]] = []
        self.shot_due: str = ""
        self.draws: list[tuple[str, str]] = []

    # who is who --------------------------------------------------------------------------------------------

    @property
    def names(self) -> list[str]:
        """All characters in seat order."""
        return list(self.players)

    def only(self, identity: str) -> Player | None:
        """The bearer of an identity that occurs once."""
        return next((p for p in self.players.values() if p.identity == identity), None)

    def owner(self, identity: str) -> Player | None:
        """The bearer, if it may still use its skills."""
        one = self.only(identity)
        return one if one is not None and not one.lost and not one.expelled else None

    def partner(self, who: str) -> str:
        """The other lover, or nothing."""
        return next((n for n in self.lovers if n != who), "") if who in self.lovers else ""

    def wolves(self) -> list[str]:
        """A-41: everybody with the identity 狼人 who is alive."""
        return [p.name for p in self.players.values() if p.identity == "狼人" and p.alive]

    def candidates(self) -> list[str]:
        """R-124: who may become sheriff."""
        return [p.name for p in self.players.values() if not p.out and not p.expelled and not p.feigned]

    def draw(self, label: str, candidates: Sequence[str]) -> str:
        """A draw that the reveal must show."""
        chosen = drawn(self.seed, label, candidates)
        self.draws.append((label, chosen))
        return chosen

    # entering a state --------------------------------------------------------------------------------------

    def enter(self, who: str, state: str, cause: str) -> None:
        """App. B and A-54: the state, the elder, the piper, the partner, the hunter's window, 殉职."""
        one = self.players[who]
        if one.expelled or getattr(one, state):
            return
        if state == "imprisoned" and one.identity == "白痴" and not one.lost:
            if self.feigns is None:
                raise NeedsAnswer
            if self.feigns:
                one.feigned = True
                self.news.append(("feigned", who))
                return
        setattr(one, state, True)
        one.dying = ""
        self.entries.append(Entry(who, state, cause))
        self._elder(one, state, cause)
        if one.identity == "吹笛":
            self._release(one)
        if mate := self.partner(who):
            self.enter(mate, state, "移情")
        if one.identity == "猎人" and state == "fainted" and not one.lost:
            self.shot_due = who
        if self.sheriff == who:
            self.owed = True

    def _elder(self, one: Player, state: str, cause: str) -> None:
        if one.identity != "长老" or one.camp != VILLAGE or one.lost:
            return
        if state == "imprisoned" or cause not in {"杀人", "撕咬"}:
            for other in self.players.values():
                other.lost = other.lost or other.identity in SKILLED
            self.news.append(("skills_lost", one.name))

    def _release(self, one: Player) -> None:
        if not one.lost:
            one.lost = True
            for other in self.players.values():
                other.mad = False
            self.news.append(("madness_lifted", one.name))

    # points ------------------------------------------------------------------------------------------------

    def give(self, who: str, points: int) -> bool:
        """R-035 … R-038: whether these points expel; a pardon brings nobody back, and nothing is triggered."""
        one = self.players[who]
        one.points += points
        if points <= 0 or one.points < EXPELLED_AT or one.expelled:
            return False
        one.expelled = True
        if self.sheriff == who:
            self.sheriff, self.owed = "", False
            self.news.append(("vacated", who))
        return True

    # the sheriff -------------------------------------------------------------------------------------------

    def may_succeed(self, who: str, name: str) -> bool:
        """Whether `who` may now name `name` (R-123, R-124)."""
        return self.owed and self.sheriff == who and name in self.candidates()

    def succeed(self, name: str) -> None:
        """The office passes."""
        self.sheriff = name
        self.owed = False
        self.links += 1

    def succession_due(self, night: int) -> bool:
        """A-63: at the opening a silent sheriff's successor is drawn; whether one took office so."""
        if not self.owed:
            return False
        among = self.candidates()
        if not among:
            self.sheriff, self.owed = "", False
            return False
        self.succeed(self.draw(f"night/{night}/successor/{self.links}", among))
        return True

    # victory -----------------------------------------------------------------------------------------------

    def winner(self) -> str:
        """Step 17 with N = `day`: 白狼 → 吹笛 → 情侣 → 狼人 → 村民; nothing if nobody wins yet."""
        n = self.day
        here = [p for p in self.players.values() if not p.expelled]
        peopled = {p.camp for p in here}
        white = self.only("白狼")
        if n == 4 and white is not None and white.alive and WHITE in peopled:
            return WHITE
        standing = sum(p.alive and not p.mad for p in here)
        if PIPERS in peopled and standing <= n:
            return PIPERS
        if n < 5:
            return ""
        if LOVERS in peopled and all(self.players[name].alive for name in self.lovers):
            return LOVERS
        return WOLVES if self.wolves() else VILLAGE
