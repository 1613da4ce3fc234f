"""Whoever takes a character over hears once what it knows; nobody else does."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

from tests.judge.small_game import OPEN, SmallGame
from tests.service.at_work import at, at_work
from tests.service.test_game_mail import CLOSE, rulings, second

HOUR = timedelta(hours=1)
RULING = f"""[[override]]
id = "替"
kind = "substitute"
who = "甲"
account = "替补"
at = {OPEN + 2 * HOUR:%Y-%m-%dT%H:%M:%S}
"""


def briefs(game: SmallGame, name: str) -> list[str]:
    return [one.text for one in game.board.messages(game.uids[name]) if "从现在起由你扮演" in one.text]


def test_a_substitute_is_told_once_from_his_hour_on(play: Callable[..., SmallGame]) -> None:
    game = play(resumed=False, given=False, threads="open = true")
    game.uids["替补"] = game.board.add_member("替补", "pw-替补-long")
    app = game.app()
    game.run_until(app, OPEN + HOUR)
    game.overrides(RULING)
    game.run_until(app, OPEN + 2 * HOUR - timedelta(minutes=1))
    assert briefs(game, "替补") == []
    app.close()
    for part in (5, 30, 60):
        app = game.app()
        game.run_until(app, OPEN + 2 * HOUR + timedelta(minutes=part))
        app.close()
    (text,) = briefs(game, "替补")
    assert "甲" in text
    assert "狼人（〖狼人阵营〗）" in text
    assert "同伴：乙" in text
    assert [name for name in game.uids if name != "替补" and briefs(game, name)] == []
    game.overrides("# 收回了\n")
    app = game.app()
    game.run_until(app, OPEN + 4 * HOUR)
    app.close()
    assert len(briefs(game, "甲")) == 1, "who comes back hears what came in between"
    assert len(briefs(game, "替补")) == 1


def test_who_played_from_the_first_needs_no_word(play: Callable[..., SmallGame]) -> None:
    game = play(resumed=False, given=False, threads="open = true")
    game.uids["替补"] = game.board.add_member("替补", "pw-替补-long")
    game.overrides(RULING.replace(f"{OPEN + 2 * HOUR:%Y-%m-%d}", "2026-02-01"))
    app = game.app()
    game.run_until(app, OPEN + HOUR)
    app.close()
    assert briefs(game, "替补") == []
    assert any("你的角色 甲 的身份" in one.text for one in game.board.messages(game.uids["替补"]))


def test_what_was_asked_is_asked_anew(tmp_path: Path) -> None:
    with at_work(tmp_path, close=CLOSE) as work:
        work.until(at(2, 9, 40))
        deputy = work.board.add_member("替补员", "pw-t")
        rulings(
            work,
            '[[override]]\nid = "s"\nkind = "substitute"\nwho = "王充"\naccount = "替补员"\n'
            "at = 2026-03-02T11:20:00\n",
        )
        work.until(second(11, 19, 0))
        assert any("可回复“毒药" in text for text in work.heard("王充"))
        work.until(at(2, 11, 24))
        (text,) = [m.text for m in work.board.messages(deputy) if m.sender == work.judge]
        assert "女巫" in text
        assert "尚待回答：" in text
        assert "可回复“毒药" in text
        assert text.count("编号") == 1
