"""`phase` with `skip`: the wait for the next step is over, in the day, in a window, and in the morning."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

from engine.state import Window
from service.app import App
from service.game.record import Record
from tests.judge.small_game import CLOSE, ZONE, SmallGame


def record(game: SmallGame, app: App) -> Record:
    return next(iter(app.lanes.values())).tables[0].papers(game.clock.now()).record


def skip(*idents: str) -> str:
    return "".join(
        f'[[override]]\nid = "{one}"\nkind = "phase"\naction = "skip"\nreason = "大家都在"\n'
        for one in idents
    )


def test_the_director_ends_what_the_game_waits_for(play: Callable[..., SmallGame]) -> None:
    game = play()
    game.clock.move_to(CLOSE - timedelta(hours=3))
    app = game.app()
    game.run_until(app, CLOSE - timedelta(hours=2))
    game.overrides(skip("a"))
    game.run_until(app, CLOSE - timedelta(hours=1, minutes=52))
    (result,) = game.results()
    assert "丙当选警长" in result
    assert record(game, app).done("night1.1.open")
    assert not record(game, app).done("night1.1.close")

    told = ["a"]
    for window in Window:
        told.append(f"w{window.value}")
        game.overrides(skip(*told))
        game.run_until(app, game.clock.now() + timedelta(minutes=2))
        assert record(game, app).done(f"night1.{window.value}.close")
    assert record(game, app).done("night1.settle")
    assert not record(game, app).done("day2.open")
    game.overrides(skip(*told, "b"))
    game.run_until(app, game.clock.now() + timedelta(minutes=2))
    assert record(game, app).done("day2.open")
    assert game.clock.now() < datetime(2026, 3, 3, 20, 0, tzinfo=ZONE)
    app.close()
    mail = "\n".join(m.text for m in game.board.messages(game.uids["导演甲"]))
    assert mail.count("已跳过") == 7
