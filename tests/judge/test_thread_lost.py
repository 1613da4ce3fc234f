"""A vote thread that is gone at the close is its own game's trouble, told of at once and mended by a ruling."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

from tests.judge.small_game import CLOSE, OPEN, SmallGame


def test_the_vote_thread_is_gone_at_the_close(play: Callable[..., SmallGame]) -> None:
    game = play()
    game.clock.move_to(CLOSE - timedelta(seconds=50))
    app = game.app()
    game.run_until(app, CLOSE - timedelta(seconds=1))
    first = game.board.posts(game.vote)[0].pid
    game.board.delete(first)
    game.run_until(app, CLOSE + timedelta(minutes=3))
    (lane,) = app.lanes.values()
    assert lane.worker.health.last_trouble == ""
    mail = [m.text for m in game.board.messages(game.uids["导演甲"])]
    assert sum("第1天投票帖读不到" in text for text in mail) == 1
    assert not game.results()
    second = game.board.open_thread(game.fid, game.uids["导演甲"], "第一天 投票（补）", "请接着投", OPEN)
    game.board.post(second, game.uids["己"], "投票：丁", OPEN + timedelta(hours=1))
    game.overrides(
        f'[[override]]\nid = "t"\nkind = "thread"\nday = 1\nwhich = "vote"\nurl = "{second}"\nreason = "补"\n'
    )
    game.run_until(app, CLOSE + timedelta(minutes=6))
    app.close()
    results = [text for text in game.judge_posts(second) if "投票结果" in text]
    assert len(results) == 1
    assert "丁当选警长" in results[0]
