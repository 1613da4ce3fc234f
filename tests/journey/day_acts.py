"""A day of the members: who votes how and when, by a fixed round of habits."""

from __future__ import annotations

from datetime import datetime, timedelta
from random import Random

from tests.journey import ballots_said as words
from tests.journey.members import Member, World
from tests.journey.story import Story

HABITS = (
    "plain",
    "revote",
    "plain",
    "edit",
    "plain",
    "quote",
    "late",
    "tampers",
    "unreadable",
    "abstain",
    "plain",
    "several",
    "unknown",
    "regrets",
    "for_the_out",
    "plain",
    "withdraw",
    "silent",
    "deleted",
    "last_second",
)
HOUR = timedelta(hours=1)
MINUTE = timedelta(minutes=1)


class Day:
    """Plans one day. `out`: who is publicly out at its opening."""

    def __init__(
        self, world: World, story: Story, seed: str, n: int, opens: datetime, closes: datetime, out: set[str]
    ) -> None:
        self.world, self.story, self.n = world, story, n
        self.opens, self.closes, self.out = opens, closes, out
        self.seed = f"{seed}/day/{n}"
        self.still_in = [name for name in world.names if name not in out]
        among = Random(self.seed)
        self.favourites = among.sample(self.still_in, min(3, len(self.still_in)))

    def plan(self, members: list[Member], vote: int, discussion: int) -> None:
        """Put everybody's deeds on the agenda."""
        for member in members:
            self._plan(member, vote, discussion)

    def _choice(self, chance: Random) -> str:
        if pair := self.story.ties.get(self.n):
            return pair[chance.randrange(2)]
        lead = self.story.lead.get(self.n)
        if lead in self.still_in and chance.random() < 0.75:
            return str(lead)
        return chance.choice(self.favourites)

    def _plan(self, member: Member, vote: int, discussion: int) -> None:
        chance = Random(f"{self.seed}/{member.name}")
        start = max(self.opens, self.world.clock.now()) + 10 * MINUTE
        room = (self.closes - 3 * HOUR - start).total_seconds()
        first = start + timedelta(seconds=int(chance.random() * room))
        second = first + timedelta(seconds=int(chance.uniform(1800, 9000)))
        habit = HABITS[(member.seat * 7 + self.n * 3 + len(self.seed)) % len(HABITS)]
        at, post = self.world.agenda.at, member.post
        if member.mad:
            one = words.mad_ballot(self._choice(chance))
            at(first, lambda: post(vote, one))
            at(second, lambda: post(discussion, words.mad_talk(chance)))
            return
        if chance.random() < 0.4:
            chat = words.talk(chance, self.world.names)
            at(start + (second - start) / 2, lambda: post(discussion, chat))
        one, two = self._ballot(chance), self._ballot(chance, change=True)
        match habit:
            case "silent":
                at(first, lambda: post(vote, words.talk(chance, self.world.names)))
            case "abstain":
                at(first, lambda: post(vote, words.abstention(chance)))
            case "last_second":
                at(self.closes - timedelta(seconds=1), lambda: post(vote, one))
            case "revote":
                at(first, lambda: post(vote, one))
                at(second, lambda: post(vote, two))
            case "edit":
                at(first, lambda: post(vote, one))
                at(second.replace(second=0, microsecond=0), lambda: member.edit(vote, two))
            case "tampers":
                at(first, lambda: post(vote, one))
                at(self.closes + 40 * MINUTE, lambda: member.edit(vote, two))
            case "regrets":
                at(first, lambda: post(vote, one))
                at(self.closes + 50 * MINUTE, lambda: member.delete(vote))
            case "quote":
                other = chance.choice(self.still_in)
                said = words.quoting(self.world.judge_name, f"投票：{other}", one)
                at(first, lambda: post(vote, said))
                no_vote = words.quoting(self.world.judge_name, f"投票：{other}", words.talk(chance, [other]))
                at(second, lambda: post(vote, no_vote))
            case "late":
                if member.seat % 2:
                    at(first, lambda: post(vote, one))
                at(self.closes, lambda: post(vote, two))
            case "unreadable" | "several" | "unknown" | "for_the_out":
                bad = self._bad(habit, chance)
                order = (bad, one) if chance.random() < 0.5 else (one, bad)
                at(first, lambda: post(vote, order[0]))
                at(second, lambda: post(vote, order[1]))
            case "withdraw":
                at(first, lambda: post(vote, one))
                at(second, lambda: post(vote, words.withdrawal()))
                if member.seat % 2:
                    at(second + 10 * MINUTE, lambda: post(vote, two))
            case "deleted":
                at(first, lambda: post(vote, one))
                at(second, lambda: member.delete(vote))
            case _:
                at(first, lambda: post(vote, one))

    def _ballot(self, chance: Random, *, change: bool = False) -> tuple[str, words.Meaning]:
        target = self._choice(chance)
        return words.ballot(chance, target, self.world.names.index(target) + 1, change=change)

    def _bad(self, habit: str, chance: Random) -> tuple[str, words.Meaning]:
        if habit == "unreadable":
            return words.unreadable(chance)
        if habit == "several":
            return words.several(*chance.sample(self.still_in, 2))
        if habit == "for_the_out" and self.out:
            target = chance.choice(sorted(self.out))
            return f"投票：{target}", words.Meaning("ballot", target)
        return words.unknown(chance)
