"""A decision in the making: events are applied as they are added, so later steps see what earlier ones did."""

from __future__ import annotations

from dataclasses import dataclass

from engine.chance import pick
from engine.events import Drawn, Event, Told
from engine.evolve import evolve
from engine.orders import Order, Refusal, Rejection
from engine.state import State


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """What comes of one command: the new state, the events that lead to it, what was refused."""

    state: State
    events: tuple[Event, ...]
    rejections: tuple[Rejection, ...] = ()

    @property
    def told(self) -> tuple[Told, ...]:
        """What the judge has to say in private; these are among the events."""
        return tuple(event for event in self.events if isinstance(event, Told))


class Draft:
    """Gathers events and rejections over one command."""

    def __init__(self, state: State) -> None:
        self.state = state
        self._events: list[Event] = []
        self._rejections: list[Rejection] = []

    def emit(self, *events: Event) -> None:
        """Add events; the state follows at once."""
        for event in events:
            self.state = evolve(self.state, event)
            self._events.append(event)

    def tell(self, to: str, skill: str, what: str | bool | tuple[str, ...]) -> None:
        """Say something to one character."""
        self.emit(Told(to=to, skill=skill, what=what))

    def refuse(self, order: Order, reason: Refusal) -> None:
        """An order that is not carried out."""
        self._rejections.append(
            Rejection(
                order=order.skill.value, reason=reason, who=order.who, targets=order.targets, ref=order.ref
            )
        )

    def reject(self, what: str, reason: Refusal, who: str | None = None) -> None:
        """A command that is not carried out."""
        self._rejections.append(Rejection(order=what, reason=reason, who=who))

    def draw(self, label: str, candidates: tuple[str, ...]) -> str:
        """Let chance decide among at least one candidate, and keep the draw for others to check."""
        chosen = pick(self.state.seed, label, candidates)
        self.emit(Drawn(label=label, candidates=candidates, who=chosen))
        return chosen

    def done(self) -> Decision:
        """The decision as it stands."""
        return Decision(state=self.state, events=tuple(self._events), rejections=tuple(self._rejections))
