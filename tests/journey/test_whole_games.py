"""Whole games, played by scripted members over HTTP; nobody touches the judge, and the referee finds no fault."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest

from tests.journey.harness import Journey
from tests.journey.names import TWELVE, TWENTY
from tests.journey.referee import Referee
from tests.journey.setting import PASSWORD, Setup, calendar, wall
from tests.journey.story import Story
from tests.journey.watcher import telling_lines
from tests.journey.words import dealt

pytestmark = pytest.mark.slow


@pytest.fixture
def led(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Callable[[Setup], Referee]:
    """Play a game; the referee, the watcher and who reads the log must have nothing to say."""

    def play(setup: Setup) -> Referee:
        referee = _led(setup, tmp_path, monkeypatch)
        said = "".join(capfd.readouterr())
        assert PASSWORD not in said
        assert list(telling_lines(said, list(setup.names))) == []
        return referee

    return play


def _led(setup: Setup, folder: Path, patch: pytest.MonkeyPatch) -> Referee:
    with Journey(setup, folder) as journey:
        journey.fix_chance(patch)
        journey.play()
        referee = journey.referee()
        problems = referee.problems()
    assert "\n".join(problems) == ""
    assert "\n".join(journey.watcher.found) == ""
    assert journey.watcher.files_read > 0
    assert referee.course is not None
    assert referee.course.winner
    return referee


def news_of(referee: Referee) -> set[str]:
    """Everything out of the ordinary that happened."""
    assert referee.course is not None
    return {what for day in referee.course.days for what, _ in day.news + day.opening_news}


@pytest.mark.rule("R-023", "R-024", "R-034", "R-098", "R-099", "R-107", "R-117", "R-153", "A-12", "A-47")
def test_twenty_characters_on_x(led: Callable[[Setup], Referee]) -> None:
    """Lovers fall together, the hunter shoots, the idiot plays the fool when asked, the piper is caught."""
    identities = dict(zip(TWENTY, dealt(20), strict=True))
    of = {identity: name for name, identity in reversed(identities.items())}
    villagers = [name for name, identity in identities.items() if identity == "村民"]
    story = Story(
        lovers=(of["猎人"], villagers[0]),
        joins=True,
        lead={2: of["白痴"], 3: of["吹笛"]},
        fool={2: "yes"},
        orders={
            (1, "杀"): (villagers[0],),
            (1, "撕咬"): (),
            (1, "守护"): (of["先知"],),
            (1, "解药"): (),
            (1, "毒药"): (),
            (1, "麻醉"): (of["狼人"],),
            (2, "杀"): (of["长老"],),
            (2, "撕咬"): (villagers[1],),
        },
    )
    referee = led(Setup(TWENTY, seed="twenty", story=story, identities=identities))
    assert {"feigned", "madness_lifted"} <= news_of(referee)
    fainted = [(e.who, e.cause) for e in referee.course.table.entries if e.state == "fainted"]  # type: ignore[union-attr]
    assert fainted[:3] == [(villagers[0], "杀人"), (of["猎人"], "移情"), (of["狼人"], "麻醉")]


@pytest.mark.rule("R-106", "R-113", "R-119", "R-121", "R-123", "A-18", "A-19", "A-35")
def test_twelve_characters_on_seven_in_gbk(led: Callable[[Setup], Referee]) -> None:
    """The judge deals; the board shows minutes only and cannot write every letter."""
    referee = led(Setup(TWELVE, dialect="7", charset="gbk", seed="twelve"))
    assert referee.course is not None
    assert set(referee.course.verdicts.values()) == {"ack", "refused"}


@pytest.mark.rule("R-032", "R-033", "R-120", "A-12")
def test_a_judge_who_starts_again_often_and_was_down_across_a_close_and_a_window(
    led: Callable[[Setup], Referee],
) -> None:
    """Results go by the times of posts and orders; the notice says that it is late; printed windows stand."""
    down = (
        (wall("2026-03-02 19:20"), wall("2026-03-02 19:40")),
        (wall("2026-03-03 01:50"), wall("2026-03-03 02:10")),
    )
    opens, closes = calendar()
    restarts = tuple(
        at
        for n in (1, 4)
        for at in (
            opens[n] - timedelta(minutes=1),
            opens[n],
            closes[n] - timedelta(minutes=2),
            closes[n],
            closes[n] + timedelta(minutes=31),
        )
    )
    setup = Setup(TWELVE, seed="down", story=Story(habit=True), down=down, restarts=restarts)
    referee = led(setup)
    count = referee.count_notice(2)
    assert count is not None
    assert count.late
    assert [start for _, start, _ in count.windows] == ["19:45", "20:00", "20:15", "20:30", "20:45"]
    assert next(start for _, start, _ in (referee.count_notice(3) or count).windows) == "01:30"
