"""A file that is broken when the judge starts again does no more harm than one that breaks while he runs."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from tests.judge.small_game import CLOSE, OPEN, SmallGame

RULED = '[[override]]\nid = "s"\nkind = "state"\nwho = "甲"\nadd = ["罚下"]\n'


def begun(play: Callable[..., SmallGame]) -> SmallGame:
    """A game with a ruling that was carried out; the judge is down again."""
    game = play()
    game.overrides(RULED)
    app = game.app()
    game.run_until(app, OPEN + timedelta(minutes=20))
    app.close()
    return game


def director_mail(game: SmallGame) -> str:
    return "\n".join(m.text for m in game.board.messages(game.uids["导演甲"]))


@pytest.mark.parametrize("text", ['[[override]]\nid = "s"\nkind = "stat"\n', "", None])
def test_rulings_stay_in_force_over_a_restart(play: Callable[..., SmallGame], text: str | None) -> None:
    game = begun(play)
    path = game.file().with_name("overrides.toml")
    path.unlink()
    if text is not None:
        game.overrides(text)
    app = game.app()
    game.run_until(app, OPEN + timedelta(minutes=40))
    state = app.lanes.popitem()[1].tables[0].papers(game.clock.now()).record.game_state()
    app.close()
    assert state["甲"].expelled
    assert "裁定已收回" not in director_mail(game)
    assert "仍按上次正确的内容执行" in director_mail(game)


def test_a_game_goes_on_over_a_restart_with_its_last_good_file(play: Callable[..., SmallGame]) -> None:
    game = begun(play)
    good = game.file().read_text("utf-8")
    game.file().write_text(good.replace("[timetable]", "[timetabel]"), "utf-8")
    app = game.app()
    assert not app.faults
    game.run_until(app, CLOSE + timedelta(minutes=3))
    assert "game.toml" in director_mail(game)
    assert "timetable" in director_mail(game)
    assert len(game.results()) == 1
    game.file().write_text(good.replace('title = "小局"', 'title = "小小局"'), "utf-8")
    app.tick()
    assert next(iter(app.lanes.values())).tables[0].files.game.title == "小小局"
    app.close()


def test_a_fault_that_is_there_from_the_first_is_told_once(play: Callable[..., SmallGame]) -> None:
    game = play()
    game.overrides('[[override]]\nid = "s"\nkind = "stat"\n')
    app = game.app()
    game.run_until(app, OPEN + timedelta(minutes=20))
    app.close()
    assert director_mail(game).count("overrides.toml:3") == 1
