"""The referee's course of a game: played again from posts, orders and times, apart from what was published.

From the published notices it takes only what binds by being printed: a night's windows, the seed of the reveal.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial

from tests.journey import night_apart as night_rules
from tests.journey.bench import Bench, ballots_ruled
from tests.journey.count_apart import Booth, count
from tests.journey.course import Course, DayCourse, Told
from tests.journey.day_apart import Daytime, rulings_of
from tests.journey.ledger import Said
from tests.journey.night_apart import Night
from tests.journey.record_seen import Scene
from tests.journey.table_apart import Entry, NeedsAnswer, Table

Windows = list[tuple[datetime, datetime]]
QUARTER = timedelta(minutes=15)


class Trial:
    """Plays a game again. `windows(n)`: as printed, [] where nothing was; `until(n)`: the idiot's time."""

    def __init__(
        self,
        scene: Scene,
        identities: dict[str, str],
        seed: str,
        windows: Callable[[int], Windows],
        until: Callable[[int], datetime],
    ) -> None:
        self.scene = scene
        self.windows, self.until = windows, until
        self.table = Table(identities, seed)
        self._fresh_mad: list[str] = []
        self._asked_heir = ""
        self.course = Course(self.table)
        self.bench = Bench(scene, self.course, lambda kind, to, at: self._tell(kind, to, "", at))

    def run(self) -> Course:
        """Play to the end, or as far as anything was published."""
        self._night0()
        news: list[tuple[str, str]] = []
        fainted: list[Entry] = []
        imprisoned: list[Entry] = []
        for n in range(1, 5):
            self.table.day = n
            day = DayCourse(n, opening=self._standing_still(imprisoned + fainted), opening_news=news)
            self.course.days.append(day)
            self._open(day)
            Daytime(self.scene, self.bench, self.table, day).run(
                lambda who, at: self._tell("limit", who, "", at)
            )
            self._close(day)
            imprisoned = day.entries
            windows = self.windows(n)
            if len(windows) != 5:
                return self.course
            before, heard = len(self.table.entries), len(self.table.news)
            self._night(n, windows)
            fainted, news = self.table.entries[before:], self.table.news[heard:]
            self.table.day = n + 1
            if winner := self.table.winner():
                self._forgive(windows[-1][1])
                self.course.winner, self.course.last_night = winner, fainted
                return self.course
        return self.course

    def _standing_still(self, entries: list[Entry]) -> list[Entry]:
        """Without those whose state the director has taken away since."""
        return [e for e in entries if getattr(self.table.players[e.who], e.state)]

    def _forgive(self, at: datetime) -> None:
        """A win cancels what is owed (G-05); whether the sheriff was asked before it does not matter."""
        self.course.told = [
            replace(t, must=False) if t.kind == "succession?" and t.least == at else t
            for t in self.course.told
        ]

    def _tell(self, kind: str, to: str, what: str, least: datetime, *, must: bool = True) -> None:
        self.course.told.append(Told(kind, to, what, least, must))

    # night 0 -----------------------------------------------------------------------------------------------

    def _night0(self) -> None:
        opens, closes = self.scene.night0
        table = self.table
        for player in table.players.values():
            self._tell("identity", player.name, f"{player.identity}/{player.camp}", opens - timedelta(days=9))
        asleep = self.scene.slept(opens, closes)
        if table.only("爱神"):
            self._tell("cupid?", table.only("爱神").name, "", opens, must=not asleep)  # type: ignore[union-attr]
        white = table.only("白狼")
        if white:
            self._tell("white?", white.name, "、".join(table.wolves()), opens)
        joins, lovers = False, ()
        for said in self.scene.ledger.between(opens, closes):
            identity = table.players[said.who].identity if said.who in table.players else ""
            for skill, targets in said.orders:
                if skill == "情侣" and identity == "爱神" and len(set(targets)) == 2:
                    lovers = targets
                    self.course.verdicts[said.pmid] = "ack"
            if identity == "白狼" and "归群" in said.text:
                joins = not said.text.startswith("不")
                self.course.verdicts[said.pmid] = "ack"
        changed = night_rules.first_night(table, joins, lovers)
        pack = night_rules.pack(table)
        for name in pack:
            self._tell(
                "pack", name, "、".join(n for n in pack if n != name) or "无", closes, must=len(pack) > 1
            )
        for name in table.lovers:
            self._tell("lovers", name, f"{table.partner(name)}/{table.players[name].camp}", closes)
        for name, camp in changed.items():
            # Lovers read their camp in the lovers' letter already.
            self._tell("camp", name, camp, closes, must=name not in table.lovers)

    # a day -------------------------------------------------------------------------------------------------

    def _open(self, day: DayCourse) -> None:
        table, at = self.table, self.scene.opens[day.n]
        if day.n > 1:
            if table.succession_due(day.n - 1):
                self._tell("sheriff", table.sheriff, "", at)
            for player in table.players.values():
                if player.mad and player.name in self._fresh_mad:
                    self._tell("mad", player.name, str(day.n), at)
        table.links = 0
        day.sheriff = table.sheriff
        day.imprisoned = [p.name for p in table.players.values() if p.imprisoned and not p.expelled]
        day.fainted = [p.name for p in table.players.values() if p.fainted and not p.expelled]
        day.expelled = [p.name for p in table.players.values() if p.expelled]

    def _close(self, day: DayCourse) -> None:
        table, n = self.table, day.n
        closes = self.scene.closes[n]
        tid = self.scene.thread("投票帖", n)
        posts = tuple(p for p in self.scene.ledger.posts.values() if p.tid == tid)
        ballots, voided = ballots_ruled([r for r in self.scene.ledger.rulings if r.at < closes], n)
        booth = Booth(n, self.scene.opens[n], closes, posts, self.scene.minutes, ballots, voided)
        day.count = count(table, booth)
        self.bench.published(booth, day.count)
        day.sheriff_at_close = table.sheriff
        if n == 1:
            if day.count.top:
                table.sheriff = day.count.top
                self._tell("sheriff", table.sheriff, "", closes)
            return
        if not day.count.top:
            return
        before, heard = len(table.entries), len(table.news)
        table.feigns = self._standing(n)
        try:
            copy.deepcopy(table).enter(day.count.top, "imprisoned", "投票")
        except NeedsAnswer:
            day.asked = True
            idiot = table.only("白痴")
            assert idiot is not None
            self._tell("fool?", idiot.name, "", closes)
            table.feigns = self._answer(closes, self.until(n))
        table.enter(day.count.top, "imprisoned", "投票")
        table.feigns = False
        day.entries, day.news = table.entries[before:], table.news[heard:]
        self._ask_heir(self.until(n) if day.asked else closes)

    def _ask_heir(self, at: datetime) -> None:
        """R-123: whoever owes a successor is asked once."""
        if self.table.owed and self._asked_heir != self.table.sheriff:
            self._asked_heir = self.table.sheriff
            self._tell("succession?", self.table.sheriff, self.table.sheriff, at)

    def _fool_said(self, start: datetime, end: datetime) -> bool | None:
        idiot = self.table.only("白痴")
        answer: bool | None = None
        for said in self.scene.ledger.between(start, end, idiot.name if idiot else "—"):
            for skill, _ in said.orders:
                if skill in {"装傻", "不装傻"}:
                    answer = skill == "装傻"
                    self.course.verdicts[said.pmid] = "ack"
        return answer

    def _standing(self, n: int) -> bool | None:
        return self._fool_said(self.scene.opens[n], self.scene.closes[n]) or None

    def _answer(self, start: datetime, end: datetime) -> bool:
        return bool(self._fool_said(start, end))

    # a night -----------------------------------------------------------------------------------------------

    def _night(self, n: int, windows: Windows) -> None:
        table, night = self.table, Night(n)
        morning = self.scene.opens.get(n + 1, windows[-1][1] + timedelta(hours=12))
        between = rulings_of(self.scene, self.bench, self.scene.closes[n], morning, by_day=False)
        between += [
            (s.at, partial(self._heir, s))
            for s in self.scene.ledger.between(self.scene.closes[n], morning)
            if any(skill == "继任" for skill, _ in s.orders)
        ]
        between.sort(key=lambda one: one[0])
        steps: list[tuple[datetime, Callable[[], None]]] = []
        for phase, (opens, closes) in enumerate(windows):
            steps.append((opens, self._opening(phase, night, opens, closes)))
            steps.append((closes, self._closing(phase, night, opens, closes)))
        steps.append((windows[-1][1], lambda: self._settle(night, windows[-1][1])))
        for at, step in steps:
            while between and between[0][0] < at:
                between.pop(0)[1]()
            step()
        for _, deed in between:
            deed()
        self._refuse_the_rest(self.scene.closes[n], morning)
        self._fresh_mad = [name for name in night.new_mad if table.players[name].mad]

    def _heir(self, said: Said) -> None:
        for skill, targets in said.orders:
            if skill != "继任":
                continue
            if self.table.may_succeed(said.who, targets[0]):
                self.table.succeed(targets[0])
                self.course.verdicts[said.pmid] = "ack"
                self._tell("sheriff", targets[0], "", said.at)
            else:
                self.course.verdicts[said.pmid] = "refused"

    def _opening(self, phase: int, night: Night, opens: datetime, closes: datetime) -> Callable[[], None]:
        def step() -> None:
            must = not self.scene.slept(opens, closes)
            table = self.table
            owners = {0: ("守卫", "guard?"), 1: ("吹笛", "pipe?"), 2: ("先知", "foresee?")}
            if phase in owners and (one := table.owner(owners[phase][0])):
                self._tell(owners[phase][1], one.name, "", opens, must=must)
            if phase == 2:
                if night.wolf:
                    self._tell("kill?", night.wolf, "", opens, must=must)
                white = table.owner("白狼")
                used = white is not None and any(
                    (b + 1) // 2 == (night.number + 1) // 2 for b in white.bite_nights
                )
                if white is not None and not used:
                    self._tell("bite?", white.name, "", opens, must=must)
            if phase == 3 and (witch := table.owner("女巫")):
                listed = night_rules.witch_list(table, night)
                if listed is not None:
                    self._tell("witch", witch.name, "、".join(listed) or "无", opens)
                elif "毒药" not in witch.spent:
                    self._tell("witch", witch.name, "", opens, must=must)
            if phase == 4:
                night_rules.look_ahead(table, night)
                if night.hunter_up:
                    self._tell("shot?", table.shot_due, "", opens, must=must)

        return step

    def _closing(self, phase: int, night: Night, opens: datetime, closes: datetime) -> Callable[[], None]:
        def legal(said: Said, skill: str, targets: tuple[str, ...]) -> bool:
            ok = night_rules.may(self.table, night, said.who, skill, targets)
            if self.course.verdicts.get(said.pmid) != "refused":
                self.course.verdicts[said.pmid] = "ack" if ok else "refused"
            return ok

        def step() -> None:
            said = self.scene.ledger.between(opens, closes)
            orders = night_rules.standing(said, phase, legal)
            table = self.table
            match phase:
                case 0:
                    night_rules.guard_done(table, night, orders)
                case 1:
                    night_rules.piper_done(table, night, orders)
                case 2:
                    night_rules.hunt_done(table, night, orders)
                    self._feedback(night, closes, in_love=False)
                case 3:
                    if table.only("女巫"):
                        night_rules.witch_done(table, night, orders)
                case _:
                    night_rules.hunter_done(table, orders)

        return step

    def _feedback(self, night: Night, at: datetime, *, in_love: bool) -> None:
        seer = self.table.only("先知")
        if seer is not None and night.foreseen and (seer.name in self.table.lovers) == in_love:
            self._tell("foresaw", seer.name, "/".join(night.foreseen), at)

    def _settle(self, night: Night, at: datetime) -> None:
        night_rules.settle(self.table, night)
        self.table.shot_due = ""
        self._feedback(night, at, in_love=True)
        self._ask_heir(at)

    def _refuse_the_rest(self, start: datetime, end: datetime) -> None:
        """Skills outside their own window are refused (A-18)."""
        for said in self.scene.ledger.between(start, end):
            if said.kind == "order" and said.pmid not in self.course.verdicts:
                self.course.verdicts[said.pmid] = "refused"
