"""A title that the board writes otherwise than it was sent: the thread is found again, and opened once."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from tests.judge.small_game import OPEN, SmallGame


@pytest.mark.parametrize("title", ["甲  乙局", "\u3000新局\u3000", "😀局", "局\u00a0二", "a&b <i>局</i>"])
@pytest.mark.parametrize("dialect", ["x", "7.2"])
def test_a_thread_is_opened_once(play: Callable[..., SmallGame], dialect: str, title: str) -> None:
    game = play(dialect=dialect, given=False, resumed=False, threads="open = true")
    text = game.file().read_text("utf-8").replace('title = "小局"', f'title = "{title}"')
    game.file().write_text(text, "utf-8")
    app = game.app()
    game.run_until(app, OPEN - timedelta(hours=19, minutes=30))
    app.close()
    opened = [t.tid for t in game.board.state.threads.values() if t.subject.startswith("【报到帖】")]
    assert len(opened) == 1


def test_a_directors_thread_is_found_by_such_a_title(play: Callable[..., SmallGame]) -> None:
    game = play(dialect="7.2", given=False)
    text = game.file().read_text("utf-8").replace('title = "小局"', 'title = "😀 小局"')
    game.file().write_text(text, "utf-8")
    vote = game.board.open_thread(
        game.fid, game.uids["导演甲"], "【投票帖】小局 第1天", "请投票，竞选警长", OPEN
    )
    app = game.app()
    game.run_until(app, OPEN + timedelta(minutes=3))
    app.close()
    assert any("竞选警长" in text for text in game.judge_posts(vote))
