"""A window that begins within a minute: boards stamp private messages with the minute alone."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from tests.judge.small_game import CLOSE, SmallGame

ODD = """[[timetable.day]]
n = 1
windows = [
    2026-03-03T21:31:00, 2026-03-03T21:45:20, 2026-03-03T22:00:20, 2026-03-03T22:15:20, 2026-03-03T22:30:20,
]
"""


def heard(game: SmallGame, who: str) -> str:
    return "\n".join(m.text for m in game.board.messages(game.uids[who]))


@pytest.mark.rule("A-18")
def test_an_order_in_the_minute_of_the_opening_is_in_time(play: Callable[..., SmallGame]) -> None:
    game = play(extra=ODD)
    game.clock.move_to(CLOSE - timedelta(minutes=1))
    app = game.app()
    game.run_until(app, CLOSE + timedelta(minutes=29, seconds=30))
    for wolf in ("甲", "乙"):
        game.board.pm(game.uids[wolf], game.uids["判官"], "杀 丙", CLOSE + timedelta(minutes=29, seconds=30))
    game.run_until(app, CLOSE + timedelta(minutes=30, seconds=45))
    for wolf in ("甲", "乙"):
        game.board.pm(game.uids[wolf], game.uids["判官"], "杀 丁", game.clock.now())
    game.run_until(app, CLOSE + timedelta(minutes=48))
    app.close()
    assert "今晚的目标：丁" in heard(game, "己"), "a minute earlier is early, the opening's own minute is not"
    assert sum("现在不是使用这个技能的时间" in heard(game, wolf) for wolf in ("甲", "乙")) == 2
