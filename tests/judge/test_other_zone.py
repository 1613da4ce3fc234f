"""A board in another zone: the game's clock times are the board's, as its pages show them (`game-files.md`)."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta

import pytest

from tests.judge.small_game import CLOSE, OPEN, SmallGame
from tests.service.played import run

HOUR = timedelta(hours=1)


@pytest.mark.parametrize("dialect", ["x", "7.2"])
def test_clock_times_are_those_of_the_boards_pages(play: Callable[..., SmallGame], dialect: str) -> None:
    game = play(dialect=dialect)
    game.board.settings.zone = timedelta(hours=9)
    game.overrides(
        '[[override]]\nid = "t"\nkind = "time"\nwhat = "close"\nn = 1\nvalue = 2026-03-03T21:45:00\n'
    )
    app = game.app()
    game.run_until(app, OPEN + 2 * HOUR)
    app.close()
    game.board.post(game.vote, game.uids["己"], "投票：丙，来得及", CLOSE - HOUR + timedelta(minutes=14))
    game.board.post(game.vote, game.uids["戊"], "投票：丙，来晚了", CLOSE - HOUR + timedelta(minutes=15))
    game.clock.move_to(CLOSE - HOUR + timedelta(minutes=15))
    app = game.app()
    game.run_until(app, CLOSE - HOUR + timedelta(minutes=19))
    papers = next(iter(app.lanes.values())).tables[0].papers(game.clock.now())
    app.close()
    (result,) = game.results()
    assert "3月3日 21:45 计票" in result
    assert "夜晚1 21:45–22:00" in result
    assert "[b]4[/b]" in next(line for line in result.splitlines() if line.startswith("[tr][td]丙"))
    assert "晚于截止时间" in result
    assert papers.calendar.close(1) == CLOSE - HOUR + timedelta(minutes=15)
    status = (game.folder / "state" / "status.html").read_text("utf-8")
    assert "3月4日 09:30" in status


def test_a_game_keeps_its_zone_and_the_commands_know_it(play: Callable[..., SmallGame]) -> None:
    game = play(given=False, resumed=False, threads="open = true")
    game.board.settings.zone = timedelta(hours=-5)
    app = game.app()
    app.tick()
    game.board.settings.zone = timedelta(hours=2)
    game.clock.sleep(600)
    app.tick()
    app.close()
    shown = json.loads(run(game, "status", "--json").stdout)  # type: ignore[arg-type]
    assert shown["games"][0]["next"]["at"] == "2026-03-01T21:30:00-05:00"
