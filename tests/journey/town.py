"""The town: who plays, and how a day leads to a night. It knows only what its pages and letters show."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime, timedelta
from random import Random

import lxml.html

from tests.journey import ballots_said as words
from tests.journey.day_acts import Day
from tests.journey.members import Member, World
from tests.journey.night_acts import MINUTE, Night
from tests.journey.record_seen import Scene
from tests.journey.story import Story

_WINDOW = re.compile(r"(夜晚1|夜晚2|夜晚3、4、5|夜晚6|猎人)\s(\d\d):(\d\d)–(\d\d):(\d\d)")
LAST = 4


class Town:
    """Everybody but the judge and the director. Of the scene it takes the title and the calendar, which were announced."""

    def __init__(
        self,
        world: World,
        members: list[Member],
        outsider: Member,
        story: Story,
        seed: str,
        scene: Scene,
    ) -> None:
        self.world, self.members, self.outsider = world, members, outsider
        self.story, self.seed, self.title = story, seed, scene.title
        self.night0, self.opens, self.closes = scene.night0, scene.opens, scene.closes
        self.out: set[str] = set()

    def begin(self) -> None:
        """Plan everything that the calendar fixes."""
        at = self.world.agenda.at
        at(self.world.clock.now() + 30 * MINUTE, self._check_in)
        at(self.night0[0] + 8 * MINUTE, self._first_night)
        for n in range(1, LAST + 1):
            at(self.opens[n] + 3 * MINUTE, self._dawn(n))

    def _find(self, title: str) -> int | None:
        return self.outsider.browser.threads(self.world.fid).get(title)

    def _check_in(self) -> None:
        tid = self._find(f"【报到帖】{self.title}")
        if tid is None:
            self.world.agenda.at(self.world.clock.now() + 10 * MINUTE, self._check_in)
            return
        for i, member in enumerate(self.members):
            when = self.world.clock.now() + (i + 1) * MINUTE
            self.world.agenda.at(when, self._here(member, tid))

    def _here(self, member: Member, tid: int) -> Callable[[], None]:
        return lambda: member.post(tid, ("报到，大家好。", words.Meaning("talk")))

    # night 0 -----------------------------------------------------------------------------------------------

    def _first_night(self) -> None:
        chance = Random(f"{self.seed}/night/0")
        for member in self.members:
            member.read()
            if member.identity == "爱神" and self.story.lovers != ():
                pair = self.story.lovers or tuple(chance.sample(self.world.names, 2))
                member.say(f"情侣 {pair[0]} {pair[1]}", ("情侣", pair))
            if member.identity == "白狼":
                joins = self.story.joins if self.story.joins is not None else chance.random() < 0.5
                member.say("归群" if joins else "不归群", *([("归群", ())] if joins else []))

    # days --------------------------------------------------------------------------------------------------

    def _dawn(self, n: int) -> Callable[[], None]:
        def look() -> None:
            now = self.world.clock.now()
            if now >= self.closes[n]:
                return
            vote = self._find(f"【投票帖】{self.title} 第{n}天")
            talk = self._find(f"【讨论帖】{self.title} 第{n}天")
            if vote is None or talk is None:
                self.world.agenda.at(now + 5 * MINUTE, look)
                return
            self._hear_opening(talk)
            for member in self.members:
                member.read()
                member.inbox.clear()
            day = Day(self.world, self.story, self.seed, n, self.opens[n], self.closes[n], set(self.out))
            day.plan(self.members, vote, talk)
            target = self.world.names[n % len(self.world.names)]
            stray = (f"投票：{target}", words.Meaning("ballot", target))
            midway = self.opens[n] + (self.closes[n] - self.opens[n]) / 4
            self.world.agenda.at(midway, lambda: self.outsider.post(vote, stray))
            self._dusk(n, vote, talk)

        return look

    def _hear_opening(self, tid: int) -> None:
        text = lxml.html.fromstring(self.outsider.browser.thread(tid)).text_content()
        for label in ("前一日投票囚禁：", "夜晚昏厥："):
            if found := re.search(label + r"(.*)", text):
                said = found[1].strip()
                self.out |= set() if said == "无" else set(said.split("、"))

    def _dusk(self, n: int, vote: int, talk: int) -> None:
        idiot = next((m for m in self.members if m.identity == "白痴"), None)
        answer = self.story.fool.get(n, "")
        if idiot is not None and answer == "standing":
            self.world.agenda.at(self.closes[n] - 90 * MINUTE, lambda: idiot.say("装傻", ("装傻", ())))
        elif idiot is not None and answer:
            self.world.agenda.at(self.closes[n] + 6 * MINUTE, lambda: self._fool(idiot, answer))
        self.world.agenda.at(self.closes[n] + 3 * MINUTE, lambda: self._hear_count(n, vote, talk))

    def _fool(self, idiot: Member, answer: str) -> None:
        if idiot.asked("回复“装傻”可免于囚禁"):
            if answer == "yes":
                idiot.say("装傻", ("装傻", ()))
            else:
                idiot.say("不装傻", ("不装傻", ()))

    # nights ------------------------------------------------------------------------------------------------

    def _hear_count(self, n: int, vote: int, talk: int) -> None:
        now = self.world.clock.now()
        if now >= self.opens[n + 1]:
            return
        for tid in (talk, vote):
            text = lxml.html.fromstring(self.outsider.browser.thread(tid, 99)).text_content()
            found = _WINDOW.findall(text.rsplit("今晚", 1)[-1])
            if len(found) == len({f[0] for f in found}) == 5:
                windows = [(self._on(n, a, b), self._on(n, c, d)) for _, a, b, c, d in found]
                night = Night(self.world, self.story, self.seed, n, windows, set(self.out))
                night.plan(self.members)
                self.world.agenda.at(windows[0][0] + 2 * MINUTE, lambda: self._heirs(n))
                self.world.agenda.at(windows[-1][1] + 6 * MINUTE, lambda: self._heirs(n))
                self.world.agenda.at(windows[-1][1] + 30 * MINUTE, lambda: self._heirs(n))
                return
        self.world.agenda.at(now + 2 * MINUTE, lambda: self._hear_count(n, vote, talk))

    def _on(self, n: int, hour: str, minute: str) -> datetime:
        close = self.world.local(self.closes[n])
        at = close.replace(hour=int(hour), minute=int(minute))
        return self.world.wall(at if at >= close - timedelta(hours=1) else at + timedelta(days=1))

    def _heirs(self, n: int) -> None:
        """Whoever is asked for a successor names one, or keeps silent."""
        for member in self.members:
            if not member.asked("须指定继任者"):
                continue
            wish = self.story.heir.get(n)
            if wish is None:
                wish = Random(f"{self.seed}/heir/{n}/{member.name}").choice(self.world.names)
            if wish:
                member.order("继任", wish)
