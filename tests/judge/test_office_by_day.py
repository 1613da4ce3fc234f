"""What changes by day is told to everybody at once (R-024): the sheriff's office, and states that are taken away."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from tests.judge.small_game import CLOSE, OPEN, SmallGame

NOON = OPEN + timedelta(hours=3)


def second_day(play: Callable[..., SmallGame], rules: str = "", identity: str = "女巫") -> SmallGame:
    """Taken over at day 2; 丙 is the sheriff, 丁 has fainted."""
    game = play(ballots=False, extra=f"[rules]\ncustom_roster = true\n{rules}")
    text = game.file().read_text("utf-8").replace("[threads.1]", "[threads.2]")
    text = text.replace("start = 2026-03-02", "start = 2026-02-28")
    text = text.replace('name = "丙"\nidentity = "村民"', f'name = "丙"\nidentity = "{identity}"')
    text = text.replace("day = 1", 'day = 2\nsheriff = "丙"\n[resume.characters]\n"丁" = {states = ["昏厥"]}')
    game.file().write_text(text, "utf-8")
    return game


def ruled(game: SmallGame, text: str, *, mail: tuple[str, str] | None = None) -> str:
    """What the judge said in the discussion after a ruling at noon (and a letter somewhat later)."""
    app = game.app()
    game.run_until(app, NOON)
    before = len(game.judge_posts(game.discussion))
    game.overrides(f'[[override]]\nid = "r"\n{text}\n')
    game.run_until(app, NOON + timedelta(minutes=30))
    if mail is not None:
        game.board.pm(game.uids[mail[0]], game.uids["判官"], mail[1])
        game.run_until(app, NOON + timedelta(minutes=60))
    app.close()
    return "\n".join(game.judge_posts(game.discussion)[before:])


@pytest.mark.rule("R-024", "A-64")
@pytest.mark.parametrize(("rules", "said"), [("", "警长空缺。"), ('expelled_sheriff = "random"', "任警长。")])
def test_an_expelled_sheriff(play: Callable[..., SmallGame], rules: str, said: str) -> None:
    told = ruled(second_day(play, rules), 'kind = "points"\nwho = "丙"\npoints = 12')
    assert "罚下" in told
    assert told.count(said) == 1


@pytest.mark.rule("R-024")
def test_a_state_that_is_taken_away(play: Callable[..., SmallGame]) -> None:
    told = ruled(second_day(play), 'kind = "state"\nwho = "丁"\nremove = ["昏厥"]')
    assert "丁不再处于昏厥状态" in told


@pytest.mark.rule("R-024", "R-123")
def test_a_successor_who_is_named_by_day(play: Callable[..., SmallGame]) -> None:
    game = second_day(play)
    told = ruled(game, 'kind = "state"\nwho = "丙"\nadd = ["囚禁"]', mail=("丙", "继任 乙"))
    assert "丙进入囚禁状态" in told
    assert told.count("乙任警长。") == 1


@pytest.mark.rule("A-50")
def test_an_idiot_who_loses_the_office_by_his_answer(play: Callable[..., SmallGame]) -> None:
    game = second_day(play, 'feigned_sheriff = "vacant"\nidiot_decision = "auto_use"', identity="白痴")
    game.board.post(game.vote, game.uids["甲"], "投票：丙", OPEN + timedelta(hours=1))
    game.clock.move_to(CLOSE - timedelta(minutes=1))
    app = game.app()
    game.run_until(app, CLOSE + timedelta(minutes=2))
    app.close()
    (result,) = game.results()
    assert "丙发动【装傻】" in result
    assert "警长空缺。" in result


@pytest.mark.rule("R-035")
def test_the_post_that_brought_the_points_is_named(play: Callable[..., SmallGame]) -> None:
    game = second_day(play)
    pid = game.board.post(game.discussion, game.uids["乙"], "胡说八道", OPEN + timedelta(hours=1))
    told = ruled(game, f'kind = "points"\nwho = "乙"\npoints = 12\npost = {pid}')
    assert f"pid={pid}" in told
    assert "#2[/url]" in told
