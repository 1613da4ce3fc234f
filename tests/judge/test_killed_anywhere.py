"""Killed between any two steps and started again: one result, and the right one."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from tests.judge.small_game import CLOSE, SmallGame

START = CLOSE - timedelta(seconds=50)
END = CLOSE + timedelta(minutes=2)


class Killed(BaseException):
    """As by kill -9: nothing is cleaned up."""


def kill_at(number: int) -> Callable[[str], None]:
    passed = 0

    def pause(where: str) -> None:
        nonlocal passed
        passed += 1
        if passed == number:
            raise Killed(where)

    return pause


def stages(game: SmallGame) -> list[str]:
    """Every place at which the judge can be killed between the close and the confirmed result."""
    seen: list[str] = []
    game.clock.move_to(START)
    app = game.app(lambda where: seen.append(where) if game.clock.now() >= CLOSE else None)
    game.run_until(app, END)
    app.close()
    return seen


def test_the_stages_are_those_that_matter(play: Callable[..., SmallGame]) -> None:
    seen = stages(play())
    first = seen.index("before day1.close")
    for needed in (
        "before day1.result",
        "before marking",
        "before posting",
        "after posting",
        "before confirming",
    ):
        assert needed in seen[first:]


def test_killed_at_every_stage_and_started_again_one_result_stands(play: Callable[..., SmallGame]) -> None:
    seen = stages(play())
    first = seen.index("before day1.close") + 1
    assert len(seen) - first > 12
    for number in range(first, len(seen) + 1):
        game = play()
        game.clock.move_to(START)
        app = game.app()
        app.tick()
        app.close()
        game.clock.move_to(CLOSE)
        app = game.app(kill_at(number))
        with pytest.raises(Killed):
            game.run_until(app, END)
        app.store.engine.dispose()  # the kernel would close the files
        app = game.app()
        game.run_until(app, END + timedelta(minutes=5))
        app.close()
        results = game.results()
        assert len(results) == 1, (number, results)
        assert "丙当选警长" in results[0]
        marks = [
            line for text in game.judge_posts(game.vote) for line in text.splitlines() if "公示编号" in line
        ]
        assert len(marks) == len(set(marks)), number


def test_running_again_says_nothing_twice(play: Callable[..., SmallGame]) -> None:
    game = play()
    game.clock.move_to(START)
    app = game.app()
    game.run_until(app, END)
    before = len(game.board.posts(game.vote)), len(game.board.messages(game.uids["丙"]))
    app.close()
    for _ in range(3):
        app = game.app()
        app.tick()
        app.close()
    assert (len(game.board.posts(game.vote)), len(game.board.messages(game.uids["丙"]))) == before
