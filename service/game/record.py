"""A game as the store has it: the engine's state is the fold of its events."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from engine.events import Event, decode
from engine.game import evolve, replay
from engine.state import State
from service.store import StoredStep, Tx


@dataclass(frozen=True, slots=True, kw_only=True)
class Logged:
    """An event, with the step that brought it."""

    step: str
    at: datetime
    event: Event


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """Everything that was decided so far. `state` is None before the game is set up."""

    key: str
    secret: Mapping[str, Any]
    state: State | None
    log: tuple[Logged, ...]
    steps: Mapping[str, StoredStep]
    facts: Mapping[str, Any]

    def done(self, step: str) -> bool:
        """Was this step taken?"""
        return step in self.steps

    def data(self, step: str) -> Mapping[str, Any]:
        """What a step decided; empty if it was not taken."""
        return self.steps[step].data if step in self.steps else {}

    def of_step(self, *prefixes: str) -> tuple[Event, ...]:
        """The events that steps of these names (or beginnings) brought, in order."""
        return tuple(one.event for one in self.log if one.step.startswith(prefixes))

    def since(self, step: str) -> tuple[Event, ...]:
        """The events after the last one that this step brought, whatever brought them."""
        last = max((place for place, one in enumerate(self.log) if one.step == step), default=None)
        return () if last is None else tuple(one.event for one in self.log[last + 1 :])

    def game_state(self) -> State:
        """The state of a game that has been set up."""
        assert self.state is not None
        return self.state


def scope(key: str) -> str:
    """Where a game's small facts are kept."""
    return f"game:{key}"


class Loader:
    """Loads one game's record again and again: events are only ever appended, so what was folded stays folded."""

    def __init__(self, key: str) -> None:
        self.key = key
        self._log: tuple[Logged, ...] = ()
        self._state: State | None = None

    def load(self, tx: Tx) -> Record:
        """The record as the store has it now."""
        new = tuple(
            Logged(step=one.step, at=one.at, event=decode(one.data))
            for one in tx.events(self.key, after=len(self._log))
        )
        if new:
            self._log += new
            state = self._state
            for one in new:
                state = replay([one.event]) if state is None else evolve(state, one.event)
            self._state = state
        return _record(tx, self.key, self._log, self._state)


def load(tx: Tx, key: str) -> Record:
    """The whole record of a game, once."""
    return Loader(key).load(tx)


def _record(tx: Tx, key: str, log: tuple[Logged, ...], state: State | None) -> Record:
    return Record(
        key=key,
        secret=tx.secret(key) or {},
        state=state,
        log=log,
        steps=tx.steps(key),
        facts=tx.facts(scope(key)),
    )
