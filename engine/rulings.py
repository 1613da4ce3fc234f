"""The director's rulings that touch the state (`game-files.md`, overrides; G-22), and penalty points."""

from __future__ import annotations

from dataclasses import dataclass
from typing import assert_never

from engine.day import next_count
from engine.draft import Draft
from engine.events import (
    CampChanged,
    FlagRemoved,
    IdentitySet,
    Maddened,
    Means,
    PointsGiven,
    Succeeded,
    Vacated,
    WeightSet,
    Won,
)
from engine.model import Camp, Cause, Identity, Status
from engine.orders import Refusal
from engine.triggers import enter, expel


@dataclass(frozen=True, slots=True, kw_only=True)
class AddState:
    """`state` with `add`: entered as by the cause `director`, triggers and all."""

    who: str
    state: Status


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveState:
    """`state` with `remove`: the flag goes, nothing else comes back."""

    who: str
    state: Status


@dataclass(frozen=True, slots=True, kw_only=True)
class SetIdentity:
    """`identity`: nothing else changes."""

    who: str
    identity: Identity


@dataclass(frozen=True, slots=True, kw_only=True)
class SetCamp:
    """`camp`: nothing else changes."""

    who: str
    camp: Camp


@dataclass(frozen=True, slots=True, kw_only=True)
class SetSheriff:
    """`sheriff`: cancels what is owed; None leaves the office vacant."""

    who: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SetWeight:
    """`weight` of one character at one day's count."""

    who: str
    day: int
    weight: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GivePoints:
    """`points`: deductions, or with a negative number a pardon."""

    who: str
    points: int
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Declare:
    """`winner`: ends the game."""

    camp: Camp


Ruling = AddState | RemoveState | SetIdentity | SetCamp | SetSheriff | SetWeight | GivePoints | Declare


def rule(draft: Draft, ruling: Ruling) -> None:
    """Carry out one ruling; one that names nobody or changes nothing is refused."""
    who = None if isinstance(ruling, Declare) else ruling.who
    if who is not None and who not in draft.state.characters:
        draft.reject("ruling", Refusal.UNKNOWN_NAME, who)
    elif not _carried_out(draft, ruling):
        draft.reject("ruling", Refusal.NO_EFFECT, who)


def penalise(draft: Draft, who: str, points: int, why: str) -> None:
    """R-035: deductions; at the threshold the character is expelled, once (G-02, G-22, G-23)."""
    draft.emit(PointsGiven(who=who, points=points, why=why))
    one = draft.state[who]
    if points > 0 and one.points >= draft.state.rules.penalty_threshold and not one.expelled:
        expel(draft, who)


def _carried_out(draft: Draft, ruling: Ruling) -> bool:
    match ruling:
        case AddState():
            return _add(draft, ruling.who, ruling.state)
        case RemoveState():
            if ruling.state is Status.DYING or not draft.state[ruling.who].in_state(ruling.state):
                return False
            draft.emit(FlagRemoved(who=ruling.who, state=ruling.state))
        case SetIdentity():
            if draft.state[ruling.who].identity is ruling.identity:
                return False
            draft.emit(IdentitySet(who=ruling.who, identity=ruling.identity))
        case SetCamp():
            if draft.state[ruling.who].camp is ruling.camp:
                return False
            draft.emit(CampChanged(who=ruling.who, camp=ruling.camp, cause=Means.DIRECTOR))
            draft.tell(ruling.who, "camp", ruling.camp.value)
        case SetSheriff():
            return _install(draft, ruling.who)
        case SetWeight():
            counted = ruling.day < next_count(draft.state)
            if counted or draft.state.weights.get((ruling.day, ruling.who)) == ruling.weight:
                return False
            draft.emit(WeightSet(who=ruling.who, day=ruling.day, weight=ruling.weight))
        case GivePoints():
            if not ruling.points:
                return False
            penalise(draft, ruling.who, ruling.points, ruling.why)
        case Declare():
            draft.emit(Won(who=ruling.camp, cause=Means.DIRECTOR))
        case _ as never:  # pragma: no cover
            assert_never(never)
    return True


def _add(draft: Draft, who: str, status: Status) -> bool:
    one = draft.state[who]
    if one.expelled or one.in_state(status) or status is Status.DYING:
        return False
    if status is Status.MAD:
        draft.emit(Maddened(who=who, cause=Means.DIRECTOR))
    elif status is Status.EXPELLED:
        expel(draft, who, Means.DIRECTOR)
    else:
        enter(draft, who, status, Cause.DIRECTOR)
    return True


def _install(draft: Draft, who: str | None) -> bool:
    before = draft.state.sheriff
    if who == before and not draft.state.owed:
        return False
    if who is None:
        draft.emit(Vacated(who=before, cause=Means.DIRECTOR))
        return True
    if draft.state[who].expelled:
        return False
    draft.emit(Succeeded(who=who, by=before, cause=Means.DIRECTOR))
    if who != before:
        draft.tell(who, "sheriff", who)
    return True
