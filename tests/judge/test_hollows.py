"""Orders by the hollows (树洞) alone: read there and nowhere else, told where to be written, re-read by a ruling."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from tests.judge.small_game import CLOSE, NAMES, SmallGame

WITCH = CLOSE + timedelta(minutes=45)


def with_hollows(game: SmallGame, orders: str) -> dict[str, int]:
    """Every character has a hollow; the game takes orders as said."""
    text = game.file().read_text("utf-8")
    hollows = {}
    for name in NAMES:
        tid = game.board.open_thread(game.fid, game.uids[name], f"{name}的树洞", "这里是我的树洞。")
        hollows[name] = tid
        text = text.replace(f'name = "{name}"\n', f'name = "{name}"\nhollow = {tid}\n')
    game.file().write_text(f"orders = {orders}\n{text}", "utf-8")
    return hollows


def heard(game: SmallGame, who: str) -> list[str]:
    judge = game.uids["判官"]
    return [m.text for m in game.board.messages(game.uids[who]) if m.sender == judge]


def fainted(game: SmallGame, app: object) -> set[str]:
    (lane,) = app.lanes.values()  # type: ignore[attr-defined]
    state = lane.tables[0].papers(game.clock.now()).record.game_state()
    return {one.name for one in state if one.states}


def test_orders_by_the_hollows_alone(play: Callable[..., SmallGame]) -> None:
    game = play()
    hollows = with_hollows(game, '["hollow"]')
    game.clock.move_to(CLOSE - timedelta(minutes=1))
    app = game.app()
    game.run_until(app, WITCH + timedelta(minutes=1))
    (prompt,) = [text for text in heard(game, "己") if "夜晚6" in text]
    assert "写在你的树洞" in prompt
    assert f"tid={hollows['己']}" in prompt
    game.board.pm(game.uids["己"], game.uids["判官"], "毒药 甲")
    game.board.post(hollows["己"], game.uids["乙"], "毒药 乙，我是来捣乱的", game.clock.now())
    game.board.post(hollows["己"], game.uids["己"], "毒药 丁", game.clock.now())
    game.clock.sleep(60)
    game.board.post(hollows["己"], game.uids["己"], "我再想一想。\n毒药 丙", game.clock.now())
    game.run_until(app, WITCH + timedelta(minutes=40))
    assert fainted(game, app) == {"丙"}
    app.close()
    assert sum("已收到" in text for text in heard(game, "己")) == 2


@pytest.mark.parametrize("orders", ['["pm", "hollow"]', '["hollow"]'])
def test_a_post_that_was_not_understood_is_read_as_the_director_says(
    play: Callable[..., SmallGame], orders: str
) -> None:
    game = play()
    hollows = with_hollows(game, orders)
    game.clock.move_to(CLOSE - timedelta(minutes=1))
    app = game.app()
    game.run_until(app, WITCH + timedelta(minutes=1))
    pid = game.board.post(hollows["己"], game.uids["己"], "给三号那位来一瓶药", game.clock.now())
    game.run_until(app, WITCH + timedelta(minutes=4))
    game.overrides(f'[[override]]\nid = "r"\nkind = "read"\npid = {pid}\nas = "毒药 丙"\n')
    game.run_until(app, WITCH + timedelta(minutes=40))
    assert fainted(game, app) == {"丙"}
    app.close()
    assert sum("毒药" in text and "已收到" in text for text in heard(game, "己")) == 1


def test_of_two_orders_in_one_minute_the_later_counts(play: Callable[..., SmallGame]) -> None:
    """Boards number their messages; the tenth comes after the ninth."""
    game = play()
    game.clock.move_to(CLOSE - timedelta(minutes=1))
    app = game.app()
    game.run_until(app, WITCH + timedelta(minutes=2))
    sent = 0
    while not str(sent).endswith("8"):
        sent = game.board.pm(game.uids["戊"], game.uids["导演甲"], "一句闲话")
    now = game.clock.now().replace(second=0)
    for target in "丁丙":
        game.board.pm(game.uids["己"], game.uids["判官"], f"毒药 {target}", now)
    game.run_until(app, WITCH + timedelta(minutes=40))
    assert fainted(game, app) == {"丙"}
    app.close()


def test_a_letter_of_two_illegal_orders_is_turned_down_in_one_answer(play: Callable[..., SmallGame]) -> None:
    game = play()
    game.clock.move_to(CLOSE - timedelta(minutes=1))
    app = game.app()
    game.run_until(app, WITCH + timedelta(minutes=1))
    game.board.pm(game.uids["甲"], game.uids["判官"], "毒药 丙\n解药 丁")
    game.run_until(app, WITCH + timedelta(minutes=5))
    app.close()
    (answer,) = [text for text in heard(game, "甲") if "未接受" in text]
    assert "毒药 丙；解药 丁" in answer
