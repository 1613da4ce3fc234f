"""The sheriff who falls in the night hears of it when the night is over, not before (A-63)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from service.game.words import NOT_YET
from tests.judge.small_game import CLOSE, NAMES, SmallGame

POISONED = CLOSE + timedelta(minutes=61)
"""The witch's window has closed, the night is not over."""

SETTLED = CLOSE + timedelta(minutes=76)


def heard(game: SmallGame, who: str) -> str:
    judge = game.uids["判官"]
    return "\n".join(m.text for m in game.board.messages(game.uids[who]) if m.sender == judge)


def test_nobody_is_asked_for_what_is_due_already(play: Callable[..., SmallGame]) -> None:
    game = play()
    text = game.file().read_text("utf-8")
    game.file().write_text(
        text.replace("[timetable]", '[timetable]\nnight_tail = "open_immediately"'), "utf-8"
    )
    game.clock.move_to(CLOSE - timedelta(minutes=1))
    app = game.app()
    game.run_until(app, CLOSE + timedelta(minutes=50))
    game.board.pm(game.uids["己"], game.uids["判官"], "毒药 丙")
    game.run_until(app, SETTLED + timedelta(minutes=10))
    app.close()
    assert "须指定继任者" not in heard(game, "丙")
    assert sum("你是警长" in heard(game, who) for who in NAMES if who != "丙") == 1, "drawn at the opening"


@pytest.mark.rule("A-63")
def test_a_poisoned_sheriff_hears_at_the_end_of_the_night_and_not_before(
    play: Callable[..., SmallGame],
) -> None:
    game = play()
    game.clock.move_to(CLOSE - timedelta(minutes=1))
    app = game.app()
    game.run_until(app, CLOSE + timedelta(minutes=50))
    assert any("丙当选警长" in text for text in game.results())
    game.board.pm(game.uids["己"], game.uids["判官"], "毒药 丙")
    game.run_until(app, POISONED)
    assert "须指定继任者" not in heard(game, "丙")

    game.board.pm(game.uids["丙"], game.uids["判官"], "继任 甲")
    game.run_until(app, POISONED + timedelta(minutes=10))
    game.board.pm(game.uids["丁"], game.uids["判官"], "继任 甲")
    game.run_until(app, POISONED + timedelta(minutes=12))
    for who in ("丙", "丁"):
        assert NOT_YET in heard(game, who), "the fallen sheriff is answered as anybody is"
    assert "你是警长" not in heard(game, "甲")

    game.run_until(app, SETTLED + timedelta(minutes=10))
    assert heard(game, "丙").count("须指定继任者") == 1
    assert "3月4日 09:30" in heard(game, "丙")
    game.board.pm(game.uids["丙"], game.uids["判官"], "继任 甲")
    game.run_until(app, SETTLED + timedelta(minutes=40))
    app.close()
    assert "你是警长" in heard(game, "甲")
