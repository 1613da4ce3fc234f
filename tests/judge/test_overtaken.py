"""The lead lost at every place of a waking, on one PostgreSQL: one result, said by the one or by the other."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from service.app import App, build
from service.errors import LeaseLost
from service.files.settings import load_settings
from service.store.lease import Lease
from tests.judge.small_game import CLOSE, SmallGame, connect
from tests.postgres import CUT, a_database, ask

START = CLOSE - timedelta(seconds=50)
END = CLOSE + timedelta(minutes=6)
PLACES = ("before day1.result", "before marking", "before posting", "after posting", "before confirming")


def judge(game: SmallGame, url: str, lease: Lease, pause: Callable[[str], None] = lambda _where: None) -> App:
    assert lease.take()
    settings = load_settings(game.folder, {"PANGUAN_DATABASE_URL": url})
    return build(settings, game.clock, connect=connect, pause=pause, lease=lease)


@pytest.mark.parametrize("taken", [False, True], ids=["free", "taken"])
@pytest.mark.parametrize("place", PLACES)
def test_one_result_stands(play: Callable[..., SmallGame], place: str, taken: bool) -> None:
    """`taken`: the other had taken over by the time that the first one went on."""
    game = play()
    game.clock.move_to(START)
    others: list[App] = []
    met = False

    with a_database() as url, Lease(url) as first, Lease(url) as second:

        def pause(where: str) -> None:
            nonlocal met
            if not met and where == place and game.clock.now() >= CLOSE:
                met = True
                ask(url, CUT)
                if taken:
                    others.append(judge(game, url, second))

        app = judge(game, url, first, pause)
        with pytest.raises(LeaseLost):
            game.run_until(app, END)
        before = len(game.judge_posts(game.vote))
        with pytest.raises(LeaseLost):
            first.check()
        app.close()
        if not taken:
            others.append(judge(game, url, second))
        game.run_until(others[0], END)
        others[0].close()
        assert before <= 2, "it said more than the one thing that was under way"
    assert met
    results = game.results()
    assert len(results) == 1, results
    assert "丙当选警长" in results[0]
    marks = [line for text in game.judge_posts(game.vote) for line in text.splitlines() if "公示编号" in line]
    assert len(marks) == len(set(marks))
