"""The game: `decide` takes a state and a command to events, `evolve` a state and an event to the next state.

Commands are as fine as a live game needs: one for each moment at which the judge acts. A command that cannot be
carried out is a rejection, never an exception, and changes nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import assert_never

from engine.ballot import Tally
from engine.day import open_day, settle_vote, succeed
from engine.draft import Decision, Draft
from engine.events import Began, Event, Given, Placed
from engine.evolve import begin, evolve, replay
from engine.model import Identity
from engine.night import close_window, settle
from engine.night0 import night0
from engine.orders import Order, Refusal, Rejection, judge_order
from engine.rules import Rules
from engine.rulings import Ruling, penalise, rule
from engine.state import Phase, State, Window

__all__ = [
    "Close",
    "Command",
    "Count",
    "Decision",
    "Event",
    "Night0",
    "Open",
    "Order",
    "Penalty",
    "Rejection",
    "Rule",
    "Settle",
    "Start",
    "State",
    "Succession",
    "decide",
    "evolve",
    "judge_order",
    "replay",
    "start",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Start:
    """Set up a game: characters in seat order with their identities. `given` and `placed` take one over."""

    identities: Mapping[str, Identity]
    seed: str
    rules: Rules = field(default_factory=Rules)
    given: tuple[Given, ...] = ()
    placed: Placed | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Night0:
    """The end of night 0 (R-139): orders for `join_pack` and `arrow`."""

    orders: tuple[Order, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Open:
    """Day N opens (R-140, R-150)."""

    day: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Count:
    """Day N's vote is counted (R-141, R-151); `play_fool` is the idiot's answer (R-099)."""

    day: int
    tally: Tally
    play_fool: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Close:
    """A window of night N closes; `wolf` names the night's wolf instead of chance (at the end of 夜晚2)."""

    night: int
    window: Window
    orders: tuple[Order, ...] = ()
    wolf: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Settle:
    """Steps 16 and 17 of night N."""

    night: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Succession:
    """The sheriff who is out names a successor (R-123)."""

    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Penalty:
    """Points are deducted (R-035)."""

    who: str
    points: int
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """A ruling of the director (G-22)."""

    ruling: Ruling


Command = Night0 | Open | Count | Close | Settle | Succession | Penalty | Rule


def start(command: Start) -> Decision:
    """The first decision of a game."""
    began = Began(
        names=tuple(command.identities),
        identities=tuple(command.identities.values()),
        seed=command.seed,
        rules=command.rules.to_mapping(),
    )
    draft = Draft(begin(began))
    draft.emit(*command.given)
    if command.placed is not None:
        draft.emit(command.placed)
    decision = draft.done()
    return Decision(state=decision.state, events=(began, *decision.events))


def decide(state: State, command: Command) -> Decision:
    """What a command brings about; nothing at its wrong time or after the end."""
    draft = Draft(state)
    name = type(command).__name__.lower()
    if state.phase is Phase.OVER:
        draft.reject(name, Refusal.GAME_OVER)
    elif not _timely(state, command):
        draft.reject(name, Refusal.WRONG_TIME)
    else:
        _carry_out(draft, command)
    return draft.done()


def _timely(state: State, command: Command) -> bool:
    match command:
        case Night0():
            return state.phase is Phase.NIGHT0
        case Open():
            return state.phase is Phase.DAY and not state.opened and command.day == state.day
        case Count():
            return state.phase is Phase.DAY and state.opened and command.day == state.day
        case Close():
            return (
                state.phase is Phase.NIGHT and state.window is command.window and command.night == state.day
            )
        case Settle():
            return state.phase is Phase.NIGHT and state.window is None and command.night == state.day
        case Succession() | Penalty() | Rule():
            return True
        case _ as never:  # pragma: no cover
            assert_never(never)


def _carry_out(draft: Draft, command: Command) -> None:
    match command:
        case Night0():
            night0(draft, command.orders)
        case Open():
            open_day(draft, command.day)
        case Count():
            settle_vote(draft, command.day, command.tally, play_fool=command.play_fool)
        case Close():
            close_window(draft, command.window, command.orders, command.wolf)
        case Settle():
            settle(draft)
        case Succession():
            succeed(draft, command.name)
        case Penalty():
            if command.who in draft.state.characters:
                penalise(draft, command.who, command.points, command.why)
            else:
                draft.reject("penalty", Refusal.UNKNOWN_NAME, command.who)
        case Rule():
            rule(draft, command.ruling)
        case _ as never:  # pragma: no cover
            assert_never(never)
