"""Members break the rules of speech, the director rules on everything; the referee follows and finds what is wrong.

After the game single words of what was published are changed: each change must be found.
"""

from __future__ import annotations

import re
from datetime import timedelta
from pathlib import Path

import pytest

from tests.journey import ruled_game
from tests.journey.harness import Journey
from tests.journey.lies import Lie, letters, not_missed, unnoticed
from tests.journey.ruled_game import ELDER, FAINTED, FREED, JAILED, MAD, NO_SEER, SHERIFF

pytestmark = pytest.mark.slow


LIES: dict[str, Lie] = {
    "a correction with another number": ("更正公示】第一天", lambda t: re.sub(r"现 \[b\]\d+", "现 [b]9", t)),
    "a correction without a voter": (
        "更正公示】第一天",
        lambda t: re.sub(r"（[^、（）]+、", "（", t, count=1),
    ),
    "a correction of another outcome": (
        "更正公示】第二天",
        lambda t: t.replace(f"更正为：{JAILED}", "更正为：阿K"),
    ),
    "a correction that hides its outcome": (
        "更正公示】第二天",
        lambda t: t.replace("结果更正为", "结果不变"),
    ),
    "a correction of another day": ("更正公示】第一天", lambda t: t.replace("第一天投票", "第三天投票")),
    "another fainted by day": ("状态变化", lambda t: t.replace(FAINTED, "阿K")),
    "points made up": (f"{MAD} 罚下", lambda t: t.replace("　8 分", "　9 分")),
    "points left out": (f"{JAILED} 罚下", lambda t: re.sub(r"\[\*\][^\n]*\n", "", t, count=1)),
    "another reason": (f"{MAD} 罚下", lambda t: t.replace("多次干扰讨论", "别的原因")),
    "another post charged": (f"{JAILED} 罚下", lambda t: re.sub(r"pid=(\d+)", "pid=1", t, count=1)),
    "another expelled": (f"{JAILED} 罚下", lambda t: t.replace(JAILED, "阿K")),
    "the expelled alive in the end": ("获胜[/b]", lambda t: t.replace("、罚下", "")),
    "the freed still listed": ("第三天开始", lambda t: t.replace(f"[b]{JAILED}", f"[b]{FREED}、{JAILED}")),
    "the old identity": (
        "获胜[/b]",
        lambda t: t.replace(f"{NO_SEER}[/td][td]村民", f"{NO_SEER}[/td][td]先知"),
    ),
    "a ruled ballot under another name": (
        "第一天投票结果",
        lambda t: t.replace(f"{JAILED} （导演裁定）", "阿K （导演裁定）"),
    ),
    "a voided ballot explained otherwise": (
        "第一天投票结果",
        lambda t: t.replace("由导演裁定作废", "晚于截止时间"),
    ),
    "a secret flag in public": (
        "第二天发言记录",
        lambda t: re.sub(r"\[\*\]", "[*][url=http://x/?pid=47]#9[/url] 某人\n[*]", t, count=1),
    ),
    "a public flag of another post": ("第二天发言记录", lambda t: re.sub(r"pid=\d+", "pid=1", t, count=1)),
}


NOTICES = (
    "警长空缺。",
    "截止改为",
    "更正公示】第一天",
    "更正公示】第二天",
    "状态变化",
    "罚下[/b]",
    "发言记录[/b]",
)
LETTERS = (
    "与已公布的不同",
    "你处于囚禁状态",
    "被罚下：",
    "须指定继任者",
    "癫狂：不可用的字符",
    "超过发帖上限",
)


@pytest.mark.rule("R-035", "R-036", "R-043", "R-045", "R-046", "R-123", "A-25", "A-63", "A-64", "G-22")
def test_a_game_that_is_ruled_on_all_the_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Journey(ruled_game.setup(), tmp_path) as game:
        game.fix_chance(monkeypatch)
        game.play()
        _right(game)
        assert list(unnoticed(game, LIES)) == []
        assert list(not_missed(game, NOTICES, LETTERS)) == []
        (asked,) = letters(game, "须指定继任者")
        asked.at -= timedelta(minutes=16)
        assert game.referee().problems() != [], "the sheriff is asked before the night is over"


def _right(game: Journey) -> None:
    referee = game.referee()
    assert "\n".join(referee.problems()) == ""
    assert "\n".join(game.watcher.found) == ""
    course = referee.course
    assert course is not None
    entries = [(e.who, e.state, e.cause) for e in course.table.entries]
    assert entries[0] == (ELDER, "fainted", "杀人"), "both struck the elder: his long life does not save him"
    assert (FAINTED, "fainted", "director") in entries
    assert (SHERIFF, "fainted", "毒药") in entries
    assert (JAILED, "imprisoned", "director") in entries
    assert {one.who: sum(points for points, _, _ in one.ledger) for one in course.expulsions} == {
        JAILED: 12,
        MAD: 12,
    }
    assert [(c.day, c.old.top, c.new.top, c.action) for c in course.changes] == [
        (1, SHERIFF, SHERIFF, ""),
        (1, SHERIFF, MAD, "drop"),
        (2, FREED, JAILED, "apply"),
    ]
    kinds = {flag.kind for flag in course.flags}
    assert kinds == {"silenced", "over_limit", "mad_text", "expelled_spoke", "edited", "deleted"}
    third = course.days[2].count
    assert {"not_eligible", "ineligible_target"} <= set(third.rejected.values())
    assert course.table.players[NO_SEER].identity == "村民"
    assert course.table.sheriff == "", "the expelled sheriff leaves the office empty"
