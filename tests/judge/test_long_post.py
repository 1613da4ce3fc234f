"""Many letters to answer, one every quarter of a minute: the close does not wait for them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from itertools import pairwise

from service.app import build
from service.clock import Clock
from service.files.gamemodel import GameFile
from service.files.settings import load_settings
from service.forum.api import Account, CookieKeeper, Forum
from service.forum.open import open_forum
from tests.judge.small_game import CLOSE, NAMES, SmallGame, connect


def ask(game: SmallGame, times: int, at: datetime) -> None:
    for _ in range(times):
        for name in NAMES:
            game.board.pm(game.uids[name], game.uids["判官"], "我的票", at)


def answers(game: SmallGame) -> int:
    judge = game.uids["判官"]
    mail = [m for name in NAMES for m in game.board.messages(game.uids[name])]
    return sum("编号" in m.text for m in mail if m.sender == judge)


def test_the_count_is_not_kept_waiting_by_answers(play: Callable[..., SmallGame]) -> None:
    game = play()
    ask(game, 4, CLOSE - timedelta(minutes=2))
    game.clock.move_to(CLOSE - timedelta(seconds=90))
    app = game.app()
    game.run_until(app, CLOSE + timedelta(minutes=20))
    app.close()
    (result,) = [p for p in game.board.posts(game.vote) if "投票结果" in p.text]
    assert result.at - CLOSE < timedelta(minutes=1), "later than five minutes moves the night (A-12)"
    assert answers(game) >= 4 * len(NAMES), "and every letter is answered all the same"


def test_near_the_close_the_thread_is_read_every_minute_whatever_is_said(
    play: Callable[..., SmallGame],
) -> None:
    game = play()
    game.clock.move_to(CLOSE - timedelta(minutes=10))
    app = game.app()
    while game.clock.now() < CLOSE - timedelta(minutes=1):
        for name in NAMES[:3]:
            game.board.pm(game.uids[name], game.uids["判官"], "我的票", game.clock.now())
        game.run_until(app, game.clock.now() + timedelta(minutes=1))
    app.close()
    looks = [one.time for one in game.board.requests if f"tid={game.vote}" in one.path]
    gaps = [later - before for before, later in pairwise(looks)]
    assert max(gaps[1:]) <= timedelta(seconds=70)


def test_a_close_that_falls_into_a_look_follows_it_at_once(play: Callable[..., SmallGame]) -> None:
    """On a real board a look takes a quarter of a minute and more."""

    def slowly(game: GameFile, account: Account, clock: Clock, cookies: CookieKeeper) -> Forum:
        return open_forum(game.board.url, account, clock, cookies, gap_seconds=4, jitter_seconds=0)

    game = play()
    game.clock.move_to(CLOSE - timedelta(minutes=11, seconds=14))
    app = build(load_settings(game.folder, {}), game.clock, connect=slowly)
    game.run_until(app, CLOSE + timedelta(minutes=5))
    app.close()
    times = [one.time for one in game.board.requests]
    assert any(CLOSE - timedelta(seconds=12) < at < CLOSE for at in times), "a look was on its way"
    (result,) = [p for p in game.board.posts(game.vote) if "投票结果" in p.text]
    assert result.at - CLOSE < timedelta(seconds=45)


def test_who_is_told_to_stop_does_not_finish_the_row(play: Callable[..., SmallGame]) -> None:
    game = play()
    ask(game, 2, CLOSE - timedelta(minutes=10))
    game.clock.move_to(CLOSE - timedelta(minutes=10))
    settings = load_settings(game.folder, {})
    app = build(settings, game.clock, connect=connect, ending=lambda: answers(game) > 0)
    app.tick()
    assert answers(game) == 1
    app.close()
    app = game.app()
    game.run_until(app, CLOSE - timedelta(minutes=1))
    app.close()
    assert answers(game) == 2 * len(NAMES)
