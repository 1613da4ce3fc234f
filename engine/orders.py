"""Orders, and whether one is legal: who may use which skill, when, on whom.

A refused order is a value with a director's code; it costs nothing. What the player is told is one fixed
sentence, which is not the engine's.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from engine.model import Identity, Skill
from engine.readings import LOVERS, PIPE_TARGETS
from engine.state import Character, Phase, State, Window, bite_block

OWNER = {
    Skill.FORESEE: Identity.SEER,
    Skill.COMMUNE: Identity.WITCH,
    Skill.ANTIDOTE: Identity.WITCH,
    Skill.POISON: Identity.WITCH,
    Skill.GUARD_SHIELD: Identity.GUARD,
    Skill.SOUND_SHIELD: Identity.GUARD,
    Skill.LAST_SHOT: Identity.HUNTER,
    Skill.PLAY_FOOL: Identity.IDIOT,
    Skill.ARROW: Identity.CUPID,
    Skill.PIPE: Identity.PIPER,
    Skill.JOIN_PACK: Identity.WHITE_WOLF,
    Skill.BITE: Identity.WHITE_WOLF,
}
"""Whose skill it is (R-065 … R-079). 杀人 belongs to the night's wolf, 殉职 to the sheriff."""

WINDOW_OF = {
    Skill.GUARD_SHIELD: Window.GUARD,
    Skill.SOUND_SHIELD: Window.GUARD,
    Skill.PIPE: Window.PIPER,
    Skill.FORESEE: Window.HUNT,
    Skill.KILL: Window.HUNT,
    Skill.BITE: Window.HUNT,
    Skill.ANTIDOTE: Window.WITCH,
    Skill.POISON: Window.WITCH,
    Skill.LAST_SHOT: Window.HUNTER,
}
"""The window in which an order may be given (R-065 … R-079); within one, resolved in this order (A-27, A-46)."""

NIGHT0_SKILLS = (Skill.JOIN_PACK, Skill.ARROW)
"""A-43: in this order."""


class Refusal(StrEnum):
    """Why an order was refused: for the director, never for the player."""

    UNKNOWN_NAME = "unknown_name"
    ABSENT_IDENTITY = "absent_identity"
    NOT_OWNER = "not_owner"
    EXPELLED = "expelled"
    OUT = "out"
    SKILL_LOST = "skill_lost"
    SPENT = "spent"
    BLOCK_USED = "block_used"
    NOT_DRAWN = "not_drawn"
    NOT_IN_POOL = "not_in_pool"
    NOT_DUE = "not_due"
    NOT_OWED = "not_owed"
    TOO_FEW = "too_few_targets"
    TOO_MANY = "too_many_targets"
    DUPLICATE = "duplicate_target"
    TARGET_SELF = "target_is_self"
    TARGET_OUT = "target_out"
    TARGET_EXPELLED = "target_expelled"
    TARGET_NOT_ALIVE = "target_not_alive"
    TARGET_NOT_DYING = "target_not_dying"
    TARGET_MAD = "target_mad"
    TARGET_FEIGNED = "target_feigned"
    ALREADY_SHIELDED = "already_shielded"
    ONE_SHIELD = "one_shield_a_night"
    ONE_POTION = "one_potion_a_night"
    WITCH_DYING = "witch_dying"
    WRONG_TIME = "wrong_time"
    NO_EFFECT = "no_effect"
    GAME_OVER = "game_over"


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """One readable order.

    `void` takes back what stood before (it has no targets). `ruled`: the director's word, above the player's own.
    `ref` is the caller's, handed back in a rejection. `at` is for the caller: the engine takes orders as listed.
    """

    skill: Skill
    who: str
    targets: tuple[str, ...] = ()
    at: datetime | None = None
    ruled: bool = False
    void: bool = False
    ref: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rejection:
    """What was refused and why; `order` is the skill's word, or the command's."""

    order: str
    reason: Refusal
    who: str | None = None
    targets: tuple[str, ...] = ()
    ref: str = ""


def judge_order(
    state: State, night: int, skill: Skill, who: str, targets: tuple[str, ...]
) -> Rejection | None:
    """Whether `who` may order this now, as the state stands; None: it is legal.

    Times are the caller's: that the order's window runs is not asked here, but the night is.
    """
    reason = may_use(state, skill, who) or _aim(state, skill, who, targets)
    if state.phase is Phase.OVER:
        reason = Refusal.GAME_OVER
    elif reason is None and night != state.day:
        reason = Refusal.WRONG_TIME
    if reason is None:
        return None
    return Rejection(order=skill.value, reason=reason, who=who, targets=targets)


def may_use(state: State, skill: Skill, who: str) -> Refusal | None:
    """Whether the character may use the skill at all now; None: it may."""
    one = state.characters.get(who)
    if one is None:
        return Refusal.UNKNOWN_NAME
    if one.expelled:
        return Refusal.EXPELLED
    if skill is Skill.KILL:
        return _may_kill(state, one)
    if skill is Skill.SUCCESSION:
        return None if owes_successor(state) == who else Refusal.NOT_OWED
    if OWNER.get(skill) is not one.identity:
        return Refusal.NOT_OWNER
    if skill is Skill.LAST_SHOT:
        return _may_shoot(state, one)
    if one.skills_lost:
        return Refusal.SKILL_LOST
    if one.out and not state.rules.out_roles_keep_skills:
        return Refusal.OUT
    return _unspent(state, skill, one)


def owes_successor(state: State) -> str | None:
    """The sheriff who is out, knows it, and has yet to name a successor (R-123, A-63)."""
    return state.sheriff if state.owed and not state.unaware else None


def _may_kill(state: State, one: Character) -> Refusal | None:
    """R-108: only the wolf that was drawn, and only while it is alive."""
    if not state.may_be_drawn(one):
        return Refusal.NOT_IN_POOL
    return None if state.night.wolf == one.name else Refusal.NOT_DRAWN


def _may_shoot(state: State, one: Character) -> Refusal | None:
    """R-098; A-06 does not bar the hunter who has just fainted (G-16)."""
    if one.name not in state.shot_due:
        return Refusal.NOT_DUE
    return Refusal.SKILL_LOST if one.skills_lost else None


def _unspent(state: State, skill: Skill, one: Character) -> Refusal | None:
    if skill in one.spent or (skill is Skill.COMMUNE and Skill.ANTIDOTE in one.spent):
        return Refusal.SPENT
    if skill is Skill.PLAY_FOOL and one.feigned and state.rules.idiot_feign_limit == "once":
        return Refusal.SPENT
    if skill is Skill.BITE:
        if one.out and not state.rules.out_white_wolf_may_bite:
            return Refusal.OUT
        if bite_block(one.bitten) == bite_block(state.day):
            return Refusal.BLOCK_USED
    return None


def _aim(state: State, skill: Skill, who: str, targets: tuple[str, ...]) -> Refusal | None:
    """Whether the targets are as many and such as the skill asks."""
    least, most = _numbers(skill)
    if any(name not in state.characters for name in targets):
        return Refusal.UNKNOWN_NAME
    if len(set(targets)) < len(targets):
        return Refusal.DUPLICATE
    if len(targets) < least:
        return Refusal.TOO_FEW
    if len(targets) > most:
        return Refusal.TOO_MANY
    for name in targets:
        reason = _object(state, skill, state[who], state[name])
        if reason is not None:
            return reason
    return None


def _numbers(skill: Skill) -> tuple[int, int]:
    match skill:
        case Skill.PIPE:
            return 1, PIPE_TARGETS
        case Skill.ARROW:
            return LOVERS, LOVERS
        case Skill.JOIN_PACK | Skill.PLAY_FOOL | Skill.COMMUNE:
            return 0, 0
        case _:
            return 1, 1


def _object(state: State, skill: Skill, who: Character, target: Character) -> Refusal | None:
    """A-07: the overview's column of objects; nobody expelled is ever one (G-02)."""
    if target.expelled:
        return Refusal.TARGET_EXPELLED
    if target.out:
        return Refusal.TARGET_OUT
    match skill:
        case Skill.ANTIDOTE:
            return _curable(state, who, target)
        case Skill.POISON | Skill.BITE:
            return None
        case Skill.LAST_SHOT:
            ok = target.alive or "dying" in state.rules.hunter_targets
            return None if ok else Refusal.TARGET_NOT_ALIVE
        case Skill.SUCCESSION:
            return Refusal.TARGET_FEIGNED if target.feigned else None
        case _ if not target.alive:
            return Refusal.TARGET_NOT_ALIVE
        case Skill.PIPE if target.mad:
            return Refusal.TARGET_MAD
        case Skill.GUARD_SHIELD if target.name in who.guard_shielded:
            return Refusal.ALREADY_SHIELDED
        case Skill.SOUND_SHIELD if target.name in who.sound_shielded:
            return Refusal.ALREADY_SHIELDED
        case _:
            return None


def _curable(state: State, who: Character, target: Character) -> Refusal | None:
    """R-085, A-35, G-14: another one, and dying, unless the game lets the potion be wasted."""
    if target.name == who.name:
        return Refusal.TARGET_SELF
    if target.dying or state.rules.antidote_on_non_dying == "waste":
        return None
    return Refusal.TARGET_NOT_DYING
