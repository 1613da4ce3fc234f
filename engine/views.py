"""Who may know what, at any moment (R-006, R-027, R-103, R-153; A-90).

The public knows what `published` lets through, a character besides what is its own and what it was told, the
director everything.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine import events as ev
from engine.evolve import evolve, replay
from engine.model import Camp, Identity, Status
from engine.publication import Notice, OpeningList, Public, fold, public_view, published
from engine.readings import initial_camp
from engine.state import Phase, State

__all__ = [
    "Known",
    "Notice",
    "OpeningList",
    "Public",
    "Whole",
    "binding",
    "character_view",
    "director_view",
    "fold",
    "public_view",
    "published",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """What one character may know: the public's part, its own identity and camp, and what it was told."""

    name: str
    identity: Identity
    camp: Camp
    mad: bool
    points: int
    public: Public
    told: tuple[ev.Told, ...]
    used: tuple[ev.Used, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Whole:
    """What the director may know, and everyone after the end (R-153)."""

    state: State
    draws: tuple[ev.Drawn, ...]
    log: tuple[ev.Event, ...]


def character_view(log: Sequence[ev.Event], name: str) -> Known:
    """What one character may know. Raises `KeyError` for a name that is not in the game."""
    began = _began(log)
    identity = dict(zip(began.names, began.identities, strict=True))[name]
    camp = initial_camp(identity)
    mad, lifted, points = False, False, 0
    told, used = [], []
    for event in log:
        match event:
            case ev.Told() if event.to == name:
                told.append(event)
                camp = Camp(str(event.what)) if event.skill == "camp" else camp
                if event.skill == Status.MAD:
                    mad, lifted = True, False
            case ev.Given() if event.who == name:
                camp, points, mad = event.camp, event.points, Status.MAD in event.states
            case ev.IdentitySet() if event.who == name:
                identity = event.identity
            case ev.FlagRemoved() if event.who == name and event.state is Status.MAD:
                mad = False
            case ev.MadnessLifted():
                lifted = True
            case ev.PointsGiven() if event.who == name:
                points += event.points
            case ev.Used() if event.who == name:
                used.append(event)
            case _:
                pass
    public = public_view(log)
    return Known(
        name=name,
        identity=identity,
        camp=camp,
        mad=mad and not (lifted and public.madness_lifted),
        points=points,
        public=public,
        told=tuple(told),
        used=tuple(used),
    )


def director_view(log: Sequence[ev.Event]) -> Whole:
    """Everything."""
    draws = tuple(event for event in log if isinstance(event, ev.Drawn))
    return Whole(state=replay(log), draws=draws, log=tuple(log))


def binding(log: Sequence[ev.Event]) -> Mapping[str, frozenset[Status]]:
    """Which states bind whom in the discussion that runs (`conduct.md`): those that its opening found.

    罚下 binds at once; madness that is lifted by day ends at once; what else comes in the day binds from the next
    opening.
    """
    state = replay(log[:1])
    bound: dict[str, frozenset[Status]] = {name: frozenset() for name in state.characters}
    for event in log[1:]:
        state = evolve(state, event)
        match event:
            case ev.Opened() | ev.Placed():
                bound = {one.name: one.states for one in state}
            case ev.Expelled():
                bound[event.who] |= {Status.EXPELLED}
            case ev.FlagRemoved():
                bound[event.who] -= {event.state}
            case ev.MadnessLifted() if state.phase is Phase.DAY and state.opened:
                bound = {name: states - {Status.MAD} for name, states in bound.items()}
            case _:
                pass
    return bound


def _began(log: Sequence[ev.Event]) -> ev.Began:
    began = log[0]
    if not isinstance(began, ev.Began):
        raise TypeError("a log begins with Began")
    return began
