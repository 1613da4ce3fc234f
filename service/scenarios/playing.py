"""Plays a scenario through the engine: what happened, what was refused, where it leads, what was told."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from engine.ballot import Reason
from engine.day import poll, weight
from engine.events import Event, Told, encode
from engine.game import (
    Close,
    Command,
    Count,
    Night0,
    Open,
    Order,
    Penalty,
    Rule,
    Settle,
    Start,
    State,
    Succession,
    decide,
    start,
)
from engine.model import Cause, Identity, Skill, Status
from engine.orders import OWNER, WINDOW_OF, Refusal, may_use
from engine.state import Phase, Window
from engine.tally import count
from service.scenarios.scenario import Scenario
from service.scenarios.scenario_step import NIGHT_SKILLS, Step

KEY = {Skill.ARROW: "cupid"}
"""A scenario's word for a skill where it is not the skill's own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """What came of a scenario."""

    state: State
    events: tuple[Event, ...]
    rejected: tuple[dict[str, Any], ...]


def play(scenario: Scenario) -> Played:
    """Every step of the scenario; total: what cannot be done is in `rejected`."""
    player = _Player(scenario)
    for step in scenario.steps:
        player.take(step)
    return Played(state=player.state, events=tuple(player.events), rejected=tuple(player.rejected))


def as_json(played: Played) -> dict[str, Any]:
    """`replay --json`, to the letter of `interfaces.md` §3."""
    shown = [encode(event) for event in played.events if not isinstance(event, Told)]
    return {
        "events": [
            {"who": None, "cause": None} | {k: v for k, v in one.items() if k != "v"} for one in shown
        ],
        "rejected": list(played.rejected),
        "state": state_json(played.state),
        "told": [
            {
                "to": one.to,
                "skill": one.skill,
                "what": list(one.what) if isinstance(one.what, tuple) else one.what,
            }
            for one in played.events
            if isinstance(one, Told)
        ],
    }


def _event_json(event: Event) -> dict[str, Any]:
    """Every event has `who` and `cause`; what is no cause of a state, such as a draw, stands as `means`."""
    shown: dict[str, Any] = {"kind": event.kind, "who": None, "cause": None}
    shown |= {key: value for key, value in encode(event).items() if key != "v"}
    if shown["cause"] not in {None, *Cause}:
        shown["means"] = shown["cause"]
        shown["cause"] = None
    return shown


def state_json(state: State) -> dict[str, Any]:
    """The state as `replay --json` shows it."""
    return {
        "day": state.day,
        "phase": state.phase.value,
        "sheriff": state.sheriff,
        "lovers": list(state.lovers),
        "winner": None if state.winner is None else state.winner.value,
        "characters": {
            one.name: {
                "identity": one.identity.value,
                "camp": one.camp.value,
                "alive": one.alive,
                "states": [status.value for status in Status if one.in_state(status)],
                "vote_weight": weight(state, one.name),
                "marks": one.marks,
                "skills_lost": one.skills_lost,
                "points": one.points,
            }
            for one in state
        },
    }


class _Player:
    """Walks through the steps; overrides wait for the step that they concern."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        begun = start(
            Start(
                identities=scenario.identities,
                seed=scenario.seed,
                rules=scenario.rules,
                given=scenario.given,
                placed=scenario.placed,
            )
        )
        self.state = begun.state
        self.events = list(begun.events)
        self.rejected: list[dict[str, Any]] = []
        self.waiting: list[Step] = []

    def take(self, step: Step) -> None:
        if self.state.phase is Phase.OVER:
            self.refuse(step.number, step.do, Refusal.GAME_OVER)
            return
        match step.do:
            case "night0":
                self.night0(step)
            case "vote":
                self.vote(step)
            case "night":
                self.night(step)
            case "penalty":
                self.act(step, Penalty(who=step.who, points=step.points, why=step.why))
            case _:
                self.override(step)

    def act(self, step: Step, command: Command) -> None:
        """Carry out a command; what it refuses is told under the step's own words."""
        decision = decide(self.state, command)
        self.state = decision.state
        self.events += decision.events
        for one in decision.rejections:
            number = int(one.ref) if one.ref else step.number
            key = one.order if one.order in set(Skill) else step.do
            self.refuse(number, KEY.get(Skill(key), key) if key in set(Skill) else key, one.reason)

    def refuse(self, number: int, order: str, reason: Refusal | Reason) -> None:
        self.rejected.append({"step": number, "order": order, "reason": reason.value})

    def night0(self, step: Step) -> None:
        skills = [Skill.JOIN_PACK] if step.join_pack else []
        orders = self.orders(step, [*skills, Skill.ARROW])
        self.act(step, Night0(orders=orders))
        self.act(step, Open(day=1))

    def vote(self, step: Step) -> None:
        day = self.state.day
        ruled = self.ruled(Skill.PLAY_FOOL)
        fools = self.state.bearers(Identity.IDIOT)
        if step.play_fool and not fools:
            self.refuse(step.number, Skill.PLAY_FOOL.value, Refusal.ABSENT_IDENTITY)
        given = [one.ballot for one in self.due("ballot") if one.ballot is not None]
        span = self.scenario.timetable.day(day)
        asked = poll(self.state, day, span.opens, span.closes)
        ballots = [replace(one, order=place) for place, one in enumerate([*step.ballots, *given])]
        tally = count(ballots, asked, self.state.rules)
        for one in tally.rejected:
            if one.reason is not Reason.SUPERSEDED:
                self.refuse(step.number, "ballot", one.reason)
        play_fool = step.play_fool
        for order in ruled:
            play_fool = not order.void
        self.act(step, Count(day=day, tally=tally, play_fool=play_fool))
        for name in step.orders.get(Skill.SUCCESSION, ())[:1]:
            self.act(step, Succession(name=name))

    def night(self, step: Step) -> None:
        night = self.state.day
        orders = self.orders(step, NIGHT_SKILLS)
        for window in Window:
            wolf = step.wolf if window is Window.PIPER else None
            mine = tuple(self.wolfs(step, order) for order in orders if WINDOW_OF[order.skill] is window)
            self.act(step, Close(night=night, window=window, orders=mine, wolf=wolf))
        names = step.orders.get(Skill.SUCCESSION, ())[:1]
        ruled = self.ruled(Skill.SUCCESSION)
        self.act(step, Settle(night=night))
        if self.state.phase is Phase.OVER:
            for _ in names:  # the victory cancels what was owed (G-05)
                self.refuse(step.number, Skill.SUCCESSION.value, Refusal.NOT_OWED)
            return
        for order in ruled:
            if order.who == self.state.sheriff:
                names = order.targets
            else:
                self.refuse(int(order.ref), Skill.SUCCESSION.value, Refusal.NOT_OWED)
        for name in names:
            self.act(step, Succession(name=name))
        self.act(step, Open(day=self.state.day))

    def override(self, step: Step) -> None:
        if step.ballot is not None or step.order is not None:
            if self.late(step):
                self.refuse(step.number, step.do, Refusal.WRONG_TIME)
            else:
                self.waiting.append(step)
        for ruling in step.rulings:
            self.act(step, Rule(ruling=ruling))

    def late(self, step: Step) -> bool:
        """Whether the step that the override concerns has been played."""
        day, n = self.state.day, step.n or 0
        if step.ballot is not None or (step.order is not None and step.order.skill is Skill.PLAY_FOOL):
            return n < day or (n == day and self.state.phase is Phase.NIGHT)
        return n < day or (n == 0 and self.state.phase is not Phase.NIGHT0)

    def due(self, what: str) -> list[Step]:
        """Overrides that concern the step that is being played."""
        return [one for one in self.waiting if getattr(one, what) is not None and one.n == self.state.day]

    def ruled(self, skill: Skill) -> list[Order]:
        return [one.order for one in self.due("order") if one.order is not None and one.order.skill is skill]

    def orders(self, step: Step, skills: Iterable[Skill]) -> tuple[Order, ...]:
        """The step's orders with who gives them, and the director's; one without its identity is refused."""
        found: list[Order] = []
        for skill in skills:
            if skill is Skill.JOIN_PACK or skill in step.orders:
                targets = step.orders.get(skill, ())
                who = self.owner(skill)
                if who is None:
                    self.refuse(step.number, KEY.get(skill, skill.value), Refusal.ABSENT_IDENTITY)
                else:
                    found.append(Order(skill=skill, who=who, targets=targets))
        elsewhere = {Skill.PLAY_FOOL, Skill.SUCCESSION}
        ruled = [one.order for one in self.due("order") if one.order is not None]
        return (*found, *(order for order in ruled if order.skill not in elsewhere))

    def owner(self, skill: Skill) -> str | None:
        """Who would give the order: the bearer of its identity, one who may use it first."""
        if skill is Skill.KILL:
            wolves = self.state.bearers(Identity.WEREWOLF)
            return wolves[0].name if wolves else None
        bearers = [one.name for one in self.state.bearers(OWNER[skill])]
        return next(
            (n for n in bearers if may_use(self.state, skill, n) is None), bearers[0] if bearers else None
        )

    def wolfs(self, step: Step, order: Order) -> Order:
        """The scenario's `kill` is the drawn wolf's, or that of the one whom the scenario names."""
        if order.skill is not Skill.KILL or order.ruled:
            return order
        return replace(order, who=step.wolf or self.state.night.wolf or order.who)
