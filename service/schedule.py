"""When each board's worker wakes: APScheduler, in memory, one thread for each board.

Deadlines live in the games' own tables; here stands only the next waking, replaced after each tick. A misfire
is never dropped: a late judge is a correct judge.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

from apscheduler.events import EVENT_JOB_ERROR, EVENT_JOB_MAX_INSTANCES, EVENT_JOB_MISSED, JobExecutionEvent
from apscheduler.executors.pool import ThreadPoolExecutor
from apscheduler.schedulers.background import BackgroundScheduler

from service.logs import logger

JOB_DEFAULTS = {"misfire_grace_time": None, "coalesce": True, "max_instances": 1}


class Schedule:
    """Runs one job a name, each name in its own single thread, at the instant it last asked for."""

    def __init__(self, names: list[str], on_trouble: Callable[[str, str], None]) -> None:
        self._log = logger("schedule")
        self._on_trouble = on_trouble
        self._scheduler = BackgroundScheduler(
            executors={name: ThreadPoolExecutor(max_workers=1) for name in [*names, "default"]},
            job_defaults=JOB_DEFAULTS,
            timezone=UTC,
        )
        self._scheduler.add_listener(
            self._trouble, EVENT_JOB_ERROR | EVENT_JOB_MISSED | EVENT_JOB_MAX_INSTANCES
        )

    def add_lane(self, name: str) -> None:
        """One more single thread, for a board that came later."""
        self._scheduler.add_executor(ThreadPoolExecutor(max_workers=1), alias=name)

    def start(self) -> None:
        """Begin to wake."""
        self._scheduler.start()

    def wake(self, name: str, at: datetime, job: Callable[[], None], *, lane: str = "default") -> None:
        """Run `job` at an instant (a past one: now), in place of what stood under that name."""
        self._scheduler.add_job(
            job, "date", run_date=at, id=name, name=name, executor=lane, replace_existing=True
        )

    def every(self, name: str, seconds: float, job: Callable[[], None]) -> None:
        """Run `job` again and again."""
        self._scheduler.add_job(job, "interval", seconds=seconds, id=name, name=name, replace_existing=True)

    def stop(self) -> None:
        """Let running jobs finish, start no more."""
        if self._scheduler.running:
            # APScheduler shuts its executors before its loop: a job that falls due in between would be an error.
            self._scheduler.pause()
            self._scheduler.remove_all_jobs()
            self._scheduler.shutdown(wait=True)

    def _trouble(self, event: JobExecutionEvent) -> None:
        error = getattr(event, "exception", None)
        self._log.error("job trouble", job=event.job_id, code=event.code, error=repr(error))
        self._on_trouble(str(event.job_id), repr(error))
