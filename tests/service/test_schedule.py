"""The next waking of each board: never dropped, never two at once in one lane, lanes beside each other."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest

from service.schedule import Schedule

SOON = 20.0


@pytest.fixture
def troubles() -> list[tuple[str, str]]:
    return []


@pytest.fixture
def schedule(troubles: list[tuple[str, str]]) -> Iterator[Schedule]:
    made = Schedule(["a", "b"], lambda job, error: troubles.append((job, error)))
    made.start()
    yield made
    made.stop()


def now() -> datetime:
    return datetime.now(UTC)


def test_an_instant_long_past_is_run_at_once(schedule: Schedule) -> None:
    ran = threading.Event()
    schedule.wake("a", now() - timedelta(days=3), ran.set, lane="a")
    assert ran.wait(SOON)


def test_a_new_instant_replaces_the_old_one(schedule: Schedule) -> None:
    wrong, right = threading.Event(), threading.Event()
    schedule.wake("a", now() + timedelta(hours=1), wrong.set, lane="a")
    schedule.wake("a", now(), right.set, lane="a")
    assert right.wait(SOON)
    assert not wrong.is_set()


def test_one_lane_does_not_wait_for_another(schedule: Schedule) -> None:
    gate, other = threading.Event(), threading.Event()
    schedule.wake("a", now(), lambda: gate.wait(SOON) and None, lane="a")
    schedule.wake("b", now(), other.set, lane="b")
    assert other.wait(SOON)
    gate.set()


def test_a_job_may_ask_for_its_own_next_waking(schedule: Schedule) -> None:
    left, done = [3], threading.Event()

    def job() -> None:
        left[0] -= 1
        if left[0]:
            schedule.wake("a", now(), job, lane="a")
        else:
            done.set()

    schedule.wake("a", now(), job, lane="a")
    assert done.wait(SOON)


def test_a_board_that_comes_later(schedule: Schedule) -> None:
    ran = threading.Event()
    schedule.add_lane("c")
    schedule.wake("c", now(), ran.set, lane="c")
    assert ran.wait(SOON)


def test_a_job_that_fails_is_told(schedule: Schedule, troubles: list[tuple[str, str]]) -> None:
    after = threading.Event()

    def fails() -> None:
        raise ValueError("broken")

    schedule.wake("a", now(), fails, lane="a")
    schedule.wake("later", now() + timedelta(milliseconds=50), after.set, lane="a")
    assert after.wait(SOON)
    schedule.stop()
    assert troubles == [("a", "ValueError('broken')")]


def test_stopping_lets_what_runs_finish() -> None:
    made = Schedule(["a"], lambda _job, _error: None)
    begun, gate, ended = threading.Event(), threading.Event(), threading.Event()

    def job() -> None:
        begun.set()
        gate.wait(SOON)
        ended.set()

    made.start()
    made.wake("a", now(), job, lane="a")
    assert begun.wait(SOON)
    gate.set()
    made.stop()
    assert ended.is_set()
    made.stop()
