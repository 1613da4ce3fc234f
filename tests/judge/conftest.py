from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.judge.small_game import SmallGame, small_game


@pytest.fixture
def play(tmp_path: Path) -> Iterator[Callable[..., SmallGame]]:
    """Start small games that are cleared away at the end."""
    started: list[SmallGame] = []

    def start(**options: object) -> SmallGame:
        game = small_game(tmp_path / f"game{len(started)}", **options)  # type: ignore[arg-type]
        started.append(game)
        return game

    yield start
    for game in started:
        game.running.stop()
