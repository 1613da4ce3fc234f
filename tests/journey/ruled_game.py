"""A game of ten in which members break the rules of speech and the director rules all the time."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

from tests.journey.harness import Journey
from tests.journey.ledger import Meaning
from tests.journey.night_acts import MINUTE
from tests.journey.setting import Setup
from tests.journey.story import Story

CAST = {
    "诸葛小亮": "狼人",
    "小明": "狼人",
    "小明明": "白狼",
    "阿K": "长老",
    "和珅": "女巫",
    "七号公馆": "吹笛",
    "林间的风": "先知",
    "麦田_守望": "村民",
    "Qwerty": "村民",
    "月下独酌": "村民",
}
SHERIFF, MAD, ELDER, JAILED, FREED = "麦田_守望", "Qwerty", "阿K", "小明", "小明明"
FAINTED, NO_SEER = "月下独酌", "林间的风"

STORY = Story(
    joins=True,
    lead={1: SHERIFF, 2: FREED, 3: MAD},
    heir={2: MAD},
    orders={
        (1, "杀"): (ELDER,),
        (1, "撕咬"): (ELDER,),
        (1, "解药"): (),
        (1, "毒药"): (),
        (1, "吹笛"): (MAD,),
        (2, "杀"): (),
        (2, "解药"): (),
        (2, "毒药"): (SHERIFF,),
        (2, "吹笛"): (NO_SEER,),
        (3, "杀"): ("和珅",),
        (3, "吹笛"): ("七号公馆", "诸葛小亮"),
    },
)
TALK = Meaning("talk")


def setup() -> Setup:
    """The elder is struck twice, the sheriff is poisoned, two are expelled, three counts are ruled on."""
    return Setup(
        tuple(CAST),
        seed="ruled",
        story=STORY,
        identities=CAST,
        rules="custom_roster = true",
        tariff={"over_limit": 6, "mad_text": 2, "expelled_spoke": 1},
        public_flags=True,
        plot=_plot,
    )


def _plot(game: Journey) -> None:
    one = _Plot(game)
    one.first_day()
    one.second_day()
    one.third_day()


class _Plot:
    def __init__(self, game: Journey) -> None:
        self.game, self.desk = game, game.desk
        self.opens, self.closes = dict(game.scene.opens), dict(game.scene.closes)

    def _at(self, n: int, minutes: float, deed: Callable[[], None]) -> None:
        self.desk.at(self.opens[n] + timedelta(minutes=minutes), deed)

    def _after(self, n: int, minutes: float, deed: Callable[[], None]) -> None:
        self.desk.at(self.closes[n] + timedelta(minutes=minutes), deed)

    def _say(self, who: str, which: str, n: int, minutes: float, text: str, meaning: Meaning = TALK) -> None:
        member, scene = self.game.member(who), self.game.scene
        self._at(n, minutes, lambda: member.post(scene.thread(which, n), (text, meaning)))

    def _ballots(self, n: int, target: str, *voters: str) -> Callable[[], None]:
        entries = [("ballot", {"day": n, "voter": voter, "target": target}) for voter in voters]
        return lambda: self.desk.rule(*entries, reason="口头改票")  # type: ignore[arg-type]

    def _pid(self, who: str, which: str, n: int, kind: str, place: int = 0) -> int:
        tid = self.game.scene.thread(which, n)
        found = [
            p.pid
            for p in self.game.scene.ledger.posts.values()
            if (p.who, p.tid) == (who, tid) and p.versions[0].meaning.kind == kind
        ]
        return found[place]

    def first_day(self) -> None:
        """An alias, a ballot given and one voided before the close; after it a harmless one, and a held count."""
        desk = self.desk
        self._at(1, 5, lambda: desk.rule(("alias", {"name": SHERIFF, "alias": "老麦"})))
        for who in (FAINTED, "七号公馆"):
            self._say(who, "投票帖", 1, 200, "投票：老麦", Meaning("ballot", SHERIFF))
        self._at(1, 150, self._ballots(1, SHERIFF, JAILED))
        self._at(1, 220, self._void_one)
        self._after(1, 82, self._ballots(1, "abstain", JAILED))
        self._after(1, 90, self._ballots(1, MAD, *[n for n in CAST if n != JAILED][:7]))
        self._after(1, 102, lambda: desk.answer_correction("drop"))

    def _void_one(self) -> None:
        pid = self._pid("七号公馆", "投票帖", 1, "ballot", -1)
        self.desk.rule(("ballot", {"day": 1, "voter": "七号公馆", "void": pid}))

    def second_day(self) -> None:
        """The fainted and the mad speak; somebody faints by day; the count is put right in the night."""
        desk, seer, witch = self.desk, self.game.member(NO_SEER), self.game.member("和珅")
        self._say(ELDER, "讨论帖", 2, 30, "我还有话要说。")
        self._say(MAD, "讨论帖", 2, 40, "我是冤枉的")
        self._say(MAD, "讨论帖", 2, 60, "啊啊，听我说")
        self._say(MAD, "投票帖", 2, 70, f"投票：{FREED}，因为他是狼", Meaning("ballot", FREED))
        self._at(2, 110, self._exempt_one)
        speech = self.game.scene.thread
        self._say(NO_SEER, "讨论帖", 2, 20, "我先说两句。")
        self._at(2, 85, lambda: seer.edit(speech("讨论帖", 2), ("我什么也没说。", TALK)))
        self._say("和珅", "讨论帖", 2, 20, "这句话我会后悔的。")
        self._at(2, 85, lambda: witch.delete(speech("讨论帖", 2)))
        faint = ("state", {"who": FAINTED, "add": ("昏厥",)})
        self._at(2, 120, lambda: desk.rule(faint, dated=True))
        self._at(2, 125, lambda: desk.rule(("identity", {"who": NO_SEER, "value": "村民"})))
        self._after(2, 82, self._ballots(2, JAILED, *[n for n in CAST if n != FREED][:8]))
        self._after(2, 95, lambda: desk.answer_correction("apply"))

    def _exempt_one(self) -> None:
        self.desk.rule(("exempt", {"post": self._pid(MAD, "讨论帖", 2, "talk", 1)}))

    def third_day(self) -> None:
        """One is expelled by the tariff, the sheriff by the director; the close comes a quarter later."""
        for i in range(18):
            self._say(JAILED, "讨论帖", 3, 15 + i / 2, f"第 {i + 1} 句，继续说。")
        for minutes in (50, 55, 80, 100):
            self._say(JAILED, "讨论帖", 3, minutes, "我还没有说完。")
        self._say(JAILED, "讨论帖", 3, 150, "罚下了也要说。")
        self._say(JAILED, "投票帖", 3, 160, f"投票：{MAD}", Meaning("ballot", MAD))
        points = ("points", {"who": MAD, "points": 8})
        self._at(3, 100, lambda: self.desk.rule(points, reason="多次干扰讨论", dated=True))
        self._say(MAD, "讨论帖", 3, 150, "啊嗷")
        later = self.closes[3] + 15 * MINUTE
        close = ("time", {"what": "close", "n": 3, "value": later})
        self._at(3, 180, lambda: self.desk.rule(close))  # type: ignore[arg-type]
