"""A night of the members: who orders what, once their own letters told them that it is their turn."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime, timedelta
from random import Random

from tests.journey.members import Member, World
from tests.journey.story import Story

MINUTE = timedelta(minutes=1)
_LISTED = re.compile(r"今晚的目标：(.*?)。")

PROMPTS = {
    "守卫": (0, "夜晚1（"),
    "吹笛": (1, "夜晚2（"),
    "先知": (2, "夜晚3（"),
    "狼人": (2, "夜晚4（"),
    "白狼": (2, "夜晚5（"),
    "女巫": (3, "夜晚6（"),
    "猎人": (4, "猎人窗口（"),
}
"""Whose turn comes in which window, and how the letter begins that says so."""


class Night:
    """Plans night n. `windows`: the five as the count notice printed them. `out`: publicly out."""

    def __init__(
        self,
        world: World,
        story: Story,
        seed: str,
        n: int,
        windows: list[tuple[datetime, datetime]],
        out: set[str],
    ) -> None:
        self.world, self.story, self.n, self.windows = world, story, n, windows
        self.seed = f"{seed}/night/{n}"
        self.still_in = [name for name in world.names if name not in out]

    def plan(self, members: list[Member]) -> None:
        """Put everybody's turns on the agenda."""
        for member in members:
            if turn := PROMPTS.get(member.identity):
                opens, closes = self.windows[turn[0]]
                deed = self._turn(member, turn[1], last=False)
                self.world.agenda.at(opens + 5 * MINUTE + timedelta(seconds=member.seat), deed)
                late = self._turn(member, turn[1], last=True)
                self.world.agenda.at(closes - 4 * MINUTE, late)
        if self.story.tricks:
            self._tricks(members)

    def _tricks(self, members: list[Member]) -> None:
        """Orders that must be refused: not one's own, too early, too late."""
        chance = Random(self.seed + "/tricks")
        villagers = [m for m in members if m.identity == "村民"]
        if villagers:
            one, target = chance.choice(villagers), chance.choice(self.still_in)
            self.world.agenda.at(self.windows[2][0] + 6 * MINUTE, lambda: one.order("查验", target))
        for member in members:
            target = chance.choice(self.still_in)
            if member.identity == "先知":
                early = self.windows[1][0] + 7 * MINUTE
                self.world.agenda.at(early, _ordering(member, "查验", target))
            if member.identity == "吹笛":
                late = self.windows[1][1] + timedelta(seconds=30)
                self.world.agenda.at(late, _ordering(member, "吹笛", target))

    def _turn(self, member: Member, prompt: str, *, last: bool) -> Callable[[], None]:
        def look() -> None:
            if self.n in member.acted:
                return
            letter = member.asked(prompt)
            habit = self.story.habit and last and member.identity in {"守卫", "吹笛", "先知"}
            if letter or habit:
                member.acted.add(self.n)
                self._act(member, letter)

        return look

    # each identity -----------------------------------------------------------------------------------------

    def _act(self, member: Member, letter: str) -> None:
        chance = Random(f"{self.seed}/{member.name}")
        match member.identity:
            case "守卫":
                self._guard(member, chance)
            case "吹笛":
                self._piper(member, chance)
            case "先知":
                self._one(member, chance, "查验")
            case "狼人":
                self._one(member, chance, "杀")
            case "白狼":
                self._one(member, chance, "撕咬", idle=0.3)
            case "女巫":
                self._witch(member, chance, letter)
            case "猎人":
                self._one(member, chance, "麻醉")

    def _wish(self, skill: str) -> tuple[str, ...] | None:
        return self.story.orders.get((self.n, skill))

    def _one(self, member: Member, chance: Random, skill: str, *, idle: float = 0.1) -> None:
        wish = self._wish(skill)
        if wish is None and chance.random() < idle:
            member.say("不用", kind="pass")
            return
        if wish == ():
            return
        targets = wish or (chance.choice(self.still_in),)
        if wish is None and chance.random() < 0.25:
            # Changing one's mind: the last one counts.
            member.order(skill, chance.choice(self.still_in))
            self.world.agenda.at(self.world.clock.now() + MINUTE, lambda: member.order(skill, *targets))
            return
        if self.n == 1 and skill == "查验":
            member.say("查验 昨晚说话最多的那位朋友", kind="unclear")
            self.world.agenda.at(self.world.clock.now() + 2 * MINUTE, lambda: member.order(skill, *targets))
            return
        member.order(skill, *targets)

    def _guard(self, member: Member, chance: Random) -> None:
        shield, deaf = self._wish("守护"), self._wish("隔音")
        used = member.notes.setdefault("used", [])
        orders: list[tuple[str, tuple[str, ...]]] = []
        for skill, wish in (("守护", shield), ("隔音", deaf)):
            if wish == ():
                continue
            fresh = [name for name in self.still_in if f"{skill} {name}" not in used] or self.still_in
            target = wish[0] if wish else chance.choice(fresh)
            used.append(f"{skill} {target}")
            orders.append((skill, (target,)))
        if not orders:
            return
        again = [entry for entry in used[:-2] if entry.split(" ", 1)[1] in self.still_in]
        if self.n > 1 and again:
            # Once for each role: the repeat must be refused and cost nothing.
            skill, name = again[0].split(" ", 1)
            member.order(skill, name)
            later = self.world.clock.now() + MINUTE
            self.world.agenda.at(later, lambda: _both(member, orders))
            return
        _both(member, orders)

    def _piper(self, member: Member, chance: Random) -> None:
        wish = self._wish("吹笛")
        if wish == ():
            return
        played = member.notes.setdefault("played", [])
        fresh = [name for name in self.still_in if name not in played] or self.still_in
        targets = wish or tuple(chance.sample(fresh, min(2, len(fresh))))
        again = [name for name in played if name in self.still_in]
        played.extend(targets)
        if self.n > 1 and again and wish is None:
            # One of the two is mad already, or was not: the referee knows.
            member.order("吹笛", again[0], targets[0])
            later = self.world.clock.now() + MINUTE
            self.world.agenda.at(later, lambda: member.order("吹笛", *targets))
            return
        member.order("吹笛", *targets)

    def _witch(self, member: Member, chance: Random, letter: str) -> None:
        listed = _LISTED.search(letter)
        struck = [] if listed is None or listed[1] == "无" else listed[1].split("、")
        cure, poison = self._wish("解药"), self._wish("毒药")
        orders: list[tuple[str, tuple[str, ...]]] = []
        if cure is None and struck and "解药" in letter and self.n == 2:
            cure = (chance.choice(struck),)
        if poison is None and "毒药" in letter and self.n == 3:
            poison = (chance.choice(self.still_in),)
        orders += [("解药", cure)] if cure else []
        orders += [("毒药", poison)] if poison else []
        if orders:
            _both(member, orders)
        elif cure is None and poison is None:
            member.say("不用", kind="pass")


def _ordering(member: Member, skill: str, target: str) -> Callable[[], None]:
    return lambda: member.order(skill, target)


def _both(member: Member, orders: list[tuple[str, tuple[str, ...]]]) -> None:
    member.say("\n".join(" ".join((skill, *targets)) for skill, targets in orders), *orders)
