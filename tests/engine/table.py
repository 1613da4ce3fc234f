"""A table to play at: named after their identities, in the columns' order, every step one short call."""

from __future__ import annotations

from collections import Counter
from datetime import datetime, timedelta

from engine.ballot import Ballot, Choice
from engine.day import poll
from engine.events import Event, Given, Placed
from engine.evolve import replay
from engine.game import (
    Close,
    Command,
    Count,
    Decision,
    Night0,
    Open,
    Order,
    Penalty,
    Settle,
    Start,
    decide,
    start,
)
from engine.model import Identity, Skill
from engine.orders import OWNER, WINDOW_OF
from engine.roster import in_columns_order
from engine.rules import Rules
from engine.state import Character, State, Window
from engine.tally import count

SHORT = {Identity.WEREWOLF: "W", Identity.VILLAGER: "V", Identity.WHITE_WOLF: "WW"}
NUMBERED = {Identity.WEREWOLF, Identity.VILLAGER}


def seats(players: int) -> dict[str, Identity]:
    """W1 W2 … V1 V2 … SEER WITCH …, as the worked scenarios name them."""
    seen: Counter[Identity] = Counter()
    found = {}
    for identity in in_columns_order(players):
        seen[identity] += 1
        word = SHORT.get(identity, identity.name)
        found[word + (str(seen[identity]) if identity in NUMBERED else "")] = identity
    return found


class Table:
    """A game that is driven by hand; whatever happens is kept, and the log is replayed after every step."""

    def __init__(
        self,
        players: int = 12,
        *,
        seed: str = "7",
        identities: dict[str, Identity] | None = None,
        **knobs: object,
    ) -> None:
        chosen = identities or seats(players)
        self.decision = start(Start(identities=chosen, seed=seed, rules=Rules.from_mapping(knobs)))
        self.events: list[Event] = list(self.decision.events)
        self.refused: list[tuple[str, str]] = []

    @classmethod
    def at_day(
        cls,
        day: int,
        players: int = 12,
        *,
        sheriff: str | None = None,
        lovers: tuple[str, ...] = (),
        given: dict[str, dict[str, object]] | None = None,
        **knobs: object,
    ) -> Table:
        """A game taken over at the opening of a day."""
        table = cls(players, **knobs)
        chosen = seats(players)
        lines = tuple(
            Given(**({"who": who, "camp": table.state[who].camp} | keys))
            for who, keys in (given or {}).items()
        )
        table.decision = start(
            Start(
                identities=chosen,
                seed="7",
                rules=Rules.from_mapping(knobs),
                given=lines,
                placed=Placed(day=day, sheriff=sheriff, lovers=lovers),
            )
        )
        table.events = list(table.decision.events)
        return table

    @property
    def state(self) -> State:
        return self.decision.state

    def __getitem__(self, name: str) -> Character:
        return self.state[name]

    def states(self, name: str) -> set[str]:
        return {status.value for status in self[name].states}

    def do(self, command: Command) -> Decision:
        self.decision = decide(self.state, command)
        self.events += self.decision.events
        assert replay(self.events) == self.state, "the log tells the whole state"
        self.refused = [(one.order, one.reason.value) for one in self.decision.rejections]
        return self.decision

    def said(self, kind: str) -> list[Event]:
        return [event for event in self.events if event.kind == kind]

    def who(self, kind: str) -> list[object]:
        return [getattr(event, "who", None) for event in self.said(kind)]

    def told(self, skill: str) -> list[tuple[str, object]]:
        return [(one.to, one.what) for one in self.events if one.kind == "told" and one.skill == skill]

    def night0(self, *lovers: str, join: bool = False) -> Table:
        orders = [Order(skill=Skill.JOIN_PACK, who="WW")] if join else []
        if lovers:
            orders.append(Order(skill=Skill.ARROW, who="CUPID", targets=lovers))
        self.do(Night0(orders=tuple(orders)))
        refused = self.refused
        self.do(Open(day=1))
        self.refused = refused
        return self

    def vote(self, *said: str, fool: bool = False, opens: datetime | None = None) -> Table:
        """`A>B` votes, `A>` abstains."""
        ballots = []
        for place, words in enumerate(said):
            voter, _, target = words.partition(">")
            choice = Choice.TARGET if target else Choice.ABSTAIN
            at = None if opens is None else opens + timedelta(minutes=place)
            ballots.append(Ballot(voter=voter, choice=choice, target=target or None, at=at, order=place))
        day = self.state.day
        tally = count(ballots, poll(self.state, day), self.state.rules)
        self.do(Count(day=day, tally=tally, play_fool=fool))
        return self

    def window(self, window: Window, *orders: Order, wolf: str | None = None) -> Table:
        self.do(Close(night=self.state.day, window=window, orders=orders, wolf=wolf))
        return self

    def night(
        self,
        *,
        wolf: str | None = None,
        until: Window | None = None,
        settle: bool = True,
        **orders: str | list[str],
    ) -> Table:
        """A whole night; orders by the skill's word. Whoever has the identity gives them."""
        given = []
        wolves = self.state.wolf_pool()
        for word, targets in orders.items():
            skill = Skill(word)
            names = (targets,) if isinstance(targets, str) else tuple(targets)
            who = "" if skill is Skill.KILL else self.state.bearers(OWNER[skill])[0].name
            given.append(Order(skill=skill, who=who, targets=names))
        wolf = wolf or (wolves[0] if wolves else None)
        given = [
            Order(skill=o.skill, who=wolf or "", targets=o.targets) if o.skill is Skill.KILL else o
            for o in given
        ]
        refused = []
        for window in Window:
            if window is until:
                self.refused = refused
                return self
            self.window(
                window,
                *(o for o in given if WINDOW_OF[o.skill] is window),
                wolf=wolf if window is Window.PIPER else None,
            )
            refused += self.refused
        if settle:
            self.do(Settle(night=self.state.day))
        self.refused = refused
        return self

    def open(self) -> Table:
        self.do(Open(day=self.state.day))
        return self

    def quiet(self, *, until: int) -> Table:
        """Nothing happens until that day is open."""
        while self.state.day < until or not self.state.opened:
            self.vote()
            self.night()
            self.open()
        return self

    def expel(self, name: str) -> Table:
        self.do(Penalty(who=name, points=12))
        return self
