"""Where orders come by hollow alone, no letter asks for an answer by message: none would be read."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from tests.judge.small_game import CLOSE, NAMES, SmallGame
from tests.judge.test_hollows import with_hollows


@pytest.mark.parametrize(("orders", "there"), [('["hollow"]', True), ('["pm", "hollow"]', False)])
def test_the_prompts_name_the_place_where_orders_are_read(
    play: Callable[..., SmallGame], orders: str, there: bool
) -> None:
    game = play()
    with_hollows(game, orders)
    game.clock.move_to(CLOSE - timedelta(minutes=1))
    app = game.app()
    game.run_until(app, CLOSE + timedelta(minutes=50))
    app.close()
    heard = [m.text for name in NAMES for m in game.board.messages(game.uids[name])]
    prompts = [text for text in heard if "当前未收到你的指令" in text]
    assert len(prompts) == 2, "the wolf and the witch"
    for text in prompts:
        assert ("在你的树洞里写“" in text) is there
        assert ("回复“" in text) is not there
