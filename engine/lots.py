"""What an event does to a character for good, or to everyone at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, assert_never

from engine import events as ev
from engine.model import Status
from engine.readings import SKILL_LOSS_SCOPE
from engine.state import Character, State

Lot = (
    ev.Imprisoned
    | ev.Fainted
    | ev.Maddened
    | ev.MadnessLifted
    | ev.SkillsLost
    | ev.FoolPlayed
    | ev.PointsGiven
    | ev.Expelled
    | ev.FlagRemoved
    | ev.IdentitySet
    | ev.CampChanged
)


def lot(state: State, event: Lot) -> State:
    """What changes one character for good, or everyone at once."""
    one = state[event.who]
    match event:
        case ev.Imprisoned():
            return _entered(state, one, Status.IMPRISONED)
        case ev.Fainted():
            return _entered(state, one, Status.FAINTED)
        case ev.Maddened():
            mad = changed(state, event.who, states=one.states | {Status.MAD})
            return replace(state, characters=mad, newly_mad=(*state.newly_mad, event.who))
        case ev.MadnessLifted():
            freed = everyone(state, lambda one: without(one, Status.MAD))
            freed[event.who] = replace(freed[event.who], skills_lost=True)
            return replace(state, characters=freed, newly_mad=())
        case ev.SkillsLost():
            return replace(state, characters=everyone(state, _bereft))
        case ev.FoolPlayed():
            return replace(state, characters=changed(state, event.who, feigned=True))
        case ev.PointsGiven():
            return replace(state, characters=changed(state, event.who, points=one.points + event.points))
        case ev.Expelled():
            return replace(state, characters=changed(state, event.who, states=one.states | {Status.EXPELLED}))
        case ev.FlagRemoved():
            newly = tuple(n for n in state.newly_mad if n != event.who or event.state is not Status.MAD)
            less = changed(state, event.who, states=one.states - {event.state})
            return replace(state, characters=less, newly_mad=newly)
        case ev.IdentitySet():
            return replace(state, characters=changed(state, event.who, identity=event.identity))
        case ev.CampChanged():
            return replace(state, characters=changed(state, event.who, camp=event.camp))
        case _ as never:  # pragma: no cover
            assert_never(never)


def _entered(state: State, one: Character, status: Status) -> State:
    """The new state, and dying no more."""
    entered = changed(state, one.name, states=(one.states | {status}) - {Status.DYING})
    dying = tuple(pair for pair in state.night.dying if pair[0] != one.name)
    return replace(state, characters=entered, night=replace(state.night, dying=dying))


def without(one: Character, status: Status) -> Character:
    """The character without a state."""
    return replace(one, states=one.states - {status}) if one.in_state(status) else one


def _bereft(one: Character) -> Character:
    return replace(one, skills_lost=True) if one.identity in SKILL_LOSS_SCOPE else one


def changed(state: State, name: str, **changes: Any) -> dict[str, Character]:
    """Everyone, one of them changed."""
    return {**state.characters, name: replace(state[name], **changes)}


def everyone(state: State, change: Callable[[Character], Character]) -> dict[str, Character]:
    """Everyone, each changed."""
    return {name: change(one) for name, one in state.characters.items()}
