"""A game whose account stands in `.env` only later: left out, told of in `status`, and taken in without a restart."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta

from click.testing import CliRunner

from service.cli import main
from tests.judge.small_game import OPEN, SmallGame


def status(game: SmallGame, *more: str) -> str:
    done = CliRunner().invoke(main, ["status", "--config", str(game.folder), *more])
    assert done.exit_code == 0
    return done.stdout


def test_an_account_that_is_written_down_later(play: Callable[..., SmallGame]) -> None:
    game = play()
    env = game.folder / ".env"
    written = env.read_text("utf-8")
    env.write_text("PANGUAN_SECOND_USER=判官\n", "utf-8")
    app = game.app()
    game.run_until(app, OPEN)
    assert not app.lanes
    assert "判官没有带这一局" in status(game)
    (told,) = json.loads(status(game, "--json"))["games"]
    assert "PANGUAN_JUDGE_USER" in told["problems"][0]

    env.write_text(written, "utf-8")
    game.run_until(app, OPEN + timedelta(minutes=3))
    app.close()
    assert any("竞选警长" in text for text in game.judge_posts(game.vote))
    assert "判官没有带这一局" not in status(game)
