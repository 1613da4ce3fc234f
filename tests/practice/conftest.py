"""Served boards, stopped at the end of the test."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from practice.board import Board
from practice.server import RunningBoard, serve
from tests.practice.surfing import Clock


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def served() -> Iterator[Callable[[Board], RunningBoard]]:
    """Serves boards, and stops them at the end."""
    running: list[RunningBoard] = []

    def start(board: Board) -> RunningBoard:
        running.append(serve(board))
        return running[-1]

    yield start
    for one in running:
        one.stop()
