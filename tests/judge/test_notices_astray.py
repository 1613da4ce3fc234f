"""Notices that do not go the plain way: withdrawn, moved, too long for the board, shown late: the game goes on."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from service.store import Notice, NoticeState
from tests.judge.small_game import CLOSE, OPEN, SmallGame


def mail(game: SmallGame, who: str) -> str:
    judge = game.uids["判官"]
    return "\n".join(m.text for m in game.board.messages(game.uids[who]) if m.sender == judge)


def count_notice(game: SmallGame, *states: NoticeState) -> Notice:
    app = game.app()
    try:
        return next(n for n in game.notices(app, *states) if n.data.get("template") == "count")
    finally:
        app.close()


@pytest.mark.rule("A-12")
def test_a_count_that_is_withdrawn_leaves_the_night_its_windows(play: Callable[..., SmallGame]) -> None:
    game = play(top='publish = "approve"')
    game.clock.move_to(CLOSE - timedelta(minutes=1))
    app = game.app()
    game.run_until(app, CLOSE + timedelta(minutes=3))
    app.close()
    ref = count_notice(game, NoticeState.HELD).ref
    game.overrides(f'[[override]]\nid = "w"\nkind = "notice"\nref = "{ref}"\naction = "withdraw"\n')
    app = game.app()
    game.run_until(app, CLOSE + timedelta(minutes=80))
    app.close()
    assert "夜晚6（22:15–22:30）" in mail(game, "己")
    told = mail(game, "导演甲")
    assert told.count("计票公示已撤下") == 1
    assert "夜晚1 03-03 21:30" in told


def test_a_result_whose_thread_is_gone_goes_to_the_one_the_director_gives(
    play: Callable[..., SmallGame],
) -> None:
    game = play()
    game.clock.move_to(CLOSE - timedelta(minutes=1))

    def lose(where: str) -> None:
        if where == "after day1.result":
            game.board.delete(game.board.posts(game.vote)[0].pid)

    app = game.app(pause=lose)
    game.run_until(app, CLOSE + timedelta(minutes=4))
    app.close()
    assert count_notice(game).state is NoticeState.READY
    other = game.board.open_thread(game.fid, game.uids["导演甲"], "第一天 计票", "计票结果在这里公布。")
    game.overrides(f'[[override]]\nid = "t"\nkind = "thread"\nday = 1\nwhich = "vote"\nurl = {other}\n')
    app = game.app()
    game.run_until(app, CLOSE + timedelta(minutes=30))
    app.close()
    assert sum("投票结果" in text for text in game.judge_posts(other)) == 1


def ballots(game: SmallGame) -> None:
    """Many ballots that cannot be read: the notice is long in its middle."""
    for number in range(70):
        text = f"投票：没有这个人{number:03}号"
        game.board.post(game.vote, game.uids["戊"], text, OPEN + timedelta(hours=2, minutes=number))


@pytest.mark.parametrize(("dialect", "takes"), [("x", 2_000), ("x", 8_800), ("7.2", 4_500)])
def test_a_board_that_takes_less_gets_the_whole_notice_in_more_parts(
    play: Callable[..., SmallGame], dialect: str, takes: int
) -> None:
    game = play(dialect=dialect, ballots=False, moderator=False)
    ballots(game)
    game.board.settings.max_bytes = takes
    game.clock.move_to(CLOSE - timedelta(seconds=30))
    app = game.app()
    game.run_until(app, CLOSE + timedelta(minutes=20))
    app.close()
    said = [text for text in game.judge_posts(game.vote) if "今天投票竞选警长" not in text]
    whole = "\n".join(said)
    assert [whole.count(f"没有这个人{number:03}号") for number in range(70)] == [1] * 70
    assert whole.index("投票结果") < whole.index("人000号") < whole.index("人069号") < whole.index("今晚")
    assert "夜晚1（" in whole or "夜晚1 21:30–21:45" in whole


def test_a_thread_whose_first_post_is_too_long_is_opened_once(play: Callable[..., SmallGame]) -> None:
    game = play(given=False, resumed=False, moderator=False, threads="open = true")
    game.board.settings.max_bytes = 2_500
    own = game.file().parent / "templates"
    own.mkdir()
    lines = "\n".join(f"第{number:03}条：请各位遵守规则，文明游戏。" for number in range(120))
    (own / "checkin.j2").write_text(lines, "utf-8")
    app = game.app()
    game.run_until(app, OPEN - timedelta(hours=19))
    app.close()
    (tid,) = [t.tid for t in game.board.state.threads.values() if t.subject == "【报到帖】小局"]
    whole = "\n".join(game.judge_posts(tid))
    assert [whole.count(f"第{number:03}条") for number in range(120)] == [1] * 120
    assert whole.index("第000条") < whole.index("第119条")


def test_a_live_count_that_waits_tells_the_newest_when_it_goes_out(play: Callable[..., SmallGame]) -> None:
    game = play(threads="open = false\nhidden_votes = false", top='publish = "approve"')
    game.clock.move_to(CLOSE - timedelta(hours=5))
    app = game.app()
    game.run_until(app, CLOSE - timedelta(hours=4))
    game.board.post(game.vote, game.uids["己"], "投票：丙，也来一票", game.clock.now())
    game.run_until(app, CLOSE - timedelta(hours=3))
    (live,) = [n for n in game.notices(app, NoticeState.HELD) if n.data.get("template") == "live"]
    game.overrides(f'[[override]]\nid = "a"\nkind = "notice"\nref = "{live.ref}"\naction = "approve"\n')
    game.run_until(app, CLOSE - timedelta(hours=2))
    app.close()
    (text,) = [text for text in game.judge_posts(game.vote) if "实时计票" in text]
    assert "[b]4[/b]" in text


def test_a_reminder_that_is_approved_after_the_close_is_not_said(play: Callable[..., SmallGame]) -> None:
    game = play(top='publish = "approve"\nreminder = "public"')
    game.clock.move_to(CLOSE - timedelta(minutes=50))
    app = game.app()
    game.run_until(app, CLOSE + timedelta(minutes=3))
    assert any(n.data.get("template") == "reminder" for n in game.notices(app, NoticeState.HELD))
    game.board.pm(game.uids["导演甲"], game.uids["判官"], "放行 全部")
    game.run_until(app, CLOSE + timedelta(minutes=9))
    app.close()
    assert not [text for text in game.judge_posts(game.discussion) if "【提醒】" in text]
    assert len(game.results()) == 1
