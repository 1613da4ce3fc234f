"""A game that was only tried out and then is played: what waited is not forgotten."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

from service.store import NoticeState
from tests.judge.small_game import OPEN, SmallGame


def test_what_a_dry_run_held_is_shown_when_the_game_is_played(play: Callable[..., SmallGame]) -> None:
    game = play(given=False, resumed=False, threads="open = true", top='publish = "dry-run"')
    app = game.app()
    game.run_until(app, OPEN - timedelta(hours=19, minutes=30))
    app.close()
    everyone = [game.board.messages(uid) for uid in game.uids.values()]
    assert not any(everyone)
    text = game.file().read_text("utf-8")
    game.file().write_text(text.replace("dry-run", "auto"), "utf-8")
    app = game.app()
    game.run_until(app, OPEN - timedelta(hours=19))
    held = game.notices(app, NoticeState.HELD)
    mail = "\n".join(m.text for m in game.board.messages(game.uids["导演甲"]))
    assert held
    assert all(f"公示 {notice.ref} 等你放行" in mail for notice in held)
    assert "给 甲 的短消息" in mail
    assert "身份是" not in mail
    game.board.pm(game.uids["导演甲"], game.uids["判官"], "放行 全部")
    game.run_until(app, OPEN - timedelta(hours=18))
    app.close()
    assert any("身份是：狼人" in m.text for m in game.board.messages(game.uids["甲"]))
    assert [t.subject for t in game.board.state.threads.values()].count("【报到帖】小局") == 1
