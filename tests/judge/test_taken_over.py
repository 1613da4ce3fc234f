"""Games that a person began, days that follow the night at once, orders before night 0, an end before day 1."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from engine.model import Skill
from engine.queries import may_use
from engine.state import State
from service.app import App
from tests.judge.small_game import CLOSE, OPEN, ZONE, SmallGame


def rewritten(game: SmallGame, *pairs: tuple[str, str]) -> None:
    text = game.file().read_text("utf-8")
    for old, new in pairs:
        assert old in text
        text = text.replace(old, new)
    game.file().write_text(text, "utf-8")


def state_of(game: SmallGame, app: App) -> State:
    (lane,) = app.lanes.values()
    return lane.tables[0].papers(game.clock.now()).record.game_state()


def heard(game: SmallGame, who: str) -> str:
    judge = game.uids["判官"]
    return "\n".join(m.text for m in game.board.messages(game.uids[who]) if m.sender == judge)


def test_the_first_opening_says_nothing_of_a_night_that_a_person_led(play: Callable[..., SmallGame]) -> None:
    game = play(ballots=False)
    rewritten(
        game,
        ("[threads.1]", "[threads.2]"),
        ("start = 2026-03-02", "start = 2026-02-28"),
        ("day = 1", 'day = 2\nsheriff = "丙"\n[resume.characters]\n"丁" = {states = ["昏厥"]}'),
    )
    app = game.app()
    game.run_until(app, OPEN + timedelta(minutes=5))
    (lane,) = app.lanes.values()
    commitment = lane.tables[0].papers(game.clock.now()).record.secret["commitment"]
    app.close()
    (opening,) = [text for text in game.judge_posts(game.discussion) if "第二天开始" in text]
    assert "夜晚昏厥" not in opening
    assert "前一日投票囚禁" not in opening
    assert "当日警长：[b]丙" in opening
    assert "昏厥中" in opening
    assert f"[code]{commitment}[/code]" in opening
    assert "丁" in opening


@pytest.mark.rule("A-45", "R-112")
@pytest.mark.parametrize(("day", "barred"), [(2, {2}), (3, set()), (4, {4})])
def test_a_bite_that_was_used_is_used_for_its_two_nights(
    play: Callable[..., SmallGame], day: int, barred: set[int]
) -> None:
    game = play(ballots=False)
    rewritten(
        game,
        ("[threads.1]", f"[threads.{day}]"),
        ("day = 1", f'day = {day}\n[resume.characters]\n"己" = {{spent = ["撕咬"]}}'),
        ('identity = "女巫"', 'identity = "白狼"\n[rules]\ncustom_roster = true\n'),
    )
    app = game.app()
    app.tick()
    state = state_of(game, app)
    app.close()
    nights = {night: replace(state, day=night) for night in range(day, 5)}
    assert {night for night, then in nights.items() if may_use(then, Skill.BITE, "己") is not None} == barred


def test_an_opening_that_is_given_prevails_over_one_at_once(play: Callable[..., SmallGame]) -> None:
    game = play()
    rewritten(
        game,
        ("start = 2026-03-02", 'start = 2026-03-02\nnight_tail = "open_immediately"\n[[timetable.day]]\nn = 2\nopen = 2026-03-04T08:00:00'),
    )  # fmt: skip
    game.clock.move_to(CLOSE - timedelta(minutes=1))
    app = game.app()
    game.run_until(app, CLOSE + timedelta(hours=3))
    assert not state_of(game, app).opened
    game.run_until(app, datetime(2026, 3, 4, 8, 2, tzinfo=ZONE))
    assert state_of(game, app).opened
    app.close()


@pytest.mark.parametrize(("early", "held"), [("hold", True), ("reject", False)])
def test_an_order_for_night_0_that_comes_early(
    play: Callable[..., SmallGame], early: str, held: bool
) -> None:
    game = play(given=False, resumed=False, threads="open = true")
    rewritten(
        game,
        (
            'identity = "女巫"',
            f'identity = "爱神"\n[rules]\ncustom_roster = true\nearly_orders = "{early}"\n',
        ),
    )
    app = game.app()
    game.run_until(app, OPEN - timedelta(hours=18))
    game.board.pm(game.uids["己"], game.uids["判官"], "情侣 丙 丁")
    game.run_until(app, OPEN - timedelta(hours=10))
    lovers = set(state_of(game, app).lovers)
    app.close()
    assert ("已收到" in heard(game, "己")) is held
    assert (lovers == {"丙", "丁"}) or not held


def test_a_game_that_ends_before_its_first_day_is_revealed_all_the_same(
    play: Callable[..., SmallGame],
) -> None:
    game = play(given=False, resumed=False, threads="open = true")
    app = game.app()
    game.run_until(app, OPEN - timedelta(hours=19))
    game.overrides('[[override]]\nid = "w"\nkind = "winner"\ncamp = "村民阵营"\n')
    game.run_until(app, OPEN - timedelta(hours=18))
    app.close()
    (tid,) = [t.tid for t in game.board.state.threads.values() if t.subject == "【报到帖】小局"]
    assert sum("获胜" in text for text in game.judge_posts(tid)) == 1
