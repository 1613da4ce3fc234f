"""A game of six with open votes: nothing is said before the director's word, and some order in their hollows."""

from __future__ import annotations

from datetime import timedelta

from tests.journey.harness import Journey
from tests.journey.names import SIX
from tests.journey.setting import Setup
from tests.journey.story import Story

CAST = dict(zip(SIX, ("狼人", "狼人", "女巫", "吹笛", "先知", "村民"), strict=True))
WOLF, WITCH, PIPER, SEER = "诸葛小亮", "小明明", "阿K", "猫·咪"
STORY = Story(
    lead={1: WITCH, 2: SEER},
    orders={
        (1, "杀"): ("和珅",),
        (1, "解药"): (),
        (1, "毒药"): (),
        (1, "吹笛"): (SEER, "和珅"),
        (2, "解药"): (),
        (2, "毒药"): ("小明",),
        (2, "吹笛"): (WOLF, WITCH),
    },
)


def setup() -> Setup:
    """The piper wins after two days."""
    return Setup(
        SIX,
        seed="approved",
        story=STORY,
        identities=CAST,
        rules="custom_roster = true",
        hidden_votes=False,
        publish="approve",
        hollows=(WITCH, PIPER),
        plot=_plot,
    )


def _plot(game: Journey) -> None:
    desk = game.desk
    desk.keep_watch()
    # What was ordered stands as it was sent: the hollow is rewritten when the night is over.
    desk.at(game.scene.closes[1] + timedelta(minutes=110), lambda: _rewrite(game))


def _rewrite(game: Journey) -> None:
    piper = game.member(PIPER)
    assert piper.hollow is not None
    fid, tid = piper.hollow
    pid = piper.last_ballot(tid)
    assert pid
    piper.browser.edit(fid, tid, pid, "吹笛 小明 诸葛小亮")
