"""Whatever the board does at the close: one result, never none, never two."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from practice.faults import Fault
from practice.members import Member, Unwelcome
from service.store import NoticeState
from tests.judge.small_game import CLOSE, SmallGame

ON_POST = [
    Fault.DROP_AFTER,
    Fault.DROP_BEFORE,
    Fault.FORMHASH,
    Fault.LOST_SESSION,
    Fault.DB_DOWN,
    Fault.SERVER_ERROR,
    Fault.FLOOD,
    Fault.BOARD_CLOSED,
    Fault.HOURS,
    Fault.TRUNCATED,
]
ON_GET = [
    Fault.LOST_SESSION,
    Fault.DB_DOWN,
    Fault.SERVER_ERROR,
    Fault.DROP_BEFORE,
    Fault.TRUNCATED,
    Fault.BOARD_CLOSED,
]


def through(game: SmallGame, plan: Callable[[], None]) -> None:
    game.clock.move_to(CLOSE - timedelta(seconds=50))
    app = game.app()
    app.tick()
    game.clock.move_to(CLOSE)
    plan()
    game.run_until(app, CLOSE + timedelta(minutes=25))
    app.close()


@pytest.mark.parametrize("dialect", ["x", "7.2"])
@pytest.mark.parametrize("fault", ON_POST)
def test_a_fault_on_the_post_of_the_result(
    play: Callable[..., SmallGame], fault: Fault, dialect: str
) -> None:
    game = play(dialect=dialect, moderator=False)
    path = "forum.php" if dialect == "x" else "post.php"
    through(game, lambda: game.board.faults.next(fault, 1, method="POST", path=path))
    assert game.board.faults.left == 0
    (result,) = game.results()
    assert "丙当选警长" in result


@pytest.mark.parametrize("dialect", ["x", "7.2"])
@pytest.mark.parametrize("fault", ON_GET)
def test_a_fault_on_reading_the_thread_at_the_close(
    play: Callable[..., SmallGame], fault: Fault, dialect: str
) -> None:
    game = play(dialect=dialect)
    path = "forum.php" if dialect == "x" else "viewthread.php"
    # A session that is lost again right after a log-in is a person's affair: exactly one try.
    times = 1 if fault is Fault.LOST_SESSION else 3
    through(game, lambda: game.board.faults.next(fault, times, method="GET", path=path))
    (result,) = game.results()
    assert "丙当选警长" in result


def test_held_for_approval_by_the_board_is_not_said_twice(play: Callable[..., SmallGame]) -> None:
    game = play(moderator=False)
    through(game, lambda: game.board.faults.next(Fault.QUEUE, 1, method="POST", path="forum.php"))
    mine = [p for p in game.board.state.posts.values() if p.uid == game.uids["判官"] and "投票结果" in p.text]
    assert [post.visibility for post in mine] == ["pending"]
    assert any("未能发出" in m.text for m in game.board.messages(game.uids["导演甲"]))
    game.board.approve(mine[0].pid)
    app = game.app()
    game.run_until(app, CLOSE + timedelta(minutes=40))
    assert len(game.results()) == 1
    result = next(n for n in game.notices(app) if n.data.get("template") == "count")
    assert (result.state, result.pid) == (NoticeState.SENT, mine[0].pid)
    app.close()


def test_a_captcha_stops_the_judge_and_nothing_is_lost(play: Callable[..., SmallGame]) -> None:
    game = play()
    game.board.settings.login_captcha = True
    game.clock.move_to(CLOSE - timedelta(seconds=50))
    app = game.app()
    for _ in range(3):
        game.clock.move_to(app.tick())
    (lane,) = app.lanes.values()
    assert lane.worker.health.stopped is not None
    tries = sum(1 for r in game.board.requests if r.method == "POST")
    assert tries <= 1
    app.close()


def test_a_wrong_password_is_tried_once_even_over_restarts(play: Callable[..., SmallGame]) -> None:
    game = play()
    env = game.folder / ".env"
    env.write_text(env.read_text("utf-8").replace("pw-判官-long", "wrong"), "utf-8")
    for _ in range(3):
        app = game.app()
        app.tick()
        game.clock.sleep(30)
        app.close()
    assert sum(1 for r in game.board.requests if r.method == "POST") == 1


def test_a_lock_out_is_waited_for_and_nobody_need_come(play: Callable[..., SmallGame]) -> None:
    game = play()
    game.clock.move_to(CLOSE - timedelta(minutes=10))
    for _ in range(5):
        with pytest.raises(Unwelcome):
            Member(game.running.url, "判官", "wrong-password")
    app = game.app()
    app.tick()
    assert not game.notices(app, NoticeState.SENT)
    game.run_until(app, CLOSE + timedelta(minutes=20))
    (lane,) = app.lanes.values()
    assert lane.worker.health.stopped is None
    assert len(game.results()) == 1
    app.close()
