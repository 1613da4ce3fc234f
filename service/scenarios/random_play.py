"""Random play: characters who know no more than the rules tell them, and decide by dice.

Every skill is used three nights in four, on a target drawn among the legal ones; wolves spare the pack that they
know; ballots are drawn among those who may be voted for, one in ten abstains. Dice and game come from one seed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from engine.ballot import Ballot, Choice
from engine.day import poll
from engine.deal import deal
from engine.draft import Decision
from engine.events import Event
from engine.game import (
    Close,
    Command,
    Count,
    Night0,
    Open,
    Order,
    Settle,
    Start,
    State,
    Succession,
    decide,
    start,
)
from engine.model import Camp, Skill
from engine.night0 import pack
from engine.orders import NIGHT0_SKILLS, judge_order
from engine.queries import entitled
from engine.rules import Rules
from engine.state import Phase, Window
from engine.tally import count

USES = 0.75
"""How often a skill that may be used is used."""
ABSTAINS = 0.1


@dataclass(frozen=True, slots=True, kw_only=True)
class Finished:
    """A game that is over: who won, on which day N, and all that happened."""

    winner: Camp
    day: int
    events: tuple[Event, ...]


def play_game(players: int, seed: str, rules: Rules) -> Finished:
    """One whole game. The same arguments always give the same game."""
    names = [f"{seat}号" for seat in range(1, players + 1)]
    identities = dict(zip(names, deal(seed, players), strict=True))
    game = _Game(start(Start(identities=identities, seed=seed, rules=rules)), Random(seed))  # noqa: S311 — dice
    game.night0()
    while game.state.phase is not Phase.OVER:
        game.day()
        game.night()
    assert game.state.winner is not None
    return Finished(winner=game.state.winner, day=game.state.day, events=tuple(game.events))


class _Game:
    def __init__(self, begun: Decision, dice: Random) -> None:
        self.state: State = begun.state
        self.events: list[Event] = list(begun.events)
        self.dice = dice

    def do(self, command: Command) -> None:
        decision = decide(self.state, command)
        self.state = decision.state
        self.events += decision.events

    def night0(self) -> None:
        asked = entitled(self.state, 0, None)
        orders = [order for who, skill in asked if skill in NIGHT0_SKILLS for order in self.order(who, skill)]
        self.do(Night0(orders=tuple(orders)))
        self.do(Open(day=1))

    def day(self) -> None:
        day = self.state.day
        asked = poll(self.state, day)
        targets = [name for name in asked.characters if name not in asked.out | asked.expelled]
        ballots = []
        voters = [name for name in asked.characters if name not in asked.expelled | asked.barred]
        voters.sort(key=lambda _: self.dice.random())
        for place, voter in enumerate(voters):
            if not targets or self.dice.random() < ABSTAINS:
                ballots.append(Ballot(voter=voter, choice=Choice.ABSTAIN, order=place))
            else:
                target = targets[int(self.dice.random() * len(targets))]
                ballots.append(Ballot(voter=voter, choice=Choice.TARGET, target=target, order=place))
        tally = count(ballots, asked, self.state.rules)
        self.do(Count(day=day, tally=tally, play_fool=self.dice.random() < USES))
        self.succeed()

    def night(self) -> None:
        night = self.state.day
        for window in Window:
            orders = [
                order
                for who, skill in entitled(self.state, night, window)
                for order in self.order(who, skill)
            ]
            self.do(Close(night=night, window=window, orders=tuple(orders)))
        self.do(Settle(night=night))
        if self.state.phase is not Phase.OVER:
            self.succeed()
            self.do(Open(day=self.state.day))

    def succeed(self) -> None:
        candidates = self.state.candidates()
        if self.state.owed and candidates and self.dice.random() < USES:
            self.do(Succession(name=self.dice.choice(candidates)))

    def order(self, who: str, skill: Skill) -> Sequence[Order]:
        """A random legal order, or none."""
        if self.dice.random() >= USES:
            return ()
        if skill is Skill.JOIN_PACK:
            return (Order(skill=skill, who=who),)
        if skill is Skill.ARROW:
            return (
                Order(skill=skill, who=who, targets=tuple(self.dice.sample(list(self.state.characters), 2))),
            )
        targets = self.aim(who, skill, 2 if skill is Skill.PIPE else 1)
        return (Order(skill=skill, who=who, targets=targets),) if targets else ()

    def aim(self, who: str, skill: Skill, number: int) -> tuple[str, ...]:
        """So many legal targets, or as many as there are; wolves spare their pack."""
        known = set(pack(self.state)) if skill in {Skill.KILL, Skill.BITE} else set()
        names = [name for name in self.state.characters if who not in known or name not in known]
        found: list[str] = []
        while names:
            name = names.pop(int(self.dice.random() * len(names)))
            if judge_order(self.state, self.state.day, skill, who, (name,)) is None:
                found.append(name)
                if len(found) == number:
                    break
        return tuple(found)
