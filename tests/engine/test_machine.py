"""Any game at all: legal and illegal orders, rulings at any moment, over all sizes and readings.

Exactly one camp wins, by day 5; the log of events tells the whole state; the same game comes of the same seed.
"""

from __future__ import annotations

from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from engine.ballot import Ballot, Choice
from engine.day import poll, weight
from engine.deal import deal
from engine.events import Event, Opened, Won, decode, encode
from engine.evolve import replay
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
from engine.model import Camp, Identity, Skill, Status
from engine.orders import Refusal
from engine.queries import entitled
from engine.readings import LAST_DAY
from engine.rules import Rules, knobs
from engine.rulings import AddState, GivePoints, RemoveState, SetCamp, SetIdentity, SetSheriff, SetWeight
from engine.state import Phase, Window
from engine.tally import count
from engine.victory import winner

SIZES = st.integers(6, 20)
RULES = st.fixed_dictionaries(
    {},
    optional={
        name: st.sampled_from(
            list(one.metadata.get("values", ()))
            or [list(v) for v in one.metadata.get("lists", ())]
            or [1, 12]
        )
        for name, one in knobs().items()
    },
)
DECLARED = [
    s for s in Skill if s not in {Skill.LONGEVITY, Skill.ELOPE, Skill.EMPATHY, Skill.ELECTION, Skill.LEAD}
]


class Game(RuleBasedStateMachine):
    state: State
    events: list[Event]
    commands: list[Command]

    @initialize(players=SIZES, seed=st.text(max_size=4), mapping=RULES)
    def begin(self, players: int, seed: str, mapping: dict[str, Any]) -> None:
        self.names = [f"角{seat}" for seat in range(players)]
        identities = dict(zip(self.names, deal(seed, players), strict=True))
        self.opening = Start(identities=identities, seed=seed, rules=Rules.from_mapping(mapping))
        decision = start(self.opening)
        self.state, self.events, self.commands = decision.state, list(decision.events), []
        self.checked = 0

    def do(self, command: Command) -> None:
        before = self.state
        decision = decide(before, command)
        self.state = decision.state
        self.events += decision.events
        self.commands.append(command)
        if before.phase is Phase.OVER:
            assert [one.reason for one in decision.rejections] == [Refusal.GAME_OVER]
            assert decision.state is before
        assert all(one.to in self.names for one in decision.told)

    def name(self, data: st.DataObject) -> str:
        return data.draw(st.sampled_from([*self.names, *self.names, "谁"]))

    def orders(self, data: st.DataObject, window: Window | None) -> tuple[Order, ...]:
        asked = entitled(self.state, self.state.day, window)
        found = [
            Order(
                skill=skill,
                who=who,
                targets=tuple(self.name(data) for _ in range(data.draw(st.integers(0, 2)))),
            )
            for who, skill in asked
            if data.draw(st.integers(0, 3))
        ]
        if data.draw(st.integers(0, 5)) == 0:
            skill = data.draw(st.sampled_from(DECLARED))
            void = data.draw(st.booleans())
            found.append(
                Order(skill=skill, who=self.name(data), ruled=True, void=void, targets=(self.name(data),))
            )
        return tuple(found)

    @rule(data=st.data())
    def step(self, data: st.DataObject) -> None:
        state = self.state
        if state.phase is Phase.NIGHT0:
            self.do(Night0(orders=self.orders(data, None)))
        elif state.phase is Phase.DAY and not state.opened:
            self.do(Open(day=state.day))
        elif state.phase is Phase.DAY:
            self.vote(data)
        elif state.window is not None:
            wolf = (
                data.draw(st.none() | st.sampled_from(self.names)) if state.window is Window.PIPER else None
            )
            self.do(
                Close(night=state.day, window=state.window, orders=self.orders(data, state.window), wolf=wolf)
            )
        else:
            self.do(Settle(night=state.day))

    @rule(data=st.data())
    def again(self, data: st.DataObject) -> None:
        self.step(data)

    def vote(self, data: st.DataObject) -> None:
        said = data.draw(
            st.lists(st.tuples(st.sampled_from(self.names), st.sampled_from(self.names)), max_size=25)
        )
        ballots = [
            Ballot(voter=who, choice=Choice.TARGET, target=whom, order=place)
            for place, (who, whom) in enumerate(said)
        ]
        tally = count(ballots, poll(self.state, self.state.day), self.state.rules)
        self.do(Count(day=self.state.day, tally=tally, play_fool=data.draw(st.booleans())))

    @rule(data=st.data())
    def succeed(self, data: st.DataObject) -> None:
        self.do(Succession(name=self.name(data)))

    @rule(data=st.data(), points=st.integers(-12, 12))
    def penalise(self, data: st.DataObject, points: int) -> None:
        self.do(Penalty(who=self.name(data), points=points))

    @precondition(lambda self: self.state.phase is not Phase.OVER)
    @rule(data=st.data())
    def ruling(self, data: st.DataObject) -> None:
        who = self.name(data)
        made = data.draw(
            st.sampled_from(
                [
                    *(AddState(who=who, state=status) for status in Status),
                    *(RemoveState(who=who, state=status) for status in Status),
                    SetIdentity(who=who, identity=data.draw(st.sampled_from(Identity))),
                    SetCamp(who=who, camp=data.draw(st.sampled_from(Camp))),
                    SetSheriff(who=data.draw(st.none() | st.just(who))),
                    SetWeight(who=who, day=data.draw(st.integers(1, 4)), weight=data.draw(st.integers(0, 3))),
                    GivePoints(who=who, points=data.draw(st.integers(-3, 12))),
                ]
            )
        )
        self.do(Rule(ruling=made))

    @invariant()
    def holds(self) -> None:
        if not hasattr(self, "state"):
            return
        state = self.state
        won = [event for event in self.events if isinstance(event, Won)]
        assert (state.phase is Phase.OVER) == (len(won) == 1) == (state.winner is not None)
        assert state.day <= LAST_DAY
        assert state.day < LAST_DAY or state.phase is Phase.OVER
        if state.phase is not Phase.NIGHT:
            assert not any(one.dying for one in state), "dying is the night's own"
        assert {name for name, _ in state.night.dying} >= {one.name for one in state if one.dying}
        assert state.sheriff is None or state.sheriff in self.names
        assert len(state.lovers) in {0, 2}
        assert all(weight(state, one.name) == 0 for one in state if one.expelled)
        assert replay(self.events) == state
        assert not any(event == Opened(day=LAST_DAY) for event in self.events)

    def teardown(self) -> None:
        if not hasattr(self, "state"):
            return
        assert replay([decode(encode(event)) for event in self.events]) == self.state
        again = start(self.opening)
        state, events = again.state, list(again.events)
        for command in self.commands:
            decision = decide(state, command)
            state = decision.state
            events += decision.events
        assert (state, events) == (self.state, self.events), "the same seed and the same words, the same game"
        self.play_out()

    def play_out(self) -> None:
        """From anywhere, a quiet end is reached, and exactly one camp wins it."""
        while self.state.phase is not Phase.OVER:
            state = self.state
            if state.phase is Phase.NIGHT0:
                self.do(Night0())
            elif state.phase is Phase.DAY and not state.opened:
                self.do(Open(day=state.day))
            elif state.phase is Phase.DAY:
                asked = poll(state, state.day)
                self.do(Count(day=state.day, tally=count([], asked, state.rules)))
            elif state.window is not None:
                self.do(Close(night=state.day, window=state.window))
            else:
                self.do(Settle(night=state.day))
        assert self.state.winner is winner(self.state)
        assert self.state.winner in Camp


Game.TestCase.settings = settings(max_examples=60, stateful_step_count=45, deadline=None)
TestGame = Game.TestCase
