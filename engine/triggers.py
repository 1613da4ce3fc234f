"""`enter`: a character becomes imprisoned or fainted, and everything that follows at once (A-54, App. B)."""

from __future__ import annotations

from engine.chance import sheriff_label
from engine.draft import Draft
from engine.events import (
    Elected,
    Expelled,
    Fainted,
    FoolPlayed,
    Imprisoned,
    MadnessLifted,
    Means,
    ShotDue,
    SkillsLost,
    Succeeded,
    SuccessionOwed,
    Vacated,
)
from engine.model import Camp, Cause, Identity, Skill, Status
from engine.orders import may_use
from engine.state import Character, State

BY_FANGS = frozenset({Cause.KILL, Cause.BITE})
"""R-096: the elder's fall to these costs nobody a skill."""


def enter(draft: Draft, name: str, status: Status, cause: Cause, *, fool: bool = False) -> None:
    """`name` becomes imprisoned or fainted (R-041 … R-044), with all that this triggers.

    `fool`: an idiot who would be imprisoned answers that he plays the fool; to the director's own word nobody
    answers. Nothing happens to the expelled (G-02) or to one already in that state.
    """
    before = draft.state[name]
    if before.expelled or before.in_state(status):
        return
    if status is Status.IMPRISONED and plays_fool(draft.state, before, cause, fool=fool):
        draft.emit(FoolPlayed(who=name))
        if draft.state.sheriff == name and draft.state.rules.feigned_sheriff == "vacant":
            draft.emit(Vacated(who=name))
        return
    event = Imprisoned if status is Status.IMPRISONED else Fainted
    draft.emit(event(who=name, cause=cause))
    if before.identity is Identity.ELDER:
        _elder_falls(draft, before, cause)
    if before.identity is Identity.PIPER:
        release(draft, name)
    partner = draft.state.partner(name)
    if partner is not None:
        enter(draft, partner, status, Cause.EMPATHY, fool=fool)
    if status is Status.FAINTED and before.identity is Identity.HUNTER:
        _hunter_faints(draft, before)
    if draft.state.sheriff == name and not draft.state.owed:
        draft.emit(SuccessionOwed(who=name))


def plays_fool(state: State, one: Character, cause: Cause, *, fool: bool) -> bool:
    """Whether the idiot escapes imprisonment (R-099; A-47, A-48)."""
    if may_use(state, Skill.PLAY_FOOL, one.name) is not None:
        return False
    if cause is Cause.EMPATHY and not state.rules.idiot_feign_vs_lover_chain:
        return False
    return fool


def release(draft: Draft, piper: str) -> None:
    """R-107: all madness ends, 吹笛 is lost for good."""
    if not draft.state[piper].skills_lost:
        draft.emit(MadnessLifted(who=piper))


def expel(draft: Draft, name: str, means: Means = Means.RULES) -> None:
    """R-035 … R-038: out of the game, and nothing of the kind above is triggered."""
    draft.emit(Expelled(who=name, cause=means))
    one = draft.state[name]
    if one.identity is Identity.PIPER and draft.state.rules.expelled_piper_lifts_madness:
        release(draft, name)
    if draft.state.sheriff == name:
        _office_falls_vacant(draft, name)


def _elder_falls(draft: Draft, elder: Character, cause: Cause) -> None:
    """R-096, R-097."""
    if cause not in BY_FANGS and elder.camp is Camp.VILLAGERS and not elder.skills_lost:
        draft.emit(SkillsLost(who=elder.name))


def _hunter_faints(draft: Draft, before: Character) -> None:
    """R-098; under A-06 (b) only one who was not out before (G-16)."""
    barred = before.out and not draft.state.rules.out_roles_keep_skills
    if not barred and not draft.state[before.name].skills_lost:
        draft.emit(ShotDue(who=before.name))


def _office_falls_vacant(draft: Draft, sheriff: str) -> None:
    """A-64: no 殉职 for an expelled sheriff."""
    candidates = draft.state.candidates()
    if draft.state.rules.expelled_sheriff == "random" and candidates:
        chosen = draft.draw(sheriff_label(draft.state.discussion_day), candidates)
        draft.emit(Succeeded(who=chosen, by=sheriff, cause=Means.RULES))
        draft.tell(chosen, "sheriff", chosen)
    else:
        draft.emit(Vacated(who=sheriff))


def elect(draft: Draft, name: str, means: Means) -> None:
    """R-032, R-118: a first sheriff, who is told."""
    draft.emit(Elected(who=name, cause=means))
    draft.tell(name, "sheriff", name)
