"""What notices say follows the readings that a game has chosen: no sentence is true only by default."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from tests.judge.small_game import CLOSE, OPEN, SmallGame


def heard(game: SmallGame, who: str) -> str:
    judge = game.uids["判官"]
    return "\n".join(m.text for m in game.board.messages(game.uids[who]) if m.sender == judge)


def second_day(play: Callable[..., SmallGame], rules: str) -> SmallGame:
    """Taken over at day 2: 甲 votes for 丙, and 丁 has fainted."""
    game = play(ballots=False, extra=f"[rules]\n{rules}", top='reminder = "public"')
    text = game.file().read_text("utf-8").replace("[threads.1]", "[threads.2]")
    text = text.replace("start = 2026-03-02", "start = 2026-02-28")
    text = text.replace("day = 1", 'day = 2\n[resume.characters]\n"丁" = {states = ["昏厥"]}')
    game.file().write_text(text, "utf-8")
    game.board.post(game.vote, game.uids["甲"], "投票：丙", OPEN + timedelta(hours=1))
    return game


@pytest.mark.parametrize(
    ("rules", "said", "unsaid"),
    [
        ("", ["21:30 的帖子已算迟到", "可以改投", "投票不限", "仍可投票与发动技能"], ["仍算在内"]),
        ("close_inclusive = true", ["21:30 的帖子仍算在内"], ["已算迟到"]),
        ('revote_policy = "first"', ["不能改投，以第一次有效投票为准"], ["可以改投"]),
        ('ballot_mode = "reserved"', ["改票请编辑那一楼"], ["可以改投"]),
        ("mute_blocks_votes = true", ["前不能发言也不能投票"], ["投票不限"]),
        ('voter_eligibility = "not_imprisoned"', ["仍可发动技能，不再投票"], ["仍可投票"]),
        ("out_roles_keep_skills = false", ["仍可投票，不再发动技能"], ["投票与发动技能"]),
        ('voter_eligibility = "alive_only"\nout_roles_keep_skills = false', ["不再投票与发动技能"], ["仍可"]),
    ],
)
def test_a_days_notices(
    play: Callable[..., SmallGame], rules: str, said: list[str], unsaid: list[str]
) -> None:
    game = second_day(play, rules)
    app = game.app()
    app.tick()
    game.run_until(app, OPEN + timedelta(minutes=2))
    app.close()
    game.clock.move_to(CLOSE - timedelta(minutes=2))
    app = game.app()
    game.run_until(app, CLOSE + timedelta(minutes=2))
    app.close()
    told = "\n".join(game.judge_posts(game.vote) + game.judge_posts(game.discussion))
    assert "丙进入囚禁状态" in told
    assert [words for words in said if words not in told] == []
    assert [words for words in unsaid if words in told] == []


def test_an_expulsion_without_points_speaks_of_none(play: Callable[..., SmallGame]) -> None:
    game = play()
    game.overrides('[[override]]\nid = "e"\nkind = "state"\nwho = "戊"\nadd = ["罚下"]\n')
    app = game.app()
    game.run_until(app, OPEN + timedelta(minutes=3))
    app.close()
    (text,) = [text for text in game.judge_posts(game.discussion) if "即刻罚下" in text]
    assert "由导演裁定" in text
    assert "分" not in text
    assert "[list]" not in text
    assert "你已由导演裁定罚下" in heard(game, "戊")


def test_a_first_order_that_stands_is_called_so(play: Callable[..., SmallGame]) -> None:
    game = play(extra='[rules]\naction_revision = "first"\nwitch_both_potions_same_night = false')
    game.clock.move_to(CLOSE - timedelta(minutes=1))
    app = game.app()
    game.run_until(app, CLOSE + timedelta(minutes=46))
    game.board.pm(game.uids["己"], game.uids["判官"], "毒药 丙")
    game.run_until(app, CLOSE + timedelta(minutes=49))
    app.close()
    told = heard(game, "己")
    assert "一夜只用一种药" in told
    assert "已收到：毒药：丙。以第一次为准，不能更改。" in told
    assert "以最后一次为准" not in told


@pytest.mark.rule("A-48")
def test_an_idiot_in_love_is_not_told_that_he_came_out_on_top(play: Callable[..., SmallGame]) -> None:
    game = second_day(play, "custom_roster = true")
    text = game.file().read_text("utf-8").replace('identity = "女巫"', 'identity = "白痴"')
    game.file().write_text(text.replace("day = 2\n", 'day = 2\nlovers = ["丙", "己"]\n'), "utf-8")
    game.clock.move_to(CLOSE - timedelta(minutes=1))
    app = game.app()
    game.run_until(app, CLOSE + timedelta(minutes=2))
    app.close()
    assert "你将因今天的投票随情侣囚禁。21:45 前回复“装傻”可免于囚禁" in heard(game, "己")
