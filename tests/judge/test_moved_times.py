"""What a ruling moves after it was published is published again, once (R-022)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from tests.judge.small_game import CLOSE, OPEN, SmallGame


def said(game: SmallGame) -> list[str]:
    return [text for text in game.judge_posts(game.discussion) if "时刻变更" in text]


def moved(value: str, *, what: str = "close", more: str = "") -> str:
    return f'[[override]]\nid = "{value}"\nkind = "time"\nwhat = "{what}"\nn = 1\nvalue = {value}\n{more}'


@pytest.mark.rule("R-020", "R-022")
def test_a_close_that_is_moved(play: Callable[..., SmallGame]) -> None:
    game = play()
    app = game.app()
    game.run_until(app, OPEN + timedelta(minutes=20))
    assert not said(game)
    game.overrides(moved("2026-03-04T21:30:00"))
    game.run_until(app, OPEN + timedelta(minutes=40))
    app.close()
    app = game.app()
    game.run_until(app, OPEN + timedelta(minutes=60))
    (first,) = said(game)
    assert "第一天投票截止改为 3月4日 21:30（原为 3月3日 21:30）" in first
    game.overrides(moved("2026-03-03T20:00:00"))
    game.run_until(app, OPEN + timedelta(minutes=80))
    app.close()
    assert "截止改为 3月3日 20:00（原为 3月4日 21:30）" in said(game)[1]
    assert len(said(game)) == 2


@pytest.mark.rule("A-12", "R-022")
def test_a_window_that_is_moved(play: Callable[..., SmallGame]) -> None:
    game = play()
    game.clock.move_to(CLOSE - timedelta(minutes=1))
    app = game.app()
    game.run_until(app, CLOSE + timedelta(minutes=5))
    game.overrides(moved("2026-03-03T22:30:00", what="window", more="window = 6\n"))
    game.run_until(app, CLOSE + timedelta(minutes=12))
    app.close()
    (text,) = said(game)
    assert "第一夜的时段改为" in text
    assert "夜晚6 3月3日 22:30–22:45" in text
    assert "猎人 3月3日 22:45–23:00" in text


def test_nothing_is_said_of_a_time_that_nobody_was_told(play: Callable[..., SmallGame]) -> None:
    game = play()
    game.overrides(moved("2026-03-03T22:00:00"))
    app = game.app()
    game.run_until(app, OPEN + timedelta(minutes=20))
    app.close()
    assert not said(game)
    assert any("3月3日 22:00" in text for text in game.judge_posts(game.discussion))
