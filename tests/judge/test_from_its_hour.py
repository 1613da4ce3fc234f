"""`at`: a ruling on times or threads counts from its hour on, and until then as if it were not there."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from tests.judge.small_game import CLOSE, OPEN, SmallGame

MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)


def stamp(at: object) -> str:
    return f"{at:%Y-%m-%dT%H:%M:%S}"


@pytest.mark.parametrize("restarted", [False, True])
def test_a_close_is_moved_when_the_hour_has_come(play: Callable[..., SmallGame], restarted: bool) -> None:
    game = play()
    game.clock.move_to(CLOSE - 5 * HOUR)
    game.overrides(
        f'[[override]]\nid = "t"\nkind = "time"\nwhat = "close"\nn = 1\nat = {stamp(CLOSE - 3 * HOUR)}\n'
        f"value = {stamp(CLOSE - 4 * HOUR)}\n"
    )
    app = game.app()
    game.run_until(app, CLOSE - 3 * HOUR - MINUTE)
    assert game.results() == [], "the close it names has passed, the ruling does not count yet"
    if restarted:
        app.close()
        app = game.app()
    game.run_until(app, CLOSE - 3 * HOUR + 3 * MINUTE)
    assert len(game.results()) == 1
    game.run_until(app, CLOSE + 10 * MINUTE)
    app.close()
    assert len(game.results()) == 1


def test_a_later_close_whose_hour_comes_too_late_changes_nothing(play: Callable[..., SmallGame]) -> None:
    game = play()
    game.clock.move_to(CLOSE - HOUR)
    game.overrides(
        f'[[override]]\nid = "t"\nkind = "time"\nwhat = "close"\nn = 1\nat = {stamp(CLOSE + 30 * MINUTE)}\n'
        f"value = {stamp(CLOSE + HOUR)}\n"
    )
    app = game.app()
    game.run_until(app, CLOSE + 5 * MINUTE)
    app.close()
    assert len(game.results()) == 1


def test_another_thread_counts_from_its_hour(play: Callable[..., SmallGame]) -> None:
    game = play()
    other = game.board.open_thread(game.fid, game.uids["导演甲"], "另一个投票帖", "请在这里投", OPEN)
    game.board.post(other, game.uids["甲"], "投票：己", OPEN + HOUR)
    game.clock.move_to(CLOSE - 2 * HOUR)
    game.overrides(
        f'[[override]]\nid = "t"\nkind = "thread"\nday = 1\nwhich = "vote"\nurl = {other}\n'
        f"at = {stamp(CLOSE - HOUR)}\n"
    )
    app = game.app()

    def read() -> bool:
        with app.store.reading() as tx:
            return tx.thread_read_at(next(iter(app.lanes.values())).tables[0]._board, other) is not None

    game.run_until(app, CLOSE - HOUR - MINUTE)
    assert not read()
    game.run_until(app, CLOSE + 5 * MINUTE)
    assert read()
    app.close()
    (result,) = [text for text in game.judge_posts(other) if "投票结果" in text]
    assert "己当选警长" in result
    assert game.results() == []


def test_a_thread_whose_hour_has_not_come_is_not_counted(play: Callable[..., SmallGame]) -> None:
    game = play()
    other = game.board.open_thread(game.fid, game.uids["导演甲"], "另一个投票帖", "请在这里投", OPEN)
    game.clock.move_to(CLOSE - HOUR)
    game.overrides(
        f'[[override]]\nid = "t"\nkind = "thread"\nday = 1\nwhich = "vote"\nurl = {other}\n'
        f"at = {stamp(CLOSE + HOUR)}\n"
    )
    app = game.app()
    game.run_until(app, CLOSE + 5 * MINUTE)
    app.close()
    (result,) = game.results()
    assert "丙当选警长" in result
