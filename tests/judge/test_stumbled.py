"""A fault of ours in one game's turn: the director hears once that it stands still, and it goes on by itself."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from service.game import day
from tests.judge.small_game import CLOSE, SmallGame


def test_the_director_hears_once_and_the_count_follows(
    play: Callable[..., SmallGame], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = play()
    game.clock.move_to(CLOSE - timedelta(minutes=1))
    app = game.app()

    def broken(*_: object) -> bool:
        raise KeyError("a fault of ours")

    with monkeypatch.context() as patch:
        patch.setattr(day, "close_day", broken)
        game.run_until(app, CLOSE + timedelta(minutes=5))
    told = [m.text for m in game.board.messages(game.uids["导演甲"]) if "判官自己出错" in m.text]
    assert len(told) == 1
    assert "KeyError" in told[0]
    assert "a fault of ours" not in told[0], "what an error says may hold what nobody should read"
    game.run_until(app, CLOSE + timedelta(minutes=10))
    app.close()
    assert len(game.results()) == 1
