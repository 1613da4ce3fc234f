"""What each event does to the state: one pure, total function."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import assert_never

from engine import events as ev
from engine.lots import changed, everyone, lot, without
from engine.model import Skill, Status
from engine.readings import initial_camp
from engine.rules import Rules
from engine.state import Character, Night, Phase, State, Window

WINDOWS = tuple(Window)


def begin(event: ev.Began) -> State:
    """The state before night 0."""
    pairs = zip(event.names, event.identities, strict=True)
    return State(
        rules=Rules.from_mapping(event.rules),
        seed=event.seed,
        characters={n: Character(name=n, identity=i, camp=initial_camp(i)) for n, i in pairs},
    )


def replay(log: Iterable[ev.Event]) -> State:
    """The state that a whole log of events leads to; its first event is `Began`."""
    first, *rest = log
    if not isinstance(first, ev.Began):
        raise TypeError("a log begins with Began")
    state = begin(first)
    for event in rest:
        state = evolve(state, event)
    return state


def evolve(state: State, event: ev.Event) -> State:
    """The state after the event."""
    match event:
        case ev.Began():
            return begin(event)
        case ev.Told() | ev.Drawn() | ev.Counted():
            return state
        case ev.Given() | ev.Placed():
            return _taken_over(state, event)
        case (
            ev.Opened()
            | ev.NightFell()
            | ev.WindowClosed()
            | ev.Turned()
            | ev.Won()
            | ev.WolfChosen()
            | ev.LoversMade()
            | ev.WeightSet()
        ):
            return _course(state, event)
        case ev.Elected() | ev.Succeeded() | ev.Vacated() | ev.SuccessionOwed():
            return _office(state, event)
        case (
            ev.Used()
            | ev.Targeted()
            | ev.Stricken()
            | ev.Saved()
            | ev.Marked()
            | ev.Foreseen()
            | ev.ShotDue()
        ):
            return _deed(state, event)
        case _:
            return lot(state, event)


def _taken_over(state: State, event: ev.Given | ev.Placed) -> State:
    if isinstance(event, ev.Placed):
        return replace(
            state,
            day=event.day,
            phase=Phase.DAY,
            opened=True,
            sheriff=event.sheriff,
            lovers=event.lovers,
        )
    one = replace(
        state[event.who],
        camp=event.camp,
        states=frozenset(event.states),
        marks=event.marks,
        points=event.points,
        skills_lost=event.skills_lost,
        feigned=event.feigned,
        spent=frozenset(event.spent),
        guard_shielded=frozenset(event.guard_shielded),
        sound_shielded=frozenset(event.sound_shielded),
        bitten=event.bitten,
    )
    return replace(state, characters={**state.characters, event.who: one})


def _course(
    state: State,
    event: ev.Opened
    | ev.NightFell
    | ev.WindowClosed
    | ev.Turned
    | ev.Won
    | ev.WolfChosen
    | ev.LoversMade
    | ev.WeightSet,
) -> State:
    match event:
        case ev.Opened():
            return replace(state, day=event.day, phase=Phase.DAY, opened=True, newly_mad=(), links=0)
        case ev.NightFell():
            return replace(state, phase=Phase.NIGHT, opened=False, window=WINDOWS[0], night=Night())
        case ev.WindowClosed():
            after = WINDOWS.index(event.window) + 1
            return replace(state, window=WINDOWS[after] if after < len(WINDOWS) else None)
        case ev.Turned():
            rested = everyone(state, lambda one: without(one, Status.DYING))
            return replace(
                state,
                day=event.day,
                phase=Phase.DAY,
                window=None,
                characters=rested,
                unaware=False,
                night=Night(),
                shot_due=frozenset(),
            )
        case ev.Won():
            return replace(state, phase=Phase.OVER, winner=event.who, owed=False, window=None)
        case ev.WolfChosen():
            drawn = state.night.drawn if event.who is None else (*state.night.drawn, event.who)
            return replace(state, night=replace(state.night, wolf=event.who, drawn=drawn))
        case ev.LoversMade():
            return replace(state, lovers=event.who)
        case ev.WeightSet():
            return replace(state, weights={**state.weights, (event.day, event.who): event.weight})
        case _ as never:  # pragma: no cover
            assert_never(never)


def _office(state: State, event: ev.Elected | ev.Succeeded | ev.Vacated | ev.SuccessionOwed) -> State:
    match event:
        case ev.Elected():
            return replace(state, sheriff=event.who, owed=False)
        case ev.Succeeded():
            link = event.cause in {ev.Means.NAMED, ev.Means.DRAWN}
            return replace(state, sheriff=event.who, owed=False, links=state.links + link)
        case ev.Vacated():
            return replace(state, sheriff=None, owed=False)
        case ev.SuccessionOwed():
            fell = state.phase is Phase.NIGHT and not state[event.who].in_state(Status.IMPRISONED)
            return replace(state, owed=True, unaware=fell)
        case _ as never:  # pragma: no cover
            assert_never(never)


def _deed(
    state: State,
    event: ev.Used | ev.Targeted | ev.Stricken | ev.Saved | ev.Marked | ev.Foreseen | ev.ShotDue,
) -> State:
    night = state.night
    match event:
        case ev.Used():
            return _used(state, event)
        case ev.Targeted():
            return replace(state, night=replace(night, targets=night.targets | {event.who}))
        case ev.Stricken():
            struck = changed(state, event.who, states=state[event.who].states | {Status.DYING})
            dying = (*night.dying, (event.who, event.cause))
            return replace(state, characters=struck, night=replace(night, dying=dying))
        case ev.Saved():
            well = changed(state, event.who, states=state[event.who].states - {Status.DYING})
            dying = tuple(pair for pair in night.dying if pair[0] != event.who)
            return replace(state, characters=well, night=replace(night, dying=dying))
        case ev.Marked():
            marked = changed(state, event.who, marks=state[event.who].marks + event.marks)
            double = night.double_marked | ({event.who} if event.double else set())
            return replace(state, characters=marked, night=replace(night, double_marked=double))
        case ev.Foreseen():
            if not event.delayed:
                return state
            return replace(
                state, night=replace(night, foreseen=(*night.foreseen, (event.who, event.villager)))
            )
        case ev.ShotDue():
            return replace(state, shot_due=state.shot_due | {event.who})
        case _ as never:  # pragma: no cover
            assert_never(never)


def _used(state: State, event: ev.Used) -> State:
    who, night = state[event.who], state.night
    targets = frozenset(event.targets)
    match event.skill:
        case Skill.GUARD_SHIELD:
            shielded = changed(state, who.name, guard_shielded=who.guard_shielded | targets)
            return replace(state, characters=shielded, night=replace(night, guarded=night.guarded | targets))
        case Skill.SOUND_SHIELD:
            shielded = changed(state, who.name, sound_shielded=who.sound_shielded | targets)
            return replace(
                state, characters=shielded, night=replace(night, soundproof=night.soundproof | targets)
            )
        case Skill.ANTIDOTE | Skill.POISON:
            return replace(state, characters=changed(state, who.name, spent=who.spent | {event.skill}))
        case Skill.BITE:
            return replace(state, characters=changed(state, who.name, bitten=state.day))
        case Skill.LAST_SHOT:
            return replace(state, shot_due=state.shot_due - {who.name})
        case _:
            return state
