"""Beside the course: the live count that is edited, the reminder, threads that are found."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from tests.judge.small_game import CLOSE, OPEN, SmallGame


@pytest.mark.parametrize("dialect", ["x", "7.2"])
def test_one_live_count_is_kept_by_editing_it(play: Callable[..., SmallGame], dialect: str) -> None:
    game = play(dialect=dialect, threads="open = false\nhidden_votes = false")
    game.clock.move_to(CLOSE - timedelta(hours=5))
    app = game.app()
    game.run_until(app, CLOSE - timedelta(hours=4))
    live = [text for text in game.judge_posts(game.vote) if "实时计票" in text]
    assert len(live) == 1
    assert "[b]3[/b]" in live[0]
    game.board.post(game.vote, game.uids["己"], "投票：丙，也来一票", game.clock.now())
    game.run_until(app, CLOSE - timedelta(hours=3))
    live = [text for text in game.judge_posts(game.vote) if "实时计票" in text]
    assert len(live) == 1
    assert "[b]4[/b]" in live[0]
    gone = next(post for post in game.board.posts(game.vote) if post.uid == game.uids["己"])
    game.board.delete(gone.pid)
    game.run_until(app, CLOSE - timedelta(hours=1, minutes=30))
    app.close()
    (text,) = (text for text in game.judge_posts(game.vote) if "实时计票" in text)
    assert "[b]3[/b]" in text, "a ballot that was deleted is none, before the close as well"


def test_the_director_hears_before_the_close_who_has_not_voted(play: Callable[..., SmallGame]) -> None:
    game = play(top='reminder = "public"')
    game.clock.move_to(CLOSE - timedelta(minutes=65))
    app = game.app()
    game.run_until(app, CLOSE - timedelta(minutes=40))
    app.close()
    mail = "\n".join(m.text for m in game.board.messages(game.uids["导演甲"]))
    assert "未投：戊、己" in mail
    assert "没有这个角色" in mail
    assert sum("【提醒】" in text for text in game.judge_posts(game.discussion)) == 1


def test_threads_of_the_director_are_found_by_their_titles(play: Callable[..., SmallGame]) -> None:
    game = play(given=False)
    director = game.uids["导演甲"]
    vote = game.board.open_thread(game.fid, director, "【投票帖】小局 第1天", "请投票，今天竞选警长。", OPEN)
    game.board.open_thread(game.fid, game.uids["戊"], "【投票帖】小局 第1天", "冒充的投票帖，别理它。", OPEN)
    game.board.open_thread(game.fid, director, "【讨论帖】小局 第1天", "请讨论，今天竞选警长。", OPEN)
    for who in "甲乙":
        game.board.post(vote, game.uids[who], "投票：丁，早上好", OPEN + timedelta(hours=2))
    game.clock.move_to(CLOSE - timedelta(minutes=30))
    app = game.app()
    game.run_until(app, CLOSE + timedelta(minutes=3))
    app.close()
    (result,) = [text for text in game.judge_posts(vote) if "投票结果" in text]
    assert "丁当选警长" in result


def test_a_close_without_a_known_thread_alarms_the_director_and_waits(play: Callable[..., SmallGame]) -> None:
    game = play(given=False)
    game.clock.move_to(CLOSE - timedelta(minutes=5))
    app = game.app()
    game.run_until(app, CLOSE + timedelta(minutes=8))
    mail = "\n".join(m.text for m in game.board.messages(game.uids["导演甲"]))
    assert "投票帖未知" in mail
    game.overrides(f'[[override]]\nid = "t"\nkind = "thread"\nday = 1\nwhich = "vote"\nurl = {game.vote}\n')
    game.run_until(app, CLOSE + timedelta(minutes=14))
    app.close()
    (result,) = game.results()
    assert "丙当选警长" in result
    assert "迟发" in result


def test_who_has_checked_in_is_told_an_hour_before_night_0(play: Callable[..., SmallGame]) -> None:
    game = play(given=False, resumed=False, threads="open = true")
    app = game.app()
    app.tick()
    (tid,) = [t.tid for t in game.board.state.threads.values() if t.subject.startswith("【报到帖】")]
    for who in "甲乙丙丁戊":
        game.board.post(tid, game.uids[who], "报到，大家好啊", game.clock.now())
    game.board.post(tid, game.uids["导演甲"], "大家快来报到", game.clock.now())
    app.close()
    game.clock.move_to(OPEN - timedelta(hours=12, minutes=40))
    app = game.app()
    for _ in range(3):
        app.tick()
        game.clock.sleep(120)
    app.close()
    (said,) = [text for text in game.judge_posts(tid) if "报到情况" in text]
    assert "未报到：己" in said
    assert any("有角色没有报到" in m.text for m in game.board.messages(game.uids["导演甲"]))
